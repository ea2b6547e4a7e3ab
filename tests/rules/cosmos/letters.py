"""Letters for tests: read by a player, and a turn run with them."""

from __future__ import annotations

from postern.game.kit.orders.sheets import Given
from postern.game.kit.turn import run
from postern.game.orders import OrderSheet, Problem
from postern.rulesets.cosmos.knowledge import view_of
from postern.rulesets.cosmos.orders.reading import read
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world.records import Pending, World
from tests.rules.cosmos.build import begin


def letter(world: World, text: str, seat: str = "AM") -> OrderSheet:
    """What is read from a player's letter."""
    return read(text, view_of(world, seat))


def lines_of(sheet: OrderSheet) -> list[tuple[str, str]]:
    """The orders that stand: whom they are for, and what they say; those of blocks behind a dash for each block."""
    return [line for order in sheet.orders for line in _lines(order.data, "")]


def _lines(given: Given, dashes: str) -> list[tuple[str, str]]:
    inner = [line for one in given.inner for line in _lines(one, f"{dashes}-")]
    return [(given.head.name, f"{dashes}{given.code}"), *inner]


def dropped(sheet: OrderSheet) -> list[Problem]:
    """What was not read or does not stand."""
    return [one for one in sheet.problems if not one.note]


def warned(sheet: OrderSheet) -> list[Problem]:
    """What stands with a warning."""
    return [one for one in sheet.problems if one.note]


def sent(world: World, seed: str = "tests", **letters: str) -> Turn:
    """A turn with these letters, by player, not yet run. Raises AssertionError for a letter with lines that do not stand."""
    turn = begin(world, seed)
    for seat, text in letters.items():
        sheet = letter(world, text, seat)
        assert not dropped(sheet), dropped(sheet)
        turn.orders += [Issued(seat, order.data, order.line, order.code) for order in sheet.orders]
    turn.submitted = frozenset(letters)
    return turn


def appended(world: World, **letters: str) -> Turn:
    """A turn in which the letters have joined the programs, and no more."""
    return run(SEQUENCE, sent(world, **letters), until="1")


def texts(program: list[Pending]) -> list[str]:
    """A program as reports list it: its orders, those of blocks in brackets behind them."""
    inner = {id(one): f" [{', '.join(texts(one.inner))}]" for one in program if one.inner}
    return [f"{one.text}{inner.get(id(one), '')}" for one in program]
