"""GAMES: which games there are to join."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.parse import Form
from postern.desk.seating import open_games


def run(call: Call) -> None:
    """Lists the games that still take players."""
    call.part("games", lead="", games=open_games(call.session, call.desk), address=call.desk.address)


COMMAND = Command(
    Form("GAMES", ("GAME",), re.compile(r"[.?]?")),
    run,
    Need.NOBODY,
    "the games that take players",
    "`GAMES` lists the games that still take players, and how to join them.",
)
