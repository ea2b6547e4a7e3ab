"""A mistake that a letter holds a hundred times is told once, with its lines; what differs is told apart."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

from postern.desk.language.corrections import Correction, folded, lines_named
from tests.desk.box import Box, text_of
from tests.desk.letters.test_letters import running

__all__ = ["running"]


def html_of(letter: EmailMessage) -> str:
    part = letter.get_body(("html",))
    assert part is not None
    return str(part.get_content())


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ([7], "line 7"),
        ([7, 8], "lines 7 and 8"),
        ([7, 8, 9], "lines 7 to 9"),
        ([7, 9, *range(12, 41)], "lines 7, 9 and 12 to 40"),
        ([1, 2, 3, 5, 6], "lines 1 to 3, 5 and 6"),
    ],
)
def test_lines_are_named_as_people_do(lines: list[int], named: str) -> None:
    assert lines_named(lines) == named


def test_the_same_mistake_a_hundred_times_is_one_paragraph(running: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(running["ANN"], "\n".join(["guess 5", *["buy 999"] * 60, "guess 12", *["buy 999"] * 40]))
    text = text_of(answer)
    assert "TO MEND (101)" in text
    assert "101 to mend" in str(answer["Subject"])
    assert text.count("999 shares cost") == 1
    assert "  lines 2 to 61 and 63 to 102\n           buy 999\n" in text
    assert text.count("is outside 1 to 9") == 1
    assert "  line 62  guess 12\n" in text
    html = re.sub("<(code|strong) [^>]*>", r"<\1>", html_of(answer))  # but for their style
    assert html.count("999 shares cost") == 1
    assert "<strong>lines 2 to 61 and 63 to 102</strong> <code>buy 999</code>" in html
    assert "<strong>line 62</strong> <code>guess 12</code>" in html


def test_a_letter_of_nonsense_names_every_line_and_quotes_the_first(running: dict[str, EmailMessage], box: Box) -> None:
    nonsense = [f"zzz{number}" for number in range(100)]
    (answer,) = box.reply(running["ANN"], "\n".join([*nonsense[:50], "guess 5", *nonsense[50:]]))
    text = text_of(answer)
    assert (
        "  lines 1 to 50 and 52 to 101\n           zzz0\n           zzz1\n           zzz2\n           (and 97 more)\n" in text
    )
    assert '"zzz0" is no order. So it is with the other 99 lines.' in text
    assert "zzz3" not in text
    html = re.sub("<(code|strong) [^>]*>", r"<\1>", html_of(answer))  # but for their style
    assert "<code>zzz0</code>, <code>zzz1</code>, <code>zzz2</code> and 97 more</div>" in html
    assert len(text.splitlines()) < 40


def test_nonsense_beside_orders_on_file_is_folded_too(running: dict[str, EmailMessage], box: Box) -> None:
    box.reply(running["ANN"], "guess 5")
    (answer,) = box.reply(running["ANN"], "\n".join(f"zzz{number}" for number in range(100)))
    assert "your orders on file stay" in " ".join(text_of(answer).split())
    assert "  lines 1 to 100\n" in text_of(answer)


def test_the_same_mistake_on_file_is_one_paragraph(running: dict[str, EmailMessage], box: Box) -> None:
    box.reply(running["ANN"], "guess 5\nbuy 999\nbuy 999")
    (answer,) = box.reply(running["ANN"], "add guess 6")
    assert "  earlier, 2 lines\n           buy 999\n" in text_of(answer)


def test_a_few_different_lines_keep_their_own_paragraphs() -> None:
    mends = [Correction(line, text, f"{text} is no order.", "", "") for line, text in enumerate(("aa1", "bb2", "cc3"), 1)]
    assert [one.where for one in folded(mends)] == ["line 1", "line 2", "line 3"]


def test_what_is_said_otherwise_stays_apart() -> None:
    same = [Correction(line, "GB2C9", "Short of zorans.", "", "GB2C4") for line in (1, 5)]
    pasted = Correction(2, "GB2C9", "Short of zorans.", "", "GB2C3")
    reason = Correction(3, "GB2C9", "B2 is besieged.", "", "GB2C4")
    remedied = Correction(4, "GB2C9", "Short of zorans.", "Wait.", "GB2C4")
    before = Correction(0, "GB2C9", "Short of zorans.", "", "GB2C4", old=True)
    wheres = [one.where for one in folded([same[0], pasted, reason, remedied, same[1], before])]
    assert wheres == ["lines 1 and 5", "line 2", "line 3", "line 4", "earlier"]
    different = [Correction(line, f"x{line}", f"x{line} is no order.", "", f"L{line}M") for line in range(1, 9)]
    assert len(folded(different)) == 8
