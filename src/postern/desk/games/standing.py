"""How the seats of a game stand: what one seat may know of it, or, after the end, how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session

from postern.desk.context import Desk
from postern.game.ruleset import Standing
from postern.store import games
from postern.store.tables import Game, GameState, Seat


def standings(session: Session, desk: Desk, game: Game, seat: Seat) -> Sequence[Standing]:
    """What this seat may know now: of a game that is over, the final standings."""
    if game.state == GameState.FINISHED:
        return final_standings(session, desk, game)
    return desk.rules(game).standings(desk.cache.view(session, game, seat.name)) if game.turn else ()


def final_standings(session: Session, desk: Desk, game: Game) -> Sequence[Standing]:
    """Of a game that is over, however it ended, every seat, best first; nothing of one that never began."""
    if game.turn == 0 or game.state != GameState.FINISHED:
        return ()
    rules = desk.rules(game)
    return rules.uncovered(rules.load(games.world(session, game.id, game.turn))).standings
