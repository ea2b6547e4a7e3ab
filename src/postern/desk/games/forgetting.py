"""Deleting a person for good: their seats are given up, their personal data goes, the games they played stay whole."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.games.seating import give_up_seat
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import NewLetter, put_answer, tell_masters
from postern.desk.settings.preferences import prefs_of
from postern.store import games, personal, seats
from postern.store.tables import GameState, Player, SeatState


def forget(letter: LetterAtHand, player: Player) -> None:
    """Erases the player and writes them one last letter, whose row is deleted once it is sent. ``letter`` is their wish to be
    forgotten; what it said is deleted, too."""
    session, desk, row = letter.session, letter.desk, letter.row
    address, prefs = player.address, prefs_of(player.settings)
    row.raw, row.address, row.message_id, row.player_id = b"", "", "", None
    session.add(row)
    session.flush()
    places = erase(session, desk, player, letter.now)
    last = Part("forgotten", {"name": desk.config.post.name})
    put_answer(letter, NewLetter(address, [last], kind=personal.FAREWELL, prefs=prefs))
    tell_masters(session, desk, Part("master_forgotten", {"places": places}), f"forgotten/{row.id}", letter.now)


def erase(session: Session, desk: Desk, player: Player, now: datetime) -> list[str]:
    """Gives up their seats and deletes their personal data. Returns the seats."""
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
    """Once the last letters are sent: deletes their rows and rewrites the database, so that nothing remains on disk. True
    when there was something."""
    if not await desk.store.read(personal.farewells_said):
        return False
    await desk.store.write(personal.forget_farewells)
    await desk.store.scrub()
    return True
