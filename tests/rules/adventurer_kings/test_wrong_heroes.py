"""Wrong lines of the orders about Heroes, magic and spying, and what the answer proposes (AK-D3.0-06, AK-D3.0-07)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.reading import read
from postern.rulesets.adventurer_kings.sequence import FAMILIES
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import HOMES, add_character, empty_world, step, turn_of


def elmet() -> World:
    """King 1 at home 82, with Ansgar (4) there and Tove (5) at 64; both serve him."""
    world = empty_world()
    add_character(world, "AA", HOMES["AA"], {"TA": 2}, name="Ansgar")
    add_character(world, "AA", 64, {"AR": 2}, name="Tove")
    return world


@pytest.mark.rule("AK-D3.0-06")
@pytest.mark.parametrize(
    ("line", "code", "why", "remedy"),
    [
        ("1 PR TAC", "ABILITY", "There is no ability TAC", "Did you mean TA (Tactical)?"),
        ("1 GI 13 5", "TO", "TO is missing", "1 GI 13 TO 5"),
    ],
)
def test_lines_that_cannot_be_read(line: str, code: str, why: str, remedy: str) -> None:
    (problem,) = read(f"CHAR 1\n{line}", View("A", "AA", elmet())).problems
    assert problem.code == code
    assert why in problem.why
    assert remedy in f"{problem.remedy} {problem.paste}"


@pytest.mark.rule("AK-D3.0-07")
@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("1 HI 4", "YOURS", "Ansgar is already in your service. You know of no free Hero there."),
        ("1 FI 1", "KING", "King KingAA is your King, and cannot be dismissed."),
        ("1 CA FB", "ENCOUNTER", "Fireball is a spell of encounters. Write CA-FB in a plan."),
        ("1 US 27", "NO ITEM", "KingAA does not carry item 27 (Helm of Command). He carries nothing."),
        ("1 SP 140", "TOO FAR", "KingAA spies at most 1 away; with Spy skill 5 it is 3."),
        ("1 GI 13 TO 5", "NOT HERE", "Tove is not in P82 (82). With him are Ansgar (4)."),
    ],
)
def test_lines_that_cannot_be_carried_out(line: str, code: str, words: str) -> None:
    assert FAMILIES
    turn = step(turn_of(elmet(), {"AA": f"CHAR 1\n{line}"}), "1b", act)
    (failure,) = turn.failures
    assert failure.code == code
    assert words in f"{failure.why} {failure.remedy}"
