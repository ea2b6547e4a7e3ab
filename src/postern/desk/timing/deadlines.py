"""When the next turn is due: pure functions, in the game's time zone, exact across daylight saving.

A local time that does not exist (clocks go forward) or exists twice (clocks go back) means the later of its two
readings, so that nobody who trusted the wall clock is late.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SLOT = re.compile(r"(?P<days>[a-z,\s-]+?)\s+(?P<hour>\d{1,2}):(?P<minute>\d{2})")
_HORIZON_DAYS = 800
"""How far ahead a deadline is looked for: more than two years of skipped days means a mistake in the settings."""
_LONGEST_GAP_DAYS = 730
"""How long days off in a row may leave no deadline. A turn may fall due a while before the first of them, hence fewer."""


@dataclass(frozen=True)
class Slot:
    """A time of day on some days of the week (0 is Monday)."""

    weekdays: frozenset[int]
    at: time


@dataclass(frozen=True)
class Schedule:
    """A game's deadlines: slots in a zone, and the least time that a turn is open.

    None falls on a holiday, on a day of the week that is not allowed, or on a day on which a player is away (spans of
    days, first and last included).
    """

    slots: tuple[Slot, ...]
    zone: ZoneInfo
    min_open: timedelta = timedelta()
    holidays: frozenset[date] = frozenset()
    weekdays: frozenset[int] = frozenset(range(7))
    away: tuple[tuple[date, date], ...] = ()

    def allows(self, day: date) -> bool:
        """Whether a deadline may fall on this day."""
        free = day.weekday() in self.weekdays and day not in self.holidays
        return free and not any(first <= day <= last for first, last in self.away)


def parse_slots(texts: Sequence[str]) -> tuple[Slot, ...]:
    """Reads ``Fri 20:00``, ``Tue, Fri 20:00``, ``Mon-Fri 18:30`` or ``daily 21:00``; ``none`` alone: no slot at all.

    Raises ValueError with an example.
    """
    if [text.strip().lower() for text in texts] == ["none"]:
        return ()
    return tuple(_parse_slot(text) for text in texts)


def parse_weekdays(text: str) -> frozenset[int]:
    """Reads ``Mon-Fri``, ``Tue, Sat`` or ``daily``. Raises ValueError with what is possible."""
    return frozenset(_weekdays(text.strip().lower(), text))


def check_gaps(schedule: Schedule) -> None:
    """Raises ValueError when holidays and absences in a row leave no deadline for two years, or lie beyond the calendar.

    Where they do not, ``next_deadline`` finds one from any moment.
    """
    always = replace(schedule, min_open=timedelta())
    try:
        starts = {day for day in schedule.holidays if day - timedelta(days=1) not in schedule.holidays}
        for day in sorted(starts.union(first for first, _ in schedule.away)):
            next_deadline(always, datetime.combine(day, time(), schedule.zone), _LONGEST_GAP_DAYS)
    except OverflowError:
        raise ValueError("a day lies beyond the end of the calendar") from None


def next_deadline(schedule: Schedule, after: datetime, within_days: int = _HORIZON_DAYS) -> datetime | None:
    """The first deadline at least ``min_open`` later than ``after`` (and later than ``after`` itself), in UTC.

    None for a schedule without slots. Raises ValueError when there is none within about two years: no day is allowed.
    """
    if not schedule.slots:
        return None
    earliest = after.astimezone(UTC) + schedule.min_open
    start = earliest.astimezone(schedule.zone).date() - timedelta(days=1)
    for day in (start + timedelta(days=offset) for offset in range(within_days)):
        fitting = [moment for moment in _moments(schedule, day) if moment >= earliest and moment > after]
        if fitting:
            return min(fitting)
    raise ValueError("no deadline within two years: check deadline, weekdays and holidays in the game's file, and absences")


def moment_of(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The moment in UTC at which the wall clock of this zone shows this day and time, the later one when in doubt."""
    local = datetime.combine(day, at)
    return max(local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))


def _moments(schedule: Schedule, day: date) -> Iterator[datetime]:
    if schedule.allows(day):
        for slot in schedule.slots:
            if day.weekday() in slot.weekdays:
                yield moment_of(day, slot.at, schedule.zone)


def _parse_slot(text: str) -> Slot:
    match = _SLOT.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(f'"{text}" needs days and a time, as in "Fri 20:00", "Tue, Fri 20:00" or "daily 21:00"')
    try:
        at = time(int(match["hour"]), int(match["minute"]))
    except ValueError:
        raise ValueError(f'"{text}" needs a time from 00:00 to 23:59') from None
    return Slot(frozenset(_weekdays(match["days"], text)), at)


def _weekdays(days: str, text: str) -> Iterator[int]:
    if days in ("daily", "every day"):
        yield from range(7)
        return
    for piece in re.split(r"[\s,]+", re.sub(r"\s*-\s*", "-", days)):
        first, _, last = piece.partition("-")
        start = _weekday(first, text)
        end = _weekday(last, text) if last else start
        yield start
        while start != end:
            start = (start + 1) % 7
            yield start


def _weekday(word: str, text: str) -> int:
    if word[:3] in _DAYS:
        return _DAYS.index(word[:3])
    raise ValueError(f'"{word}" in "{text}" is no day of the week: use Mon, Tue, Wed, Thu, Fri, Sat, Sun or daily')
