"""Counting exchanges: memory of who was answered when, and of what was said, from which ``brakes`` decides."""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rapidfuzz import fuzz

from postern.desk.config import Limits
from postern.post.letter import Incoming

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_AT_ONCE = timedelta(minutes=1)
_LATER, _FULL = 1, 4
"""What an echo counts, in quarters."""
_ALIKE = 90
_OURS = 0.7
_LEAST_LINES = 3
_LOOKED_AT = 3_000
_KEPT = 4
"""Letters of either side that are compared: a machine may keep several exchanges with us going."""
_UNMET = 50
_REMEMBERED = 500
"""Addresses kept in memory, those least recently answered forgotten first."""

_DIGITS = re.compile(r"\d+")


@dataclass
class _Talk:
    """The exchange with one address. ``unmet``: when those answers were written that no letter has followed upon yet."""

    said: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT))
    heard: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT))
    unmet: deque[datetime] = field(default_factory=lambda: deque(maxlen=_UNMET))
    answered_at: datetime | None = None
    echoes: int = 0
    echoes_since: datetime | None = None
    exchanges: deque[datetime] = field(default_factory=deque)


@dataclass(frozen=True)
class _Answer:
    """One answer just written, and when the one before it was."""

    to: str
    letter: Incoming
    text: str
    before: datetime | None
    now: datetime


@dataclass
class Exchanges:
    """What a desk remembers. ``on``: address → kind of its brake; ``troubled``: addresses from which letters came back,
    ``paused``: those of them to which nothing is sent."""

    on: Mapping[str, str] = field(default_factory=dict)
    troubled: frozenset[str] = frozenset()
    paused: frozenset[str] = frozenset()
    _talks: OrderedDict[str, _Talk] = field(default_factory=OrderedDict)
    _fresh: list[_Answer] = field(default_factory=list)
    _answers: deque[datetime] = field(default_factory=deque)

    def answered(self, to: str, letter: Incoming, text: str, now: datetime) -> None:
        """Notes an answer that was written, for ``judge``."""
        talk = self._talks.setdefault(to, _Talk())
        self._talks.move_to_end(to)
        if len(self._talks) > _REMEMBERED:
            self._talks.popitem(last=False)
        self._fresh.append(_Answer(to, letter, text[:_LOOKED_AT], talk.answered_at, now))
        talk.answered_at = now

    def judge(self, stored_at: datetime, limits: Limits, changed: Callable[[datetime], bool]) -> Iterator[tuple[str, str, str]]:
        """Counts the answers written since the last call, to a letter that came in at ``stored_at``.

        ``changed(since)`` says whether its writer's orders on file were changed since then. Gives address, kind of brake
        and reason for each brake that should be on.
        """
        fresh, self._fresh = self._fresh, []
        for answer in fresh:
            _within_hour(self._answers, answer.now)
            if len(self._answers) > limits.answers_per_hour:
                yield "", "server", f"{len(self._answers)} answers were written within an hour"
            talk = self._talks.get(answer.to, _Talk())
            _count_echo(talk, answer, stored_at)
            if answer.before is not None and stored_at >= answer.before:
                _within_hour(talk.exchanges, answer.now)
            if talk.echoes >= limits.echoes * _FULL:
                if changed(talk.echoes_since or answer.now):
                    talk.echoes, talk.echoes_since = 0, None
                else:
                    yield answer.to, "exchange", "it answers each of our answers with the same words, and changes no orders"
            elif len(talk.exchanges) > limits.exchanges_per_hour:
                yield answer.to, "exchange", f"it answered {len(talk.exchanges)} of our letters within an hour"

    def forget(self, address: str) -> None:
        """Counts this address from nothing again ("" for the whole server)."""
        self._talks.pop(address, None)
        if not address:
            self._answers.clear()

    def restore(self, moments: list[datetime]) -> None:
        """What was answered before a restart, oldest first, counts for the whole server."""
        self._answers = deque(moments)


def _count_echo(talk: _Talk, answer: _Answer, stored_at: datetime) -> None:
    """Whether the letter followed upon an answer of ours, and only said again what was said before."""
    met = max((moment for moment in talk.unmet if moment <= stored_at), default=None)
    if met is not None:
        talk.unmet.remove(met)
        heard = _even(answer.letter.text[:_LOOKED_AT])
        alike = any(heard == known or fuzz.ratio(heard, known, score_cutoff=_ALIKE) for known in talk.heard)
        if stored_at - met <= _DAY and (alike or _repeats(answer.letter, talk.said)):
            talk.echoes += _FULL if stored_at - met <= _AT_ONCE else _LATER
            talk.echoes_since = talk.echoes_since or answer.now
        else:
            talk.echoes, talk.echoes_since = 0, None
        talk.heard.append(heard)
    talk.unmet.append(answer.now)
    talk.said.append(answer.text)


def _within_hour(moments: deque[datetime], now: datetime) -> None:
    """Adds this moment, and drops those more than an hour before it."""
    moments.append(now)
    while now - moments[0] > _HOUR:
        moments.popleft()


def _even(text: str) -> str:
    """Text as it is compared: numbers of tickets, dates and white space make no difference."""
    return " ".join(_DIGITS.sub("0", text.casefold()).split())


def _repeats(letter: Incoming, ours: Iterable[str]) -> bool:
    """Whether a letter's lines are nearly all lines of one of our last answers."""
    # What we remember of an answer is cut, and lines that it wraps may have been joined since.
    lines = [_even(line) for line in letter.text[: _LOOKED_AT // 2].splitlines() if line.strip()]
    if len(lines) < _LEAST_LINES:
        return False
    known = {_even(line) for text in ours for line in text.splitlines()}
    return sum(line in known for line in lines) >= _OURS * len(lines)
