"""Who did what to which game."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from postern.store.tables import Journal


def note(session: Session, at: datetime, actor: str, action: str, game_id: int | None = None, **detail: Any) -> None:
    """Writes one line of the journal. ``detail`` must be fit for JSON."""
    session.add(Journal(at=at, actor=actor, game_id=game_id, action=action, detail=detail))


def newest(session: Session, game_id: int, action: str) -> Journal | None:
    """The newest line about this action on the game."""
    query = select(Journal).where(Journal.game_id == game_id, Journal.action == action)
    return session.exec(query.order_by(col(Journal.id).desc()).limit(1)).first()


def first_since(session: Session, game_id: int, action: str, detail: dict[str, Any], since: datetime) -> Journal | None:
    """The first line since then about this action on the game with just this detail."""
    query = select(Journal).where(Journal.game_id == game_id, Journal.action == action, col(Journal.at) >= since)
    return next((line for line in session.exec(query.order_by(col(Journal.id))) if line.detail == detail), None)


def written_between(session: Session, game_id: int, action: str, by: str, since: datetime, now: datetime) -> int:
    """How often this action on the game is noted as this seat's from then to now."""
    of_game = (Journal.game_id == game_id, Journal.action == action, col(Journal.at).between(since, now))
    query = select(Journal.detail).where(*of_game)
    return sum(detail.get("by") == by for detail in session.exec(query))


def of_game(session: Session, game_id: int, limit: int = 50) -> list[Journal]:
    """The newest lines about a game, newest first."""
    return list(session.exec(select(Journal).where(Journal.game_id == game_id).order_by(col(Journal.id).desc()).limit(limit)))
