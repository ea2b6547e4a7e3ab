"""A map for who cannot see it: each area is told once, with all that stands in it."""

from __future__ import annotations

from postern.game.chart import Area, Below, Chart, Clash, Glyph, Marker, Owner, Room, Site, Symbol, Terrain
from postern.render.chart.words import Group, described, in_words

SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


def area(name: str, at: int, **more: object) -> Area:
    return Area(name, (float(at), 0.0), tuple((x + at, y) for x, y in SQUARE), "wood", **more)  # type: ignore[arg-type]


CHART = Chart(
    "Toyland",
    (
        area("A", 0, owner="bad"),
        area("B", 1, owner="me", glyphs=(Glyph("gold", "7"),)),
        area("C", 2, sight="never"),
        area("D", 3, sight="never"),
        area("E", 4, sight="remembered", last_seen=4),
        area("F", 5, owner="me"),
    ),
    (Terrain("wood", "wood", "forest"),),
    (Owner("bad", "BADGER", "B"), Owner("me", "MINK", "M", own=True)),
    markers=(Marker("A", "me", "L1", "12", own=True), Marker("A", "bad", "L9", "30")),
    clashes=(Clash("A", "lost"),),
    symbols=(Symbol("gold", "gold"), Symbol("town", "town")),
    sites=(Site("E", "town", "Arden"),),
    below=(Below("F", "Deep", "mine", (Room("Hall", "a hall", "3 dwarves"), Room("Well"))),),
)


def test_own_areas_come_first_and_those_of_nobody_last_with_like_ones_together() -> None:
    assert in_words(CHART) == [
        Group("Yours", ("B: wood; gold 7", "F: wood; inside and below: Hall (a hall, 3 dwarves), Well")),
        Group("Held by BADGER", ("A: wood; MINK: L1 12; BADGER: L9 30; battle: lost",)),
        Group("Held by nobody whom you know", ("E: wood; town Arden; last seen in turn 4", "wood, never seen: C, D")),
    ]


def test_a_sentence_says_what_the_picture_shows() -> None:
    assert described(CHART) == "Toyland: a map of 6 areas; yours are B, F; battles in A."
