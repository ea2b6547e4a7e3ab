"""Who sent orders in time, turn by turn, and how reliable that makes each player."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from sqlmodel import Session, col, func, select

from postern.store.tables import Attendance, Seat, TurnRecord


@dataclass(frozen=True)
class Score:
    """Turns of one player in all games: orders in time, orders in the grace period, none at all."""

    in_time: int = 0
    late: int = 0
    missed: int = 0

    @property
    def turns(self) -> int:
        """All of them."""
        return self.in_time + self.late + self.missed

    def __str__(self) -> str:
        """``96 % of 25``, "" for somebody new."""
        return f"{round(100 * self.in_time / self.turns)} % of {self.turns}" if self.turns else ""


def scores(session: Session, player_ids: list[int] | None = None) -> dict[int, Score]:
    """The score of each player (of these, or of all) who has had a turn; turns that were taken back do not count."""
    query = (
        select(Attendance.player_id, Attendance.kind, func.count())
        .join(TurnRecord, col(TurnRecord.id) == col(Attendance.turn_id))
        .where(col(TurnRecord.void).is_(False))
        .group_by(col(Attendance.player_id), col(Attendance.kind))
    )
    if player_ids is not None:
        query = query.where(col(Attendance.player_id).in_(player_ids))
    found: dict[int, dict[str, int]] = {}
    for player_id, kind, number in session.exec(query):
        found.setdefault(player_id, {})[kind] = number
    return {player_id: Score(**kinds) for player_id, kinds in found.items()}


def missed_in_a_row(session: Session, seat: Seat) -> int:
    """How many turns up to now this seat's player has missed, one after the other; turns that were taken back do not count."""
    query = (
        select(Attendance.kind)
        .join(TurnRecord, col(TurnRecord.id) == col(Attendance.turn_id))
        .where(Attendance.seat_id == seat.id, Attendance.player_id == seat.player_id, col(TurnRecord.void).is_(False))
        .order_by(col(TurnRecord.turn).desc())
    )
    return sum(1 for _ in takewhile(lambda kind: kind == "missed", session.exec(query)))


def was_missed(session: Session, turn_id: int, seat_id: int) -> bool:
    """Whether no orders of the seat's player had come for this run of a turn."""
    found = session.get(Attendance, (turn_id, seat_id))
    return found is not None and found.kind == "missed"
