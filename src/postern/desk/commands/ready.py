"""READY: says that a player is done with this turn."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands.spec import Command
from postern.desk.games import outdated
from postern.desk.language.parse import Form


def run(call: OrdersCall) -> None:
    """Says that the seat is ready, when the whole letter has been read (``ready_checks``); the turn may then run early."""
    call.answer.show_orders = True
    if why := outdated.uncounted(call.sitter.game, call.letter, call.rest):
        turn = call.sitter.game.turn
        call.say(f"READY was not counted, because {why}. If you are done with turn {turn}, reply READY to this letter.")
        return
    call.answer.ready = True


COMMAND = Command(
    80,
    Form("READY", ("DONE", "NOWAIT", "FERTIG"), re.compile(r"(?:now|please|(?:for\s+)?turn\s*\d+)?[.!]*", re.IGNORECASE)),
    run,
    OrdersCall,
    "says you are done; when all are, the turn need not wait",
    "`READY` says that your orders are final. When every player is ready the turn runs early, if the game allows it. "
    "Where lines of the letter could not be read, or nothing is on file, you are asked once: `READY` again then counts. "
    "`WAIT` takes it back. You may still send orders.",
    own_game_only=True,
)
