"""The High Council: votes, issues that help us, chairs won, sold and bought (AC-11)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer.aims import asked
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.council.issues import COMMEND, ENDORSE, EXPEL, FOOD, GOLD
from postern.rulesets.alamaze.council.members import barred, vacant
from postern.rulesets.alamaze.world import Issue

_BID, _VOTE, _NAME_ISSUE, _SELL, _BUY = 210, 400, 410, 411, 412
_UP, _DOWN, _OPEN, _SECRET = "R", "L", "O", "S"


def vote(survey: Survey) -> None:
    """Votes on the issue before the Council."""
    council = survey.world.council
    if survey.code in council.members and council.issue is not None:
        survey.letter.order(_VOTE, voice(survey, council.issue))


def voice(survey: Survey, issue: Issue) -> str:
    """Yes to what lifts us or lowers a rival, no to the opposite, nothing on other kings; of food and gold we take what we have
    less of."""
    if issue.type in (FOOD, GOLD):
        hungry = survey.letter.food < survey.letter.gold
        return "Y" if (issue.type == FOOD) == hungry else "N"
    king = issue.details[0] if issue.type == EXPEL else issue.details[1]
    up = issue.type != EXPEL and issue.details[0] == _UP
    if king == survey.code:
        return "Y" if up else "N"
    return ("N" if up else "Y") if king in survey.rivals else "A"


def bid(survey: Survey) -> None:
    """Bids for an empty chair, or for the next issue; where neither can be had a chair may change hands."""
    council, code, purse = survey.world.council, survey.code, NUMBERS.purse
    gold = purse.bid_low + survey.stream.below(purse.bid_high - purse.bid_low)
    if code in council.members:
        if council.first < survey.world.turn:
            survey.letter.order(_NAME_ISSUE, gold, *_issue(survey), gold=gold)
    elif vacant(survey.world) and not barred(survey.world, code):
        if seat_asked(survey):
            rule = NUMBERS.court
            gold += max(min(rule.bid_asked, survey.gold * rule.bid_share_pct // 100), 0)
        survey.letter.order(_BID, gold, gold=gold)


def seat_asked(survey: Survey) -> bool:
    """True when a goal asks for a seat on the Council."""
    return any(row.measure == "council" for row in asked(survey.world, survey.kingdom))


def _issue(survey: Survey) -> tuple[object, ...]:
    """The issue that helps us most: influence while it is low, then the region that we seek, then rivals out of the Council and
    lower, then gold or food for the commonest of our centers."""
    kingdom, members = survey.kingdom, survey.world.council.members
    if kingdom.influence < survey.tables.value("influence.raise_maximum"):
        return (COMMEND, _UP, survey.code, _SECRET)
    sour = [one for one in survey.regions_sought if kingdom.reactions[one] not in ("Friendly", "Tolerant")]
    if sour:
        return (ENDORSE, _UP, survey.code, sour[0], _SECRET)
    choices: list[tuple[object, ...]] = [(EXPEL, one, _SECRET) for one in members if one in survey.rivals]
    choices += [(COMMEND, _DOWN, one, _SECRET) for one in sorted(survey.rivals)]
    choices += [(ENDORSE, _DOWN, ruler, region, _OPEN) for region, ruler in sorted(survey.rulers.items())]
    kinds = [one.type[0] for one in survey.centers]
    if kinds:
        common = max(sorted(set(kinds)), key=kinds.count)
        choices.append((FOOD if survey.letter.food < survey.letter.gold else GOLD, common, _OPEN))
    return survey.stream.choice(choices) if choices else (COMMEND, _UP, survey.code, _SECRET)


def deal_in_chairs(survey: Survey) -> None:
    """Each turn one member and one other king may deal, whom the number of the turn names: so both know it. The member sells
    when no goal of his asks for the chair and gold is wanting; the other buys when a goal asks for it or gold is plenty."""
    rule, world, members = NUMBERS.court, survey.world, survey.world.council.members
    others = [one.code for one in world.seated() if one.code not in members]
    if not members or not others:
        return
    seller, buyer = members[world.turn % len(members)], others[world.turn % len(others)]
    if survey.code == seller and not seat_asked(survey) and survey.gold < rule.chair_gold:
        survey.letter.order(_SELL, buyer, rule.chair_gold)
    elif survey.code == buyer and not vacant(world) and (seat_asked(survey) or survey.gold > rule.chair_spare):
        survey.letter.order(_BUY, seller, rule.chair_gold, gold=rule.chair_gold)
