"""Those who look on at games without a seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, delete, func, select

from postern.store.tables import Game, Observer, Player, Seat, SeatState

_OF_ADDRESS = (
    select(Game)
    .where(
        col(Game.id).in_(
            select(Observer.game_id)
            .join(Player, col(Player.id) == col(Observer.player_id))
            .where(Player.address == bindparam("address"))
        )
    )
    .order_by(col(Game.id).desc())
)


def find(session: Session, observer_id: int) -> tuple[Observer, Player, Game] | None:
    """The observer with this number, who that is, and the game; None once it has ended."""
    query = select(Observer, Player, Game).join(Player, col(Player.id) == col(Observer.player_id))
    row = session.exec(query.join(Game, col(Game.id) == col(Observer.game_id)).where(Observer.id == observer_id)).first()
    return None if row is None else (row[0], row[1], row[2])


def add(session: Session, game_id: int, player_id: int, now: datetime) -> Observer:
    """Lets a player look on at a game; who does already stays the observer that they are."""
    same = select(Observer).where(Observer.game_id == game_id, Observer.player_id == player_id).order_by(col(Observer.id))
    known = session.exec(same).first()
    if known is None:
        known = Observer(game_id=game_id, player_id=player_id, created_at=now)
        session.add(known)
        session.flush()
    return known


def remove(session: Session, address: str, game_ids: Sequence[int]) -> int:
    """The player of this address looks on at these games no more. Returns how many rows that were."""
    theirs = select(Player.id).where(Player.address == address)
    return session.exec(
        delete(Observer).where(col(Observer.player_id).in_(theirs), col(Observer.game_id).in_(list(game_ids)))
    ).rowcount


def of_game(session: Session, game_id: int) -> list[tuple[int, str]]:
    """(observer, address) of everybody who looks on at a game and holds no seat in it, once each, in the order of coming."""
    seated = select(Seat.player_id).where(
        Seat.game_id == game_id, col(Seat.player_id).is_not(None), col(Seat.state) != SeatState.LEFT
    )
    number = func.min(col(Observer.id))
    query = select(number, Player.address).join(Player, col(Player.id) == col(Observer.player_id))
    query = query.where(Observer.game_id == game_id, col(Observer.player_id).not_in(seated))
    return [(found or 0, address) for found, address in session.exec(query.group_by(Player.address).order_by(number))]


def of_address(session: Session, address: str) -> list[Game]:
    """The games at which this address looks on, newest first."""
    return list(session.exec(_OF_ADDRESS, params={"address": address}))
