"""Forgetting a person, for good: their seats go, what is personal is deleted, the games they played stay sound."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.games.seating import give_up_seat
from postern.desk.outbox.outgoing import put_answer, tell_masters
from postern.desk.settings.preferences import prefs_of
from postern.post.letter import Incoming
from postern.store import games, personal, seats
from postern.store.tables import GameState, InboxLetter, Player, SeatState


def forget(session: Session, desk: Desk, player: Player, letter: InboxLetter, incoming: Incoming, now: datetime) -> None:
    """Does it, and writes the last letter, whose row goes when it has gone out. ``letter`` is the wish to be forgotten."""
    address, prefs = player.address, prefs_of(player.settings)
    letter.raw, letter.address, letter.message_id, letter.player_id = b"", "", "", None
    session.add(letter)
    session.flush()
    places = erase(session, desk, player, now)
    last = Part("forgotten", {"name": desk.config.post.name})
    put_answer(session, desk, letter, incoming, address, [last], kind=personal.FAREWELL, prefs=prefs)
    tell_masters(session, desk, [Part("master_forgotten", {"places": places})], f"forgotten/{letter.id}", now)


def erase(session: Session, desk: Desk, player: Player, now: datetime) -> list[str]:
    """Gives up their seats and deletes what is personal. Returns the seats."""
    who, places = personal.person(session, player), []
    for seat in who.seats:
        game = games.by_id(session, seat.game_id)
        places.append(f"{seat.name} in {game.name}")
        if game.state == GameState.FINISHED or seat.state == SeatState.LEFT:
            seat.player_id = None
            seats.rotate(session, seat)
        else:
            give_up_seat(session, desk, game, seat, now)
    session.flush()
    personal.erase(session, who)
    return places


async def scrub(desk: Desk) -> bool:
    """Once the last letters have gone out: writes the database anew and drops their rows. True when there was something."""
    if not await desk.store.read(personal.farewells_said):
        return False
    await desk.store.write(personal.forget_farewells)
    await desk.store.scrub()
    return True
