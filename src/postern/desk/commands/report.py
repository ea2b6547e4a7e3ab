"""REPORT: a turn's report once more."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.parse import Form
from postern.desk.reporting import report_wish, wanted_turn


def run(call: Call) -> None:
    """Sends the newest report, or that of the turn named."""
    assert call.sitter is not None
    found = wanted_turn(call.session, call.sitter, call.rest)
    if isinstance(found, str):
        call.say(found)
        return
    call.answer.wishes.append(report_wish(found, call.sitter.seat, call.sitter.game, call.sitter.config, call.sitter.prefs))
    call.part("report_again", game=call.sitter.game, seat=call.sitter.seat, turn=found.turn)


COMMAND = Command(
    Form("REPORT", (), re.compile(r"(?:(?:of\s+)?(?:turn\s*)?\d*)[.?]?", re.IGNORECASE)),
    run,
    Need.SEAT,
    "REPORT sends your newest report again, REPORT 5 that of turn 5",
    "`REPORT` sends your newest turn report again; `REPORT 5` that of turn 5.",
)
