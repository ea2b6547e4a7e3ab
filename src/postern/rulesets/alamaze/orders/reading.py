"""Reading a letter of orders (rulings 1 and 2): every line becomes an order, nothing, or a problem with its remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from postern.game.kit.digits import is_number
from postern.game.kit.orders import Refusal
from postern.game.kit.sheets import Layout, without_stop
from postern.game.kit.sheets import read as read_lines
from postern.game.orders import Order, OrderSheet, Problem
from postern.rulesets.alamaze.orders.command import CREATE, Command
from postern.rulesets.alamaze.orders.dropping import drop_of
from postern.rulesets.alamaze.orders.grammar import BLANK, grammar
from postern.rulesets.alamaze.orders.messages import bodies, message_of
from postern.rulesets.alamaze.orders.messages import words_of as message_words
from postern.rulesets.alamaze.orders.unread import slip, unread
from postern.rulesets.alamaze.orders.words import by_number, with_letters
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.view import View

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
            others.append(Order(line, lines[body.first].strip(), code, message_words(message, tables), message))
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
