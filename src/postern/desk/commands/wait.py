"""WAIT: takes a READY back."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands.spec import Command
from postern.desk.games import outdated
from postern.desk.language.parse import Form
from postern.store.tables import Game


def run(call: OrdersCall) -> None:
    """Marks the seat as not ready; a turn about to run early waits again."""
    call.answer.show_orders = True
    if why := outdated.uncounted(call.sitter.game, call.letter, call.rest):
        turn = call.sitter.game.turn
        call.say(f"WAIT was not counted, because {why}. If turn {turn} shall wait for you, reply WAIT to this letter.")
        return
    call.answer.ready = False
    call.say(_words(call.sitter.game))


def _words(game: Game) -> str:
    if game.late_turn == game.turn:
        return "You are not ready, but this turn is late: it runs as soon as the missing orders are in."
    return f"You are not ready; the turn waits for you{' until its deadline' if game.deadline else ''}."


COMMAND = Command(
    90,
    Form("WAIT", ("UNREADY",), re.compile(r"(?:please|(?:for\s+)?turn\s*\d+)?[.!]*", re.IGNORECASE)),
    run,
    OrdersCall,
    "takes READY back",
    "`WAIT` takes `READY` back: the turn then waits for you until its deadline.",
    own_game_only=True,
)
