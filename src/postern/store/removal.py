"""Taking a whole game off the database, with everything that belongs to it alone."""

from __future__ import annotations

from sqlmodel import Session, col, delete, select, update

from postern.store.tables import (
    Absence,
    Ballot,
    Credential,
    FiledOrders,
    Game,
    Held,
    InboxLetter,
    Journal,
    Observer,
    OutboxLetter,
    Press,
    PressCopy,
    PressWall,
    Proposal,
    PublicReport,
    Seat,
    SeatOrders,
    SeatReport,
    Standby,
    TurnRecord,
    WorldState,
    table,
)


def remove_game(session: Session, game_id: int) -> None:
    """Removes the game, its seats, worlds, reports and the letters it wrote. Letters that came stay, without their seat."""
    seat_ids = select(Seat.id).where(Seat.game_id == game_id)
    turn_ids = select(TurnRecord.id).where(TurnRecord.game_id == game_id)
    attendance = table("attendance")
    session.exec(attendance.delete().where(attendance.c.seat_id.in_(seat_ids)))
    session.exec(update(InboxLetter).where(col(InboxLetter.seat_id).in_(seat_ids)).values(seat_id=None))
    session.exec(delete(OutboxLetter).where((col(OutboxLetter.game_id) == game_id) | col(OutboxLetter.seat_id).in_(seat_ids)))
    session.exec(delete(SeatReport).where(col(SeatReport.turn_id).in_(turn_ids)))
    session.exec(delete(PublicReport).where(col(PublicReport.turn_id).in_(turn_ids)))
    session.exec(delete(Absence).where(col(Absence.seat_id).in_(seat_ids)))
    session.exec(delete(Credential).where(col(Credential.seat_id).in_(seat_ids)))
    session.exec(delete(FiledOrders).where(col(FiledOrders.seat_id).in_(seat_ids)))
    session.exec(delete(SeatOrders).where(col(SeatOrders.seat_id).in_(seat_ids)))
    proposal_ids = select(Proposal.id).where(Proposal.game_id == game_id)
    session.exec(delete(Ballot).where(col(Ballot.proposal_id).in_(proposal_ids)))
    session.exec(delete(PressCopy).where(col(PressCopy.seat_id).in_(seat_ids)))
    session.exec(delete(PressWall).where(col(PressWall.seat_id).in_(seat_ids)))
    for kind in (Held, Proposal, Press, Journal, TurnRecord, WorldState, Standby, Observer, Seat):
        session.exec(delete(kind).where(col(kind.game_id) == game_id))
    session.exec(delete(Game).where(col(Game.id) == game_id))
