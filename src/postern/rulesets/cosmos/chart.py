"""The map of one nation as a chart document: terrain as remembered, realms, roads, locations, forces, the
marches of the turn with their phases, battles, and what lies inside and below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from postern.game.chart import Area, Below, Chart, Course, Glyph, Marker, Owner, Point, River, Room, Route, Site
from postern.game.chart import Terrain as Ground
from postern.game.events import Event
from postern.game.kit.digits import is_number
from postern.game.kit.grid import steps_from
from postern.game.kit.reports import when
from postern.rulesets.cosmos.chart_forces import clashes, label, marches, other_markers, own_markers, strength
from postern.rulesets.cosmos.names import the_nation
from postern.rulesets.cosmos.places import hex_of
from postern.rulesets.cosmos.scenario import CONTENT, Scenario
from postern.rulesets.cosmos.sight.memory import known_hexes
from postern.rulesets.cosmos.world import HexMemory, LocationMemory, World

SYMBOLS = CONTENT.symbols("symbols")
EMBLEMS = {symbol.kind: symbol for symbol in CONTENT.symbols("emblems")}
"""The emblem of each nation that players can lead, by its code."""
_KINDS = {symbol.kind for symbol in SYMBOLS}
STYLES = {row["terrain"]: row["style"] for row in CONTENT.rows("chart_styles")}
"""How each terrain is drawn."""
UNKNOWN = "unknown"
_SIDES = 6
MEASURE = ("two hexes", 2.0)
CROSSINGS: tuple[Literal["ford", "bridge"], ...] = ("ford", "bridge")
_NOWHERE: Literal[""] = ""


def chart_of(world: World, code: str, events: Sequence[Event] = ()) -> Chart:
    """The map of a nation after the turn just run (or before the first). ``world`` holds what the nation knows, and no more."""
    tables, known = world.tables, known_hexes(world, code)
    home = hex_of(world, str(world.nations[code].home))
    sea = _open_sea(world, known)
    areas = tuple(area_of(world, number, known.get(number), number == home, number in sea) for number in tables.hexes)
    sites = tuple(_sites(world, code))
    markers = (*own_markers(world, code), *other_markers(world, code))
    present = {one.owner for one in areas} | {one.owner for one in sites} | {one.owner for one in markers}
    own = {str(hex_of(world, unit.position)) for unit in world.units.values() if unit.owner == code and unit.position}
    return Chart(
        title=tables.name,
        subtitle=f"the map of {the_nation(tables.nations[code].name)} · {when(world.turn)}",
        areas=areas,
        terrains=tuple(Ground(name, name, STYLES.get(name, UNKNOWN)) for name in dict.fromkeys(area.terrain for area in areas)),
        owners=tuple(_owners(world, code, present)),
        markers=markers,
        routes=(*roads(tables, known), *marches(world, code, events)),
        clashes=tuple(clashes(events)),
        turn=world.turn - 1,
        focus=tuple(area.name for area in areas if area.owner == code or area.name in own),
        symbols=tuple(one for one in SYMBOLS if one.kind in _shown(areas, sites)),
        measure=MEASURE,
        sites=sites,
        below=tuple(_below(world, code)),
        rivers=tuple(known_rivers(tables, known)),
        emblem=EMBLEMS.get(code),
    )


UNDERGROUND = Ground("underground", "underground", "hills")


def chart_below(world: World, code: str) -> Chart | None:
    """What the nation knows below the ground: hexes under which it has units or saw any, with who is there; None where it knows
    nothing of it."""
    memory = world.nations[code].memory
    own = [unit for unit in world.units.values() if unit.owner == code and unit.position.startswith("u") and not unit.leader]
    seen = [
        one for one in memory.units.values() if one.position.startswith("u") and one.turn >= world.turn - 1 and not one.gone
    ]
    deep = {hex_of(world, place) for place in [*(one.position for one in own), *(one.position for one in seen)]}
    if not deep:
        return None
    near = {other for place in deep for other in world.tables.grid.within(place, 1)}
    areas = tuple(
        replace(area_of(world, number, memory.hexes.get(number) if number in near else None), owner="", terrain=UNDERGROUND.key)
        for number in world.tables.hexes
    )
    markers = [Marker(str(hex_of(world, one.position)), code, label(one), strength(world, one), own=True) for one in own]
    markers += [
        Marker(str(hex_of(world, one.position)), one.owner, world.tables.unit_types[one.type].name, str(one.individuals))
        for one in sorted(seen, key=lambda one: one.id)
    ]
    return Chart(
        title=world.tables.name,
        subtitle=f"below the ground · {when(world.turn)}",
        areas=areas,
        terrains=(UNDERGROUND,),
        owners=tuple(_owners(world, code, {one.owner for one in markers})),
        markers=tuple(markers),
        turn=world.turn - 1,
        focus=tuple(str(number) for number in sorted(deep)),
        measure=MEASURE,
        emblem=EMBLEMS.get(code),
    )


def _shown(areas: Iterable[Area], sites: Iterable[Site]) -> set[str]:
    """The kinds of symbols that the legend explains; bays always."""
    return {"bay", *(site.kind for site in sites), *(glyph.kind for area in areas for glyph in area.glyphs)}


def _open_sea(world: World, known: Mapping[int, HexMemory]) -> set[int]:
    """The hexes off the map of a nation that must be sea: it knows the whole coast (ruling 19.3), and they lie beyond it."""
    grid = world.tables.grid

    def onward(place: int) -> list[int]:
        return [other for other in grid.neighbours(place) if other not in known]

    edge = [number for number in world.tables.hexes if number not in known and len(tuple(grid.neighbours(number))) < _SIDES]
    return set(steps_from(edge, onward))


def area_of(world: World, number: int, known: HexMemory | None, home: bool = False, sea: bool = True) -> Area:
    """A hex as it is remembered; None: it was never seen, and is open ``sea`` or nobody knows what."""
    grid = world.tables.grid
    terrain = (known.terrain or world.tables.hexes[number].terrain) if known else "deep ocean" if sea else UNKNOWN
    current = known is not None and known.turn >= world.turn - 1
    return Area(
        name=str(number),
        centre=grid.centre(number),
        polygon=grid.polygon(number),
        terrain=terrain,
        owner=known.owner if known else "",
        sight="now" if current else "remembered" if known else "never",
        last_seen=None if known is None or current else known.turn,
        glyphs=tuple(_glyphs(world, number, known)) if known else (),
        home=home,
    )


def _glyphs(world: World, number: int, known: HexMemory) -> Iterable[Glyph]:
    """A bay, and the real terrain where the nation knows of an illusion (CF-2.1-10)."""
    if known.real and known.real != known.terrain:
        yield Glyph("illusion", known.real)
    if any(number in side for side in world.tables.sides.get("bay", ())):
        yield Glyph("bay")


def roads(tables: Scenario, known: Mapping[int, HexMemory]) -> Iterable[Route]:
    """The roads and sea lanes between hexes of which the nation knows one or both."""
    courses: tuple[tuple[str, Course], ...] = (("road", "road"), ("sea lane", "lane"))
    for kind, course in courses:
        for one, other in sorted(map(sorted, tables.sides.get(kind, ()))):
            if one in known or other in known:
                yield Route(course, (tables.grid.centre(one), tables.grid.centre(other)))


def known_rivers(tables: Scenario, known: Mapping[int, HexMemory]) -> Iterable[River]:
    """The rivers along sides of hexes of which the nation knows one or both, with their fords and bridges."""
    for kind, wide in (("small river", False), ("large river", True)):
        for one, other in sorted(map(sorted, tables.sides.get(kind, ()))):
            if one in known or other in known:
                side = _shared_side(tables, one, other)
                yield River(side, wide, next((name for name in CROSSINGS if tables.on_side(name, one, other)), _NOWHERE))


def _shared_side(tables: Scenario, one: int, other: int) -> tuple[Point, ...]:
    """The two corners that two adjacent hexes share."""
    there = {_rounded(point) for point in tables.grid.polygon(other)}
    return tuple(point for point in tables.grid.polygon(one) if _rounded(point) in there)


def _rounded(point: Point) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)


def _known_locations(world: World, code: str) -> list[LocationMemory]:
    """What the nation knows of locations: its own as they are, others as last seen."""
    memory = {number: one for number, one in world.nations[code].memory.locations.items() if one.owner != code}
    for location in world.locations.values():
        if location.owner == code:
            memory[location.id] = LocationMemory(
                location.id,
                location.type,
                location.outside,
                location.name,
                code,
                location.size,
                location.rating,
                location.strength,
                location.damage,
                world.turn,
            )
    return [memory[number] for number in sorted(memory)]


def _sites(world: World, code: str) -> Iterable[Site]:
    """The locations that stand directly in a hex; what is inside of them is told in the cut through the ground."""
    for one in _known_locations(world, code):
        if is_number(one.outside) and int(one.outside) in world.hexes:
            kind = one.type if one.type in _KINDS else "location"
            yield Site(one.outside, kind, one.name or one.type, one.owner)


def _below(world: World, code: str) -> Iterable[Below]:
    """What lies inside of the locations that stand in a hex, as far as it is known."""
    known = _known_locations(world, code)
    for outer in known:
        inner = [one for one in known if one.outside == str(outer.id)]
        here = _who_is_in(world, code, str(outer.id))
        if outer.owner != code or not (inner or here):
            continue
        rooms = [Room(one.name or one.type, _walls(one), _who_is_in(world, code, str(one.id)), one.owner) for one in inner]
        if here:
            rooms.insert(0, Room("inside", outer.type, here, code))
        yield Below(_hex_name(world, outer), outer.name, outer.type if outer.type in _KINDS else "location", tuple(rooms))


def _hex_name(world: World, location: LocationMemory) -> str:
    return str(hex_of(world, location.outside))


def _walls(one: LocationMemory) -> str:
    return f"{one.type} {one.rating}/{one.strength}" if one.strength else one.type


def _who_is_in(world: World, code: str, position: str) -> str:
    """Own units inside, told shortly."""
    here = [unit for unit in world.units.values() if unit.position == position and unit.owner == code]
    troops = sum(unit.individuals for unit in here if world.tables.unit_types[unit.type].mass)
    others = len(here) - sum(world.tables.unit_types[unit.type].mass for unit in here)
    return ", ".join(text for text in (f"{troops} troops" if troops else "", f"{others} leaders" if others else "") if text)


def _owners(world: World, code: str, present: set[str]) -> Iterable[Owner]:
    for nation in world.nations.values():
        if nation.code == code or nation.code in present:
            row = world.tables.nations[nation.code]
            letter = nation.code[0].upper()
            number = nation.number if row.played else 0
            yield Owner(nation.code, row.name, letter, nation.code == code, not row.played, number)
