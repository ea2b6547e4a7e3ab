"""Forgetting a person, for good: their seats go, what is personal is deleted, the games they played stay sound."""

from __future__ import annotations

import re
from datetime import datetime

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.outgoing import put_answer, tell_masters
from postern.desk.prefs import prefs_of
from postern.desk.seating import give_up_seat
from postern.desk.stationery import Part
from postern.post.letter import Incoming
from postern.store import games, personal, seats
from postern.store.tables import GameState, Held, InboxLetter, LetterState, Player, SeatState

FORGET = "forget"
"""What waits for the reply of somebody who wants to be forgotten and is known by the address alone."""
YES = re.compile(r"forget\s+me[\s,:.]+yes[.!]*", re.IGNORECASE)
"""What a player with a seat has to say: anybody can write FORGET ME in another's name, and who is asked may protest."""


def forget(session: Session, desk: Desk, player: Player, letter: InboxLetter, incoming: Incoming, now: datetime) -> None:
    """Does it, and writes the last letter, whose row goes when it has gone out. ``letter`` is the wish to be forgotten."""
    address, who, prefs = player.address, personal.person(session, player), prefs_of(player.settings)
    places = []
    for seat in who.seats:
        game = games.by_id(session, seat.game_id)
        places.append(f"{seat.name} in {game.name}")
        if game.state == GameState.FINISHED or seat.state == SeatState.LEFT:
            seat.player_id = None
            seats.rotate(session, seat)
        else:
            give_up_seat(session, desk, game, seat, now)
    letter.raw, letter.address, letter.message_id, letter.player_id = b"", "", "", None
    session.add(letter)
    session.flush()
    personal.erase(session, who)
    last = Part("forgotten", {"name": desk.config.post.name})
    put_answer(session, desk, letter, incoming, address, [last], kind=personal.FAREWELL, prefs=prefs)
    tell_masters(session, desk, [Part("master_forgotten", {"places": places})], f"forgotten/{letter.id}", now)


def confirm(session: Session, desk: Desk, row: InboxLetter, incoming: Incoming, held: Held) -> tuple[LetterState, str] | None:
    """A reply to the letter that asked: now it is certain that the wish is theirs, to whichever letter they reply, also
    after a NO. None when nobody is known there any more, and when a player with a seat does not say the words."""
    player = seats.known_player(session, held.address)
    said = any(YES.fullmatch(line.strip()) for line in incoming.lines)
    if player is None or (seats.of_address(session, held.address) and not said):
        return None
    forget(session, desk, player, row, incoming, desk.clock.now())
    return LetterState.HANDLED, ""


async def scrub(desk: Desk) -> bool:
    """Once the last letters have gone out: writes the database anew and drops their rows. True when there was something."""
    if not await desk.store.read(personal.farewells_said):
        return False
    await desk.store.write(personal.forget_farewells)
    await desk.store.scrub()
    return True
