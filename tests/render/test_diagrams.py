"""Time lines and steps of toy games in all kinds of documents."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2

from postern.game.report import Lane, Meeting, Section, Span, Steps, Timeline
from postern.render import from_json, to_html, to_json, to_pdf, to_text
from tests.render import sample

LINE = Timeline(
    24,
    (
        Lane("host 610", (Span(1, 3, "to 174"), Span(4, 10, "bridge 176")), "charge", 1, own=True),
        Lane("wall 340", (Span(5, 24, "hold 257"),), number=1, own=True),
        Lane("Warboss 520", (Span(8, 12, "179"),), "seen", 2),
    ),
    (Meeting(9, (0, 2)), Meeting(12, (1, 2))),
)
GOLD = Steps("Gold", 425, (("centers", 312), ("troops", -294)))
REPORT = replace(sample.report(), sections=(Section("turn", "The turn", (LINE, GOLD)),))


def test_a_time_line_and_steps_are_tables_in_letters() -> None:
    text, page = to_text(REPORT), to_html(REPORT)
    assert [line.split()[:3] for line in text.splitlines() if "battle" in line] == [
        ["9", "host", "610,"],
        ["12", "wall", "340,"],
    ]
    for words in ("1-3", "bridge 176", "5-24", "+312", "-294", "443"):
        assert words in text
        assert words in page
    assert text.index("battle 1") < text.index("battle 2")


def test_they_are_drawn_in_a_pdf_and_kept_in_json() -> None:
    document = pypdfium2.PdfDocument(to_pdf(REPORT))
    words = " ".join(page.get_textpage().get_text_range() for page in document)
    for told in ("host 610", "charge", "bridge 176", "hold 257", "Warboss", "24", "Gold", "+312", "-294", "443"):
        assert told in words, told
    assert from_json(to_json(REPORT)) == REPORT


def test_a_battle_of_which_no_row_had_room_keeps_its_number_and_is_not_drawn() -> None:
    line = replace(LINE, meetings=(Meeting(7, ()), Meeting(12, (1, 2))))
    report = replace(REPORT, sections=(Section("turn", "The turn", (line,)),))
    rows = [row.split() for row in to_text(report).splitlines() if "battle" in row]
    assert [(row[0], row[-1]) for row in rows] == [("7", "1"), ("12", "2")]
    document = pypdfium2.PdfDocument(to_pdf(report))
    assert "Warboss" in document[0].get_textpage().get_text_range()
