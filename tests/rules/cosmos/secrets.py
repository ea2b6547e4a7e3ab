"""What a nation may not know of a world, what it does see, and what cannot reach it in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from postern.rulesets.cosmos.world.places import hex_of
from postern.rulesets.cosmos.world.records import Location, Nation, Pending, Unit, World
from tests.kit.game import Far, Hidden

_FAR = 8
"""Nothing that is so many hexes away is seen, or comes near in one turn."""


def _others(world: World, seat: str) -> list[Nation]:
    return [one for one in world.seated() if one.seat != seat]


def _foreign(world: World, seat: str) -> list[Unit]:
    own = world.nation_of(seat).code
    return [unit for _, unit in sorted(world.units.items()) if unit.owner != own]


def _orders(world: World, seat: str, *lines: str) -> str:
    """Orders to the first lord of one's own who stands on the map."""
    own = world.nation_of(seat)
    tables, lord = world.tables, world.tables.nations[own.code].ruler_type
    units = [unit for _, unit in sorted(world.units.items()) if unit.owner == own.code and unit.position]
    first = min(units, key=lambda unit: (unit.type != lord, not tables.unit_types[unit.type].allowance, unit.id))
    return "\n".join((f"{first.id}:", *lines))


def _chosen(things: list[Unit], pick: int) -> Unit:
    return things[pick % len(things)]


def pool(world: World, seat: str, pick: int) -> str:
    """What others own."""
    others = _others(world, seat)
    other = others[pick % len(others)]
    other.pool["gold"] = other.pool.get("gold", 0) + 100 + pick
    return f"nation {world.nation_of(seat).number}:\ntransfer gold:20 food:10 {other.code.lower()}"


def numbers(world: World, seat: str, pick: int) -> str:
    """How strong a unit of others is by now: what was seen of it is written down."""
    unit = _chosen(_foreign(world, seat), pick)
    unit.individuals += 3
    there = hex_of(world, unit.position) if unit.position else 190
    return _orders(world, seat, f"bribe defect 200 {unit.id}", f"hire {unit.id}", f"farmove {there}", "storm", "control -1")


def orders(world: World, seat: str, pick: int) -> str:
    """What a unit of others will do."""
    unit = _chosen(_foreign(world, seat), pick)
    unit.program = [Pending(f"wait {pick % 24}")]
    return _orders(world, seat, f"find {unit.id}", f"waitonesig {unit.id}", f"waitforone {unit.id}", f"join {unit.id}")


def policies(world: World, seat: str, pick: int) -> str:
    """What another nation thinks of the third ones."""
    others = _others(world, seat)
    one, third = others[pick % len(others)], others[(pick + 1) % len(others)]
    one.policies[third.code] = "ally" if one.policies.get(third.code) != "ally" else "neutral"
    return f"nation {world.nation_of(seat).number}:\npolicy {one.code.lower()} enemy\npolicy {third.code.lower()} ally"


def points(world: World, seat: str, pick: int) -> None:
    """How many points others have."""
    _others(world, seat)[pick % (len(_others(world, seat)))].points += 1 + pick


def memories(world: World, seat: str, pick: int) -> None:
    """What others have seen."""
    for nation in _others(world, seat):
        nation.memory.hexes.clear()
        nation.memory.units.clear()


def _sap(world: World, owners: Callable[[str], bool], pick: int) -> Location:
    walled = [one for _, one in sorted(world.locations.items()) if owners(one.owner) and one.strength]
    chosen = walled[pick % len(walled)]
    chosen.sapping += 1 + pick % 5
    return chosen


def tunnels(world: World, seat: str, pick: int) -> str:
    """What saps the walls of others."""
    own = world.nation_of(seat).code
    sapped = _sap(world, lambda owner: owner != own, pick)
    return _orders(world, seat, f"damage {sapped.id} 3", f"sap {sapped.id} 3", f"move {sapped.id}", "control")


def own_tunnels(world: World, seat: str, pick: int) -> str:
    """What saps one's own walls: neither side knows it (CF-16.3.1-01)."""
    own = world.nation_of(seat).code
    sapped = _sap(world, lambda owner: owner == own, pick)
    return f"{sapped.id}:\nbreak\nrepair sapping\nrepair sapping 2\nimprove strength 1\nremove strength 1"


def loads(world: World, seat: str, pick: int) -> str:
    """What a unit of others carries."""
    unit = _chosen(_foreign(world, seat), pick)
    unit.carries["gold"] = 100 + pick
    return _orders(world, seat, f"donate gold:1 {unit.id}", "collect", "take", f"give {unit.id} 2001")


HIDDEN: tuple[Hidden, ...] = (pool, numbers, orders, policies, points, memories, tunnels, own_tunnels, loads)


def own_gold(world: World, seat: str) -> None:
    """Gold of one's own."""
    stock = world.nation_of(seat).pool
    stock["gold"] = stock.get("gold", 0) + 12_300


def own_name(world: World, seat: str) -> None:
    """A new name for a unit of one's own."""
    nation = world.nation_of(seat)
    next(unit for unit in world.units.values() if unit.owner == nation.code and unit.position).name = "Somebody Else"


SHOWN: tuple[Callable[[World, str], None], ...] = (own_gold, own_name)


# --- what cannot reach a seat ----------------------------------------------------------------------------------------------


def _places(world: World, code: str) -> set[int]:
    """The hexes where anything of a nation is."""
    own = {hex_of(world, unit.position) for unit in world.units.values() if unit.owner == code and unit.position}
    own |= {hex_of(world, one.outside) for one in world.locations.values() if one.owner == code}
    return own | {number for number, one in world.hexes.items() if one.owner == code}


def _distant(worlds: Iterable[World], code: str) -> list[int]:
    """Units that stand far from all of a nation, before and after the turn."""
    found: set[int] | None = None
    for world in worlds:
        own = _places(world, code)
        grid = world.tables.grid
        far_off = {
            unit.id
            for unit in world.units.values()
            if unit.owner != code
            and unit.position
            and min(grid.distance(hex_of(world, unit.position), place) for place in own) >= _FAR
        }
        found = far_off if found is None else found & far_off
    return sorted(found or ())


def _far_name(units: list[int], world: World, pick: int) -> None:
    if units:
        world.units[units[pick % len(units)]].name = "Far Stranger"


def _far_load(units: list[int], world: World, pick: int) -> None:
    if units:
        world.units[units[pick % len(units)]].carries["wood"] = 1


def _far_food(owner: str, world: World, pick: int) -> None:
    stock = world.nations[owner].pool
    stock["food"] = stock.get("food", 0) + 100 + pick


def far(world: World, after: World, seat: str) -> tuple[Far, ...]:
    """Names and loads of units far off, food of another nation."""
    code = world.nation_of(seat).code
    units = _distant((world, after), code)
    known = world.nation_of(seat).memory.units.keys() | after.nation_of(seat).memory.units.keys()
    units = [one for one in units if one not in known]
    other = next(one.code for one in world.seated() if one.seat != seat)
    return (partial(_far_name, units), partial(_far_load, units), partial(_far_food, other))


def near(world: World, seat: str) -> None:
    """Half of one's own food is gone."""
    world.nation_of(seat).pool["food"] //= 2
