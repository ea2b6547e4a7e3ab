"""The map of one nation as a chart document: terrain as remembered, realms, roads, locations, forces, marches and battles. The
plain letter has it as text: two lines a row of hexes, odd columns half a hex lower (ruling 19.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import Literal

from postern.game.chart import Area, Below, Chart, Clash, Course, Glyph, Marker, Owner, Point, River, Room, Route, Site
from postern.game.chart import Terrain as Ground
from postern.game.events import Event
from postern.game.kit.grid import steps_from
from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.frames import when
from postern.rulesets.cosmos.rules.memory import known_hexes
from postern.rulesets.cosmos.tables.scenario import CONTENT, Scenario
from postern.rulesets.cosmos.world.places import hex_of, the_nation
from postern.rulesets.cosmos.world.records import HexMemory, LocationMemory, Nation, Unit, World
from postern.rulesets.cosmos.world.strength import force_of


def own_markers(world: World, code: str) -> Iterable[Marker]:
    """One marker a force in the open; forces inside of locations stand in the cut."""
    for unit in sorted(world.units.values(), key=lambda one: one.id):
        if unit.owner == code and not unit.leader and is_number(unit.position) and int(unit.position) in world.hexes:
            yield Marker(unit.position, code, label(unit), strength(world, unit), own=True)


def strength(world: World, unit: Unit) -> str:
    """The troops of a force, as a marker has them; "" for none."""
    troops = _troops(world, unit)
    return str(troops) if troops else ""


def label(unit: Unit) -> str:
    """The name or number of a force's leader, as a marker has it."""
    return unit.name.split()[-1] if unit.name else str(unit.id)


def _troops(world: World, unit: Unit) -> int:
    return sum(one.individuals for one in force_of(world, unit) if world.tables.unit_types[one.type].mass)


def other_markers(world: World, code: str) -> Iterable[Marker]:
    """Foreign units seen in the turn just run, added up by owner and place."""
    found: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for one in world.nations[code].memory.units.values():
        if one.turn >= world.turn - 1 and not one.gone and one.position:
            place = str(hex_of(world, one.position))
            found.setdefault((place, one.owner), []).append((world.tables.unit_types[one.type].name, one.individuals))
    for (place, owner), units in sorted(found.items()):
        name, _ = max(units, key=lambda pair: pair[1])
        yield Marker(place, owner, name, str(sum(number for _, number in units)))


def marches(world: World, code: str, events: Sequence[Event]) -> Iterable[Route]:
    """The steps of own and of seen foreign forces, joined to marches with the phase of each step."""
    grid = world.tables.grid
    steps: dict[int, list[tuple[int, int, int]]] = {}
    owner: dict[int, str] = {}
    for event in events:
        if event.kind == "moved" and event.data.get("start") and event.data.get("goal"):
            start, end = (hex_of(world, str(event.data[key])) for key in ("start", "goal"))
            if start and end and start != end:
                steps.setdefault(event.data["who"], []).append((start, end, _phase(event)))
                owner[event.data["who"]] = event.data["owner"]
    for who, some in steps.items():
        march: list[tuple[int, int, int]] = []
        for step in [*some, (0, 0, 0)]:
            if march and step[0] != march[-1][1]:
                points = (grid.centre(march[0][0]), *(grid.centre(end) for _, end, _ in march))
                yield Route("move", points, own=owner[who] == code, phases=tuple(phase for *_, phase in march))
                march = []
            march.append(step)


def _phase(event: Event) -> int:
    return int("".join(one for one in event.step if is_number(one)) or 0)


def clashes(events: Sequence[Event]) -> Iterable[Clash]:
    """The battles of the turn, with their phases."""
    for event in events:
        if event.kind == "battle":
            yield Clash(str(event.data["hex"]), f"phase {_phase(event)}")


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


_CELL, _COLUMNS, _ROWS, _WIDE = 5, 14, 12, 72
_LETTERS = {row["terrain"]: row["letter"] for row in CONTENT.rows("chart_styles")}
_ICONS = {"city": "C", "town": "T", "castle": "K", "fort": "K"}
_KEY = "Under each number: terrain ({}), what stands there (C city, T town, K castle or fort, L other, * quest), owner."


def sketch(world: World, nation: Nation) -> str:
    """The map around the home, as far as 72 columns hold it, and what its signs mean. Hexes that were never seen are blank."""
    known = known_hexes(world, nation.code)
    if not known:
        return ""
    columns, rows = (int(world.tables.settings[key]) for key in ("columns", "rows"))
    first = int(world.tables.settings["first_hex"])
    home = hex_of(world, str(nation.home)) or next(iter(known))
    left = _from(columns, _COLUMNS, (home - first) // rows)
    top = _from(rows, _ROWS, (home - first) % rows)
    shown = range(left, min(columns, left + _COLUMNS))
    lines = [[" " * _CELL] * len(shown) for _ in range(2 * _ROWS + 1)]
    for place, column in enumerate(shown):
        for at, row in enumerate(range(top, min(rows, top + _ROWS))):
            number = first + rows * column + row
            if number in known:
                line = 2 * at + column % 2
                lines[line][place] = str(number).ljust(_CELL)
                lines[line + 1][place] = _under(world, nation, number, known[number]).ljust(_CELL)
    signs = _KEY.format(", ".join(f"{letter} {name}" for name, letter in _LETTERS.items()))
    return "\n".join(["".join(line).rstrip() for line in lines] + ["", *wrap(signs, _WIDE)]).strip("\n")


def _from(many: int, most: int, middle: int) -> int:
    """The first of so many columns or rows that has this one in the middle, as far as the map allows."""
    return max(0, min(many - most, middle - most // 2))


def _under(world: World, nation: Nation, number: int, known: HexMemory) -> str:
    """Terrain, icon and owner of a hex as it is remembered: ``f`` of farmlands, ``CAm`` of a city of Am."""
    terrain = _LETTERS[known.terrain or world.tables.hexes[number].terrain]
    types = [one.type for _, one in sorted(nation.memory.locations.items()) if one.outside == str(number)]
    types += [one.type for one in world.locations.values() if one.owner == nation.code and one.outside == str(number)]
    kinds = [world.tables.location_types[name] for name in types]
    icons = ["*" if kind.mode == "quest" else _ICONS.get(kind.type, "L") for kind in kinds]
    icon = min(icons, key="CTKL*".index, default=".")
    return f"{terrain}{icon}{known.owner}"
