"""The answer to a letter names whom it leaves idle."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.reading import read
from postern.rulesets.adventurer_kings.report.answers import unmentioned
from tests.rules.adventurer_kings.build import add_character, empty_world
from tests.rules.adventurer_kings.reports import view


@pytest.mark.rule("AK-D3.0-06")
@pytest.mark.parametrize(
    ("letter", "told"),
    [
        (
            "",
            (
                "King KingAA (1) at P82 (82) Defends in all phases",
                "Tove (4) at P60 (60) Defends in all phases",
            ),
        ),
        (
            "CHAR 1\n1 EX\n2 EX\n4 EX\nCHAR 4\n1 EX\n2 EX\n3 DE\n4 EX\n5 EX",
            ("King KingAA (1) at P82 (82) Defends in phases 3 and 5",),
        ),
        (
            "CHAR 1\n1 EX\n2 EX\n3 EX\n4 EX\nCHAR 4\n1 EX\n2 EX\n3 DE\n4 EX\n5 EX",
            ("King KingAA (1) at P82 (82) Defends in phase 5",),
        ),
    ],
)
def test_phases_without_an_order(letter: str, told: tuple[str, ...]) -> None:
    world = empty_world()
    add_character(world, "AA", 60, name="Tove")
    assert unmentioned(read(letter, view(world)), view(world)) == told
