"""When players are away."""

from __future__ import annotations

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from postern.store.tables import Absence, Seat

_OF_GAME = (
    select(Seat, Absence)
    .join(Absence, col(Absence.seat_id) == col(Seat.id))
    .where(
        Seat.game_id == bindparam("game"),
        col(Seat.player_id).is_not(None),
        col(Absence.generation) == col(Seat.generation),
        col(Absence.cancelled).is_(False),
    )
    .order_by(col(Absence.first), col(Absence.id))
)


def of_game(session: Session, game_id: int) -> list[tuple[Seat, Absence]]:
    """The absences of a game's players of now, by their first day; those cancelled are left out."""
    rows = session.exec(_OF_GAME, params={"game": game_id})
    return [(seat, absence) for seat, absence in rows]


def of_seat(session: Session, seat: Seat) -> list[Absence]:
    """All absences of the seat's player of now, by their first day, cancelled ones too."""
    mine = (Absence.seat_id == seat.id, Absence.generation == seat.generation)
    return list(session.exec(select(Absence).where(*mine).order_by(col(Absence.first), col(Absence.id))))
