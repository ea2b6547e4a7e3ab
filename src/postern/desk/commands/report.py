"""REPORT: a turn's report once more."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.games.reporting import report_request, wanted_turn
from postern.desk.language.parse import Form


def run(call: SeatCall) -> None:
    """Sends the newest report, or that of the turn named."""
    found = wanted_turn(call.session, call.sitter, call.rest)
    if isinstance(found, str):
        call.say(found)
        return
    call.answer.requests.append(
        report_request(found, call.sitter.seat, call.sitter.game, call.sitter.config, call.sitter.prefs)
    )
    call.part("report_again", game=call.sitter.game, seat=call.sitter.seat, turn=found.turn)


COMMAND = Command(
    120,
    Form("REPORT", (), re.compile(r"(?:(?:of\s+)?(?:turn\s*)?\d*)[.?]?", re.IGNORECASE)),
    run,
    SeatCall,
    "REPORT sends your newest report again, REPORT 5 that of turn 5",
    "`REPORT` sends your newest turn report again; `REPORT 5` that of turn 5.",
    own_game_only=True,
)
