"""Keeps what is sent within the limits of the mail provider. What was sent is counted in the database, so that the count
survives a restart and several daemons share it.

Far below the limits, letters are sent in their usual order, answers first. When fewer may be sent than wait, those that
people miss most go first: reports, then answers (and letters to game masters), then reminders, then the rest, news and press.
A last share of every limit is kept for the more important kinds, so that an evening of press cannot use up a day on which a
turn is due.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.outbox.outgoing import tell_masters
from postern.post.settings import SendLimits
from postern.store import outbox
from postern.store.tables import OutboxLetter, OutState

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class _Rank:
    """Kinds of letters, and the share of each limit (one letter at least) that they and the better ones may use."""

    kinds: tuple[str, ...]
    share: float


_RANKS = (
    _Rank(("report",), 1.0),
    _Rank(("answer", "master"), 0.95),
    _Rank(("reminder",), 0.9),
)
_REST = 0.8
"""The share of all other kinds."""
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)
_WINDOWS = (
    ("per_minute", "a minute", timedelta(minutes=1)),
    ("per_hour", "an hour", timedelta(hours=1)),
    ("per_day", "a day", timedelta(days=1)),
)


class RateLimit:
    """Decides which letters may be sent now."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.held_back = ""
        """By what letters are held back at this moment, in words; "" when they are not."""
        self._pause = timedelta()
        self._quiet_until = datetime.min.replace(tzinfo=UTC)

    def slow_down(self, now: datetime) -> None:
        """The server says that we send too much: nothing is sent for a minute, twice as long each time, up to an hour."""
        if now >= self._quiet_until:
            self._pause = min(max(self._pause * 2, _FIRST_PAUSE), _LONGEST_PAUSE)
            self._quiet_until = now + self._pause
            _log.warning("the server asks for patience; nothing is sent for a while", pause=str(self._pause))

    def go_on(self, now: datetime) -> None:
        """The server has taken a letter: the pause of ``slow_down`` starts small again."""
        if now >= self._quiet_until:
            self._pause = timedelta()

    def claim(
        self, session: Session, now: datetime, lease: timedelta, most: int, *, least_tried_first: bool = False
    ) -> list[OutboxLetter]:
        """Up to ``most`` letters that are due and may go now, for ``lease``; tells the masters when others wait too long."""
        owner = self._desk.owner
        if now + _LONGEST_PAUSE < self._quiet_until:
            self._quiet_until = now  # the clock was set back
        if now < self._quiet_until:
            self._look(session, now, "the server, which asks for patience", True)
            return []
        most = 1 if self._pause else most
        limits = {words: (limit, span) for name, words, span in _WINDOWS if (limit := getattr(self._limits, name))}
        if not limits:
            self.held_back = ""
            return outbox.claim(session, OutState.WAITING, owner, now, lease, most, least_tried_first=least_tried_first)
        used = {words: outbox.used_since(session, now - span, now) for words, (_, span) in limits.items()}

        def room(share: float) -> int:
            return min(max(int(limit * share), 1) - used[words] for words, (limit, _) in limits.items())

        if room(_REST) >= most:
            self.held_back = ""
            return outbox.claim(session, OutState.WAITING, owner, now, lease, most, least_tried_first=least_tried_first)
        letters: list[OutboxLetter] = []
        for rank in (*_RANKS, None):
            many = min(most, room(rank.share if rank else _REST)) - len(letters)
            if many > 0:
                kinds, others = (rank.kinds, False) if rank else (tuple(kind for one in _RANKS for kind in one.kinds), True)
                letters += outbox.claim(session, OutState.WAITING, owner, now, lease, many, kinds=kinds, other_kinds=others)
        fullest = min(limits, key=lambda words: limits[words][0] - used[words])
        self._look(session, now, f"the limit of {limits[fullest][0]} letters {fullest}", len(letters) < most)
        return letters

    @property
    def _limits(self) -> SendLimits:
        return self._desk.config.post.limits

    def _look(self, session: Session, now: datetime, why: str, short: bool) -> None:
        """Whether letters wait because of this, and since when."""
        waiting, oldest = outbox.due_and_free(session, now) if short else (0, None)
        if not waiting or oldest is None:
            self.held_back = ""
            return
        if not self.held_back:
            _log.warning("letters are held back", by=why, waiting=waiting)
        self.held_back = why
        if now - oldest >= timedelta(minutes=self._limits.tell_after):
            _tell(session, self._desk, why, waiting, oldest, now)


def _tell(session: Session, desk: Desk, why: str, waiting: int, oldest: datetime, now: datetime) -> None:
    """Tells the game masters, once a day, that letters wait."""
    data = {"why": why, "waiting": waiting, "oldest": oldest, "now": now, "zone": ZoneInfo("UTC")}
    tell_masters(session, desk, Part("master_slow", data), f"slow/{now.date()}", now)
