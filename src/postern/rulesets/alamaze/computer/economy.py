"""A computer kingdom's food, gold and ships.

- What food and gold are spent for beside people: the market, recruits, better centers (AC-04, AC-14, AC-17).
- Deals of two kingdoms that agree without a word: each turn tells which two may deal, and for what (AC-24).
- Sea power: fleets for kingdoms whose prizes lie over water, and patrols in seas where others sail (AC-07, AC-22).
"""

from __future__ import annotations

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.orders.supply import RECRUIT, TRAIN
from postern.rulesets.alamaze.rules.economy import upkeep
from postern.rulesets.alamaze.rules.regions import allied, declared, natural_enemy
from postern.rulesets.alamaze.rules.sea import rating, sea_of
from postern.rulesets.alamaze.world.records import Group

_MARKET, _IMPROVE = 200, 600


def trade(survey: Survey) -> None:
    """Buys food for groups that would go hungry, and for recruits where there is far more gold than food; sells food when gold
    is wanting."""
    rate, rule, letter = survey.tables.whole("market.rate"), NUMBERS.purse, survey.letter
    missing = sum(upkeep(survey.world, one)[0] for one in survey.unfed())
    price = min(missing * rate, letter.left["gold"] * 4 // 5)
    if price < rate and survey.gold > rule.gold_rich and letter.left["food"] < rule.food_enough:
        price = min(survey.gold // 2, (rule.food_enough - letter.left["food"]) * rate)
    if price >= rate:
        if letter.order(_MARKET, "G", price, gold=price):
            letter.left["food"] += price // rate - missing
    elif survey.gold < 0 and letter.left["food"] > rule.food_enough:
        sold = letter.left["food"] // 2
        if letter.order(_MARKET, "F", sold, food=sold):
            letter.left["gold"] += sold // rate - sum(upkeep(survey.world, one)[1] for one in survey.unpaid())


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
            if survey.gold < gold or survey.letter.left["food"] - food < eaten * rule.upkeep_turns:
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
        if (
            number
            and survey.own_center(group.area) is not None
            and survey.gold >= gold
            and survey.letter.left["food"] >= food * 2
        ):
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
        if survey.gold < gold or survey.letter.left["food"] < food * 2:
            return
        survey.letter.order(_IMPROVE, center.area, "G", rule.steps, gold=gold, food=food)


_FOOD, _GOLD = 201, 202


def deal(survey: Survey) -> None:
    """A lot of food for a lot of gold with the partner of this turn: better for both than the market, whose rate is three for
    one. Who has too much of one and little of the other offers it; nothing is given unless the other offers the same."""
    rule, partner = NUMBERS.trade, partner_of(survey)
    if not partner or declared(survey.world, survey.code, partner) == "E":
        return
    food, gold = survey.letter.left["food"], survey.letter.left["gold"]
    if survey.world.kingdoms[partner].declared.get(survey.code) == "E":
        return
    if food > rule.spare_food and gold < rule.low_gold:
        survey.letter.order(_FOOD, partner, rule.lot_food, rule.lot_gold, food=rule.lot_food)
    elif gold > rule.spare_gold and food < rule.low_food:
        survey.letter.order(_GOLD, partner, rule.lot_gold, rule.lot_food, gold=rule.lot_gold)


def partner_of(survey: Survey) -> str:
    """With whom a kingdom may deal this turn: the kings who play sit round a table that turns by one place a turn, and face
    each other; "" for one who faces nobody."""
    codes = [one.code for one in survey.world.seated()]
    place = codes.index(survey.code) if survey.code in codes else 0
    opposite = codes[(survey.world.turn - place) % len(codes)] if codes else ""
    return opposite if opposite != survey.code else ""


_PATROL, _BUILD, _SELL = 705, 748, 245


def build(survey: Survey) -> None:
    """Fleets in a sea at whose coast the kingdom lives, up to what the strongest group needs, when there is gold to spare."""
    tables, rule = survey.tables, NUMBERS.ships
    if not tables.kingdoms[survey.code].naval_quality or survey.gold < rule.rich:
        return
    price = tables.whole("sea.first_price")
    for center in survey.centers:
        for area in (center.area, *tables.grid.neighbours(center.area)):
            sea = sea_of(survey.world, area)
            if not sea or not _prizes(survey, sea):
                continue
            number = min(rule.fleets - rating(survey.kingdom, sea), tables.whole("sea.fleets_per_turn"))
            number = min(number, (survey.gold - rule.rich) // price + 1)
            if number > 0 and survey.letter.order(_BUILD, sea, price, number, center.area, area, gold=price * number):
                return


def _prizes(survey: Survey, sea: str) -> bool:
    """True where a wanted center lies in the sea or at its coast."""
    grid = survey.tables.grid
    return any(
        any(sea_of(survey.world, one) == sea for one in (area, *grid.neighbours(area))) for area in sorted(survey.wanted)
    )


def patrol(survey: Survey) -> None:
    """Fleets of seas in which nobody of ours sails this turn look for those of declared and natural enemies."""
    used = {sea_of(survey.world, one) for ways in survey.sailing.values() for one in ways}
    for sea in sorted(survey.kingdom.fleets):
        if sea in used or survey.at_sea(sea) or rating(survey.kingdom, sea) < NUMBERS.ships.patrol_from:
            continue
        if _others_sail(survey, sea):
            survey.letter.order(_PATROL, sea)


def _others_sail(survey: Survey, sea: str) -> bool:
    """True for a sea on which foreign groups or ships were seen, or at which the natural enemy has his fleets."""
    tables = survey.tables
    foes = [one for one in survey.world.groups.values() if one.kingdom != survey.code and one.area]
    if any(sea_of(survey.world, one.area) == sea and not allied(survey.world, survey.code, one.kingdom) for one in foes):
        return True
    enemy = natural_enemy(survey.world, survey.kingdom)
    counted = any(sea in seas for seas in survey.kingdom.memory.fleets.values())
    return counted or (enemy is not None and tables.kingdoms[enemy.code].fleet_sea == tables.seas[sea].sea)


def sell(survey: Survey) -> None:
    """A kingdom that cannot pay its groups sells ships that nobody needs."""
    if not survey.unpaid():
        return
    for sea in sorted(survey.kingdom.fleets):
        spare = rating(survey.kingdom, sea) - survey.at_sea(sea)
        if spare > 0 and survey.letter.order(_SELL, sea, spare):
            each = survey.kingdom.fleets[sea].quality * survey.tables.value("sea.sale_gold_per_quality")
            survey.letter.left["gold"] += int(spare * each)
            return
