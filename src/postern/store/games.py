"""Games and their worlds."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, or_
from sqlmodel import Session, col, func, select, update

from postern.store.tables import Game, GameState, WorldState


def by_name(session: Session, name: str) -> Game | None:
    """The game with this name (``QJ-101``), in any case."""
    return session.exec(select(Game).where(Game.name == name.strip().upper())).first()


def by_id(session: Session, game_id: int) -> Game:
    """The game with this number. Raises KeyError when there is none."""
    game = session.get(Game, game_id)
    if game is None:
        raise KeyError(game_id)
    return game


def in_states(session: Session, *states: GameState) -> list[Game]:
    """All games in these states (all games when none is given), by name."""
    query = select(Game).order_by(Game.name)
    if states:
        query = query.where(col(Game.state).in_(states))
    return list(session.exec(query))


def count_practice(session: Session) -> int:
    """How many practice games there are, over or not."""
    return session.exec(select(func.count()).select_from(Game).where(col(Game.practice).is_(True))).one()


def practice_before(session: Session, moment: datetime) -> list[Game]:
    """The practice games that have had no turn since this moment."""
    quiet = or_(col(Game.opened_at) < moment, col(Game.opened_at).is_(None) & (col(Game.created_at) < moment))
    return list(session.exec(select(Game).where(col(Game.practice).is_(True), quiet)))


def any_due(session: Session, now: datetime) -> bool:
    """Whether some game is to be started or its turn to be run."""
    due = or_(
        col(Game.state) == GameState.STARTING,
        (col(Game.state) == GameState.FORMING) & (col(Game.starts_at) <= now),
        (col(Game.state) == GameState.RUNNING) & or_(col(Game.deadline) <= now, col(Game.early_at) <= now),
    )
    return session.exec(select(Game.id).where(due).limit(1)).first() is not None


def is_being_run(game: Game, now: datetime) -> bool:
    """Whether somebody runs this game's turn at this moment: what is changed meanwhile would be lost with its commit."""
    return bool(game.runner) and game.runner_until is not None and game.runner_until > now


def claim(session: Session, game_id: int, runner: str, now: datetime, lease: timedelta) -> bool:
    """Takes the game for running a turn. False when somebody else has it."""
    return (
        session.exec(
            update(Game)
            .where(
                col(Game.id) == game_id,
                or_(col(Game.runner) == "", col(Game.runner) == runner, col(Game.runner_until) < now),
            )
            .values(runner=runner, runner_until=now + lease)
        ).rowcount
        == 1
    )


def release(session: Session, runner: str) -> int:
    """Frees every game that this runner holds, because it is gone or stopping. Returns how many."""
    return session.exec(update(Game).where(col(Game.runner) == runner).values(runner="", runner_until=None)).rowcount


def runners(session: Session) -> list[str]:
    """Everybody who holds a game now."""
    return list(session.exec(select(Game.runner).where(Game.runner != "").distinct()))


def world(session: Session, game_id: int, turn: int) -> bytes:
    """The world as it stood when the orders of this turn were awaited. Raises KeyError when it is not on record."""
    data = session.exec(select(WorldState.data).where(WorldState.game_id == game_id, WorldState.turn == turn)).first()
    if data is None:
        raise KeyError((game_id, turn))
    return data


def put_world(session: Session, game_id: int, turn: int, data: bytes) -> None:
    """Stores the world in which the orders of ``turn`` are awaited, in place of one already there."""
    session.merge(WorldState(game_id=game_id, turn=turn, data=data))


def drop_worlds_after(session: Session, game_id: int, turn: int) -> None:
    """Forgets the worlds of later turns."""
    session.execute(delete(WorldState).where(col(WorldState.game_id) == game_id, col(WorldState.turn) > turn))
