"""Whom MUTE, BLOCK and UNMUTE mean: a named player, the writer of the press replied to, or everybody who gives no name."""

from __future__ import annotations

from postern.desk.answers.answer import SeatCall
from postern.desk.games import pressing
from postern.store import presses, seats
from postern.store.tables import Seat

EVERY_NAMELESS = "everybody who gives no name"


def meant(call: SeatCall) -> tuple[int | None, str] | None:
    """The seat number of the writer whom the command means (None: everybody without a name) and how to call them; None when
    nobody is meant.

    Press without a name never shows whose it was: to mute its writer is to mute everybody without a name.
    """
    name = call.rest.strip(" .,:;!").upper()
    if name in ("ANON", "ANONYMOUS"):
        return None, EVERY_NAMELESS
    if name:
        found = _named(call, name)
        return (found.id, found.name) if found is not None else None
    replied = pressing.replied_to(call)
    if replied is None:
        return None
    press = replied[0]
    return (None, EVERY_NAMELESS) if press.anonymous else (press.seat_id, pressing.name_of(call.session, press.seat_id))


def put_up(call: SeatCall, *, blocks: bool, words: str) -> None:
    """Mutes or blocks whom the letter means, with these words (``{}``: their name) for it; shows what stands."""
    found = meant(call)
    if found is not None:
        presses.put_wall(call.session, call.sitter.seat, found[0], blocks=blocks)
        call.say(words.format(found[1]))
    tell(call)


def tell(call: SeatCall) -> None:
    """Lists who is muted or blocked, and whom one may name."""
    standing = [
        {"name": EVERY_NAMELESS if one.other_id is None else pressing.name_of(call.session, one.other_id), "blocks": one.blocks}
        for one in presses.walls(call.session, call.sitter.seat)
    ]
    names = [seat.name for seat in seats.of_game(call.session, call.sitter.game.id) if seat.id != call.sitter.seat.id]
    call.answer.parts = [part for part in call.answer.parts if part.name != "walls"]
    call.part("walls", game=call.sitter.game, standing=standing, names=names)


def _named(call: SeatCall, name: str) -> Seat | None:
    everybody = seats.of_game(call.session, call.sitter.game.id)
    return next((seat for seat in everybody if seat.name.upper() == name and seat.id != call.sitter.seat.id), None)
