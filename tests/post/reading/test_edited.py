"""What was typed into our own letter is told from what we wrote there."""

from __future__ import annotations

from postern.post.reading.sheet import Sheet
from postern.post.reading.writing import mark_own

LONG = "Possible now:  L27FC2C3D3 and this line is long enough to be wrapped."
OURS = f"ORDERS TO FILL IN\nL13 ; in B2\nL15 ; in B2\n{LONG}\nTurn 7 runs soon."


def taken(text: str, *sent: str) -> list[str]:
    sheet = Sheet.of(text)
    mark_own(sheet, lambda: sent)
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
    assert taken(quoted(form), form) == []
    assert taken(quoted(form.replace("L13\nL27\nGB2", "L13 L27 GB2")), form) == []


def test_a_form_cut_down_to_the_lines_that_were_filled_in() -> None:
    form = "// Province B4\nL1\nL2\nGB4\n// and much more of it"
    assert taken("> L1 M C4\n> L2 F C4 C5\n> GB4 B C4", form) == ["L1 M C4", "L2 F C4 C5", "GB4 B C4"]
    assert taken("> L1 M C4\n> I would say\n> that you are right\n> about L9", form) == []
