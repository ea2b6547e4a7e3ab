"""Whose orders are awaited, and when a turn runs early because nobody's are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from sqlmodel import Session

from postern.desk.settings.gamefile import GameConfig
from postern.desk.timing.durations import spoken
from postern.store import outbox, seats
from postern.store.seats import Readiness
from postern.store.tables import Game, GameState, Seat, SeatState

S = TypeVar("S", Seat, Readiness)

EARLY_RUN_CALLED_OFF = "All were ready, and it would have run early: now it does so only once somebody writes READY again."
"""What players are told when a deadline moves while the turn was about to run early."""
_TOLD_DELAY = timedelta(minutes=1)
"""A shorter wait before an early run is not worth a word."""


def people(all_seats: Iterable[S]) -> list[S]:
    """The seats that a person plays now."""
    return [seat for seat in all_seats if seat.state == SeatState.PLAYING and not seat.computer and seat.player_id is not None]


def awaited(all_seats: Iterable[S], turn: int) -> list[S]:
    """The people who have not said READY for this turn."""
    return [seat for seat in people(all_seats) if seat.ready_turn != turn]


def missing(session: Session, game: Game) -> list[Seat]:
    """The people who have neither orders on file for this turn nor said READY without any."""
    on_file = seats.all_orders(session, game.id, game.turn)
    return [seat for seat in awaited(seats.of_game(session, game.id), game.turn) if seat.id not in on_file]


def was_reminded(game: Game) -> bool:
    """Whether anybody may have been reminded of missing orders in this turn."""
    return game.reminded_at != game.opened_at or game.late_turn == game.turn


def withdraw_reminders(session: Session, game: Game, seat: Seat) -> None:
    """Withdraws letters, not yet sent, which say that this seat's orders are missing."""
    outbox.supersede(session, seat.id, f"reminder/{game.id}", f"late/{game.id}")


def computer_keeps(seat: Seat, config: GameConfig) -> bool:
    """Whether a computer player gives this seat's orders if its player misses one more turn."""
    keeps = config.missed == "computer" or (config.missed == "standby" and config.resigned == "computer")
    return keeps and seat.missed + 1 >= config.missed_turns


def set_ready(session: Session, game: Game, seat: Seat, config: GameConfig, ready: bool, now: datetime) -> None:
    """Writes down READY or WAIT, and moves the early run of the turn accordingly."""
    seat.ready_turn = game.turn if ready else 0
    session.add(seat)
    session.flush()
    if ready:
        withdraw_reminders(session, game, seat)
    settle_early(session, game, config, now)


def settle_early(session: Session, game: Game, config: GameConfig, now: datetime) -> None:
    """Sets when the turn runs early: some time after nobody's orders are awaited any more; takes it back when somebody's
    are. Once its deadline has passed, it runs as soon as no orders are missing."""
    if game.state == GameState.RUNNING and game.late_turn == game.turn:
        game.early_at = None if missing(session, game) else now
        session.info["turns"] = True
        session.add(game)
        return
    everybody = seats.of_game(session, game.id)
    waits = game.state != GameState.RUNNING or config.run_early == "never"
    if waits or not people(everybody) or awaited(everybody, game.turn):
        game.early_at = None
    elif game.early_at is None:
        at = now + config.early_delay
        game.early_at = at if game.deadline is None or at < game.deadline else None
    session.info["turns"] = True
    session.add(game)


def early_words(config: GameConfig) -> str:
    """When the turn runs before its deadline, as words that follow "the turn runs"; "" when it may not."""
    if config.run_early == "never":
        return ""
    if config.seats - config.computers == 1:
        return "as soon as you send READY"
    if config.early_delay < _TOLD_DELAY:
        return "as soon as all are ready"
    return f"{spoken(config.early_delay)} after all are ready"


def awaited_words(config: GameConfig, all_seats: Sequence[S], turn: int, reader: int) -> str:
    """Who is awaited, for the player of the seat ``reader`` (its ``Seat.id``), as far as the game lets players know.

    Ends a sentence that says whether the reader is ready; "" when the game does not tell, or nobody is awaited.
    """
    missing = awaited(all_seats, turn)
    if config.show_awaited == "no" or not missing:
        return ""
    if [seat.id for seat in missing] == [reader]:
        return "only you are awaited."
    if config.show_awaited == "names":
        return f"awaited: {', '.join(seat.name for seat in missing)}."
    playing = people(all_seats)
    kind = "people" if any(seat.computer for seat in all_seats) else "players"
    return f"{len(missing)} of {len(playing)} {kind} {'is' if len(missing) == 1 else 'are'} awaited."
