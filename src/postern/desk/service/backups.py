"""Backups that the daemon makes by itself, as ``[backup]`` says: a new one when the newest is too old, the oldest removed."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.outbox.outgoing import tell_masters
from postern.desk.runtime.lock import Occupied, hold
from postern.desk.runtime.signals import Signals
from postern.desk.service.backup import BackupError, make

_NAME = re.compile(r"postern-(\d{8}T\d{6}Z)\.zip")
_STAMP = "%Y%m%dT%H%M%SZ"
_LOOK_EVERY = 60.0
_AGAIN = 3600.0

_log = structlog.get_logger(__name__)


class Backups:
    """Looks every minute whether a backup is due. Of several daemons in one folder, one makes it."""

    def __init__(self, desk: Desk, signals: Signals) -> None:
        self._desk = desk
        self._signals = signals

    async def keep(self) -> None:
        """Makes backups as the settings ask for them, for ever."""
        while True:
            pause = _LOOK_EVERY
            try:
                await asyncio.to_thread(self.make_if_due)
            except BackupError as error:
                _log.error("no backup could be made", error=str(error))
                await self._desk.store.write(self._tell, str(error))
                self._signals.letters.set()
                pause = _AGAIN
            await asyncio.sleep(pause)

    def make_if_due(self) -> Path | None:
        """Makes a backup when some are wanted and the newest is too old; then removes the oldest beyond those kept.

        Raises BackupError.
        """
        desk, settings = self._desk, self._desk.config.backup
        now = desk.clock.now()
        if not settings.every or self._fresh(now, settings.every):
            return None
        folder = folder_of(desk)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with hold(folder, alone=True):
                if self._fresh(now, settings.every):
                    return None
                target = folder / f"postern-{now.strftime(_STAMP)}.zip"
                make(desk.config, target, now)
                if desk.clock_doubt() is not None:
                    return target
                for old in list(made(folder).values())[: -settings.keep]:
                    old.unlink(missing_ok=True)
        except Occupied:
            return None
        except OSError as error:
            raise BackupError(f"{folder}: {error.strerror or error}") from error
        _log.info("a backup was made", file=str(target))
        return target

    def _fresh(self, now: datetime, every: timedelta) -> bool:
        """Whether there is a backup that is new enough; one of tomorrow was made under a wrong clock and does not count."""
        return any(now - every < moment <= now for moment in made(folder_of(self._desk)))

    def _tell(self, session: Session, error: str) -> None:
        now, folder = self._desk.clock.now(), folder_of(self._desk)
        newest = max(made(folder).values(), default=None)
        part = Part("master_backup", {"error": error, "folder": str(folder), "newest": newest.name if newest else ""})
        tell_masters(session, self._desk, part, f"backup/{now.date()}", now)


def folder_of(desk: Desk) -> Path:
    """Where the daemon's own backups lie."""
    return desk.config.data / desk.config.backup.folder


def made(folder: Path) -> dict[datetime, Path]:
    """The backups in this folder by their moment, oldest first."""
    found = {}
    for path in folder.glob("postern-*.zip"):
        if match := _NAME.fullmatch(path.name):
            found[datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)] = path
    return dict(sorted(found.items()))
