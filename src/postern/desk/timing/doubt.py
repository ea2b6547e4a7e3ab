"""Whether the clock can be believed: it is compared with the seconds that passed, and with the clocks of mail servers.

A clock that jumps (a virtual machine, a slip of the hand, a time server gone wrong) would run turns without anybody's orders.
While it is in doubt, whatever cannot be undone waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from postern.desk.timing.clock import Clock

_JUMP = timedelta(minutes=1)
"""A clock that is set by less is only put right."""
_AGREES = timedelta(minutes=15)
"""How far a mail server's stamp may lie before a clock that it agrees with: letters take their time."""


@dataclass(frozen=True)
class Doubt:
    """A clock that shows another time than it should: what it shows and what is expected, as the doubt began."""

    shown: datetime
    expected: datetime


class ClockWatch:
    """Watches one clock. Every method may be called from any thread, as often as one likes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._trusted = self._ahead()
        self._doubt: Doubt | None = None
        self._began = 0.0

    def look(self, patience: timedelta) -> Doubt | None:
        """Return the doubt about the clock; None where it goes on as it should.

        A doubt ends when the clock is right again, when a mail server's stamp agrees (``heard``), or after ``patience``
        since it began or a stamp last spoke against the clock: then the clock is believed, as nothing else is left.
        """
        off = self._ahead() - self._trusted
        if abs(off) <= _JUMP.total_seconds():
            self._believe()
            return None
        if self._doubt is None:
            now = self._clock.now()
            self._doubt, self._began = Doubt(now, now - timedelta(seconds=off)), self._clock.elapsed()
        elif self._clock.elapsed() - self._began >= patience.total_seconds():
            self._believe()
            return None
        return self._doubt

    def heard(self, stamp: datetime) -> None:
        """Take in the time that a mail server wrote on a letter that has just come."""
        if timedelta(minutes=-2) <= self._clock.now() - stamp <= _AGREES:
            self._believe()
            return
        expected = datetime.fromtimestamp(self._clock.elapsed() + self._trusted, UTC)
        if self._doubt is not None and timedelta(minutes=-2) <= expected - stamp <= _AGREES:
            self._began = self._clock.elapsed()

    def _believe(self) -> None:
        self._trusted, self._doubt = self._ahead(), None

    def _ahead(self) -> float:
        """Return what the clock shows beyond the seconds that passed: the same for as long as nobody sets it."""
        return self._clock.now().timestamp() - self._clock.elapsed()
