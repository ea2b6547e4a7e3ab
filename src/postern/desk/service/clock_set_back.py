"""After the clock was set back: moments in the database that now lie too far in the future are corrected.

Whatever was put off while the clock was ahead would otherwise wait for as long as the clock was wrong. A brake from the future
is over (``loop_guard.is_over``); rate limits and failed passwords are counted only up to now.
"""

from __future__ import annotations

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery.sending import LONGEST_PAUSE
from postern.store import games, outbox
from postern.store.tables import GameState

_log = structlog.get_logger(__name__)


def recall(session: Session, desk: Desk) -> int:
    """Lets letters be tried at once that wait longer than the longest pause allows, and a turn for which all are ready run as
    early as its game says. Returns how many letters and turns."""
    now = desk.clock.now()
    letters = outbox.recall(session, now + LONGEST_PAUSE, now)
    turns = 0
    for game in games.in_states(session, GameState.RUNNING):
        config = desk.usable_config(game)
        if config is not None and game.early_at is not None and game.early_at > now + config.early_delay:
            game.early_at = now + config.early_delay
            session.add(game)
            turns += 1
    if letters or turns:
        _log.warning("the clock was set back; what waited for the time before is tried now", letters=letters, turns=turns)
        session.info["letters"] = session.info["drafts"] = session.info["turns"] = True
    return letters + turns
