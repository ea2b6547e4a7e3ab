"""What was typed into our own letter is told from what we wrote there."""

from __future__ import annotations

from typing import Any

import pytest

from postern.post.letter import END_MARK
from postern.post.reading import edited
from postern.post.reading.alignment import Patience, align
from postern.post.reading.sent import Answered, SentText
from postern.post.reading.sheet import Sheet, lines_of
from postern.post.reading.writing import mark_own

LONG = "Possible now:  L27FC2C3D3 and this line is long enough to be wrapped."
OURS = f"ORDERS TO FILL IN\nL13 ; in B2\nL15 ; in B2\n{LONG}\nTurn 7 runs soon."


def taken(text: str, *sent: str) -> list[str]:
    sheet = Sheet.blank(lines_of(text))
    mark_own(sheet, Answered(sent))
    return [line for line in sheet.taken() if line.strip()]


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def test_only_the_edited_line_is_taken_and_only_with_our_text_at_hand() -> None:
    edited = quoted(OURS.replace("L13 ;", "L13 M B4 ;"))
    assert taken(edited, OURS) == ["L13 M B4 ; in B2"]
    assert taken(edited) == []
    assert taken(quoted(OURS), OURS) == []


def test_a_quotation_of_another_letter_or_of_an_older_one_gives_nothing() -> None:
    other = "Dear friend,\nmy orders were\nL99MA1\nL98MA1\nyours"
    assert taken(quoted(other), OURS) == []
    assert taken("\n".join(f">> {line}" for line in [*OURS.split("\n"), "L99MA1"]), OURS) == []


def test_a_word_with_a_colon_in_our_letter_is_no_mail_header() -> None:
    ours = OURS.replace("\nL15", "\nNote: it is winter\nL15")
    assert taken(quoted(ours.replace("L13 ;", "L13 M B4 ;")), ours) == ["L13 M B4 ; in B2"]


def test_many_orders_above_do_not_hide_one_that_was_typed_into_the_quotation() -> None:
    above = [f"L{number}MB4" for number in range(20, 40)]
    edited = quoted(OURS.replace("L13 ;", "L13 M B4 ;"))
    assert taken("\n".join([*above, "", edited]), OURS) == [*above, "L13 M B4 ; in B2"]


def test_a_line_quoted_twice_beside_our_letter_is_of_an_older_one() -> None:
    assert taken(f"{quoted(OURS)}\n>> L99MA1\n> > L98MA1", OURS) == []


def test_nothing_is_taken_out_of_our_letter_where_it_is_only_forwarded() -> None:
    head = "\n---------- Forwarded message ---------\nFrom: Postern\nDate: Friday\nTo: Joe\nSubject: turn 7\n\n"
    assert taken(quoted(OURS) + head + OURS.replace("L15 ;", "L15 F A1 ;"), OURS) == []


def test_of_our_letter_without_marks_nothing_is_taken_but_what_stands_around_it() -> None:
    form = OURS.replace("\nL15", "\n\nL15")
    assert taken(f"L15MB4\n\n{form}\n{END_MARK}\nGB2BC4", form) == ["L15MB4", "GB2BC4"]


def test_our_words_stay_ours_however_they_are_wrapped() -> None:
    wrapped = (
        OURS.replace("long enough", "long\nenough").replace("L13 ; in B2\nL15", "L13 ; in B2 L15").replace("  L27", "\nL27")
    )
    assert taken(quoted(wrapped), OURS) == []
    combed = quoted(OURS).replace(" to be wrapped.", "\nto be wrapped.")
    assert taken(combed, OURS) == []
    assert taken(combed) == ["to be wrapped."]


def test_orders_within_an_unmarked_quotation() -> None:
    head = "-----Original Message-----\nFrom: Postern\nSent: Friday\nTo: Joe\nSubject: turn 7\n\n"
    assert taken(head + OURS.replace("L15 ;", "L15 F A1 ;"), OURS) == ["L15 F A1 ; in B2"]
    assert taken(f"{head}{OURS}\nGB2BC4", OURS) == ["GB2BC4"]
    assert taken(f"{head}{OURS}\nGB2BC4") == []


def test_an_order_that_our_letter_gives_as_an_example_is_still_the_writers() -> None:
    form = "// L13MB4B5 march, L13AG attack garrison\n// Possible now: L27FC2C3D3\nL13\nL27\nGB2\nL15\n// moves 4"
    edited = quoted(form.replace("\nL13\n", "\nL13AG\n").replace("\nL27\n", "\nL27FC2C3D3\n"))
    assert taken(edited, form) == ["L13AG", "L27FC2C3D3"]
    assert taken(quoted(form.replace("\nGB2\n", "\nL13MB4\n")), form) == ["L13MB4"]
    assert taken(quoted(f"L13AG\n{form}\nL27FC2C3D3"), form) == ["L13AG", "L27FC2C3D3"]
    assert taken(quoted(form), form) == []
    assert taken(quoted(form.replace("L13\nL27\nGB2", "L13 L27 GB2")), form) == []


def test_a_form_cut_down_to_the_lines_that_were_filled_in() -> None:
    form = "// Province B4\nL1\nL2\nGB4\n// and much more of it"
    assert taken("> L1 M C4\n> L2 F C4 C5\n> GB4 B C4", form) == ["L1 M C4", "L2 F C4 C5", "GB4 B C4"]
    assert taken("> L1 M C4\n> I would say\n> that you are right\n> about L9", form) == []


HEAD, TAIL = LONG.removesuffix(" to be wrapped."), "to be wrapped."


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (quoted(OURS).replace(LONG, f"{HEAD}\n{TAIL}"), []),
        (quoted(OURS).replace("L13 ; in B2", "L13 ;\nin B2"), ["L13 ;", "in B2"]),
        (f"{HEAD}\n{TAIL}\n\n{quoted(OURS)}", [HEAD, TAIL]),
        (quoted(OURS).replace(LONG, f"{LONG}\nL99MA1"), ["L99MA1"]),
    ],
)
def test_a_tail_without_a_mark_is_ours_below_a_long_quoted_line_alone(text: str, left: list[str]) -> None:
    assert taken(text, OURS) == left


WROTE = "On Fri, 20 Nov 2026 at 12:00, Postern <orders@example.org> wrote:"
OTHERS = [f"L{number}MB4" for number in range(40, 46)]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (OURS, []),
        (OURS.replace("L15 ;", "L15 M B4 ;"), ["L15 M B4 ; in B2"]),
        (OURS.replace("\nL15", "\nL99MA1\nL15"), ["L99MA1"]),
        (f"L15MB4\n\n{OURS.partition('L15')[1]}{OURS.partition('L15')[2]}", ["L15MB4"]),
        ("L15 ; in B2\nL99MA1\nTurn 7 runs soon.", ["L15 ; in B2", "L99MA1"]),
        ("\n".join([*OURS.split("\n")[:2], *OTHERS]), [*OURS.split("\n")[:2], *OTHERS]),
        (f"L15MB4\n{WROTE}\n{OURS}", ["L15MB4"]),
        (f"{WROTE}\n{OURS}", []),
    ],
)
def test_our_letter_without_marks_is_ours_but_for_what_was_typed_into_it(text: str, left: list[str]) -> None:
    assert taken(f"{text}\n{END_MARK}", f"{OURS}\n{END_MARK}") == left


def test_what_is_typed_between_two_quoted_lines_is_no_tail_though_the_second_begins_alike() -> None:
    ours = f"{LONG}\nL13MB4 is what you might write\nTurn 7 runs soon."
    assert taken(f"> {LONG}\nL13MB4\n> L13MB4 is what you might write\n> Turn 7 runs soon.", ours) == ["L13MB4"]
    assert taken(f"> {LONG}\nL13MB4 is what\n> you might write\n> Turn 7 runs soon.", ours) == []


def test_a_line_full_of_beginnings_of_addresses_is_searched_at_once() -> None:
    """It took minutes for a line of 16,000 characters, and more than twice as long for every doubling."""
    assert edited._LINK.search("<a@" * 20_000) is None
    assert edited._LINK.search("see <ann@a.example>") is not None


def test_a_short_line_that_is_quoted_again_and_again_is_looked_for_once() -> None:
    asked = 0

    class Counted(str):
        def find(self, *given: Any) -> int:
            nonlocal asked
            asked += 1
            return str.find(self, *given)

    sent = SentText.of("this is his " * 1_000)
    sent.__dict__["text"] = Counted(sent.text)
    align(["is"] * 50, sent, Patience())
    assert 0 < asked <= 3_010
