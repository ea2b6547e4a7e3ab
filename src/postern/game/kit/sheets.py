"""A letter of orders line by line: heads that say who is ordered, orders side by side, blocks of orders inside an order.

``Layout`` says how the letters of a game are laid out, its ``Grammar`` what orders there are. Nothing is lost: a line becomes
orders, a problem with its remedy, or says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from postern.game.kit.grammar import Found, Grammar
from postern.game.kit.orders import OrderKind, Refusal, Told
from postern.game.orders import Order, OrderSheet, Problem
from postern.game.ruleset import LinePart

NOT_UNDERSTOOD = "NOT UNDERSTOOD"
MOST_DEEP = 30
"""Blocks that may stand inside of each other."""


@dataclass(frozen=True, slots=True)
class Head:
    """Whom the orders below it are for: the name, and which sort of giver that is."""

    name: str = ""
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Given:
    """An order with whom it is for and the orders of its block; its line, its text, and its form as answers write it."""

    head: Head
    order: Any
    inner: tuple[Given, ...] = ()
    line: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)
    code: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Said:
    """An order as it stands in a line: its kind, for whom it is, the orders in whose blocks it stands (the outermost first;
    None for one that was not read), and the text of each argument."""

    order: Any
    kind: OrderKind
    head: Head
    outer: tuple[Any, ...]
    texts: Mapping[str, str]


Judgement = tuple[Refusal, bool]
"""What is said against an order, and whether it stands all the same (a note)."""


def not_understood(grammar: Grammar, text: str) -> Refusal:
    """The refusal of a text that is no order, with the nearest order or form."""
    why = f"{text[:60]} could not be read as an order."
    if (mended := grammar.mended(text)) is not None:
        return Refusal(NOT_UNDERSTOOD, why, "Did you mean this?", grammar.code_of(mended.order))
    if (form := grammar.nearest_form(text)) is not None:
        remedy = f"The nearest form is {form.shown}, as in {grammar.example(form)} ({form.help})."
        return Refusal(NOT_UNDERSTOOD, why, remedy)
    return Refusal(NOT_UNDERSTOOD, why, "HELP ORDERS shows the forms.")


def _no_head(line: str, view: Any) -> Head | Refusal | None:
    return None


def _as_it_is(name: str, value: Any, view: Any) -> Iterable[tuple[str, Any]]:
    return [(name, value)]


@dataclass(frozen=True)
class Layout:
    """How a game's letters are laid out.

    ``plain`` gives a line as the forms read it, "" for one that says nothing. ``head`` reads a line that says who is ordered;
    orders above the first one are for ``first``. ``between`` parts orders side by side. ``opens`` and ``closes`` are the lines
    around a block. ``told`` says what a value is called. ``judge`` says what speaks against an order, in place of the check of
    its kind. ``slip`` answers a line that people write though it is no order, ``unread`` any other that is none. ``strict``:
    orders below a refused head, and in a block that belongs to no order, are dropped. ``is_head`` knows a head as our letters
    write it, whoever reads it.
    """

    plain: Callable[[str], str]
    head: Callable[[str, Any], Head | Refusal | None] = _no_head
    between: str = ""
    opens: str = ""
    closes: str = ""
    told: Told = _as_it_is
    first: Head = Head()
    judge: Callable[[Said, Any], Iterable[Judgement]] | None = None
    slip: Callable[[str], Refusal | None] = lambda line: None
    unread: Callable[[Grammar, str], Refusal] = not_understood
    strict: bool = False
    is_head: Callable[[str], bool] = lambda text: False

    def part_of(self, raw: str) -> LinePart:
        """Return the part of a line of our own letters in this layout (``Ruleset.line_part``)."""
        text = self.plain(raw)
        if not text:
            return ""
        return "opens" if text == self.opens else "closes" if text == self.closes else "head" if self.is_head(text) else ""


@dataclass
class _Node:
    """An order with its block as far as it is read; ``order`` None: it could not be read, and its block goes with it."""

    line: int
    text: str
    code: str
    words: str
    head: Head
    order: Any
    kind: OrderKind | None
    inner: list[_Node] = field(default_factory=list)
    closed: bool = False

    def given(self) -> Given:
        inner = tuple(one.given() for one in self.inner if one.order is not None)
        return Given(self.head, self.order, inner, self.line, self.text, self.code)


_NO_BLOCK = "No order that takes a block stands before this line."


@dataclass
class _Letter:
    grammar: Grammar
    layout: Layout
    view: Any
    head: Head
    dropped: bool = False
    problems: list[Problem] = field(default_factory=list)
    top: list[_Node] = field(default_factory=list)
    open: list[_Node] = field(default_factory=list)

    def refuse(self, line: int, text: str, refusal: Refusal, note: bool = False) -> None:
        self.problems.append(
            Problem(refusal.code, line, refusal.why, refusal.remedy, refusal.paste, text=text.strip(), note=note)
        )

    def close_all(self) -> None:
        for node in self.open:
            why = "Its block is not closed: all orders up to the next head are taken for its own."
            remedy = f"Write {self.layout.closes} behind its last order."
            self.refuse(node.line, node.text, Refusal(NOT_UNDERSTOOD, why, remedy), True)
        self.open.clear()

    def take(self, line: int, raw: str) -> None:
        text = self.layout.plain(raw)
        head = self.layout.head(text, self.view) if text else None
        if not text:
            return
        if head is not None:
            self.close_all()
            self.head = head if isinstance(head, Head) else Head()
            self.dropped = self.layout.strict and isinstance(head, Refusal)
            if isinstance(head, Refusal):
                self.refuse(line, raw, head)
        elif self.dropped:
            return
        elif self.layout.opens and text == self.layout.opens:
            self.open_block(line, raw)
        elif self.layout.closes and text == self.layout.closes:
            if self.open:
                self.open.pop().closed = True
            else:
                why, begins = f"{text} closes a block, but none is open.", f"{self.layout.opens} on the line below its order"
                self.refuse(line, raw, Refusal(NOT_UNDERSTOOD, why, f"Leave this line out; a block begins with {begins}."))
        else:
            self.siblings.extend(self.node(line, raw, part, found) for part, found in self.found(text))

    def drop_inner(self) -> None:
        """Names the orders that go with the block of an order that could not be read."""
        nodes: list[tuple[_Node, _Node | None]] = [(node, None) for node in self.top]
        while nodes:
            node, outer = nodes.pop()
            if outer is not None and node.order is not None:
                why = f"It stands in the block of line {outer.line}, which could not be read; it is dropped with it."
                self.refuse(node.line, node.text, Refusal(NOT_UNDERSTOOD, why, f"Mend line {outer.line}."))
            unread = outer or (node if node.order is None else None)
            nodes.extend((one, unread) for one in node.inner)

    @property
    def siblings(self) -> list[_Node]:
        return self.open[-1].inner if self.open else self.top

    def open_block(self, line: int, raw: str) -> None:
        last = self.siblings[-1] if self.siblings else None
        takes = last is not None and not last.closed and (last.kind is None or last.kind.block)
        if last is not None and takes and len(self.open) < MOST_DEEP:
            self.open.append(last)
            return
        why = f"No more than {MOST_DEEP} blocks can stand inside of each other." if takes else _NO_BLOCK
        self.refuse(line, raw, Refusal(NOT_UNDERSTOOD, why))
        if self.layout.strict:
            unread = _Node(line, raw, "", "", self.head, None, None)
            self.siblings.append(unread)
            self.open.append(unread)

    def found(self, text: str) -> list[tuple[str, Found | None]]:
        """The order that the whole text says, or those of its parts; a part that says none alone stands with None."""
        whole = self.grammar.find(text)
        parts = re.split(self.layout.between, text) if self.layout.between and whole is None else [text]
        found = [(part, self.grammar.find(part)) for part in parts if part]
        return found if any(one is not None for _, one in found) else [(text, None)]

    def node(self, line: int, raw: str, text: str, found: Found | None) -> _Node:
        kind = found.kind if found else None
        order = self.layout.slip(text) or (found.order if found else self.layout.unread(self.grammar, text))
        if found is not None and kind is not None and not isinstance(order, Refusal):
            for refusal, stands in self._judged(kind, found):
                self.refuse(line, text, refusal, stands)
                order = order if stands else None
        elif isinstance(order, Refusal):
            self.refuse(line, text, self._fitting(order))
        if order is None or isinstance(order, Refusal):
            return _Node(line, raw, "", "", self.head, None, kind)
        code, words = self.grammar.code_of(order), self.grammar.words_of(order, self.view, self.layout.told)
        return _Node(line, text, code, words, self.head, order, kind)

    def _fitting(self, refusal: Refusal) -> Refusal:
        """The refusal without the line that it offers, if that would be refused here too."""
        found = self.grammar.find(refusal.paste) if refusal.paste else None
        if found is None or found.kind is None or isinstance(found.order, Refusal):
            return refusal
        stands = all(note for _, note in self._judged(found.kind, found))
        return refusal if stands else replace(refusal, paste="")

    def _judged(self, kind: OrderKind, found: Found) -> Iterable[Judgement]:
        """What speaks against an order: the first thing for which it is dropped, or all notes."""
        if self.layout.judge is None:
            refusal = self._checked(kind, found.order)
            return [(refusal, False)] if refusal else []
        outer = tuple(one.order for one in self.open)
        told = list(self.layout.judge(Said(found.order, kind, self.head, outer, found.texts), self.view))
        return [one for one in told if not one[1]][:1] or told

    def _checked(self, kind: OrderKind, order: Any) -> Refusal | None:
        if self.head.sort and self.head.sort not in kind.giver.split("+"):
            givers = kind.giver.replace("+", " or ")
            return Refusal(NOT_UNDERSTOOD, f"{kind.name} is for a {givers}; here a {self.head.sort} is ordered.")
        return kind.check(order, self.view) if kind.check else None


def read(grammar: Grammar, layout: Layout, text: str, view: Any) -> OrderSheet:
    """A letter's orders, in the order of its lines, and the problems. Each order's ``data`` is a ``Given``."""
    letter = _Letter(grammar, layout, view, layout.first)
    lines = re.split(r"\r\n|\r|\n", text)
    for number, raw in enumerate(lines, start=1):
        letter.take(number, raw)
    letter.close_all()
    letter.drop_inner()
    orders = tuple(Order(one.line, one.text, one.code, one.words, one.given()) for one in letter.top if one.order is not None)
    return OrderSheet(text, orders, tuple(sorted(letter.problems, key=lambda one: one.line)))
