"""Those who would take over a seat."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, and_, col, delete, or_, select

from postern.store.tables import Game, GameState, Player, Seat, SeatState, Standby


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


def perhaps_vacant(session: Session, game_id: int | None = None) -> list[tuple[Seat, Game]]:
    """Seats of games that have begun which were given up, or whose player missed turns; of this game, or of all."""
    given_up = and_(col(Seat.player_id).is_(None), Seat.generation > 1)
    missing = and_(col(Seat.player_id).is_not(None), Seat.missed > 0)
    query = (
        select(Seat, Game)
        .join(Game, col(Game.id) == col(Seat.game_id))
        .where(
            col(Game.state).in_((GameState.RUNNING, GameState.PAUSED)),
            Game.turn > 0,
            col(Game.practice).is_(False),
            col(Seat.state).in_((SeatState.PLAYING, SeatState.RESIGNED)),
            or_(given_up, missing),
        )
        .order_by(col(Game.name), col(Seat.number))
    )
    if game_id is not None:
        query = query.where(Seat.game_id == game_id)
    return [(seat, game) for seat, game in session.exec(query)]
