"""The memory of ``delivery.loop_guard``: who was answered when, and what was said.

Letters with proof and letters without are counted apart: anybody can write without proof in anybody's name.
"""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache

from rapidfuzz import fuzz

from postern.desk.settings.config import Limits
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
    echoing: int = 0
    """How many letters were echoes, one after the other, the first of them at ``echoes_since``."""
    echoes_since: datetime | None = None
    exchanges: deque[datetime] = field(default_factory=deque)

    def begin_anew(self) -> None:
        """No echo counts any more."""
        self.echoes, self.echoing, self.echoes_since = 0, 0, None

    def says_again(self, letter: Incoming) -> bool:
        """Whether a letter says nearly the same as one before, or hands our own words back."""
        heard = _even(letter.text[:_LOOKED_AT])
        alike = any(heard == known or fuzz.ratio(heard, known, score_cutoff=_ALIKE) for known in self.heard)
        return alike or _repeats(letter, self.said)


@dataclass(frozen=True)
class _Answer:
    """One answer just written, and when the one before it was. ``proof``: what showed that the letter was its writer's."""

    to: str
    proof: str
    letter: Incoming
    text: str
    before: datetime | None
    now: datetime


@dataclass
class LoopMemory:
    """What a desk remembers of exchanges. ``on``: address → kind of its brake; ``troubled``: addresses that bounced;
    ``paused``: those of them to which nothing is sent."""

    on: Mapping[str, str] = field(default_factory=dict)
    troubled: frozenset[str] = frozenset()
    paused: frozenset[str] = frozenset()
    _talks: OrderedDict[tuple[str, bool], _Talk] = field(default_factory=OrderedDict)
    """By address, and whether its letters were proved to be its own."""
    _fresh: list[_Answer] = field(default_factory=list)
    _answers: deque[datetime] = field(default_factory=deque)

    def answered(self, to: str, letter: Incoming, text: str, now: datetime, proof: str) -> None:
        """Notes an answer that was written, for ``judge``. ``proof``: as in ``_Answer``, in words; "" for none."""
        talk = self._talks.setdefault((to, bool(proof)), _Talk())
        self._talks.move_to_end((to, bool(proof)))
        if len(self._talks) > _REMEMBERED:
            self._talks.popitem(last=False)
        self._fresh.append(_Answer(to, proof, letter, text[:_LOOKED_AT], talk.answered_at, now))
        talk.answered_at = now

    def only_repeats(self, address: str, letter: Incoming, limits: Limits, now: datetime) -> bool:
        """Whether a letter without proof only repeats what was said and answered several times lately. Such a letter gets no
        answer.

        Nothing else is held back by this: forged letters silence nobody, since whatever they do not repeat is answered. The
        pause grows like that of a brake.
        """
        talk = self._talks.get((address, False), _Talk())
        known = self._talks.get((address, True), _Talk())
        if talk.answered_at is None or not (talk.says_again(letter) or known.says_again(letter)):
            return False
        if self.on.get(address) == "exchange":  # a machine is at work there, which is proved: silence, not a held answer
            return True
        if talk.echoes < limits.echoes * _FULL:
            return False
        longer: int = 2 ** min(talk.echoes // _FULL - limits.echoes, 10)
        return timedelta() <= now - talk.answered_at < min(limits.brake_for * longer, _DAY)

    def pauses_after(
        self,
        to: str,
        letter: Incoming,
        stored_at: datetime,
        now: datetime,
        limits: Limits,
        changed: Callable[[datetime], bool] | None,
    ) -> bool:
        """Return whether the answer that is about to be written to this letter is the last before a pause: after it a brake
        comes on, or letters without proof (``changed`` is None, else as for ``judge``) that say the same again get none."""
        proved = changed is not None
        talk = self._talks.get((to, proved), _Talk())
        if talk.echoes < (limits.echoes - 1) * _FULL and len(talk.exchanges) < limits.exchanges_per_hour:
            return False
        talk = deepcopy(talk)
        answer = _Answer(to, "", letter, "", talk.answered_at, now)
        _count_echo(talk, answer, stored_at)
        if talk.echoes >= limits.echoes * _FULL:
            return changed is None or not changed(talk.echoes_since or now)
        return proved and _follows(talk, answer, stored_at, limits)

    def judge(self, stored_at: datetime, limits: Limits, changed: Callable[[datetime], bool]) -> Iterator[tuple[str, str, str]]:
        """Counts the answers written since the last call, to a letter that came in at ``stored_at``. ``changed(since)`` says
        whether its writer's orders on file were changed since then.

        Returns address, kind and reason of each brake that should be on. An answer to a letter without proof never puts one
        on.
        """
        fresh, self._fresh = self._fresh, []
        for answer in fresh:
            talk = self._talks.get((answer.to, bool(answer.proof)), _Talk())
            _count_echo(talk, answer, stored_at)
            if not answer.proof:
                continue
            _within_hour(self._answers, answer.now)
            if len(self._answers) > limits.answers_per_hour:
                seen = _seen(len(self._answers), "answers", self._answers[0])
                yield "", "server", f"{seen} were written to letters that were proved to be their writers'"
            many = _follows(talk, answer, stored_at, limits)
            if talk.echoes >= limits.echoes * _FULL:
                if changed(talk.echoes_since or answer.now):
                    talk.begin_anew()
                else:
                    seen = _seen(talk.echoing, "letters", talk.echoes_since or answer.now)
                    yield (
                        answer.to,
                        "exchange",
                        f"{seen} answered ours with the same words, and changed no orders; {answer.proof}",
                    )
            elif many:
                seen = _seen(len(talk.exchanges), "letters", talk.exchanges[0])
                yield answer.to, "exchange", f"{seen} each followed upon an answer of ours; {answer.proof}"

    def forget(self, address: str) -> None:
        """Starts counting anew for this address ("" for the whole server)."""
        for proved in (True, False):
            self._talks.pop((address, proved), None)
        if not address:
            self._answers.clear()

    def restore(self, moments: list[datetime]) -> None:
        """Counts, for the whole server, what was answered before a restart, oldest first."""
        self._answers = deque(moments)


def _count_echo(talk: _Talk, answer: _Answer, stored_at: datetime) -> None:
    """Whether the letter followed upon an answer of ours, and only said again what was said before."""
    met = max((moment for moment in talk.unmet if moment <= stored_at), default=None)
    if met is not None:
        talk.unmet.remove(met)
        if stored_at - met <= _DAY and talk.says_again(answer.letter):
            talk.echoes += _FULL if stored_at - met <= _AT_ONCE else _LATER
            talk.echoing += 1
            talk.echoes_since = talk.echoes_since or answer.now
        else:
            talk.begin_anew()
        talk.heard.append(_even(answer.letter.text[:_LOOKED_AT]))
    talk.unmet.append(answer.now)
    talk.said.append(answer.text)


def _follows(talk: _Talk, answer: _Answer, stored_at: datetime, limits: Limits) -> bool:
    """Count the exchange where the letter followed upon an answer of ours; whether there are too many of them by now."""
    if answer.before is not None and stored_at >= answer.before:
        _within_hour(talk.exchanges, answer.now)
    return len(talk.exchanges) > limits.exchanges_per_hour


def _within_hour(moments: deque[datetime], now: datetime) -> None:
    """Adds this moment, and drops those more than an hour before it, or after it: the clock may have been set back."""
    moments.append(now)
    while not timedelta() <= now - moments[0] <= _HOUR:
        moments.popleft()


def _seen(number: int, what: str, since: datetime) -> str:
    return f"{number} {what} since {since:%H:%M} (UTC)"


def _even(text: str) -> str:
    """Text as it is compared: numbers of tickets, dates and white space make no difference."""
    return " ".join(_DIGITS.sub("0", text.casefold()).split())


@lru_cache(maxsize=256)  # each of our answers is held against the next letters of its reader
def _even_lines(text: str) -> frozenset[str]:
    return frozenset([" ".join(line.split()) for line in _DIGITS.sub("0", text.casefold()).splitlines()])


def _repeats(letter: Incoming, ours: Iterable[str]) -> bool:
    """Whether a letter's lines are nearly all lines of one of our last answers."""
    # What we remember of an answer is cut, and lines that it wraps may have been joined since.
    lines = [_even(line) for line in letter.text[: _LOOKED_AT // 2].splitlines() if line.strip()]
    if len(lines) < _LEAST_LINES:
        return False
    known = frozenset[str]().union(*map(_even_lines, ours))
    return sum(line in known for line in lines) >= _OURS * len(lines)
