"""A battle's page as text, HTML, PDF and JSON: a made-up one with stages, qualities and walls, as other games tell theirs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pypdfium2
import pytest

from postern.game.battle import BattlePage, Blow, Ground, Host, Measure, Stage, Unit
from postern.game.report import Battle, Report, Section, Table
from postern.render import from_json, to_html, to_json, to_pdf, to_text
from postern.render.chart.sheet import Box
from postern.render.marks import width
from postern.render.pdf.battle_field import draw_field
from tests.render import sample

ELVES = Host(
    "High Elves",
    (
        Unit("Guard", 100, 92, "held the left", dots=4),
        Unit("Centaurs", 90, 71, "charged", dots=2),
        Unit("Recruits", 60, 0, "broke", gone=True, dots=1),
    ),
    own=True,
    ours=True,
    number=1,
    note="Thalion",
)
GNOMES = Host(
    "Gnomes", (Unit("Trolls", 80, 66, dots=3), Unit("Machines", None, None), Unit("Garrison", 40, 12, walled=True)), number=2
)
PAGE = BattlePage(
    title="The battle of Nyvaros",
    place="IO",
    head="Turn 12 · IO, marsh",
    number=3,
    verdict="Victory",
    tone="good",
    tale="The Gnomes brought machines into a marsh, and the marsh kept them.",
    hosts=(ELVES, GNOMES),
    ground=Ground("swamp", "Nyvaros", road=True),
    held="you hold the field",
    turned="The machines sank.",
    measures=(Measure("Troops", 250, None), Measure("Factors", 120, 80)),
    stages=(Stage("bows", (240, 120)), Stage("charge", (180, 90)), Stage("pursuit", (163, 78))),
    order="Three stages.",
    blows=(
        Blow("The reeds", "Machines sink.", "good", ("Guard",), "Trolls", stage=1),
        Blow("The charge", "Recruits break.", "bad", ("Trolls", "Garrison"), "Recruits", stage=2),
        Blow("They answer", "Nine fall.", "bad", ("Trolls",), "Guard", answer=True, stage=2),
    ),
    losses=("You: 87 of 250.", "Gnomes: unknown."),
    booty=("26,000 gold.",),
    followed=("Morale rose by 6.",),
    dots=("green", "regular", "veteran", "elite"),
    note="Factors are told in the book.",
)


def report(*battles: BattlePage) -> Report:
    plain = sample.report()
    return replace(plain, sections=(Section("battles", "The battles", battles), *plain.sections))


def text_of(page: BattlePage) -> list[str]:
    text = to_text(report(page))
    return text[text.index("THE BATTLES") :].split("\n\n" + plain_start())[0].splitlines()


def plain_start() -> str:
    return sample.report().sections[0].title.upper()


def sheets(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


def test_the_text_tells_all_in_seventy_two_columns() -> None:
    lines = text_of(PAGE)
    assert all(width(line) <= 72 for line in lines)
    assert lines[2].startswith("THE BATTLE OF NYVAROS")
    assert lines[2].endswith("VICTORY")
    assert "Number 3 on the map." in " ".join(lines)
    (guard,) = [line for line in lines if line.startswith("  Guard ")]
    assert guard.split() == ["Guard", "100", "->", "92", "#" * 22 + "-" * 2], "24 signs are 100"
    (machines,) = [line for line in lines if line.startswith("  Machines")]
    assert machines.split() == ["Machines", "?", "->", "?"], "no bar for what nobody saw"
    (recruits,) = [line for line in lines if line.startswith("  Recruits")]
    assert recruits.split()[-1] == "-" * 14
    assert "    elite; held the left" in lines
    assert [line.split() for line in lines if line.startswith("Troops")] == [["Troops", "250", "?"]]
    assert [line.split() for line in lines if line.startswith("pursuit")] == [["pursuit", "163", "78"]]
    marks = ["What turned", "The machines sank.", "1. The reeds.", "2. The charge.", "Losses", "Booty", "What followed"]
    places = [next(at for at, line in enumerate(lines) if mark in line) for mark in marks[1:]]
    assert places == sorted(places)


def test_the_html_tells_the_same_and_escapes_all() -> None:
    html = to_html(report(replace(PAGE, tale="<b>Fire</b> & sword", held="<i>you</i>")))
    assert "&lt;b&gt;Fire&lt;/b&gt; &amp; sword" in html
    assert "<i>you" not in html
    for words in ("Battle 3", "The battle of Nyvaros", "100 → 92", "60 → gone", "? → ?", "elite; held the left", "The reeds."):
        assert words in html, words
    for words in ("What turned it.", "26,000 gold.", "Morale rose by 6.", "pursuit"):
        assert words in html, words


def test_json_keeps_it() -> None:
    whole = report(PAGE)
    assert from_json(to_json(whole)) == whole


def test_the_pdf_has_a_page_for_each_and_none_is_empty() -> None:
    for paper in ("a4", "letter"):
        found = sheets(to_pdf(report(PAGE, replace(PAGE, title="The second")), paper))
        at = next(at for at, text in enumerate(found) if "The battle of Nyvaros" in text)
        assert "The second" in found[at + 1]
        assert all(text.strip() for text in found)
        for words in (
            "VICTORY",
            "ORDER OF BATTLE",
            "THE COURSE",
            "IN THE BALANCE",
            "THE FIELD",
            "THE BLOWS",
            "Morale rose by 6.",
        ):
            assert words in found[at], words


CROWD = replace(
    PAGE,
    hosts=(
        replace(ELVES, units=tuple(Unit(f"Band {at}", 10 * at, 5 * at, "word " * 20, dots=1) for at in range(1, 25))),
        *(replace(GNOMES, name=f"Clan {at}", number=at) for at in range(2, 6)),
    ),
    stages=tuple(Stage("a long name", (100, 50, 40, 30, 20)) for _ in range(12)),
    blows=tuple(Blow(f"Blow {at}", "word " * 30, "bad", ("Band 2",), "Band 24") for at in range(15)),
    losses=("word " * 40,) * 9,
    booty=("word " * 40,) * 9,
    tale="word " * 300,
    turned="word " * 300,
    title="Title " * 60,
    verdict="Verdict " * 30,
    held="held " * 60,
)
"""More of everything than fits."""
LONE = replace(
    PAGE, hosts=(replace(ELVES, units=ELVES.units[:1]), replace(GNOMES, units=GNOMES.units[2:])), stages=(), booty=(), turned=""
)
MANY = replace(
    PAGE,
    stages=(),
    hosts=(
        replace(
            ELVES, units=tuple(Unit(f"L{100 + at}", 10 + 9 * at, 5, "attacked the garrison with 99 AF") for at in range(9))
        ),
        replace(
            GNOMES, units=(*(Unit(f"L{200 + at}", 40, 0, gone=True) for at in range(5)), Unit("Garrison", 9, 9, walled=True))
        ),
    ),
    blows=tuple(Blow(f"L{200 + at} falls", "Struck by all.", "good", (f"L{100 + at}",), f"L{200 + at}") for at in range(5)),
)


@pytest.mark.parametrize("page", [PAGE, CROWD, LONE, MANY], ids=["whole", "crowd", "lone", "many"])
def test_no_words_of_the_page_lie_over_others_or_leave_the_paper(page: BattlePage) -> None:
    for paper in ("a4", "letter"):
        document = pypdfium2.PdfDocument(to_pdf(report(page), paper))
        sheet = next(one for one in document if "ORDER OF BATTLE" in one.get_textpage().get_text_range())
        wide, high = sheet.get_size()
        words = sheet.get_textpage()
        boxes = [words.get_rect(at) for at in range(words.count_rects())]
        assert all(left >= 20 and low >= 20 and right <= wide - 20 and top <= high - 8 for left, low, right, top in boxes)
        told = [(box, words.get_text_bounded(*box)) for box in boxes]
        for (one, text), (other, others) in combinations(told, 2):
            assert not _over(one, other) or _same(one, other), (paper, text, others)


def _over(one: Box, other: Box, slack: float = 2.0) -> bool:
    """Whether two boxes (left, lower or upper, right, the other edge) share more than a rim of this width."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > slack and down > slack


def _same(one: Box, other: Box) -> bool:
    """Words with a halo are written twice in their place."""
    return all(abs(a - b) < 1.5 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("page", [PAGE, LONE, MANY], ids=["whole", "lone", "many"])
@pytest.mark.parametrize("size", [(284.0, 220.0), (284.0, 360.0), (284.0, 110.0)])
def test_nothing_overlaps_on_the_sketch_of_the_field(page: BattlePage, size: tuple[float, float]) -> None:
    sheet = draw_field(page, *size)
    assert len(sheet.boxes) >= 6
    for left, top, right, low in sheet.boxes:
        assert left >= 0
        assert top >= 0
        assert right <= size[0]
        assert low <= size[1]
    for one, other in combinations(sheet.boxes, 2):
        assert not _over(one, other, 0.5), (one, other)


def test_the_same_battle_has_the_same_sketch_and_others_have_their_own() -> None:
    first, again, other = (draw_field(one, 280, 280) for one in (PAGE, PAGE, replace(PAGE, place="JQ")))
    assert first.painted() == again.painted()
    assert first.painted() != other.painted()


def test_a_small_battle_takes_two_lines_and_no_table() -> None:
    small = Battle("D5: held", "D5", Table((), ()), ("L13 12 lost 5.",), "D5 held.")
    assert small.small
    whole = replace(sample.report(), sections=(Section("account", "What happened", (small,)),))
    assert "- D5: held. D5 held.\n  L13 12 lost 5.\n" in to_text(whole)
    assert "D5: held." in to_html(whole)
    assert "+--" not in to_text(whole)
    assert any("D5: held." in text for text in sheets(to_pdf(whole)))
