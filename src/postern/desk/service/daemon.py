"""The daemon: a handful of long-lived tasks, each of which can fail and start again without stopping the others.

  watch      mailbox → inbox table
  handle     inbox table → orders, answers (outbox table)
  due        games that are due → turns, reports (drafts), reminders
  finish     drafts → letters, with documents made by worker processes
  send       outbox table → SMTP
  back up    everything → one file, as often as the settings say
  keep house look whether another process left work; say what settings need mending
  alarm      what fails again and again → one letter to the game masters
  heartbeat  look at itself: health.json, Prometheus, systemd's watchdog

They wake each other by events. Everything that matters is in the database, so that any of them may be killed at any moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import signal
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery import unsent
from postern.desk.delivery.loop_guard import look, remember, take_off_due
from postern.desk.delivery.loop_guard import tell as tell_of_brakes
from postern.desk.delivery.sending import Dispatch
from postern.desk.documents.open_workers import open_workers
from postern.desk.documents.preload import read_rules
from postern.desk.documents.templates import Part
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster.digest import send_digest
from postern.desk.games import forgetting, practice
from postern.desk.games.due import Faults, last_due, note_missed, overdue_since, run_due
from postern.desk.games.seating import begin_if_full
from postern.desk.letters.intake import Intake
from postern.desk.outbox.alarm import Alarm
from postern.desk.outbox.outgoing import tell_masters
from postern.desk.runtime import stale_leases
from postern.desk.runtime.signals import Signals
from postern.desk.runtime.stale_leases import Watch
from postern.desk.service.backups import Backups
from postern.desk.service.clock_set_back import recall
from postern.desk.service.heartbeat import Heartbeat, Watched, last_read
from postern.desk.settings.config import Config
from postern.post.imap.source import ImapSource
from postern.post.maildir import MaildirSource
from postern.post.oauth import Tokens
from postern.post.settings import ImapSettings
from postern.post.smtp import Sender, SmtpSender
from postern.post.source import Source
from postern.post.troubles import Troubles
from postern.store import games, inbox, outbox
from postern.store.engine import database_fault
from postern.store.tables import GOING_ON

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 60.0
_DATABASE_PAUSE = 15.0
_WELL_AFTER = 5.0
"""Seconds for which a task that failed at once works before it is called well again."""
DATABASE = "the database"
_HOUSEKEEPING = 2.0
"""Seconds between looks for work that another process left (the command line, a second daemon)."""
_TIDY_EVERY = 3600.0
_LOOK_FOR_DIGEST = 60.0
_MISSED = timedelta(seconds=30)
"""A turn more overdue than this was missed while nobody ran: letters that came meanwhile are read first."""
_QUIET = 3.0
_LONGEST_QUIET = 60.0
_LOOK_TIME = 1.0
_LAST_MOVES = 1.5
_GC = (10_000, 20, 20)

_log = structlog.get_logger(__name__)


class Daemon:
    """A desk with its mailbox and its outgoing mail server. ``run`` works until it is cancelled or ``stop`` is called."""

    def __init__(
        self, desk: Desk, source: Source | None = None, sender: Sender | None = None, workers: Workers | None = None
    ) -> None:
        """What is not given is made from the desk's settings."""
        self.desk = desk
        self.signals = Signals()
        self.troubles = Troubles()
        self.workers = workers or open_workers(desk.config, self.troubles)
        tokens = open_tokens(desk.config, desk.key)
        self._source = source or open_source(desk, tokens, self.troubles)
        looked = self._source.looked
        looked.unread_since = min(looked.unread_since, last_read(desk.config.data) or looked.unread_since)
        looked.clock = desk.clock.now
        desk.unread_since = lambda: None if looked.is_set() else looked.unread_since
        desk.read_through = looked.read_through
        self._sender = sender or open_sender(desk.config, tokens)
        self.intake = Intake(desk, self._source, self.signals)
        self.dispatch = Dispatch(desk, self._sender, self.workers, self.signals, self.troubles)
        self._alarm = Alarm(desk, self.troubles, self._sender, self.signals)
        self.backups = Backups(desk, self.signals)
        self._gone = Watch(desk.store.presence, desk.owner)
        self._stop = asyncio.Event()
        self._failing: dict[str, str] = {}

    async def run(self) -> None:
        """Works until ``stop`` is called; then lets go of everything, within five seconds."""
        self._count()
        try:
            async with asyncio.TaskGroup() as group:
                alarm = group.create_task(self._keep("alarm", self._alarm.run), name="alarm")
                if not await self._opened(group):
                    alarm.cancel()
                    return
                tasks = [
                    alarm,
                    *(
                        group.create_task(self._keep(name, work), name=name)
                        for name, work in (
                            ("watch", self.intake.watch),
                            ("handle", self.intake.handle),
                            ("due", self._due),
                            ("finish", self.dispatch.finish),
                            ("send", self.dispatch.send),
                            ("keep house", self._keep_house),
                            ("back up", self.backups.keep),
                        )
                    ),
                ]
                pulse = Heartbeat(self.desk, self._watched(tasks), self.desk.counting)
                beating = group.create_task(pulse.run(), name="pulse")
                await self._stop.wait()
                pulse.stopping()
                await self._last_moves()
                for task in (*tasks, beating):
                    task.cancel()
        finally:
            await self._let_go()
        _log.info("the desk is closed")

    async def _opened(self, group: asyncio.TaskGroup) -> bool:
        """Takes over what is left of earlier processes, waiting for the database if it must. False when stopped before."""
        opening = group.create_task(self._keep("open", self._open), name="open")
        stopped = group.create_task(self._stop.wait())
        await asyncio.wait({opening, stopped}, return_when=asyncio.FIRST_COMPLETED)
        for task in (opening, stopped):
            task.cancel()
        return opening.done() and not self._stop.is_set()

    async def _open(self) -> None:
        await self.desk.store.write(remember, self.desk)
        await self.desk.store.write(self._gone.free)
        await self.desk.store.write(recall, self.desk)
        await self.tell_file_problems()
        _log.info("the desk is open", address=self.desk.address, owner=self.desk.owner)

    def _count(self) -> None:
        """Opens the figures for Prometheus when the settings ask for them; games go on where that fails."""
        settings = self.desk.config.metrics
        if not settings.port:
            return
        from postern.desk.service.metrics import Metrics

        try:
            self.desk.counting = Metrics(settings)
        except OSError as error:
            _log.error("no figures for Prometheus: the port cannot be had", port=settings.port, error=str(error))

    def _watched(self, tasks: list[asyncio.Task[None]]) -> Watched:
        return Watched(
            mailbox=lambda: self._source.condition,
            sending=lambda: self._sender.condition,
            held_back=lambda: self.dispatch.held_back,
            tasks=tasks,
            failing=self._failing,
            crew=lambda: self.workers.crew,
        )

    def stop(self) -> None:
        """Ends ``run`` soon."""
        self._stop.set()

    def reload(self) -> None:
        """Reads the settings again, now (see ``Desk.reload``); what needs mending is told to the game masters."""
        self.desk.reload()
        _log.info("settings were read again", games=len(self.desk.files), problems=len(self.desk.file_problems))
        self.signals.wake_all()

    async def serve(self) -> None:
        """As ``run``, and obeys the system: SIGTERM and SIGINT stop it, SIGHUP reloads the settings."""
        loop = asyncio.get_running_loop()
        self.workers.prepare()
        read_rules()
        # What is loaded by now stays for good: not looked through again and again while letters are handled.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_GC)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        reloads: set[asyncio.Task[None]] = set()

        def reload() -> None:
            self.reload()
            task = loop.create_task(self.tell_file_problems())
            reloads.add(task)
            task.add_done_callback(reloads.discard)

        loop.add_signal_handler(signal.SIGHUP, reload)
        try:
            await self.run()
        finally:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                loop.remove_signal_handler(number)

    async def _keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Does the work for ever; when it fails, says so and begins again after a pause that grows."""
        loop = asyncio.get_running_loop()
        pause, lasted = _FIRST_PAUSE, 0.0
        while True:
            began = loop.time()
            # Well again is what has worked for clearly longer than it did before it failed.
            recovered = loop.call_later(min(_WELL_AFTER + 2 * lasted, _LONGEST_PAUSE), self._failing.pop, name, None)
            try:
                await work()
                return
            except Exception as error:
                lasted = loop.time() - began
                fault = database_fault(error)
                longest = _DATABASE_PAUSE if fault else _LONGEST_PAUSE
                pause = _FIRST_PAUSE if lasted > _LONGEST_PAUSE else min(pause * 2, longest)
                if fault:
                    self.troubles.failed(DATABASE, fault, person=True, fades=3 * _DATABASE_PAUSE)
                elif self.troubles.failed(f'the task "{name}"', _line(error), person=True, fades=3 * _LONGEST_PAUSE):
                    _log.exception("a task failed and begins again", task=name, pause=pause)
                self._failing[name] = _line(error)
                self.desk.counting.failed(name)
            finally:
                recovered.cancel()
            await asyncio.sleep(pause)

    async def _due(self) -> None:
        await self._read_what_came_meanwhile()
        ahead = self._clock_ahead()
        while True:
            self.signals.turns.clear()
            slept, ahead = self._clock_ahead() - ahead, self._clock_ahead()
            if slept >= _MISSED.total_seconds():
                # The machine slept, or its clock was set forward: this is a time without a daemon like any other.
                self._source.look_again(self.desk.clock.now() - timedelta(seconds=slept))
                await self._read_what_came_meanwhile()
            await self._look_into_the_mailbox()
            await self.intake.handle_waiting()
            moment = await run_due(self.desk, self.workers, self._wake_for_letters, self._tell_faults)
            self.desk.clock.wake_at(moment, self.signals.turns.set)
            await self.signals.turns.wait()

    async def _look_into_the_mailbox(self) -> None:
        """Has the mailbox looked into after the moment of what is due, unless it was: a server may be silent about letters that
        came in time. Waits for the look no longer than a second: what is due does so itself (``mailbox_outage``)."""
        due = await self.desk.store.read(last_due, self.desk)
        if due is None or self.desk.read_through(due) is not None:
            return
        self._source.look()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_TIME):
                await self._source.looked.wait_through(due)

    def _wake_for_letters(self) -> None:
        self.signals.wake(("handle", "drafts", "letters"))

    def _tell_faults(self, faults: Faults) -> None:
        """Lets the game masters know what failed with single games; their turns and those of the others go on."""
        for game, error in faults.items():
            what = f"what is due in {game}" if game else "votes"
            if self.troubles.failed(what, _line(error), person=True, fades=3 * _LONGEST_PAUSE):
                _log.error("what is due in a game failed and is tried again", game=game, exc_info=error)
            self.desk.counting.failed("due")

    def _clock_ahead(self) -> float:
        """What the clock shows beyond the seconds that this machine was awake: grows when it sleeps or its clock is set."""
        return self.desk.clock.now().timestamp() - time.monotonic()

    async def _read_what_came_meanwhile(self) -> None:
        """After a time without a daemon: letters that came in time count, so a missed turn waits until they are read: for
        a mailbox that was looked through and stays quiet, but no longer than a minute since the first start that found
        the turn missed, however often the daemon began since then."""
        now = self.desk.clock.now()
        if await self.desk.store.read(overdue_since, now) < _MISSED:
            return
        waited = await self.desk.store.write(note_missed, now)
        loop = asyncio.get_running_loop()
        end = loop.time() + _LONGEST_QUIET - waited.total_seconds()
        seen: datetime | None = None
        quiet_since = loop.time()
        while loop.time() < end and (loop.time() - quiet_since < _QUIET or not self._source.looked.is_set()):
            await asyncio.sleep(0.1)
            if self.intake.last_arrival != seen or not self._source.looked.is_set():
                seen, quiet_since = self.intake.last_arrival, loop.time()

    async def _keep_house(self) -> None:
        loop = asyncio.get_running_loop()
        tidied, looked = -_TIDY_EVERY, -_LOOK_FOR_DIGEST
        while True:
            began = loop.time()
            doubt = self.desk.clock_doubt()
            if began - tidied >= _TIDY_EVERY and doubt is None:  # what is thrown away by a wrong clock does not come back
                tidied = began
                now, limits = self.desk.clock.now(), self.desk.config.limits
                await self.desk.store.write(outbox.forget_bodies, now - limits.keep_sent)
                await self.desk.store.write(inbox.forget_bodies, now - limits.keep_received)
                await self.desk.store.write(practice.remove_silent, self.desk)
                await forgetting.scrub(self.desk)
            if began - looked >= _LOOK_FOR_DIGEST:
                looked = began
                await self.desk.store.write(send_digest, self.desk)
                await self.desk.store.write(unsent.tell, self.desk)
                await self.desk.store.write(tell_of_brakes, self.desk)
                if await self.desk.store.write(recall, self.desk):
                    self.signals.wake_all()
            if doubt is not None:
                self.signals.turns.set()
            if await self.desk.store.read(self._gone.look):
                await self.desk.store.write(self._gone.free)
            if await self.desk.store.read(look, self.desk):
                await self.desk.store.write(take_off_due, self.desk)
            self.signals.wake(await self.desk.store.read(_left_by_others, self.desk.clock.now()))
            await asyncio.sleep(max(_HOUSEKEEPING - (loop.time() - began), 0.1))

    async def tell_file_problems(self) -> None:
        """Keeps the good settings beside their games; tells the game masters of the others, once a day at most."""
        problems = [line for lines in self.desk.file_problems.values() for line in lines]
        problems += await self.desk.store.read(_without_file, self.desk)
        for problem in problems:
            _log.warning("settings need mending", problem=problem)
        await self.desk.store.write(_keep_configs, self.desk)
        if problems:
            await self.desk.store.write(_tell_problems, self.desk, problems)
            self.signals.letters.set()

    async def _last_moves(self) -> None:
        """Lets letters that are handled be moved in the mailbox; what is left is moved after the next start."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LAST_MOVES):
                await self._source.settled()

    async def _let_go(self) -> None:
        self.workers.close()
        self.desk.counting.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LAST_MOVES):
                await self._source.close()
                await self._sender.close()
        try:
            await self.desk.store.write(stale_leases.release, self.desk.owner)
        except Exception as error:
            if not database_fault(error):
                raise
            _log.warning("what was under way is freed at the next start", error=_line(error))
        self.desk.clock.wake_at(None, self.signals.turns.set)


def open_tokens(config: Config, key: str) -> Tokens | None:
    """Access tokens for the mailbox and the outgoing server, where the settings ask for them; ``key`` is the desk's secret
    key."""
    settings = config.post.oauth
    if settings is None:
        return None
    return Tokens(settings, config.token_file, key)


def open_sender(config: Config, tokens: Tokens | None) -> SmtpSender:
    """The outgoing mail server that the settings name."""
    return SmtpSender(config.post.smtp, tokens if config.post.by_oauth(config.post.smtp) else None)


def open_source(desk: Desk, tokens: Tokens | None, troubles: Troubles) -> Source:
    """The mailbox that the settings name. Failures there are reported to ``troubles``."""
    settings = desk.config.post.mailbox
    if isinstance(settings, ImapSettings):
        return ImapSource(settings, tokens if desk.config.post.by_oauth(settings) else None, troubles)
    path = settings.path if settings.path.is_absolute() else desk.config.home / settings.path
    return MaildirSource(settings.model_copy(update={"path": path}), troubles)


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def _left_by_others(session: Session, now: datetime) -> tuple[str, ...]:
    """Which of our tasks have something to do that they may not have heard of."""
    found = ["handle"] if inbox.count_new(session) else []
    due = outbox.next_due(session)
    if due is not None and due <= now:
        found += ["drafts", "letters"]
    if games.any_due(session, now):
        found.append("turns")
    return tuple(found)


def _without_file(session: Session, desk: Desk) -> list[str]:
    """Games that go on though nobody can change their settings any more."""
    found = [games.by_name(session, name) for name in desk.files_gone]
    return [
        f'{desk.config.games_folder}: no file has name = "{game.name}" any more; the game goes on with the settings it had'
        for game in found
        if game is not None and game.state in GOING_ON
    ]


def _keep_configs(session: Session, desk: Desk) -> None:
    """Keeps the newest good settings of each game beside it, for the day when its file cannot be read."""
    for game in games.in_states(session):
        config = desk.game_config(game) if game.name in desk.files else None
        if config is not None and game.config != (fresh := config.model_dump(mode="json")):
            if game.config.get("starts") != fresh["starts"]:
                game.starts_at = config.starts_at
            changed = [f"{key}: {game.config.get(key)} -> {fresh[key]}" for key in fresh if game.config.get(key) != fresh[key]]
            _log.info("settings of a game have changed", game=game.name, changed="; ".join(changed))
            game.config, game.title = fresh, config.full_title
            session.add(game)
            try:
                begin_if_full(session, desk, game, desk.clock.now())
            except ValueError as error:
                _log.warning("a game whose seats are taken cannot begin", game=game.name, error=str(error))


def _tell_problems(session: Session, desk: Desk, problems: list[str]) -> None:
    now = desk.clock.now()
    name = hashlib.sha256("\n".join(problems).encode()).hexdigest()[:16]
    tell_masters(session, desk, Part("master_files", {"problems": problems}), f"files/{name}/{now.date()}", now)
