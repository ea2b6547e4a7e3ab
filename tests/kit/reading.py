"""Any text as orders in games that are under way: read, judged and foreseen, each order accounted for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.kit.orders.sheets import Given
from postern.game.orders import OrderSheet, Problem
from postern.game.ruleset import Signup
from tests.kit.game import Game

LONGEST = 2_000
_NAMES = ("LORD", "KING", "KNIGHT", "GREEDY")
_TURNS = 9
_FORESEEN = 5
"""One text in so many is foreseen too: a whole turn is run for it."""


_FIRST, _LATER = "first", "later"


@cache
def worlds(slug: str) -> Mapping[str, bytes]:
    """The game before turn 1, and after some turns among computer players."""
    rules = ruleset(slug)
    world = rules.setup({}, [Signup(name, {}) for name in _NAMES], Chance("fuzz"))
    first = rules.dump(world)
    for turn in range(_TURNS):
        sheets = {}
        for name in rules.active(world):
            view = rules.view(world, name)
            sheets[name] = rules.read(rules.plan(view, Chance(f"fuzz {turn} {name}")), view)
        world = rules.resolve(world, sheets, Chance("fuzz")).world
    return {_FIRST: first, _LATER: rules.dump(world)}


_VIEWS: dict[str, tuple[Any, ...]] = {}


def views(game: Game, found: Mapping[str, bytes] | None = None) -> tuple[Any, ...]:
    """What a seat knows before turn 1, and what two seats know after some turns among computer players.

    ``found``: the ``worlds``, where the first call has them.
    """
    if game.slug not in _VIEWS:
        found = worlds(game.slug) if found is None else found
        first, later = (game.rules.load(found[name]) for name in (_FIRST, _LATER))
        _VIEWS[game.slug] = tuple(game.rules.view(*one) for one in ((first, _NAMES[0]), (later, _NAMES[0]), (later, _NAMES[1])))
    return _VIEWS[game.slug]


def judged(game: Game, data: bytes) -> None:
    """Reads, judges and foresees one letter of orders; raises AssertionError for an order neither accepted nor answered.

    The first byte of the data says whose orders they are: those of one of ``views``.
    """
    rules = game.rules
    seen = views(game)
    view = seen[data[0] % len(seen)] if data else seen[0]
    text = data[1:].decode("utf-8", "replace")
    sheet = rules.read(text, view)
    rules.quoted(text.split("\n"))
    for order in sheet.orders:
        assert order.words
        if code := "\n".join(rules.logged(replace(sheet, orders=(order,)))):  # nothing, for a message
            again = rules.read(code, view)
            assert [known.code for known in again.orders] == [order.code], order.code
    _nothing_vanished(game, text, sheet, view)
    verdict = rules.check(sheet, view)
    accepted = {(reading.line, reading.code) for reading in verdict.accepted}
    mended = {problem.line for problem in verdict.problems if not problem.note}
    assert all((order.line, order.code) in accepted or order.line in mended for order in sheet.orders)
    for problem in verdict.problems:
        assert problem.why
        if problem.paste and not game.begins.match(problem.paste):
            assert rules.read(problem.paste, view).orders or _is_read_in_its_place(game, text, problem, view), problem.paste
    if len(text) % _FORESEEN == 0:
        assert rules.forecast(sheet, view).kind == "forecast"


def _nothing_vanished(game: Game, text: str, sheet: OrderSheet, view: Any) -> None:
    """A line of which nothing is said holds no order when it stands alone; below a signature nothing is read."""
    if any(not problem.line for problem in sheet.problems):
        return  # too much of it: the rest is told as a number
    lines = re.split(r"\r\n|\r|\n", text)
    told = {line for order in sheet.orders for line in (order.line, *_inner(order.data))} | {
        problem.line for problem in sheet.problems
    }
    told |= {line for problem in sheet.problems for line in problem.names}
    told |= {at + 1 for at in game.rules.quoted(lines)}
    for number, line in enumerate(lines, 1):
        if game.nothing_below.fullmatch(line):
            return
        assert number in told or not game.rules.read(line, view).orders, line


def _is_read_in_its_place(game: Game, text: str, problem: Problem, view: Any) -> bool:
    """Whether the line offered instead is an order where the wrong one stands; it may stand in a block that is dropped, or a
    later line may say that again."""
    lines = re.split(r"\r\n|\r|\n", text)
    lines[problem.line - 1] = problem.paste
    again = game.rules.read("\n".join(lines), view)
    read = {line for order in again.orders for line in (order.line, *_inner(order.data))}
    superseded = {one.line for one in again.problems if one.note and one.code == "TWICE"}
    return problem.line in read | superseded | {one.line for one in again.problems if "in the block of" in one.why}


def _inner(data: Any) -> Iterator[int]:
    """The lines of the orders in the block of an order."""
    for one in data.inner if isinstance(data, Given) else ():
        yield from (one.line, *_inner(one))


def seeds(game: Game) -> Iterator[bytes]:
    """Letters of computer players and phrases of people, for each view."""
    for number, view in enumerate(views(game)):
        yield bytes([number]) + game.rules.plan(view, Chance("seed")).encode()
        for phrase in game.phrases:
            yield bytes([number]) + phrase.encode()
