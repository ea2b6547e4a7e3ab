"""The Lesser Stones when orders are checked, and what an attempt of theirs tells (T133 to T141, 28.2)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.rules.spells import attempt
from postern.rulesets.great_jewels.tables import STONES
from postern.rulesets.great_jewels.turn.orders import Issued, Spell
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import land, leader, own, run_typed, saw, talisman, unplayed
from tests.rules.great_jewels.upto import failure, upto


def _stone(letter: str, **facts: int) -> World:
    """AAA's L11 in E5 holds the stone of this spell; L21 of BBB stands in K9."""
    world = land()
    own(world, "K9", "BBB", garrison=30)
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "K9", troops=20, bonus=3)
    talisman(world, STONES[letter], 11, **facts)
    return world


@pytest.mark.rule("QJ-28.1-305")
def test_40_of_100_attempts_with_a_stone_work() -> None:
    world = _stone("B")
    issued = Issued("AAA", Spell(STONES["B"], "B", leader=21), 1, "")
    worked = 0
    for seed in range(900):
        turn = unplayed(world, f"stone {seed}")
        worked += attempt(turn, issued, Spell(STONES["B"], "B", leader=21), world.talismans[STONES["B"]])
    assert 315 <= worked <= 405  # 360 expected


@pytest.mark.parametrize("spell", [Spell(STONES["B"], "B", leader=21), Spell(STONES["P"], "P", leader=21)])
def test_a_check_of_orders_does_not_tell_whether_a_stone_will_work(spell: Spell) -> None:
    world = _stone(spell.letter)
    saw(world, "AAA", "K9")
    for seed in range(12):
        turn = upto(world, "2e", str(seed), expected=True, AAA=[spell])
        assert not [event for event in turn.events if event.kind in ("stone failed", "bonus doubled", "protected")]
        assert turn.world.leaders[21].bonus == 3
        assert not turn.protected


@pytest.mark.rule("QJ-28.1-305")
def test_a_stone_that_fails_against_an_unseen_leader_says_only_that() -> None:
    told = {
        tuple(event.kind for event in turn.events if event.kind in ("stone failed", "cast unseen"))
        for seed in range(20)
        if (turn := upto(_stone("B"), "2e", str(seed), AAA=[Spell(STONES["B"], "B", leader=21)]))
    }
    assert told == {("stone failed",), ("cast unseen",)}


@pytest.mark.rule("QJ-28.1-001")
@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"gained": 5}, "came to its holder only this turn; it can be used from turn 6 on"),
        ({"dead_until": 5}, "does nothing before turn 6"),
        ({"dead_until": 6}, "does nothing before turn 7"),
    ],
)
def test_why_a_stone_does_nothing_yet(facts: dict[str, int], why: str) -> None:
    turn = run_typed(_stone("L", **facts), AAA=[Spell(STONES["L"], "L", province="K9")])
    assert why in failure(turn, "TALISMAN NOT USABLE").why
    assert "K9" not in turn.visits["AAA"]
