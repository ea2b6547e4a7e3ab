"""ADD: the orders that follow join those on file."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form


def run(call: OrdersCall) -> None:
    """From here on the letter's orders are appended; what stands on the same line is the first of them."""
    call.answer.show_orders = True
    if call.filing is None:
        return
    call.filing.adding = True
    if call.rest:
        call.filing.take([call.rest], call.command.line)


COMMAND = Command(
    20,
    Form("ADD", (), re.compile(r".*")),
    run,
    OrdersCall,
    "the orders below ADD join those on file",
    "Orders below a line `ADD` (or on that line) are **added** to those on file instead of replacing them.",
    own_game_only=True,
)
