"""FORGET ME: deletes the writer's personal data for good."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.answers.asking import Kept, ask
from postern.desk.commands.spec import Command
from postern.desk.documents.templates import Part
from postern.desk.language.parse import Form
from postern.store import seats


def run(call: Call) -> None:
    """Says what would be deleted, and asks."""
    player = call.sitter.player if call.sitter is not None else seats.known_player(call.session, call.address)
    if player is None:
        call.part("forget_nobody")
        return
    theirs = seats.of_player(call.session, player.id)
    places = [f"{seat.name} in {game.name}" for seat, game in theirs]
    ask(call, Part("forget_ask", {"places": places}), of_seat=False)


def confirmed(call: Call, _kept: Kept) -> None:
    """Has the writer forgotten; everything else in the letter is dropped."""
    call.answer.forget = seats.known_player(call.session, call.address)


COMMAND = Command(
    420,
    Form("FORGET", (), re.compile(r"me(?:[\s,:.]+yes)?[.!]*", re.IGNORECASE), bare=True),
    run,
    Call,
    "FORGET ME deletes what is stored about you, for good",
    "`FORGET ME` deletes your address, your letters and whatever else is stored about you, and gives up your seats. A letter "
    "to your own address asks whether you mean it; reply `YES` to it. `EXPORT` before it sends you a copy of everything. If "
    "that address is lost to you, write to the game master, who can give you another one or have you forgotten.",
    confirmed,
)
