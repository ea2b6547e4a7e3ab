"""Quotations, signatures and notices are set aside, each by its reason; what only looks like them is not."""

from __future__ import annotations

import pytest

from postern.post.reading import read_letter, signature
from postern.post.reading.sheet import Reason, Sheet, lines_of, summarised
from postern.post.reading.writing import mark_own
from tests.letters.tongues import TONGUES, Tongue


def told(text: str) -> tuple[list[str], list[tuple[str, int]]]:
    sheet = Sheet.blank(lines_of(text))
    mark_own(sheet)
    left = [(item.reason, item.lines) for item in summarised(sheet.left_out())]
    return [line for line in sheet.taken() if line.strip()], left


@pytest.mark.parametrize("tongue", TONGUES, ids=lambda tongue: tongue.code)
def test_all_at_once(tongue: Tongue) -> None:
    text = f"L13MB4\n\n{tongue.phone}\n\n{tongue.thunderbird}\n> one\n> two\n\nGB2\n\n{tongue.legal}\n"
    lines, left = told(text)
    assert lines == ["L13MB4", "GB2"]
    assert left[:2] == [(Reason.PROGRAM, 1), (Reason.QUOTATION, 3)]
    assert left[2][0] == Reason.LEGAL


@pytest.mark.parametrize(
    "text",
    [
        "L13MB4\nThis message is for ORC: come",
        "PRESS to ORC\nIf you are not with us, you are against us",
        "Caution: I march\nL13MB4",
        "Warning to all\nL13MB4",
        "- L13MB4\n- GB2\n--x",
        "Sent: nothing\nTo: nobody",
        "a | b\n| c",
        "L13>B4",
        "He wrote: come at once",
        "---\nL13MB4",
        "Am I to move?\nOn we go:",
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert told(text) == (text.split("\n"), [])


def test_what_is_typed_right_below_a_servers_notice_stays() -> None:
    banner = "CAUTION: This email originated from outside of the organization."
    assert told(f"{banner}\ngive bread to all\nL13MB4") == (["give bread to all", "L13MB4"], [(Reason.SCANNER, 1)])


def test_a_notice_of_several_paragraphs_and_a_signature_above_it() -> None:
    text = (
        "L13MB4\n-- \nJoe\n\n________________\nThis e-mail is confidential and may contain secrets.\n\n"
        "If you are not the intended recipient, delete it.\n\nPlease consider the environment before printing.\n"
    )
    assert told(text) == (["L13MB4"], [(Reason.SIGNATURE, 2), (Reason.LEGAL, 4)])


def test_examples_are_short_and_printable() -> None:
    sheet = Sheet.blank(["> a\x07b " + "c" * 200])
    mark_own(sheet)
    (item,) = sheet.left_out()
    assert len(item.example) == 60
    assert item.example.isprintable()


@pytest.mark.parametrize("text", ["-- \n" * 20_000, "READY\n-- \n" * 10_000, "> x\n-- \n" * 10_000])
def test_signature_under_signature_is_not_looked_at_without_end(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def counted(sheet: Sheet, begin: int, end: int) -> int:
        nonlocal looks
        looks += 1
        return mark_foot(sheet, begin, end)

    mark_foot = signature._mark_foot
    monkeypatch.setattr(signature, "_mark_foot", counted)
    told(text)
    assert looks <= 400


@pytest.mark.parametrize(
    ("line", "below"),
    [
        ("D=ORC Größe, naïve, 5 € pro Kopf", "\nOn Fri, 20 Nov 2026 at 12:00, Postern <orders@example.org> wrote:\n> a"),
        ("D=ORC Größe, naïve, 5 € pro Kopf", "On Fri, 20 Nov 2026 at 12:00, Postern <orders@example.org> wrote:\n> a"),
    ],
)
def test_an_order_with_a_number_behind_a_comma_is_not_taken_for_the_beginning_of_an_introduction(line: str, below: str) -> None:
    found = read_letter(f"From: a@b.test\nContent-Type: text/plain; charset=utf-8\n\n{line}\n{below}\n".encode())
    assert [one for one in found.lines if one] == [line]
