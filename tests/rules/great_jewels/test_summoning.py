"""Spell D (QJ-28.2-19): what it does where the caster does not see the goal, and who is told."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.turn.orders import Spell
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Drevonyx, World
from tests.rules.great_jewels.build import change, failures, land, leader, own, run_typed, saw, talisman

TO_O9 = Spell(1, "D", province="M7", second="O9")


def _world() -> World:
    """AAA's L11 in E5 holds jewel T1; a Drevonyx sleeps in M7 beside CCC's L31; O9 is BBB's."""
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="SLENTH")
    own(world, "O9", "BBB", garrison=90)
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 31, "CCC", "M7", at_peace=True)
    talisman(world, 1, 11)
    world.drevonyxes = [Drevonyx(12, "M7")]
    return world


def _cast(world: World, *spells: Spell) -> Turn:
    return run_typed(world, AAA=list(spells or (TO_O9,)))


@pytest.mark.rule("QJ-28.2-19")
def test_those_whom_a_moved_drevonyx_leaves_and_visits_are_told() -> None:
    told = [event.seen_by for event in _cast(_world()).events if event.kind == "drevonyx summoned"]
    assert told == [{"BBB", "CCC"}]


@pytest.mark.rule("QJ-28.2-19", "QJ-24-03")
@pytest.mark.parametrize(("before", "known"), [("seen", True), ("never seen", False), ("seen before its founding", False)])
def test_no_drevonyx_enters_a_forbidden_city_whether_its_summoner_knows_it_or_not(before: str, known: bool) -> None:
    """Who knows the city is told so and keeps his spell; who does not has cast it in vain."""
    world = _world()
    if before == "seen before its founding":  # by the Twisted Architect, T123
        saw(world, "AAA", "O9")
        world.turn += 1
    change(world, "O9", city="GOLD", owner="", garrison=90)
    if known:
        saw(world, "AAA", "O9")
    turn = _cast(world)
    assert turn.world.drevonyxes[0].province == "M7"
    assert failures(turn, "AAA") == ["LOCKED"] * known
    assert turn.world.talismans[1].word == ("" if known else "D")
    assert not [event for event in turn.events if "GOLD" in str(event.data) and "AAA" in event.seen_by]


@pytest.mark.rule("QJ-28.2-19")
def test_where_the_summoner_sees_no_drevonyx_his_spell_is_not_spent() -> None:
    world = _world()
    world.drevonyxes = []
    saw(world, "AAA", "M7")
    turn = _cast(world)
    assert failures(turn, "AAA") == ["NOT THERE"]
    assert turn.world.talismans[1].word == ""
