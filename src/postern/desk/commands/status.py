"""STATUS: how the game stands."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form


def run(call: SeatCall) -> None:
    """Tells turn, deadline, readiness and standing, as they are when the whole letter has been handled."""
    call.answer.status = True


COMMAND = Command(
    100,
    Form("STATUS", ("STATE",), re.compile(r"(?:of\s+)?(?:[A-Za-z0-9]+-\d+|game)?[.?]?", re.IGNORECASE)),
    run,
    SeatCall,
    "turn, deadline, who is awaited, your standing, where else you play",
    "`STATUS` tells the turn, its deadline, whether you are ready, who is awaited, "
    "your standing, and in which other games what is due.",
    own_game_only=True,
)
