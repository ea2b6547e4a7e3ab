"""Reading a letter of orders (rulings 1 and 2): every line becomes an order, nothing, or a problem with its remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from postern.game.kit.sheets import Layout
from postern.game.kit.sheets import read as read_lines
from postern.game.orders import OrderSheet
from postern.rulesets.alamaze.orders.grammar import grammar
from postern.rulesets.alamaze.orders.unread import unread
from postern.rulesets.alamaze.view import View

LONGEST = 2_000
"""Letters of a line that are read."""
_HIRE = 510
_NUMBER = re.compile(r"#? ?(?P<number>[0-9]{2,3})[.:]?")
_REMARK = re.compile(r";.*|//.*|(?:^|(?<=\s))#(?! ?[0-9]).*")
_FRAME = re.compile(r"ORDERS|END|GAME .*")


def plain(raw: str) -> str:
    """A line as the forms read it: without remarks, in capitals, with single blanks; "" for one that says nothing.

    The name of a new figure keeps its letters (ruling 1).
    """
    if raw.startswith(">"):
        return ""
    words = _REMARK.sub("", raw[:LONGEST]).split()
    if not words:
        return ""
    head = _NUMBER.fullmatch(words[0])
    named = words[2] if head and int(head["number"]) == _HIRE and len(words) > 2 else ""
    words = [head["number"] if head else words[0], *words[1:]]
    line = " ".join([one if one is named else one.upper() for one in words])
    return "" if _FRAME.fullmatch(line) else line


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
    return [(name, "" if value is None else value)]


def _wizard(view: View, said: str) -> str:
    """The name behind the code of an own wizard; of a power that is said instead, the power."""
    if said.isdigit():
        return f"a wizard of power {said}"
    own = [one for group in view.world.groups_of(view.code) for one in group.wizards]
    return next((one.name for one in own if one.code == said), said)


def read(text: str, view: View) -> OrderSheet:
    """Reads a letter leniently. Every order's ``data`` is a ``Command``. Never raises, whatever the text is."""
    layout = Layout(plain, told=told, judge=lambda said, view: (), unread=partial(unread, view.world.tables, view.code))
    sheet = read_lines(grammar(view.world.edition), layout, text, view)
    return replace(sheet, orders=tuple(replace(one, data=one.data.order) for one in sheet.orders))
