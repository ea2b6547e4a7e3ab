"""Spans of time as people write them in settings: ``30m``, ``24h``, ``2d``, ``1h30m``, ``0s``."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, PlainSerializer

_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_PIECE = re.compile(r"(\d+)\s*([dhms])")
_LONGEST = timedelta(days=36_500)
"""A setting's longest span: a hundred years before and after any moment the calendar goes on."""


def duration(text: str) -> timedelta:
    """The span of time that the text names. Raises ValueError for anything else, with an example."""
    compact = text.replace(" ", "").lower()
    pieces = _PIECE.findall(compact)
    if not pieces or "".join(number + unit for number, unit in pieces) != compact:
        raise ValueError(f'"{text}" needs a number and d, h, m or s, as in "24h", "30m" or "1h30m"')
    try:
        return sum((timedelta(**{_UNITS[unit]: int(number)}) for number, unit in pieces), timedelta())
    except OverflowError:
        raise ValueError(f'"{text}" is longer than any calendar; write a shorter one, as in "2d"') from None


def spoken(span: timedelta) -> str:
    """The span in words, to the minute: ``2 days``, ``1 hour 30 minutes``, ``at once`` for nothing."""
    minutes = int(span.total_seconds()) // 60
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    words = [
        f"{count} {word}{'' if count == 1 else 's'}"
        for count, word in ((days, "day"), (hours, "hour"), (minutes, "minute"))
        if count
    ]
    if words == ["30 minutes"]:
        return "half an hour"
    if not words:
        seconds = int(span.total_seconds())
        return f"{seconds} second{'' if seconds == 1 else 's'}" if seconds else "at once"
    return " ".join(words)


def _from_text(value: object) -> object:
    return duration(value) if isinstance(value, str) else value


def _bounded(span: timedelta) -> timedelta:
    if not -_LONGEST <= span <= _LONGEST:
        raise ValueError(f'is too long: "{_LONGEST.days}d" at most')
    return span


def _to_text(span: timedelta) -> str:
    return f"{int(span.total_seconds())}s"


Duration = Annotated[
    timedelta, BeforeValidator(_from_text), AfterValidator(_bounded), PlainSerializer(_to_text, when_used="json")
]
