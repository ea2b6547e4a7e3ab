"""What goes wrong again and again: said in one line when it begins, summed up while it lasts, said once when it is over."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

_log = logging.getLogger(__name__)
_SUM_UP = 3600.0
_STEADY = 10.0


@dataclass(slots=True)
class Trouble:
    """One thing that goes wrong. ``person``: it will not heal without somebody. Moments are monotonic seconds."""

    name: str
    detail: str
    person: bool
    since: float
    said: float
    last: float
    times: int = 1
    told: bool = False
    """Whether a person has been written to."""
    well: float | None = None
    fades: float | None = None


class Troubles:
    """All troubles of one process, by name, e.g. "mailbox" or "way out". Not for several threads."""

    def __init__(self, steady: float = _STEADY) -> None:
        """``steady``: a thing counts as well again after so many seconds without a failure, not before."""
        self._steady = steady
        self._open: dict[str, Trouble] = {}

    def failed(self, name: str, detail: str, *, person: bool = False, fades: float | None = None) -> bool:
        """It failed, once more or for the first time. True when that was said in the log: at first, and then once an hour.

        ``person``: somebody has to do something. ``fades``: there is no sign of its being well but that it does not fail
        for so many seconds; otherwise ``worked`` ends it.
        """
        now, detail = time.monotonic(), detail.rstrip(". ")
        trouble = self._open.get(name)
        if trouble is None:
            self._open[name] = Trouble(name, detail, person, now, now, now, fades=fades)
            _log.log(logging.ERROR if person else logging.WARNING, "%s: %s. It is tried again and again.", name, detail)
            return True
        trouble.detail, trouble.last, trouble.well, trouble.fades = detail, now, None, fades
        trouble.person = trouble.person or person
        trouble.times += 1
        if now - trouble.said < _SUM_UP:
            return False
        trouble.said = now
        _log.warning("%s: failed %d times in %s: %s", name, trouble.times, _span(now - trouble.since), detail)
        return True

    def worked(self, name: str) -> None:
        """It works now. Costs nothing when there was no trouble."""
        trouble = self._open.get(name)
        if trouble is not None and trouble.well is None:
            trouble.well = time.monotonic()

    def sweep(self) -> None:
        """Forgets what has been well for long enough, with a line in the log. Call it every few seconds."""
        now = time.monotonic()
        for trouble in list(self._open.values()):
            since = trouble.last if trouble.fades is not None else trouble.well
            if since is not None and now - since >= (trouble.fades or self._steady):
                del self._open[trouble.name]
                _log.warning(
                    "%s: well again after %s, %d times failed", trouble.name, _span(since - trouble.since), trouble.times
                )

    def lasting(self) -> list[Trouble]:
        """What goes wrong at this moment, the oldest first."""
        return sorted((trouble for trouble in self._open.values() if trouble.well is None), key=lambda trouble: trouble.since)


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
