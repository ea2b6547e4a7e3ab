"""A game's schedule of deadlines, from its file and its players' absences."""

from __future__ import annotations

from dataclasses import replace

from sqlmodel import Session

from postern.desk.settings.gamefile import GameConfig
from postern.desk.timing.deadlines import Schedule
from postern.store import absences
from postern.store.tables import Game


def scheduled(session: Session, game: Game, config: GameConfig) -> Schedule:
    """The game's deadlines, past everybody's absences."""
    if config.absence_days == 0:
        return config.schedule
    away = [(absence.first, absence.last) for _, absence in absences.of_game(session, game.id)]
    return replace(config.schedule, away=tuple(away))
