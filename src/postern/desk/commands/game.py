"""GAME QJ-2: the lines below are for the writer's seat in another game."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.answers.places import other_seat
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.store import seats


def run(call: SeatCall) -> None:
    """Turns the letter to that seat. Where the player holds none there, what follows is for nobody and is left out."""
    name = call.rest.strip(" :.").upper()
    call.answer.turn_to = other_seat(call.session, call.desk, call.sitter, name)
    if call.answer.turn_to is None:
        theirs = ", ".join(game.name for _, game in seats.of_player(call.session, call.sitter.player.id))
        call.say(f"You hold no seat in {name}; what stands below that line was left out. Your games: {theirs}.")


COMMAND = Command(
    240,
    Form("GAME", (), re.compile(r"[A-Za-z][A-Za-z0-9]*-\d+\s*[:.]?")),
    run,
    SeatCall,
    "GAME QJ-2: the lines below are for your seat in that game",
    "`GAME QJ-2` turns the lines below it, up to the next such line, to your seat in that game. One letter can so hold "
    "orders and commands for several games; you get one answer, in the order of your letter.",
)
