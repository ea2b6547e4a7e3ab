"""Toy charts of other shapes than hexes in rows: squares with regions, centres and groups; free areas; hexes with phases."""

from __future__ import annotations

import math

from postern.game.chart import (
    Area,
    Below,
    Chart,
    Clash,
    Marker,
    Outline,
    Owner,
    Point,
    Region,
    Room,
    Route,
    Sight,
    Site,
    Symbol,
    Terrain,
)

TERRAINS = tuple(
    Terrain(style, style.title(), style)
    for style in ("clear", "plains", "forest", "mountain", "hills", "swamp", "desert", "water", "impassable")
)
TOWER = Symbol(
    "town",
    "town",
    fills=(((-0.9, 0.9), (-0.9, -0.1), (-0.5, -0.5), (-0.1, -0.1), (-0.1, -0.5), (0.4, -1.0), (0.9, -0.5), (0.9, 0.9)),),
    holes=(((-0.15, 0.9), (-0.15, 0.4), (0.15, 0.4), (0.15, 0.9)),),
)
OWNERS = (
    Owner("elves", "High Elves", "E", own=True, number=1),
    Owner("gnomes", "Gnomes", "G", number=2),
    Owner("dwarves", "Dwarves", "D", number=3),
    Owner("-", "nobody", "-", neutral=True),
)

# The lands around two regions and a sea of a map of squares, a letter for each: a row a line.
_SQUARES = (
    "wwwwwwwwwwwwwwww",
    "wwccccffwwwwwwww",
    "wcccffffffmmwwww",
    "wcccfffhhmmmmmww",
    "wwccchhhhhmmddww",
    "wwccssshhccdddww",
    "wwccsswwwcccddww",
    "wwwccwwwwwccccww",
    "wcccccwwwccppppw",
    "wcpppccccppppppw",
    "wwpppppcppppffww",
    "wwwppppwppffffww",
    "wwwwppwwwwfffwww",
    "wwwwwwwwwwwwwwww",
)
_STYLES = {
    letter: style
    for style in ("clear", "forest", "mountain", "hills", "swamp", "desert", "plains", "water")
    for letter in style[0]
}


def squares() -> Chart:
    """Sixteen by fourteen squares: regions with borders, centres with flags and names, groups, a battle, a fleet."""

    def name(column: int, row: int) -> str:
        return chr(65 + row) + chr(65 + column)

    def held(column: int, row: int) -> str:
        if row < 8:
            return "elves" if column < 8 else "gnomes"
        return "dwarves" if column > 8 else ""

    areas, regions = [], dict[str, list[str]]()
    for row, line in enumerate(_SQUARES):
        for column, letter in enumerate(line):
            corners = tuple((column + dx, row + dy) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
            dry = letter != "w"
            owner = held(column, row) if dry else ""
            sight: Sight = "now" if column < 11 else "never"
            areas.append(Area(name(column, row), (column, row), corners, _STYLES[letter], owner, sight))
            region = (
                ("Triumvia" if column < 8 else "The Diamond Coast") if row < 8 else ("Krynn" if column < 8 else "Untamed Lands")
            )
            regions.setdefault(region if dry else "Sea of the Forgotten", []).append(name(column, row))
    sites = (
        Site("DC", "town", "Trivane", "elves"),
        Site("EG", "town", "Nyvaros", "elves"),
        Site("EI", "town", "Starfall", "gnomes"),
        Site("JK", "town", "Stormgate Keep", "dwarves"),
        Site("JD", "town", "Zamarra"),
    )
    markers = (
        Marker("EG", "elves", "1", "Army", own=True),
        Marker("FG", "elves", "2", "Division", own=True),
        Marker("EH", "gnomes", "GN", "Brigade"),
        Marker("EI", "gnomes", "GN", "Army"),
        Marker("JJ", "dwarves", "DW", "Patrol"),
    )
    routes = (
        Route("move", ((2.0, 3.0), (6.0, 4.0)), own=True),
        Route("move", ((9.0, 9.0), (9.0, 6.0))),
        Route("sail", ((7.0, 7.0), (7.0, 11.0)), own=True),
    )
    return Chart(
        "Alamaze",
        tuple(areas),
        TERRAINS,
        OWNERS,
        markers,
        routes,
        (Clash("EG", "won"),),
        column_labels=tuple((chr(65 + column), (column, -0.9)) for column in range(16)),
        row_labels=tuple((chr(65 + row), (-0.9, row)) for row in range(14)),
        focus=("EG",),
        symbols=(TOWER,),
        subtitle="as the High Elves know it · after turn 12",
        regions=tuple(Region(key, tuple(names), key.startswith("Sea")) for key, names in regions.items()),
        sites=sites,
    )


def free_areas() -> Chart:
    """Provinces of uneven outline around a middle, some of them hollow at one side: no grid at all."""
    rings = (0.0, 1.3, 2.7, 4.1)
    counts = (1, 6, 11)
    areas: list[Area] = []

    def at(radius: float, turn: float) -> Point:
        angle = turn * 2 * math.pi
        stretch = 1 + 0.12 * math.sin(3 * angle) + 0.07 * math.cos(5 * angle)
        return (radius * stretch * math.cos(angle), radius * stretch * math.sin(angle))

    for ring, count in enumerate(counts):
        for place in range(count):
            low, high = place / count, (place + 1) / count
            arcs = sorted({low, high, *(k / n for n in counts for k in range(n + 1) if low < k / n < high)})
            outer = [at(rings[ring + 1], turn) for turn in arcs]
            inner = [at(rings[ring], turn) for turn in reversed(arcs)] if ring else []
            outline: Outline = tuple(
                outer + inner if ring else [at(rings[1], turn) for turn in sorted({k / n for n in counts for k in range(n)})]
            )
            centre = at((rings[ring] + rings[ring + 1]) / 2, (low + high) / 2) if ring else (0.0, 0.0)
            style = TERRAINS[(ring * 5 + place * 3) % 7].key
            owner = ("elves", "gnomes", "dwarves", "")[(place * 4 // count) % 4]
            areas.append(Area(f"Land {ring}{chr(97 + place)}", centre, outline, style, owner))
    markers = tuple(
        Marker(area.name, area.owner, "L1", str(10 * at + 5), own=area.owner == "elves")
        for at, area in enumerate(areas)
        if area.owner
    )
    return Chart(
        "The Isle of Areas", tuple(areas), TERRAINS, OWNERS, markers, clashes=(Clash("Land 1a"), Clash("Land 2c")),
        focus=("Land 1a",), subtitle="after turn 3",
    )  # fmt: skip


def phases() -> Chart:
    """Hexes in columns, a march that tells its phases, and what lies inside and below two of them."""
    areas = []
    for column in range(9):
        for row in range(7):
            x, y = column * 0.8660254037844386, row + 0.5 * (column % 2)
            corners = tuple(
                (x + math.cos(k * math.pi / 3) / math.sqrt(3), y + math.sin(k * math.pi / 3) / math.sqrt(3)) for k in range(6)
            )
            style = TERRAINS[(column * 3 + row * 5) % 7].key if 0 < row < 6 else "water"
            areas.append(
                Area(str(101 + 17 * column + row), (x, y), corners, style, "elves" if column < 4 and style != "water" else "")
            )
    centres = {area.name: area.centre for area in areas}
    way = tuple(centres[name] for name in ("103", "120", "137", "154", "171"))
    below = (
        Below(
            "104",
            "Stavenholm",
            "city",
            (Room("Crownkeep", "castle 3/10", "guard 125", "elves"), Room("Wayfarers", "travel house")),
        ),
        Below("138", "Redseam Pit", "mine", (Room("iron 277 a turn", "cave", "Engineers 20", "elves"),)),
    )
    return Chart(
        "Thalmar",
        tuple(areas),
        TERRAINS,
        OWNERS,
        (Marker("171", "elves", "guard", "125", own=True), Marker("172", "gnomes", "Axemen", "80")),
        (
            Route("road", tuple(centres[name] for name in ("104", "121", "138"))),
            Route("move", way, own=True, phases=(4, 9, 14, 21)),
        ),
        subtitle="The Cold Beacon · after turn 5",
        sites=(Site("104", "town", "Stavenholm", "elves"), Site("138", "town", "Redseam Pit", "elves")),
        symbols=(TOWER,),
        below=below,
    )
