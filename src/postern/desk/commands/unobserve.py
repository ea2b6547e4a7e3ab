"""UNOBSERVE: ends the letters to an observer."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.games import observing
from postern.desk.language.parse import Form

_TAKES = re.compile(
    r"(?:me|please|from|observing|watching|\s)*(?P<game>[A-Za-z][A-Za-z0-9]*-\d+)?(?:\s+please)?[.!]*", re.IGNORECASE
)


def run(call: Call) -> None:
    """Ends it at once, for the address that the letter comes from or replies for, without asking back."""
    found = _TAKES.fullmatch(call.rest)
    observing.leave(call, (found["game"] or "").upper() if found else "")


COMMAND = Command(
    300,
    Form("UNOBSERVE", ("UNSUBSCRIBE", "STOP"), _TAKES),
    run,
    Call,
    "ends OBSERVE; STOP in reply to one of its letters does, too",
    "`UNOBSERVE QJ-101` ends the letters that `OBSERVE` brings you; `UNOBSERVE` alone ends those of every game, or, in reply "
    "to one of them, of that game. `STOP` and `UNSUBSCRIBE` mean the same. To leave a game that you play in, write `RESIGN`.",
)
