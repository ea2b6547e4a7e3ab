"""Messages among orders: their lines, their bounds, and orders that they swallow."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.orders.messages import quoted
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.turn.orders import Message
from tests.rules.great_jewels.build import land
from tests.rules.great_jewels.orders_read import VIEW, codes, problems


@pytest.mark.rule("QJ-29-66")
def test_a_message_takes_the_lines_below_it_as_written_up_to_end() -> None:
    sheet = read("D=KNIGHT\nDear knight,\n  L13MB4 is a lie // truly\nEND\nL13MB4", VIEW)
    assert [order.code for order in sheet.orders] == ["D=KNIGHT", "L13MB4"]
    assert sheet.orders[0].data == Message("KNIGHT", ("Dear knight,", "  L13MB4 is a lie // truly"))


@pytest.mark.rule("QJ-29-65", "QJ-29-68")
def test_messages_to_all_met_and_without_a_name() -> None:
    sheet = read("D=*\nhello\n\nd = * (anon)\nboo\n\nD=KING(ANON): psst\n\nmessage to king: plain", VIEW)
    assert [order.data for order in sheet.orders] == [
        Message("*", ("hello",)),
        Message("*", ("boo",), anonymous=True),
        Message("KING", ("psst",), anonymous=True),
        Message("KING", ("plain",)),
    ]


@pytest.mark.rule("QJ-29-66", "QJ-29-68")
@pytest.mark.parametrize(
    "letter",
    [
        "Tell KING: sorry\nD=KNIGHT(ANON)\nhit KING\nhe is weak",
        "Tell KING: sorry\nTell KNIGHT (anon):\nhit KING\nhe is weak\nEND",
        "D=KING\nsorry\n- D=KNIGHT(ANON)\nhit KING\nhe is weak\nEND\n",
    ],
)
def test_a_line_that_begins_a_message_ends_the_one_above_it(letter: str) -> None:
    sheet = read(letter, VIEW)
    assert [order.data for order in sheet.orders] == [
        Message("KING", ("sorry",)),
        Message("KNIGHT", ("hit KING", "he is weak"), anonymous=True),
    ]
    assert not sheet.problems


@pytest.mark.rule("QJ-29-66")
@pytest.mark.parametrize(
    "text", ['"D=KNIGHT" was his order', "he sent D=KNIGHT", "> D=KNIGHT", "tell him: no", "I tell KNIGHT: no"]
)
def test_a_message_may_quote_the_line_that_begins_another(text: str) -> None:
    sheet = read(f"D=KING\n{text}\nfarewell\nEND", VIEW)
    assert [order.data for order in sheet.orders] == [Message("KING", (text, "farewell"))]


@pytest.mark.rule("QJ-29-65", "QJ-29-66")
def test_no_message_goes_to_who_is_out_of_the_game() -> None:
    world = land(LORD="QUNTAG", KING="AZONI", KNIGHT="SLENTH")
    world.players["KING"].out = True
    world.players["LORD"].met.append("KING")
    sheet = read("D=KING: hello\n\nD=*: all\n\nD=KNIGHT: you", view_of(world, "LORD"))
    assert [order.code for order in sheet.orders] == ["D=KNIGHT"]
    assert ["out of the game" in problem.why for problem in sheet.problems] == [True, True]


@pytest.mark.rule("QJ-29-65")
def test_a_message_to_all_met_needs_somebody_met() -> None:
    world = land(LORD="QUNTAG", KING="AZONI")
    assert problems("D=*\nhello", view_of(world, "LORD")) == ["NOT MET"]


@pytest.mark.rule("QJ-29-67")
def test_a_message_has_ten_lines_of_140_characters() -> None:
    lines = [f"line {number}" for number in range(1, 13)]
    sheet = read("D=KING\n" + "\n".join(lines), VIEW)
    assert sheet.orders[0].data == Message("KING", tuple(lines[:10]))
    longer = read("D=KING\n" + "wort " * 35 + "\nEND", VIEW)
    assert longer.orders[0].data == Message("KING", ("wort " * 27 + "wort", " ".join(["wort"] * 7)))
    assert [problem.note for problem in longer.problems] == [True]
    refused = read("D=KING\n" + ("wort " * 200 + "\n") * 2 + "END\nL13MB4", VIEW)
    assert [order.code for order in refused.orders] == ["L13MB4"]
    assert [(problem.code, problem.note, problem.lines) for problem in refused.problems] == [("TOO LONG", False, 4)]
    ten = "\n".join(["D=KING", *lines[:10], "END", "L13MB4"])
    assert codes(ten) == ["D=KING", "L13MB4"]
    beside = "\n".join(["D=KING: line 0", *lines[:10]])
    assert read(beside, VIEW).orders[0].data == Message("KING", ("line 0", *lines[:9]))


def test_at_most_ten_messages_a_turn() -> None:
    text = "D=KING: hello\n\n" * 11
    assert len(codes(text)) == 10
    assert problems(text) == ["TOO MANY MESSAGES"]


def test_an_unknown_addressee_and_an_empty_message_are_told() -> None:
    sheet = read("D=KNIGT\nhello\n\nD=LORD: me\n\nD=KING\n\n", VIEW)
    assert not sheet.orders
    assert sheet.problems[0].paste == "D=KNIGHT"
    assert len(sheet.problems) == 3


def test_orders_swallowed_by_a_message_are_pointed_out() -> None:
    press = read("D=KING\nsorry\nMessage to KNIGHT: hit him\nEND", VIEW)
    assert [order.code for order in press.orders] == ["D=KING"]
    assert "look like orders: Message to KNIGHT: hit him" in press.problems[0].why
    sheet = read("D=KING: hello\nL13MB4", VIEW)
    assert [problem.note for problem in sheet.problems] == [True]
    assert "L13MB4" in sheet.problems[0].why
    refused = read("D=KNIGT\nhello\nL13MB4\nE=5", VIEW)
    assert not refused.orders
    assert [problem.note for problem in refused.problems] == [False, False]
    assert "L13MB4, E=5" in refused.problems[1].why
    assert "put a line END" in refused.problems[1].remedy


def test_a_flood_of_unreadable_lines_is_told_in_short() -> None:
    sheet = read("\n".join(f"L13 jumps over {number}" for number in range(5000)) + "\nL13MB4", VIEW)
    assert len(sheet.problems) < 70
    assert any("more pieces" in problem.why for problem in sheet.problems)
    assert [order.code for order in read("B4," * 3000 + "\nL13MB4", VIEW).orders] in ([], ["L13MB4"])


def test_quoted_names_the_lines_that_are_message_text() -> None:
    lines = ["L13MB4", "D=KING", "READY when you are", "CANCEL it all", "END", "READY", "D=*: short", "", "STATUS"]
    assert quoted(lines) == {2, 3, 4}
    assert quoted(["D=KING", "READY", "D=KNIGHT", "CANCEL", "END", "READY"]) == {1, 3, 4}
