"""The heartbeat: every few seconds the daemon looks at itself and writes what it finds to ``health.json`` in the data folder,
to Prometheus and to systemd's watchdog.

A beat counts only if the event loop turned, the store's writer took a transaction, and no task has ended. So a daemon that
hangs falls silent everywhere at once. A daemon whose database is down does not hang: systemd does not restart it, so that it
can tell the game masters.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sdnotify
import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery.sending import LONGEST_PAUSE
from postern.desk.games.due import overdue_since
from postern.desk.runtime.counting import Counting
from postern.desk.runtime.facts import Crew, Facts, Queues
from postern.desk.runtime.stale_leases import system
from postern.post.condition import Condition, Link, unknown
from postern.store import inbox, outbox
from postern.store.engine import database_fault

EVERY = 5.0
"""Seconds between beats; less when systemd's watchdog wants them more often."""

_MORE_TIME = "EXTEND_TIMEOUT_USEC=300000000"
"""Five minutes more until READY (sd_notify(3)); longer than one try at the database takes."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Watched:
    """What a heartbeat checks besides the database."""

    mailbox: Callable[[], Condition]
    sending: Callable[[], Condition]
    held_back: Callable[[], str]
    tasks: Sequence[asyncio.Task[None]]
    failing: dict[str, str]
    crew: Callable[[], Crew | None] = lambda: None


class Heartbeat:
    """Beats until cancelled; the first beat tells systemd that the desk is open."""

    def __init__(self, desk: Desk, watched: Watched, counting: Counting) -> None:
        self._desk = desk
        self._watched = watched
        self._counting = counting
        self._systemd = sdnotify.SystemdNotifier() if os.environ.get("NOTIFY_SOCKET") else None
        self._every = min(EVERY, int(os.environ.get("WATCHDOG_USEC", "0")) / 3e6 or EVERY)

    async def run(self) -> None:
        """Beats again and again; never returns. A failure to look or to write is logged once, until it works again."""
        ready, trouble = False, ""
        while True:
            try:
                facts = await self.look()
                if self._all_at_work():
                    self.tell_systemd("WATCHDOG=1" if ready else "READY=1\nWATCHDOG=1")
                    ready = True
                self._counting.looked(facts)
                await asyncio.to_thread(_write, health_file(self._desk.config.data), facts)
                trouble = ""
            except Exception as error:
                if database_fault(error) and self._all_at_work():
                    self.tell_systemd("WATCHDOG=1" if ready else _MORE_TIME)
                if trouble != (trouble := f"{type(error).__name__}: {error}"):
                    _log.error("the daemon cannot look at itself, or not write down what it sees", error=trouble)
            await asyncio.sleep(self._every)

    def _all_at_work(self) -> bool:
        return all(not task.done() for task in self._watched.tasks)

    async def look(self) -> Facts:
        """One look. Raises what the database raises."""
        desk, watched = self._desk, self._watched
        await desk.store.write(_nothing)
        now = desk.clock.now()
        queues = await desk.store.read(_queues, now)
        return Facts(
            at=now,
            pid=os.getpid(),
            mailbox=watched.mailbox(),
            sending=watched.sending(),
            queues=queues,
            disk_free=shutil.disk_usage(desk.config.data).free,
            held_back=watched.held_back(),
            failing=dict(watched.failing),
            brakes=len(desk.loops.on),
            paused=len(desk.loops.paused),
            system=system(),
            crew=watched.crew(),
        )

    def stopping(self) -> None:
        """Tells systemd that the daemon is stopping."""
        self.tell_systemd("STOPPING=1")

    def tell_systemd(self, words: str) -> None:
        """Says this to systemd, when it started us (sd_notify(3))."""
        if self._systemd is not None:
            self._systemd.notify(words)


def note_start(data: Path) -> None:
    """Writes down that the daemon is starting, so that ``health`` does not report the one before. A folder that cannot be
    written is reported when the desk is opened."""
    if not data.is_dir():
        return
    free = shutil.disk_usage(data).free
    nothing = Queues(0, 0.0, 0, 0.0, 0.0)
    before = last_read(data)
    mailbox = replace(unknown(), since=before) if before is not None else unknown()
    facts = Facts(datetime.now(UTC), os.getpid(), mailbox, unknown(), nothing, free, system=system(), starting=True)
    with suppress(OSError):
        _write(health_file(data), facts)


def ask_for_time() -> None:
    """Asks systemd, when it started us, to wait for READY some minutes longer."""
    if os.environ.get("NOTIFY_SOCKET"):
        sdnotify.SystemdNotifier().notify(_MORE_TIME)


def health_file(data: Path) -> Path:
    """The file with the last heartbeat."""
    return data / "health.json"


def read_facts(data: Path) -> Facts:
    """The daemon's last heartbeat. Raises OSError when there is none, ValueError when it cannot be read."""
    fields = json.loads(health_file(data).read_text(encoding="utf-8"))
    try:
        return Facts(
            **fields
            | {
                "at": datetime.fromisoformat(fields["at"]),
                "mailbox": _condition(fields["mailbox"]),
                "sending": _condition(fields["sending"]),
                "queues": Queues(**fields["queues"]),
                "crew": _crew(fields.get("crew")),
            }
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"it was written by another version ({error})") from error


def last_read(data: Path) -> datetime | None:
    """When the mailbox was last read, by the last heartbeat of the daemon before; None when unknown."""
    try:
        facts = read_facts(data)
    except (OSError, ValueError):
        return None
    return facts.at if facts.mailbox.link is Link.UP else facts.mailbox.since


def _condition(fields: dict[str, str]) -> Condition:
    return Condition(Link(fields["link"]), datetime.fromisoformat(fields["since"]), fields["detail"])


def _crew(fields: dict[str, Any] | None) -> Crew | None:
    if fields is None:
        return None
    since = fields["since"]
    return Crew(
        **fields | {"refused": tuple(fields["refused"]), "since": datetime.fromisoformat(since) if since is not None else None}
    )


def _write(path: Path, facts: Facts) -> None:
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(asdict(facts), default=datetime.isoformat, indent=1), encoding="utf-8")
    draft.replace(path)


def _nothing(session: Session) -> None:
    session.connection()


def _queues(session: Session, now: datetime) -> Queues:
    return Queues(
        inbox=inbox.count_new(session),
        inbox_oldest=_since(inbox.oldest_new(session), now),
        outbox=outbox.count_waiting(session),
        outbox_overdue=_since(outbox.next_due(session), now),
        turn_overdue=overdue_since(session, now).total_seconds(),
        outbox_beyond=outbox.count_beyond(session, now + LONGEST_PAUSE),
    )


def _since(moment: datetime | None, now: datetime) -> float:
    return max((now - moment).total_seconds(), 0.0) if moment is not None else 0.0
