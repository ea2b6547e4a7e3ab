"""The orders of a turn as each letter left them, for UNDO and REDO, and the lines of those letters that gave no order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, delete, select

from postern.store.tables import FiledOrders, Seat

KEPT = 10
"""So many sets of a turn are kept besides the one that stands."""


def standing(session: Session, seat_id: int, turn: int, text: str) -> FiledOrders | None:
    """The set that stands; None where it is not on record with this text (no letter has changed orders yet)."""
    newest = next(iter(_sets(session, seat_id, turn, undone=False)), None)
    return newest if newest is not None and newest.text == text else None


def note(session: Session, seat_id: int, turn: int, before: str, text: str, unread: Sequence[str], now: datetime) -> None:
    """Writes down what a letter made of the orders that stood ``before``. What was undone is past bringing back then.

    A letter that changed no order only adds its lines to those without one.
    """
    all_sets = _sets(session, seat_id, turn)
    standing_ones = [one for one in all_sets if not one.undone]
    old = standing_ones[0] if standing_ones and standing_ones[0].text == before else None
    if old is not None and before == text:
        old.unread = list(unread)
        session.add(old)
        return
    if old is None and before != text:
        standing_ones.insert(0, FiledOrders(seat_id=seat_id, turn=turn, text=before, filed_at=now))
        session.add(standing_ones[0])
        session.flush()
    session.add(FiledOrders(seat_id=seat_id, turn=turn, text=text, unread=list(unread), filed_at=now))
    for past in (*(one for one in all_sets if one.undone), *standing_ones[KEPT:]):
        session.delete(past)


def before(session: Session, seat_id: int, turn: int, text: str) -> FiledOrders | None:
    """The set that stood before the one that stands now, with this ``text``; None where there is none on record."""
    sets = _sets(session, seat_id, turn, undone=False)
    if sets and sets[0].text != text:
        return sets[0]  # orders came on file by another way than a letter
    return sets[1] if len(sets) > 1 else None


def undone(session: Session, seat_id: int, turn: int) -> FiledOrders | None:
    """The set that the last UNDO took back; None where there is none, or orders have come since."""
    return next(reversed(_sets(session, seat_id, turn, undone=True)), None)


def had_orders(session: Session, seat_id: int, turn: int) -> bool:
    """Whether any orders of this turn were ever on file for the seat, as far as that is on record."""
    query = select(FiledOrders.id).where(FiledOrders.seat_id == seat_id, FiledOrders.turn == turn, FiledOrders.text != "")
    return session.exec(query.limit(1)).first() is not None


def turn_to(session: Session, seat_id: int, turn: int, target: FiledOrders) -> None:
    """Makes a set of the turn the one that stands; later ones count as undone."""
    query = select(FiledOrders).where(FiledOrders.seat_id == seat_id, FiledOrders.turn == turn)
    for one in session.exec(query):
        one.undone = (one.id) > (target.id)
        session.add(one)
    session.flush()


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


_ALL_SETS = (
    select(FiledOrders)
    .where(FiledOrders.seat_id == bindparam("seat"), FiledOrders.turn == bindparam("turn"))
    .order_by(col(FiledOrders.id).desc())
)


def _sets(session: Session, seat_id: int, turn: int, *, undone: bool | None = None) -> list[FiledOrders]:
    """Newest first; those that were undone, those that were not, or all."""
    found = session.exec(_ALL_SETS, params={"seat": seat_id, "turn": turn})
    return [one for one in found if undone is None or one.undone is undone]
