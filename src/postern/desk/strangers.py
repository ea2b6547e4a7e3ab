"""Letters that carry no token: from people known by their address alone, and from people not known at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta

from sqlmodel import Session

from postern.desk import commands
from postern.desk.commands.spec import Need
from postern.desk.context import Desk
from postern.desk.outgoing import About, confirm_token, put
from postern.desk.parse import CommandLine, Piece
from postern.desk.seating import games_part
from postern.desk.stationery import Part
from postern.post.letter import Incoming
from postern.store import outbox, people, seats
from postern.store.tables import Game, InboxLetter, LetterState, Seat

Process = Callable[..., tuple[LetterState, str]]
_HOUR = timedelta(hours=1)


def answer(
    session: Session,
    desk: Desk,
    row: InboxLetter,
    incoming: Incoming,
    pieces: Sequence[Piece],
    process: Process,
) -> tuple[LetterState, str]:
    """Public commands are carried out; a known player's letter is held for confirmation; a stranger is welcomed."""
    held_seats = seats.of_address(session, row.address)
    public = [piece for piece in pieces if _is_public(piece)]
    if too_many(session, desk, row.address):
        if held_seats and len(public) < len(pieces):
            _hold(session, desk, row, held_seats[0])
            return LetterState.HELD, "held without an answer: too many letters in an hour"
        return LetterState.IGNORED, "too many letters in an hour"
    if pieces and (len(public) == len(pieces) or (public and not held_seats)):
        return process(session, desk, row, incoming, pieces, None, row.address)
    if held_seats:
        return _ask(session, desk, row, incoming, held_seats)
    return _welcome(session, desk, row, incoming)


def _is_public(piece: Piece) -> bool:
    command = commands.find(piece.name) if isinstance(piece, CommandLine) else None
    return command is not None and command.need is Need.NOBODY


def too_many(session: Session, desk: Desk, address: str) -> bool:
    """Whether this address, no player's by any token, has had all the answers that it may have in an hour."""
    written = outbox.written_since(session, address, "guest", desk.clock.now() - _HOUR)
    return written >= desk.config.limits.guest_answers_per_hour


def _ask(
    session: Session, desk: Desk, row: InboxLetter, incoming: Incoming, held_seats: Sequence[tuple[Seat, Game]]
) -> tuple[LetterState, str]:
    """Keeps the letter and asks its writer to confirm it; with nothing in it, just sends a fresh address to reply to."""
    seat, game = _meant(incoming, held_seats)
    shown = [line for line in incoming.lines if line.strip()]
    held_id = _hold(session, desk, row, (seat, game)) if shown else 0
    others = [theirs.name for _, theirs in held_seats if theirs.id != game.id]
    put(
        session,
        desk,
        to=row.address,
        parts=[Part("confirm", {"game": game, "seat": seat, "lines": shown, "others": others})],
        reason=f"answer/{row.id}",
        kind="guest",
        now=desk.clock.now(),
        about=About(game, seat, game.turn),
        reply_token=confirm_token(desk, held_id) if held_id else "",
        answering=incoming,
        priority=1,
    )
    return (LetterState.HELD, "waits for its writer's confirmation") if held_id else (LetterState.HANDLED, "")


def _hold(session: Session, desk: Desk, row: InboxLetter, place: tuple[Seat, Game]) -> int:
    seat, game = place
    held = people.hold(session, "orders", row.address, game.id or 0, {}, desk.clock.now(), seat_id=seat.id, inbox_id=row.id)
    return held.id or 0


def _meant(incoming: Incoming, held_seats: Sequence[tuple[Seat, Game]]) -> tuple[Seat, Game]:
    """The seat that the letter is about: its game is named, or it is the newest one."""
    text = f"{incoming.subject}\n{incoming.text}"
    for seat, game in held_seats:
        if re.search(rf"\b{re.escape(game.name)}\b", text, re.IGNORECASE):
            return seat, game
    return held_seats[0]


def _welcome(session: Session, desk: Desk, row: InboxLetter, incoming: Incoming) -> tuple[LetterState, str]:
    now = desk.clock.now()
    if not people.may_greet(session, row.address, now, desk.config.limits.greeting_every):
        return LetterState.IGNORED, "an unknown address that was welcomed already"
    put(
        session,
        desk,
        to=row.address,
        parts=[games_part(session, desk, template="welcome")],
        reason=f"answer/{row.id}",
        kind="guest",
        now=now,
        answering=incoming,
    )
    return LetterState.HANDLED, "welcomed"
