"""The games that one player plays in, and what is due in each."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.settings.preferences import Prefs
from postern.desk.timing.moments import told
from postern.store import seats
from postern.store.tables import GameState, SeatState


@dataclass(frozen=True)
class MyGame:
    """One seat of a player as STATUS and GAMES list it. ``due``: words for what comes next and when."""

    name: str
    title: str
    seat: str
    due: str


def my_games(session: Session, desk: Desk, address: str, prefs: Prefs, but: int | None = None) -> list[MyGame]:
    """The seats that this address holds in games not yet over, but for the seat ``but``; the most urgent first."""
    found = []
    for seat, game in seats.of_address(session, address):
        config = desk.usable_config(game)
        if config is None or seat.id == but or seat.state not in (SeatState.PLAYING, SeatState.OUT):
            continue
        dial = prefs.dial(config.zone)
        if seat.state == SeatState.OUT:
            due = "you are out of it; it goes on"
        elif game.state == GameState.PAUSED:
            due = f"turn {game.turn}; it is paused"
        elif game.turn == 0:
            due = f"begins {told(game.starts_at, dial)}, or when it is full" if game.starts_at else "begins when it is full"
        else:
            when = f"due {told(game.deadline, dial)}" if game.deadline else "without a deadline"
            if seat.ready_turn == game.turn:
                done = "you are ready"
            else:
                done = "orders on file" if seats.orders(session, seat.id, game.turn) is not None else "no orders on file"
            due = f"turn {game.turn}, {when}; {done}"
        urgent = (game.deadline is None, game.deadline, game.name)
        found.append((urgent, MyGame(game.name, game.title, seat.name, due)))
    return [line for _, line in sorted(found, key=lambda item: (item[0][0], str(item[0][1]), item[0][2]))]
