"""Reading a letter of orders (CF-3.1, ruling 1.1): every line becomes an order, nothing, or a problem with its remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from postern.game.kit.orders.kinds import TOKEN, Refusal
from postern.game.kit.orders.sheets import Given, Head, Layout, without_stop
from postern.game.kit.orders.sheets import read as read_lines
from postern.game.orders import Order, OrderSheet, Problem
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.orders import letters
from postern.rulesets.cosmos.orders.carrying_out import every
from postern.rulesets.cosmos.orders.families.building import type_named as site_named
from postern.rulesets.cosmos.orders.families.recruiting import type_named as troops_named
from postern.rulesets.cosmos.orders.grammar import grammar, naming_orders
from postern.rulesets.cosmos.orders.judging import judge
from postern.rulesets.cosmos.orders.letters import Charge, charge, quoted, unread, usual_mistake
from postern.rulesets.cosmos.orders.order import EVERYTHING
from postern.rulesets.cosmos.tables.orders import TRAITS

NATION = Head("nation", "nation")
MOST_LINES = 3_000
"""Lines of a letter that are read."""
_WHERE = {
    "exact": "at the same position",
    "outside": "around it",
    "inside": "inside of it",
    "adjacent": "next to it",
    "joined": "in its force",
    "force": "where its force is",
}
_NUMBER = r"(?P<number>[0-9]{1,6}|(?<=nation )[a-z]{1,3}|\$[a-z0-9._-]{1,50})"
_HEAD = re.compile(rf"(?P<nation>nation )?{_NUMBER} ?:?")
"""A head as the rulebook writes it."""
_BRACKETS = r"[#*\[(<]*"
_WORDS = r"[^\W\d_](?:[^\W\d_]|[' .-]){0,40}"
_LOOSE_HEAD = re.compile(
    rf"{_BRACKETS} ?(?:(?P<nation>nation )|(?P<before>{_WORDS}?) )?{_BRACKETS}{_NUMBER}[])>* ]*"
    rf"(?:\([^()]*\)|{_WORDS}?)?[])>* ]*(?P<end>:+|\.| ?-)?[])>*]*"
)
"""A head as people write it: ``Unit 3104:``, ``3105 (Captain):``, ``#3106:``, ``[3104]:``."""
_IN_FRONT = re.compile(
    rf"(?P<head>{_BRACKETS} ?(?:[a-z]{{2,12}} )?{_BRACKETS}(?:nation [a-z0-9]{{1,3}}|[0-9]{{3,6}}|\$[\w.-]+)"
    r"[])>*]*(?: ?\([^()]*\))? ?:|[0-9]{3,6}) ?(?P<rest>[a-z].*)",
    re.IGNORECASE,
)
"""A head with an order on its line."""
_CALLED = frozenset({"unit", "units", "location", "city", "town", "castle", "force", "leader", "army", "for", "no", "number"})
"""Words that stand in front of the number of a head."""
_TALK = frozenset({"order", "orders", "turn", "hello", "hi", "hey", "dear", "regards", "thanks", "wrote", "note", "ps"})
"""Words of a line with a colon that is talk and no head."""
_LONGEST_NAME = 4
"""Words of a head that names somebody without a number."""
_SHORT = 2
"""A number of so few digits, without a colon, may be an answer to a question of the desk."""
_OWN_NATION = ("nation:", "nation")


@cache
def _plain_words() -> dict[str, int]:
    """How many words of an order are read in small letters, where a name that keeps its letters follows (ruling 1.1)."""
    found = {}
    for _, form in grammar().forms:
        signs = [token["sign"] or token["field"] for token in TOKEN.finditer(form.text)]
        if "new-name" in signs:
            found[form.text.split(" ")[0]] = signs.index("new-name") + 1
    return found


def plain(raw: str) -> str:
    """A line as the forms read it: without comment, in small letters, with single blanks, without a full stop; "" for one that
    says nothing."""
    if raw.startswith(">"):
        return ""
    line = " ".join(raw.partition(";")[0].split())
    found = _IN_FRONT.fullmatch(line)
    if found is None or grammar().knows(line.lower()):
        return _plain_order(line)
    rest = _plain_order(found["rest"])
    if not found["head"].endswith(":") and not grammar().knows(rest):
        return _plain_order(line)
    return f"{found['head'].rstrip(': ').lower()}: {rest}"


def _plain_order(line: str) -> str:
    name, *_ = re.split("[ ,]", line.lower(), maxsplit=1)
    if name in _plain_words():
        words = re.split("[ ,]+", line, maxsplit=_plain_words()[name])
        small = _plain_words()[name]
        return _without_stop(" ".join([*(word.lower() for word in words[:small]), *words[small:]]))
    line = _without_stop(" ".join(line.lower().replace(",", " ").split()))
    return "orders:" if re.fullmatch("orders ?:?", line) else line


def _without_stop(line: str) -> str:
    """A line without its full stop. One behind an alias may be the alias's own (CF-21.6-10)."""
    return line if line.rpartition(" ")[2].startswith("$") or line.endswith(" .") else without_stop(line)


def parts(text: str, view: View | None) -> list[str]:
    """The lines that a line should have been: a head with an order behind it, an order with the end of its block."""
    lines = [text]
    found = _IN_FRONT.fullmatch(text)
    if found is not None and found["head"].endswith(":") and found["rest"] not in ".:" and not grammar().knows(text):
        lines = [found["head"], found["rest"]]
    if lines[-1].endswith(" ."):
        lines[-1:] = [_without_stop(lines[-1][:-2]), "."]
    return lines


def remarks(raw: str) -> list[str]:
    """What stands behind the marks of remarks in a line that says something else, too."""
    said, *behind = raw.split(";")
    return behind if said.strip() and not raw.startswith(">") else []


def of_the_game(lines: Sequence[str]) -> frozenset[int]:
    """Indexes (from 0) of lines that are no commands to the desk, whatever their words: messages, heads, blocks, and below a
    head all that is an order (``clear``, ``order 3112``)."""
    found = set(quoted(lines))
    headed = opens = False
    for place, raw in enumerate(lines):
        text = plain(raw)
        if place in found or not text:
            continue
        first, *others = parts(text, None)
        head = None if grammar().knows(text) else _HEAD.fullmatch(first) or _LOOSE_HEAD.fullmatch(first)
        order = grammar().find(others[0] if others else first) if headed and head is None else None
        if head is not None and (first.endswith(":") or head["nation"] or _is_called(first, head)):
            headed = True
        elif not (text == "." or (text == "orders:" and (opens or ":" in raw)) or order is not None):
            continue
        opens = order is not None and order.kind is not None and order.kind.block
        found.add(place)
    return frozenset(found)


def is_head(line: str) -> bool:
    """Return whether our letters write a head like this: with a colon. A number alone may stand anywhere in them."""
    return line.endswith(":") and (line in _OWN_NATION or _HEAD.fullmatch(line) is not None)


def head_of(line: str, view: View) -> Head | Refusal | None:
    """Whom the orders below this line are for; None for a line that is no head. What looks like one and names nobody is
    refused, with the orders below."""
    if line in _OWN_NATION:
        return NATION
    if grammar().knows(line):
        return None
    found = _HEAD.fullmatch(line) or _named(line, view)
    if found is None:
        return _unclear(line)
    if found["nation"]:
        if view.world.tables.nation(found["number"]) == view.code:
            return NATION
        own = f"nation {view.nation.number}:"
        return Refusal("NOT YOURS", f"You do not lead nation {found['number']}; the orders below are dropped.", "Write", own)
    said = found["number"]
    if said.startswith("$") and said.endswith(".") and not view.number(said):
        said = said.rstrip(".")
    number = view.number(said)
    if number in view.world.units and view.world.units[number].owner == view.code:
        return Head(str(number), "unit")
    if number in view.world.locations and view.world.locations[number].owner == view.code:
        return Head(str(number), "location")
    return _not_yours(said, number, view)


def _named(line: str, view: View) -> re.Match[str] | None:
    """The head that a line is with other words and marks around its number: those of a type, or any in front of a colon."""
    found = _LOOSE_HEAD.fullmatch(line)
    if found is None or (len(found["number"]) <= _SHORT and not found["nation"]):
        return None
    called = _is_called(line, found) or (found["before"] or "").strip() in view.world.tables.type_numbers
    return found if ":" in (found["end"] or "") or called else None


def _is_called(line: str, head: re.Match[str]) -> bool:
    """Whether nothing but marks and words such as "unit" stand around a head's number, which no question asks for."""
    before = line[: head.start("number")].strip("#*[(< ")
    behind = line[head.end("number") :].strip("])>* .:")
    return len(head["number"]) > _SHORT and not behind and (not before or before.split()[0] in _CALLED)


def _unclear(line: str) -> Refusal | None:
    """The refusal of what looks like a head, so that nothing below it goes to the unit above; None for any other line."""
    words = re.findall(r"[a-z$][\w'$-]*|[0-9]+", line)
    named = line.endswith(":") and 0 < len(words) <= _LONGEST_NAME and _TALK.isdisjoint(words) and line != "orders:"
    if not named and re.match(rf"{_BRACKETS} ?[0-9]{{3,6}}(?![0-9])", line) is None:
        return None
    why = f'"{line[:40]}" looks like a head and could not be read; the orders below it, up to the next head, are unread.'
    return Refusal("NOT UNDERSTOOD", why, "A head is the number of a unit or location with a colon, such as 3104:.")


def _not_yours(said: str, number: int, view: View) -> Refusal:
    own = sorted(n for n, unit in view.world.units.items() if unit.owner == view.code)
    if said.startswith("$"):
        return Refusal("NOT YOURS", f"The alias {said} stands for none of your units; the orders below it are dropped.")
    what = (
        "is a hex" if number in view.world.hexes else "is not yours" if view.knows(number) else "is not yours or is not there"
    )
    why = (
        f"{'' if number in view.world.hexes else 'Unit '}{said} {what}; the orders below it, up to the next head, are dropped."
    )
    near = [one for one in own if len(str(one)) == len(said) and sum(a != b for a, b in zip(str(one), said, strict=True)) == 1]
    guess = f" Did you mean {near[0]}?" if near else ""
    return Refusal("NOT YOURS", why, f"Yours are {_spans(own)}.{guess}" if own else "You have no units.")


def _spans(numbers: list[int]) -> str:
    """Numbers in words: ``3101 to 3119, 3125``."""
    spans: list[list[int]] = []
    for one in numbers:
        if spans and one == spans[-1][1] + 1:
            spans[-1][1] = one
        else:
            spans.append([one, one])
    return ", ".join(f"{first} to {last}" if last > first else str(first) for first, last in spans[:8])


def told(name: str, value: Any, view: View) -> Iterable[tuple[str, Any]]:
    """What the value of an argument is called in words; ``{number_s}`` is the s of a plural."""
    if isinstance(value, int):
        return [(name, value), (f"{name}_s", "" if value == 1 else "s")]
    if name in ("troops", "site"):
        value = _type_called(view, name, str(value))
    elif name == "nation" and (code := view.world.tables.nation(str(value))):
        value = view.world.tables.nations[code].name
    elif name == "distance" and isinstance(value, str):
        value = _WHERE.get(value) or f"within {value} {'hex' if value == '1' else 'hexes'}"
    elif isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], int):
        value = "everything" if value == EVERYTHING else f"{'all' if value[1] == EVERYTHING[1] else value[1]} {value[0]}"
    elif isinstance(value, tuple):
        value = ", ".join(str(dict(told(name, one, view))[name]) for one in value)
    return [(name, "" if value is None else value)]


def _type_called(view: View, name: str, said: str) -> str:
    """A type of troops or of location by its name, however it was given."""
    tables = view.world.tables
    unit, site = troops_named(tables, said), site_named(tables, said)
    return (unit.name if unit else said) if name == "troops" else f"a {site.type}" if site else said


LAYOUT = Layout(
    plain,
    head_of,
    opens="orders:",
    closes=".",
    told=told,
    first=NATION,
    judge=judge,
    slip=usual_mistake,
    unread=unread,
    strict=True,
    is_head=is_head,
    parts=parts,
    remarks=remarks,
)


def read(text: str, view: View) -> OrderSheet:
    """Reads a letter leniently. Every order's ``data`` is a ``Given``, with the orders of its block; what cannot be paid for is
    dropped (ruling 1.4). Never raises, whatever the text is."""
    lines = re.split(r"\r\n|\r|\n", text)
    found, blanked = _messages(lines, view)
    sheet = read_lines(grammar(), LAYOUT, "\n".join(blanked[:MOST_LINES]), view)
    problems = [*sheet.problems, *(one for one in found if isinstance(one, Problem))]
    orders = sorted([*sheet.orders, *(one for one in found if isinstance(one, Order))], key=lambda one: one.line)
    if len(lines) > MOST_LINES:
        problems.append(Problem("TOO LONG", 0, f"A letter may have {MOST_LINES} lines; those beyond were not read."))
    bill = charge(view.world, view.nation, [one.data for one in orders])
    paid = tuple(replace(one, data=given) for one, given in zip(orders, bill.paid, strict=True) if given is not None)
    problems += [_unpaid(one, bill.allowances.get(one.giver, 0), bill.limit) for one in bill.charges if not one.paid]
    problems += _unknown_aliases([one.data for one in paid], view)
    return OrderSheet(text, paid, tuple(sorted(problems, key=lambda one: one.line)))


def _messages(lines: list[str], view: View) -> tuple[list[Order | Problem], list[str]]:
    """The messages of a letter, and its lines without them."""
    found: list[Order | Problem] = []
    blanked = list(lines)
    for body in letters.bodies(lines):
        blanked[body.first : body.behind] = [""] * (body.behind - body.first)
        sent = sum(isinstance(one, Order) for one in found)
        message, line = letters.message_of(body, view.world, view.code, sent), body.first + 1
        text = lines[body.first].strip()
        if isinstance(message, Refusal):
            below = body.behind - body.first
            found.append(Problem(message.code, line, message.why, message.remedy, text=text, lines=below))
            continue
        code = letters.code_of(message)
        given = Given(NATION, message, line=line, text=text, code=code)
        found.append(Order(line, text, code, letters.words_of(message, view.world), given))
    return found, blanked


def _unpaid(one: Charge, allowance: int, limit: int) -> Problem:
    free = ", ".join(name for name, traits in TRAITS.items() if traits.free)
    own = f"allowance {allowance} used, " if allowance else ""
    why = f"Too many orders: {own}administration points {limit} of {limit} used; it is dropped."
    return Problem("NOT PAID", one.line, why, f"Leave out another order, or make it a free one (free: {free}).", text=one.code)


def _unknown_aliases(orders: Iterable[Given], view: View) -> Iterator[Problem]:
    """Notes on aliases that stand for nothing and that no order of the letter defines."""
    written = list(every(orders))
    defined = {one.code.rsplit(" ", 1)[-1] for one in written if one.code.split(" ")[0] in naming_orders()}
    defined |= {word for unit in view.world.units.values() for word in _defining(unit.program)}
    counting = tuple(one[:-1] for one in defined if one.endswith("."))
    for one in written:
        words = one.code.split(" ")[1 : -1 if one.code.split(" ")[0] in naming_orders() else None]
        for word in words:
            known = word in defined or word.startswith(counting) if counting else word in defined
            if word.startswith("$") and "/" not in word and not known and not view.number(word):
                why = f"The alias {word} stands for nothing, and no order of this letter defines it."
                yield Problem(
                    "UNKNOWN", one.line, why, f"Give its unit myalias {word}.", text=one.code, note=True, order=one.code
                )


def _defining(program: Iterable[Any]) -> Iterator[str]:
    for one in program:
        if one.text.split(" ")[0] in naming_orders():
            yield one.text.rsplit(" ", 1)[-1]
        yield from _defining(one.inner)


def letter_of(orders: Iterable[Given], heads: bool = True) -> str:
    """Orders as a letter that says the same: heads, blocks and all."""
    lines: list[str] = []
    head = NATION
    for given in orders:
        if heads and given.head != head:
            lines.append(f"{given.head.name}:" if given.head.sort != "nation" else "nation:")
            head = given.head
        lines += _lines(given, 0)
    return "\n".join(lines)


def _lines(given: Given, depth: int) -> Iterator[str]:
    pad = "  " * depth
    yield f"{pad}{given.code}"
    if given.inner:
        yield f"{pad}  orders:"
        for one in given.inner:
            yield from _lines(one, depth + 2)
        yield f"{pad}  ."
