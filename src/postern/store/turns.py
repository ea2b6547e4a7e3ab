"""Turns that were run, and the reports they gave."""

from __future__ import annotations

from sqlmodel import Session, col, func, select, update

from postern.store.tables import PublicReport, SeatReport, TurnRecord


def record(session: Session, game_id: int, turn: int) -> TurnRecord | None:
    """The run of this turn that counts; None when it has not run or was rolled back. Turn 0 is the set-up."""
    return session.exec(
        select(TurnRecord)
        .where(TurnRecord.game_id == game_id, TurnRecord.turn == turn, col(TurnRecord.void).is_(False))
        .order_by(col(TurnRecord.attempt).desc())
    ).first()


def ever_ran(session: Session, game_id: int, turn: int) -> bool:
    """Whether this turn or a later one was ever run, be the run void by now."""
    return session.exec(select(TurnRecord.id).where(TurnRecord.game_id == game_id, TurnRecord.turn >= turn)).first() is not None


def latest(session: Session, game_id: int) -> TurnRecord | None:
    """The newest run that counts."""
    return session.exec(
        select(TurnRecord)
        .where(TurnRecord.game_id == game_id, col(TurnRecord.void).is_(False))
        .order_by(col(TurnRecord.turn).desc())
    ).first()


def next_attempt(session: Session, game_id: int, turn: int) -> int:
    """1 for a turn that never ran, one more for each run of it on record."""
    newest = session.exec(
        select(func.max(TurnRecord.attempt)).where(TurnRecord.game_id == game_id, TurnRecord.turn == turn)
    ).one()
    return (newest or 0) + 1


def void_from(session: Session, game_id: int, turn: int) -> int:
    """Marks the runs of this turn and of all later ones void. Returns how many."""
    return session.exec(
        update(TurnRecord)
        .where(col(TurnRecord.game_id) == game_id, col(TurnRecord.turn) >= turn, col(TurnRecord.void).is_(False))
        .values(void=True)
    ).rowcount


def report(session: Session, turn_id: int, seat_id: int) -> bytes | None:
    """One seat's report of one run, as JSON."""
    return session.exec(select(SeatReport.data).where(SeatReport.turn_id == turn_id, SeatReport.seat_id == seat_id)).first()


def reports(session: Session, turn_id: int) -> dict[int, bytes]:
    """Seat number (``Seat.id``) → its report of this run, as JSON."""
    rows = session.exec(select(SeatReport.seat_id, SeatReport.data).where(SeatReport.turn_id == turn_id))
    return dict(rows.all())


def public_report(session: Session, turn_id: int) -> bytes | None:
    """What everybody may know of one run, as JSON; None where nothing was kept (practice games)."""
    return session.exec(select(PublicReport.data).where(PublicReport.turn_id == turn_id)).first()
