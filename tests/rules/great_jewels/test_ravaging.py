"""Step 8: ravaging (chapters 4 and 5, ruling 5)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.rules.economy import levy_rate, tax_rate
from postern.rulesets.great_jewels.turn.orders import Attack, Move, Ravage
from postern.rulesets.great_jewels.world.records import Force
from tests.rules.great_jewels.build import failures, land, leader, own, talisman
from tests.rules.great_jewels.upto import clean, upto


@pytest.mark.rule("QJ-04-22", "QJ-04-23")
def test_a_slenth_gains_eight_points_for_each_point_of_the_rates() -> None:
    world = land(AAA="SLENTH")
    own(world, "J6", "AAA", terrain="F", turns_owned=4)  # 7/7
    turn = upto(world, "8", AAA=[Ravage("J6")])
    assert turn.world.players["AAA"].score == 8 * 14
    place = turn.province("J6")
    assert place.ravaged
    assert place.turns_owned == 1
    assert (levy_rate(turn.world, place), tax_rate(turn.world, place)) == (3, 3)
    assert clean(turn)


@pytest.mark.parametrize("people", ["AZONI", "QUNTAG", "RILRIS"])
def test_every_other_people_loses_them(people: str) -> None:
    world = land(AAA=people)
    own(world, "J6", "AAA")
    before = levy_rate(world, world.provinces["J6"]) + tax_rate(world, world.provinces["J6"])
    assert upto(world, "8", AAA=[Ravage("J6")]).world.players["AAA"].score == -8 * before


@pytest.mark.rule("QJ-04-22", "QJ-04-26")
@pytest.mark.parametrize(
    ("people", "terrain", "words"),
    [("SLENTH", "F", f"you gain {8 * (7 + 7)} points; "), ("QUNTAG", "C", f"you lose {8 * (8 + 7)} points; ")],
)
def test_what_it_brings_or_costs_is_read_back(people: str, terrain: str, words: str) -> None:
    """By the rates on the printout; of another player's province nothing is said."""
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "J6", "AAA", terrain=terrain, turns_owned=2)
    own(world, "J7", "BBB", garrison=9)
    leader(world, 13, "AAA", "J7", at_peace=True)
    view = view_of(upto(world, "15c").world, "AAA")
    told = [read(f"R{place}", view).orders[0].words for place in ("J6", "J7")]
    rest = "its rates are halved until T/O rolls over)"
    assert told == [f"J6 is ravaged ({words}{rest}", f"J7 is ravaged ({rest}"]


def test_ravaged_land_recovers_when_its_turns_roll_over() -> None:
    world = land(AAA="SLENTH")
    own(world, "J6", "AAA", terrain="F", turns_owned=3)
    world = upto(world, "15c", AAA=[Ravage("J6")]).world
    assert world.provinces["J6"].turns_owned == 1  # it is not counted on the turn of ravaging
    for owned in (2, 3, 4, 5):
        world = upto(world, "15c").world
        assert (world.provinces["J6"].turns_owned, world.provinces["J6"].ravaged) == (owned, True)
    world = upto(world, "15c").world
    assert (world.provinces["J6"].turns_owned, world.provinces["J6"].ravaged) == (1, False)
    assert levy_rate(world, world.provinces["J6"]) == 8


def test_what_cannot_be_ravaged() -> None:
    world = land(AAA="SLENTH")
    own(world, "J6", "AAA", ravaged=True)
    own(world, "J7", "BBB", garrison=1)
    own(world, "J8", "AAA")
    world.players["BBB"] = world.players["AAA"].__class__("BBB", world.players["AAA"].people, 2, "B8")
    talisman(world, 56, "J8")
    turn = upto(world, "8", AAA=[Ravage("J6"), Ravage("J7"), Ravage("J8")])
    assert failures(turn, "AAA") == ["ALREADY THERE", "NOT YOURS", "TALISMAN NOT USABLE"]
    assert turn.world.players["AAA"].score == 0


def test_ravaging_is_the_garrisons_order_of_the_turn() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    own(world, "J6", "AAA", garrison=9)
    leader(world, 14, "BBB", "J6", troops=9)
    turn = upto(world, "8", AAA=[Attack(Force(garrison="J6"), "attack", 14), Ravage("J6")])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert not turn.province("J6").ravaged


def test_a_province_lost_in_combat_may_still_be_ravaged_before_it_is_captured() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    own(world, "J6", "AAA")
    leader(world, 14, "BBB", "J5", troops=9)
    turn = upto(world, "11", AAA=[Ravage("J6")], BBB=[Move(14, ("J6",))])
    assert turn.province("J6").owner == "BBB"
    assert turn.province("J6").ravaged
    assert turn.world.players["AAA"].score > 0


@pytest.mark.rule("QJ-04-25")
@pytest.mark.parametrize("ravaged", [True, False])
def test_only_who_owns_ravaged_land_is_told_that_it_has_healed(ravaged: bool) -> None:
    world = land()
    own(world, "J6", "AAA", garrison=1, ravaged=ravaged, turns_owned=5)
    turn = upto(world, "13a")
    assert turn.province("J6").turns_owned == 1
    assert [event.seen_by for event in turn.events if event.kind == "healed"] == ([{"AAA"}] if ravaged else [])
