"""What happened, as data. Words are made last, in a ruleset's report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


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


@dataclass(frozen=True)
class Deed:
    """One thing that happened in a turn and is worth telling when the game is over.

    battle: ``seat`` had the better of it over ``other`` (``what`` is "undecided" where neither had), ``size`` is how many fell
    on all sides. siege: ``seat`` besieged the place of ``other`` when the turn ended. feat: ``what`` completes a sentence after
    the seat's name ("slew the dragon of B4"), ``size`` says how much it weighs, in the measure of battles. fall: ``seat`` fell
    out of the game. Names that are no seats ("the guardians") stand as a sentence says them.
    """

    kind: Literal["battle", "siege", "feat", "fall"]
    seat: str
    other: str = ""
    place: str = ""
    size: int = 0
    what: str = ""
