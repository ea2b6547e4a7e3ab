"""Practice games: one person against computer players, begun at once by mail, run at READY, removed after a long silence."""

from __future__ import annotations

import secrets
from datetime import timedelta
from itertools import count

from sqlmodel import Session

from postern.desk.answers.answer import Call
from postern.desk.context import Desk
from postern.desk.games.seating import take_seat
from postern.desk.games.signing_up import read_signup
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.rulesets import ruleset
from postern.game.ruleset import Level, Signup
from postern.store import games, inbox, outbox, removal, seats
from postern.store.tables import Game, Seat

_NAMES = ("NOVICE", "PLAYER", "GUEST")
"""Names for a player who gives none."""


def own(session: Session, address: str) -> list[tuple[Seat, Game]]:
    """The practice games that this address plays now."""
    return [(seat, game) for seat, game in seats.of_address(session, address) if game.practice]


def room(session: Session, desk: Desk) -> bool:
    """Whether one more practice game may begin here."""
    return games.count_practice(session) < desk.config.practice.at_most


def open_practice(call: Call, slug: str, level: Level = "normal") -> tuple[Game, Seat]:
    """A new practice game of this ruleset, about to begin, and its player's seat. The lines below the command say the same of
    the seat as those of a JOIN letter."""
    session, desk, now, text = call.session, call.desk, call.now, "\n".join(call.command.body)
    rules = ruleset(slug)
    signup, _ = read_signup(rules, text, ())
    for name in _NAMES:
        for wished in (f"NAME={name}\n{text}", f"{text}\nNAME={name}", f"NAME={name}"):
            signup = signup or read_signup(rules, wished, ())[0]
    wanted = min(max(desk.config.practice.seats, rules.min_seats), rules.max_seats)
    config = GameConfig(
        name=_free_name(session),
        ruleset=slug,
        title=f"Practice: {rules.title}",
        seats=wanted,
        computers=wanted - 1,
        computer_level=level,
        open=False,
        deadline=("none",),
        early_delay=timedelta(),
        reminders=(),
    )
    game = Game(
        name=config.name,
        ruleset=slug,
        title=config.title,
        practice=True,
        config=config.model_dump(mode="json"),
        seed=secrets.token_hex(16),
        created_at=now,
    )
    session.add(game)
    session.flush()
    return game, take_seat(session, desk, game, call.address, signup or Signup(_NAMES[0]), now)


def remove_silent(session: Session, desk: Desk) -> list[str]:
    """Removes the practice games whose players have been silent too long, over or not. Returns their names."""
    before = desk.clock.now() - desk.config.practice.ends_after
    gone = []
    for game in games.practice_before(session, before):
        heard = inbox.last_heard(session, [seat.id for seat in seats.of_game(session, game.id)])
        if (heard is None or heard < before) and not outbox.any_unsent(session, game.id):
            removal.remove_game(session, game.id)
            desk.cache.forget(game.id)
            gone.append(game.name)
    return gone


def _free_name(session: Session) -> str:
    return next(name for number in count(1) if games.by_name(session, name := f"PRACTICE-{number}") is None)
