"""Lines of a turn's letters of which no order came stand in its report, and in every replay of it."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, BOB, begin, finished, newest, run_turn

NAMES = {"ANN": ANN, "BOB": BOB}


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, ANN=ANN, BOB=BOB)


def listed(box: Box, desk: Desk, workers: Workers, name: str = "ANN") -> list[str]:
    """The turn runs; the lines that its report lists."""
    turn = asyncio.run(master.show(desk, "TOY-1")).turn
    run_turn(box, workers, NAMES)
    assert asyncio.run(master.replay(desk, workers, "TOY-1", turn)).same
    text = text_of(finished(box, newest(box, NAMES[name])))
    _, _, rest = text.partition("NOT UNDERSTOOD")
    return [line.strip()[2:] for line in rest.partition("WHAT ")[0].splitlines() if line.strip().startswith("- ")]


@pytest.mark.parametrize(
    ("letters", "lines"),
    [
        (["guess 3"], []),
        (["guess 3\nsell 9"], ["sell 9"]),
        (["guess 3\nsell 9", "guess 3\nbuy 2"], []),  # the new letter took the place of that one
        (["guess 3\nsell 9", "ADD buy 2\nsell 1"], ["sell 9", "sell 1"]),
        (["guess 3", "sell 9"], ["sell 9"]),  # no order in it, so what is on file stays
        (["guess 3\nsell 9", "CANCEL"], []),
        (["guess 3\nsell 9", "guess 4", "UNDO"], ["sell 9"]),
        (["Hello Postern,\nguess 3\nThanks, Ann"], []),
        (["sell 9"], ["sell 9"]),
        (["guess 3", "buy 90"], ["buy 90"]),  # none of it can be carried out: the order on file stays, this one is not there
        (["guess 3\nbuy 90"], []),  # on file: what became of it, the account of the turn tells
    ],
)
def test_the_report_lists_them(
    letters: list[str], lines: list[str], first: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    for text in letters:
        box.reply(first["ANN"], text)
    assert listed(box, desk, workers) == lines


def test_they_are_the_seats_own_and_the_turns_own(
    first: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    box.reply(first["ANN"], "guess 3\nsell 9")
    assert listed(box, desk, workers, "BOB") == []
    assert listed(box, desk, workers) == []
