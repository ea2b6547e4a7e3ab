"""The gazette for the public: its words, its graph and its map on one page."""

from __future__ import annotations

import dataclasses

import pypdfium2
import pytest

from postern.game.report import Course, Graph, Map, Masthead, Report, Section, Text
from postern.render import gazette_pdf
from tests.render import sample
from tests.render.structure import marked, read

CHART = dataclasses.replace(sample.chart(), owners=(), markers=(), clashes=(), focus=())
TURNS = tuple(range(1, 25))
REPORT = Report(
    Masthead("The game", "Public report, turn 24", 24, "everybody", "Turn 24 has run.", (("Game", "QJ-101"),)),
    (
        Section("news", "What everybody was told", (Text("A comet was seen."),)),
        Section("map", "The land", (Map(CHART, caption="As it was at the beginning."),)),
        Section("scores", "The race", (Graph(TURNS, (Course("ANN", TURNS, 1), Course("BOB", TURNS[::-1], 2)), "Scores"),)),
    ),
)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_words_graph_and_map_stand_on_one_page(paper: str) -> None:
    with pypdfium2.PdfDocument(gazette_pdf(REPORT, paper)) as document:
        assert len(document) == 1
        words = document[0].get_textpage().get_text_bounded()
        titles = [entry.get_title() for entry in document.get_toc()]
    assert "A comet was seen." in words
    assert "The race" in words
    assert "after turn" in words
    assert titles[1:] == ["What everybody was told", "The race", "The land"]


def test_what_does_not_fit_goes_on_to_the_next_page() -> None:
    long = Section("long", "More", tuple(Text(f"Line {number}.") for number in range(40)))
    with pypdfium2.PdfDocument(gazette_pdf(dataclasses.replace(REPORT, sections=(long, *REPORT.sections)))) as document:
        assert len(document) == 2


def test_it_is_told_to_who_does_not_see_it() -> None:
    told = read(gazette_pdf(REPORT))
    numbers, loose = marked(told.file, 0)
    assert not loose
    assert numbers
    assert [told.text(node) for node in told.root.all("H2")] == ["What everybody was told", "The race", "The land"]
    lines, land = told.root.all("Figure")
    assert lines.alt == "Lines from turn 1 to 24. At the end: ANN 24, BOB 1."
    assert "a map of 253 areas" in land.alt or f"a map of {len(CHART.areas)} areas" in land.alt


def test_the_same_report_gives_the_same_bytes() -> None:
    assert gazette_pdf(REPORT) == gazette_pdf(REPORT)
