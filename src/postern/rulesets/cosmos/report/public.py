"""What everybody may know: for observers, and for the history of a game that is over, with the battles, sieges, quests and
fallen nations of its turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from postern.game.chart import Chart, Marker, Owner, Site
from postern.game.chart import Terrain as Ground
from postern.game.events import Deed, Event
from postern.game.kit.report import frames
from postern.game.report import Bullets, Report, Section, Text
from postern.game.ruleset import Uncovered
from postern.rulesets.cosmos.report.account import tellings
from postern.rulesets.cosmos.report.map import MEASURE, STYLES, SYMBOLS, area_of, known_rivers, roads
from postern.rulesets.cosmos.report.turn_report import final, occasion
from postern.rulesets.cosmos.rules.points import standings
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.world.places import hex_of
from postern.rulesets.cosmos.world.records import HexMemory, World


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


_SECRET = (
    "What the nations hold, how many points they have and what they see is secret until the game is over; each player is told "
    "only what his own nation sees. The final table comes here then."
)
_ANNOUNCED = ("eliminated", "over")
"""What is told to everybody by the rules."""


def public_report(world: World, events: Sequence[Event]) -> Report:
    """The public report of the turn just run; with no turn run yet, of the beginning."""
    tables = world.tables
    rows = [f"{one.seat} leads {tables.nations[one.code].name} ({one.code})" for one in world.nations.values() if one.seat]
    notes = () if world.finished else (Text(_SECRET, "note"),)
    players = Section("players", "Who plays", (Bullets(tuple(rows)), *notes))
    sections = [final(world, ""), frames.news_section(tellings(), events, _ANNOUNCED), players]
    begins = f"{len(rows)} players begin {tables.name}, for {world.turns} turns."
    goes_on = f"Turn {world.turn - 1} of {world.turns} has run."
    return frames.public_report(occasion(world, world.turn == 1), begins, goes_on, sections)


def uncovered(world: World) -> Uncovered:
    """The world with nothing hidden, for when the game is over."""
    tables = world.tables
    seated = [one for one in world.nations.values() if one.seat]
    sides = {one.seat: tables.nations[one.code].name for one in seated}
    starts = {one.seat: one.code for one in seated}
    words = ("hex", "hexes", "individuals")
    return Uncovered(standings(world), sides, open_chart(world), tuple(world.winners), starts, figures(world), words)


def open_chart(world: World) -> Chart:
    """The map of the world as it stands: all hexes, locations and forces. Owners are the players, in the order of nations,
    and then those whom nobody leads, by their codes."""
    tables = world.tables
    keys = {"": "", **{code: one.seat or code for code, one in world.nations.items()}}
    known = {number: HexMemory(world.turn, one.owner, tables.hexes[number].terrain) for number, one in world.hexes.items()}
    seen = (area_of(world, number, known[number]) for number in tables.hexes)
    areas = tuple(replace(area, owner=keys[area.owner]) for area in seen)
    kinds = {symbol.kind for symbol in SYMBOLS}
    open_ = (
        one
        for one in world.locations.values()
        if int(one.outside) in world.hexes and tables.location_types[one.type].mode != "quest"
    )
    sites = tuple(Site(one.outside, one.type if one.type in kinds else "location", one.name, keys[one.owner]) for one in open_)
    nations = sorted(world.nations.values(), key=lambda one: (not one.seat, one.number))
    owners = tuple(
        Owner(
            keys[one.code],
            f"{one.seat} ({tables.nations[one.code].name})" if one.seat else tables.nations[one.code].name,
            one.code[0],
            neutral=not one.seat,
            number=one.number if tables.nations[one.code].played else 0,
        )
        for one in nations
    )
    return Chart(
        title=tables.name,
        subtitle=frames.when(world.turn),
        areas=areas,
        terrains=tuple(Ground(name, name, STYLES[name]) for name in dict.fromkeys(area.terrain for area in areas)),
        owners=owners,
        markers=tuple(replace(marker, owner=keys[marker.owner]) for marker in _markers(world)),
        routes=tuple(roads(tables, known)),
        turn=world.turn - 1,
        symbols=tuple(one for one in SYMBOLS if one.kind in {"bay", *(site.kind for site in sites)}),
        measure=MEASURE,
        sites=sites,
        rivers=tuple(known_rivers(tables, known)),
    )


def _markers(world: World) -> tuple[Marker, ...]:
    """All troops of an owner in a hex, added up."""
    found: dict[tuple[str, str], int] = {}
    for unit in world.units.values():
        if unit.position and not unit.questing and world.tables.unit_types[unit.type].mass:
            place = str(hex_of(world, unit.position))
            found[place, unit.owner] = found.get((place, unit.owner), 0) + unit.individuals
    return tuple(Marker(place, owner, owner, str(number)) for (place, owner), number in sorted(found.items()))
