"""A game master's words to a player: a reply to a player's letter is passed on once the game master has said YES."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.gamemaster import actions
from postern.desk.games.lookup import MasterError
from postern.desk.outbox.outgoing import URGENT, About, NewLetter, put
from postern.game.kit.orders.digits import is_number
from postern.store import games, inbox, journal, people, seats
from postern.store.tables import Held, LetterState, OutboxLetter

WORDS = "words"
"""The kind of what is held until a game master says YES; it belongs to the letter in which they wrote the words."""
_PASSED_ON = {"asked": 1, "abuse": 2, "extend": 0}
"""Letters that bring a player's words or wish, by the first word of their reason, and which part of it numbers the player's
letter (0: none does). Behind them stand the seat and the game master's address."""
_FAILED = "failed"
WAITS = timedelta(days=7)
"""So long a YES finds the words by itself, in a letter that does not reply to the question."""


@dataclass(frozen=True)
class Reader:
    """The player to whom words would go: the holder of ``seat``, or the writer of ``letter`` (0: unknown)."""

    name: str
    seat: int | None
    letter: int


def reader_of(session: Session, letter: OutboxLetter | None) -> Reader | None:
    """Who wrote what this letter of ours passed on to a game master; None for other letters."""
    kind, *rest = letter.dedupe_key.split("/", 4) if letter is not None else [""]
    if kind == _FAILED and is_number(rest[0]):
        row = inbox.letter(session, int(rest[0]))
        open_ = row is not None and row.state == LetterState.FAILED and row.address
        return Reader(f"the writer of letter {rest[0]}", None, int(rest[0])) if open_ else None
    if kind not in _PASSED_ON or len(rest) < 4 or not is_number(rest[2]):
        return None
    seat = seats.by_id(session, int(rest[2]))
    place = _PASSED_ON[kind]
    return Reader(_name(session, seat.id), seat.id, int(rest[place - 1]) if place else 0) if seat is not None else None


def ask(session: Session, desk: Desk, inbox_id: int, master: str, reader: Reader, text: str) -> Held:
    """Keep the words until their writer says whether to send them. Return what is held."""
    now = desk.clock.now()
    seat = seats.by_id(session, reader.seat) if reader.seat is not None else None
    game_id = seat.game_id if seat is not None else None
    data = {"text": text, "letter": reader.letter}
    return people.hold(session, WORDS, master, game_id, data, now, seat_id=reader.seat, inbox_id=inbox_id)


def waiting(session: Session, desk: Desk, master: str, letter: OutboxLetter | None) -> Held | None:
    """The words that this game master was asked about in ``letter``, or else the only ones of late."""
    found = people.waiting(session, WORDS, master, desk.clock.now() - WAITS)
    kind, _, number = letter.dedupe_key.partition("/") if letter is not None else ("", "", "")
    meant = next((held for held in found if kind == "answer" and str(held.inbox_id) == number), None)
    return found[0] if meant is None and len(found) == 1 and kind != "answer" else meant


def settle(session: Session, desk: Desk, held: Held, master: str, *, send: bool) -> str:
    """Sends the words, or drops them. Returns what was done. Raises MasterError where nobody can be reached any more."""
    text, number = str(held.data["text"]), int(held.data["letter"])
    done = _send(session, desk, held, text, number, master) if send else "The words were dropped; nobody got them."
    held.state, held.data = "confirmed" if send else "declined", {}
    session.add(held)
    return done


def _send(session: Session, desk: Desk, held: Held, text: str, number: int, master: str) -> str:
    if held.seat_id is None or held.game_id is None:
        actions.answer_letter(session, desk, number, text, master)
        return f"Letter {number} is answered in your words and set aside."
    seat, game, row = seats.by_id(session, held.seat_id), games.by_id(session, held.game_id), inbox.letter(session, number)
    name = _name(session, held.seat_id)
    if seat is not None and seat.player_id is not None and (number == 0 or (row and row.player_id == seat.player_id)):
        actions.say(session, desk, game.name, seat.name, text, master)
        return f"Said to {name}."
    now = desk.clock.now()
    # Whoever plays the seat now, it is not the one who asked: that one gets no address of the seat to reply to.
    part = Part("moderator", {"game": game, "seat": seat, "text": text, "alone": True, "former": True})
    reason = f"words/{held.id}"
    to = row.address if row is not None else ""
    if not put(session, desk, NewLetter(to, [part], kind="news", about=About(game), priority=URGENT), reason, now):
        raise MasterError(f"who asked as {name} has no address any more")
    journal.note(session, now, master, "said", game.id, text=text, seat=name)
    return f"Said to the player who was {name}."


def _name(session: Session, seat_id: int) -> str:
    seat = seats.by_id(session, seat_id)
    if seat is None:
        return "a former player"
    return f"{seat.name.partition('/')[0]} in {games.by_id(session, seat.game_id).name}"
