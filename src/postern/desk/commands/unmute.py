"""UNMUTE: ends a MUTE or BLOCK."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.games import blocklist
from postern.desk.language.parse import Form
from postern.store import presses


def run(call: SeatCall) -> None:
    """Ends a MUTE or BLOCK between the reader and the player named."""
    found = blocklist.meant(call)
    if found is not None and presses.take_wall_down(call.session, call.sitter.seat, found[0]):
        call.say(f"Press from {found[1]} is mailed to you again.")
    blocklist.tell(call)


COMMAND = Command(
    200,
    Form("UNMUTE", ("UNBLOCK",), re.compile(r"[A-Za-z0-9]{0,12}[.!]?")),
    run,
    SeatCall,
    "takes MUTE or BLOCK back",
    "`UNMUTE BRAN` takes `MUTE BRAN` or `BLOCK BRAN` back; `UNMUTE ANON` that of all press without a name.",
)
