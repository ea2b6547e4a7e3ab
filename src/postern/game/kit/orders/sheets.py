"""A letter of orders line by line: heads that say who is ordered, orders side by side, blocks of orders inside an order.

``Layout`` says how the letters of a game are laid out, its ``Grammar`` what orders there are. Nothing is lost: a line becomes
orders, a problem with its remedy, or says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from postern.game.kit.orders.grammar import Found, Grammar
from postern.game.kit.orders.kinds import OrderKind, Refusal, Told
from postern.game.orders import Order, OrderSheet, Problem
from postern.game.ruleset import LinePart

NOT_UNDERSTOOD = "NOT UNDERSTOOD"
TOO_LONG = "TOO LONG"
LONGEST = 2_000
"""Characters of a line that is read; a longer one is refused whole: cut, it might say something else."""
MOST_DEEP = 30
"""Blocks that may stand inside of each other."""
_NARROWEST = 40
"""Columns within which no mail program breaks a line."""
_MOST_JOINED = 60
"""Lines into which a mail program may have broken one."""
_STOPS = re.compile(r"(?<=[^\s.])[.!,]+$")


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


def without_stop(text: str) -> str:
    """Return the text without the full stops behind its last word, which telephones and people put at the end of a line."""
    return _STOPS.sub("", text)


def plain_line(raw: str) -> str:
    """Return a line in capitals with single blanks, without what stands behind a ``#``, and without a full stop at its end; ""
    for one that is quoted."""
    return "" if raw.startswith(">") else without_stop(" ".join(raw.partition("#")[0].upper().split()))


def _no_head(line: str, view: Any) -> Head | Refusal | None:
    return None


def _one_line(text: str, view: Any) -> Sequence[str]:
    return [text]


def _no_remark(raw: str) -> Sequence[str]:
    return ()


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

    ``parts`` parts a line into those that should have stood by themselves (``3104: move n``). ``remarks`` gives what stands
    behind the marks of remarks in a line: what of it is an order all the same is ``taken`` where a game says so, else named.
    ``headless`` says of a kind that its orders stand for themselves, below a refused head as well.
    """

    plain: Callable[[str], str] = plain_line
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
    parts: Callable[[str, Any], Sequence[str]] = _one_line
    remarks: Callable[[str], Sequence[str]] = _no_remark
    taken: bool = False
    headless: Callable[[OrderKind], bool] = lambda kind: False

    def part_of(self, raw: str) -> LinePart:
        """Return the part of a line of our own letters in this layout (``Ruleset.line_part``)."""
        text = self.plain(raw)
        if not text:
            return ""
        return "opens" if text == self.opens else "closes" if text == self.closes else "head" if self.is_head(text) else ""

    def begins_order(self, grammar: Grammar, raw: str) -> bool:
        """Return whether an order, or a part of the layout, begins with a line (``Ruleset.begins_order``)."""
        text = self.plain(raw)
        return bool(text) and (grammar.knows(text) or self.part_of(raw) != "")


@dataclass
class _Node:
    """An order with its block as far as it is read; ``order`` None: it could not be read, and its block goes with it.

    ``indent`` says how far its line is moved in, ``stop`` whether a full stop ends it.
    """

    line: int
    text: str
    code: str
    words: str
    head: Head
    order: Any
    kind: OrderKind | None
    inner: list[_Node] = field(default_factory=list)
    closed: bool = False
    indent: int = 0
    stop: bool = False

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
    below: list[int] = field(default_factory=list)
    """The lines with orders below a refused head, which is the last of the problems with line ``refused``."""
    refused: int = 0
    problems: list[Problem] = field(default_factory=list)
    top: list[_Node] = field(default_factory=list)
    open: list[_Node] = field(default_factory=list)

    def refuse(self, line: int, text: str, refusal: Refusal, note: bool = False, names: tuple[int, ...] = ()) -> None:
        known = self.grammar.knows(self.layout.plain(text[:LONGEST]))
        self.problems.append(
            Problem(
                refusal.code,
                line,
                refusal.why,
                refusal.remedy,
                refusal.paste,
                text=text.strip(),
                note=note,
                names=names,
                known=known,
            )
        )

    def close_all(self) -> None:
        while self.open:
            node = self.open.pop()
            remedy = f"Write {self.layout.closes} on a line by itself behind its last order."
            place = _end_of_block(node.inner)
            beyond = [one.line for one in node.inner[place:]]
            if beyond:
                del node.inner[place:]
                why = f"Its block is not closed, and {_lines_named(beyond)} may stand behind its end: not read."
                self.refuse(node.line, node.text, Refusal(NOT_UNDERSTOOD, why, remedy), names=tuple(beyond))
            else:
                why = "Its block is not closed: all orders up to the next head are taken for its own."
                self.refuse(node.line, node.text, Refusal(NOT_UNDERSTOOD, why, remedy), True)

    def take(self, line: int, raws: Sequence[str]) -> int:
        """Takes the first of some lines, with those below it into which a mail program broke it; says how many."""
        raw = raws[0]
        if len(raw) > LONGEST:
            self.take_too_long(line, raw)
            return 1
        text = self.layout.plain(raw)
        if not text:
            return 1
        *before, last = self.layout.parts(text, self.view) or [text]
        for part in before:
            self.take_part(line, raw, part)
        used = 1
        if not self.dropped and not self.is_structure(last):
            last, used = self.with_wrapped(line, last, raws)
        self.take_part(line, raw, last)
        if used < 0:  # whether the line below goes on with this one cannot be told
            used = -used
            self.dropped = True
        if used == 1 and not self.dropped:
            self.take_remarks(line, raw)
        return used

    def take_too_long(self, line: int, raw: str) -> None:
        """Refuses a line of too many characters; it might have been a head."""
        if not self.dropped:
            why = f"This line has {len(raw):,} characters, and a line may have {LONGEST:,}; it was not read."
            self.refuse(line, f"{raw.strip()[:60]} ...", Refusal(TOO_LONG, why, "Part it into several orders."))

    def is_structure(self, text: str) -> bool:
        """True for a head and for the lines around a block."""
        return text in (self.layout.opens, self.layout.closes) or self.layout.head(text, self.view) is not None

    def with_wrapped(self, line: int, text: str, raws: Sequence[str]) -> tuple[str, int]:
        """An order with the lines below into which it was broken, and how many lines that are; a negative number where the last
        of them may be a head as well, which is asked."""
        used = 1
        while used < min(len(raws), _MOST_JOINED):
            below = self.layout.plain(raws[used][:LONGEST])
            whole = f"{text} {below}"
            if not self._may_go_on(raws[used - 1], below) or not self._is_order(whole):
                break
            used += 1
            surely = raws[used - 2].rstrip().endswith(",")
            if not surely and isinstance(self.layout.head(below, self.view), Head):
                at = line + used - 1
                why = f"{below} may belong to line {at - 1}, or be a head: it was not read."
                remedy = f"Write {below}: with a colon if it is a head, else the whole order on one line: {whole}."
                self.refuse(at, raws[used - 1], Refusal(NOT_UNDERSTOOD, why, remedy), names=(at - 1,))
                self.refused = at
                return text, -used
            text = whole
        return text, used

    def _may_go_on(self, above: str, below: str) -> bool:
        """Whether a mail program may have broken a line between these two."""
        first = below.partition(" ")[0]
        wide = len(above.rstrip()) + 1 + len(first) > _NARROWEST
        if not below or not wide or below.endswith(":") or below in (self.layout.opens, self.layout.closes):
            return False
        return not (self.grammar.knows(below) or self.layout.remarks(above))

    def _is_order(self, text: str) -> bool:
        found = self.grammar.find(text)
        return found is not None and not isinstance(found.order, Refusal)

    def stands(self, text: str) -> bool:
        """True for an order against which nothing speaks where it would stand now."""
        found = self.grammar.find(text)
        if found is None or found.kind is None or isinstance(found.order, Refusal):
            return False
        return all(note for _, note in self._judged(found.kind, found))

    def take_remarks(self, line: int, raw: str) -> None:
        """Takes or names what stands behind a remark's mark and is an order."""
        pieces = [self.layout.plain(one) for one in self.layout.remarks(raw)]
        parted = [part for one in pieces if one for part in self.layout.parts(one, self.view)]
        orders = [one for one in parted if self.stands(one)]
        if self.layout.taken:
            for one in orders:
                self.take_part(line, raw, one)
        elif orders:
            note = len(orders) == 1 and " " not in orders[0]  # a word alone is more likely a remark
            why = f"Behind the mark of a remark and not read: {', '.join(orders)}."
            remedy = "If it is an order, write it on a line of its own."
            self.refuse(line, raw, Refusal(NOT_UNDERSTOOD, why, remedy), note)

    def take_part(self, line: int, raw: str, text: str) -> None:
        """Takes what stands in one line: a head, the begin or the end of a block, or orders."""
        head = self.layout.head(text, self.view)
        if head is not None:
            self.close_all()
            self.head = head if isinstance(head, Head) else Head()
            self.name_below()
            self.dropped = self.layout.strict and isinstance(head, Refusal)
            if isinstance(head, Refusal):
                self.refuse(line, raw, head)
                self.refused = line
        elif self.dropped and not self.stands_alone(text):
            if any(found is not None for _, found in self.found(text)):
                self.below.append(line)
        elif self.layout.opens and text == self.layout.opens:
            self.open_block(line, raw)
        elif self.layout.closes and text == self.layout.closes:
            if self.open:
                self.open.pop().closed = True
            else:
                why, begins = f"{text} closes a block, but none is open.", f"{self.layout.opens} on the line below its order"
                self.refuse(line, raw, Refusal(NOT_UNDERSTOOD, why, f"Leave this line out; a block begins with {begins}."))
        else:
            for part, found in self.found(text):
                node = self.node(line, raw, part, found)
                node.indent, node.stop = _indent(raw), raw.rstrip().endswith(".")
                self.siblings.append(node)

    def stands_alone(self, text: str) -> bool:
        """Return whether an order belongs to no head."""
        found = self.grammar.find(text)
        return found is not None and found.kind is not None and self.layout.headless(found.kind)

    def name_below(self) -> None:
        """Say with a refused head which orders stand below it."""
        if not self.below:
            return
        at = max(place for place, one in enumerate(self.problems) if one.line == self.refused)
        head, lines = self.problems[at], tuple(dict.fromkeys(self.below))
        why = f"{head.why} What stands below it, {_lines_named(lines)}, was not read."
        self.problems[at] = replace(head, why=why, names=(*head.names, *lines))
        self.below.clear()

    def drop_inner(self) -> None:
        """Names the orders that go with the block of an order that could not be read."""
        nodes: list[tuple[_Node, _Node | None]] = [(node, None) for node in self.top]
        while nodes:
            node, outer = nodes.pop()
            if outer is not None and node.order is not None:
                why = f"It stands in the block of line {outer.line}, which could not be read; it is dropped with it."
                self.refuse(node.line, node.text, Refusal(NOT_UNDERSTOOD, why, f"Fix line {outer.line}."), names=(outer.line,))
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


def _indent(raw: str) -> int:
    """How many columns a line is moved in."""
    flat = raw.expandtabs()
    return len(flat) - len(flat.lstrip())


def _end_of_block(inner: Sequence[_Node]) -> int:
    """How many orders of a block that is not closed surely stand in it: those up to one farther left than the first, or up to
    one whose full stop, where others have none, may be the block's."""
    left = (place for place, one in enumerate(inner) if one.indent < inner[0].indent)
    stops = [place for place, one in enumerate(inner) if one.stop]
    ended = stops[0] + 1 if stops and len(stops) < len(inner) else len(inner)
    return min(next(left, len(inner)), ended)


def _lines_named(lines: Sequence[int]) -> str:
    return f"line {lines[0]}" if len(lines) == 1 else f"{len(lines)} orders from line {lines[0]} on"


def read(grammar: Grammar, layout: Layout, text: str, view: Any) -> OrderSheet:
    """A letter's orders, in the order of its lines, and the problems. Each order's ``data`` is a ``Given``."""
    letter = _Letter(grammar, layout, view, layout.first)
    lines = re.split(r"\r\n|\r|\n", text)
    at = 0
    while at < len(lines):
        at += letter.take(at + 1, lines[at : at + _MOST_JOINED])
    letter.close_all()
    letter.name_below()
    letter.drop_inner()
    orders = tuple(Order(one.line, one.text, one.code, one.words, one.given()) for one in letter.top if one.order is not None)
    return OrderSheet(text, orders, tuple(sorted(letter.problems, key=lambda one: one.line)))
