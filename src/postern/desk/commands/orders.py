"""ORDERS: a heading for orders, which is never needed; ORDERS 5: shows the orders of turn 5 as they were sent and read."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.games.reporting import past_orders
from postern.desk.language.parse import Form


def run(call: SeatCall) -> None:
    """The lines below replace what is on file. The orders of a turn that has run are shown instead."""
    number = re.search(r"\d+", call.rest)
    if number is not None and int(number[0]) < call.sitter.game.turn:
        found = past_orders(call.session, call.sitter, int(number[0]))
        if isinstance(found, str):
            call.say(found)
            return
        call.part("orders_again", game=call.sitter.game, seat=call.sitter.seat, turn=int(number[0]), past=found)
        return
    if call.filing is None:
        call.say(f"ORDERS: your seat in {call.sitter.game.name} gives no orders now; ORDERS 1 shows those of turn 1.")
        return
    call.filing.adding = False
    call.answer.show_orders = True


COMMAND = Command(
    10,
    Form("ORDERS", ("ORDER",), re.compile(r"(?:(?:for|of)\s+)?(?:turn\s*)?\d*[:.?]?", re.IGNORECASE)),
    run,
    SeatCall,
    "your orders, one a line, replace those on file; ORDERS 5 shows those of turn 5",
    "Write your orders one a line and send them: they **replace** what is on file for this turn. The answer shows all "
    "that is on file, what needs mending, and the deadline. Only the last orders before the deadline count. `ORDERS 5` "
    "shows your orders of turn 5, as they were on file and as they were read.",
    own_game_only=True,
)
