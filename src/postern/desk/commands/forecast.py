"""FORECAST: what would follow from the orders on file alone."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.parse import Form


def run(call: Call) -> None:
    """Adds the ruleset's forecast, made from the orders as the whole letter leaves them."""
    call.answer.forecast = True


COMMAND = Command(
    Form("FORECAST", ("PREVIEW",), re.compile(r"(?:(?:my )?orders)?[.?]?", re.IGNORECASE)),
    run,
    Need.GAME,
    "what would follow from your orders alone",
    "`FORECAST` shows what would follow from your orders alone, in the world as you know it. Others move too: it is "
    "no promise.",
)
