"""Those who would take over a seat."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, delete, or_, select

from postern.store.tables import Player, Standby


def add(session: Session, player_id: int, game_id: int | None, now: datetime) -> None:
    """Puts a player on the list of a game (None: of all games), once."""
    same = select(Standby).where(Standby.player_id == player_id, col(Standby.game_id).is_not_distinct_from(game_id))
    if session.exec(same).first() is None:
        session.add(Standby(player_id=player_id, game_id=game_id, created_at=now))
        session.flush()


def remove(session: Session, address: str, game_id: int | None) -> None:
    """Takes the player of this address off that list."""
    theirs = select(Player.id).where(Player.address == address)
    session.exec(delete(Standby).where(col(Standby.player_id).in_(theirs), col(Standby.game_id).is_not_distinct_from(game_id)))


def addresses(session: Session, game_id: int) -> list[str]:
    """Who would take a seat of this game: its own list first, then the general one, each by the time of joining it."""
    rows = session.exec(
        select(Player.address)
        .join(Standby, col(Standby.player_id) == col(Player.id))
        .where(or_(col(Standby.game_id) == game_id, col(Standby.game_id).is_(None)))
        .order_by(col(Standby.game_id).is_(None), col(Standby.id))
    )
    return list(dict.fromkeys(rows))
