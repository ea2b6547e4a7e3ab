"""The orders of a turn as each letter left them, for UNDO and REDO, and the lines of those letters that gave no order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy
from sqlalchemy import bindparam, insert, update
from sqlmodel import Session, col, delete, select

from postern.store.tables import FiledOrders, Seat, table

KEPT = 10
"""So many sets of a turn are kept besides the one that stands."""


class FiledSet(NamedTuple):
    """The orders of a turn as one letter left them (``FiledOrders``)."""

    id: int
    text: str
    unread: list[str]
    undone: bool
    filed_at: datetime


_ROWS = table(FiledOrders.__tablename__)
# Statements of every letter, built once, and without objects, which are written with a flush.
_OF_TURN = (_ROWS.c.seat_id == bindparam("seat"), _ROWS.c.turn == bindparam("of_turn"))
_ALL_SETS = sqlalchemy.select(*(_ROWS.c[name] for name in FiledSet._fields)).where(*_OF_TURN).order_by(_ROWS.c.id.desc())
_STANDING = _ALL_SETS.where(~_ROWS.c.undone).limit(1)
_ADD = insert(_ROWS)
_CHANGE_UNREAD = update(_ROWS).where(_ROWS.c.id == bindparam("number")).values(unread=bindparam("lines"))
_DROP_PAST = sqlalchemy.delete(_ROWS).where(
    *_OF_TURN,
    _ROWS.c.id.not_in(
        sqlalchemy.select(_ROWS.c.id).where(*_OF_TURN, ~_ROWS.c.undone).order_by(_ROWS.c.id.desc()).limit(bindparam("most"))
    ),
)
_TURN_TO = update(_ROWS).where(*_OF_TURN).values(undone=_ROWS.c.id > bindparam("target"))


def standing(session: Session, seat_id: int, turn: int, text: str) -> FiledSet | None:
    """The set that stands; None where it is not on record with this text (no letter has changed orders yet)."""
    row = session.connection().execute(_STANDING, {"seat": seat_id, "of_turn": turn}).first()
    newest = FiledSet._make(row) if row is not None else None
    return newest if newest is not None and newest.text == text else None


def note(session: Session, seat_id: int, turn: int, before: str, text: str, unread: Sequence[str], now: datetime) -> None:
    """Writes down what a letter made of the orders that stood ``before``. What was undone is past bringing back then.

    A letter that changed no order only adds its lines to those without one.
    """
    connection, place = session.connection(), {"seat": seat_id, "of_turn": turn}
    old = standing(session, seat_id, turn, before)
    if old is not None and before == text:
        connection.execute(_CHANGE_UNREAD, {"number": old.id, "lines": list(unread)})
        return
    row = {"seat_id": seat_id, "turn": turn, "undone": False, "filed_at": now}
    fresh = [row | {"text": text, "unread": list(unread)}]
    if old is None and before != text:
        fresh.insert(0, row | {"text": before, "unread": []})
    connection.execute(_DROP_PAST, place | {"most": KEPT + 1 - len(fresh)})
    for one in fresh:
        connection.execute(_ADD, one)


def before(session: Session, seat_id: int, turn: int, text: str) -> FiledSet | None:
    """The set that stood before the one that stands now, with this ``text``; None where there is none on record."""
    sets = _sets(session, seat_id, turn, undone=False)
    if sets and sets[0].text != text:
        return sets[0]  # orders came on file by another way than a letter
    return sets[1] if len(sets) > 1 else None


def undone(session: Session, seat_id: int, turn: int) -> FiledSet | None:
    """The set that the last UNDO took back; None where there is none, or orders have come since."""
    return next(reversed(_sets(session, seat_id, turn, undone=True)), None)


def had_orders(session: Session, seat_id: int, turn: int) -> bool:
    """Whether any orders of this turn were ever on file for the seat, as far as that is on record."""
    query = select(FiledOrders.id).where(FiledOrders.seat_id == seat_id, FiledOrders.turn == turn, FiledOrders.text != "")
    return session.exec(query.limit(1)).first() is not None


def turn_to(session: Session, seat_id: int, turn: int, target: FiledSet) -> None:
    """Makes a set of the turn the one that stands; later ones count as undone."""
    session.connection().execute(_TURN_TO, {"seat": seat_id, "of_turn": turn, "target": target.id})


def unread(session: Session, game_id: int, turn: int) -> dict[str, list[str]]:
    """Seat name → lines of its letters of this turn that gave no order, for the seats that have any."""
    rows = session.exec(
        select(Seat.name, FiledOrders)
        .join(Seat, col(Seat.id) == col(FiledOrders.seat_id))
        .where(Seat.game_id == game_id, FiledOrders.turn == turn, col(FiledOrders.undone).is_(False))
        .order_by(col(FiledOrders.id))
    )
    newest = {name: one.unread for name, one in rows}
    return {name: lines for name, lines in newest.items() if lines}


def forget_before(session: Session, game_id: int, turn: int) -> None:
    """Lets go of the sets of turns before this one."""
    of_game = select(Seat.id).where(Seat.game_id == game_id)
    session.exec(delete(FiledOrders).where(col(FiledOrders.seat_id).in_(of_game), col(FiledOrders.turn) < turn))


def _sets(session: Session, seat_id: int, turn: int, *, undone: bool | None = None) -> list[FiledSet]:
    """Newest first; those that were undone, those that were not, or all."""
    rows = session.connection().execute(_ALL_SETS, {"seat": seat_id, "of_turn": turn})
    return [one for one in map(FiledSet._make, rows) if undone is None or one.undone is undone]
