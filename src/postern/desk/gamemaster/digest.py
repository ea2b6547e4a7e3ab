"""The daily digest: what needs a game master's attention, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part, count, factual
from postern.desk.games.readiness import awaited, people
from postern.desk.outbox.holding import MASSES
from postern.desk.outbox.outgoing import USUAL, NewLetter, master_token, put
from postern.desk.timing.moments import Dial, told
from postern.store import games, inbox, masters, outbox, seats
from postern.store.tables import Game, GameState, LetterState

_SOON = timedelta(hours=36)
_STUCK = timedelta(hours=1)
_DAY = timedelta(days=1)


def send_digest(session: Session, desk: Desk) -> None:
    """Writes the day's digest to every game master, once, when its hour has come and something needs a person."""
    settings, now = desk.config.desk, desk.clock.now()
    if settings.digest_at is None:
        return
    local = now.astimezone(settings.zone)
    if local.time() < settings.digest_at:
        return
    running = [game for game in games.in_states(session) if game.state not in (GameState.FINISHED, GameState.MOVED)]
    own = dict.fromkeys(settings.game_masters, running)
    for master in masters.everybody(session):
        if master.address not in own and master.games:
            own[master.address] = [game for game in running if game.name in master.games]
    for address, theirs in own.items():
        reason = f"digest/{local.date()}/{address}"
        if not theirs or outbox.is_written(session, reason):
            continue
        if lines := digest_text(session, desk, theirs):
            letter = NewLetter(
                address,
                [factual(Part("digest", {"date": local.date(), "lines": lines}))],
                kind="master",
                reply_token=master_token(session, desk, address),
                priority=USUAL,
            )
            put(session, desk, letter, reason, now)


def digest_text(session: Session, desk: Desk, of_games: Sequence[Game]) -> str:
    """What needs attention, a paragraph a subject; "" when nothing does."""
    now = desk.clock.now()
    parts = [part for game in of_games if (part := _of_game(session, desk, game, now))]
    failed = inbox.in_state(session, LetterState.FAILED)
    if failed:
        parts.insert(0, f"{count(len(failed), 'letter')} could not be handled: LETTERS lists them.")
    unanswered = inbox.count_ignored(session, MASSES, now - _DAY)
    if unanswered:
        parts.insert(
            0, f"{count(unanswered, 'letter')} of unknown addresses got no answer within the last day: they were too many."
        )
    stuck = outbox.stuck(session, now - _STUCK)
    if stuck:
        parts.insert(0, f"{count(stuck, 'letter')} could not be sent for more than an hour and will be tried again.")
    return "\n\n".join(parts)


def _of_game(session: Session, desk: Desk, game: Game, now: datetime) -> str:
    config = desk.usable_config(game)
    if config is None:
        return f"{game.name}: its file and its memory cannot be used; its ruleset may be gone."
    everybody = seats.of_game(session, game.id)
    found = []
    if game.state == GameState.PAUSED:
        found.append(f"is paused{': ' + game.reason if game.reason else ''}. RESUME {game.name} lets it go on.")
    if game.state == GameState.RUNNING and game.deadline is not None and game.deadline - now < _SOON:
        missing = awaited(everybody, game.turn)
        on_file = seats.all_orders(session, game.id, game.turn)
        silent = [seat.name for seat in missing if seat.id not in on_file]
        if silent:
            found.append(
                f"turn {game.turn} is due {told(game.deadline, Dial(config.zone))}; no orders yet from {', '.join(silent)}."
            )
    absent = [f"{seat.name} ({seat.missed})" for seat in people(everybody) if seat.missed >= 2]
    if absent:
        found.append(f"turns missed in a row: {', '.join(absent)}. EJECT {game.name} seat frees one.")
    problems = [line for path, lines in desk.file_problems.items() if game.name.lower() in path.lower() for line in lines]
    found += [f"its file needs mending: {line}" for line in problems]
    return "\n".join(f"{game.name}: {line}" for line in found)
