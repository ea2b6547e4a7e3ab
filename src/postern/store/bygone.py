"""What is on record of a game that is over: its worlds, orders and reports, still packed, as they are read one by one."""

from __future__ import annotations

from sqlalchemy import LargeBinary, type_coerce
from sqlmodel import Session, col, exists, or_, select

from postern.store.tables import (
    Attendance,
    Game,
    InboxLetter,
    Journal,
    Player,
    Press,
    Seat,
    SeatReport,
    TurnRecord,
    WorldState,
)


def took_part(session: Session, game_id: int, address: str) -> bool:
    """Whether the player with this address has a seat of the game, or had one and played."""
    of_game = select(Seat.id).where(Seat.game_id == game_id)
    me = select(Player.id).where(Player.address == address)
    holds = exists().where(col(Seat.game_id) == game_id, col(Seat.player_id).in_(me))
    played = exists().where(col(Attendance.seat_id).in_(of_game), col(Attendance.player_id).in_(me))
    wrote = exists().where(col(InboxLetter.seat_id).in_(of_game), col(InboxLetter.player_id).in_(me))
    return session.exec(select(Game.id).where(Game.id == game_id, or_(holds, played, wrote))).first() is not None


def runs(session: Session, game_id: int) -> list[TurnRecord]:
    """The runs that count, from the set-up on."""
    query = select(TurnRecord).where(TurnRecord.game_id == game_id, col(TurnRecord.void).is_(False))
    return list(session.exec(query.order_by(col(TurnRecord.turn), col(TurnRecord.attempt))))


def worlds(session: Session, game_id: int) -> dict[int, bytes]:
    """Turn → the world in which its orders were awaited, packed (zlib): unpacked, all together would be large."""
    query = select(WorldState.turn, type_coerce(WorldState.data, LargeBinary)).where(WorldState.game_id == game_id)
    return dict(session.exec(query.order_by(col(WorldState.turn))).all())


def reports(session: Session, turn_id: int) -> dict[int, bytes]:
    """Seat number (``Seat.id``) → its report of this run, packed (zlib)."""
    query = select(SeatReport.seat_id, type_coerce(SeatReport.data, LargeBinary)).where(SeatReport.turn_id == turn_id)
    return dict(session.exec(query).all())


def public_press(session: Session, game_id: int) -> list[Press]:
    """What went to everybody, oldest first."""
    query = select(Press).where(Press.game_id == game_id, col(Press.public).is_(True), col(Press.delivered_at).is_not(None))
    return list(session.exec(query.order_by(col(Press.id))))


def interventions(session: Session, game_id: int) -> list[Journal]:
    """What game masters changed of the world or took back, oldest first."""
    query = select(Journal).where(Journal.game_id == game_id, col(Journal.action).in_(("patched", "rolled back")))
    return list(session.exec(query.order_by(col(Journal.id))))
