"""Step 13: turns owned, levies, taxes, leaders and experience (chapters 5, 6, 10, 11; ruling 5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.economy import levy_rate, tax_rate
from postern.rulesets.great_jewels.turn.orders import Move, Transfer
from postern.rulesets.great_jewels.world.records import Drevonyx, World, garrison_force, leader_force
from tests.rules.great_jewels.build import change, land, leader, own, run_typed, talisman
from tests.rules.great_jewels.upto import upto


def after(world: World, turns: int) -> World:
    for _ in range(turns):
        world = run_typed(world).world
    return world


@pytest.mark.rule("QJ-10-02", "QJ-11-02", "QJ-05-04", "QJ-05-05", "QJ-03-11")
def test_levies_and_taxes_come_in_each_turn() -> None:
    world = land(AAA="QUNTAG", BBB="AZONI")
    own(world, "J10", "AAA", garrison=3, zorans=20)
    own(world, "K10", "BBB", terrain="M", garrison=1)
    world = run_typed(world).world
    assert (world.provinces["J10"].garrison, world.provinces["J10"].zorans) == (11, 27)
    assert (world.provinces["K10"].garrison, world.provinces["K10"].zorans) == (5, 4)
    world = run_typed(world).world
    assert (world.provinces["J10"].garrison, world.provinces["J10"].zorans) == (19, 34)


@pytest.mark.rule("QJ-05-08", "QJ-05-09", "QJ-10-03", "QJ-11-03")
def test_turns_owned_counts_to_five_and_then_the_rates_rise() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=1)
    seen = []
    for _ in range(7):
        place = world.provinces["J10"]
        seen.append((place.turns_owned, levy_rate(world, place), tax_rate(world, place)))
        world = run_typed(world).world
    assert seen == [(1, 8, 7), (2, 8, 7), (3, 8, 7), (4, 8, 7), (5, 8, 7), (1, 9, 8), (2, 9, 8)]


def test_the_new_rate_is_collected_in_the_turn_in_which_it_rises() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=0, turns_owned=5)
    place = run_typed(world).world.provinces["J10"]
    assert (place.turns_owned, place.garrison, place.zorans) == (1, 9, 8)


def test_turns_owned_runs_on_in_siege_and_in_impassable_land() -> None:
    world = land()
    own(world, "J10", "AAA", besieged=True)
    own(world, "K10", "AAA", terrain="I")
    world = run_typed(world).world
    assert world.provinces["J10"].turns_owned == 2
    assert world.provinces["K10"].turns_owned == 2


@pytest.mark.rule("QJ-04-25")
def test_a_ravaged_province_recovers_when_turns_owned_rolls_over() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=1, ravaged=True)
    for turns_owned in (2, 3, 4, 5):
        world = run_typed(world).world
        place = world.provinces["J10"]
        assert (place.turns_owned, place.ravaged, levy_rate(world, place), tax_rate(world, place)) == (turns_owned, True, 4, 3)
    world = run_typed(world).world
    place = world.provinces["J10"]
    assert (place.turns_owned, place.ravaged, levy_rate(world, place), tax_rate(world, place)) == (1, False, 9, 8)


@pytest.mark.rule("QJ-10-06", "QJ-11-05")
def test_a_besieged_province_gets_neither_levies_nor_taxes() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=5, zorans=9, besieged=True)
    place = run_typed(world).world.provinces["J10"]
    assert (place.garrison, place.zorans) == (5, 9)


def test_no_levies_where_a_drevonyx_lies_but_taxes() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=5)
    world.drevonyxes.append(Drevonyx(12, "J10"))
    place = run_typed(world).world.provinces["J10"]
    assert (place.garrison, place.zorans) == (5, 7)


@pytest.mark.rule("QJ-23-12", "QJ-23-13")
def test_neutral_garrisons_get_no_levies_and_are_never_besieged() -> None:
    world = land()
    change(world, "J10", garrison=9, zorans=4)
    leader(world, 1, "AAA", "J10", troops=90)
    place = run_typed(world).world.provinces["J10"]
    assert (place.garrison, place.zorans, place.besieged) == (9, 4, False)


@pytest.mark.rule("QJ-10-05", "QJ-11-04", "QJ-05-12", "QJ-06-02")
def test_levied_troops_and_zorans_can_be_given_to_a_leader() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=10_000, zorans=9_000)
    leader(world, 1, "AAA", "J10")
    force = garrison_force("J10")
    turn = run_typed(world, AAA=[Transfer(force, "troops", 9_990, 1), Transfer(force, "zorans", 8_000, 1)])
    assert (turn.world.leaders[1].troops, turn.world.leaders[1].zorans) == (9_990, 8_000)
    assert (turn.world.provinces["J10"].garrison, turn.world.provinces["J10"].zorans) == (18, 1_007)


@pytest.mark.rule("QJ-06-15")
def test_half_of_the_leaders_gain_a_bonus_each_turn() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=1)
    for number in range(1, 401):
        leader(world, number, "AAA", "J10", troops=20, bonus=3)
    turn = run_typed(world)
    bonuses = [turn.world.leaders[number].bonus for number in range(1, 401)]
    assert set(bonuses) == {3, 4}
    assert 150 <= bonuses.count(4) <= 250
    (told,) = [event for event in turn.events if event.kind == "experience"]
    assert told.seen_by == {"AAA"}
    assert told.data["leaders"] == [(number, 4) for number in range(1, 401) if turn.world.leaders[number].bonus == 4]
    said = sentence(replace(told, data={"leaders": [(7, 4), (9, 16)]}), "AAA")
    assert said is not None
    assert said.text == "Experience added 1 to the bonus of L7 (now 4) and L9 (now 16)."


@pytest.mark.rule("QJ-06-18", "QJ-06-19")
def test_experience_never_lifts_a_bonus_above_the_troops_nor_lowers_it() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=1)
    for number in range(1, 61):
        leader(world, number, "AAA", "J10", troops=number % 3 + 2, bonus=4)
    turn = run_typed(world)
    assert [turn.world.leaders[number].bonus for number in range(1, 61)] == [4] * 60


@pytest.mark.rule("QJ-06-20", "QJ-06-19")
def test_handing_troops_over_does_not_lower_the_bonus() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=1)
    leader(world, 1, "AAA", "J10", troops=9, bonus=7)
    turn = run_typed(world, AAA=[Transfer(leader_force(1), "troops", 8, None)])
    assert (turn.world.leaders[1].troops, turn.world.leaders[1].bonus) == (1, 7)


@pytest.mark.rule("QJ-31-16")
def test_a_new_leader_is_shown_as_just_created_for_one_turn() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    for name in [name for name, place in world.provinces.items() if not place.owner][:100]:
        own(world, name, "AAA")
    turn = run_typed(world)
    newborn = next(iter(turn.world.leaders.values()))
    (entry,) = [one for one in turn.world.players["AAA"].seen[newborn.province].leaders if one.number == newborn.number]
    assert "-*" in entry.flags
    assert any(event.kind == "new-leader" and event.data["leader"] == newborn.number for event in turn.events)
    later = run_typed(turn.world).world
    (entry,) = [one for one in later.players["AAA"].seen[newborn.province].leaders if one.number == newborn.number]
    assert "-*" not in entry.flags


@pytest.mark.rule("QJ-05-13")
def test_a_province_holds_any_number_of_talismans() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=1)
    for number in (4, 5, 6, 7, 8, 9, 10, 11):
        talisman(world, number, "J10")
    turn = run_typed(world)
    assert [one.number for one in turn.world.players["AAA"].seen["J10"].talismans] == [4, 5, 6, 7, 8, 9, 10, 11]


@pytest.mark.rule("QJ-06-11")
def test_besieged_and_haunted_provinces_bring_forth_leaders_too() -> None:
    besieged, haunted = [f"J{number}" for number in range(3, 10)], [f"J{number}" for number in range(11, 18)]
    born: Counter[str] = Counter()
    for seed in range(25):
        world = land()
        for name in besieged:
            own(world, name, "AAA", besieged=True)
        for name in haunted:
            own(world, name, "AAA", ravaged=True)
            world.drevonyxes.append(Drevonyx(12, name))
        born.update(one.province for one in upto(world, "13a", str(seed)).world.leaders.values())
    for group in (besieged, haunted):
        assert 12 < sum(born[name] for name in group) < 48  # 7 provinces, 16 percent each, 25 times: 28 expected


@pytest.mark.rule("QJ-06-11", "QJ-06-15")
def test_a_forecast_foretells_neither_new_leaders_nor_experience() -> None:
    world = land()
    for number in range(3, 17):
        own(world, f"J{number}", "AAA")
        leader(world, number, "AAA", f"J{number}", troops=9)
    real, foretold = (upto(world, "13a", expected=expected).world.leaders for expected in (False, True))
    assert len(real) > 14
    assert len(foretold) == 14
    real, foretold = (upto(world, "15a", expected=expected).world.leaders for expected in (False, True))
    assert sum(one.bonus for one in real.values()) > 0
    assert sum(one.bonus for one in foretold.values()) == 0


@pytest.mark.rule("QJ-12-08", "QJ-12-12")
def test_an_army_that_comes_in_does_not_besiege_a_garrison_before_sieges_are_determined() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=3)
    leader(world, 21, "BBB", "J5", troops=90)
    entered = upto(world, "13a", BBB=[Move(21, ("J6",))]).province("J6")
    assert (entered.garrison, entered.zorans, entered.besieged) == (3 + 8, 7, False)
