"""What of a turn is told when the game is over: battles, sieges, quests, nations that fell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from postern.game.events import Deed, Event
from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.points import standings
from postern.rulesets.cosmos.world import World


def side_of(world: World, code: str) -> str:
    """A nation by its player's name, or by its own where nobody leads it."""
    nation = world.nations[code]
    return nation.seat or world.tables.nations[code].name


def deeds(before: World, after: World, events: Sequence[Event]) -> tuple[Deed, ...]:
    """The deeds of the turn between these worlds, of which ``events`` are all."""
    return (*_battles(after, events), *_sieges(after), *_quests(before, after), *_falls(before, after))


def _battles(world: World, events: Iterable[Event]) -> Iterator[Deed]:
    """Each battle once: what all nations were told of it, put together."""
    found: dict[tuple[str, str], dict[int, Mapping[str, Any]]] = {}
    for one in events:
        if one.kind == "battle":
            known = found.setdefault((one.step, str(one.data["hex"])), {})
            known.update({row["id"]: row for row in one.data["units"]})
    for (_, place), units in found.items():
        lost: dict[str, int] = defaultdict(int)
        for row in units.values():
            left = row.get("fled_with", row["after"])  # who fled did not fall
            lost[row["owner"]] += row["before"]["individuals"] - left["individuals"]
        if len(lost) > 1:
            ranked = sorted(lost, key=lambda owner: (lost[owner], owner))
            best, worst = ranked[0], ranked[-1]
            what = "undecided" if lost[best] == lost[worst] else ""
            yield Deed("battle", side_of(world, best), side_of(world, worst), place, sum(lost.values()), what)


def _sieges(world: World) -> Iterator[Deed]:
    """Who stands before a besieged location as the turn ends."""
    for location in world.locations.values():
        if location.besieged and location.owner:
            outside = {unit.owner for unit in world.units.values() if unit.position == location.outside}
            for code in sorted(outside):
                if world.policy(code, location.owner) == "enemy":
                    yield Deed("siege", side_of(world, code), side_of(world, location.owner), location.outside)


def _quests(before: World, after: World) -> Iterator[Deed]:
    """Deeds of questing units, by the points that they bring."""
    names = {"clue": "found a clue at", "vigil": "kept a vigil at", "slay": "slew what lived in"}
    for nation in after.seated():
        for number in nation.deeds[len(before.nations[nation.code].deeds) :]:
            row = after.tables.deeds[int(number)]
            place = after.tables.locations[row.location].name
            yield Deed("feat", nation.seat, "", "", row.points * 10, f"{names[row.kind]} {place}")


def _falls(before: World, after: World) -> Iterator[Deed]:
    for nation in after.nations.values():
        if nation.seat and nation.eliminated and not before.nations[nation.code].eliminated:
            yield Deed("fall", nation.seat)


def figures(world: World) -> dict[str, dict[str, int]]:
    """What each player has, for the records."""
    found: dict[str, dict[str, int]] = {}
    for one in standings(world):
        nation = world.nation_of(one.seat)
        own = [unit for unit in world.units.values() if unit.owner == nation.code]
        found[one.seat] = {
            "hexes": sum(place.owner == nation.code for place in world.hexes.values()),
            "cities and towns": sum(place.owner == nation.code and place.size > 0 for place in world.locations.values()),
            "soldiers": sum(unit.individuals for unit in own if world.tables.unit_types[unit.type].mass),
            "gold": nation.pool.get("gold", 0) // HUNDRED,
        }
    return found
