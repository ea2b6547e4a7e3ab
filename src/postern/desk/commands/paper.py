"""PAPER: sets the paper size of PDFs."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.settings import show
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.desk.settings.preferences import prefer


def run(call: SeatCall) -> None:
    """Sets A4 or US letter."""
    rest = call.rest.upper()
    paper = "a4" if "A4" in rest else "letter" if "LETTER" in rest else ""
    if paper:
        prefer(call.sitter.player, paper=paper)
        call.say(f"Your PDFs come on {'A4' if paper == 'a4' else 'US letter'} from now on.")
    show(call)


COMMAND = Command(
    330,
    Form("PAPER", (), re.compile(r"[:=]?\s*(?:A4|(?:US[\s-]*)?letter)?[.!?]?", re.IGNORECASE)),
    run,
    SeatCall,
    "the paper of your PDFs: PAPER A4 or PAPER letter",
    "`PAPER A4` or `PAPER letter`: the sheet for which your PDFs are laid out.",
)
