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

# Rows E to R and columns G to V of the map of Alamaze, a letter for each square: its terrain, and the number of its region.
_SQUARES = (
    "fmfffssspmmmmmmm",
    "fffffppppmmmmmmm",
    "fffffpppppmppmpp",
    "ffmffppppppppppf",
    "fmmdpppppppppppf",
    "mmddpppppppppppp",
    "mmdppppppppppwww",
    "pmmpwwwppppswwww",
    "ppmmwwwpppsswwww",
    "ppmwwwwppmpswwww",
    "pppwwwppfppswwww",
    "pppswppfffppswww",
    "mppswwsfffppssww",
    "mmpppssfffpppsss",
)
_REGIONS = (
    "1122222222333333",
    "1122222222233333",
    "1122222222266366",
    "1152555522266666",
    "1555555555666666",
    "5555555555666666",
    "5555555555566www",
    "4555www55566wwww",
    "4455www55566wwww",
    "445wwww55556wwww",
    "444www558566wwww",
    "4448w55888899www",
    "4888ww88888999ww",
    "4888888888899999",
)
_NAMES = {
    "1": "Oakendell",
    "2": "Northern Mists",
    "3": "Talking Mountains",
    "4": "Torvale",
    "5": "Amberland",
    "6": "Eastern Steppes",
    "8": "Arcania",
    "9": "Synisvania",
    "w": "Drowning Sea",
}
_STYLES = dict(zip("pfwmds", ("plains", "forest", "water", "mountain", "desert", "swamp"), strict=True))


def squares() -> Chart:
    """Sixteen by fourteen squares: regions with borders, centres with flags and names, groups, a battle, a fleet."""
    areas, regions = [], dict[str, list[str]]()
    for row, (line, numbers) in enumerate(zip(_SQUARES, _REGIONS, strict=True)):
        for column, (letter, number) in enumerate(zip(line, numbers, strict=True)):
            corners = tuple((column + dx, row + dy) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
            name = chr(69 + row) + chr(71 + column)
            owner = {"5": "elves", "6": "gnomes", "8": "dwarves"}.get(number, "")
            sight: Sight = "now" if column < 11 else "never"
            areas.append(Area(name, (column, row), corners, _STYLES[letter], owner, sight))
            regions.setdefault(number, []).append(name)
    sites = (
        Site("HN", "town", "Ambergate", "elves"),
        Site("LK", "town", "Trivane", "elves"),
        Site("HU", "town", "Stepmark", "gnomes"),
        Site("QI", "town", "Velmoria", "dwarves"),
        Site("NN", "town", "Avalon"),
    )
    markers = (
        Marker("HN", "elves", "1", "Army", own=True),
        Marker("LM", "elves", "2", "Division", own=True),
        Marker("IN", "gnomes", "GN", "Brigade"),
        Marker("JQ", "gnomes", "GN", "Army"),
        Marker("PM", "dwarves", "DW", "Patrol"),
    )
    at = {area.name: area.centre for area in areas}
    routes = (
        Route("move", (at["LK"], at["HN"]), own=True),
        Route("move", (at["PM"], at["MM"])),
        Route("sail", (at["RU"], at["LU"]), own=True),
    )
    return Chart(
        "Alamaze",
        tuple(areas),
        TERRAINS,
        OWNERS,
        markers,
        routes,
        (Clash("HN", "won"),),
        column_labels=tuple((chr(71 + column), (column, -0.9)) for column in range(16)),
        row_labels=tuple((chr(69 + row), (-0.9, row)) for row in range(14)),
        focus=("HN",),
        symbols=(TOWER,),
        subtitle="as the High Elves know it · after turn 12",
        regions=tuple(Region(_NAMES[key], tuple(names), key == "w") for key, names in regions.items()),
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
