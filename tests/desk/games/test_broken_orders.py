"""An order on which the program raises: the turn is committed, and the game master alone gets the trace."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from tests.desk.box import Box
from tests.desk.onlooking import begun, flat
from tests.desk.telltale import MASTER

__all__ = ["begun"]


def test_a_broken_order_is_told_to_the_game_master_and_the_turn_goes_on(
    box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers
) -> None:
    box.reply(begun["ANN"], "guess 2\nstumble")
    box.news()
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    letters = box.news()
    (told,) = [one for one in letters if one["To"] == MASTER]
    assert str(told["Subject"]) == "[TOY-1 turn 1] 1 order failed by an error in the program"
    assert "ANN, line 2: STUMBLE" in flat(told)
    assert "the rules stumble" in told.as_string()
    reports = [one for one in letters if one["To"] != MASTER]
    assert reports
    assert not any("the rules stumble" in one.as_string() for one in reports)
    assert "turn 2" in str(reports[0]["Subject"])
