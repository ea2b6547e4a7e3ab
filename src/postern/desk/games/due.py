"""What is due now, and when the next thing will be. The database decides this; a timer only makes the desk look."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.documents.workers import Workers
from postern.desk.games.mailbox_outage import waits_for_mailbox
from postern.desk.games.missing import waits
from postern.desk.games.readiness import missing, withdraw_reminders
from postern.desk.games.starting import start_day
from postern.desk.games.turns import advance, due_at, hurried
from postern.desk.games.voting import close_due, last_decision, next_decision
from postern.desk.outbox.outgoing import About, NewLetter, put, tell_masters
from postern.desk.settings.gamefile import GameConfig
from postern.desk.timing.doubt import Doubt
from postern.desk.timing.durations import spoken
from postern.store import games, journal, seats, votes
from postern.store.engine import database_fault
from postern.store.tables import Game, GameState, Seat

_log = structlog.get_logger(__name__)

_AGAIN = timedelta(seconds=1)
"""When to look again at a game that is due and could not be advanced yet (letters in time are being handled, or the mailbox
cannot be read)."""


_AFTER_A_FAULT = timedelta(minutes=1)
"""When what failed with one game is tried again."""

Faults = dict[str, Exception]
"""What failed, by the game that it failed with ("" for the votes of all)."""


async def run_due(
    desk: Desk,
    workers: Workers,
    wrote: Callable[[], None] = lambda: None,
    failed: Callable[[Faults], None] = lambda faults: None,
) -> datetime | None:
    """Starts and runs everything that is due, and sends reminders. Returns when to look again; None: when something changes.

    ``wrote`` is called whenever letters were written, or a game can take its letters again. Raises what the database raises
    when it fails itself. The fault of one game (a letter of it cannot be written) is given to ``failed`` and tried again
    later; it holds up no other game. While the clock is in doubt nothing is due, as a wrong clock cannot be taken back.
    """
    if (doubt := desk.clock_doubt()) is not None:
        await desk.store.write(_tell_of_clock, desk, doubt)
        wrote()
        return desk.clock.now() + _AGAIN
    faults: Faults = {}
    try:
        due = await desk.store.write(_look, desk)
    except Exception as error:
        if database_fault(error):
            raise
        due, faults = await desk.store.write(_look_at_each, desk)
        failed(faults)
    wrote()
    if due and not await _run_all(desk, workers, due, wrote):
        return desk.clock.now() + _AGAIN
    moment = await desk.store.read(next_moment, desk, faults)
    if faults:
        later = desk.clock.now() + _AFTER_A_FAULT
        moment = min(moment or later, later)
    return moment if moment is None else max(moment, desk.clock.now() + _AGAIN)


def _tell_of_clock(session: Session, desk: Desk, doubt: Doubt) -> None:
    """Let the game masters know, once for each doubt."""
    part = Part("master_clock", {"shown": doubt.shown, "expected": doubt.expected, "wait": spoken(desk.config.desk.clock_wait)})
    tell_masters(session, desk, part, f"clock/{doubt.expected.isoformat()}", desk.clock.now())


async def _run_all(desk: Desk, workers: Workers, due: Sequence[int], wrote: Callable[[], None]) -> bool:
    """Advances the games, as many at the same time as there are workers, which may become more or fewer meanwhile. False when
    one could not be advanced, or when there is nobody to run turns. Raises what the database raises."""

    async def run(game_id: int) -> bool:
        try:
            return await advance(desk, workers, game_id)
        except Exception as error:
            if database_fault(error):
                raise
            _log.exception("a game could not be advanced", game=game_id)
            return False
        finally:
            wrote()

    begun: list[asyncio.Task[bool]] = []
    running: set[asyncio.Task[bool]] = set()
    try:
        for game_id in due:
            while len(running) >= workers.width:
                _, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            if not workers.ready:
                break
            task = asyncio.create_task(run(game_id))
            begun.append(task)
            running.add(task)
    except asyncio.CancelledError:
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        raise
    ran = await asyncio.gather(*begun, return_exceptions=True)
    for outcome in ran:
        if isinstance(outcome, BaseException):
            raise outcome
    return len(ran) == len(due) and all(ran)


def overdue_since(session: Session, now: datetime) -> timedelta:
    """How long ago the most overdue turn, start or vote was due; nothing when none is."""
    return max(now - min((due for _, due, _ in _falling_due(session)), default=now), timedelta())


def last_due(session: Session, desk: Desk) -> datetime | None:
    """Return the latest moment that has come of what waits for letters: turns, starts of games, votes; None when none has."""
    now = desk.clock.now()
    moments = [due for _, due, _ in _falling_due(session) if due <= now]
    return max([*moments, *filter(None, [last_decision(session, desk)])], default=None)


def note_missed(session: Session, now: datetime) -> timedelta:
    """Notes in the journal what is overdue at a start of the daemon. Returns how long ago a start first found it so."""
    waited = timedelta()
    for game_id, due, detail in _falling_due(session):
        if due > now:
            continue
        noted = journal.first_since(session, game_id, "missed", detail, due)
        if noted is not None:
            waited = max(waited, now - noted.at)
        else:
            journal.note(session, now, "desk", "missed", game_id, **detail)
    return waited


def _falling_due(session: Session) -> list[tuple[int, datetime, dict[str, int]]]:
    """What letters can still bear on until its moment: turns, the start of games, votes. Each with its game and what it is."""
    found = [
        (game.id, due, {"turn": game.turn})
        for game in games.in_states(session, GameState.FORMING, GameState.RUNNING)
        if (due := due_at(game)) is not None
    ]
    return found + [(vote.game_id, vote.closes_at, {"vote": vote.number}) for vote in votes.undecided(session)]


def next_moment(session: Session, desk: Desk, faults: Collection[str] = ()) -> datetime | None:
    """When the next turn runs or reminder goes out, whether that has passed or not; of games with ``faults``, only what is
    still to come."""
    now = desk.clock.now()
    closing = next_decision(session, desk)
    moments: list[datetime] = [closing] if closing is not None and not ("" in faults and closing <= now) else []
    for game in games.in_states(session, GameState.FORMING, GameState.RUNNING, GameState.STARTING):
        due, config = due_at(game), desk.usable_config(game)
        if due is None or config is None:
            continue
        found = [due, *_reminders(game, config)]
        moments += [moment for moment in found if game.name not in faults or moment > now]
    return min(moments, default=None)


def _look(session: Session, desk: Desk) -> list[int]:
    """Lets games begin whose day has come, writes the reminders that are due; returns the games to be advanced."""
    now = desk.clock.now()
    close_due(session, desk)
    return [game.id for game in _awaited(session) if _is_due(session, desk, game, now)]


def _look_at_each(session: Session, desk: Desk) -> tuple[list[int], Faults]:
    """As ``_look``, where that fails: what fails with one game leaves that game as it was, and holds up no other."""
    now = desk.clock.now()
    due: list[int] = []
    faults: Faults = {}

    def attempt(name: str, work: Callable[[], object]) -> bool:
        try:
            with session.begin_nested():
                return bool(work())
        except Exception as error:
            if database_fault(error):
                raise
            faults[name] = error
            return False

    attempt("", partial(close_due, session, desk))
    for game in _awaited(session):
        number, name = game.id, game.name
        if attempt(name, partial(_is_due, session, desk, game, now)):
            due.append(number)
    return due, faults


def _awaited(session: Session) -> list[Game]:
    return games.in_states(session, GameState.FORMING, GameState.RUNNING, GameState.STARTING)


def _is_due(session: Session, desk: Desk, game: Game, now: datetime) -> bool:
    """Whether the game is to be advanced now; writes the reminders that are due where it is not."""
    moment, config = due_at(game), desk.usable_config(game)
    if config is None:
        return False
    if moment is None or moment > now:
        if game.state == GameState.RUNNING:
            _remind(session, desk, game, config, now)
        return False
    if game.state != GameState.STARTING and waits_for_mailbox(session, desk, game, moment, now):
        return False
    if game.state == GameState.FORMING:
        return start_day(session, desk, game, moment, now)
    return hurried(session, game) or not waits(session, desk, game, _while_it_lasts(game, config, now), now)


def _while_it_lasts(game: Game, config: GameConfig, now: datetime) -> GameConfig:
    """The settings without a grace that would be over by now: after days without a daemon nobody can keep it."""
    over = game.deadline is not None and game.deadline + config.grace <= now
    return config.model_copy(update={"grace": timedelta()}) if over else config


def _reminders(game: Game, config: GameConfig) -> list[datetime]:
    """The moments of reminding of this turn that have not been dealt with."""
    if game.deadline is None:
        return []
    since = game.reminded_at or game.opened_at
    moments = [game.deadline - span for span in config.reminders]
    return [moment for moment in moments if since is None or moment > since]


def _remind(session: Session, desk: Desk, game: Game, config: GameConfig, now: datetime) -> None:
    passed = [moment for moment in _reminders(game, config) if moment <= now]
    if not passed:
        return
    game.reminded_at = max(passed)
    session.add(game)
    addresses = seats.addresses(session, game.id)
    for seat in missing(session, game):
        if seat.id in addresses:
            _write_reminder(session, desk, game, seat, addresses[seat.id], now)


def _write_reminder(session: Session, desk: Desk, game: Game, seat: Seat, address: str, now: datetime) -> None:
    withdraw_reminders(session, game, seat)
    letter = NewLetter(
        address,
        [Part("reminder", {"game": game, "seat": seat, "zone": desk.game_config(game).zone})],
        kind="reminder",
        about=About(game, seat, game.turn),
    )
    put(session, desk, letter, f"reminder/{game.id}/{game.turn}/{game.reminded_at}/{seat.id}", now)
