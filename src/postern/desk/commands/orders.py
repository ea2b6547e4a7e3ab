"""ORDERS: says that orders follow. It is never needed: lines of orders are enough."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.parse import Form


def run(call: Call) -> None:
    """The lines below replace what is on file."""
    if call.filing is not None:
        call.filing.adding = False
    call.answer.show_orders = True


COMMAND = Command(
    Form("ORDERS", ("ORDER",), re.compile(r"(?:for\s+)?(?:turn\s*\d+)?[:.]?", re.IGNORECASE)),
    run,
    Need.GAME,
    "your orders, one a line, replace those on file (the word ORDERS is not needed)",
    "Write your orders one a line and send them: they **replace** what is on file for this turn. The answer shows all "
    "that is on file, what needs mending, and the deadline. Only the last orders before the deadline count.",
)
