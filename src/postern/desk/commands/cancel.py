"""CANCEL: takes all orders off file."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands import undo
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form


def run(call: OrdersCall) -> None:
    """Clears the orders of this turn; orders further down in the same letter count anew. The last letter alone is for UNDO."""
    if re.fullmatch(undo.LAST + "[.!]?", call.rest, re.IGNORECASE):
        undo.run(call)
        return
    call.answer.show_orders = True
    if call.filing is not None:
        call.say(
            "Your orders were taken off file; UNDO brings them back." if call.filing.before else "There were no orders on file."
        )
        call.filing.cancel()


COMMAND = Command(
    30,
    Form("CANCEL", ("CLEAR",), re.compile(rf"(?:all|everything|(?:all |my )?orders|{undo.LAST})?[.!]?", re.IGNORECASE)),
    run,
    OrdersCall,
    "clears your orders of this turn",
    "`CANCEL` takes all your orders of this turn off file. Orders below it in the same letter count anew. "
    "`UNDO` brings them back.",
    own_game_only=True,
)
