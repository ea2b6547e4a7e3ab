"""OBSERVE: makes the writer an observer of a game, who gets its public report after each turn."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.games import observing
from postern.desk.language.parse import Form
from postern.desk.settings.gamename import PATTERN, game_name

_TAKES = re.compile(rf"(?:(?:at\s+)?(?:game\s+)?(?P<game>{PATTERN}))?[.!?]*", re.IGNORECASE)


def run(call: Call) -> None:
    """Who is not known by a token of a seat is asked to confirm by replying."""
    found = _TAKES.fullmatch(call.rest)
    observing.ask(call, game_name(found["game"] or "") if found else "")


COMMAND = Command(
    290,
    Form("OBSERVE", ("SPECTATE",), _TAKES),
    run,
    Call,
    "OBSERVE QJ-101: its public report after each turn, without a seat",
    "`OBSERVE QJ-101` sends you the public report of that game after each turn, and its press to all where the game lets "
    "observers see it: what all its players know, and nothing else. You are asked to confirm by replying, so that nobody "
    "can sign you up. `STOP`, in reply to any of those letters, ends it.",
)
