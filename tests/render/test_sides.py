"""Sides keep their look for the whole game, and any two of twelve are told apart by all eyes and in grey print."""

from __future__ import annotations

from itertools import combinations

import pytest

from postern.game.chart import Outline, Owner
from postern.render.chart import owners
from postern.render.chart.owners import OWN, PAPER, SIDES
from tests.render.vision import VISIONS, difference

_GRID = 16


def inside(x: float, y: float, outline: Outline) -> bool:
    found = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            found = not found
    return found


def flag(hue: str, division: tuple[Outline, ...]) -> list[str]:
    """The flag as a raster: an outline of the hue, and the division on paper-white."""
    pixels = []
    for row in range(_GRID):
        for column in range(_GRID):
            rim = row in (0, _GRID - 1) or column in (0, _GRID - 1)
            x, y = (column + 0.5) / _GRID, (row + 0.5) / _GRID
            pixels.append(hue if rim or any(inside(x, y, outline) for outline in division) else PAPER)
    return pixels


@pytest.mark.parametrize("vision", [name for name in VISIONS if name != "grey print"])
def test_any_two_hues_are_told_apart_with_and_without_colour_blindness(vision: str) -> None:
    """An outline or a graph's line has the hue alone: ten on the CIEDE2000 scale is plain at a glance."""
    seen = VISIONS[vision]
    hues = [hue for hue, _ in SIDES]
    assert len(set(hues)) == 12
    assert min(difference(seen(one), seen(other)) for one, other in combinations(hues, 2)) > 12
    assert min(difference(seen(OWN), seen(other)) for other in hues) > 9


@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_flags_are_told_apart_even_in_grey_print(vision: str) -> None:
    """Hue and division together: the mean difference over the flag, point by point."""
    seen = VISIONS[vision]
    flags = [flag(hue, division) for hue, division in SIDES] + [[OWN] * _GRID**2, flag("#6d6a66", ())]
    colours = {colour for pixels in flags for colour in pixels}
    apart = {(one, other): difference(seen(one), seen(other)) for one in colours for other in colours}
    for one, other in combinations(flags, 2):
        assert sum(apart[pair] for pair in zip(one, other, strict=True)) / _GRID**2 > 10


def test_a_side_keeps_its_look_whoever_else_is_in_the_list() -> None:
    players = [Owner(f"P{number}", f"P{number}", "P", number=number) for number in range(1, 13)]
    looks = owners.sides(players)
    assert [(look.colour, look.division) for look in looks.values()] == list(SIDES)
    later = owners.sides([players[7], Owner("-", "nobody", "-", neutral=True), players[2]])
    for key in ("P8", "P3"):
        assert (later[key].colour, later[key].division) == (looks[key].colour, looks[key].division)


def test_the_readers_own_side_is_the_same_deep_blue_in_every_chart() -> None:
    for number in (1, 5, 12):
        side = owners.sides([Owner("x", "X", "X"), Owner("me", "Me", "M", own=True, number=number)])["me"]
        assert (side.colour, side.division, side.on_colour) == (OWN, (), "#ffffff")
    assert OWN not in {hue for hue, _ in SIDES}


def test_beyond_twelve_sides_a_hue_comes_again_with_another_division() -> None:
    looks = owners.sides(Owner(str(number), "", "", number=number) for number in range(1, 25))
    assert len({(look.colour, look.division) for look in looks.values()}) == 24
