"""What a seat does in its orders, for the count of a league: the kinds of orders that it gives, and what computer nations
should do little of: leaders without work, troops that nobody leads, gold that lies about.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from postern.game.kit.orders.sheets import Given
from postern.game.orders import OrderSheet
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.orders.carrying_out import every
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.rules.points import sources
from postern.rulesets.cosmos.tables.amounts import whole
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.world.places import hex_of, location_at, outwards

_SYSTEM = "system"
"""The giver of orders that nobody can give."""
_HOARD = 400
"""More whole gold than this lies about."""

USABLE = tuple(kind.name for kind in grammar().kinds if kind.giver != _SYSTEM)
"""Every kind of order."""
UNUSED = {name: reason for name in USABLE if (reason := TRAITS[name].computers)}
"""Which of them computer nations never give, and why."""
IDLE = "leader without orders who could take land"
CROWD = "mass unit outside of cities and towns that nobody leads"
HOARD = f"turn with more than {_HOARD} gold in the pool"
HELD = "city or town at the beginning of a turn"
OPEN = "city or town at the beginning of a turn without troops inside"
POINT = "point at the end"
CASTLE_POINT = "point at the end that comes from a castle"
OVERBUILT = "nation that ends with castles on more than a third of its hexes"
EXCESS = (IDLE, CROWD, HOARD, HELD, OPEN, POINT, CASTLE_POINT, OVERBUILT)
_MOST_CASTLES = Fraction(1, 3)


def uses(sheet: OrderSheet, view: View) -> tuple[str, ...]:
    """The kinds of the orders on this sheet, those in blocks too, and what there is of ``EXCESS``."""
    given = list(every(order.data for order in sheet.orders if isinstance(order.data, Given)))
    named = [one.code.split(" ")[0] for one in given]
    if view.world.finished:
        return tuple(_at_the_end(view))
    return (*(one for one in named if one in _NAMES), *_excess(view, {one.head.name for one in given}), *_cities(view))


_NAMES = frozenset(USABLE)


def _cities(view: View) -> Iterator[str]:
    """Each city and town of the nation, and whether no mass unit of it stands inside (the game counts only units inside)."""
    world = view.world
    troops = (one for one in world.units.values() if one.owner == view.code and world.tables.unit_types[one.type].mass)
    held = {spot for one in troops for spot in outwards(world, one.position)}
    for place in world.locations.values():
        if place.owner == view.code and place.size:
            yield HELD
            if str(place.id) not in held:
                yield OPEN


def _at_the_end(view: View) -> Iterator[str]:
    """Where a nation's points came from, and whether it built castles beyond what is sound."""
    world = view.world
    found = sources(world, view.nation)
    castles = {row.type for row in world.tables.victory if row.per == "of hexes"}
    yield from [POINT] * sum(found.values())
    yield from [CASTLE_POINT] * sum(found.get(one, 0) for one in castles)
    land = {number for number, one in world.hexes.items() if one.owner == view.code}
    built = {hex_of(world, one.outside) for one in world.locations.values() if one.type in castles and one.owner == view.code}
    if len(built & land) > _MOST_CASTLES * len(land):
        yield OVERBUILT


def _excess(view: View, ordered: set[str]) -> Iterator[str]:
    tables, nation = view.world.tables, view.nation
    for unit in view.world.units.values():
        if unit.owner != view.code or not unit.position or unit.leader or unit.questing:
            continue
        row, kind = tables.leaders.get(unit.type), tables.unit_types[unit.type]
        at_work = bool(unit.program) or str(unit.id) in ordered
        if row is not None and row.control_base and not at_work and unit.id != nation.ruler:
            yield IDLE
        inside = location_at(view.world, unit.position)
        if kind.mass and not at_work and not unit.members and not (inside and inside.size):
            yield CROWD
    if whole(nation.pool, "gold") > _HOARD:
        yield HOARD
