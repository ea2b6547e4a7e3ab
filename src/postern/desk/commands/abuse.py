"""ABUSE: shows press to the game master, with its writer. It is not called REPORT because that sends turn reports."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.documents.templates import Part
from postern.desk.games import pressing
from postern.desk.language.parse import Body, Form
from postern.desk.outbox.outgoing import tell_masters
from postern.store import journal, presses, seats
from postern.store.tables import Press


def run(call: SeatCall) -> None:
    """Sends the press replied to, or the newest of the player named, to the game masters, with the reader's words."""
    game, seat = call.sitter.game, call.sitter.seat
    press = _meant(call)
    if press is None:
        call.part("abuse_mend", game=game)
        return
    writer = pressing.name_of(call.session, press.seat_id)
    words = "\n".join(call.command.body).strip("\n")
    part = Part("master_abuse", {"game": game, "press": press, "writer": writer, "reader": seat.name, "words": words})
    tell_masters(call.session, call.desk, part, f"abuse/{press.id}/{call.letter.row.id}/{seat.id}", call.now, game)
    journal.note(call.session, call.now, "desk", "abuse told", game.id, press=press.id, by=seat.name)
    call.say(
        "The game master has that press now, with the name of its writer and with your words. The writer is not told. "
        "MUTE or BLOCK in a reply to it keeps more of it away."
    )


def _meant(call: SeatCall) -> Press | None:
    replied = pressing.replied_to(call)
    if replied is not None:
        return replied[0]
    name = call.rest.strip(" .,:;!").upper().removeprefix("BY ").removeprefix("OF ")
    everybody = seats.of_game(call.session, call.sitter.game.id)
    writer = next((seat for seat in everybody if seat.name.upper() == name), None)
    return presses.newest_from(call.session, call.sitter.seat, writer.id) if writer is not None else None


COMMAND = Command(
    210,
    Form("ABUSE", (), re.compile(r"(?:(?:by|of)\s+)?[A-Za-z0-9]{0,12}[.:!]?", re.IGNORECASE), Body.MESSAGE),
    run,
    SeatCall,
    "shows offending press to the game master, who learns its writer",
    "`ABUSE` in a reply to press shows that press to the game master, with its writer even where it has no name, and the "
    "lines below `ABUSE`. `ABUSE BRAN` shows the newest press from BRAN. The writer is not told.",
)
