"""Letters from player to player within a letter of orders: ``[M 1,3`` and a text, to ``]`` on a line by itself
(ruling 1.10)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postern.game.kit.orders import Refusal
from postern.rulesets.cosmos.world import World

MOST_LINES, MOST_MESSAGES = 10, 5
_HEAD = re.compile(r"\s*\[\s*m(?![a-z0-9])(?P<to>[^\]]*)(?P<end>\]?)\s*", re.IGNORECASE)
_END = re.compile(r"\s*\]\s*\.?\s*")


@dataclass(frozen=True)
class Message:
    """A text for the players of some nations (their codes), or for all (none)."""

    to: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Body:
    """A message where it stands: the indexes (from 0) of its first line and of that behind its last, whom it names, its text.
    ``closed`` False: no line ends it, and it is its first line alone."""

    first: int
    behind: int
    to: str
    lines: tuple[str, ...]
    closed: bool = True


def bodies(lines: Sequence[str]) -> Iterator[Body]:
    """The messages of a letter."""
    place = 0
    while place < len(lines):
        head = _HEAD.fullmatch(lines[place])
        if head is None:
            place += 1
            continue
        end = next((n for n in range(place + 1, len(lines)) if _END.fullmatch(lines[n])), 0)
        if head["end"] or not end:
            yield Body(place, place + 1, head["to"], (), closed=False)
            place += 1
        else:
            yield Body(place, end + 1, head["to"], tuple(lines[place + 1 : end]))
            place = end + 1


def quoted(lines: Sequence[str]) -> frozenset[int]:
    """Indexes (from 0) of the lines of messages below their first line, with the line that ends each."""
    return frozenset(place for body in bodies(lines) for place in range(body.first + 1, body.behind))


def message_of(body: Body, world: World, code: str, before: int) -> Message | Refusal:
    """What a body says, or why it cannot be sent. ``before`` messages stand above it in the letter."""
    if not body.closed:
        remedy = "Write [M or [M 1,3 on a line, the text below it, and ] on a line by itself."
        return Refusal("NOT UNDERSTOOD", "This message has no end.", remedy)
    to = []
    for name in re.split("[ ,]+", body.to.strip(" ,.:")) if body.to.strip(" ,.:") else ():
        other = world.tables.nation(name)
        if other is None or other == code or not world.nations[other].seat:
            remedy = f"Other nations: {_reached(world, code)}; [M alone is to all."
            return Refusal("NO SUCH NATION", f'A message cannot go to "{name}".', remedy)
        to.append(other)
    text = "\n".join(line.rstrip() for line in body.lines).strip("\n")
    if not text.strip():
        return Refusal("NOT UNDERSTOOD", "This message has no text.", "Write it between the two lines.")
    if len(text.split("\n")) > MOST_LINES:
        return Refusal("TOO LONG", f"A message has {MOST_LINES} lines at most.", "Send the rest as another.")
    if before >= MOST_MESSAGES:
        return Refusal("TOO LONG", f"A letter carries {MOST_MESSAGES} messages at most.")
    return Message(tuple(dict.fromkeys(to)), text)


def _reached(world: World, code: str) -> str:
    """The nations that a message of this one reaches, as orders name them."""
    rows = (world.tables.nations[one.code] for one in world.seated() if one.code != code)
    return ", ".join(f"{row.no} {row.code}" for row in sorted(rows, key=lambda row: row.no))


def receivers(world: World, sender: str, message: Message) -> tuple[str, ...]:
    """The players who get a message."""
    nations = [world.nations[code] for code in message.to] if message.to else list(world.seated())
    return tuple(one.seat for one in nations if one.seat and one.code != sender)


def code_of(message: Message) -> str:
    """A message as letters write it."""
    return f"[M {','.join(message.to)}".rstrip() + f"\n{message.text}\n]"


def words_of(message: Message, world: World) -> str:
    """A message read back, without its text."""
    names = [world.tables.nations[code].name for code in message.to]
    lines = len(message.text.split("\n"))
    return f"a message of {lines} {'line' if lines == 1 else 'lines'} goes to {', '.join(names) or 'all nations'}"
