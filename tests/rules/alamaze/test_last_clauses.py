"""Short clauses that stand alone: kinds of centers and kingdoms, what combat needs, own brigades, agents without a center."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.rulesets.alamaze.rules.economy import shares
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.world.records import Fleet, World
from tests.rules.alamaze.bare import bare_world, control, influence, leaders, share
from tests.rules.alamaze.build import (
    answer,
    center,
    failures,
    figure,
    give,
    new_world,
    play,
    problem,
    put_group,
    quiet_world,
    spell_world,
    told,
)
from tests.rules.alamaze.casting import carried_out
from tests.rules.alamaze.dice import loaded

TABLES = edition("classic")
ISLAND = "NU"
"""A village in the Drowning Sea."""


# --- kingdoms ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-02-03")
def test_each_kingdom_has_rules_of_its_own() -> None:
    """Its troops, its way through the country together with its magic and agents, and some orders are its alone."""
    own = [TABLES.brigades[TABLES.own_brigade(code)] for code in TABLES.kingdoms]
    assert len({(one.value_vs_pc, one.charge, one.melee) for one in own}) == len(own) == 15
    terrains = ("Plains", "Forest", "Mountain", "Marsh", "Desert", "Sea")
    ruled = {
        (*map(one.ability, terrains), one.spell_school, one.rite_percent, one.research_gold_per_level, one.agent_cap)
        for one in TABLES.kingdoms.values()
    }
    assert len(ruled) == 15


@pytest.mark.rule("AC-02-03")
@pytest.mark.parametrize(("order", "only", "name"), [("599 {capital}", "DW", "Dwarven"), ("994 3000", "UN", "Underworld")])
def test_an_order_of_one_kingdom_is_refused_to_all_others(order: str, only: str, name: str) -> None:
    world = quiet_world()
    refused = f"{order[:3]} is an order of the {name} alone."
    for code, kingdom in world.kingdoms.items():
        said = [one.why for one in answer(world, code, order.format(capital=kingdom.capital)).problems]
        assert said == ([] if code == only else [refused]), code


@pytest.mark.rule("AC-02-04")
@pytest.mark.parametrize("code", list(TABLES.kingdoms))
def test_every_kingdom_may_win_by_its_own_conditions_or_by_regions(code: str) -> None:
    """Three regions are too few for Rex, and conditions met are enough; with four regions Rex is there as well."""

    def world(regions: tuple[int, ...]) -> World:
        here = bare_world(control(*regions), *[share(n, 60) for n in regions], leaders("Warlord", 3), influence(22), code=code)
        here.turn, here.kingdoms[code].conditions = 16, ["1A", "2A", "3A"]
        return here

    own = world((1, 2, 3))
    give(own, {code: "995"})
    assert (own.winners, own.victory) == ([code], "Secret")
    general = world((1, 2, 3, 4))
    give(general, {code: "996"})
    assert (general.winners, general.victory) == ([code], "Rex")
    neither = world((1, 2, 3))
    give(neither, {code: "996"})
    assert not neither.finished


# --- centers and their harvest ----------------------------------------------------------------------------------------


@pytest.mark.rule("AC-04-03")
def test_every_center_has_people_walls_food_gold_and_a_name_of_its_own() -> None:
    world = new_world()
    centers = world.centers.values()
    assert all(one.census > 0 and one.defense > 0 and one.gold > 0 and one.food != 0 for one in centers)
    names = [one.name for one in centers]
    assert all(names)
    assert len(set(names)) == len(names) == 150


@pytest.mark.rule("AC-14-08")
def test_a_scenario_may_give_region_9_the_winter_of_the_north(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (shares(TABLES, 5, 9), shares(TABLES, 11, 9)) == ((100, 100), (25, 50))
    monkeypatch.setitem(TABLES.regions, 9, replace(TABLES.regions[9], off_season="winter"))
    assert (shares(TABLES, 5, 9), shares(TABLES, 11, 9)) == ((25, 50), (100, 100))
    assert shares(TABLES, 5, 10) == (100, 100)


# --- groups and brigades ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-06-02")
@pytest.mark.parametrize(
    ("line", "named"),
    [
        *[(f"{order} FA 1EL", "FA") for order in (110, 111, 118, 120)],
        ("121 FA", "FA"),
        *[(f"{order} KP - 2", "KP") for order in (150, 160, 180)],
        ("170 FA", "FA"),
        ("190 KP", "KP"),
    ],
)
def test_nobody_but_a_group_fights(line: str, named: str) -> None:
    """Neither a figure nor a center does."""
    one = problem(quiet_world(), "WA", line)
    assert one.why == f'{line[:3]} column A: "{named}" is not a group ID: a digit and the code of our kingdom.'


@pytest.mark.rule("AC-16-04")
def test_reinforcements_are_brigades_of_the_kingdoms_own_people() -> None:
    """On turn 10 every kingdom has some; a Westman kingdom would have Westmen."""
    world = quiet_world()
    world.turn = 10
    for code, kingdom in world.kingdoms.items():
        for group in world.groups_of(code):
            group.area, group.brigades = "", {}
        put_group(world, f"1{code}", kingdom.capital, 1, "VE")
    play(world, until="246")
    for code in world.kingdoms:
        number = TABLES.kingdoms[code].reinforcement_brigades
        assert world.groups[f"1{code}"].brigades == {"VE": 1, code: number}


@pytest.mark.rule("AC-17-06")
@pytest.mark.parametrize("order", ["700 2SO 1SO SN 2", "740 2SO 1SO"])
def test_the_most_of_a_special_kind_binds_only_where_it_is_raised(order: str) -> None:
    """Four brigades of Skeletons in a group is the most."""
    world = spell_world("SO", "KL")
    world.groups["1SO"].brigades = {"SN": 4}
    assert failures(carried_out(world, "SO", "861 1SO ZZ")) == ["1SO has 4 SN; 4 in a group is the most."]
    put_group(world, "2SO", world.groups["1SO"].area, 2, "SN")
    turn = play(world, {"SO": order}, until=order[:3])
    assert (failures(turn), world.groups["1SO"].brigades) == ([], {"SN": 6})


@pytest.mark.rule("AC-07-13")
@pytest.mark.parametrize(("ships", "brigades"), [(1, {"UN": 1}), (2, {"UN": 1, "RE": 1})])
def test_recruits_on_the_water_need_a_ship_that_is_there_already(ships: int, brigades: dict[str, int]) -> None:
    world = quiet_world()
    center(world, ISLAND, type="Town", census=30_000, owner="UN")
    sea = TABLES.sea_letters[TABLES.areas[ISLAND].sea]
    world.kingdoms["UN"].fleets = {sea: Fleet(ships, 14)}
    for group in world.groups_of("UN"):
        group.area, group.brigades = "", {}
    put_group(world, "2UN", ISLAND, 1)
    turn = play(world, {"UN": "560 2UN"}, until="560")
    assert world.groups["2UN"].brigades == brigades
    assert failures(turn) == ([] if ships == 2 else ["There is no ship for one more brigade at Pelenwick."])


# --- agents -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-19-14", "AC-19-16")
def test_an_agent_works_where_no_center_is_and_is_back_at_his_base_the_same_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch, "success.970", "success.945")
    world = quiet_world()
    assert "KO" not in world.centers
    before = {one.title for one in put_group(world, "1WA", "KO", 3).leaders}
    assert "General" in before
    agent = figure(world, "DA", "DA")
    agent.level = 5
    turn = play(world, {"DA": "970 DA KO"}, until="970")
    (found,) = told(turn, "recon", "DA")
    assert [one["group"] for one in found["groups"]] == ["1WA"]
    assert (agent.area, agent.held_by) == ("PN", "")
    world.turn = 7
    turn = play(world, {"DA": "945 DA 1WA L H KO"})
    assert before - {"General"} == {one.title for one in world.groups["1WA"].leaders}
    assert (agent.area, agent.held_by) == ("PN", "")
