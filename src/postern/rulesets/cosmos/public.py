"""What everybody may know: for observers, and for the history of a game that is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postern.game.chart import Chart, Marker, Owner, Site
from postern.game.chart import Terrain as Ground
from postern.game.events import Event
from postern.game.kit import reports
from postern.game.report import Bullets, Report, Section, Text
from postern.game.ruleset import Uncovered
from postern.rulesets.cosmos.chart import MEASURE, STYLES, SYMBOLS, area_of, known_rivers, roads
from postern.rulesets.cosmos.deeds import figures
from postern.rulesets.cosmos.places import hex_of
from postern.rulesets.cosmos.points import standings
from postern.rulesets.cosmos.report import final, occasion
from postern.rulesets.cosmos.telling import tellings
from postern.rulesets.cosmos.world import HexMemory, World

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
    sections = [final(world, ""), reports.news_section(tellings(), events, _ANNOUNCED), players]
    begins = f"{len(rows)} players begin {tables.name}, for {world.turns} turns."
    goes_on = f"Turn {world.turn - 1} of {world.turns} has run."
    return reports.public_report(occasion(world, world.turn == 1), begins, goes_on, sections)


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
        subtitle=reports.when(world.turn),
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
