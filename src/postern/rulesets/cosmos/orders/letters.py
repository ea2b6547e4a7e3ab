"""What a letter of orders has beside orders: messages from player to player (``[M 1,3`` and a text, to ``]`` on a line by
itself), lines that are no orders, with what to write instead, and what all of it costs: allowances of units first, then the
nation's administration points, line by line (CF-3.2, ruling 1.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from rapidfuzz import fuzz, process

from postern.game.kit.orders.grammar import Grammar
from postern.game.kit.orders.kinds import TOKEN, Form, Refusal
from postern.game.kit.orders.sheets import NOT_UNDERSTOOD, Given
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.world.records import Nation, World

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


@dataclass(frozen=True)
class Charge:
    """What one line cost its giver (0: the nation itself): an order of the allowance, an administration point, or nothing.
    ``paid`` False: neither was left, and the line is dropped."""

    line: int
    giver: int
    code: str
    allowance: int = 0
    points: int = 0
    paid: bool = True


@dataclass(frozen=True)
class Bill:
    """What is paid for of each order (None: it is dropped), what every line cost, and what is used: of the administration
    limit, and of the allowance of each unit."""

    paid: tuple[Given | None, ...]
    charges: tuple[Charge, ...]
    limit: int
    points: int
    allowances: Mapping[int, int]
    used: Mapping[int, int]

    @property
    def points_left(self) -> int:
        return self.limit - self.points


def is_free(order: Any) -> bool:
    """True for orders that cost nothing: names, aliases, home and heir, and messages (CF-3.2-11)."""
    return isinstance(order, Message) or TRAITS[order.name].free


def giver_of(given: Given) -> int:
    """The number of the unit or location that is ordered, 0 for the nation."""
    return int(given.head.name) if given.head.sort in ("unit", "location") else 0


def charge(world: World, nation: Nation, orders: Iterable[Given]) -> Bill:
    """Charges the orders of a letter in the order in which they are written. An outer order that cannot be paid goes with its
    block, an inner one alone (CF-3.2-12). Units have an allowance only if they were there when the turn began (CF-3.2-04)."""
    till = _Till(world, nation)
    paid = tuple(till.pay(given, giver_of(given)) for given in orders)
    return Bill(paid, tuple(till.charges), nation.admin_limit, till.points, till.allowances, till.used)


@dataclass
class _Till:
    world: World
    nation: Nation
    charges: list[Charge] = field(default_factory=list)
    points: int = 0
    allowances: dict[int, int] = field(default_factory=dict)
    used: dict[int, int] = field(default_factory=dict)

    def pay(self, given: Given, giver: int) -> Given | None:
        """The order with those of its block that are paid; None when it is not. All are charged to the same giver."""
        bill = self.charged(given, giver)
        self.charges.append(bill)
        if not bill.paid:
            return None
        inner = (self.pay(one, giver) for one in given.inner)
        return replace(given, inner=tuple(one for one in inner if one is not None))

    def charged(self, given: Given, giver: int) -> Charge:
        """The charge for this line alone."""
        bill = Charge(given.line, giver, given.code)
        if is_free(given.order):
            return bill
        if giver not in self.allowances:
            unit = self.world.units.get(giver)
            self.allowances[giver] = self.world.tables.unit_types[unit.type].allowance if unit else 0
        if self.used.get(giver, 0) < self.allowances[giver]:
            self.used[giver] = self.used.get(giver, 0) + 1
            return replace(bill, allowance=1)
        if self.points < self.nation.admin_limit:
            self.points += 1
            return replace(bill, points=1)
        return replace(bill, paid=False)


_NEAR = 60
_MOST_NAMES = 5
_SHORTEST = 2
"""Letters that a shortened order's name has at least."""


@dataclass(frozen=True)
class Mistake:
    """A line that people write and that is no order, with its answer."""

    pattern: re.Pattern[str]
    why: str
    remedy: str
    paste: str

    def answer(self, text: str) -> Refusal | None:
        """The answer to a line of this form."""
        found = self.pattern.fullmatch(text)
        if found is None:
            return None
        said = {name: value or "" for name, value in found.groupdict().items()}
        first = text.split(" ")[0]
        return Refusal(NOT_UNDERSTOOD, *(part.format(first, **said) for part in (self.why, self.remedy, self.paste)))


@cache
def _mistakes() -> tuple[Mistake, ...]:
    rows = CONTENT.toml("mistakes")["mistake"]
    return tuple(Mistake(re.compile(row["pattern"]), row["why"], row["remedy"], row["paste"]) for row in rows)


@cache
def _signs() -> Mapping[str, str]:
    signs: Mapping[str, str] = CONTENT.toml("mistakes")["signs"]
    return signs


def usual_mistake(text: str) -> Refusal | None:
    """The answer to a line that people often write, though it is no order."""
    return next((answer for one in _mistakes() if (answer := one.answer(text)) is not None), None)


def unread(grammar: Grammar, text: str) -> Refusal:
    """The answer to a line that no form reads."""
    first, _, rest = text.partition(" ")
    names = _names(grammar)
    if first in names:
        return _misfit(grammar, names[first], text)
    longer = [name for name in sorted(names) if name.startswith(first) and len(first) >= _SHORTEST]
    if longer:
        full = next((one for name in longer if _is_order(grammar, one := f"{name} {rest}".strip())), "")
        remedy = "Write it in full:" if full else f"In full: {', '.join(longer[:_MOST_NAMES])}."
        return Refusal(NOT_UNDERSTOOD, f'Orders cannot be shortened: "{first}".', remedy, full)
    near = process.extractOne(first, sorted(names), scorer=fuzz.ratio, score_cutoff=_NEAR)
    why = f'Unknown order "{first[:40]}".'
    if near is None:
        return Refusal(NOT_UNDERSTOOD, why, "HELP ORDERS shows all orders.")
    mended = f"{near[0]} {rest}".strip()
    return Refusal(NOT_UNDERSTOOD, why, f"Did you mean {near[0]}?", mended if _is_order(grammar, mended) else "")


def _is_order(grammar: Grammar, text: str) -> bool:
    found = grammar.find(text)
    return found is not None and not isinstance(found.order, Refusal)


def _names(grammar: Grammar) -> dict[str, Form]:
    """The first words of all orders, with the last form of each."""
    found = {}
    for kind, form in grammar.forms:
        for name in (form.text.split(" ")[0].split("<")[0], *kind.also):
            found[name] = form
    return found


def _misfit(grammar: Grammar, form: Form, text: str) -> Refusal:
    """The answer to a line with the right name and arguments that do not fit: what is missing, or too much."""
    name = text.split(" ")[0]
    remedy = f"For example: {grammar.example(form)}."
    needed = [token for token in TOKEN.finditer(form.text) if not token["optional"]]
    missing = needed[len(text.split(" ")) - 1 :]
    if not missing:
        return Refusal(NOT_UNDERSTOOD, f"{name} is written {form.shown}.", remedy)
    sign = missing[0]["sign"] or missing[0]["field"]
    noun = _signs().get(sign, sign)
    article = "at least one" if missing[0]["many"] else "an" if noun[0] in "aeiou" else "a"
    return Refusal(NOT_UNDERSTOOD, f"{name} needs {article} {noun}.", remedy)
