"""The moving map of a finished game: frames, colours of realms, marks of battles; for hexagons, squares and free areas."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image

from postern.game.chart import Chart
from postern.game.ending import Past, Stage
from postern.game.events import Deed
from postern.game.ruleset import Standing
from postern.render import film
from postern.render.chart import owners
from postern.render.chart.film import _Screen
from tests.render import sample, toys

CHARTS = {"hexagons": sample.chart, "squares": toys.squares, "free areas": toys.free_areas}
charts = pytest.mark.parametrize("made", CHARTS.values(), ids=CHARTS)


def past(chart: Chart, turns: int = 3) -> Past:
    """The first side takes one area more each turn; in turn 2 there is a battle in the chart's last area."""
    sides = [owner.key for owner in chart.owners if not owner.neutral]
    names = [area.name for area in chart.areas]
    stages = []
    for turn in range(turns + 1):
        table = tuple(Standing(seat, turn * (10 - at), at + 1) for at, seat in enumerate(sides))
        deeds = (Deed("battle", sides[0], sides[-1], names[-1], 40),) if turn == 2 else ()
        stages.append(Stage(turn, table, dict.fromkeys(names[:turn], sides[0]), {}, deeds))
    return Past("TOY-1", tuple(stages), dict.fromkeys(sides, ""))


def frames(data: bytes) -> list[Image.Image]:
    with Image.open(io.BytesIO(data)) as moving:
        found = []
        for at in range(getattr(moving, "n_frames", 1)):
            moving.seek(at)
            found.append(moving.convert("RGB"))
        return found


def near(one: tuple[int, int, int], other: tuple[int, int, int], most: int) -> bool:
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


def pixel(image: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    found = image.getpixel((round(x), round(y)))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


@charts
def test_there_is_a_frame_for_every_turn_and_the_same_past_gives_the_same_bytes(made: Callable[[], Chart]) -> None:
    chart = made()
    data = film(chart, past(chart))
    assert len(frames(data)) == 4
    assert len(data) < 1_000_000
    assert film(chart, past(chart)) == data


@charts
def test_a_taken_area_gets_its_new_owners_colour_and_a_battle_its_mark(made: Callable[[], Chart]) -> None:
    chart = replace(made(), markers=(), routes=())
    story = past(chart)
    shown, screen = frames(film(chart, story)), _Screen(chart, story, 760)
    first = screen.outlines[chart.areas[0].name]
    x, y = sum(at[0] for at in first) / len(first) / 2, sum(at[1] for at in first) / len(first) / 2
    side = owners.sides(chart.owners)[story.seats[0]].colour
    wanted = int(side[1:3], 16), int(side[3:5], 16), int(side[5:7], 16)

    def far(image: Image.Image) -> int:
        return sum(abs(a - b) for a, b in zip(pixel(image, x, y - 9), wanted, strict=True))

    assert far(shown[3]) < far(shown[0])
    last = screen.outlines[chart.areas[-1].name]
    at = sum(point[0] for point in last) / len(last) / 2, sum(point[1] for point in last) / len(last) / 2
    radius = screen.plan.unit * 0.085  # within the mark, beside its cross
    red = [near(pixel(image, at[0] - radius, at[1]), (0xB5, 0x16, 0x1B), 60) for image in shown]
    assert red == [False, False, True, False]


def test_an_area_bears_a_ring_in_the_turn_that_it_was_taken_and_not_in_the_next() -> None:
    chart = replace(toys.squares(), markers=(), routes=())
    story = past(chart)
    shown, screen = frames(film(chart, story)), _Screen(chart, story, 760)
    outline = screen.outlines[chart.areas[0].name]
    left, low = min(x for x, _ in outline), max(y for _, y in outline)
    x, y = sum(at[0] for at in outline) / len(outline), sum(at[1] for at in outline) / len(outline)
    ring = (x + 0.76 * (left - x)) / 2, (y + 0.3 * (low - y)) / 2
    assert [near(pixel(image, *ring), (0xFF, 0xFD, 0xF7), 30) for image in shown] == [False, True, False, False]


def test_a_film_that_is_too_large_is_drawn_narrower() -> None:
    chart = sample.chart()
    whole, small = film(chart, past(chart, 8)), film(chart, past(chart, 8), 90_000)
    assert len(small) < len(whole)
    assert frames(small)[0].width < frames(whole)[0].width == 760
    assert len(frames(small)) == 9


def test_a_holder_or_an_area_that_the_chart_does_not_know_is_passed_over() -> None:
    chart = sample.chart()
    story = past(chart)
    odd = replace(story.end, holders={"nowhere": story.seats[0], chart.areas[0].name: "NOBODY"})
    assert len(frames(film(chart, replace(story, stages=(*story.stages[:-1], odd))))) == 4
