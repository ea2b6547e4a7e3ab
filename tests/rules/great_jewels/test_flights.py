"""Through the air: what stops the Magic Carpet (T78) and the spell Transport Leader, and what happens where they end."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.turn.orders import Spell, UseTalisman
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import change, failures, land, leader, own, run, saw, talisman
from tests.rules.great_jewels.upto import failure, upto

TO_P15 = UseTalisman(78, province="P15")


def _rider(**facts: int) -> World:
    """L13 of AAA in B4 with the carpet; P15 is BBB's."""
    world = land()
    leader(world, 13, "AAA", "B4", troops=6, bonus=9, **facts)
    own(world, "P15", "BBB", garrison=40)
    talisman(world, 78, 13)
    return world


@pytest.mark.rule("QJ-28.1-124")
@pytest.mark.parametrize("facts", [{"terrain": "I"}, {"city": "GOLD"}])
def test_a_refused_flight_leaves_the_rider_where_he_is(facts: dict[str, str]) -> None:
    world = _rider()
    change(world, "P15", **facts)
    turn = upto(world, "7a", AAA=[TO_P15])
    assert len(failures(turn, "AAA")) == 1
    assert turn.world.leaders[13].province == "B4"
    assert 13 not in turn.leaving


@pytest.mark.rule("QJ-28.1-124", "QJ-24-06")
def test_who_flies_to_a_city_that_he_does_not_know_learns_in_the_turn_that_there_is_one_but_not_which() -> None:
    """The answer to his letter knows no more than he does; the turn costs him his move."""
    world = _rider()
    saw(world, "AAA", "B4")
    change(world, "P15", owner="", city="GOLD", garrison=40)
    view = view_of(world, "AAA")
    verdict = RULESET.check(RULESET.read("T78=P15", view), view)
    assert [one.code for one in verdict.accepted] == ["T78=P15"]
    assert not verdict.problems
    turn = run(world, AAA="T78=P15")
    why = failure(turn, "LOCKED").why
    assert "P15 is a Forbidden City" in why
    assert "GOLD" not in why
    assert "P15" not in turn.world.players["AAA"].seen
    assert turn.world.leaders[13].province == "B4"


@pytest.mark.rule("QJ-28.2-12", "QJ-28.1-205")
@pytest.mark.parametrize("shut", ["B4", "P15"])
@pytest.mark.parametrize("hooded", [False, True])
def test_a_seal_keeps_the_carpet_out_and_in_but_not_under_the_ninja_hood(shut: str, hooded: bool) -> None:
    world = _rider()
    leader(world, 21, "BBB", "M7")
    talisman(world, 1, 21)
    if hooded:
        talisman(world, 101, 13)
    turn = upto(world, "7a", AAA=[TO_P15], BBB=[Spell(1, "S", province=shut)])
    assert failures(turn, "AAA") == ([] if hooded else ["SEALED"])
    assert turn.world.leaders[13].province == ("P15" if hooded else "B4")


@pytest.mark.rule("QJ-28.1-124", "QJ-28.1-123")
def test_only_the_owner_of_the_rider_flies_and_not_beside_a_great_jewel() -> None:
    stolen = upto(_rider(), "7a", BBB=[TO_P15])
    assert failures(stolen, "BBB") == ["TALISMAN NOT USABLE"]
    assert stolen.world.leaders[13].province == "B4"
    world = _rider()
    talisman(world, 2, 13)
    why = failure(upto(world, "7a", AAA=[TO_P15]), "TALISMAN NOT USABLE").why
    assert why == "T78 does not work on L13, for he carries a Great Jewel."


@pytest.mark.rule("QJ-28.1-242", "QJ-28.1-124")
def test_who_flies_into_anothers_province_sings_there_too() -> None:
    world = _rider()
    talisman(world, 115, 13)
    turn = upto(world, "7a", seed="calm", AAA=[TO_P15])
    assert turn.province("P15").garrison == 40 - 9


@pytest.mark.rule("QJ-28.2-10", "QJ-28.2-12")
def test_his_owner_reads_why_a_spell_did_not_carry_his_leader_off() -> None:
    world = _rider()
    leader(world, 21, "BBB", "M7")
    for number in (1, 2):
        talisman(world, number, 21)
    saw(world, "BBB", "B4")
    turn = upto(world, "7a", BBB=[Spell(1, "S", province="B4"), Spell(2, "TL", leader=13, province="M8")])
    assert turn.world.leaders[13].province == "B4"
    (told,) = [event for event in turn.events if event.kind == "not carried off"]
    assert "AAA" in told.seen_by
    assert told.data["reason"] == "B4 is sealed"


@pytest.mark.rule("QJ-28.1-124")
def test_who_flies_is_printed_as_one_who_moved() -> None:
    turn = upto(_rider(), "7a", AAA=[TO_P15])
    assert turn.world.leaders[13].province == "P15"
    assert "-M" in turn.flags[Force(leader=13)]
