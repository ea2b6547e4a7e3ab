"""The games' files: each can be used, or which lines need mending."""

from __future__ import annotations

from collections.abc import AsyncIterator

from postern.desk.config import read_games
from postern.desk.doctor.finding import Case, Finding, Level


async def check(case: Case) -> AsyncIterator[Finding]:
    """Reads every file as the daemon does."""
    folder = case.config.games_folder
    found = read_games(folder)
    for lines in found.problems.values():
        for line in lines:
            yield Finding(Level.FAIL, "games", line, "mend this line, then send the daemon SIGHUP; the game goes on meanwhile")
    if found.games:
        yield Finding(Level.OK, "games", f"{', '.join(sorted(found.games))} can be used")
    elif not found.problems:
        yield Finding(Level.WARN, "games", f"no game's file lies in {folder}", "write one like config/games/qj-101.toml")
