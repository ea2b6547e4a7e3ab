"""MUTE: press of a player is kept, but not mailed."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.games import blocklist
from postern.desk.language.parse import Form


def run(call: SeatCall) -> None:
    """Mutes the player named, or the writer of the press replied to; shows what stands."""
    words = "Press from {} is no longer mailed to you; PRESS and the turn's number shows it. They are not told."
    blocklist.put_up(call, blocks=False, words=words)


COMMAND = Command(
    180,
    Form("MUTE", (), re.compile(r"[A-Za-z0-9]{0,12}[.!]?")),
    run,
    SeatCall,
    "MUTE name: that player's press is kept, but not mailed to you",
    "`MUTE BRAN` keeps BRAN's press out of your mail; `PRESS 5` still shows it. `MUTE ANON` does so with all press without a "
    "name. In a reply to press, `MUTE` alone means its writer. Nobody is told. `UNMUTE BRAN` takes it back.",
)
