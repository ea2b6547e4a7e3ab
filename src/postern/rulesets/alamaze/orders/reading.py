"""Reading a letter of orders (rulings 1 and 2): every line becomes an order, nothing, or a problem with its remedy.

- Letters from king to king stand within it: ``MESSAGE DW GN``, the text, and ``END`` on a line by itself (rulings 2 and 75).
- ``DROP n``: the order with this number in the last answer is taken off file, the others stay (ruling 2).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from postern.game.events import Event
from postern.game.kit.orders.digits import is_number
from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.orders.sheets import Layout, without_stop
from postern.game.kit.orders.sheets import read as read_lines
from postern.game.orders import Order, OrderSheet, Problem, Verdict
from postern.rulesets.alamaze.knowledge import View
from postern.rulesets.alamaze.orders.unread import by_number, slip, unread, with_letters
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.tables.grammar import BLANK, CREATE, Command, grammar
from postern.rulesets.alamaze.world.records import World

_DROP = re.compile(r"\s*DROP((?:[\s,]+#?[0-9]{1,3})+)\s*\.?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Drop:
    """The numbers of a line ``DROP 2 3``."""

    numbers: tuple[int, ...]


def drop_of(line: str) -> Drop | None:
    """What a line drops; None for another line."""
    found = _DROP.fullmatch(line)
    return Drop(tuple(map(int, re.findall("[0-9]+", found[1])))) if found else None


def merged(filed: str, new: str, answer: Callable[[str], Verdict]) -> str:
    """What is on file after a letter: the letter alone, but where it drops orders by number those that are left and its own.

    ``answer`` gives the answer to what is on file, whose numbers are meant. Numbers that it has not are left out.
    """
    lines = new.split("\n")
    drops = [found for line in lines if (found := drop_of(line)) is not None]
    if not drops:
        return new
    accepted = answer(filed).accepted
    wanted = {number for one in drops for number in one.numbers}
    gone: set[int] = set()
    kept = filed.split("\n")
    for number, reading in enumerate(accepted, start=1):
        if number in wanted:
            gone |= set(range(reading.line, reading.line + len(reading.code.split("\n"))))
    left = [line for number, line in enumerate(kept, start=1) if number not in gone]
    return "\n".join([*left, *(line for line in lines if drop_of(line) is None)]).strip("\n")


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


_GOODS = {"F": "food", "G": "gold", "D": "defense"}
_HIRE, _HOLDS_ANOTHER = "510", ("50", "60")
_NUMBER = re.compile(r"#? ?(?P<number>[0-9]{2,3})[.:]?")
_MARK = re.compile(r";|//|(?:^|(?<=\s))#(?! ?[0-9])")
"""What a remark begins with."""
_SIGN = re.compile(r"(?<!\S)# ?(?=[0-9])")
"""What may stand before the number of an order."""
_MOST_PARTS = 60
_PARTED = re.compile(r"(?<=^[0-9]{2}),|(?<=^[0-9]{3}),|,(?![0-9]{3}(?![0-9]))|(?<=[A-Za-z])>(?=[A-Za-z])")
"""What people put between columns: commas that are none of thousands, and > between areas."""
_PLUS = re.compile(r"(?<!\S)[+]?([0-9][0-9.,]*[Kk]?)[+]?(?!\S)")
_FRAME = re.compile(r"ORDERS|END|GAME .*")


def plain(raw: str, tables: Edition) -> str:
    """A line as the forms read it: without remarks, with its number in front, in capitals, with single blanks; "" for one that
    says nothing. The name of a new figure keeps its letters (ruling 1)."""
    if raw.startswith(">"):
        return ""
    said = _SIGN.sub(" ", without_stop(_MARK.split(raw, maxsplit=1)[0].rstrip()))
    words = _PLUS.sub(r"\1", _PARTED.sub(" ", said)).split()
    while len(words) > 1 and words[-1] == BLANK:
        words.pop()
    if not words:
        return ""
    head = _NUMBER.fullmatch(words[0])
    words = [head["number"], *words[1:]] if head else by_number(tables, words)
    if words[0] in _HOLDS_ANOTHER:
        words = [words[0], *by_number(tables, words[1:])]
    named = words[2] if words[0] == _HIRE and len(words) > 2 else ""
    line = " ".join([one if one is named else one.upper() for one in words])
    return "" if _FRAME.fullmatch(line) else line


def parts(name: str, text: str) -> list[str]:
    """The orders that stand on one line, parted in front of their numbers so that all of them are orders of this edition; the
    line itself where it is one, or where that cannot be done in one way alone."""
    orders, words = grammar(name), text.split()
    if words[0] in _HOLDS_ANOTHER and len(words) > 1:
        inner, *others = parts(name, " ".join(words[1:]))
        return [f"{words[0]} {inner}", *others]
    if orders.find(text) is not None or len(words) > _MOST_PARTS:
        return [text]
    begins = [place for place, word in enumerate(words) if orders.knows(word) and is_number(word)]
    if begins[:1] != [0]:
        return [text]
    ways: dict[int, list[list[str]]] = {len(words): [[]]}
    for begin in reversed(begins):
        ends = [end for end in (*begins, len(words)) if end > begin and ways[end]]
        found = {end: orders.find(" ".join(words[begin:end])) for end in ends}
        good = [end for end, one in found.items() if one is not None and not isinstance(one.order, Refusal)]
        ways[begin] = [[" ".join(words[begin:end]), *rest] for end in good for rest in ways[end]][:2]
    return ways[0][0] if len(ways[0]) == 1 else [text]


def begins_order(line: str, tables: Edition) -> bool:
    """Return whether the orders of an edition stand in a line: a number alone may be a column of the line above."""
    text = plain(line, tables)
    return bool(text) and all(grammar(tables.name).find(one) is not None for one in parts(tables.name, text))


def remarks(raw: str) -> list[str]:
    """What stands behind the marks of remarks in a line that says something else, too."""
    said, *behind = _MARK.split(raw)
    return behind if said.strip() and not raw.startswith(">") else []


def told(name: str, value: Any, view: View) -> Iterable[tuple[str, Any]]:
    """What the value of a column is called in words."""
    tables = view.world.tables
    if name == "kingdom" and value in tables.kingdoms:
        value = tables.kingdoms[value].name
    elif name in ("figure", "second_figure", "third_figure") and value in view.kingdom.figures:
        value = view.kingdom.figures[value].name
    elif name == "region" and value in tables.regions:
        value = tables.regions[value].name
    elif name == "sea" and value in tables.seas:
        value = tables.seas[value].sea
    elif name == "name":
        value = value.replace("_", " ")
    elif name in ("area", "second_area") and value in view.world.centers:
        value = f"{view.world.centers[value].name} ({value})"
    elif name == "path":
        value = ", ".join(value)
    elif name == "tactic":
        value = f"with tactic {value}" if value is not None else "by our usual tactic"
    elif name == "enemy":
        value = value or "the center"
    elif name == "wizard" and value:
        value = _wizard(view, value)
    elif isinstance(value, int):
        value = f"{value:,}"
    elif name == "code":
        return [(name, value), ("goods", _GOODS.get(value, value))]
    return [(name, "" if value is None else value)]


def _wizard(view: View, said: str) -> str:
    """The name behind the code of an own wizard; of a power that is said instead, the power."""
    if is_number(said):
        return f"a wizard of power {said}"
    own = [one for group in view.world.groups_of(view.code) for one in group.wizards]
    return next((one.name for one in own if one.code == said), said)


def read(text: str, view: View) -> OrderSheet:
    """Reads a letter leniently. Every order's ``data`` is a ``Command``, a ``Message`` or a ``Drop``. Never raises,
    whatever the text is."""
    tables = view.world.tables
    lines = re.split(r"\r\n|\r|\n", text)
    rest = list(lines)
    others: list[Order] = []
    problems: list[Problem] = []
    for body in bodies(lines):
        rest[body.first : body.behind] = [""] * (body.behind - body.first)
        message = message_of(body, view.world, view.code, len(others))
        line = body.first + 1
        if isinstance(message, Refusal):
            below, text = body.behind - body.first, lines[body.first].strip()
            problems.append(Problem(message.code, line, message.why, message.remedy, text=text, lines=below))
        else:
            code = "\n".join(lines[body.first : body.behind])
            others.append(Order(line, lines[body.first].strip(), code, words_of(message, tables), message))
    for line, raw in enumerate(rest, start=1):
        if (drop := drop_of(raw)) is not None:
            rest[line - 1] = ""
            others.append(Order(line, raw.strip(), raw.strip().upper(), "orders are taken off file", drop))
    layout = Layout(
        lambda raw: with_letters(tables, said) if (said := plain(raw, tables)) else "",
        told=told,
        judge=lambda said, view: (),
        slip=partial(slip, tables),
        unread=partial(unread, tables, view.code),
        parts=lambda said, view: parts(tables.name, said),
        remarks=remarks,
        taken=True,
    )
    sheet = read_lines(grammar(tables.name), layout, "\n".join(rest), view)
    orders = [_read_back(replace(one, data=one.data.order), view) for one in sheet.orders]
    problems += [_as_written(one, lines[one.line - 1]) for one in sheet.problems]
    problems += [note for one in orders if (note := _changed(one, lines[one.line - 1], tables)) is not None]
    return OrderSheet(text, tuple(sorted([*orders, *others], key=_line)), tuple(sorted(problems, key=_line)))


def _line(one: Order | Problem) -> int:
    return one.line


def _read_back(order: Order, view: View) -> Order:
    """The words of an order without the blanks of columns that were left out; one that speaks of another (50 and 60) says in
    words of which."""
    found = grammar(view.world.edition).find(order.data.rest) if order.data.rest else None
    if found is None or not isinstance(found.order, Command):
        return replace(order, words=" ".join(order.words.split()))
    inner = " ".join(grammar(view.world.edition).words_of(found.order, view, told).split())
    what = "each turn from now on" if order.data.number == CREATE else "no longer each turn"
    return replace(order, words=f"{what}: {inner}")


def _as_written(problem: Problem, raw: str) -> Problem:
    """A problem that quotes a word as it stands in the line, not in capitals."""
    for word in raw.split():
        problem = replace(problem, why=problem.why.replace(f'"{word.upper()}"', f'"{word}"'))
    return problem


def _changed(order: Order, raw: str, tables: Edition) -> Problem | None:
    """A note where a whole word was read as the letter of a choice."""
    said = plain(raw, tables)
    if said == with_letters(tables, said):
        return None
    return Problem("READ AS", order.line, f"Read as: {order.code}.", text=raw.strip(), note=True, order=order.code)
