"""REDO: brings back the orders that UNDO took."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.store import filed


def run(call: OrdersCall) -> None:
    """Puts the set that the last UNDO took back on file."""
    call.answer.show_orders = True
    if call.filing.touched:
        call.say("REDO was left out: your letter changes your orders itself. Send REDO alone.")
        return
    turn = call.sitter.game.turn
    later = filed.undone(call.session, call.sitter.seat.id, turn)
    if later is None:
        call.say(f"There is nothing to bring back: no UNDO of turn {turn} is left, or you have sent other orders since.")
        return
    call.say("Your orders are back as they were before UNDO.")
    call.filing.turn_to(later)


COMMAND = Command(
    50,
    Form("REDO", (), re.compile(r"(?:that|this|it|my orders)?(?:,?\s*(?:please|pls))?[.!?]*", re.IGNORECASE)),
    run,
    OrdersCall,
    "brings back the orders that UNDO took",
    "`REDO` brings back the orders that the last `UNDO` took; again, and those of the `UNDO` before it. Other orders of yours "
    "in between end that.",
    own_game_only=True,
)
