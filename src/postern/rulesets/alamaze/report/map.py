"""The map of one kingdom (AC-03-12..15, rulings 80 and 81).

- Terrain and cities, which all know; regions, centers, sites and groups as far as it knows them, with the age of what is only
  remembered; moves and battles of the turn.
- The seas: its own ships, foreign ships that it counted or met, and who was out on patrol.
- The map as text, for the plain letter: two signs an area, 26 areas a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap

from postern.game.chart import Area, Chart, Clash, Glyph, Marker, Owner, Point, Region, Ring, Route, Site, Terrain
from postern.game.chart import Course as Line
from postern.game.kit.report.frames import when
from postern.game.kit.report.telling import counted
from postern.rulesets.alamaze.report.fights import battles, said
from postern.rulesets.alamaze.report.reading import EMBLEMS, STYLES, SYMBOLS, TERRAIN_LETTERS, Reading
from postern.rulesets.alamaze.rules.economy import date
from postern.rulesets.alamaze.rules.groups import size_word
from postern.rulesets.alamaze.tables import LETTERS, Edition
from postern.rulesets.alamaze.world.records import Group

_RING = 9
"""How many areas a ring goes around: a patrol watches the whole sea, its ring stands for that."""
_APART = 4
"""So many areas of water further from the middle stand the next kingdom's ships."""
_SEASON = 3
"""Foreign ships that were counted more months ago are left out."""


def seas(tables: Edition) -> tuple[Region, ...]:
    """The seas, whose names and areas all know (ruling 81)."""
    return tuple(
        Region(sea.sea, tuple(area for area, row in tables.areas.items() if row.sea == sea.sea), sea=True)
        for sea in tables.seas.values()
    )


def water(tables: Edition, letter: str) -> list[str]:
    """The areas of water of a sea, the nearest to its middle first."""
    name = tables.seas[letter].sea
    found = [area for area, row in tables.areas.items() if row.sea == name and row.terrain == "Sea"]
    places = [tables.grid.centre(area) for area in found]
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))

    def far(area: str) -> tuple[float, str]:
        across, down = tables.grid.centre(area)
        return (across - x) ** 2 + (down - y) ** 2, area

    return sorted(found, key=far)


def own_ships(reading: Reading) -> Iterator[tuple[str, str]]:
    """An area in the middle of each sea where the kingdom has ships, with their number."""
    for letter, fleet in reading.kingdom.fleets.items():
        yield water(reading.tables, letter)[0], str(fleet.number)


def foreign_ships(reading: Reading) -> Iterator[Marker]:
    """Foreign ships in the middle of a sea: how many were left after a battle of this turn, else how many were counted,
    and when."""
    known: dict[tuple[str, str], tuple[int, int]] = {
        (code, letter): (fleet.turn, fleet.number)
        for code, fleets in reading.kingdom.memory.fleets.items()
        for letter, fleet in fleets.items()
    }
    for letter, code, number, _ in _met(reading):
        known[code, letter] = (reading.turn, number)
    shown = dict.fromkeys(reading.kingdom.fleets, _RING)  # the own ships have the middle
    for (code, letter), (turn, number) in sorted(known.items()):
        age = reading.turn - turn
        if number and age < _SEASON:
            areas = water(reading.tables, letter)
            area = areas[shown.get(letter, 0) % len(areas)]
            shown[letter] = shown.get(letter, 0) + _APART
            yield Marker(area, code, counted(number, "ship"), f"t{turn}" if age > 0 else "")


def patrols(reading: Reading) -> Iterator[Ring]:
    """The own patrols of the turn, and foreign ones that own ships met."""
    letters = {sea.sea: letter for letter, sea in reading.tables.seas.items()}
    out = [(letters[one["sea"]], reading.code) for one in reading.data("sea-patrol")]
    out += [(letter, code) for letter, code, _, watches in _met(reading) if watches]
    taken = dict.fromkeys(reading.kingdom.fleets, 0)
    for letter, code in dict.fromkeys(out):
        start = taken.get(letter, 0)
        areas = water(reading.tables, letter)[start : start + _RING]
        taken[letter] = start + _RING
        if areas:
            yield Ring(code, tuple(areas))


def _met(reading: Reading) -> Iterator[tuple[str, str, int, bool]]:
    """Whose ships the own ones fought this turn: the sea, the kingdom, how many were left, whether they were on patrol."""
    letters = {sea.sea: letter for letter, sea in reading.tables.seas.items()}
    for one in reading.data("naval-battle"):
        carrying = {group[1:] for group in one["groups"]}
        for side in ("one", "other"):
            if (code := one[side]) != reading.code:
                yield letters[one["sea"]], code, left(one, side), code not in carrying


def left(battle: Mapping[str, int], side: str) -> int:
    """How many ships a side had after a battle at sea."""
    return battle[f"{side}_fleets"] - battle[f"{side}_lost"]


MEASURE = ("five areas", 5.0)
FLEET, SIGHTING = "fleet", "sighting"
NEUTRAL = "neutral"
_MOVES: dict[str, Line] = {"marched": "move", "pursued": "move", "sailed": "sail", "flew": "fly", "teleported": "fly"}


def chart_of(reading: Reading) -> Chart:
    """The map of the reader's kingdom when the turn was over, or before the first."""
    world, code = reading.world, reading.code
    areas = tuple(_areas(reading))
    sites = tuple(_sites(reading))
    markers = (*_own_markers(reading), *_seen_markers(reading), *foreign_ships(reading))
    rings = tuple(patrols(reading))
    present = {code, *(one.owner for one in sites), *(one.owner for one in markers), *(one.owner for one in rings)}
    drawn = {one.kind for one in sites} | {glyph.kind for area in areas for glyph in area.glyphs}
    focus = {group.area for group in reading.groups() if group.area} | {one.area for one in world.centers_of(code)}
    season = f", {date(world.tables, reading.turn)}" if reading.turn else ""
    return Chart(
        title="Alamaze",
        subtitle=f"as the {reading.name} kingdom knows it · {when(world.turn)}{season}",
        areas=areas,
        terrains=grounds(world.tables),
        owners=tuple(_owners(world.tables, code, present)),
        markers=markers,
        routes=tuple(_routes(reading)),
        clashes=tuple(Clash(str(one.data["area"]), said(reading, one, "verdict").lower()) for one in battles(reading)),
        turn=reading.turn,
        column_labels=columns(world.tables),
        row_labels=rows(world.tables),
        focus=tuple(sorted(focus)),
        symbols=tuple(one for one in SYMBOLS if one.kind in drawn),
        measure=MEASURE,
        regions=(*_regions(reading), *seas(world.tables)),
        sites=sites,
        emblem=EMBLEMS.get(code),
        rings=rings,
    )


# --- what all maps share --------------------------------------------------------------------------------------------------


def grounds(tables: Edition) -> tuple[Terrain, ...]:
    """The terrains of the map."""
    return tuple(
        Terrain(name, name.lower(), STYLES[name]) for name in dict.fromkeys(one.terrain for one in tables.areas.values())
    )


def columns(tables: Edition) -> tuple[tuple[str, Point], ...]:
    """The letters of the columns, below the map: the second letter of an area (AC-03-02)."""
    last = max(area[0] for area in tables.areas)
    found = [(area[1], tables.grid.centre(area)) for area in tables.areas if area[0] == last]
    return tuple((letter, (x, y + 1)) for letter, (x, y) in found)


def rows(tables: Edition) -> tuple[tuple[str, Point], ...]:
    """The letters of the rows, beside the map: the first letter of an area (AC-03-01)."""
    found = [(area[0], tables.grid.centre(area)) for area in tables.areas if area[1] == LETTERS[0]]
    return tuple((letter, (x - 1, y)) for letter, (x, y) in found)


def number_of(tables: Edition, code: str) -> int:
    """The number of a kingdom, from 1, for its colour."""
    return list(tables.kingdoms).index(code) + 1


def _owners(tables: Edition, own: str, present: set[str]) -> Iterator[Owner]:
    for code, row in tables.kingdoms.items():
        if code in present:
            yield Owner(code, row.name, code, own=code == own, number=number_of(tables, code))
    if NEUTRAL in present:
        yield Owner(NEUTRAL, "neutral", "-", neutral=True)


# --- areas ----------------------------------------------------------------------------------------------------------------


def seen_now(reading: Reading) -> set[str]:
    """Areas that the kingdom saw at the end of the turn, or through which its groups went. Of a sea where it has
    ships that is the middle."""
    own = {area for area, _ in own_ships(reading)}
    own |= {one.area for one in reading.world.centers_of(reading.code)} | {one.area for one in reading.groups() if one.area}
    for kind in _MOVES:
        for one in reading.data(kind):
            if str(one.get("group", ""))[1:] == reading.code:
                own |= set(one.get("areas", ())) | {one["start"]}
    memory = reading.kingdom.memory
    own |= {area for area, known in memory.centers.items() if known.turn >= reading.turn > 0}
    own |= {one["area"] for one in reading.data("recon")}
    return own


def _areas(reading: Reading) -> Iterator[Area]:
    tables, memory = reading.tables, reading.kingdom.memory
    now = seen_now(reading)
    fleets = dict(own_ships(reading))
    for name, row in tables.areas.items():
        known = name in memory.regions or name in memory.centers or name in memory.sites
        center = reading.world.centers.get(name)
        old = memory.centers.get(name)
        age = max(filter(None, (old.turn if old else 0, memory.sites.get(name, 0))), default=None)
        glyphs = [Glyph(SIGHTING)] if name in memory.sites else []
        glyphs += [Glyph(FLEET, fleets[name])] if name in fleets else []
        yield Area(
            name=name,
            centre=tables.grid.centre(name),
            polygon=tables.grid.polygon(name),
            terrain=row.terrain,
            owner=center.owner if center is not None else "",
            sight="now" if name in now else "remembered" if known else "never",
            last_seen=None if name in now or not known else age,
            glyphs=tuple(glyphs),
            home=name == reading.kingdom.capital,
        )


def _regions(reading: Reading) -> Iterator[Region]:
    """Regions as far as the kingdom knows which areas lie in them (AC-03-12)."""
    known = reading.kingdom.memory.regions
    for number, row in reading.tables.regions.items():
        areas = tuple(area for area in reading.tables.areas if known.get(area) == number)
        if areas:
            yield Region(row.name, areas)


def _sites(reading: Reading) -> Iterator[Site]:
    """The centers that it knows, with their banners as they were last seen."""
    for area, center in sorted(reading.world.centers.items()):
        if not center.destroyed:
            yield Site(area, center.type, center.name, center.owner or NEUTRAL)


# --- forces ---------------------------------------------------------------------------------------------------------------


def marker_text(tables: Edition, group: Group) -> str:
    """A group as its marker names it: ``1 Division``."""
    return f"{group.number} {size_word(tables, group.size).capitalize()}"


def _own_markers(reading: Reading) -> Iterator[Marker]:
    for group in reading.groups():
        if group.area:
            yield Marker(group.area, reading.code, marker_text(reading.tables, group), own=True)


def _seen_markers(reading: Reading) -> Iterator[Marker]:
    """Foreign groups with the size word under which they were last seen, and when that was; the older are left out after a
    season."""
    for id, seen in sorted(reading.kingdom.memory.groups.items()):
        age = reading.turn - seen.turn
        if age <= 2:
            yield Marker(seen.area, id[1:], f"{id} {seen.size.capitalize()}", f"t{seen.turn}" if age > 0 else "")


def _routes(reading: Reading) -> Iterator[Route]:
    """The ways of the turn, own ones and those that were seen."""
    grid = reading.tables.grid
    for one in reading.events:
        line = _MOVES.get(one.kind)
        if line is None:
            continue
        way = [one.data["start"], *(one.data.get("areas") or filter(None, [one.data.get("goal", "")]))]
        if len(way) > 1 and all(area in reading.tables.areas for area in way):
            yield Route(line, tuple(grid.centre(area) for area in way), own=str(one.data.get("group", ""))[1:] == reading.code)


_WIDE = 72
_KEY = (
    "First sign: terrain ({}). Second sign: a digit for our group, ! for a foreign one; C, T, V for our city, town, village, "
    "c, t, v for another's or nobody's; * for something unusual."
)


def sketch(reading: Reading) -> str:
    """The whole map, with what the kingdom knows on it and what the signs mean."""
    tables = reading.tables
    rows: dict[str, list[str]] = {}
    for area, row in tables.areas.items():
        rows.setdefault(area[0], []).append(TERRAIN_LETTERS[row.terrain] + _sign(reading, area))
    letters = "".join(f"{area[1]} " for area in tables.areas if area[0] == min(rows))
    lines = [f"{name} {''.join(cells)}".rstrip() for name, cells in sorted(rows.items())]
    signs = _KEY.format(", ".join(f"{letter} {name.lower()}" for name, letter in TERRAIN_LETTERS.items()))
    return "\n".join([f"  {letters}".rstrip(), *lines, "", *wrap(signs, _WIDE)])


def _sign(reading: Reading, area: str) -> str:
    """What matters most in an area: own groups, foreign ones, centers, sights."""
    here = [one for one in reading.groups() if one.area == area]
    if here:
        return str(here[0].number)
    memory = reading.kingdom.memory
    if any(one.area == area and one.turn >= reading.turn for one in memory.groups.values()):
        return "!"
    center = reading.world.centers.get(area)
    if center is not None:
        return center.type[0].upper() if center.owner == reading.code else center.type[0].lower()
    return "*" if area in memory.sites else " "
