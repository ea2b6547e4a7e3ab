"""Letters that came in: kept raw, each once, and what became of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy
from sqlalchemy import bindparam, insert, inspect
from sqlmodel import Session, col, func, select, update

from postern.store.sameness import fingerprints
from postern.store.tables import InboxLetter, LetterState, Seat, table

_INBOX = table(InboxLetter.__tablename__)
_TAKE_IN = insert(_INBOX).values(state=LetterState.NEW, reason="", address="").inline()
_CHANGE = _INBOX.update().where(_INBOX.c.id == bindparam("letter"))
_EMPTY = 48
"""Bytes that a sealed letter without content stays below."""


@dataclass(frozen=True)
class Arrival:
    """A letter as the mailbox gave it. ``source_key`` names its place there, for ever and for it alone."""

    source_key: str
    raw: bytes
    message_id: str
    arrived_at: datetime
    complete: bool = True


def take_in(session: Session, arrivals: Sequence[Arrival], now: datetime) -> int:
    """Stores these letters, skipping those already stored (same place, or the same letter). Returns how many were new."""
    prints = {arrival.source_key: fingerprints(arrival.raw) for arrival in arrivals}
    known_keys = known_states(session, list(prints))
    known_prints = set(states_by_print(session, list(prints.values())))
    fresh = []
    for arrival in arrivals:
        both = prints[arrival.source_key]
        if arrival.source_key in known_keys or both in known_prints:
            continue
        known_prints.add(both)
        fresh.append(vars(arrival) | {"sha256": both[0], "stored_at": now})
    if fresh:
        session.connection().execute(_TAKE_IN, fresh)
    return len(fresh)


def known_states(session: Session, source_keys: Sequence[str]) -> dict[str, LetterState]:
    """For each of these places whose letter is stored: its state."""
    rows = session.exec(
        select(InboxLetter.source_key, InboxLetter.state).where(col(InboxLetter.source_key).in_(list(source_keys)))
    )
    return {key: LetterState(state) for key, state in rows}


def states_by_print(session: Session, prints: Sequence[tuple[str, str]]) -> dict[tuple[str, str], LetterState]:
    """For each of these fingerprints of a stored letter: its state. Older programs stored that of the bytes."""
    sums = {one for both in prints for one in both}
    rows = session.exec(select(InboxLetter.sha256, InboxLetter.state).where(col(InboxLetter.sha256).in_(sums)))
    states = {one: LetterState(state) for one, state in rows}
    return {both: state for both in prints if (state := states.get(both[0]) or states.get(both[1])) is not None}


_NEXT_NEW = (
    select(InboxLetter)
    .where(InboxLetter.state == LetterState.NEW, col(InboxLetter.id) > bindparam("after"))
    .order_by(col(InboxLetter.id))
    .limit(bindparam("most"))
)


def next_new(session: Session, after: int = 0, most: int = 1) -> Sequence[InboxLetter]:
    """The oldest letters not handled yet with an id above ``after``, oldest first."""
    return session.exec(_NEXT_NEW, params={"after": after, "most": most}).all()


def numbers_of_new(session: Session, but: Collection[int], most: int) -> list[int]:
    """The numbers of the oldest letters not handled yet, oldest first, without those in ``but``."""
    waiting = select(InboxLetter.id).where(InboxLetter.state == LetterState.NEW, col(InboxLetter.id).not_in(list(but)))
    return list(session.exec(waiting.order_by(col(InboxLetter.id)).limit(most)))


def raws(session: Session, numbers: Sequence[int]) -> dict[int, bytes]:
    """The bytes of these letters, by number."""
    return dict(session.exec(select(InboxLetter.id, InboxLetter.raw).where(col(InboxLetter.id).in_(list(numbers)))).all())


def new_ones(session: Session, numbers: Sequence[int]) -> Sequence[InboxLetter]:
    """Those of these letters that are not handled yet, oldest first."""
    rows = select(InboxLetter).where(InboxLetter.state == LetterState.NEW, col(InboxLetter.id).in_(list(numbers)))
    return session.exec(rows.order_by(col(InboxLetter.id))).all()


def count_new(session: Session, before: datetime | None = None) -> int:
    """How many letters wait to be handled; with ``before``, only those that arrived earlier."""
    query = select(func.count()).select_from(InboxLetter).where(InboxLetter.state == LetterState.NEW)
    if before is not None:
        query = query.where(col(InboxLetter.arrived_at) < before)
    return session.exec(query).one()


def oldest_new(session: Session) -> datetime | None:
    """Since when the oldest letter waits to be handled; None when none waits."""
    return session.exec(select(func.min(InboxLetter.stored_at)).where(InboxLetter.state == LetterState.NEW)).one()


def letter(session: Session, letter_id: int) -> InboxLetter | None:
    """The letter with this number."""
    return session.get(InboxLetter, letter_id)


def any_unread(session: Session, since: datetime) -> bool:
    """Whether a letter that is of no known seat was kept as failed since then."""
    failed = (InboxLetter.state == LetterState.FAILED, col(InboxLetter.seat_id).is_(None))
    newest = session.exec(select(InboxLetter.stored_at).where(*failed).order_by(col(InboxLetter.id).desc()).limit(1)).first()
    return newest is not None and newest >= since


def count_ignored(session: Session, reason: str, since: datetime) -> int:
    """How many letters were left aside for this reason since then."""
    ignored = (InboxLetter.state == LetterState.IGNORED, InboxLetter.reason == reason, col(InboxLetter.stored_at) >= since)
    return session.exec(select(func.count()).select_from(InboxLetter).where(*ignored)).one()


def later_of_seat(session: Session, seat_id: int, letter_id: int) -> bool:
    """Whether a letter of this seat that came after this one has been handled already."""
    query = select(InboxLetter.id).where(
        InboxLetter.seat_id == seat_id, col(InboxLetter.id) > letter_id, InboxLetter.state == LetterState.HANDLED
    )
    return session.exec(query.limit(1)).first() is not None


_LOOKED_AT = 12
_SEAT = table(Seat.__tablename__)
_NEAREST = (
    sqlalchemy.select(_INBOX.c.id)
    .where(_INBOX.c.seat_id == _SEAT.c.id, _INBOX.c.id < bindparam("before"))
    .order_by(_INBOX.c.id.desc())
    .limit(_LOOKED_AT)
    .correlate(_SEAT)
)
_IN = _INBOX.alias()
_BEFORE_OF_PLAYER = (
    sqlalchemy.select(_IN.c.id, _IN.c.seat_id, _IN.c.stored_at, _IN.c.written_at, _IN.c.state)
    .select_from(_SEAT.join(_IN, _IN.c.id.in_(_NEAREST)))
    .where(_SEAT.c.player_id == bindparam("player"))
    .order_by(_IN.c.id.desc())
)


def handled_before(session: Session, player_id: int, before: int) -> Sequence[tuple[int, int, datetime, datetime | None]]:
    """Return the number of the handled letters of a player's seats, of which seat, when they were stored and written (None: not
    known), among the twelve of each seat before the one with this number, newest first. Asked with every letter of orders."""
    found = session.connection().execute(_BEFORE_OF_PLAYER, {"player": player_id, "before": before})
    return [(number, seat, stored, written) for number, seat, stored, written, state in found if state == LetterState.HANDLED]


def settle(session: Session, letter: InboxLetter, state: LetterState, reason: str, now: datetime) -> None:
    """Writes down what became of a letter."""
    letter.state = state
    letter.reason = reason[:500]
    letter.handled_at = now
    session.add(letter)


def write_down(session: Session, letter: InboxLetter) -> None:
    """Writes what is new of a letter that is done with; the session forgets it. A flush does the same in thrice the time."""
    changed = {name: getattr(letter, name) for name in inspect(letter).committed_state}
    if changed:  # else a flush on the way has written it
        session.connection().execute(_CHANGE, changed | {"letter": letter.id})
    session.expunge(letter)


def bring_back_later(session: Session, game_id: int) -> None:
    """Has the letters of this game's seats that were for a later turn handled once more."""
    of_game = select(Seat.id).where(Seat.game_id == game_id)
    session.exec(
        update(InboxLetter)
        .where(col(InboxLetter.state) == LetterState.LATER, col(InboxLetter.seat_id).in_(of_game))
        .values(state=LetterState.NEW, reason="", handled_at=None)
    )


def forget_bodies(session: Session, before: datetime) -> int:
    """Empties letters that were handled, or left unanswered, before that moment; what they were and became stays, so that none
    is ever taken in again. Returns how many."""
    return session.exec(
        update(InboxLetter)
        .where(
            col(InboxLetter.state).in_((LetterState.HANDLED, LetterState.IGNORED)),
            col(InboxLetter.handled_at) < before,
            func.length(InboxLetter.raw) > _EMPTY,
        )
        .values(raw=b"")
    ).rowcount


def in_state(session: Session, state: LetterState, limit: int = 100) -> list[InboxLetter]:
    """The newest letters in this state, newest first."""
    return list(
        session.exec(select(InboxLetter).where(InboxLetter.state == state).order_by(col(InboxLetter.id).desc()).limit(limit))
    )


def last_heard(session: Session, seat_ids: Sequence[int]) -> datetime | None:
    """When the newest letter of these seats came; None when none is on record."""
    newest = select(func.max(InboxLetter.arrived_at)).where(col(InboxLetter.seat_id).in_(list(seat_ids)))
    return session.exec(newest).one()
