"""What happened, as data. Words are made last, in a ruleset's report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Event:
    """One thing that happened in a turn.

    ``kind`` names it ("battle", "captured"); ``step`` is the step of the turn's sequence in which it happened; ``data``
    holds JSON-ready facts (strings, whole numbers, booleans, lists, mappings). ``seen_by`` names the seats that may be
    told; nobody else ever is.
    """

    kind: str
    step: str
    seen_by: frozenset[str]
    data: Mapping[str, Any] = field(default_factory=dict)


def seen(events: Iterable[Event], seat: str) -> list[Event]:
    """The events which this seat may be told, in the order in which they happened."""
    return [event for event in events if seat in event.seen_by]
