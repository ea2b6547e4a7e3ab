"""Lines become commands or orders; nothing a person writes breaks it."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.desk.commands.registry import all_commands, forms
from postern.desk.language.parse import CommandLine, OrderLines, Piece, guess, split, within

DOCS = Path(__file__).parents[3] / "docs"


def pieces(text: str, quoted: frozenset[int] = frozenset()) -> tuple[Piece, ...]:
    return split(text.splitlines(), forms(), quoted)


def test_commands_and_orders_in_one_letter() -> None:
    found = pieces("\nL13MB4\nL14MB5\n\nready\nHELP movement\n")
    assert found == (
        OrderLines(2, ("L13MB4", "L14MB5")),
        CommandLine("READY", 5, ""),
        CommandLine("HELP", 6, "movement"),
    )


@pytest.mark.parametrize(
    "line", ["Wait for me, Orla", "Ready or not, here I come", "Show must go on", "status quo is fine", "Map making is fun"]
)
def test_a_sentence_that_begins_like_a_command_is_none(line: str) -> None:
    assert pieces(line) == (OrderLines(1, (line,)),)


@pytest.mark.parametrize("line", ["READY", "ready.", "Ready!", "  ready now", "READY for turn 7", "done"])
def test_a_command_in_any_dress(line: str) -> None:
    (found,) = pieces(line)
    assert isinstance(found, CommandLine)
    assert found.name == "READY"


def test_free_text_of_the_game_is_never_a_command() -> None:
    found = pieces("D=ORLA\nREADY\nHELP me\nEND\nREADY", frozenset({1, 2}))
    assert found == (OrderLines(1, ("D=ORLA", "READY", "HELP me", "END")), CommandLine("READY", 5, ""))


def test_press_takes_everything_up_to_end_and_join_up_to_the_next_command() -> None:
    found = pieces("PRESS TO ORLA\nREADY when you are\n\nREADY\nEND\nJOIN QJ-101\nNAME=BRAN\nSTATUS")
    assert found == (
        CommandLine("PRESS", 1, "TO ORLA", ("READY when you are", "", "READY")),
        CommandLine("JOIN", 6, "QJ-101", ("NAME=BRAN",)),
        CommandLine("STATUS", 8, ""),
    )


def test_the_nearest_command_is_named_for_a_slip_of_the_pen() -> None:
    assert guess("REDAY", forms()) == "READY"
    assert guess("Staus", forms()) == "STATUS"
    assert guess("L13MB4", forms()) == ""
    assert guess("marmalade", forms()) == ""


@given(st.text())
def test_any_text_is_split_without_loss_of_order_lines(text: str) -> None:
    lines = text.splitlines()
    found = split(lines, forms(), frozenset())
    for piece in found:
        if isinstance(piece, OrderLines):
            assert list(piece.lines) == lines[piece.first - 1 : piece.first - 1 + len(piece.lines)]


def test_every_command_is_told_of_in_help_and_no_two_share_a_word() -> None:
    words = [word for command in all_commands() for word in (command.form.name, *command.form.words)]
    assert len(words) == len(set(words))
    assert all(command.summary and command.help and len(command.summary) <= 80 for command in all_commands())
    assert len({command.place for command in all_commands()}) == len(all_commands())


def test_every_command_stands_in_the_pages_for_players_or_game_masters() -> None:
    pages = "".join((DOCS / name).read_text("utf-8") for name in ("playing.md", "game-master.md"))
    missing = [command.form.name for command in all_commands() if not re.search(rf"`(NEW )?{command.form.name}\b", pages)]
    assert not missing


@pytest.mark.parametrize(
    "line",
    [
        "FORMAT a" + " and" * 14 + " ?!",
        "VOTE for" + " " * 390 + "x",
        "EXTEND by" + " " * 389 + "x",
        "READY" + " ," * 190 + " x",
        "EXTEND 2d" + " ," * 190 + " x",
    ],
)
def test_a_line_is_told_from_a_command_at_once_whatever_it_is_made_of(line: str) -> None:
    began = time.process_time()
    found = pieces("\n".join([line] * 600))
    assert time.process_time() - began < 1.5
    assert [type(piece) for piece in found] == [OrderLines]


def test_words_after_format_are_parted_by_commas_and_and() -> None:
    assert [
        piece.rest
        for piece in pieces("FORMAT text, pdf and map\nFORMAT: pdf + json on!\nFORMAT")
        if isinstance(piece, CommandLine)
    ] == [
        "text, pdf and map",
        "pdf + json on!",
        "",
    ]


def test_a_long_line_goes_on_in_the_next_and_a_long_word_stays_whole() -> None:
    word = "L13MB4" + "B5B4" * 30
    assert within([f"{'190 ' * 20}190", word, f"{word} L14MB4"], 40, 99) == [
        f"{'190 ' * 10}",
        f"{'190 ' * 10}",
        "190",
        word,
        f"{word} ",
        "L14MB4",
    ]
