"""Numbers over turns: a table of some of them, and a drawing whose names do not lie on each other."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.game.report import Course, Graph, Maps, Masthead, Report, Section
from postern.render import from_json, to_html, to_json, to_pdf, to_text
from postern.render.courses import courses_table, spread
from postern.render.pdf.graph import apart
from tests.render import sample

GRAPH = Graph(tuple(range(61)), tuple(Course(f"SEAT{n}", tuple(n * t for t in range(61))) for n in range(1, 13)), "Scores")


def report(*blocks: Graph | Maps) -> Report:
    return Report(Masthead("Game", "History", 60, "", ""), (Section("scores", "Scores", blocks),))


def test_sixty_turns_of_twelve_stand_side_by_side_in_a_letter() -> None:
    text = to_text(report(GRAPH))
    assert max(map(len, text.splitlines())) <= 72
    lines = [line.split() for line in text.splitlines() if line.startswith("SEAT")]
    assert [line[0] for line in lines] == [f"SEAT{n}" for n in range(12, 0, -1)]
    assert [line[-1] for line in lines] == [str(60 * n) for n in range(12, 0, -1)]
    assert "SEAT12" in to_html(report(GRAPH))


@given(st.integers(1, 200), st.integers(2, 15))
def test_some_turns_are_few_in_order_and_end_with_the_last(count: int, most: int) -> None:
    kept = spread(range(count), most)
    assert len(kept) <= most
    assert kept[-1] == count - 1
    assert list(kept) == sorted(set(kept))
    assert kept[0] == 0 or count == 1


@given(st.lists(st.floats(0, 300), min_size=1, max_size=20))
def test_names_keep_apart_and_in_order(wanted: list[float]) -> None:
    found = apart(wanted, 10.0, 0.0, 300.0)
    assert all(high - low >= 9.999 for low, high in pairwise(sorted(found)))
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    assert [found[at] for at in order] == sorted(found)


@pytest.mark.parametrize(
    "graph",
    [
        Graph((0,), (Course("ONE", (0,)),)),
        Graph((0, 1), (Course("DOWN", (5, -7)), Course("FLAT", (0, 0)))),
        Graph((3, 4), (Course("<b>&" * 30, (1, 10**9)),)),
        Graph((), ()),
        GRAPH,
    ],
)
def test_any_graph_can_be_drawn_and_read_back(graph: Graph) -> None:
    whole = report(graph, Maps((sample.chart(),) * 3, "Maps"), Maps(()))
    assert to_pdf(whole).startswith(b"%PDF")
    assert from_json(to_json(whole)) == whole
    assert "Maps" in to_text(whole)
    assert "Maps" in to_html(whole)


def test_the_table_names_its_turns() -> None:
    assert [column.title for column in courses_table(GRAPH).columns] == ["After turn", *"0 8 16 24 32 40 48 56 60".split()]
