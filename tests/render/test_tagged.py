"""PDFs for who hears them: every piece of a page stands in the structure or is decoration, and what is told is complete."""

from __future__ import annotations

import dataclasses
import itertools

import pikepdf
import pytest

from postern.game.chart import Chart
from postern.game.front import Figure
from postern.game.handbook import Handbook, Topic
from postern.game.report import Course, Graph, Map, Maps, Podium, Section, Table, Text, Victor
from postern.render import handbook_pdf, to_pdf
from postern.render.pdf.tags import Element, TaggedCanvas, artifact, tagged
from tests.render import sample, test_battle, test_diagrams
from tests.render.structure import Node, Told, marked, read
from tests.render.test_front import FRONT

FIGHTING = """See HELP MOVING.

| Side | Troops |
|---|---:|
| own | 5 |

> A quotation.

1. First
"""
TOPICS = (
    Topic("moving", "How armies move", "An army moves **two** provinces.\n\n- by road\n- over land\n"),
    Topic("fighting", "How armies fight", FIGHTING),
)


LONG = (
    "The war of the north began when **GREEDY** crossed the river in turn 3, and it ended when nobody was left to cross it "
    "back; of the twelve who had set out two came home by way of `B4` and D6, and neither would tell of it what he had seen."
)


def history() -> bytes:
    """A report with small maps and a graph."""
    chart = sample.chart()
    graph = Graph((1, 2, 3), (Course("GREEDY", (5, 9, 12), 1), Course("AZURE", (4, 3, 20), 2)), "Scores")
    podium = Podium("GREEDY wins", "after 3 turns", (Victor("GREEDY", 1, 20), Victor("AZURE", 2, 12)), (Figure("Battles", 48),))
    sections = (Section("how", "How it went", (podium, Text(LONG), Maps((chart, chart), "Who held what"), graph)),)
    return to_pdf(dataclasses.replace(sample.report(), sections=sections))


@pytest.fixture(scope="session")
def told() -> dict[str, Told]:
    report, battle = sample.report(), test_battle.PAGE
    return {
        "report": read(to_pdf(report)),
        "front": read(to_pdf(dataclasses.replace(report, front=FRONT))),
        "letter paper": read(to_pdf(report, "letter")),
        "handbook": read(handbook_pdf(Handbook("The rules", TOPICS))),
        "history": read(history()),
        "diagrams": read(to_pdf(test_diagrams.REPORT)),
        "battles": read(to_pdf(test_battle.report(battle, dataclasses.replace(battle, title="Again", stages=())))),
    }


PAPERS = pytest.mark.parametrize("name", ["report", "front", "letter paper", "handbook", "history", "diagrams", "battles"])


@PAPERS
def test_the_file_says_that_it_is_tagged_and_in_which_language(told: dict[str, Told], name: str) -> None:
    catalog = told[name].file.Root
    assert bool(catalog.MarkInfo.Marked)
    assert str(catalog.Lang) == "en"
    assert bool(catalog.ViewerPreferences.DisplayDocTitle)
    assert str(told[name].file.docinfo.Title)
    assert not told[name].file.check_pdf_syntax()


@PAPERS
def test_all_that_is_drawn_is_told_or_marked_as_decoration(told: dict[str, Told], name: str) -> None:
    file = told[name].file
    pieces = [piece for node in told[name].root.walk() for piece in node.content]
    assert len(pieces) == len(set(pieces))
    for at, page in enumerate(file.pages):
        numbers, loose = marked(file, at)
        assert not loose, f"page {at + 1} draws {loose[:5]} outside"
        assert sorted(numbers) == list(range(len(numbers)))
        assert {number for where, number in pieces if where == at} == set(numbers)
        assert page.obj.Tabs == "/S"


@PAPERS
def test_each_piece_of_a_page_leads_to_its_element(told: dict[str, Told], name: str) -> None:
    file = told[name].file
    rows = list(file.Root.StructTreeRoot.ParentTree.Nums)
    parents = {int(key): row for key, row in zip(rows[::2], rows[1::2], strict=True)}
    for page in file.pages:
        for number, element in enumerate(parents.pop(int(page.obj.StructParents))):
            kids = element.K if isinstance(element.K, pikepdf.Array) else [element.K]
            assert any(
                kid == number
                if isinstance(kid, int)
                else int(kid.get("/MCID", -1)) == number and kid.Pg.objgen == page.obj.objgen
                for kid in kids
            )
        for annotation in page.obj.get("/Annots", []):
            element = parents.pop(int(annotation.StructParent))
            assert element.S == "/Link"
            assert str(annotation.Contents)
    assert not parents


BELOW = {
    "Document": {"Sect", "P", "H1", "L", "Table", "Figure"},
    "L": {"LI"},
    "LI": {"Lbl", "LBody"},
    "Lbl": set(),
    "LBody": {"Link"},
    "Table": {"TR"},
    "TR": {"TH", "TD"},
    "TH": set(),
    "TD": {"Link"},
    "Figure": set(),
    "Link": set(),
    **{kind: {"Link"} for kind in ("P", "H1", "H2", "H3", "H4")},
    "Sect": {"Sect", "P", "H1", "H2", "H3", "H4", "L", "Table", "Figure"},
}
"""Which elements may stand in which (ISO 32000-1, 14.8.4), as far as we use them."""


@PAPERS
def test_elements_stand_where_the_standard_has_them(told: dict[str, Told], name: str) -> None:
    for node in told[name].root.walk():
        assert {part.kind for part in node.parts} <= BELOW[node.kind], node.kind
        if node.kind == "Table":
            assert len({len(row.parts) for row in node.parts}) == 1
            assert [cell.kind for cell in node.parts[0].parts] == ["TH"] * len(node.parts[0].parts)
        if node.kind == "TH":
            assert node.scope == "/Column"
        if node.kind == "Figure":
            assert len(node.alt) > 20
            left, low, right, top = node.box
            assert -1 <= left < right <= 843
            assert -1 <= low < top <= 843


@PAPERS
def test_headings_begin_with_one_of_the_first_level_and_leave_none_out(told: dict[str, Told], name: str) -> None:
    heads = told[name].root.all("H1", "H2", "H3", "H4")
    levels = [int(node.kind[1]) for node in heads]
    assert levels[0] == 1 or name == "handbook"
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    assert all(told[name].text(node) for node in heads)


def test_sections_are_read_in_the_order_of_the_report(told: dict[str, Told]) -> None:
    heads = [told["report"].text(node) for node in told["report"].root.all("H2")]
    assert heads == [section.title for section in sample.report().sections]
    heads = [told["front"].text(node) for node in told["front"].root.all("H2")]
    assert heads[:3] == ["LOOK HERE FIRST", "CHANCES", "THE BATTLES"]


def test_a_table_that_goes_over_pages_is_one_table_with_one_head(told: dict[str, Told]) -> None:
    tables = [block for section in sample.report().sections for block in section.blocks if isinstance(block, Table)]
    longest = max(tables, key=lambda table: len(table.rows))
    found = [node for node in told["report"].root.all("Table") if len(node.parts) == len(longest.rows) + 1]
    assert len(found) == 1
    pages = {page for node in found[0].walk() for page, _ in node.content}
    assert len(pages) > 1
    words = [told["report"].text(cell) for row in found[0].parts for cell in row.parts]
    assert words[: len(longest.columns)] == [column.title for column in longest.columns]
    assert words[len(longest.columns)] == longest.rows[0][0]


def test_words_at_the_end_of_a_line_are_apart_from_those_of_the_next(told: dict[str, Told]) -> None:
    assert LONG.replace("**", "").replace("`", "") in [told["history"].text(node) for node in told["history"].root.all("P")]


def test_figures_of_the_front_page_are_read_with_their_labels(told: dict[str, Told]) -> None:
    items = [told["front"].text(node) for node in told["front"].root.all("LBody")]
    for one in FRONT.figures:
        assert any(item.startswith(f"{one.label}: {one.written}") for item in items), one
    for fight in FRONT.fights:
        assert any(fight.place in item and all(force.name in item for force in fight.forces) for item in items), fight


def test_a_battle_is_told_whole_side_after_side_and_blow_after_blow(told: dict[str, Told]) -> None:
    battles = told["battles"]
    first, second = [part for part in battles.root.all("Sect") if any(node.kind == "H3" for node in part.parts)][:2]
    assert [battles.text(node) for page in (first, second) for node in page.all("H3")] == ["The battle of Nyvaros", "Again"]
    said = [battles.text(node) for node in first.all("P", "LBody")]
    assert "Victory. Turn 12, IO, marsh, Nyvaros. You hold the field. Number 3 on the map." in said
    assert [one for one in said if "then" in one] == [
        "Guard: 100, then 92; elite; held the left",
        "Centaurs: 90, then 71; regular; charged",
        "Recruits: 60, then gone; green; broke",
        "Trolls: 80, then 66; veteran",
        "Machines: ?, then ?",
        "Garrison: 40, then 12",
    ]
    assert "Troops: your side 250, the others ?" in said
    assert [one for one in said if one[:2] in ("1.", "2.", "3.")] == [
        "1. The reeds. Machines sink.",
        "2. The charge. Recruits break.",
        "3. They answer. Nine fall.",
    ]
    assert said.index("Guard: 100, then 92; elite; held the left") < said.index("1. The reeds. Machines sink.")
    shows = [node.alt for node in first.all("Figure")]
    assert "At the beginning: High Elves 250, Gnomes ?. After bows: High Elves 240, Gnomes 120." in shows[0]
    assert len(second.all("Figure")) == len(shows) - 1


def test_a_podium_is_told_as_a_figure(told: dict[str, Told]) -> None:
    shows = [node.alt for node in told["history"].root.all("Figure")]
    assert shows[0] == (
        "A podium. GREEDY wins: 1. GREEDY with 20 points; 2. AZURE with 12 points. The game in numbers: Battles: 48."
    )


def test_time_lines_and_steps_are_told_as_figures(told: dict[str, Told]) -> None:
    shows = [node.alt for node in told["diagrams"].root.all("Figure")]
    assert shows == [
        "24 phases, from the first to the last. phase 1-3: host 610, to 174; phase 4-10: host 610, bridge 176; "
        "phase 5-24: wall 340, hold 257; phase 8-12: Warboss 520, 179; phase 9: host 610, Warboss 520, battle 1; "
        "phase 12: wall 340, Warboss 520, battle 2.",
        "Gold, step by step: had 425, centers +312, troops -294, now 443.",
    ]


def words_of_map(told: Told) -> list[Node]:
    """The items after the map of the whole land."""
    figure = next(node for node in told.root.all("Figure") if "listed after the map" in node.alt)
    section = next(node for node in told.root.all("Sect") if figure in node.parts)
    return [item for part in section.parts[section.parts.index(figure) :] for item in part.all("LBody")]


def test_the_map_is_told_area_by_area(told: dict[str, Told]) -> None:
    chart: Chart = next(
        block.chart for section in sample.report().sections for block in section.blocks if isinstance(block, Map)
    )
    items = [told["report"].text(node) for node in words_of_map(told["report"])]
    own = [area.name for area in chart.areas if area.owner == "GREEDY"]
    assert [item.partition(":")[0] for item in items[: len(own)]] == own
    named = [name.strip() for item in items for part in item.split(":")[:2] for name in part.split(",")]
    for area in chart.areas:
        assert area.name in named, area.name


def test_content_of_content_is_one_piece() -> None:
    """What is drawn within marked content opens none of its own: the standard knows no such nesting."""
    canvas = TaggedCanvas("unused")
    with tagged(canvas, "P"), tagged(canvas, "H1"), artifact(canvas):
        pass
    assert [node.kind for node in canvas.tree.root.kids if isinstance(node, Element)] == ["P"]
