"""Items that change hands: section 3.18."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.heroes import give
from tests.rules.adventurer_kings.build import HOMES, add_character, carry_out, empty_world, failures, only, turn_of

HOME = HOMES["AA"]


@pytest.mark.rule("AK-D3.18-01", "AK-P2.0-11")
@pytest.mark.parametrize("code", ["AA", "BB"])
def test_items_go_to_a_character_of_any_kingdom(code: str) -> None:
    world = empty_world()
    taker = add_character(world, code, HOME, name="Tove", items=[18])
    world.characters[1].items = [13, 22, 13, 1]
    turn = turn_of(world, {"AA": "CHAR 1\n1 GI 13,22 TO TOVE"})
    assert carry_out(turn, give)
    assert (world.characters[1].items, taker.items) == ([13, 1], [18, 13, 22])
    event = only(turn, "gave items")
    assert event.data["names"] == ["Flaming Sword (13)", "Druid's Torc (22)"]
    assert event.seen_by == {"A", code[0]}


@pytest.mark.rule("AK-D3.18-01", "AK-D3.0-07")
@pytest.mark.parametrize(
    ("line", "code", "given"),
    [
        ("GI 13 TO 4", "", [13]),
        ("GI 13 TO 2", "NOT HERE", []),
        ("GI 13 TO 1", "TAKER", []),
        ("GI 13 TO 5", "TAKER", []),  # a free Hero
        ("GI 27 TO 4", "NO ITEM", []),
        ("GI 13,27 TO 4", "NO ITEM", [13]),
        ("GI 13,13 TO 4", "NO ITEM", [13]),
    ],
)
def test_what_cannot_be_given(line: str, code: str, given: list[int]) -> None:
    world = empty_world()
    taker = add_character(world, "AA", HOME)
    add_character(world, "", HOME)
    world.characters[1].items = [13]
    turn = turn_of(world, {"AA": f"CHAR 1\n1 {line}"})
    assert carry_out(turn, give) == bool(given)
    assert failures(turn) == ([code] if code else [])
    assert taker.items == given
