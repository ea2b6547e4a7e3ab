"""What was typed into our own letter is told from what we wrote there."""

from __future__ import annotations

from postern.post.reading.sheet import Sheet
from postern.post.reading.writing import mark_own

LONG = "Possible now:  L27FC2C3D3 and this line is long enough to be wrapped."
OURS = f"ORDERS TO FILL IN\nL13 ; in B2\nL15 ; in B2\n{LONG}\nTurn 7 runs soon."


def taken(text: str, *sent: str) -> list[str]:
    sheet = Sheet.of(text)
    mark_own(sheet, sent)
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
