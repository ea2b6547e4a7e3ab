"""Orders for food and gold: rations, recruits, better centers.

- Groups that get no food (225) or no gold (230) this turn, or dissolve a brigade (235; AC-04-11, AC-06-95).
- Recruits and their training (AC-17, ruling 54).
- Raising the values of centers, by order and by spell, and taxing one (AC-04-10, AC-04-33, AC-04-34).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from postern.rulesets.alamaze.orders.acting import spell_level
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.centers import change_owner
from postern.rulesets.alamaze.rules.economy import Harvest, Rations, dissolve, siege_share
from postern.rulesets.alamaze.rules.effects import happens
from postern.rulesets.alamaze.rules.regions import change_reaction
from postern.rulesets.alamaze.rules.sea import room_at
from postern.rulesets.alamaze.turn import LATE, PRODUCTION, Doing, book, pay
from postern.rulesets.alamaze.world.records import Center, Group, Wizard


@ORDERS.effect()
def do_not_feed(doing: Doing, group: Group) -> str:
    """225: the group has to go hungry this turn (AC-04-11, AC-06-89)."""
    doing.turn.state(Rations).no_food.add(group.id)
    return f"{group.id} is not fed"


@ORDERS.effect()
def do_not_pay(doing: Doing, group: Group) -> str:
    """230: the group is not paid this turn (AC-04-11, AC-06-90)."""
    doing.turn.state(Rations).no_gold.add(group.id)
    return f"{group.id} is not paid"


@ORDERS.effect()
def reorganize(doing: Doing, group: Group) -> str | bool:
    """235: one brigade is dissolved, and its men fill the gaps of the others (AC-06-95)."""
    order = doing.order
    if order.brigade not in group.brigades:
        kinds = " ".join(group.brigades) or "none"
        return doing.fail(f"{group.id} has no brigade {order.brigade}.", f"It has {kinds}.")
    if group.size < 2:
        return doing.fail(f"{group.id} has only one brigade; nothing would be left.")
    dissolve(group, order.brigade)
    return f"attrition of {group.id} is now {group.attrition:g} percent"


RECRUIT, TRAIN = 560, 550


@dataclass
class Recruited:
    """How many brigades each center gave in this turn (AC-17-10)."""

    brigades: Counter[str] = field(default_factory=Counter)


@ORDERS.effect()
def recruit(doing: Doing) -> bool:
    """560: one brigade of Recruits, from a town or city of ours (AC-17-03..10)."""
    tables = doing.tables
    group = doing.own_group(active=False)
    center = _recruiting_center(doing, group) if group is not None else None
    if group is None or center is None:
        return False
    kind = tables.brigade_of_order(RECRUIT)
    least = tables.whole("recruit.census_floor")
    if center.census - tables.whole("recruit.census") < least:
        return doing.fail(f"{center.name} has {center.census:,} people; {least:,} have to stay.")
    if kind not in group.brigades and len(group.brigades) >= tables.whole("group.brigade_types"):
        return doing.fail(f"{group.id} has {len(group.brigades)} kinds of brigades, the most there may be.")
    if room_at(doing.world, doing.code, center.area) == 0:
        return doing.fail(f"There is no ship for one more brigade at {center.name}.")
    taken = doing.turn.state(Recruited).brigades
    rebels = taken[center.area] >= tables.whole("recruit.unharmed")
    if rebels and center.area == doing.kingdom.capital:
        why = f"A third brigade from {center.name} would make it rebel, which a capital does not do."
        return doing.fail(why, "Two are the most of a capital in a turn.")
    gold, food = tables.whole("recruit.gold"), tables.whole("recruit.food")
    if not pay(doing, gold, food):
        return False
    group.area = center.area
    group.brigades[kind] = group.brigades.get(kind, 0) + 1
    center.census -= tables.whole("recruit.census")
    center.food -= tables.whole("recruit.production")
    center.gold = max(center.gold - tables.whole("recruit.production"), 0)
    taken[center.area] += 1
    if rebels:
        doing.note(f"It is the third brigade of {center.name} in this turn: the center rebels and is neutral.")
        change_owner(doing.turn, center, "", "revolt")
    return doing.done(f"one brigade of {tables.brigades[kind].name} for {group.id}", gold, food)


def _recruiting_center(doing: Doing, group: Group) -> Center | None:
    """The own town or city where a group recruits: where it stands, an inactive one at the capital (AC-17-04, AC-17-13)."""
    area = group.area or doing.kingdom.capital
    center = doing.world.centers.get(area)
    fitting = [one.area for one in doing.world.centers_of(doing.code) if one.type != "Village"]
    remedy = f"Recruits come from a town or city of ours: {', '.join(fitting)}." if fitting else "We have no town or city."
    if center is None or center.owner != doing.code:
        doing.fail(f"{group.id} stands in {area}, where we have no center.", remedy)
        return None
    if center.type == "Village":
        doing.fail(f"{group.id} stands at a village ({area}).", remedy)
        return None
    return center


@ORDERS.effect("train_recruits")
def train(doing: Doing, group: Group) -> bool:
    """550: Recruits of a group in a center of ours become Veterans (AC-17-12)."""
    tables = doing.tables
    center = doing.world.centers.get(group.area)
    if center is None or center.owner != doing.code:
        return doing.fail(f"{group.id} is in no center of ours ({group.area}).", "Training needs one.")
    raw, trained = tables.brigade_of_order(RECRUIT), tables.brigade_of_order(TRAIN)
    there = group.brigades.get(raw, 0)
    if not there:
        return doing.fail(f"{group.id} has no {tables.brigades[raw].name}.")
    number = there if doing.order.quantity is None else min(doing.order.quantity, there)
    if doing.order.quantity == 0:
        return doing.fail("None would be trained.", f"{group.id} has {there}.", f"550 {group.id} {there}")
    if trained not in group.brigades and number < there and len(group.brigades) >= tables.whole("group.brigade_types"):
        return doing.fail(f"{group.id} has {len(group.brigades)} kinds of brigades, the most there may be.", "Train all.")
    gold, food = number * tables.whole("train.gold"), number * tables.whole("train.food")
    if not pay(doing, gold, food):
        return False
    group.brigades[raw] -= number
    if not group.brigades[raw]:
        del group.brigades[raw]
    group.brigades[trained] = group.brigades.get(trained, 0) + number
    return doing.done(f"{number} trained", gold, food)


_NAMES = {"F": "food", "G": "gold", "D": "defense"}
_STEP = 1_000


@dataclass
class Improved:
    """What was raised in this turn: by area and letter of 600, or number of 599 (ruling 7)."""

    done: set[tuple[str, str]] = field(default_factory=set)


@ORDERS.effect()
def improve(doing: Doing, own_center: Center) -> bool:
    """600: one value of a center, by thousands. Fields and mines draw people, walls cost some (AC-04-33)."""
    tables, order, center = doing.tables, doing.order, own_center
    number, most = order.quantity or 1, tables.whole("improve.most")
    if number > most:
        return doing.fail(f"At most {most} at a time.", "Did you mean:", f"600 {center.area} {order.code} {most}")
    if siege_share(doing.world, center.area) < 100 and order.code != "D":
        return doing.fail(f"{center.name} is under siege: only its defense can be raised.")
    if (center.area, order.code) in doing.turn.state(Improved).done:
        return doing.fail(f"The {_NAMES[order.code]} of {center.name} is raised by another order this turn.")
    gold, food = number * tables.whole("improve.gold_per_1000"), number * tables.whole("improve.food_per_1000")
    if not pay(doing, gold, food):
        return False
    doing.turn.state(Improved).done.add((center.area, order.code))
    raise_center(center, order.code, number * _STEP)
    people = tables.whole("improve.census")
    center.census = max(center.census + (-people if order.code == "D" else people) * number, 0)
    return doing.done(f"{_NAMES[order.code]} of {center.name} +{number * _STEP:,}", gold, food)


def raise_center(center: Center, letter: str, by: int) -> None:
    """Changes the food (F), gold (G) or defense (D) of a center."""
    name = _NAMES[letter]
    setattr(center, name, getattr(center, name) + by)


@ORDERS.need
def no_dwarves_yet(doing: Doing, own_center: Center) -> bool:
    """Fail for a center that has Dwarven defenses of this turn."""
    if (own_center.area, "599") not in doing.turn.state(Improved).done:
        return True
    return doing.fail(f"{own_center.name} has its Dwarven defenses this turn by another order.")


@ORDERS.effect()
def dwarven_defenses(doing: Doing, own_center: Center) -> str:
    """599: the walls of a center, once a turn."""
    by = doing.tables.whole("dwarven_defenses.defense")
    doing.turn.state(Improved).done.add((own_center.area, "599"))
    own_center.defense += by
    return f"defense of {own_center.name} +{by:,}"


@ORDERS.effect()
def tax(doing: Doing, own_center: Center) -> str | bool:
    """240: the gold of this turn once more; then the center is neutral, and the region may resent it (AC-04-23)."""
    center = own_center
    if center.area == doing.kingdom.capital:
        return doing.fail("The capital cannot be taxed so.")
    if siege_share(doing.world, center.area) < 100:
        return doing.fail(f"{center.name} is under siege.")
    _, gold = doing.turn.state(Harvest).brought.get(center.area, (0, 0))
    book(doing.turn, doing.kingdom, PRODUCTION, gold=gold)
    change_owner(doing.turn, center, "", "revolt")
    region = doing.world.region_of(center.area)
    if happens(doing.turn, doing.tables.value("tax.reaction_pct"), "tax", center.area):
        change_reaction(doing.turn, doing.kingdom, region, -1, "taxes")
    return f"{gold:,} gold; {center.name} is neutral"


@ORDERS.effect()
def raise_by_spell(doing: Doing, center_here: Center) -> str:
    """601, 602, 603: defense, food, gold of the own center where the group stands (AC-04-34)."""
    letter = {601: "D", 602: "F", 603: "G"}[doing.order.number]
    by = doing.tables.whole(f"spell.{doing.order.number}")
    raise_center(center_here, letter, by)
    return f"{_NAMES[letter]} of {center_here.name} +{by:,}"


@ORDERS.effect()
def raise_census(doing: Doing, center_here: Center) -> str:
    """610: more people."""
    by = doing.tables.whole("spell.610")
    center_here.census += by
    return f"census of {center_here.name} +{by:,}"


@ORDERS.need
def center_here(doing: Doing, group: Group) -> Center | None:
    """Find the own center where the group stands."""
    center = doing.world.centers.get(group.area)
    if center is None or center.owner != doing.code:
        doing.fail(f"{group.id} is in no center of ours ({group.area}).")
        return None
    return center


@ORDERS.effect("create_goods")
def create(doing: Doing, caster: tuple[Group, Wizard]) -> str:
    """208, 209: food or gold out of nothing, by power."""
    made = spell_level(doing.world, *caster) * doing.tables.whole(f"spell.{doing.order.number}")
    food, gold = (made, 0) if doing.order.number == 208 else (0, made)
    book(doing.turn, doing.kingdom, LATE, food, gold)
    return f"{made:,} {'food' if food else 'gold'}"
