"""A 12-seat turn 25: adjudication alone, and with all documents for all seats on two cores."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmarks.figures import Figure, median_seconds
from postern import render
from postern.desk.settings.rulesets import AnyRuleset
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.orders import OrderSheet
from postern.game.report import Map, Report
from postern.game.ruleset import Outcome, Signup
from postern.render.chart.draw import draw
from postern.render.chart.png import png
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.world.records import World

_NAMES = ("ALPHA", "BRAVO", "CEDAR", "DELTA", "ECHO", "FOX", "GOLF", "HOTEL", "INDIA", "JULIET", "KILO", "LIMA")
_TURN, _CORES, _RUNS = 25, 2, 7


def world_at(turn: int, seed: str = "benchmark") -> World:
    """The world before this turn of a game among computer players; nobody's vote ends it sooner."""
    world = RULESET.setup({}, [Signup(name) for name in _NAMES], Chance(seed))
    while RULESET.turn(world) < turn:
        world = RULESET.resolve(world, sheets_for(RULESET, world, seed), Chance(seed)).world
        if RULESET.turn(world) == 2:
            world.end_turn = 30
    return world


def sheets_for(rules: AnyRuleset, world: Any, seed: str = "benchmark") -> dict[str, OrderSheet]:
    """What the computer players of all seats order, as read."""
    sheets = {}
    for seat in rules.active(world):
        view = rules.view(world, seat)
        sheets[seat] = rules.read(rules.plan(view, Chance(seed)), view)
    return sheets


def documents(report: Report) -> int:
    """Every document of one seat; gives the number of PDF pages."""
    chart = next(block.chart for section in report.sections for block in section.blocks if isinstance(block, Map))
    render.to_text(report)
    render.to_html(report, "map")
    render.to_json(report)
    render.chart_png(chart)
    render.chart_svg(chart)
    return _pages(render.to_pdf(report))


@dataclass(frozen=True)
class Drawn:
    """All documents of a turn for all seats: seconds by the clock, and how they were spent."""

    clock: float
    told: str


def documents_of_all(rules: AnyRuleset, outcome: Outcome[Any]) -> Drawn:
    """Makes the reports of a turn, and draws all documents in as many processes as the aims speak of."""
    seats = rules.active(outcome.world)
    with ProcessPoolExecutor(_CORES) as workers:
        list(workers.map(partial(sum), [(1,)] * _CORES))
        began, busy = time.perf_counter(), time.process_time()
        reports = [rules.report(rules.view(outcome.world, seat), seen(outcome.events, seat)) for seat in seats]
        reporting = time.process_time() - busy
        done = list(workers.map(_drawn, reports))
        clock = time.perf_counter() - began
    pages, drawing = sum(number for number, _ in done), sum(took for _, took in done)
    spent = f"{reporting + drawing:.1f} s of processor, {reporting:.1f} s of it for the reports"
    return Drawn(clock, f"{_CORES} processes, {pages} pages of PDF; {spent}")


def _drawn(report: Report) -> tuple[int, float]:
    """Draws every document of a seat: pages of PDF, and seconds of processor."""
    start = time.process_time()
    return documents(report), time.process_time() - start


def _maps(reports: Sequence[Report]) -> list[Figure]:
    """How long the map of one seat takes, and how large it is."""
    charts = [
        block.chart for report in reports for section in report.sections for block in section.blocks if isinstance(block, Map)
    ]
    chart = max(charts, key=lambda one: len(one.markers))
    drawn, slowest = median_seconds(lambda: draw(chart), _RUNS)
    pictured, longest = median_seconds(lambda: png(draw(chart), 1600), _RUNS)
    return [
        Figure(
            "a wall map drawn", f"{drawn * 1000:.0f} ms (worst {slowest * 1000:.0f})", "under 300 ms", "the fullest of turn 25"
        ),
        Figure(
            "a wall map as PNG, 1,600 pixels wide",
            f"{pictured * 1000:.0f} ms (worst {longest * 1000:.0f}), {len(render.chart_png(chart)) // 1000} kB",
            "under 500 ms",
            "drawn and turned into pixels; the shape of its land is known",
        ),
    ]


def _pages(pdf: bytes) -> int:
    import pypdfium2

    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return len(document)


def measure() -> list[Figure]:
    """Adjudication, documents and pages per second of turn 25."""
    world = world_at(_TURN)
    sheets = sheets_for(RULESET, world)
    middle, worst = median_seconds(lambda: RULESET.resolve(world, sheets, Chance("benchmark")), _RUNS)
    outcome = RULESET.resolve(world, sheets, Chance("benchmark"))
    seats = RULESET.active(outcome.world)
    reports = [RULESET.report(RULESET.view(outcome.world, seat), seen(outcome.events, seat)) for seat in seats]
    with ProcessPoolExecutor(_CORES) as workers:
        list(workers.map(partial(sum), [(1,)] * _CORES))
        pages = 0

        def whole_turn() -> None:
            nonlocal pages
            done = RULESET.resolve(world, sheets, Chance("benchmark"))
            made = [RULESET.report(RULESET.view(done.world, seat), seen(done.events, seat)) for seat in seats]
            pages = sum(workers.map(documents, made))

        start = time.perf_counter()
        list(workers.map(documents, reports))
        drawing = time.perf_counter() - start
        with_documents, slowest = median_seconds(whole_turn, 3)
    return [
        Figure(
            "turn 25, 12 seats: adjudication", f"{middle * 1000:.0f} ms (worst {worst * 1000:.0f})", "under 150 ms", "1 core"
        ),
        Figure(
            "turn 25, 12 seats: with all documents",
            f"{with_documents:.1f} s (worst {slowest:.1f})",
            "under 6 s",
            f"{_CORES} processes, text, HTML, PDF, JSON, PNG, SVG",
        ),
        *_maps(reports),
        Figure("PDF pages", f"{pages / with_documents:.0f} a second ({pages} pages)", "", f"drawing alone {drawing:.1f} s"),
    ]
