"""Finds the game or seat that a game master names, or says which there are."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from postern.desk.timing.days import read_day, weekday_named
from postern.desk.timing.deadlines import moment_of
from postern.store import games, seats
from postern.store.tables import Game, GameState, Seat


class MasterError(Exception):
    """Cannot be done now; the text says why and what can."""


class Unsure(MasterError):
    """Can be done, and may not be meant; the text says what would happen. It is done once the game master says yes."""


def found_game(session: Session, name: str) -> Game:
    """The game of this name. Raises MasterError that lists those there are."""
    game = games.by_name(session, name)
    if game is None:
        known = ", ".join(found.name for found in games.in_states(session) if not found.practice) or "none yet"
        raise MasterError(f"there is no game {name.upper()}; there are: {known}")
    return game


def finished_game(session: Session, name: str) -> Game:
    """The game of this name, whose history is open. Raises MasterError when there is none, or it is not over."""
    game = found_game(session, name)
    if game.state != GameState.FINISHED:
        raise MasterError(f"{game.name} is not over; its history opens when it is")
    if game.turn == 0:
        raise MasterError(f"{game.name} ended before it began; it has no history")
    return game


def found_seat(session: Session, game: Game, name: str) -> Seat:
    """The seat of this name. Raises MasterError that lists those there are."""
    everybody = seats.of_game(session, game.id)
    for seat in everybody:
        if seat.name.upper() == name.strip().upper():
            return seat
    raise MasterError(f"{game.name} has no seat {name.upper()}; there are: {', '.join(seat.name for seat in everybody)}")


def ensure_idle(game: Game, now: datetime) -> None:
    """Raises MasterError while the game's turn is running: what is changed meanwhile would be lost with its commit."""
    if games.is_being_run(game, now):
        raise MasterError(f"{game.name}: a turn is running at this moment; try again when it is done")


_MOMENT = re.compile(r"(?P<day>.*?)(?:[\sT,]+(?:at\s+)?|^)(?P<hour>\d\d?):(?P<minute>\d\d)", re.IGNORECASE)


def moment_in(text: str, zone: ZoneInfo, now: datetime, deadline: datetime | None = None) -> datetime:
    """Return the moment written ``2026-12-24 20:00``, ``Fri 20:00`` or ``20:00`` on the clocks of this zone.

    A weekday or a time alone is the next one after ``deadline``, the present one, where it is still to come.
    Raises MasterError for what is no moment, or could be two.
    """
    try:
        found = _MOMENT.fullmatch(text.strip())
        if found is None:
            raise ValueError('it is written "2026-12-24 20:00" or "Fri 20:00"')
        today, clock = now.astimezone(zone).date(), time(int(found["hour"]), int(found["minute"]))
        named = found["day"].strip(" ,")
        weekday = weekday_named(named, today) if named else None
        if named and (weekday is None or deadline is None or deadline <= now):
            return moment_of(read_day(found["day"], today), clock, zone)
        earliest = max(now, deadline or now)
        first = earliest.astimezone(zone).date()
        days = (first + timedelta(days=offset) for offset in range(9))
        moments = (moment_of(day, clock, zone) for day in days if weekday in (None, day.weekday()))
        return next(moment for moment in moments if moment > earliest)
    except (ValueError, OverflowError) as error:
        raise MasterError(f'"{text}" is no moment: {error}') from error
