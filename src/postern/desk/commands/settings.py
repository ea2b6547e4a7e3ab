"""SETTINGS: everything that a player can set, as it is set, and how to change it."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form


def run(call: SeatCall) -> None:
    """Shows all settings as the whole letter leaves them."""
    show(call)


def show(call: SeatCall) -> None:
    """Puts the table of settings into the answer, once, in place of one that an earlier command put there."""
    call.answer.parts = [part for part in call.answer.parts if part.name != "settings"]
    config, prefs = call.sitter.config, call.sitter.prefs
    call.part(
        "settings",
        prefs=prefs,
        documents=prefs.documents(config),
        paper=prefs.paper_for(config),
        game=call.sitter.game,
        game_zone=config.timezone,
        zone=config.zone,
        now=call.now,
        address=call.address,
    )


COMMAND = Command(
    310,
    Form("SETTINGS", ("SETTING", "PREFERENCES"), re.compile(r"[.?]?")),
    run,
    SeatCall,
    "what you can set for yourself, and how it is set",
    "`SETTINGS` shows what you can set for yourself and how it stands: `FORMAT`, `PAPER`, `CLOCK`, `ZONE`, `ECHO`, "
    "`FORECAST ALWAYS`. Settings count for all your games.",
)
