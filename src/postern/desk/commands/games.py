"""GAMES: lists the games that can be joined."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.games import observing
from postern.desk.games.mine import my_games
from postern.desk.games.seating import games_part
from postern.desk.language.parse import Form


def run(call: Call) -> None:
    """Lists where the writer plays, if it is sure who writes, and the games that still take players."""
    yours = my_games(call.session, call.desk, call.address, call.sitter.prefs) if call.sitter is not None else []
    observer, observed = observing.observer_of(call)
    watched = observing.watched_words(call.session, observer) if call.sitter is not None or observed is not None else ""
    call.answer.parts.append(games_part(call.session, call.desk, yours=yours, watched=watched))


COMMAND = Command(
    250,
    Form("GAMES", (), re.compile(r"[.?]?")),
    run,
    Call,
    "where you play, and the games that take players",
    "`GAMES` lists where you play and what is due there, the games that still take players, and how to join them.",
)
