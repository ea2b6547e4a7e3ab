"""Lines that a program broke are joined; lines that were typed stay."""

from __future__ import annotations

from postern.post.reading.flowed import unflow
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


SMALL = "l13 marches from b2 to b3, gives five troops to the garrison of b3 now"


def test_a_new_order_in_small_letters_is_not_joined_with_the_one_above() -> None:
    small_codes = "l13 m " + " ".join(f"b{number}" for number in range(2, 10)) + " " + " ".join(f"c{n}" for n in range(1, 14))
    for above, below in (
        (SMALL, "l14 marches to b5"),
        (SMALL, "build two towers in b2"),
        (SMALL, "gb2 builds two citadel points"),
        (SMALL, "t45=m7"),
        (SMALL.capitalize(), "l14 marches to b5"),
        (small_codes, "l14 m b5"),
    ):
        assert rejoined([above, below]) == [above, below]


def test_a_sentence_in_small_letters_goes_on_with_a_word_that_joins() -> None:
    for below in ("then to c4", "and goes on to c4", "with all the rest"):
        assert rejoined([SMALL, below]) == [f"{SMALL} {below}"]
    assert rejoined([f"{SMALL[:-4]},", "everything there is"]) == [f"{SMALL[:-4]}, everything there is"]
    assert rejoined([SMALL.capitalize(), "goes on to c4"]) == [f"{SMALL.capitalize()} goes on to c4"]


def test_a_blank_that_was_typed_behind_a_short_order_joins_nothing_in_flowed_text() -> None:
    assert unflow("l13mb4 \nl14mb5 \ngb2bc4", delsp=False) == "l13mb4 \nl14mb5 \ngb2bc4"
    assert unflow("T45=M7 \nT46=M8", delsp=True) == "T45=M7\nT46=M8"
    assert unflow(f"{SMALL} \nl14", delsp=False) == f"{SMALL} l14"
