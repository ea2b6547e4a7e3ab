"""ECHO: sets how accepted orders are read back."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.settings import show
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.desk.settings.preferences import prefer


def run(call: SeatCall) -> None:
    """Sets the language of the read-back."""
    found = re.search(r"book|code|plain|words|both", call.rest, re.IGNORECASE)
    if found is not None:
        echo = {"code": "book", "words": "plain"}.get(found[0].lower(), found[0].lower())
        prefer(call.sitter.player, echo=echo)
        call.say(f"Orders are read back {_SAID[echo]} from now on.")
    show(call)


_SAID = {"book": "in the codes of the rules", "plain": "in plain words", "both": "in codes and in words"}


COMMAND = Command(
    360,
    Form(
        "ECHO",
        (),
        re.compile(r"[:=]?\s*(?:(?:in\s+)?(?:the\s+)?(?:book|codes?|plain|words|both))?(?:\s+words)?[.!?]?", re.IGNORECASE),
    ),
    run,
    SeatCall,
    "how orders are read back: ECHO book, plain or both",
    "`ECHO book` reads your orders back in the codes of the rules, `ECHO plain` in plain words, `ECHO both` in both.",
)
