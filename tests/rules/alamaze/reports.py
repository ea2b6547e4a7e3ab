"""Reports for tests: a kingdom's report from a world and events, its sections as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.report import Bullets, Report, Table, Text
from postern.render import to_text
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.knowledge import View, view_of
from postern.rulesets.alamaze.report.reading import Reading
from postern.rulesets.alamaze.report.turn_report import report
from postern.rulesets.alamaze.world.records import World


def view(world: World, code: str = "WA") -> View:
    """What the player of a kingdom knows."""
    return view_of(world, world.kingdoms[code].seat)


def event(kind: str, code: str = "WA", /, **data: Any) -> Event:
    """An event told to one kingdom, whose player has its code for a name."""
    return Event(kind, "1", frozenset({code}), data)


def reading(world: World, events: Sequence[Event] = (), code: str = "WA") -> Reading:
    """What a kingdom's report is made from."""
    return Reading(view(world, code), seen(events, world.kingdoms[code].seat))


def report_of(world: World, events: Sequence[Event] = (), code: str = "WA", unread: Sequence[str] = ()) -> Report:
    """The report of a kingdom, with those of the events that it may be told."""
    return report(view(world, code), seen(events, world.kingdoms[code].seat), unread)


def section(told: Report, key: str) -> str:
    """A section as text: paragraphs, items, and rows with bars between the cells. Raises StopIteration for one not there."""
    found = next(one for one in told.sections if one.key == key)
    lines = []
    for block in found.blocks:
        if isinstance(block, Text):
            lines.append(block.text)
        elif isinstance(block, Bullets):
            lines += [f"- {item}" for item in block.items]
        elif isinstance(block, Table):
            lines += [block.caption, *(" | ".join(row) for row in block.rows)]
    return "\n".join(lines).replace("**", "").replace("`", "")


def resolved(world: World, letters: dict[str, str]) -> tuple[World, tuple[Event, ...]]:
    """The world after a turn with these letters, and all its events."""
    sheets = {code: CLASSIC.read(text, view(world, code)) for code, text in letters.items()}
    outcome = CLASSIC.resolve(world, sheets, Chance("tests"))
    return outcome.world, outcome.events


def whole(told: Report) -> str:
    """All of a report as the plain letter has it."""
    return to_text(told)
