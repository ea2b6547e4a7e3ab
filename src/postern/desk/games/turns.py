"""Starting games and running turns: claimed, computed outside any transaction, then committed whole or not at all."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.documents.work import SetupJob, TurnDone, TurnJob, run_turn, set_up, sheets_json
from postern.desk.documents.workers import NoWorkers, Workers
from postern.desk.games import observing, pressing, standbys
from postern.desk.games.mailbox_outage import at_hand
from postern.desk.games.readiness import computer_keeps, early_words, missing, withdraw_reminders
from postern.desk.games.reporting import ending_request, report_request
from postern.desk.games.schedules import scheduled
from postern.desk.outbox.calendars import calendar_request
from postern.desk.outbox.outgoing import BULK, URGENT, About, NewLetter, put, tell_masters
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.preferences import prefs_of
from postern.desk.timing.deadlines import next_deadline
from postern.game.ruleset import Signup
from postern.store import filed, games, inbox, journal, outbox, seats, turns
from postern.store.engine import database_fault
from postern.store.tables import Attendance, Game, GameState, PublicReport, Seat, SeatReport, SeatState, TurnRecord

LEASE = timedelta(minutes=15)
"""How long a run may take before another desk takes it for dead."""

_MOVE_THE_DEADLINE = ("deadline_moved", "rolled_back", "halted")
"""The letters to all players that tell of another deadline than the one they had, or of none."""

_LATEST_COUNTS = ("deadline_moved", "start_moved")
"""Letters of which only the newest says how things stand: one that has not gone out gives way to it."""

_TOLD_LATE = timedelta(hours=1)
"""A turn that runs so long after its deadline (nobody was at work, or the mailbox could not be read) says so in its reports."""

RUN_NOW = "run now"
"""What the journal calls it when a game master has the turn run at once."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Claimed:
    """A game claimed for a run: its number, the turn, the version of the world that it starts from, and the job."""

    game_id: int
    name: str
    turn: int
    version: int
    job: SetupJob | TurnJob


@dataclass(frozen=True)
class _Ran:
    """A turn that has run and is being written down. ``ended`` is the deadline that it had."""

    game: Game
    config: GameConfig
    record: TurnRecord
    done: TurnDone
    ended: datetime | None

    @property
    def late(self) -> datetime | None:
        """Its deadline, where it ran so long after it that the reports say so."""
        return self.ended if self.ended is not None and self.record.ran_at - self.ended >= _TOLD_LATE else None


async def advance(desk: Desk, workers: Workers, game_id: int, *, force: bool = False) -> bool:
    """Starts the game, or runs its turn, when that is due (or ``force``). True when it did.

    A turn that raises pauses the game and is told to game masters and players; nothing of it is kept. Raises what the
    database raises when it is at fault itself; then the turn is still due, as it is when there are no workers to run it.
    """
    claimed = await desk.store.write(claim, desk, game_id, force)
    if claimed is None:
        return False
    log = _log.bind(game=claimed.name, turn=claimed.turn)
    began = time.monotonic()
    try:
        done = await _compute(workers, claimed.job)
        committed = await desk.store.write(commit, desk, claimed, done)
        if committed:
            log.info("a turn has run", seconds=round(time.monotonic() - began, 1))
        desk.counting.turn(claimed.name, time.monotonic() - began, ok=True)
        return committed
    except NoWorkers as error:
        log.info("a turn waits for workers", error=str(error))
        await desk.store.write(free, desk, game_id)
        return False
    except Exception as error:
        if database_fault(error):
            # Not the turn's fault: it stays claimed by this desk, which runs it again when the database is well.
            raise
        desk.counting.turn(claimed.name, time.monotonic() - began, ok=False)
        log.exception("a turn could not be run")
        await desk.store.write(halt, desk, claimed, "".join(traceback.format_exception(error)))
        return True
    finally:
        desk.cache.forget(game_id)


async def _compute(workers: Workers, job: SetupJob | TurnJob) -> TurnDone:
    if isinstance(job, SetupJob):
        return await workers.run(set_up, job)
    return await workers.run(run_turn, job)


def claim(session: Session, desk: Desk, game_id: int, force: bool) -> Claimed | None:
    """Takes the game for a run when it is due; None when it is not, somebody else runs it, or letters in time wait."""
    now = desk.clock.now()
    game = games.by_id(session, game_id)
    due = due_at(game)
    if not force and (due is None or due > now):
        return None
    if game.state not in (GameState.STARTING, GameState.RUNNING):
        return None
    if due is not None and due <= now and inbox.count_new(session, before=at_hand(desk, due, now)):
        return None
    if not games.claim(session, game_id, desk.owner, now, LEASE):
        return None
    return Claimed(game_id, game.name, game.turn, game.version, _job(session, desk, game))


def free(session: Session, desk: Desk, game_id: int) -> None:
    """Gives a claimed game back, unchanged and as due as before. Does nothing to one that somebody else runs by now."""
    game = games.by_id(session, game_id)
    if game.runner == desk.owner:
        game.runner, game.runner_until = "", None
        session.add(game)


def due_at(game: Game) -> datetime | None:
    """When the game wants to be advanced; None when it does not by itself."""
    if game.state == GameState.STARTING:
        return game.created_at
    if game.state == GameState.FORMING:
        return game.starts_at
    if game.state != GameState.RUNNING:
        return None
    moments = [moment for moment in (game.deadline, game.early_at) if moment is not None]
    return min(moments, default=None)


def hurried(session: Session, game: Game) -> bool:
    """Whether a game master has the turn run at its deadline, which is the moment of saying so, whoever is awaited."""
    ran = journal.newest(session, game.id, RUN_NOW)
    return ran is not None and ran.at == game.deadline


def _job(session: Session, desk: Desk, game: Game) -> SetupJob | TurnJob:
    everybody = seats.of_game(session, game.id)
    if game.state == GameState.STARTING:
        signups = tuple(Signup(seat.name, dict(seat.wishes)) for seat in everybody)
        options = {"game": game.name, **desk.game_config(game).options}
        return SetupJob(game.ruleset, options, signups, game.seed)
    on_file = seats.all_orders(session, game.id, game.turn)
    texts: dict[str, str | None] = {}
    for seat in everybody:
        ready_without = "" if seat.ready_turn == game.turn else None
        texts[seat.name] = on_file.get(seat.id, ready_without)
    config = desk.game_config(game)
    absent = frozenset(seat.name for seat in missing(session, game) if computer_keeps(seat, config))
    computers = frozenset(seat.name for seat in everybody if seat.computer)
    unread = filed.unread(session, game.id, game.turn)
    levels = {name: config.level_of(name) for name in (*computers, *absent)}
    world = games.world(session, game.id, game.turn)
    newest = turns.latest(session, game.id)
    earlier = turns.reports(session, newest.id) if newest is not None else {}
    before = {seat.name: earlier[seat.id] for seat in everybody if seat.id in earlier}
    return TurnJob(game.ruleset, world, game.seed, texts, computers, absent, unread, levels, before)


def commit(session: Session, desk: Desk, claimed: Claimed, done: TurnDone) -> bool:
    """Stores the turn in one transaction: world, record, reports, letters. False when the claim was lost, or when the game
    has changed or ended meanwhile (a vote, its only player left); then nothing is stored, and the game is free for another
    run."""
    now = desk.clock.now()
    game = games.by_id(session, claimed.game_id)
    if game.runner != desk.owner:
        return False
    changed = (game.turn, game.version) != (claimed.turn, claimed.version)
    if changed or game.state not in (GameState.STARTING, GameState.RUNNING):
        game.runner, game.runner_until = "", None
        session.add(game)
        return False
    config = desk.game_config(game)
    without = {seat.id for seat in missing(session, game)}
    deadline = None if done.finished else deadline_after(session, desk, game, config, now)
    ran = _Ran(game, config, _record(session, game, claimed, done, deadline, now), done, ended=game.deadline)
    games.put_world(session, claimed.game_id, done.turn, done.world)
    inbox.bring_back_later(session, claimed.game_id)
    _open_next_turn(session, ran)
    addresses = seats.addresses(session, claimed.game_id)
    for seat in seats.of_game(session, claimed.game_id):
        missed = seat.name in done.texts and seat.id in without
        if seat.name in done.texts:
            _note_attendance(session, game, ran.record, seat, missed)
        if seat.name in done.eliminated:
            seat.state = SeatState.OUT
        session.add(seat)
        if seat.name not in done.reports:
            continue
        session.add(SeatReport(turn_id=ran.record.id, seat_id=seat.id, data=done.reports[seat.name]))
        if seat.id in addresses:
            outbox.supersede(session, seat.id, *_LATEST_COUNTS)
            withdraw_reminders(session, game, seat)
            _send_report(session, desk, ran, seat, addresses[seat.id], missed)
    if not game.practice:
        session.add(PublicReport(turn_id=ran.record.id, data=done.public))
        observing.report(session, desk, game, ran.record, done.winners)
    session.flush()
    if config.missed == "standby" and not done.finished:
        standbys.offer_all(session, desk, now, game)
    pressing.deliver_held(session, desk, game, now)
    if done.broken:
        data = {"game": game, "turn": claimed.turn, "broken": done.broken}
        tell_masters(session, desk, Part("master_broken_orders", data), f"broken/{ran.record.id}", now, game)
    filed.forget_before(session, claimed.game_id, claimed.turn)
    return True


def _open_next_turn(session: Session, ran: _Ran) -> None:
    """Sets the game to its next turn, or ends it, and frees it for the next run."""
    game, now = ran.game, ran.record.ran_at
    if game.state == GameState.STARTING:
        game.config = {**game.config, "options": dict(ran.config.options)}
    game.turn = ran.done.turn
    game.version += 1
    game.runner, game.runner_until = "", None
    game.deadline, game.early_at = ran.record.next_deadline, None
    game.opened_at = game.reminded_at = now
    game.started_at = game.started_at or now
    game.state = GameState.FINISHED if ran.done.finished else GameState.RUNNING
    game.finished_at = now if ran.done.finished else None
    session.add(game)


def deadline_after(session: Session, desk: Desk, game: Game, config: GameConfig, now: datetime) -> datetime | None:
    """The deadline of the turn that opens now. None where holidays and absences leave no day; its game masters are told."""
    try:
        return next_deadline(scheduled(session, game, config), now)
    except ValueError:
        data = {"game": game, "early": config.run_early == "all-ready"}
        tell_masters(session, desk, Part("master_no_deadline", data), f"no-deadline/{game.id}/{now.isoformat()}", now, game)
        return None


def _record(
    session: Session, game: Game, claimed: Claimed, done: TurnDone, deadline: datetime | None, now: datetime
) -> TurnRecord:
    record = TurnRecord(
        game_id=claimed.game_id,
        turn=claimed.turn,
        attempt=turns.next_attempt(session, claimed.game_id, claimed.turn),
        seed=game.seed,
        sheets=sheets_json(done.texts),
        unread=dict(claimed.job.unread) if isinstance(claimed.job, TurnJob) else {},
        world_sha256=hashlib.sha256(done.world).hexdigest(),
        rules=done.rules,
        ran_at=now,
        next_deadline=deadline,
        finished=done.finished,
    )
    session.add(record)
    session.flush()
    return record


def _note_attendance(session: Session, game: Game, record: TurnRecord, seat: Seat, missed: bool) -> None:
    """Counts the turn for the seat's player: orders in time, late, or none."""
    seat.missed = seat.missed + 1 if missed else 0
    if seat.player_id is None or game.practice or seat.state != SeatState.PLAYING:
        return
    kind = "missed" if missed else "late" if seat.late_turn == record.turn else "in_time"
    session.add(Attendance(turn_id=record.id, seat_id=seat.id, player_id=seat.player_id, kind=kind))


def _send_report(session: Session, desk: Desk, ran: _Ran, seat: Seat, address: str, missed: bool) -> None:
    game, config, record, done = ran.game, ran.config, ran.record, ran.done
    prefs = prefs_of(seats.settings(session, address))
    calendar = calendar_request(desk, game, seat, prefs, record.ran_at, announced=ran.ended is not None)
    data = {
        "game": game,
        "seat": seat,
        "turn": record.turn,
        "again": record.attempt > 1,
        "missed": missed,
        "late": ran.late,
        "computer": missed and done.texts[seat.name] is not None,
        "finished": done.finished,
        "winners": done.winners,
        "deadline": record.next_deadline,
        "zone": config.zone,
        "early": early_words(config),
    }
    ending = [ending_request(game, config, prefs)] if done.finished else []
    letter = NewLetter(
        address,
        [Part("report", data)],
        kind="report",
        about=About(game, seat, record.turn, thread=record.turn + 1),
        requests=[*ending, report_request(record, seat, game, config, prefs), *calendar],
        priority=BULK,
        prefs=prefs,
    )
    put(session, desk, letter, f"report/{record.id}/{seat.id}", record.ran_at)


def halt(session: Session, desk: Desk, claimed: Claimed, trace: str) -> None:
    """Pauses a game whose turn raised. Orders and world stay as they are; the game masters get the traceback, the players a
    short letter."""
    now = desk.clock.now()
    game = games.by_id(session, claimed.game_id)
    if game.runner != desk.owner:
        return
    game.runner, game.runner_until = "", None
    game.state = GameState.PAUSED
    game.reason = "its turn could not be run; the game master has been told"
    game.deadline = game.early_at = None
    session.add(game)
    journal.note(session, now, "desk", "halted", game.id, turn=claimed.turn)
    tell_masters(
        session,
        desk,
        Part("master_halted", {"game": game, "trace": trace}),
        f"halted/{game.id}/{claimed.turn}/{now.isoformat()}",
        now,
        game,
    )
    try:
        with session.begin_nested():
            tell_players(session, desk, game, Part("halted", {}), f"halted/{claimed.turn}/{now.isoformat()}", now)
            observing.tell(session, desk, game, now)
    except Exception as error:
        if database_fault(error):
            raise
        # What failed the turn may fail their letters, too: the game stays halted, its masters know why.
        _log.exception("players could not be told that their game is halted", game=game.name)


def tell_players(
    session: Session,
    desk: Desk,
    game: Game,
    part: Part,
    reason: str,
    now: datetime,
    but: Collection[int | None] = (),
) -> None:
    """Writes the same letter, once for each ``reason``, to every seat of the game that a person holds, but for the seats
    ``but``. The part is given game, seat and zone besides its own data."""
    addresses = seats.addresses(session, game.id)
    for seat in seats.of_game(session, game.id):
        if seat.id in addresses and seat.id not in but:
            prefs = prefs_of(seats.settings(session, addresses[seat.id]))
            if part.name in _LATEST_COUNTS:
                outbox.supersede(session, seat.id, part.name)
            letter = NewLetter(
                addresses[seat.id],
                [Part(part.name, {"game": game, "seat": seat, "zone": desk.game_config(game).zone, **part.data})],
                kind="news",
                about=About(game, seat, game.turn),
                requests=calendar_request(desk, game, seat, prefs, now) if part.name in _MOVE_THE_DEADLINE else (),
                priority=URGENT,
                prefs=prefs,
            )
            put(session, desk, letter, f"{part.name}/{reason}/{seat.id}", now)
