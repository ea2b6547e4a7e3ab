"""A computer kingdom's ruler, its goals and the High Council.

- The ruler: his influence, the regions, his capital, friends and enemies (AC-05, AC-08-33, AC-08-34, AC-09).
- What a kingdom sets out to reach, and when it claims it: orders 991, 992, 993, 995 and 996 (AC-26, AC-30).
- The High Council: votes, issues that help us, chairs won, sold and bought (AC-11).
"""

from __future__ import annotations

from collections import Counter

from postern.rulesets.alamaze.computer.aims import asked, chosen_conditions, chosen_objectives, goal_holds
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.orders.court.council import COMMEND, ENDORSE, EXPEL, FOOD, GOLD
from postern.rulesets.alamaze.orders.goals import achieved_points, conditions_fault, objectives_fault, points_needed
from postern.rulesets.alamaze.rules.effects import Asked, holds
from postern.rulesets.alamaze.rules.regions import allied, barred, declared, natural_enemy, share, vacant
from postern.rulesets.alamaze.world.records import Figure, Issue

_RAISE, _ENAMOR, _SELL_INFLUENCE, _MOVE, _ALTERNATE, _DECLARE, _DENIGRATE, _SPEECH = 480, 470, 490, 355, 495, 440, 475, 471


def rule(survey: Survey) -> None:
    """The ruler moves a capital that is lost, woos the region that likes us too little, raises his influence, speaks against
    rivals; a ruler with too much influence and no gold sells some."""
    king = survey.ruler()
    if king is None or survey.rests():
        return
    tables, kingdom = survey.tables, survey.kingdom
    home = tables.kingdoms[survey.code].home_region
    sour = kingdom.reactions[home] not in list(tables.reactions)[:2]
    woo, rise, rule = tables.whole("enamor.gold"), tables.whole("influence.raise_gold"), NUMBERS.court
    spare = survey.letter.left["gold"]
    if (
        _move_capital(survey, king)
        or (sour and survey.gold >= woo and _woo(survey, king, home))
        or (
            kingdom.influence < min(NUMBERS.purse.influence, tables.value("influence.raise_maximum"))
            and survey.gold >= rise
            and (kingdom.influence < rule.influence_first or spare >= rule.raise_gold)
            and survey.letter.order(_RAISE, king.code, gold=rise)
        )
        or (
            kingdom.influence > rule.influence_spare
            and survey.gold < 0
            and not any(row.measure == "influence" for row in asked(survey.world, kingdom))
            and survey.letter.order(_SELL_INFLUENCE, king.code)
        )
        or (spare >= max(woo, rule.woo_gold) and (region := _to_woo(survey)) and _woo(survey, king, region))
        or _speak_against(survey, king)
    ):
        survey.busy.add(king.code)


def _woo(survey: Survey, king: Figure, region: int) -> bool:
    survey.wooed = region
    return survey.letter.order(_ENAMOR, king.code, region, gold=survey.tables.whole("enamor.gold"))


def speak(survey: Survey) -> None:
    """Speeches of a ruler with the staff for them, beside what else he does."""
    tables, king = survey.tables, survey.kingdom.figures.get(survey.kingdom.ruler)
    if king is None or king.held_by or king.exiled:
        return
    if not holds(Asked(survey.world, survey.code, figure=king), "order_access", str(_SPEECH)):
        return
    gold = tables.whole("enamor.orator_gold")
    sour = [one for one in survey.regions_sought if survey.kingdom.reactions[one] != "Friendly"]
    for region in sour[: tables.whole("enamor.orator_times")]:
        if survey.gold >= gold and region != survey.wooed:
            survey.letter.order(_SPEECH, king.code, region, gold=gold)


def _to_woo(survey: Survey) -> int:
    """The region with the most to win that is not Friendly yet; 0 for none."""
    hopes: dict[int, float] = {}
    for area, worth in survey.wanted.items():
        region = survey.world.region_of(area)
        hopes[region] = hopes.get(region, 0) + worth
    open_ = {one: hope for one, hope in hopes.items() if survey.kingdom.reactions[one] != "Friendly"}
    return max(open_, key=lambda one: (open_[one], -one), default=0)


def _speak_against(survey: Survey, king: Figure) -> bool:
    """Makes the region that we seek like a rival less who stands in our way there."""
    gold = survey.tables.whole("denigrate.gold")
    return survey.letter.left["gold"] >= NUMBERS.court.denigrate_gold and any(
        survey.letter.order(_DENIGRATE, king.code, region, other, gold=gold) for region, other in to_denigrate(survey)[:1]
    )


def to_denigrate(survey: Survey) -> list[tuple[int, str]]:
    """Regions that we seek, with the other kingdom that has most centers there, as far as we know."""
    found = []
    for region in survey.regions_sought:
        owners = [
            one.owner for one in survey.world.centers.values() if survey.world.region_of(one.area) == region and one.owner
        ]
        others = sorted({one for one in owners if one != survey.code and not allied(survey.world, survey.code, one)})
        if others and float(share(survey.world, survey.code, region)) * 100 >= NUMBERS.court.denigrate_share_pct:
            found.append((region, max(others, key=lambda one: (owners.count(one), one))))
    return found


def _move_capital(survey: Survey, king: Figure) -> bool:
    """A lost capital, or one that foreign groups can storm, is moved to the strongest own center that none threaten."""
    world, tables, kingdom = survey.world, survey.tables, survey.kingdom
    gold, capital = tables.whole("capital.move_gold"), survey.own_center(kingdom.capital)
    if any(one.siege and one.siege.area == kingdom.capital for one in world.groups_at(kingdom.capital)):
        return False
    threat = sum(survey.value(one) for one in survey.foes_at(kingdom.capital))
    ours = sum(survey.value(one) for one in survey.groups if one.area == kingdom.capital)
    if capital is not None and threat <= capital.defense + ours:
        return False
    safe = [one for one in survey.centers if one.area != kingdom.capital and not survey.foes_near(one.area, 1)]
    if not safe or not survey.letter.pays(gold=gold):
        return False
    best = max(safe, key=lambda one: (one.defense, one.area))
    return survey.letter.order(_MOVE, king.code, best.area, gold=gold)


def name_alternates(survey: Survey) -> None:
    """Says in time where the capital goes when it falls: the two strongest other centers."""
    king, kingdom = survey.kingdom.figures.get(survey.kingdom.ruler), survey.kingdom
    gold = survey.tables.whole("capital.alternate_gold")
    named = [one for one in kingdom.alternates if survey.own_center(one) is not None and one != kingdom.capital]
    others = [one for one in survey.centers if one.area != kingdom.capital]
    if king is None or king.held_by or king.exiled or named or not others or survey.gold < gold:
        return
    best = sorted(others, key=lambda one: (-one.defense, one.area))[:2]
    survey.letter.order(_ALTERNATE, king.code, *(one.area for one in best), gold=gold)


def declare(survey: Survey) -> None:
    """In a region that we control it is harder for enemies to win centers: who has some there is declared one, and no longer
    when he has none. An enemy gains points by it, so nobody else is."""
    world, kingdom, rule = survey.world, survey.kingdom, NUMBERS.court
    king = survey.kingdom.figures.get(survey.kingdom.ruler)
    if king is None or king.held_by or king.exiled:
        return
    held = Counter(one.owner for one in world.centers.values() if world.region_of(one.area) in kingdom.controlled)
    for other in world.seated():
        said = declared(world, survey.code, other.code)
        natural = natural_enemy(world, kingdom)
        if other.code == survey.code or (natural is not None and natural.code == other.code) or other.team == kingdom.team != 0:
            continue
        if said != "E" and held[other.code] >= rule.enemies:
            survey.letter.order(_DECLARE, other.code, "E")
        elif said == "E" and not held[other.code]:
            survey.letter.order(_DECLARE, other.code, "N")


def pursue_goals(survey: Survey) -> None:
    """Chooses goals on their turn, and claims what holds."""
    world, kingdom, tables = survey.world, survey.kingdom, survey.tables
    if world.turn == tables.whole("eso.choice_turn"):
        _choose(survey)
    claims = (tables.whole("eso.first_claim"), tables.whole("eso.last_claim"))
    due = world.turn in claims and not kingdom.rewarded
    if due and achieved_points(world, kingdom, perhaps=True) >= points_needed(world, kingdom):
        survey.letter.order(992, *NUMBERS.rewards.wishes)
    if len(kingdom.controlled) >= tables.whole("rex.regions"):
        survey.letter.order(996)
    if (
        world.secret_victory
        and world.turn >= tables.orders[995].first_turn
        and kingdom.conditions
        and all(goal_holds(world, kingdom, one) for one in kingdom.conditions)
    ):
        survey.letter.order(995)


def _choose(survey: Survey) -> None:
    """The first choices, by the strengths of the kingdom."""
    world, kingdom, tables = survey.world, survey.kingdom, survey.tables
    objectives = chosen_objectives(tables, survey.code)
    if not objectives_fault(tables, objectives):
        survey.letter.order(991, *objectives)
    conditions = chosen_conditions(tables, survey.code)
    if world.secret_victory and not conditions_fault(world, kingdom, conditions):
        survey.letter.order(993, *conditions)


_BID, _VOTE, _NAME_ISSUE, _SELL_CHAIR, _BUY = 210, 400, 410, 411, 412
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
        hungry = survey.letter.left["food"] < survey.letter.left["gold"]
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
        choices.append((FOOD if survey.letter.left["food"] < survey.letter.left["gold"] else GOLD, common, _OPEN))
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
        survey.letter.order(_SELL_CHAIR, buyer, rule.chair_gold)
    elif survey.code == buyer and not vacant(world) and (seat_asked(survey) or survey.gold > rule.chair_spare):
        survey.letter.order(_BUY, seller, rule.chair_gold, gold=rule.chair_gold)
