"""GAMES: which games there are to join."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.parse import Form
from postern.desk.seating import games_part


def run(call: Call) -> None:
    """Lists the games that still take players."""
    call.answer.parts.append(games_part(call.session, call.desk))


COMMAND = Command(
    Form("GAMES", ("GAME",), re.compile(r"[.?]?")),
    run,
    Need.NOBODY,
    "the games that take players",
    "`GAMES` lists the games that still take players, and how to join them.",
)
