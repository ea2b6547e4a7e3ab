"""MSG: a message to another player on one line, under the words with which the game calls its players."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands import press
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form

_TAKES = re.compile(r"(?:TO\s+)?(?P<to>[A-Za-z0-9]{1,12})\s*:?\s+(?P<text>\S.*)", re.IGNORECASE)


def run(call: SeatCall) -> None:
    """Passes the message on to the player named, or says what is needed."""
    found = _TAKES.fullmatch(call.rest)
    assert found is not None, "the parser only finds what the form takes"
    game, seat = call.sitter.game, call.sitter.seat
    called = call.sitter.rules.called(call.desk.cache.view(call.session, game, seat.name)) if game.turn else {}
    name = found["to"].upper()
    press.pass_on(call, called.get(name, name), found["text"])


COMMAND = Command(
    151,
    Form("MSG", (), _TAKES),
    run,
    SeatCall,
    "MSG name and a message on the same line, as PRESS does below it",
    "`MSG BRAN Peace between us?` sends what stands behind the name to that player at once, `MSG ALL` to everybody. A game may "
    "call its players otherwise, too: by a kingdom's code or number. `PRESS` takes longer letters.",
    own_game_only=True,
)
