"""RESIGN: gives a seat up, when its player's own address has confirmed it."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.answers.asking import Kept, ask
from postern.desk.commands.spec import Command
from postern.desk.documents.templates import Part
from postern.desk.games.seating import give_up_seat
from postern.desk.language.parse import Form
from postern.desk.outbox.calendars import calendar_request


def run(call: SeatCall) -> None:
    """Asks whether the player really wants to give up the seat."""
    ask(call, Part("resign_ask", {"game": call.sitter.game, "seat": call.sitter.seat}))


def confirmed(call: SeatCall, _kept: Kept) -> None:
    """Gives the seat up: a computer player takes it, or it stands still, as the game's file says."""
    prefs, seat, game = call.sitter.prefs, call.sitter.seat, call.sitter.game
    announced = game.deadline is not None
    call.answer.requests += calendar_request(call.desk, game, seat, prefs, call.now, leaving=True, announced=announced)
    give_up_seat(call.session, call.desk, call.sitter.game, call.sitter.seat, call.now)
    call.part("resigned", game=call.sitter.game, seat=call.sitter.seat)


COMMAND = Command(
    450,
    Form("RESIGN", ("QUIT",), re.compile(r"(?:yes)?[.!]*", re.IGNORECASE), bare=True),
    run,
    SeatCall,
    "gives your seat up for good",
    "`RESIGN` gives your seat up. A letter to your own address asks whether you mean it; reply `YES` to it.",
    confirmed,
)
