"""Words on paper: 72 columns, hanging columns, moments in two zones."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.desk.documents.templates import (
    Part,
    Templates,
    beside,
    count,
    fill,
    hang,
    put_on_sheet,
    quoted,
    sentence,
    tidy,
    words_on_sheet,
)
from postern.desk.settings.resources import letters_folder
from postern.desk.timing.moments import Dial, briefly, told
from postern.render.columns import is_whole


@given(st.text(), st.integers(0, 30))
def test_filled_text_keeps_to_its_columns_and_loses_no_word(text: str, indent: int) -> None:
    filled = fill(text, indent)
    assert all(len(line) <= 72 or is_whole(line.strip()) for line in filled.split("\n"))
    assert "".join(filled.split()) == "".join(text.split())


def test_text_beside_its_label_hangs_in_its_column() -> None:
    long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    lines = beside("  ADD", long, 12).split("\n")
    assert lines[0].startswith("  ADD       one")
    assert lines[1].startswith(" " * 12 + "t")
    assert beside("a label that is longer", "words", 12) == "a label that is longer\n            words"
    assert beside("GUESS 3", "words", 8) == "GUESS 3 words"


@given(st.text(), st.integers(0, 100))
def test_hanging_lines_keep_to_the_columns_however_far_in_they_begin(text: str, indent: int) -> None:
    told = hang(" " * indent + text)
    assert all(len(line) <= 72 or is_whole(line.strip()) for line in told.split("\n"))
    assert "".join(told.split()) == "".join(text.split())


@pytest.mark.parametrize(
    "address",
    [
        "https://maps.example.org/viewer?mid=1aBcDeFgHiJkLm-NoPqRsTuVwXyZ0123456789&ll=48.137154%2C11.576124&z=8",
        f"<{'a-long-name.' * 6}anna@a-house-with-a-long-name.example.org>",
        f"www.example.org/{'a-long-way/' * 8}",
    ],
)
def test_an_address_stays_whole_on_a_line_of_its_own(address: str) -> None:
    text = f"Hello Anna, look at {address} and tell me what you think. {'x' * 80}"
    for lines in (fill(text, 2).split("\n"), hang(text, 2).split("\n"), beside("  ADD", text, 12).split("\n")):
        assert address in [line.strip() for line in lines]
        assert all(len(line) <= 72 or line.strip() == address for line in lines), "other words are broken"


@pytest.mark.parametrize("name", ["moderator", "master_words"])
def test_long_lines_of_the_game_master_are_told_whole(name: str) -> None:
    words = " ".join(f"word{number}" for number in range(40))
    data = {"text": f"{words}\n\nYours", "game": {"name": "QJ-1", "turn": 1}, "alone": True, "seat": {"name": "ORLA"}}
    text = Templates(letters_folder()).page([Part(name, data)]).text
    assert f"{words} Yours" in " ".join(text.split())
    assert all(len(line) <= 72 for line in text.split("\n"))


def test_lines_of_a_letter_are_quoted_whole() -> None:
    words = " ".join(f"word{number}" for number in range(40))
    data: dict[str, object] = {"why": "", "lines": [words, "", "GAME QJ-2"], "games": ["QJ-1"], "others": []}
    data |= {"seat": {"name": "ORLA"}, "game": {"name": "QJ-1", "turn": 1}}
    for name in ("confirm", "which", "set_aside"):
        text = Templates(letters_folder()).page([Part(name, data)]).text
        shown = [line.removeprefix("> ") for line in text.split("\n") if line.startswith(">")]
        assert " ".join(" ".join(shown).split()) == f"{words} > GAME QJ-2"
        assert all(len(line) <= 72 for line in text.split("\n"))


def test_of_an_endless_line_a_quotation_shows_the_beginning() -> None:
    rows = quoted("x" * 100_000).split("\n")
    assert rows == ["> " + "x" * 70] * 10 + ["> ..."]


def test_counting_in_words() -> None:
    assert [count(number, "order") for number in (0, 1, 2)] == ["no orders", "1 order", "2 orders"]


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("Europe/Berlin", "Fri 27 Nov 2026, 20:00 CET (19:00 UTC)"),
        ("Australia/Sydney", "Sat 28 Nov 2026, 06:00 AEDT (Fri 27 Nov, 19:00 UTC)"),
        ("America/Sao_Paulo", "Fri 27 Nov 2026, 16:00 UTC-03 (19:00 UTC)"),
        ("UTC", "Fri 27 Nov 2026, 19:00 UTC"),
    ],
)
def test_a_moment_in_the_zone_of_the_game_and_in_utc(zone: str, words: str) -> None:
    assert told(datetime(2026, 11, 27, 19, 0, tzinfo=UTC), Dial(ZoneInfo(zone))) == words


def test_a_clock_of_twelve_hours_says_am_and_pm() -> None:
    dial = Dial(ZoneInfo("Europe/Berlin"), twelve=True)
    times = [told(datetime(2026, 11, 27, hour, 5, tzinfo=UTC), dial) for hour in (11, 23)]
    assert times == ["Fri 27 Nov 2026, 12:05 pm CET (11:05 am UTC)", "Sat 28 Nov 2026, 12:05 am CET (Fri 27 Nov, 11:05 pm UTC)"]
    assert briefly(datetime(2026, 11, 27, 19, 0, tzinfo=UTC), dial) == "Fri 27 Nov 8:00 pm CET"


def test_html_escapes_what_players_write() -> None:
    page = Templates(letters_folder()).page(
        [Part("declined", {"game": {"name": "<b>QJ-1</b>"}}), Part("notice", {"sentences": ["a < b", "c & d"]})]
    )
    assert page.subject == "[<b>QJ-1</b>] Thrown away, as you asked"
    assert "&lt;b&gt;QJ-1&lt;/b&gt;" in page.html
    assert "a &lt; b" in page.html
    assert "a < b\n\nc & d" in page.text


def test_on_a_phone_no_address_and_no_line_of_an_answer_runs_out_of_the_letter() -> None:
    """A long address breaks, and so do the lines of what a game master is answered."""
    html = Templates(letters_folder()).page([Part("declined", {"game": {"name": "QJ-1"}})]).html
    assert re.search(r'<div class="sheet" style="[^"]*overflow-wrap:anywhere', html)
    menu = (
        Templates(letters_folder())
        .page([Part("master_answer", {"done": [{"line": "GAMES", "words": "TOY-1", "fault": False}]})])
        .html
    )
    assert re.search(r'<pre style="[^"]*white-space:pre-wrap', menu)
    assert "overflow-x" not in html


def test_a_letter_needs_a_subject_and_a_subject_stays_on_one_line() -> None:
    stationery = Templates(letters_folder())
    with pytest.raises(LookupError, match="notice"):
        stationery.page([Part("notice", {"sentences": []})])
    page = stationery.page([Part("declined", {"game": {"name": "QJ-1\nBcc: eve@e.example"}})])
    assert "\n" not in page.subject


def test_sheets_and_blank_lines() -> None:
    page = '<html><body class="x">\n<div class="sheet" style="color:red">\n<div><p>hi</p></div>\n</div>\n</body></html>'
    assert words_on_sheet(page) == "<div><p>hi</p></div>"
    assert words_on_sheet(put_on_sheet(page, r"\1")) == "\\1\n\n<div><p>hi</p></div>"
    plain = "<html><body><p>hi</p></body></html>"
    assert words_on_sheet(put_on_sheet(plain, "<p>so</p>")) == "<p>so</p>\n<p>hi</p>", "a template that somebody edited"
    assert tidy("a  \n\n\n\nb\n\n") == "a\n\nb\n"


def test_templates_that_change_beside_a_running_desk_count_from_its_next_start(tmp_path: Path) -> None:
    folder = shutil.copytree(letters_folder(), tmp_path / "letters")
    stationery = Templates(folder)
    for path in folder.rglob("*.j2"):
        path.write_text("{{ of_a_newer_postern }}")
    page = stationery.page([Part("rules", {"title": "A Game", "topics": ()})])
    assert page.subject == "The rules of A Game"
    assert "come with this letter" in page.text
    assert "come with this letter" in page.html


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("there is no game QJ-1", "There is no game QJ-1."),
        ("say until when?", "Say until when?"),
        ("qj.game exists already", "qj.game exists already."),
        ("joe@example.org holds no seat", "joe@example.org holds no seat."),
        ("nothing was changed.\nNOT X: why", "Nothing was changed.\nNOT X: why"),
    ],
)
def test_words_as_a_sentence(words: str, told: str) -> None:
    assert sentence(words) == told
