"""NEW SECRET: a seat's reply addresses lose their worth, and a new one comes."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.parse import Form
from postern.store import credentials, journal, seats


def run(call: Call) -> None:
    """Changes the seat's generation: the answer, which goes to the seat's own address, carries the first token of it."""
    assert call.sitter is not None
    seat, game = call.sitter.seat, call.sitter.game
    ways = any(credentials.of_seat(call.session, seat, kind) for kind in (credentials.PASSWORD, credentials.PGP))
    seats.renew(call.session, seat)
    journal.note(call.session, call.now, "desk", "new secret", game.id, seat=seat.name)
    call.part("new_secret", game=game, seat=seat, ways=ways)


COMMAND = Command(
    Form("SECRET", ("NEW",), re.compile(r"(?:new|secret|secret please)?[.!]*", re.IGNORECASE)),
    run,
    Need.SEAT,
    "NEW SECRET: only the answer to it, and later letters, can be replied to",
    "`NEW SECRET` is for when somebody else may have seen one of your letters: replies to letters of this seat that you "
    "had before are worth nothing from then on, nor are its password and key. Reply to the answer, or to any later "
    "letter, as you are used to.",
)
