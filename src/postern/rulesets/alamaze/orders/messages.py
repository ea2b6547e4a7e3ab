"""Letters from king to king within a letter of orders: ``MESSAGE DW GN``, the text, and ``END`` on a line by itself (rulings 2
and 75)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from postern.game.events import Event
from postern.game.kit.orders import Refusal
from postern.game.orders import OrderSheet
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.world import World

_HEAD = re.compile(r"\s*MESSAGE(?:\s+TO\b)?(?P<to>(?:[\s,:]+[A-Za-z]{2,12}){1,15})\s*:?\s*", re.IGNORECASE)
_END = re.compile(r"\s*END\s*\.?\s*", re.IGNORECASE)
_ALL = ("ALL", "EVERYBODY", "EVERYONE")


@dataclass(frozen=True)
class Message:
    """A text for the kings of some kingdoms (their codes)."""

    to: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Body:
    """A message where it stands: the indexes (from 0) of its first line and of that behind its last, whom it names, its text.
    ``closed`` False: no line ends it, and it is its first line alone."""

    first: int
    behind: int
    to: tuple[str, ...]
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
        to = tuple(word for word in re.findall("[A-Z]+", head["to"].upper()) if word != "AND")
        end = next((n for n in range(place + 1, len(lines)) if _END.fullmatch(lines[n])), 0)
        if end:
            yield Body(place, end + 1, to, tuple(lines[place + 1 : end]))
            place = end + 1
        else:
            yield Body(place, place + 1, to, (), closed=False)
            place += 1


def quoted(lines: Sequence[str]) -> frozenset[int]:
    """Indexes (from 0) of the lines of messages below their first line, with the line that ends each."""
    return frozenset(place for body in bodies(lines) for place in range(body.first + 1, body.behind))


def message_of(body: Body, world: World, code: str, before: int) -> Message | Refusal:
    """What a body says, or why it cannot be sent. ``before`` messages stand above it in the letter."""
    tables = world.tables
    if not body.closed:
        remedy = "Write the text on the lines below, and END on a line by itself."
        return Refusal("NOT UNDERSTOOD", "This message has no end.", remedy)
    others = [one for one, kingdom in sorted(world.kingdoms.items()) if one != code and kingdom.seat and kingdom.active]
    to: list[str] = []
    for name in body.to:
        found = others if name in _ALL else [one for one in others if name in (one, tables.kingdoms[one].name.upper())]
        if not found:
            remedy = f"Kingdoms that get letters: {' '.join(others)}; ALL is to all of them."
            return Refusal("NO SUCH KINGDOM", f'A message cannot go to "{name[:20]}".', remedy)
        to += found
    text = "\n".join(line.rstrip() for line in body.lines).strip("\n")
    if not text.strip():
        return Refusal("NOT UNDERSTOOD", "This message has no text.", "Write it between the lines MESSAGE and END.")
    longest, most = tables.whole("letters.message_characters"), tables.whole("letters.messages")
    if len(text) > longest:
        return Refusal("TOO LONG", f"A message has {longest:,} characters at most; this one has {len(text):,}.", "Send two.")
    if before >= most:
        return Refusal("TOO LONG", f"A letter carries {most} messages at most.", "PRESS sends more.")
    return Message(tuple(dict.fromkeys(to)), text)


def code_of(message: Message) -> str:
    """A message as letters write it."""
    return f"MESSAGE {' '.join(message.to)}\n{message.text}\nEND"


def words_of(message: Message, tables: Edition) -> str:
    """A message read back, without its text."""
    names = [tables.kingdoms[code].name for code in message.to]
    lines = len(message.text.split("\n"))
    count = f"{lines} {'line' if lines == 1 else 'lines'}"
    return f"a message of {count} to {', '.join(names)}; it is no order and goes with the next report (PRESS sends at once)"


def delivered(world: World, sheets: Mapping[str, OrderSheet]) -> list[Event]:
    """The messages of a turn's letters as events for their senders and receivers, by the sender's code (AC-31-02)."""
    events = []
    for kingdom in world.seated():
        for order in sheets[kingdom.seat].orders if kingdom.seat in sheets else ():
            if isinstance(order.data, Message):
                seats = {world.kingdoms[code].seat for code in order.data.to if code in world.kingdoms} | {kingdom.seat}
                data = {"sender": kingdom.code, "kingdoms": list(order.data.to), "lines": order.data.text.split("\n")}
                events.append(Event("message", "0", frozenset(seats - {""}), data))
    return events
