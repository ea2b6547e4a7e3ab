"""The day on which a game was to begin: it begins, or, with too few players, it waits another week."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.games.seating import begin, free_seats
from postern.desk.games.turns import tell_players
from postern.desk.settings.gamefile import GameConfig
from postern.desk.timing.deadlines import moment_of
from postern.store import inbox, journal, seats
from postern.store.tables import Game

_WEEK = timedelta(days=7)


def start_day(session: Session, desk: Desk, game: Game, day: datetime, now: datetime) -> bool:
    """The moment ``day`` has come. True when the game begins, or letters that came in time are still to be read.

    With enough players computer players take the free seats; with too few that is the game's file's choice. A game that
    nobody has joined always waits on.
    """
    if inbox.count_new(session, before=day):
        return True
    config = desk.game_config(game)
    came = sum(not seat.computer for seat in seats.of_game(session, game.id))
    enough = came >= (config.min_players or config.seats - config.computers)
    if came and (enough or config.too_few == "computers"):
        begin(session, desk, game, now)
        journal.note(session, now, "desk", "started on its day", game.id, players=came)
        return True
    game.starts_at = _a_week_on(day, config, now)
    session.add(game)
    journal.note(session, now, "desk", "start moved", game.id, players=came, to=game.starts_at.isoformat())
    needed = config.min_players or config.seats - config.computers
    data: dict[str, object] = {"came": came, "needed": needed, "free": free_seats(session, desk, game), "address": desk.address}
    tell_players(session, desk, game, Part("start_moved", data), game.starts_at.isoformat(), now)
    session.info["letters"] = True
    return False


def _a_week_on(day: datetime, config: GameConfig, now: datetime) -> datetime:
    """The same time on the wall clock a week later, or as many weeks later as it takes to lie ahead."""
    local = day.astimezone(config.zone)
    date = local.date()
    while (moved := moment_of(date, local.time(), config.zone)) <= now:
        date += _WEEK
    return moved
