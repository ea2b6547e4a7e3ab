"""Reports for tests: what a kingdom reads of a world and events, its sections as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from postern.game.events import Event, seen
from postern.game.report import Battle, Block, Bullets, Letter, OrderForm, Report, Table, Text
from postern.rulesets.adventurer_kings.knowledge import View, view_of
from postern.rulesets.adventurer_kings.report.telling import Reading
from postern.rulesets.adventurer_kings.report.turn_report import report
from postern.rulesets.adventurer_kings.world import Feature, Guardian, World


def view(world: World, code: str = "AA") -> View:
    """What the player of a kingdom knows."""
    return view_of(world, world.kingdoms[code].seat)


def event(kind: str, /, step: str = "1b", to: Iterable[str] = ("A",), **data: Any) -> Event:
    """An event told to these seats."""
    return Event(kind, step, frozenset(to), data)


def reading(world: World, events: Sequence[Event] = (), code: str = "AA") -> Reading:
    """What a kingdom's report is made from."""
    return Reading(view(world, code), seen(events, world.kingdoms[code].seat))


def report_of(world: World, events: Sequence[Event] = (), code: str = "AA", unread: Sequence[str] = ()) -> Report:
    """The report of a kingdom, with those of the events that it may be told."""
    return report(view(world, code), seen(events, world.kingdoms[code].seat), unread)


def section(told: Report, key: str) -> str:
    """A section as text, a line a row, with bars between cells. Raises StopIteration for one that is not there."""
    return as_text(next(one for one in told.sections if one.key == key).blocks)


def as_text(blocks: Iterable[Block]) -> str:
    """Blocks as text."""
    return "\n".join(line for block in blocks for line in _lines(block)).replace("**", "").replace("`", "")


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Text):
        yield block.text
    elif isinstance(block, Bullets):
        yield from block.items
    elif isinstance(block, Table):
        yield " | ".join(column.title for column in block.columns)
        yield from (" | ".join(row) for row in block.rows)
    elif isinstance(block, Battle):
        yield from (block.title, block.place, block.outcome, *_lines(block.forces), *block.losses, *block.spoils)
    elif isinstance(block, Letter):
        yield f"{block.sender}: {block.text}"
    elif isinstance(block, OrderForm):
        yield from block.lines


def cave(world: World, place: int, *found_by: str, kind: str = "Ogre", hit_points: int = 14, gold: int = 9) -> Feature:
    """A cave with a guardian in a province."""
    one = Feature("Cave", 1, 60, Guardian(kind, 15, hit_points), gold, [11], list(found_by))
    world.provinces[place].features.append(one)
    return one
