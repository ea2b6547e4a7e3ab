"""ADDRESS: a player moves to another mail address, with all seats."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.settings import show
from postern.desk.commands.spec import Command
from postern.desk.delivery import moving
from postern.desk.language.parse import Form
from postern.post.letter import is_address
from postern.post.tokens import plus_address


def run(call: SeatCall) -> None:
    """Writes to the old address and to the new one; both have to confirm."""
    new = call.rest.strip(" <>.,;:=").removeprefix("mailto:").lower()
    if not new:
        show(call)
    elif not is_address(new):
        call.say(f'"{new}" is not a mail address such as joe@example.org; nothing was changed.')
    elif new == call.address.lower():
        call.say(f"Your letters go to {call.address} already.")
    elif _is_ours(call, new):
        call.say(f"{new} is where you write to me; it cannot be your address.")
    elif fault := moving.ask(call, new):
        call.say(fault)


def _is_ours(call: SeatCall, new: str) -> bool:
    return plus_address(new, "x") == plus_address(call.desk.address.lower(), "x")


COMMAND = Command(
    370,
    Form("ADDRESS", (), re.compile(r"(?:is|to)?[:=]?\s*(?:<?\S*@\S*>?)?[.?]?", re.IGNORECASE), bare=True),
    run,
    SeatCall,
    "ADDRESS new@example.org: letters go there from now on",
    "`ADDRESS new@example.org` moves you, with all your seats, to another mail address. Both addresses are asked to "
    "confirm by replying; then the old one has no access any more. `ADDRESS` alone shows your address.",
)
