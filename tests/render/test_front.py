"""The front page as text, HTML, PDF and JSON."""

from __future__ import annotations

import re
from dataclasses import replace

import pypdfium2

from postern.game.chart import Symbol
from postern.game.front import Balance, Fight, Figure, Force, Front, Hint, Race, Scale, Steps
from postern.game.report import following
from postern.render import from_json, front_of, to_html, to_json, to_pdf, to_text
from postern.render.marks import width
from tests.render import sample

FRONT = Front(
    name="AUREL of the Oak",
    headline="N9 is yours: the garrison of BRAN wiped out",
    tale="Three armies broke the garrison of N9. But CORD besieges Q8 with 17 troops against your 3.",
    emblem=Symbol("oak", "an oak", fills=(((0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),)),
    figures=(
        Figure("Score", 14110, 2817),
        Figure("Among those met", 1, note="+4,877 to the next", tone="good", ordinal=True),
        Figure("Provinces", 27, 1),
        Figure("Troops", 923),
        Figure("Zorans", 610, -92),
    ),
    dangers=(Hint("Q8 is besieged by CORD: 17 troops against 3."), Hint("Scouts came to P9 and died.")),
    chances=(Hint("Your Gold Staff (T14) is next to its city, N10.", "L182UN10"),),
    fights=(
        Fight(
            1,
            "N9",
            "Stormed",
            "The garrison of N9 was wiped out.",
            (Force("AUREL", 88, 0, True, 1), Force("BRAN", 17, 17, number=2)),
        ),
        Fight(2, "O10", "Unclear", "Your losses: 4 troops.", (Force("AUREL", 11, 4, True, 1), Force("CORD", None, number=3))),
    ),
    more=2,
    race=Race((13, 14, 15), (9000, 11293, 14110), (None, 8800, 9233)),
)
REPORT = replace(sample.report(), front=FRONT)
"""The sample report with a front page."""


def pages(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    return [page.get_textpage().get_text_range() for page in document]


def test_the_text_begins_with_headline_tale_figures_dangers_and_chances() -> None:
    text = to_text(REPORT)
    marks = ["N9 IS YOURS", "Three armies broke", "14,110  +2,817", "Look here first:", "Chances:", "The battles", "The race:"]
    places = [text.index(mark) for mark in marks]
    assert places == sorted(places)
    assert places[-1] < text.index(REPORT.masthead.facts[0][1])
    assert all(width(line) <= 72 for line in text[: places[-1]].splitlines())
    assert "      L182UN10\n" in text, "a line to paste stands alone"
    assert "CORD, strength unknown" in text
    assert "and 2 more, told below." in text


def test_a_report_without_one_looks_as_it_did() -> None:
    plain = sample.report()
    assert plain.front is None
    assert "Look here first" not in to_text(plain)
    assert "Look here first" not in to_html(plain)
    assert "LOOK HERE FIRST" not in pages(to_pdf(plain))[0]


def test_the_pdf_has_a_page_of_its_own_for_it() -> None:
    for paper in ("a4", "letter"):
        first, second, *_ = pages(to_pdf(REPORT, paper))
        for words in (
            "AUREL of the Oak",
            "N9 is yours",
            "14,110",
            "LOOK HERE FIRST",
            "CHANCES",
            "L182UN10",
            "Stormed",
            "THE RACE",
        ):
            assert words in first, words
        assert "CORD, strength unknown" in first
        assert "Stormed" not in second
        assert REPORT.masthead.line.split(".")[0] in second.replace("\r\n", " ")


def test_very_long_texts_stay_on_the_page() -> None:
    """Whatever stands in it, the front page is one page."""
    long = "word " * 400
    huge = replace(
        FRONT,
        headline=long,
        tale=long,
        name=long,
        dangers=tuple(Hint(long, long) for _ in range(4)),
        fights=tuple(replace(fight, text=long, verdict=long, place=long) for fight in FRONT.fights * 3),
    )
    without = len(pages(to_pdf(sample.report())))
    assert len(pages(to_pdf(replace(REPORT, front=huge)))) <= without + 1


def test_the_html_tells_the_same_and_escapes_all() -> None:
    html = to_html(replace(REPORT, front=replace(FRONT, headline="<b>Fire</b> & sword", name="<i>AUREL</i>")))
    assert "&lt;b&gt;Fire&lt;/b&gt; &amp; sword" in html
    assert "<i>AUREL" not in html
    for words in ("Look here first", "L182UN10", "Stormed", "CORD, strength unknown", "+4,877 to the next"):
        assert words in html, words


def test_lines_to_paste_stand_apart() -> None:
    """Each on a line of its own in a letter, with a stroke between them on paper."""
    report = replace(REPORT, front=replace(FRONT, chances=(Hint("Take 175.", "3103:\nform 3112\nmove 190"),)))
    assert "      3103:\n      form 3112\n      move 190\n" in to_text(report)
    assert re.search(r"Take 175\.<br><code[^>]*>3103:</code><br><code[^>]*>form 3112</code><br>", to_html(report))
    assert "3103: | form 3112 | move 190" in pages(to_pdf(report))[0]


def test_json_keeps_it() -> None:
    data = to_json(REPORT)
    assert from_json(data) == REPORT
    assert front_of(data) == FRONT
    assert front_of(to_json(sample.report())) is None


def test_reports_of_before_front_pages_load() -> None:
    data = to_json(sample.report()).replace(b',"front":null', b"")
    assert b'"front"' not in data
    assert from_json(data) == sample.report()


def test_what_is_known_of_the_turn_before_fills_in_changes() -> None:
    figures = tuple(replace(one, change=None, value=one.value + 10) for one in FRONT.figures)
    after = replace(REPORT, front=replace(FRONT, figures=figures, race=Race((16,), (15000,), (9999,))))
    front = following(after, FRONT).front
    assert front is not None
    assert [one.change for one in front.figures] == [10, None, 10, 10, 10]
    assert front.race == Race((13, 14, 15, 16), (9000, 11293, 14110, 15000), (None, 8800, 9233, 9999))
    assert following(after, None) == after


def test_a_page_shows_the_race_as_bars() -> None:
    """The highest bar is 110 pixels high: 14110 points. A best score that was not known has no bar."""
    page = to_html(REPORT)
    own = re.findall(r'class="mine" width="12" height="(\d+)"', page)
    best = re.findall(r'class="other" width="12" height="(\d+)"', page)
    assert (own, best) == (["70", "88", "110"], ["69", "72"])
    alone = to_html(replace(REPORT, front=replace(FRONT, race=Race((0,), (0,), (None,)))))
    assert 'class="mine" width="12"' not in alone


def test_a_race_that_tells_nothing_yet_is_left_out() -> None:
    """Before turn 1, and while nobody is met and no point is made, the map has the room of the race."""
    for race in (Race((0,), (40,), (None,)), Race((0, 1), (0, 0), (None, None))):
        report = replace(REPORT, front=replace(FRONT, race=race))
        assert "The race" not in to_text(report)
        assert "The race" not in to_html(report)
        assert "THE RACE" not in pages(to_pdf(report))[0]
    for race in (Race((0,), (0,), (0,)), Race((0, 1), (0, 5), (None, None))):
        report = replace(REPORT, front=replace(FRONT, race=race))
        assert "The race: you" in to_text(report)
        assert "THE RACE" in pages(to_pdf(report))[0]


def test_where_scores_of_others_are_secret_the_race_is_of_the_own_points() -> None:
    before = replace(FRONT, race=Race((3,), (12,), (None,), secret=True))
    report = following(replace(REPORT, front=replace(FRONT, race=Race((4,), (15,), (None,), secret=True))), before)
    assert "Your points: 15. They were 12 after turn 3." in to_text(report)
    assert "Your points</h2>" in to_html(report)
    first = pages(to_pdf(report))[0]
    assert "the best of those met" not in to_html(report)
    assert "YOUR POINTS" in first
    assert "you 15" in first
    assert "met nobody" not in to_text(report)


def test_points_and_rank_are_weighed_where_the_turns_before_are_known() -> None:
    """20 lost against nothing is bad; a third more points than ever (20 of 60) even it out; a place won makes it good."""
    balance = Balance(0, 20, ("Good.", "Even.", "Bad."), points=60, place=40)
    line = "Bad. Lost: 1 tower."
    before = replace(FRONT, race=Race((1, 2, 3), (0, 30, 60), (None, None, 70), ((1, 1), None, (2, 3))))

    def told(score: int, place: tuple[int, int]) -> str:
        front = replace(FRONT, race=Race((4,), (score,), (80,), (place,)), balance=balance)
        return following(replace(REPORT, masthead=replace(REPORT.masthead, line=line), front=front), before).masthead.line

    assert told(90, (2, 3)) == "Bad. Lost: 1 tower."
    assert told(100, (2, 3)) == "Even. Lost: 1 tower."
    assert told(90, (1, 3)) == "Good. Lost: 1 tower. Rank among those met: 1 of 3, was 2."
    assert told(90, (1, 4)) == "Bad. Lost: 1 tower.", "with another who was met, a place is no other than before"
    assert told(65, (2, 3)) == "Bad. Lost: 1 tower. Points: 5, usually 30."
    assert Balance(100, 81, ("Good.", "Even.", "Bad.")).word() == "Even.", "less than a fifth apart"
    assert Balance(100, 79, ("Good.", "Even.", "Bad.")).word() == "Good."
    assert Balance(9, 0, ("Good.", "Even.", "Bad."), least=9).word() == "Even."


def test_scales_and_stores_stand_beside_the_map_in_place_of_the_race() -> None:
    scales = (Scale("Amberland", 5, 5, "Friendly", "significant", own=True), Scale("Arcania", 2, 5, "Hostile", change=-1))
    stores = (Steps("Gold", 66_993, (("centers", 24_393), ("groups", -12_000))),)
    report = replace(REPORT, front=replace(FRONT, fights=(), scales_title="Regions", scales=scales, stores=stores))
    first = pages(to_pdf(report))[0]
    for words in ("REGIONS", "Amberland", "significant", "Arcania", "Gold", "66,993", "+24,393", "79,386"):
        assert words in first, words
    assert "THE RACE" not in first
    assert from_json(to_json(report)) == report
