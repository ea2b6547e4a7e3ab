"""Attacks on population centers, plunder, parley, sieges, and spells upon centers (AC-21, AC-04; rulings 15, 24, 34, 55)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.orders.battle.attacks import chance_to_surrender
from postern.rulesets.alamaze.rules.battle import POPULATION, Aid, Assault, Host, Stance, host, storm
from postern.rulesets.alamaze.rules.centers import damage, defense_of, readiness
from postern.rulesets.alamaze.rules.economy import Harvest
from postern.rulesets.alamaze.rules.groups import value_vs_center
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Center, CenterMemory, Group, Leader, Siege, Wizard, World
from tests.rules.alamaze.build import answer, begin, center, failures, play, put_group, quiet_world, told

VILLAGE, TOWN, CITY, CAPITAL = "KL", "NQ", "NN", "UJ"
"""A neutral village and a neutral town of Amberland, its city Avalon, and the capital of the Sorcerer."""


def before_the_walls(area: str = VILLAGE, brigades: int = 3, **more: Any) -> tuple[World, Group, Center]:
    """A world in which 3WA, which has neither leaders nor wizards, stands at a center."""
    world = quiet_world()
    for one in (VILLAGE, TOWN, CAPITAL):
        world.kingdoms["WA"].memory.centers[one] = CenterMemory(world.turn - 1, world.centers[one].owner)
    return world, put_group(world, "3WA", area, brigades, **more), world.centers[area]


def plain_host(value: float, percent: int = 33) -> Host:
    """A host of this value against centers, armour 1.1 and 15 percent of it in each missile stage."""
    shots = {"long_missile": 0.15 * value, "short_missile": 0.15 * value, "charge": 0.0, "melee": 0.0}
    values = {**shots, "value_vs_pc": value, "spell points": 0.0, "artifacts": 0.0}
    return Host(values, 3 * value, 1.0, 1.1, percent / 100)


def storms(course: Assault) -> int:
    return sum(one.stage.startswith("Storm") for one in course.stages)


# --- the rulings' own numbers -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-21-02", "AC-21-04", "AC-21-10", "AC-04-23", "AC-04-29", "AC-06-58")
def test_the_assault_of_the_example_report_to_the_printed_digit() -> None:
    world = quiet_world()
    world.turn = 5
    group = put_group(world, "1WA", VILLAGE, 3, morale=104)
    group.wizards = [Wizard("RE", "Rebern", 3), Wizard("OL", "Olbern", 2)]
    turn = play(world, {"WA": "103 1WA RE\n150 1WA - 2"}, seed="report 4646", until="150")
    (one,) = told(turn, "assault", "WA")
    assert one["ours"]["own"]["value"] == 9_200
    assert one["defense"] == 2_333
    table = [(stage["broken"], stage["left"], round(stage["lost"] / 1_000, 1)) for stage in one["stages"]]
    assert table == [(99, 2_234, 1.2), (285, 1_949, 1.2), (157, 1_791, 2.7), (895, 896, 3.4), (889, 7, 3.7), (7, 0, 3.7)]
    found = world.centers[VILLAGE]
    assert (found.owner, found.defense, found.census, found.food, found.gold) == ("WA", 2_046, 14_865, 7_568, 1_931)
    assert group.morale == 109
    assert round(group.attrition, 1) == 3.7
    group.morale = 111
    assert value_vs_center(world, group) == 9_006


@pytest.mark.parametrize(
    ("ratio", "taken", "count", "percent"),
    [
        pytest.param(2.0, True, 6, 10, marks=pytest.mark.rule("AC-04-32")),
        pytest.param(1.5, True, 8, 16),
        pytest.param(1.2, True, 10, 23),
        pytest.param(1.0, False, 12, 32, marks=pytest.mark.rule("AC-21-05", "AC-21-06", "AC-21-08")),
        pytest.param(0.8, False, 6, 34),
    ],
)
def test_storms_by_the_strength_of_the_attacker(ratio: float, taken: bool, count: int, percent: int) -> None:
    """The figures of ruling 24 for a value of so many times the defense: it takes the center in this storm, or fails."""
    course = storm(edition("classic"), plain_host(ratio * 2_000), 2_000)
    assert (course.taken, storms(course)) == (taken, count)
    assert 100 * course.lost == pytest.approx(percent, abs=0.6)


def test_a_probing_attack_gives_up_where_a_plan_of_battle_goes_on() -> None:
    assert storm(edition("classic"), plain_host(3_000, 15), 2_000).ended == "threshold"
    assert storm(edition("classic"), plain_host(3_000, 33), 2_000).taken


@pytest.mark.rule("AC-06-58", "AC-06-59", "AC-06-65")
def test_the_terrain_around_a_center_does_not_count() -> None:
    world = quiet_world()
    group = put_group(world, "3DW", "AF", 1)
    field = host(world, group, Stance("attack"), Aid())
    walls = host(world, group, Stance("attack"), Aid(), terrain=POPULATION)
    assert walls.values["value_vs_pc"] == 3_430
    assert walls.values["long_missile"] == pytest.approx(320)
    assert field.values["long_missile"] == pytest.approx(320 * 0.5 * 0.9)


# --- defense ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-04-30", "AC-21-07")
def test_centers_are_up_to_fifteen_percent_better_or_worse_than_their_walls() -> None:
    world, _, village = before_the_walls()
    found = {round(readiness(begin(world, seed=f"s{i}"), village, "3WA"), 2) for i in range(400)}
    assert found == {round(1 + i / 100, 2) for i in range(-15, 16)}


@pytest.mark.rule("AC-04-31", "AC-04-24")
def test_a_capital_always_fights_at_its_best() -> None:
    world = quiet_world()
    assert {readiness(begin(world, seed=f"s{i}"), world.centers[CAPITAL], "3WA") for i in range(20)} == {1.15}


def test_a_horn_on_the_walls_adds_to_the_defense() -> None:
    world, _, village = before_the_walls()
    village.artifacts = ["HORN"]
    assert defense_of(world, village) == 2_201 + 4_000


@pytest.mark.rule("AC-21-10")
def test_damage_is_for_good_and_spares_what_a_center_eats() -> None:
    world = quiet_world()
    city = center(world, CITY, defense=1_000, census=50_000, food=-5_000, gold=2_001)
    assert damage(begin(world), city, 10) == {"defense": 900, "census": 45_000, "food": -5_000, "gold": 1_800}


@pytest.mark.rule("AC-21-10")
def test_a_failed_attack_does_a_part_of_the_damage_and_the_garrison_is_back_next_turn() -> None:
    world, group, town = before_the_walls(TOWN, 3)
    turn = play(world, {"WA": "150 3WA - 2"}, until="150")
    (one,) = told(turn, "assault", "WA")
    assert "now" not in one
    worn = 1 - one["stages"][-1]["left"] / one["defense"]
    assert (one["taken"], town.owner) == (False, "")
    assert 0 < worn < 1
    lost = 1 - town.defense / 8_206
    assert 0.05 * worn - 0.001 <= lost <= 0.10 * worn + 0.001
    assert town.defense > one["stages"][-1]["left"]
    assert group.morale == 95


@pytest.mark.rule("AC-21-46", "AC-21-41")
def test_two_that_fail_alone_do_not_strike_together_and_one_as_large_takes_it() -> None:
    def taken(first: int, second: int) -> bool:
        world, _, town = before_the_walls(TOWN, first)
        letters = {"WA": "150 3WA - 1"}
        if second:
            put_group(world, "2EL", TOWN, second, leaders=[], wizards=[])
            letters["EL"] = "150 2EL - 1"
        play(world, letters, until="150")
        return town.owner != ""

    assert not taken(3, 3)
    assert taken(8, 0)


# --- who may attack, and what it changes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "why"),
    [
        pytest.param("121 3WA\n150 3WA - 2", "entrenches this turn", marks=pytest.mark.rule("AC-21-63")),
        pytest.param("121 3WA\n160 3WA - 2", "entrenches this turn", marks=pytest.mark.rule("AC-21-63")),
        pytest.param("121 3WA\n180 3WA - 2", "entrenches this turn", marks=pytest.mark.rule("AC-21-63")),
        pytest.param("121 3WA\n170 3WA", "entrenches this turn", marks=pytest.mark.rule("AC-21-63")),
        pytest.param("121 3WA\n171 3WA RE", "entrenches this turn", marks=pytest.mark.rule("AC-21-63")),
        pytest.param("150 3WA - 5", "Tactic 5 does not exist"),
    ],
)
def test_what_a_group_cannot_do_at_a_center(letter: str, why: str) -> None:
    world, _, _ = before_the_walls(leaders=[Leader("One", "General")], wizards=[Wizard("RE", "Rebern", 3)])
    problems = answer(world, "WA", letter).problems
    assert [why in one.why for one in problems] == [True]
    assert why in " ".join(failures(play(world, {"WA": letter}, until="190")))


@pytest.mark.rule("AC-21-15", "AC-21-48")
@pytest.mark.parametrize("second", ["160 3WA - 2", "180 3WA - 2", "190 3WA"])
def test_a_group_attacks_a_center_once_a_turn_or_besieges_it(second: str) -> None:
    world, _, _ = before_the_walls()
    (one,) = answer(world, "WA", f"150 3WA - 2\n{second}").problems
    assert "3WA has acted against a center this turn" in one.why


@pytest.mark.rule("AC-21-03", "AC-18-10")
def test_attacks_need_a_foreign_center_and_troops() -> None:
    world, group, _ = before_the_walls()
    group.area = "KM"
    assert "We know of no center in KM" in answer(world, "WA", "150 3WA").problems[0].why
    group.area = "KP"
    assert "is ours" in answer(world, "WA", "150 3WA").problems[0].why
    group.area, group.brigades = VILLAGE, {}
    assert "is a patrol" in answer(world, "WA", "150 3WA").problems[0].why


@pytest.mark.rule("AC-21-11")
def test_defending_and_attacking_a_center_exclude_each_other() -> None:
    world, _, _ = before_the_walls()
    (one,) = answer(world, "WA", "120 3WA 2SO\n150 3WA - 2").problems
    assert one.why == "3WA also has 150 in this letter; a group that defends cannot attack a center."
    put_group(world, "2SO", VILLAGE, 1)
    turn = play(world, {"WA": "120 3WA 2SO 2\n150 3WA - 2"}, until="150")
    assert failures(turn) == ["3WA also has 150 in this letter; a group that defends cannot attack a center."]
    assert told(turn, "assault", "WA")


@pytest.mark.rule("AC-21-13", "AC-21-14")
def test_who_was_beaten_in_the_field_cannot_attack_a_center() -> None:
    world, _, village = before_the_walls(brigades=1)
    put_group(world, "2DW", VILLAGE, 4)
    turn = play(world, {"WA": "150 3WA - 3", "DW": "110 2DW 3WA 3"}, until="150")
    if world.groups["3WA"].area:
        assert failures(turn) == ["3WA had to retreat this turn and cannot act against a center."]
    assert village.owner == ""
    assert told(turn, "assault") == []


@pytest.mark.rule("AC-21-12", "AC-06-11", "AC-06-10", "AC-06-09")
def test_a_defender_may_be_ignored_at_the_risk_of_surprise() -> None:
    """2EL only stands ready: the attack on the center goes on. 2EL attacks: 3WA is surprised, and goes on with 15 percent
    less when it does not give way."""
    world, _, village = before_the_walls(brigades=6)
    put_group(world, "2EL", VILLAGE, 1, leaders=[], wizards=[])
    turn = play(world, {"WA": "150 3WA - 2", "EL": "120 2EL 3WA 2"}, until="150")
    assert (told(turn, "battle"), village.owner) == ([], "WA")

    world, _, village = before_the_walls(brigades=6)
    put_group(world, "2EL", VILLAGE, 1, leaders=[], wizards=[])
    turn = play(world, {"WA": "150 3WA - 2", "EL": "110 2EL 3WA 1"}, until="150")
    fought, attack = told(turn, "battle", "WA")[0], told(turn, "assault", "WA")[0]
    assert fought["ours"]["stance"] == "surprised"
    assert attack["ours"]["own"]["fights_before"] == 1
    before = (
        6 * 2_442 * (1 - fought["ours"]["own"]["attrition_after"] / 100_000) * fought["ours"]["own"]["morale_after"] / 100_000
    )
    assert attack["ours"]["own"]["value"] == pytest.approx(before * 0.85, abs=1)


@pytest.mark.rule("AC-04-29", "AC-21-15")
def test_a_capital_can_be_taken_by_storm_and_moves() -> None:
    world, _, capital = before_the_walls(CAPITAL, 12)
    for group in world.groups_of("SO"):
        group.area = ""
    play(world, {"WA": "150 3WA - 3"}, until="150")
    assert capital.owner == "WA"
    assert world.kingdoms["SO"].capital != CAPITAL


def test_an_attack_ends_a_mask_an_ambush_and_the_own_siege() -> None:
    world, group, _ = before_the_walls(TOWN, 1, hidden="masked", ambush=True)
    group.siege = Siege(TOWN, 1)
    play(world, {"WA": "150 3WA - 1"}, until="150")
    assert (group.hidden, group.ambush) == ("", False)
    assert world.groups["3WA"].siege is None


@pytest.mark.rule("AC-04-26")
def test_prisoners_of_a_conquest_are_held_at_the_capital() -> None:
    captured = 0
    for seed in range(12):
        world, _, town = before_the_walls(TOWN, 12)
        town.owner = "SO"
        baron = next(one for one in world.kingdoms["SO"].figures.values() if one.rank == "Baron")
        baron.area = TOWN
        play(world, {"WA": "150 3WA - 3"}, seed=str(seed), until="150")
        assert (baron.held_by, baron.area) in (("WA", "KP"), ("", CAPITAL))
        captured += baron.held_by == "WA"
    assert 0 < captured < 12


# --- plunder ------------------------------------------------------------------------------------------------------------------


def test_plunder_meets_harder_walls_and_leaves_nothing() -> None:
    world, group, village = before_the_walls(brigades=5)
    kingdom = world.kingdoms["WA"]
    gold, food = kingdom.gold, kingdom.food
    village.artifacts = ["HORN"]
    group.brigades = {"WA": 30}
    turn = play(world, {"WA": "160 3WA - 2"}, until="160")
    (one,) = told(turn, "assault", "WA")
    assert one["defense"] == pytest.approx((2_201 + 4_000) * 1.75 * readiness(turn, village, "3WA"), abs=1)
    assert (village.owner, village.destroyed, village.artifacts) == ("", True, [])
    assert world.lost_artifacts == {"HORN": VILLAGE}
    # Turn 7 is Late Winter: a quarter of the food and half of the gold, and half as much again.
    assert (kingdom.gold - gold, kingdom.food - food) == (1_557, 3_051)
    assert kingdom.reactions[5] == "Tolerant"
    assert group.morale == 105


def test_the_region_resents_even_a_failed_plunder() -> None:
    world, _, town = before_the_walls(TOWN, 1)
    play(world, {"WA": "160 3WA - 1"}, until="160")
    assert (town.destroyed, world.kingdoms["WA"].reactions[5]) == (False, "Tolerant")


# --- parley -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "percent"),
    [
        # 3 x 2,442 = 7,326 with a General 8,058: 3.66 of 2,201; 36.6 + 5 + 20 Friendly + 10 village.
        ({}, 71.6),
        ({"leader": "Warlord"}, 81.6 - 0.003 + 3.4),
        ({"reaction": "Hostile"}, 26.6),
        ({"reaction": "Suspicious"}, 41.6),
        ({"reaction": "Tolerant"}, 56.6),
        ({"owner": "EL"}, 35.8),
        ({"owner": "SO"}, 30.8),
        ({"status_quo": 7}, 64.6),
        ({"order": 180}, 61.6),
        ({"power": 3}, 86.6),
        ({"power": 8}, 90.0),
        ({"defense": 100_000, "reaction": "Hostile"}, 0.0),
        ({"artifacts": ["DRAGN"], "order": 180}, 76.6),
    ],
)
def test_the_chance_that_a_center_surrenders(change: dict[str, Any], percent: float) -> None:
    world, group, village = before_the_walls(leaders=[Leader("One", change.get("leader", "General"))])
    kingdom = world.kingdoms["WA"]
    kingdom.reactions[5] = change.get("reaction", "Friendly")
    group.artifacts = change.get("artifacts", [])
    village.owner, world.status_quo = change.get("owner", ""), {VILLAGE: change.get("status_quo", 0)}
    village.defense = change.get("defense", village.defense)
    found = chance_to_surrender(world, kingdom, group, village, change.get("order", 170), change.get("power", 0))
    assert found == pytest.approx(percent, abs=0.06)


@pytest.mark.rule("AC-15-24", "AC-04-23")
def test_a_center_that_surrenders_belongs_to_the_asker_before_production() -> None:
    outcomes = set()
    for seed in ("a", "b", "c", "d", "e", "f"):
        world, _, village = before_the_walls(leaders=[Leader("One", "General")])
        turn = play(world, {"WA": "170 3WA"}, seed=seed, until="170")
        (one,) = told(turn, "parley", "WA")
        assert (village.owner == "WA") == one["yielded"]
        outcomes.add(one["yielded"])
    assert outcomes == {True, False}


def test_parley_needs_a_general_and_capitals_do_not_listen() -> None:
    world, group, _ = before_the_walls(leaders=[Leader("One", "Captain II")])
    assert answer(world, "WA", "170 3WA").problems[0].why == "3WA has no General or higher to speak for us."
    group.area, group.leaders = CAPITAL, [Leader("One", "General")]
    assert failures(play(world, {"WA": "170 3WA"}, until="170")) == ["Kelendale is a capital; it surrenders to no words."]


def test_a_refused_threat_is_followed_by_an_attack_on_harder_walls() -> None:
    for seed in map(str, range(40)):
        world, _, village = before_the_walls(brigades=1)
        world.kingdoms["WA"].reactions[5] = "Hostile"
        turn = play(world, {"WA": "180 3WA - 1"}, seed=seed, until="180")
        if not told(turn, "parley", "WA")[0]["yielded"]:
            (one,) = told(turn, "assault", "WA")
            assert one["defense"] == pytest.approx(2_201 * 1.35 * readiness(turn, village, "3WA"), abs=1)
            return
    raise AssertionError("the village always surrendered")


# --- siege --------------------------------------------------------------------------------------------------------------------


def besieging(brigades: int = 5, months: int = 0, area: str = TOWN, **more: Any) -> tuple[World, Group, Center]:
    world, group, found = before_the_walls(area, brigades, **more)
    group.siege = Siege(area, months) if months else None
    return world, group, found


@pytest.mark.rule("AC-21-16", "AC-21-23", "AC-21-24", "AC-21-25", "AC-04-29")
def test_three_months_of_siege_win_a_center_and_its_harvest() -> None:
    world, group, town = besieging(area=CAPITAL)
    for one in world.groups_of("SO"):
        one.area = ""
    town.food, town.gold = 4_000, 10_000
    for month, owner, share in ((1, "SO", 50), (2, "SO", 0), (3, "WA", 100)):
        group.morale = 100
        turn = play(world, {"WA": "190 3WA"}, until="195")
        assert (month, town.owner) == (month, owner)
        assert group.siege == (Siege(CAPITAL, month) if month < 3 else None)
        assert told(turn, "siege" if month < 3 else "siege-won", "SO")
        assert turn.state(Harvest).brought[CAPITAL] == (4_000 * share // 100, 10_000 * share // 100)
    assert town.defense == 9_000


@pytest.mark.rule("AC-21-17", "AC-21-18", "AC-21-65")
@pytest.mark.parametrize(("defense", "holds"), [(12_209, True), (12_210, False), (13_000, False)])
def test_a_siege_holds_while_the_printed_value_is_above_the_defense(defense: int, holds: bool) -> None:
    world, group, town = besieging(months=1)
    town.defense = defense
    assert value_vs_center(world, group) == 12_210
    turn = play(world, {"WA": "190 3WA"}, until="190")
    assert group.siege == (Siege(TOWN, 2) if holds else None)
    assert bool(told(turn, "siege-broken", "WA")) == (not holds)


@pytest.mark.rule("AC-21-16")
def test_a_siege_that_is_not_ordered_again_is_over() -> None:
    world, group, _ = besieging(months=2)
    play(world, {"WA": ""}, until="190")
    assert group.siege is None


@pytest.mark.rule("AC-21-22")
def test_a_group_that_moves_besieges_no_more() -> None:
    world, group, _ = besieging(months=1)
    play(world, {"WA": "190 3WA"}, until="899.1")
    assert group.siege == Siege(TOWN, 2)

    world, group, _ = besieging(months=1)
    turn = play(world, {"WA": "190 3WA\n720 3WA NR NQ"}, until="899.1")
    assert (group.area, group.siege) == (TOWN, None)
    assert told(turn, "siege-broken", "WA")[0]["why"] == "marched away"


@pytest.mark.rule("AC-21-19")
def test_one_group_of_a_kingdom_and_one_a_center() -> None:
    world, group, _ = besieging(months=1)
    put_group(world, "2WA", TOWN, 5)
    put_group(world, "2EL", TOWN, 5)
    turn = play(world, {"WA": "190 3WA\n190 2WA", "EL": "190 2EL"}, until="190")
    assert [one.siege for one in (group, world.groups["2WA"], world.groups["2EL"])] == [Siege(TOWN, 2), None, None]
    assert len(failures(turn)) == 2

    world, group, _ = besieging(months=1)
    put_group(world, "2WA", VILLAGE, 5)
    turn = play(world, {"WA": "190 3WA\n190 2WA"}, until="190")
    assert failures(turn) == [f"3WA already besieges {TOWN}; one group of a kingdom may lay siege."]


@pytest.mark.rule("AC-21-20")
def test_higher_walls_break_a_siege() -> None:
    world, group, town = besieging(months=1, area="XL", brigades=4)
    put_group(world, "2SO", "", 0)
    town.defense = 9_000
    play(world, {"SO": "600 XL D 3", "WA": "190 3WA"})
    assert town.defense == 12_000
    turn = play(world, {"WA": "190 3WA"}, until="190")
    assert group.siege is None
    assert told(turn, "siege-broken", "SO")


@pytest.mark.rule("AC-21-21")
def test_a_relieving_force_breaks_a_siege_by_making_the_besieger_retreat() -> None:
    world, group, _ = besieging(months=2, brigades=4)
    put_group(world, "2DW", TOWN, 6)
    letters = {"WA": "190 3WA", "DW": "110 2DW 3WA 3"}
    assert told(play(world, letters, until="122"), "battle", "WA")[0]["held"] == "theirs"
    assert group.siege is None
    assert group.area == TOWN


# --- spells upon centers ----------------------------------------------------------------------------------------------------


def spell_world(area: str, school: str = "SO") -> tuple[World, Center]:
    world = quiet_world()
    world.kingdoms[school].memory.centers[area] = CenterMemory(world.turn - 1, "")
    put_group(world, f"2{school}", area, 1, wizards=[Wizard("ZO", "Zorn", 8), Wizard("ZA", "Zarn", 8)], leaders=[])
    return world, world.centers[area]


@pytest.mark.parametrize(
    ("area", "letter", "defense", "left", "destroyed"),
    [
        (VILLAGE, "155 2SO ZO KL", 3_600, 100, False),
        (VILLAGE, "155 2SO ZO KL", 3_500, 0, True),
        (TOWN, "156 2SO ZO NQ", 8_206, 1_206, False),
        (TOWN, "156 2SO ZO NQ", 7_000, 0, True),
        (CITY, "157 2SO ZO NN", 18_085, 9_585, False),
        (CITY, "157 2SO ZO NN", 8_500, 0, True),
    ],
)
def test_spells_that_break_walls(area: str, letter: str, defense: int, left: int, destroyed: bool) -> None:
    world, found = spell_world(area)
    found.defense = defense
    play(world, {"SO": letter}, until="157")
    assert (found.defense, found.destroyed) == (left, destroyed)


def test_a_ward_holds_one_spell_and_a_wrong_type_is_refused() -> None:
    world, village = spell_world(VILLAGE)
    put_group(world, "1WA", "KP", 1, wizards=[Wizard("RE", "Rebern", 5)])
    turn = play(world, {"SO": "155 2SO ZO KL\n155 2SO ZA KL", "WA": "130 1WA RE KL"}, until="155")
    assert village.destroyed
    assert len(told(turn, "ward-held", "SO")) == len(told(turn, "walls-broken", "SO")) == 1
    assert "is a village; 156 is for a town" in answer(spell_world(VILLAGE)[0], "SO", "156 2SO ZO KL").problems[0].why


def test_wards_and_domes_reach_the_region_and_walls_break_in_the_own_area() -> None:
    world, _ = spell_world(TOWN)
    world.kingdoms["SO"].memory.centers["XL"] = CenterMemory(world.turn - 1, "")
    world.kingdoms["SO"].memory.centers[VILLAGE] = CenterMemory(world.turn - 1, "")
    (one,) = answer(world, "SO", "135 2SO ZO XL").problems
    assert one.why.endswith("is not in the region of 2SO.")
    assert answer(world, "SO", f"135 2SO ZO {VILLAGE}").problems == ()
    (one,) = answer(world, "SO", f"155 2SO ZO {VILLAGE}").problems
    assert one.why == f"2SO is in {TOWN}; the spell reaches the center in its own area alone."


def test_a_dome_stops_attacks_not_sieges_and_can_be_dispelled() -> None:
    def run(letter: str) -> Turn:
        world, _ = spell_world(TOWN)
        put_group(world, "3WA", TOWN, 6)
        put_group(world, "1WA", "KP", 1, wizards=[Wizard("RE", "Rebern", 6)])
        return play(world, {"WA": letter, "SO": "135 2SO ZO NQ"}, until="190")

    assert failures(run("150 3WA - 2")) == ["A dome of magic stands over Zanorford; it cannot be attacked this turn."]
    assert run("190 3WA").world.groups["3WA"].siege == Siege(TOWN, 1)
    assert told(run("136 1WA RE NQ\n150 3WA - 2"), "assault", "WA")
