"""Lines that a program broke are joined; lines that were typed stay."""

from __future__ import annotations

from postern.post.reading.wraps import rejoined

FULL = "L13 marches from B2 to B3, gives five troops to the garrison of B3 and"


def test_a_sentence_goes_on() -> None:
    assert rejoined([FULL, "then goes on to C4.", "GB2BC4"]) == [f"{FULL} then goes on to C4.", "GB2BC4"]
    assert rejoined([FULL, FULL, "then to C4"]) == [f"{FULL} {FULL} then to C4"]


def test_short_ended_and_indented_lines_stay() -> None:
    for lines in (
        ["L13 goes to,", "c4"],
        [FULL[:-4] + ".", "then"],
        [FULL, "", "then"],
        [FULL, "  then"],
        [FULL + "x" * 20, "then"],
    ):
        assert rejoined(lines) == lines


def test_coded_orders_are_joined_but_not_with_the_next_of_their_kind() -> None:
    codes = (
        "L13 M " + " ".join(f"B{number}" for number in range(2, 10)) + " " + " ".join(f"C{number}" for number in range(1, 14))
    )
    assert 66 <= len(codes) <= 80
    assert rejoined([codes, "D1 D2"]) == [f"{codes} D1 D2"]
    assert rejoined([codes, "L14 M B5"]) == [codes, "L14 M B5"]
