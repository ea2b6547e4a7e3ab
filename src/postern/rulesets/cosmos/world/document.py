"""The world as a JSON document: the same world gives the same bytes, and what is loaded is checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from postern.game.kit.documents import Document, WorldDocuments
from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.tables.scenario import SCENARIOS
from postern.rulesets.cosmos.world.records import World
from postern.rulesets.cosmos.world.strength import in_order

_NUMBERED = ("units", "locations", "hexes", "items", "signals")


def _ordered(world: World) -> World:
    """Everything by number, nations in the order of theirs."""
    numbered: dict[str, Any] = {name: dict(sorted(getattr(world, name).items())) for name in _NUMBERED}
    return replace(world, **numbered)


def _faults(world: World) -> Iterator[str]:
    """What the records say of each other that cannot be."""
    if world.scenario not in SCENARIOS:
        yield f"scenario: there is no scenario {world.scenario!r}"
        return
    tables = world.tables
    for number, unit in world.units.items():
        at = f"units.{number}"
        if unit.id != number:
            yield f"{at}.id: is {unit.id}"
        if unit.type not in tables.unit_types:
            yield f"{at}.type: there is no unit type {unit.type}"
        if unit.owner not in world.nations:
            yield f"{at}.owner: there is no nation {unit.owner!r}"
        if unit.position and not _is_place(world, unit.position):
            yield f"{at}.position: {unit.position!r} is nowhere"
        if unit.individuals < 1 or len(unit.wounds) > unit.individuals or not in_order(unit.wounds):
            yield f"{at}: {unit.individuals} individuals with the wounds {unit.wounds[:5]} cannot be"
        if unit.leader and number not in getattr(world.units.get(unit.leader), "members", ()):
            yield f"{at}.leader: {unit.leader} does not lead it"
        for member in unit.members:
            if member not in world.units or world.units[member].leader != number:
                yield f"{at}.members: {member} is not in this force"
    for number, location in world.locations.items():
        if location.id != number or location.type not in tables.location_types:
            yield f"locations.{number}: is {location.id}, a {location.type!r}"
        if not _is_place(world, location.outside):
            yield f"locations.{number}.outside: {location.outside!r} is nowhere"
    if missing := set(tables.hexes) - set(world.hexes):
        yield f"hexes: {len(missing)} are missing"
    for code, nation in world.nations.items():
        if code not in tables.nations or nation.code != code:
            yield f"nations.{code}: there is no such nation"


def _is_place(world: World, position: str) -> bool:
    number = position.lstrip("ou")
    return is_number(number) and (int(number) in world.hexes or (int(number) in world.locations and number == position))


def _morale_in_hundredths(document: Document) -> Document:
    """Version 2 keeps the morale of units in hundredths of a point."""
    for unit in document["units"].values():
        unit["spirit"] = 100 * unit.pop("morale", 0)
    return document


WORLDS = WorldDocuments(World, (_morale_in_hundredths,), _ordered, _faults)
dump, load, schema = WORLDS.dump, WORLDS.load, WORLDS.schema
