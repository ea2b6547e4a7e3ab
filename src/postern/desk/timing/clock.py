"""The time, and timers. A clock is passed in as a value, so that tests can move time themselves."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

_WAKE = "wake"


class Clock(Protocol):
    """Tells the time, and wakes one caller."""

    def now(self) -> datetime:
        """This moment, aware, in UTC."""
        ...

    def elapsed(self) -> float:
        """Return seconds that pass alike whatever the clock shows, and whoever sets it."""
        ...

    def wake_at(self, moment: datetime | None, callback: Callable[[], None]) -> None:
        """Calls ``callback`` once at ``moment`` (at once when it has passed), instead of any earlier one; None: never."""
        ...

    def close(self) -> None:
        """Wakes nobody any more."""
        ...


class SystemClock:
    """The machine's clock. APScheduler only wakes the desk; the database says what is due."""

    def __init__(self) -> None:
        self._scheduler: AsyncIOScheduler | None = None

    def now(self) -> datetime:
        """This moment in UTC."""
        return datetime.now(UTC)

    def elapsed(self) -> float:
        """Return the seconds since the machine began; where the system counts them, also those that it slept."""
        return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()

    def wake_at(self, moment: datetime | None, callback: Callable[[], None]) -> None:
        """See Clock. Needs a running event loop."""
        if self._scheduler is None:
            from apscheduler.schedulers.asyncio import AsyncIOScheduler

            self._scheduler = AsyncIOScheduler(timezone=UTC)
            self._scheduler.start()
        if moment is None:
            if self._scheduler.get_job(_WAKE) is not None:
                self._scheduler.remove_job(_WAKE)
            return
        self._scheduler.add_job(
            callback, "date", run_date=max(moment, self.now()), id=_WAKE, replace_existing=True, misfire_grace_time=None
        )

    def close(self) -> None:
        """Stops the scheduler, also after its event loop has ended."""
        scheduler, self._scheduler = self._scheduler, None
        if scheduler is not None:
            # It asks its event loop to do that; a loop that is closed wakes nobody any more.
            with contextlib.suppress(RuntimeError):
                scheduler.shutdown(wait=False)


class ManualClock:
    """A clock that stands still until it is moved: for tests and rehearsals."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)
        self._elapsed = 0.0
        self._wish: tuple[datetime, Callable[[], None]] | None = None

    def now(self) -> datetime:
        """The moment to which the clock was last moved."""
        return self._now

    def elapsed(self) -> float:
        """Return the seconds by which the clock was moved, without those by which it jumped."""
        return self._elapsed

    def wake_at(self, moment: datetime | None, callback: Callable[[], None]) -> None:
        """See Clock."""
        self._wish = None if moment is None else (moment, callback)
        self._ring()

    def advance(self, by: timedelta) -> None:
        """Moves the clock and wakes whoever wished to be woken by then."""
        self._elapsed += by.total_seconds()
        self.jump(by)

    def jump(self, by: timedelta) -> None:
        """Sets the clock to another time, though none has passed."""
        self._now += by
        self._ring()

    def close(self) -> None:
        """Forgets the callback."""
        self._wish = None

    def _ring(self) -> None:
        if self._wish is not None and self._wish[0] <= self._now:
            _, callback = self._wish
            self._wish = None
            callback()
