"""CLOCK: sets how times are written, with twelve hours or with twenty-four."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.settings import show
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.desk.settings.preferences import prefer


def run(call: SeatCall) -> None:
    """Sets how times are written."""
    found = re.search(r"12|24", call.rest)
    if found is not None:
        prefer(call.sitter.player, hours=int(found[0]))
        call.say(f"Times are told on a {found[0]}-hour clock from now on.")
    show(call)


COMMAND = Command(
    340,
    Form("CLOCK", (), re.compile(r"[:=]?\s*(?:12|24)?\s*(?:h|hours?)?[.!?]?", re.IGNORECASE)),
    run,
    SeatCall,
    "how letters tell the time: CLOCK 12 or CLOCK 24",
    "`CLOCK 12` tells times as 8:00 pm, `CLOCK 24` as 20:00.",
)
