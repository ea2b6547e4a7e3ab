"""Any text as orders in games that are under way: read, judged and foreseen, each order accounted for.

The first byte of the data says whose orders they are: those of a seat before its first turn, or in the midst of a game
with talismans, sieges and strangers about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from postern.game.chance import Chance
from postern.game.orders import OrderSheet
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.orders.model import Message
from postern.rulesets.great_jewels.orders.text import SIGNATURE
from postern.rulesets.great_jewels.ruleset import RULESET
from postern.rulesets.great_jewels.view import View

LONGEST = 2_000
_NAMES = ("LORD", "KING", "KNIGHT", "GREEDY")
_TURNS = 9
_FORESEEN = 5
"""One text in so many is foreseen too: a whole turn is run for it."""
_PHRASES = (
    "L1 marches to B4 via B3",
    "L1, L2 and L3 move to B4",
    "all leaders in B4 attack L31",
    "same for L2",
    "L1 move north-east",
    "L1FB4B5; L2M*",
    "L1T5TL2\nL1T#ZG\nGB4T5TL1\nT5L1",
    "L1R4B5\nGB4R*\nGB4M\nL1AG\nL1KL31\nL1CL31",
    "GB4BC4\nGB4BC+\nGB4BN1\nGB4BD\nGB4BR6L1\nGB4XC2",
    "A=KING\nN=KING\nL1N\nL1P\nL1Q\nL1H\nL1E\nZN\nRB4\nL1Y\nL1UB4=KING\nE=25\nTYPE=AZONI",
    "A=LORD TYPE=AZONI E=25\nL1MB4 L2MB4 GB4BC4",
    "T1=TL146B3\nT45=M7\nT99=GL13MB4[LORD]\nT127=20\nT142=+",
    "GB4TG\nL1TG\nGB4TL1",
    "D=KING\nHello there\nEND\nD=* (ANON)\nnobody knows",
    "> L1MB4\n// remark\n1) L1MB4\n- L2MB4\n",
    "| 1 | L1MB4 | L1 marches to B4 |\n|---|---|---|\n| L1 | MB4 |\n| L2MB4 | not yet |\n|L1MB4\n>> D=KING",
)


@cache
def views() -> tuple[View, ...]:
    """What two seats know before turn 1 and again after some turns among computer players."""
    world = RULESET.setup({}, [Signup(name, {}) for name in _NAMES], Chance("fuzz"))
    found = [RULESET.view(world, _NAMES[0])]
    for turn in range(_TURNS):
        sheets = {}
        for name in _NAMES:
            view = RULESET.view(world, name)
            sheets[name] = RULESET.read(RULESET.plan(view, Chance(f"fuzz {turn} {name}")), view)
        world = RULESET.resolve(world, sheets, Chance("fuzz")).world
    return (*found, RULESET.view(world, _NAMES[0]), RULESET.view(world, _NAMES[1]))


def one(data: bytes) -> None:
    """Read, judge and foresee one letter of orders; raises AssertionError for an order neither accepted nor answered."""
    view = views()[data[0] % len(views())] if data else views()[0]
    text = data[1:].decode("utf-8", "replace")
    sheet = RULESET.read(text, view)
    RULESET.quoted(text.split("\n"))
    for order in sheet.orders:
        assert order.words
        if not isinstance(order.data, Message):
            again: OrderSheet = RULESET.read(order.code, view)
            assert [known.code for known in again.orders] == [order.code], order.code
    _nothing_vanished(text, sheet, view)
    verdict = RULESET.check(sheet, view)
    accepted = {(reading.line, reading.code) for reading in verdict.accepted}
    mended = {problem.line for problem in verdict.problems if not problem.note}
    assert all((order.line, order.code) in accepted or order.line in mended for order in sheet.orders)
    for problem in verdict.problems:
        assert problem.why
        if problem.paste and not problem.paste.startswith("D="):  # a message needs its text below
            assert RULESET.read(problem.paste, view).orders, problem.paste
    if len(text) % _FORESEEN == 0:
        assert RULESET.forecast(sheet, view).kind == "forecast"


def _nothing_vanished(text: str, sheet: OrderSheet, view: View) -> None:
    """A line of which nothing is said holds no order when it stands alone; below a signature nothing is read."""
    if any(not problem.line for problem in sheet.problems):
        return  # too much of it: the rest is told as a number
    lines = re.split(r"\r\n|\r|\n", text)
    told = {order.line for order in sheet.orders} | {problem.line for problem in sheet.problems}
    told |= {at + 1 for at in RULESET.quoted(lines)}
    for number, line in enumerate(lines, 1):
        if line == SIGNATURE:
            return
        assert number in told or not RULESET.read(line, view).orders, line


def seeds() -> Iterator[bytes]:
    """Letters of computer players, order forms filled in, and phrases of people, for each view."""
    for number, view in enumerate(views()):
        yield bytes([number]) + RULESET.plan(view, Chance("seed")).encode()
        for phrase in _PHRASES:
            yield bytes([number]) + phrase.encode()
