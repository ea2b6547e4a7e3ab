"""SHOW: shows the orders on file."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form


def run(call: OrdersCall) -> None:
    """Shows what is on file."""
    call.answer.show_orders = True


COMMAND = Command(
    60,
    Form("SHOW", ("LIST",), re.compile(r"(?:(?:my )?orders)?[.!?]?", re.IGNORECASE)),
    run,
    OrdersCall,
    "shows your orders on file",
    "`SHOW` sends back all orders on file, read anew, with what needs mending.",
    own_game_only=True,
)
