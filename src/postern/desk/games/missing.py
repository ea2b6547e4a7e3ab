"""A deadline has come and orders are missing (NMR): whether the turn waits for them, and who is told."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.games.readiness import computer_keeps, missing, withdraw_reminders
from postern.desk.games.turns import tell_players
from postern.desk.outbox.outgoing import URGENT, About, NewLetter, put, tell_masters
from postern.desk.settings.gamefile import GameConfig
from postern.store import inbox, journal, seats
from postern.store.tables import Game, Seat


def waits(session: Session, desk: Desk, game: Game, config: GameConfig, now: datetime) -> bool:
    """The game's deadline has passed. True when its turn waits: first for the grace period, then as the file has it.

    Whoever is awaited is told; from then on the turn runs as soon as their orders are in (``readiness.settle_early``).
    """
    if game.deadline is None or game.deadline > now or inbox.count_new(session, before=game.deadline):
        return False
    late = missing(session, game)
    if not late:
        return False
    if game.late_turn != game.turn and config.grace:
        _mark(session, game, late)
        game.deadline, game.reminded_at = game.deadline + config.grace, now
        _tell_late(session, desk, game, late, f"grace/{game.turn}", now)
        return True
    if config.missed == "wait":
        _mark(session, game, late)
        game.deadline = None
        _tell_late(session, desk, game, late, f"waits/{game.turn}", now)
        tell_players(session, desk, game, Part("waits", {}), str(game.turn), now, but={seat.id for seat in late})
        names = ", ".join(seat.name for seat in late)
        tell_masters(
            session, desk, Part("master_waits", {"game": game, "names": names}), f"waits/{game.id}/{game.turn}", now, game
        )
        journal.note(session, now, "desk", "waits", game.id, turn=game.turn, seats=names)
        return True
    return False


def _mark(session: Session, game: Game, late: list[Seat]) -> None:
    if game.late_turn == game.turn:
        return
    game.late_turn = game.turn
    session.add(game)
    for seat in late:
        seat.late_turn = game.turn
        session.add(seat)
    session.flush()


def _tell_late(session: Session, desk: Desk, game: Game, late: list[Seat], reason: str, now: datetime) -> None:
    session.add(game)
    config, addresses = desk.game_config(game), seats.addresses(session, game.id)
    for seat in late:
        withdraw_reminders(session, game, seat)
        letter = NewLetter(
            addresses[seat.id],
            [Part("late", {"game": game, "seat": seat, "zone": config.zone, "computer": computer_keeps(seat, config)})],
            kind="reminder",
            about=About(game, seat, game.turn),
            priority=URGENT,
        )
        put(session, desk, letter, f"late/{game.id}/{reason}/{seat.id}", now)
