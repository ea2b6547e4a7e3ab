"""What the log leaves out unless it is set to log everything: addresses, reply tokens, and what people wrote."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from structlog.typing import EventDict, WrappedLogger

_HIDDEN = "(hidden)"
_ADDRESS = re.compile(r"[^\s<]*@[^\s<>()\[\]{},;:\"']+")
_TOKEN = re.compile(r"(?i)\+[a-z2-7]{20,40}")
_WRITTEN = frozenset({"lines", "orders", "password", "raw", "subject", "text"})
"""Fields whose value is somebody's own words."""


def redact(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A structlog processor, before exceptions are put into words: hides what is personal in every field of an event.

    Of an exception its kind and its place in the code stay. Its words may quote an order or a letter; they stay only where
    the operating system speaks (OSError), without addresses.
    """
    error = _exception(event.pop("exc_info", None))
    for name, value in event.items():
        if name in _WRITTEN:
            event[name] = _HIDDEN
        elif not isinstance(value, int | float | None):
            event[name] = hidden(str(value))
    if error is not None:
        event["exception"] = "\n".join(_told(error))
    return event


def hidden(text: str) -> str:
    """The text without mail addresses and reply tokens."""
    return _TOKEN.sub(f"+{_HIDDEN}", _ADDRESS.sub(_HIDDEN, text))


def _exception(given: Any) -> BaseException | None:
    """The exception that an event is about, however it was handed over."""
    if isinstance(given, BaseException):
        return given
    if isinstance(given, tuple):
        return given[1] if isinstance(given[1], BaseException) else None
    return sys.exc_info()[1] if given else None


def _told(error: BaseException, depth: int = 0) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and depth < 5:
        yield from _told(before, depth + 1)
    yield from _places(error.__traceback__)
    words = f": {hidden(str(error))}" if isinstance(error, OSError) else ""
    yield f"{type(error).__module__}.{type(error).__qualname__}{words}"
    for one in getattr(error, "exceptions", ()) if depth < 5 else ():
        yield from _told(one, depth + 1)


def _places(trace: TracebackType | None) -> list[str]:
    return [f"  {place.filename}:{place.lineno} {place.name}" for place in traceback.extract_tb(trace)]
