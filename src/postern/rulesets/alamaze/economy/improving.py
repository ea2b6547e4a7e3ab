"""Raising the values of centers, by order and by spell, and taxing one (AC-04-10, AC-04-33, AC-04-34)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.economy.production import Harvest, siege_share
from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.magic.casting import caster, spell_level
from postern.rulesets.alamaze.ownership import change_owner
from postern.rulesets.alamaze.regions import change_reaction
from postern.rulesets.alamaze.treasury import LATE, PRODUCTION, book, pay
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Center

_NAMES = {"F": "food", "G": "gold", "D": "defense"}
_STEP = 1_000


@dataclass
class Improved:
    """What was raised in this turn: by area and letter of 600, or number of 599 (ruling 7)."""

    done: set[tuple[str, str]] = field(default_factory=set)


def own_center(doing: Doing, area: str) -> Center | None:
    """The own center in an area; None after a failure."""
    center = doing.world.centers.get(area)
    if center is None or center.owner != doing.code:
        ours = ", ".join(one.area for one in doing.world.centers_of(doing.code)) or "none"
        doing.fail(f"We have no center in {area}.", f"Ours: {ours}.", code="NOT YOURS")
        return None
    return center


def improve(doing: Doing) -> bool:
    """600: one value of a center, by thousands. Fields and mines draw people, walls cost some (AC-04-33)."""
    tables, order = doing.tables, doing.order
    center = own_center(doing, order.area)
    if center is None:
        return False
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


def dwarven_defenses(doing: Doing) -> bool:
    """599: the walls of a center, once a turn."""
    center = own_center(doing, doing.order.area)
    if center is None:
        return False
    if (center.area, "599") in doing.turn.state(Improved).done:
        return doing.fail(f"{center.name} has its Dwarven defenses this turn by another order.")
    gold, by = doing.tables.whole("dwarven_defenses.gold"), doing.tables.whole("dwarven_defenses.defense")
    if not pay(doing, gold):
        return False
    doing.turn.state(Improved).done.add((center.area, "599"))
    center.defense += by
    return doing.done(f"defense of {center.name} +{by:,}", gold)


def tax(doing: Doing) -> bool:
    """240: the gold of this turn once more; then the center is neutral, and the region may resent it (AC-04-23)."""
    center = own_center(doing, doing.order.area)
    if center is None:
        return False
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
    return doing.done(f"{gold:,} gold; {center.name} is neutral")


def raise_by_spell(doing: Doing) -> bool:
    """601, 602, 603: defense, food, gold of the own center where the group stands (AC-04-34)."""
    letter = {601: "D", 602: "F", 603: "G"}[doing.order.number]
    center = _center_here(doing)
    if center is None or caster(doing) is None:
        return False
    by = doing.tables.whole(f"spell.{doing.order.number}")
    raise_center(center, letter, by)
    return doing.done(f"{_NAMES[letter]} of {center.name} +{by:,}")


def raise_census(doing: Doing) -> bool:
    """610: more people."""
    center = _center_here(doing)
    if center is None or caster(doing) is None:
        return False
    by = doing.tables.whole("spell.610")
    center.census += by
    return doing.done(f"census of {center.name} +{by:,}")


def _center_here(doing: Doing) -> Center | None:
    group = doing.own_group()
    if group is None:
        return None
    center = doing.world.centers.get(group.area)
    if center is None or center.owner != doing.code:
        doing.fail(f"{group.id} is in no center of ours ({group.area}).")
        return None
    return center


def create(doing: Doing) -> bool:
    """208, 209: food or gold out of nothing, by power."""
    cast = caster(doing)
    if cast is None:
        return False
    made = spell_level(doing.world, *cast) * doing.tables.whole(f"spell.{doing.order.number}")
    food, gold = (made, 0) if doing.order.number == 208 else (0, made)
    book(doing.turn, doing.kingdom, LATE, food, gold)
    return doing.done(f"{made:,} {'food' if food else 'gold'}")


HANDLERS: Handlers = {
    208: create,
    209: create,
    240: tax,
    599: dwarven_defenses,
    600: improve,
    601: raise_by_spell,
    602: raise_by_spell,
    603: raise_by_spell,
    610: raise_census,
}
