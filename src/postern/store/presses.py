"""Press as it was passed on."""

from __future__ import annotations

from sqlmodel import Session, col, select

from postern.store.tables import Press


def of_turn(session: Session, game_id: int, turn: int) -> list[Press]:
    """All press of one turn, oldest first."""
    return list(session.exec(select(Press).where(Press.game_id == game_id, Press.turn == turn).order_by(col(Press.id))))
