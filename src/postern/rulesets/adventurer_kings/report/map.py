"""The map of one kingdom: as a chart, and as text for the plain letter (AK-P1.4-01, AK-D1.4-06, AK-D1.4-09)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap

from postern.game.chart import Area, Chart, Clash, Glyph, Marker, Owner, Point, Route, Sight, Site
from postern.game.chart import Terrain as Ground
from postern.game.kit.report.frames import when
from postern.rulesets.adventurer_kings.report.telling import Reading, emblem
from postern.rulesets.adventurer_kings.rules.memory import WEALTH, in_sight
from postern.rulesets.adventurer_kings.tables import COLUMNS, CONTENT, GRID, ROWS, TABLES
from postern.rulesets.adventurer_kings.world import World

LETTERS = dict(zip(WEALTH, ("R", "P", "L"), strict=True))
"""How the words of wealth are written in the sketch."""
SYMBOLS = CONTENT.symbols("symbols")
STYLES = {row["terrain"]: row["style"] for row in CONTENT.rows("chart_styles")}
UNKNOWN, NATIVES, CITY = "unknown", "natives", "city"
MEASURE = ("two provinces", 2.0)
_AROUND = GRID.shape.centre((COLUMNS, -COLUMNS // 2))[0]
"""How wide the world is."""
_WIDE, _HALF, _MARGIN = 72, 9, 1
_KEY = (
    "Above: terrain ({}; ? never seen) and number. Below: owner (-- nobody's, or not known), wealth (R rich, P prosperous, "
    "L poor, . not told) and * for a feature that you know. East and west join: column {} lies beside column 1."
)


def column(number: int) -> int:
    """Return the column of a province, from 1 (AK-D1.1-01)."""
    return (number - 1) % COLUMNS + 1


# --- as text --------------------------------------------------------------------------------------------------------------


def sketch(reading: Reading) -> str:
    """Return the map as text with its key: its western half above the eastern one, as letters are 72 signs wide; of a half of
    which nothing is known that is said."""
    letters = ", ".join(f"{one.letter} {one.name.lower()}" for one in TABLES.terrains.values())
    lines: list[str] = []
    for half in (range(1, _HALF + 1), range(_HALF + 1, COLUMNS + 1)):
        name = f"Columns {half[0]} to {half[-1]}"
        if any(reading.view.known(number) for number in GRID.places if column(number) in half):
            lines += [f"{name}:", *rows(reading, half, ROWS), ""]
        else:
            lines += [f"{name}: nobody of yours has seen any of it.", ""]
    return "\n".join([*lines, *wrap(_KEY.format(letters, COLUMNS), _WIDE)])


def rows(reading: Reading, columns: range, deep: int) -> list[str]:
    """Return these columns of the map, so many rows deep: cells of four signs and two lines, a blank between them, even columns
    a line lower (AK-D1.4-06)."""
    lines = [[" " * 4 for _ in columns] for _ in range(2 * deep + 1)]
    for place, number in enumerate(columns):
        for row in range(deep):
            top = 2 * row + (0 if number % 2 else 1)
            lines[top][place], lines[top + 1][place] = _cell(reading, row * COLUMNS + number)
    return [" ".join(line).rstrip() for line in lines]


def _cell(reading: Reading, number: int) -> tuple[str, str]:
    view = reading.view
    if not view.known(number):
        return f"?{number:03d}", " " * 4
    one = view.world.provinces[number]
    feature = "*" if _features(reading, number) else " "
    return f"{TABLES.terrains[one.terrain].letter}{number:03d}", f"{one.owner or '--'}{_wealth(reading, number)}{feature}"


def _wealth(reading: Reading, number: int) -> str:
    return LETTERS.get(reading.kingdom.seen[number].wealth, ".")


def _features(reading: Reading, number: int) -> list[tuple[int, str]]:
    """The features that the kingdom knows of a province, by their numbers."""
    features = reading.world.provinces[number].features
    return [(place, one.kind) for place, one in enumerate(features, 1) if reading.code in one.found_by]


# --- as a chart -----------------------------------------------------------------------------------------------------------


def first_column(reading: Reading) -> int:
    """Return the column that lies in the west of the chart, so that its edge cuts what the kingdom knows as little as possible,
    and own land least of all; column 1 where nothing else is better."""
    known: Counter[int] = Counter()
    for number in GRID.places:
        if reading.view.known(number):
            owned = reading.world.provinces[number].owner == reading.code
            known[column(number)] += 1 + 10 * owned
    cuts = {start: known[start] * known[(start - 2) % COLUMNS + 1] for start in range(1, COLUMNS + 1)}
    return min(cuts, key=lambda start: (cuts[start], min(start - 1, COLUMNS + 1 - start), start))


def window(reading: Reading, first: int) -> list[int]:
    """Return the provinces that the chart shows: what is known, with a margin of unknown land, in whole rows and columns."""
    known = [number for number in GRID.places if reading.view.known(number)]
    across = [(column(number) - first) % COLUMNS for number in known]
    down = [(number - 1) // COLUMNS for number in known]
    columns = range(min(across) - _MARGIN, max(across) + _MARGIN + 1)
    rows = range(min(down) - _MARGIN, max(down) + _MARGIN + 1)
    return [one for one in GRID.places if (column(one) - first) % COLUMNS in columns and (one - 1) // COLUMNS in rows]


def centre(number: int, first: int = 1) -> Point:
    """Return where the middle of a province lies on a chart whose first column is this one."""
    x, y = GRID.centre(number)
    return (x + _AROUND if column(number) < first else x, y)


def _polygon(number: int, first: int, by: float = 0.0) -> tuple[Point, ...]:
    shift = by + (_AROUND if column(number) < first else 0.0)
    return tuple((x + shift, y) for x, y in GRID.polygon(number))


def grounds() -> tuple[Ground, ...]:
    """Return the terrains of the map, and that of land never seen."""
    return (*(Ground(name, name.lower(), STYLES[name]) for name in TABLES.terrains), Ground(UNKNOWN, "never seen", UNKNOWN))


def chart_of(reading: Reading) -> Chart:
    """Return the map as the kingdom knows it at the end of the year, with a margin around what is known. Where all columns are
    shown, the neighbouring one is repeated beyond the seam on both sides, pale and with its number in brackets."""
    world, first = reading.world, first_column(reading)
    shown = window(reading, first)
    areas = [_area(reading, number, first) for number in shown]
    if len({column(number) for number in shown}) == COLUMNS:
        last = (first - 2) % COLUMNS + 1
        areas += [_again(reading, number, first, -_AROUND) for number in shown if column(number) == last]
        areas += [_again(reading, number, first, _AROUND) for number in shown if column(number) == first]
    markers = tuple(_markers(reading))
    sites = tuple(_sites(reading))
    present = {area.owner for area in areas} | {one.owner for one in markers} | {reading.code}
    drawn = {one.kind for one in sites} | {glyph.kind for area in areas for glyph in area.glyphs}
    focus = world.owned(reading.code) or [one.province for one in reading.view.own]
    return Chart(
        title="The Broken Empire",
        subtitle=f"as {reading.king.title} of {reading.kingdom.name} knows it · {when(world.turn).replace('turn', 'year')}",
        areas=tuple(areas),
        terrains=tuple(one for one in grounds() if one.key in {area.terrain for area in areas}),
        owners=tuple(owners(world, present, reading.code)),
        markers=markers,
        routes=tuple(_routes(reading, first)),
        clashes=tuple(Clash(str(one["place"]), "battle") for one in reading.data("battle")),
        turn=reading.year,
        focus=tuple(dict.fromkeys(map(str, sorted(focus)))),
        symbols=tuple(one for one in SYMBOLS if one.kind in drawn),
        measure=MEASURE,
        sites=sites,
        emblem=emblem(reading.kingdom),
    )


def owners(world: World, present: set[str], own: str = "") -> Iterator[Owner]:
    """Yield the sides of a chart by number, and the natives."""
    for one in world.kingdoms.values():
        if one.code in present:
            yield Owner(one.code, one.name, one.code, own=one.code == own, number=one.number)
    if NATIVES in present:
        yield Owner(NATIVES, "natives and mercenaries", "-", neutral=True)


def _area(reading: Reading, number: int, first: int) -> Area:
    view, seen = reading.view, reading.kingdom.seen.get(number)
    where = (str(number), centre(number, first), _polygon(number, first))
    if seen is None:
        return Area(*where, UNKNOWN, sight="never")
    one = view.world.provinces[number]
    now = number in view.watched() or seen.year == reading.year
    glyphs = [Glyph(_sign(kind)) for _, kind in _features(reading, number)]
    glyphs += [Glyph(seen.wealth)] if seen.wealth else []
    return Area(
        *where,
        one.terrain,
        owner=one.owner,
        sight="now" if now else "remembered",
        last_seen=None if now else seen.year or None,
        glyphs=tuple(glyphs),
        home=number == reading.kingdom.home,
    )


def _again(reading: Reading, number: int, first: int, by: float) -> Area:
    """A province once more, beyond the seam."""
    x, y = centre(number, first)
    known = reading.view.known(number)
    terrain = reading.world.provinces[number].terrain if known else UNKNOWN
    sight: Sight = "remembered" if known else "never"
    return Area(f"({number})", (x + by, y), _polygon(number, first, by), terrain, sight=sight)


def _sign(kind: str) -> str:
    """The symbol of a feature's kind; those without one of their own share one."""
    return kind if any(one.kind == kind for one in SYMBOLS) else "feature"


def _sites(reading: Reading) -> Iterator[Site]:
    """The homes of Kings that are known."""
    for one in reading.world.kingdoms.values():
        if one.home and reading.view.known(one.home):
            province = reading.world.provinces[one.home]
            yield Site(str(one.home), CITY, province.name, province.owner or NATIVES)


def _markers(reading: Reading) -> Iterator[Marker]:
    """Own armies by leader, those of others as seen now, and those of years before in words with the year."""
    world, code = reading.world, reading.code
    led: Counter[tuple[int, int]] = Counter((one.province, one.leader) for one in world.armies.values() if one.owner == code)
    for who in reading.view.own:
        led.setdefault((who.province, who.id), 0)
    for (place, leader), many in sorted(led.items()):
        name = world.characters[leader].name if leader else "garrison"
        yield Marker(str(place), code, name, str(many) if many else "", own=True)
    inside = reading.view.watched()
    for place in sorted(inside):
        found = Counter(one.owner or NATIVES for one in in_sight(world, code, place) if one.owner != code)
        for owner, many in sorted(found.items()):
            yield Marker(str(place), owner, "armies" if many > 1 else "army", str(many))
    for place, seen in sorted(reading.kingdom.seen.items()):
        if place not in inside and (many := sum(seen.armies.values())):
            yield Marker(str(place), seen.owner or NATIVES, size_word(many), f"y{seen.visited}")


def size_word(many: int) -> str:
    """Return so many armies in a word, as those are told that were seen in a year before."""
    return "lone" if many == 1 else "few" if many <= 3 else "host" if many <= 6 else "great host"


def _routes(reading: Reading, first: int) -> Iterator[Route]:
    """The ways of own characters in the year, and of others that were seen; steps over the seam are left out."""
    own = {one.id for one in reading.view.own}
    for one in reading.data("moved", "came to defend"):
        start, end = one["start"], one["place"]
        points = (centre(start, first), centre(end, first))
        if abs(points[0][0] - points[1][0]) < _AROUND / 2:
            yield Route("move", points, own=one["who"] in own)
