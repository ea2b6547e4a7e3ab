"""What food and gold are spent for beside people: the market, recruits, better centers (AC-04, AC-14, AC-17)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.economy.consumption import upkeep
from postern.rulesets.alamaze.economy.recruiting import RECRUIT, TRAIN
from postern.rulesets.alamaze.world import Group

_MARKET, _IMPROVE = 200, 600


def trade(survey: Survey) -> None:
    """Buys food for groups that would go hungry, and for recruits where there is far more gold than food; sells food when gold
    is wanting."""
    rate, rule, letter = survey.tables.whole("market.rate"), NUMBERS.purse, survey.letter
    missing = sum(upkeep(survey.world, one)[0] for one in survey.unfed())
    price = min(missing * rate, letter.gold * 4 // 5)
    if price < rate and survey.gold > rule.gold_rich and letter.food < rule.food_enough:
        price = min(survey.gold // 2, (rule.food_enough - letter.food) * rate)
    if price >= rate:
        if letter.order(_MARKET, "G", price, gold=price):
            letter.food += price // rate - missing
    elif survey.gold < 0 and letter.food > rule.food_enough:
        sold = letter.food // 2
        if letter.order(_MARKET, "F", sold, food=sold):
            letter.gold += sold // rate - sum(upkeep(survey.world, one)[1] for one in survey.unpaid())


def recruit(survey: Survey) -> None:
    """Brigades for the strongest groups in own towns and cities, and for an inactive one at the capital. They march with them
    in the same turn, so that they are counted before the marches are planned."""
    tables, rule = survey.tables, NUMBERS.army
    gold, food = tables.whole("recruit.gold"), tables.whole("recruit.food")
    kind = tables.brigade_of_order(RECRUIT)
    eaten = sum(upkeep(survey.world, one)[0] for one in survey.groups)
    emptied: set[str] = set()
    called, most = 0, rule.calls_rich if survey.gold > NUMBERS.purse.gold_rich else rule.calls
    for group in _receivers(survey):
        center = survey.own_center(group.area or survey.kingdom.capital)
        if center is None or center.type == "Village" or center.area in emptied:
            continue
        if kind not in group.brigades and len(group.brigades) >= tables.whole("group.brigade_types"):
            continue
        spare = (center.census - tables.whole("recruit.census_floor")) // tables.whole("recruit.census")
        for _ in range(min(rule.recruits, spare, rule.most - group.size, most - called)):
            if survey.gold < gold or survey.letter.food - food < eaten * rule.upkeep_turns:
                return
            if survey.letter.order(RECRUIT, group.id, gold=gold, food=food):
                group.brigades[kind] = group.brigades.get(kind, 0) + 1
                emptied.add(center.area)
                called += 1


def _receivers(survey: Survey) -> list[Group]:
    """Own active groups, the strongest first, and an inactive one; none that wizards of a school form in this turn."""
    inactive = [one for one in survey.world.groups_of(survey.code) if not one.area]
    return [one for one in (*survey.groups, *inactive[:1]) if one.brigades or one.id not in survey.busy]


def drill(survey: Survey) -> None:
    """Recruits that stay in an own center become Veterans."""
    tables = survey.tables
    raw = tables.brigade_of_order(RECRUIT)
    for group in survey.groups:
        number = group.brigades.get(raw, 0)
        gold, food = number * tables.whole("train.gold"), number * tables.whole("train.food")
        if number and survey.own_center(group.area) is not None and survey.gold >= gold and survey.letter.food >= food * 2:
            survey.letter.order(TRAIN, group.id, number, gold=gold, food=food)


def improve(survey: Survey) -> None:
    """More gold from the centers with the fewest mines for their size, while there is time for it to pay."""
    tables, rule = survey.tables, NUMBERS.purse
    gold, food = (rule.steps * tables.whole(f"improve.{one}_per_1000") for one in ("gold", "food"))
    pays = gold // (rule.steps * 1_000) + 1
    if survey.world.turns - survey.world.turn < pays * 2:
        return
    for center in sorted(survey.centers, key=lambda one: (one.type == "Village", one.gold, one.area)):
        if center.gold >= rule.most_gold * (2 if center.type == "City" else 1) or survey.foes_near(center.area, 1):
            continue
        if survey.gold < gold or survey.letter.food < food * 2:
            return
        survey.letter.order(_IMPROVE, center.area, "G", rule.steps, gold=gold, food=food)
