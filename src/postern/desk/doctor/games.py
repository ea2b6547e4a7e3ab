"""Checks the games' files: whether each can be used, or which lines need mending."""

from __future__ import annotations

from collections.abc import AsyncIterator

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.doctor.letters import reading
from postern.desk.settings.config import read_games
from postern.store import games
from postern.store.tables import GOING_ON


async def check(case: Case) -> AsyncIterator[Finding]:
    """Reads every file as the daemon does."""
    folder = case.config.games_folder
    found = read_games(folder)
    for lines in found.problems.values():
        for line in lines:
            yield Finding(Level.FAIL, "games", line, "mend this line, then send the daemon SIGHUP; the game goes on meanwhile")
    for name in [] if found.problems else _without_file(case, set(found.games)):
        remedy = f'put it back, or write one with name = "{name}"; the game goes on with the settings it had'
        yield Finding(Level.WARN, "games", f"no file in {folder} is that of {name}", remedy)
    for name, config in sorted(found.games.items()):
        if config.assumed:
            remedy = 'write deadline = "Fri 20:00" and timezone = "Europe/Berlin", or what you mean, into it'
            yield Finding(Level.WARN, "games", f"{name}: {config.assumed}", remedy)
    if found.games:
        yield Finding(Level.OK, "games", f"{', '.join(sorted(found.games))} can be used")
    elif not found.problems:
        yield Finding(Level.WARN, "games", f"no game's file lies in {folder}", "write one like config/games/qj-101.toml")


def _without_file(case: Case, named: set[str]) -> list[str]:
    """The games that go on and that no file describes. What is wrong with the database itself is told elsewhere."""
    engine = reading(case.config)
    if engine is None:
        return []
    try:
        with Session(engine) as session:
            return [game.name for game in games.in_states(session, *GOING_ON) if not game.practice and game.name not in named]
    except SQLAlchemyError:
        return []
    finally:
        engine.dispose()
