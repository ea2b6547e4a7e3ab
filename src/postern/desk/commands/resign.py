"""RESIGN: gives a seat up, after saying so twice."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.calendars import calendar_wish
from postern.desk.commands.spec import Command, Need
from postern.desk.parse import Form
from postern.desk.seating import give_up_seat


def run(call: Call) -> None:
    """Asks for RESIGN YES first; then the seat goes to a computer player, or stands still, as the game has it."""
    assert call.sitter is not None
    if call.rest.strip(" .!").upper() != "YES":
        call.part("resign_ask", game=call.sitter.game, seat=call.sitter.seat)
        return
    prefs, seat, game = call.sitter.prefs, call.sitter.seat, call.sitter.game
    announced = game.deadline is not None
    call.answer.wishes += calendar_wish(call.desk, game, seat, prefs, call.now, leaving=True, announced=announced)
    give_up_seat(call.session, call.desk, call.sitter.game, call.sitter.seat, call.now)
    call.part("resigned", game=call.sitter.game, seat=call.sitter.seat)


COMMAND = Command(
    Form("RESIGN", ("QUIT",), re.compile(r"(?:yes)?[.!]*", re.IGNORECASE)),
    run,
    Need.SEAT,
    "gives your seat up for good",
    "`RESIGN` gives your seat up; you are asked once whether you mean it: `RESIGN YES`.",
)
