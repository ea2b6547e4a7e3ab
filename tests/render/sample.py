"""A turn 10 report as a Great Jewels player gets it, on the whole map of 253 provinces: what the renderers are judged by."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from postern.game.chart import Area, Chart, Clash, Glyph, Marker, Owner, Point, Route, Sight, Symbol, Terrain
from postern.game.kit.content import Content
from postern.game.report import (
    Battle,
    Bullets,
    Column,
    Letter,
    Map,
    Masthead,
    OrderForm,
    Report,
    Section,
    Table,
    Text,
)

ROOT = Path(__file__).resolve().parents[2]
SEA = {"A1", "A2", "B1", "A9", "A10", "B11", "I18", "J19", "K19", "R19", "S18", "S19", "S10", "S11", "R9", "I1", "J1", "K2"}
HOME = "B4"
NAMES = ("GREEDY", "AZURE", "LORD", "MOTHWING", "TARN", "OLD NICK", "ŁUKASZ", "ΑΡΗΣ", "ВОЛК", "IVY", "QUILL", "RUST")
LETTERS = ("G", "A", "L", "M", "T", "O", "Ł", "Ρ", "В", "I", "Q", "R")
COIN = ((0.9, 0.0), (0.45, 0.78), (-0.45, 0.78), (-0.9, 0.0), (-0.45, -0.78), (0.45, -0.78))
SYMBOLS = (
    *Content("postern.rulesets.great_jewels").symbols("symbols"),
    Symbol("treasure", "treasure", "#7a5a00", fills=(COIN,)),
    Symbol("neutral", "neutral force", lines=((*COIN, COIN[0]),)),
)
SITES = ("B4", "B8", "D12", "H16", "L18", "P18", "R16", "R12", "P8", "L4", "H2", "D2")


def name(r: int, q: int) -> str:
    return f"{chr(64 + r)}{q}"


def spot(province: str) -> tuple[int, int]:
    return ord(province[0]) - 64, int(province[1:])


def centre(r: int, q: int) -> Point:
    return (q - r / 2, r * 0.8660254037844386)


def hexagon(point: Point) -> tuple[Point, ...]:
    x, y = point
    a, b = 0.5773502691896258, 0.2886751345948129
    return ((x, y - a), (x + 0.5, y - b), (x + 0.5, y + b), (x, y + a), (x - 0.5, y + b), (x - 0.5, y - b))


@cache
def provinces() -> tuple[tuple[int, int], ...]:
    return tuple((r, q) for r in range(1, 20) for q in range(1, 20) if abs(r - q) <= 9 and name(r, q) not in SEA)


def distance(a: str, b: str) -> int:
    (r, q), (s, p) = spot(a), spot(b)
    return max(abs(r - s), abs(q - p), abs((r - q) - (s - p)))


@cache
def chart() -> Chart:
    dice = random.Random(7)
    own = ("B4", "B3", "A4", "B5", "C4", "C5", "D5", "C3", "A5", "D6", "E6", "D7")
    others = {
        1: ("B8", "B7", "C8", "B9", "C9", "D9", "C7"),
        2: ("D12", "D11", "E12"),
        11: ("D2", "D3", "E3", "C2", "E4"),
        6: ("F7", "F8", "G8"),
        7: ("H9",),
        8: ("G5", "H5"),
    }
    owner = dict.fromkeys(own, "GREEDY")
    for seat, places in others.items():
        owner |= dict.fromkeys(places, NAMES[seat])
    owner["E5"] = "NEUTRAL"
    glyphs = {
        "B4": (Glyph("citadel", "18"), Glyph("garrison", "52")),
        "B3": (Glyph("garrison", "11"),),
        "A4": (Glyph("navy", "2"), Glyph("garrison", "4")),
        "B5": (Glyph("citadel", "3"), Glyph("garrison", "9"), Glyph("treasure", "42")),
        "C4": (Glyph("garrison", "7"), Glyph("talisman")),
        "D5": (Glyph("siege"), Glyph("garrison", "3")),
        "C5": (Glyph("garrison", "12"), Glyph("ravaged")),
        "E5": (Glyph("neutral", "22"), Glyph("talisman", "2")),
        "F6": (Glyph("dragon"),),
        "F10": (Glyph("city"),),
        "J10": (Glyph("mercenary", "30"),),
        "B8": (Glyph("citadel", "26"),),
        "C7": (Glyph("garrison", "14"),),
        "G5": (Glyph("sealed"),),
        "H9": (Glyph("citadel", "8"), Glyph("garrison", "~40")),
        "E7": (Glyph("monster"),),
    }
    areas = []
    for r, q in provinces():
        place = name(r, q)
        near = min(distance(place, mine) for mine in own)
        sight: Sight = "now" if near <= 1 or place in ("F10", "B8", "C7") else "remembered" if near <= 4 else "never"
        terrain = dice.choices("CMFI", (10, 8, 8, 1))[0]
        if place in SITES or place in owner or place in glyphs:
            terrain = "CMF"[sum(map(ord, place)) % 3]
        held = owner.get(place, "")
        areas.append(
            Area(
                place,
                centre(r, q),
                hexagon(centre(r, q)),
                terrain,
                held if sight != "never" else "",
                sight,
                dice.randint(3, 9) if sight == "remembered" else None,
                glyphs.get(place, ()) if sight != "never" else (),
                home=place in ("B4",),
            )
        )
    markers = [
        Marker("B4", "GREEDY", "L1", "30", own=True),
        Marker("B4", "GREEDY", "L3", "6", own=True),
        Marker("D5", "GREEDY", "L13", "36", own=True),
        Marker("D5", "AZURE", "L41", "~50"),
        Marker("D6", "GREEDY", "L27", "18", own=True),
        Marker("C7", "AZURE", "L8", "21"),
        Marker("C4", "GREEDY", "L15", "3", own=True),
        Marker("C4", "GREEDY", "L16", "2", own=True),
        Marker("C4", "GREEDY", "L33", "12", own=True),
        Marker("C4", "GREEDY", "L34", "1", own=True),
        Marker("E6", "GREEDY", "L31", "12", own=True),
        Marker("F7", "ŁUKASZ", "L104", "large"),
        Marker("A5", "GREEDY", "L20", "5", own=True),
        Marker("H9", "ΑΡΗΣ", "L61", ""),
        Marker("D3", "RUST", "L70", "9"),
    ]
    routes = [
        Route("road", tuple(centre(*spot(p)) for p in ("B4", "B5", "C6", "D7"))),
        Route("road", tuple(centre(*spot(p)) for p in ("J9", "J10", "K11", "L12"))),
        Route("tunnel", (centre(*spot("A5")), centre(*spot("C9")))),
        Route("move", tuple(centre(*spot(p)) for p in ("C4", "D5")), own=True),
        Route("move", tuple(centre(*spot(p)) for p in ("C5", "D6", "E6")), own=True),
        Route("move", tuple(centre(*spot(p)) for p in ("D8", "C7"))),
        Route("sail", ((3.5, 0.0), centre(*spot("A3"))[:2], (0.5, 0.866), centre(*spot("C1"))), own=True),
        Route("raid", tuple(centre(*spot(p)) for p in ("D7", "E7")), own=True),
        Route("raid", tuple(centre(*spot(p)) for p in ("E4", "D4"))),
        Route("fly", tuple(centre(*spot(p)) for p in ("F10", "F6"))),
    ]
    seats = zip(NAMES, LETTERS, strict=True)
    owners = (
        *(Owner(seat, seat, letter, own=seat == "GREEDY") for seat, letter in seats),
        Owner("NEUTRAL", "Neutral", "N", neutral=True),
    )
    rows = {r: [q for s, q in provinces() if s == r] for r in range(1, 20)}
    return Chart(
        "Quest of the Great Jewels: the land in turn 10, as GREEDY knows it",
        tuple(areas),
        (
            Terrain("C", "Clear", "clear"),
            Terrain("M", "Mountain", "mountain"),
            Terrain("F", "Forest", "forest"),
            Terrain("I", "Impassable", "impassable"),
        ),
        owners,
        tuple(markers),
        tuple(routes),
        (Clash("D5", "lost"), Clash("D6", "won")),
        turn=10,
        note="Numbers in the provinces are as of the end of turn 9, when orders for turn 10 are given.",
        row_labels=tuple(
            (chr(64 + r), (centre(r, edge)[0] + side, centre(r, edge)[1]))
            for r, row in rows.items()
            for edge, side in ((row[0], -0.72), (row[-1], 0.72))
        ),
        column_labels=(),
        focus=own,
        symbols=SYMBOLS,
    )


def number_column(title: str) -> Column:
    return Column(title, number=True)


def forces_table() -> Table:
    return Table(
        (
            Column("Side"),
            Column("Force", wide=True),
            number_column("Troops"),
            number_column("Bonus"),
            number_column("Factors"),
            number_column("Lost"),
        ),
        (
            ("AZURE", "L41 and L8, attacking together from two provinces", "71", "8", "3.55", "22"),
            ("GREEDY", "Garrison of D5 behind citadel 4", "25", "–", "2.10", "25"),
        ),
    )


def lists() -> tuple[Table, Table, Table]:
    dice = random.Random(3)
    own = [area for area in chart().areas if area.owner == "GREEDY"]
    land = {"C": "clear", "M": "mountain", "F": "forest"}
    places = Table(
        (
            Column("Place"),
            Column("Land"),
            number_column("Troops"),
            number_column("Zorans"),
            number_column("Citadel"),
            number_column("Levy"),
            number_column("Tax"),
            number_column("T/O"),
            Column("Remarks", wide=True),
        ),
        tuple(
            (
                area.name,
                land[area.terrain],
                str(dice.randint(2, 60)),
                f"{dice.randint(0, 1400):,}",
                str(dice.randint(0, 20)),
                str(dice.randint(2, 12)),
                str(dice.randint(2, 11)),
                str(dice.randint(1, 5)),
                dice.choice(("", "", "besieged by AZURE; leaders L41 and L8 outside", "builds by itself", "road to B5")),
            )
            for area in own
        ),
        "Provinces which you hold",
        tuple(area.name for area in own),
    )
    numbers = (1, 3, 13, 15, 16, 20, 27, 31, 33, 34)
    leaders = Table(
        (
            Column("Leader"),
            Column("In"),
            number_column("Bonus"),
            number_column("Troops"),
            number_column("Zorans"),
            Column("Talismans and state", wide=True),
        ),
        tuple(
            (
                f"L{n}",
                dice.choice([area.name for area in own]),
                str(dice.randint(0, 9)),
                str(dice.randint(0, 40)),
                str(dice.randint(0, 150)),
                dice.choice(("", "Gold Sword (T4)", "marched; waylays nobody", "Rilris Ring (T36), Stone of Spying (T136)")),
            )
            for n in numbers
        ),
        "Your leaders",
        tuple(f"L{n}" for n in numbers),
    )
    seen = [area for area in chart().areas if area.sight == "remembered"]
    known = Table(
        (
            Column("Place"),
            Column("Held by"),
            Column("Land"),
            number_column("Citadel"),
            number_column("Troops"),
            Column("Seen", number=True),
        ),
        tuple(
            (
                area.name,
                area.owner or "nobody",
                land.get(area.terrain, "impassable"),
                "?" if area.owner else "0",
                f"about {dice.randint(1, 9) * 10}" if area.owner else "–",
                f"turn {area.last_seen}",
            )
            for area in seen
        ),
        "What you know of other lands, and since when",
        tuple(area.name for area in seen),
    )
    return places, leaders, known


SKETCH = """
                      A3  A4+ A5+ A6  A7  A8
                B2  B3+ B4# B5+ B6  B7a B8a B9a B10
          C1  C2r C3+ C4+ C5+ C6  C7a C8a C9a C10 C11 C12
        D1  D2r D3r D4  D5a D6+ D7+ D8  D9a D10 D11 D12 D13
      E1  E2  E3r E4r E5n E6+ E7  E8  E9  E10 E11 E12 E13 E14
""".strip("\n")


@cache
def report() -> Report:
    places, leaders, known = lists()
    battle = Battle(
        "AZURE takes D5",
        "D5",
        forces_table(),
        (
            "Your 25 troops of the garrison fell; L13 (36 troops) had marched in after the battle and stands before the walls.",
            "AZURE lost 22 of 71 troops: 6 to defensive fire, 16 in the fight.",
        ),
        "**Lost.** The odds were 3.55 to 2.10; AZURE's two armies gained a tenth for attacking together.",
        ("AZURE took 42 zorans and the Gold Sword (T4).",),
    )
    won = Battle(
        "You take D6",
        "D6",
        forces_table(),
        ("You lost 4 troops.",),
        "**Won.** D6 is yours; the neutral garrison of 9 fell.",
        ("You found 31 zorans.",),
    )
    return Report(
        Masthead(
            "Quest of the Great Jewels",
            "Turn 10 report",
            10,
            "GREEDY",
            "You took D6 and E6, lost D5 to AZURE, and stand third of twelve; B4 is idle with 411 zorans.",
            (
                ("Game", "QJ-101, seat 1 of 12, Rilris"),
                ("Turn run", "Fri 20 Nov 2026, 20:00 CET (19:00 UTC)"),
                ("Next deadline", "**Fri 27 Nov 2026, 20:00 CET** (19:00 UTC)"),
                ("Score", "1,284 (+161 this turn); the game ends at 25 turns"),
                ("Rank", "3 of 12 among the players whom you have met"),
            ),
        ),
        (
            Section(
                "attention",
                "Needs your attention",
                (
                    Text("D5 is lost, and 36 troops under L13 stand before its walls without supplies.", "bad"),
                    Bullets(
                        (
                            "D5 was taken by AZURE (L41, L8). `L13AD5` would attack at odds of 36 to 49.",
                            "B4 holds **411 zorans** that nobody spends: a citadel point costs 5, a navy 20.",
                            "Line 4 `L27MC2C3D3` was cut short: L27 stopped in C3, for D3 needs 2 more movement points.",
                            "L20 in A5 is short of a navy: A4 has 2.",
                        )
                    ),
                ),
            ),
            Section(
                "events",
                "What happened",
                (
                    Text("Status and transfers", "lead"),
                    Bullets(("LORD became your ally; you are not yet his.", "B4 handed 5 troops to L31, who then had 12.")),
                    Text("Combat", "lead"),
                    battle,
                    won,
                    Text("Marches and voyages", "lead"),
                    Bullets(
                        (
                            "L31 marched from C5 by D6 to E6 (forest, 4 of 4 movement points) and found it empty: E6 is yours.",
                            "L13 marched from C4 to D5 and now besieges AZURE's garrison.",
                            "L20 could not sail from A5: there is no navy. A storm took nobody.",
                            "Raiders from D7 looked into E7: 30 fierce beasts, 12 zorans stolen.",
                        )
                    ),
                    Text("Levies, taxes and new leaders", "lead"),
                    Text(
                        "Your 12 provinces raised 71 troops and 64 zorans. L34 offered you his service in C4 (bonus 0).", "good"
                    ),
                ),
            ),
            Section(
                "map",
                "The map",
                (Map(chart(), SKETCH, "Your lands and their neighbourhood; + yours, # your home, small letters others."),),
            ),
            Section("holdings", "What you hold and see", (places, leaders, known)),
            Section(
                "messages",
                "Messages",
                (
                    Letter("AZURE", "D5 was mine by right.\nLeave E5 to me and I leave <b>B5</b> to you.\n\n  -- A.", "GREEDY"),
                    Letter(
                        "ANONYMOUS",
                        "Beware of **him** who calls himself your ally & friend \u202egnp.exe",
                        "all whom he has met",
                    ),
                ),
            ),
            Section(
                "orders",
                "Order form",
                (
                    Text("Edit, send the whole back as a reply. Lines that begin with a semicolon are not read."),
                    OrderForm(
                        (
                            "; QJ-101 turn 10, GREEDY. Deadline Fri 27 Nov 2026, 20:00 CET",
                            "; --- Leaders (movement points 4, force march 6) ---",
                            *(
                                line
                                for number, at, troops in (
                                    (1, "B4", 30),
                                    (3, "B4", 6),
                                    (13, "D5", 36),
                                    (15, "C4", 3),
                                    (16, "C4", 2),
                                    (20, "A5", 5),
                                    (27, "D6", 18),
                                    (31, "E6", 12),
                                    (33, "C4", 12),
                                    (34, "C4", 1),
                                )
                                for line in (
                                    f"; L{number} in {at}: {troops} troops; may march, attack, transfer",
                                    f"L{number}M",
                                )
                            ),
                            "; --- Garrisons ---",
                            "; B4: 52 troops, 411 zorans, citadel 18; may build 4 citadel points",
                            "GB4BC4",
                        )
                    ),
                ),
            ),
            Section(
                "small-print",
                "Small print",
                (
                    Text("B4[GREEDY] (M,LV=11,TX=11,T/O=5) CSP=18 Z=411 T=52\nD5[AZURE] (C,LV=4,TX=6,T/O=1) -X -S", "code"),
                    Text(
                        "Chance of this turn: 8c1f0a77d2e4. Write HELP for the list of topics, RULES for the handbook.", "note"
                    ),
                ),
            ),
        ),
        accent="#7a1f3d",
        footer="Next deadline Fri 27 Nov 2026, 20:00 CET (19:00 UTC)",
    )
