"""BLOCK: press of a player is refused, unseen."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.games import blocklist
from postern.desk.language.parse import Form


def run(call: SeatCall) -> None:
    """Blocks the player named, or the writer of the press replied to; shows what stands."""
    blocklist.put_up(call, blocks=True, words="Press from {} no longer reaches you at all. They are not told.")


COMMAND = Command(
    190,
    Form("BLOCK", (), re.compile(r"[A-Za-z0-9]{0,12}[.!]?")),
    run,
    SeatCall,
    "BLOCK name: that player's press never reaches you",
    "`BLOCK BRAN` throws BRAN's press to you away, unseen and unkept. `BLOCK ANON` does so with all press without a name. In "
    "a reply to press, `BLOCK` alone means its writer. Nobody is told. `UNMUTE BRAN` takes it back.",
)
