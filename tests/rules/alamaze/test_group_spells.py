"""Spells upon the wizard's own group and spells that show: healing, hiding, summons, forms, unveiling (ruling 49)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.rules.economy import upkeep
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.world.records import Wizard, World
from tests.rules.alamaze.build import failures, play, put_group, quiet_world, told
from tests.rules.alamaze.casting import carried_out

TABLES = edition("classic")


def mage(area: str, brigades: int, power: int = 8, code: str = "SO", **more: Any) -> World:
    """A world in which the 1st group of a kingdom has two mighty wizards, ZA and ZE."""
    world = quiet_world()
    wizards = [Wizard("ZA", "Zarl", power), Wizard("ZE", "Zelm", power)]
    group = put_group(world, f"1{code}", area, brigades, wizards=wizards, leaders=[], **more)
    if not brigades:
        group.brigades = {}
    return world


# --- healing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("brigades", "points", "food"), [(1, 5, 4_000), (2, 5, 4_000), (3, 4, 8_000), (6, 3, 16_000), (11, 3, 16_000)]
)
def test_healing_helps_small_groups_more_and_costs_large_ones_more(brigades: int, points: int, food: int) -> None:
    world = mage("KL", brigades, attrition=20)
    carried_out(world, "SO", "815 1SO ZA")
    assert (world.groups["1SO"].attrition, world.kingdoms["SO"].food) == (20 - points, 500_000 - food)
    carried_out(world, "SO", "815 1SO ZA\n815 1SO ZE")
    assert world.groups["1SO"].attrition == 20 - 3 * points + 2


def test_healing_needs_wounds_and_food_and_ends_at_nothing() -> None:
    world = mage("KL", 2, attrition=3)
    carried_out(world, "SO", "815 1SO ZA")
    assert world.groups["1SO"].attrition == 0
    assert failures(carried_out(world, "SO", "815 1SO ZA")) == ["1SO has no attrition to heal."]
    world.groups["1SO"].attrition, world.kingdoms["SO"].food = 3, 3_999
    assert len(failures(carried_out(world, "SO", "815 1SO ZA"))) == 1


# --- hiding --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spell", "brigades", "hidden"),
    [
        (821, 5, "masked"),
        (821, 6, ""),
        (822, 20, "masked"),
        (845, 2, "invisible"),
        (845, 3, ""),
        (846, 5, "invisible"),
        (846, 6, ""),
        (847, 10, "invisible"),
        (847, 11, ""),
        (845, 0, "invisible"),
    ],
)
@pytest.mark.rule("AC-06-31")
def test_what_a_spell_can_hide(spell: int, brigades: int, hidden: str) -> None:
    world = mage("KL", brigades)
    turn = carried_out(world, "SO", f"{spell} 1SO ZA")
    assert (world.groups["1SO"].hidden, len(failures(turn))) == (hidden, 0 if hidden else 1)


@pytest.mark.parametrize(("spell", "hidden"), [(822, "masked"), (847, "invisible")])
def test_a_group_is_hidden_until_the_battles_of_the_next_turn_are_over(spell: int, hidden: str) -> None:
    world = mage("KL", 2)
    play(world, {"SO": f"{spell} 1SO ZA"})
    assert world.groups["1SO"].hidden == hidden
    play(world, {"SO": "140 1SO"}, until="140")
    assert world.groups["1SO"].hidden == hidden
    turn = play(world, until="194")
    assert (world.groups["1SO"].hidden, told(turn, "hiding-over", "SO")) == ("", [{"group": "1SO"}])


# --- summons ------------------------------------------------------------------------------------------------------------

PLACES = {"Plains": "KL", "Forest": "RY", "Mountain": "NP", "Marsh": "RL"}


@pytest.mark.parametrize(
    ("code", "spell", "terrain", "brigade", "most"),
    [
        ("SO", 860, "Forest", "MO", 3),
        ("SO", 861, "Plains", "SN", 4),
        ("SO", 862, "Marsh", "GH", 3),
        ("SO", 863, "Mountain", "WT", 3),
        ("EL", 866, "Forest", "WO", 3),
    ],
)
def test_brigades_come_in_their_terrain_up_to_a_number(code: str, spell: int, terrain: str, brigade: str, most: int) -> None:
    for name, area in PLACES.items():
        assert TABLES.areas[area].terrain == name
        world = mage(area, 1, code=code, morale=80)
        turn = carried_out(world, code, f"{spell} 1{code} ZA")
        assert world.groups[f"1{code}"].brigades.get(brigade, 0) == (name == terrain), failures(turn)
    world = mage(PLACES[terrain], 0, code=code)
    group = world.groups[f"1{code}"]
    for _ in range(most + 1):
        turn = carried_out(world, code, f"{spell} 1{code} ZA")
    assert (group.brigades, len(failures(turn))) == ({brigade: most}, 1)
    assert (upkeep(world, group)[0] == 0) is (brigade in ("SN", "GH", "WT"))


def test_a_group_has_no_room_for_a_fourth_kind() -> None:
    world = mage("KL", 1)
    world.groups["1SO"].brigades = {"SO": 1, "VE": 1, "RE": 1}
    turn = carried_out(world, "SO", "861 1SO ZA")
    assert failures(turn) == ["1SO has 3 kinds of brigades, the most there may be."]


# --- forms beyond death ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "spell", "power", "form", "after"),
    [
        ("SO", 870, 5, "wraith", 5),
        ("SO", 870, 8, "wraith", 5),
        ("UN", 870, 6, "wraith", 5),
        ("SO", 871, 8, "lich", 7),
        ("SO", 871, 7, "lich", 7),
        ("SO", 871, 6, "", 6),
        ("WA", 870, 8, "", 8),
    ],
)
def test_a_wizard_becomes_a_wraith_or_a_lich(code: str, spell: int, power: int, form: str, after: int) -> None:
    world = mage("KL", 1, power, code)
    carried_out(world, code, f"{spell} 1{code} ZA")
    wizard = world.groups[f"1{code}"].wizards[0]
    assert (wizard.form, wizard.power) == (form, after)


def test_a_ring_does_not_help_to_a_form_and_none_is_taken_twice() -> None:
    world = mage("KL", 1, 4, artifacts=["RPOWE"])
    assert len(failures(carried_out(world, "SO", "870 1SO ZA"))) == 1
    world = mage("KL", 1, 8)
    carried_out(world, "SO", "871 1SO ZA")
    assert failures(carried_out(world, "SO", "870 1SO ZA")) == ["Zarl is a lich already, for good."]


@pytest.mark.parametrize(
    ("form", "power", "done"), [("wraith", 5, False), ("wraith", 4, True), ("lich", 7, False), ("lich", 6, True), ("", 7, True)]
)
def test_the_power_of_a_wraith_or_lich_is_bound(form: str, power: int, done: bool) -> None:
    world = mage("UJ", 1, power)
    world.groups["1SO"].wizards[0].form = form
    carried_out(world, "SO", "799 1SO ZA")
    assert world.groups["1SO"].wizards[0].power == power + done


# --- unveiling ----------------------------------------------------------------------------------------------------------


def test_the_centers_of_a_kind_in_the_region_are_seen() -> None:
    world = mage("KL", 1)
    villages = {one.area for one in world.centers.values() if one.type == "Village" and world.region_of(one.area) == 5}
    turn = carried_out(world, "SO", "751 1SO ZA V")
    memory = world.kingdoms["SO"].memory
    (one,) = told(turn, "centers-unveiled", "SO")
    assert (one["region"], one["number"]) == (5, len(villages))
    assert villages <= set(memory.centers)
    assert {memory.centers[area].owner for area in ("JO", "KQ")} == {"WA"}
    assert not any(world.centers[area].type == "Town" and world.region_of(area) == 5 for area in memory.centers)
    assert told(turn, "centers-unveiled", "WA") == []
    assert len(failures(carried_out(world, "SO", "751 1SO ZA X"))) == 1


def test_the_groups_of_a_size_in_the_region_are_seen_but_for_the_hidden() -> None:
    world = mage("KL", 7)
    for group in world.groups.values():
        if group.kingdom != "SO":
            group.area = ""
    put_group(world, "1WA", "KP", 6)
    put_group(world, "2WA", "JM", 5)
    put_group(world, "1EL", "KN", 10)
    put_group(world, "2EL", "KQ", 8, hidden="masked")
    put_group(world, "1GI", "JO", 8, hidden="invisible")
    put_group(world, "1DW", "EQ", 8)
    turn = carried_out(world, "SO", "761 1SO ZA ARMY")
    (one,) = told(turn, "groups-unveiled", "SO")
    assert one["groups"] == ["1EL in KN", "1WA in KP"]
    assert {id: (seen.area, seen.size) for id, seen in world.kingdoms["SO"].memory.groups.items()} == {
        "1EL": ("KN", "Army"),
        "1WA": ("KP", "Army"),
    }
    assert failures(carried_out(world, "SO", "761 1SO ZA HUGE")) == ["Column C: HUGE is no size of groups."]
