"""Marches over land and through the air: orders 720, 725 and 727, spell 718 (AC-18, ruling 20)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.rules.groups import flies, points_of, reach_of, to_enter
from postern.rulesets.alamaze.tables import TERRAINS, edition
from postern.rulesets.alamaze.turn import Activity, Turn
from postern.rulesets.alamaze.world.records import Wizard, World
from tests.rules.alamaze.build import answer, failures, give, problem, put_group, quiet_world, told


def march(world: World, text: str, seed: str = "tests") -> Turn:
    return give(world, {text.split()[1][1:]: text}, seed, until="745")


# Warlocks have the Standard chart: plains 5, forest 7, mountain 8, marsh and desert 7. MF, MG, MH, NH, MN and MO are
# plains, MI and MJ mountains, OO and PP forest.
@pytest.mark.parametrize(
    ("start", "path", "morale", "end", "points", "after"),
    [
        pytest.param("MN", "MO MP", 100, "MP", "10", 100, id="plains"),
        pytest.param("MF", "MG MH MI", 100, "MI", "18", 100, id="a mountain costs 8"),
        pytest.param("ON", "OO PP", 100, "PP", "14", 100, id="a forest costs 7"),
        pytest.param("MN", "MO MN MO MN", 100, "MN", "20", 100, id="20 points are no force march"),
        pytest.param("MF", "MG MH MI NH", 100, "NH", "23", 93, id="force march at morale 100"),
        pytest.param("MN", "MO MN MO MN MO", 130, "MO", "25", 123, id="25 points can be spent"),
        pytest.param("MF", "MG MH MI NH", 99, "MI", "18", 99, id="no force march at morale 99"),
        pytest.param("MF", "MG MH MI MJ", 100, "MI", "18", 100, id="26 points are too many"),
    ],
)
@pytest.mark.rule("AC-18-02", "AC-18-03", "AC-18-08", "AC-18-11", "AC-18-12", "AC-18-13", "AC-18-14", "AC-18-15")
def test_a_march_costs_points_by_terrain(start: str, path: str, morale: float, end: str, points: str, after: float) -> None:
    world = quiet_world()
    group = put_group(world, "1WA", start, morale=morale)
    turn = march(world, f"720 1WA {path}")
    (one,) = told(turn, "marched", "WA")
    assert (group.area, one["points"], group.morale) == (end, points, after)
    assert one["forced"] is (after != morale)
    whole = end == path.split()[-1]
    assert [note.note for note in turn.failures] == ([] if whole else [True])


@pytest.mark.rule("AC-18-01", "AC-06-55")
def test_each_kingdom_has_its_own_chart() -> None:
    tables = edition("classic")
    written = {row["code"]: row for row in tables.content.rows("kingdoms_start")}
    first = {terrain: next(area.area for area in tables.areas.values() if area.terrain == terrain) for terrain in TERRAINS}
    world = quiet_world()
    for code in tables.kingdoms:
        for terrain, area in first.items():
            assert to_enter(world, world.groups[f"1{code}"], area) == float(written[code][f"move_{terrain.lower()}"])
    assert to_enter(world, world.groups["1EL"], first["Forest"]) == 4
    assert to_enter(world, world.groups["1DW"], first["Plains"]) == 5.5


@pytest.mark.parametrize("area", ["KN", "KO", "KP", "LN", "LP", "MN", "MO", "MP"])
@pytest.mark.rule("AC-18-07", "AC-18-09")
def test_a_group_moves_to_each_of_the_eight_areas_around(area: str) -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "LO")
    march(world, f"720 1WA {area}")
    assert group.area == area


@pytest.mark.rule("AC-18-07")
def test_a_way_has_no_gaps() -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "LO")
    turn = march(world, "720 1WA LP LR")
    assert group.area == "LO"
    assert failures(turn) == ["LR is not adjacent to LP."]
    assert problem(world, "WA", "720 1WA LP LR").remedy.startswith("Around LP lie KP, KQ, LQ")


def test_the_area_where_a_group_stands_is_no_part_of_its_way() -> None:
    world = quiet_world()
    put_group(world, "1WA", "KL")
    one = problem(world, "WA", "720 1WA KL KM KN")
    assert one.why == "1WA stands in KL; list only the areas entered."
    assert one.paste == "720 1WA KM KN"


@pytest.mark.rule("AC-18-04", "AC-18-05")
def test_points_are_neither_saved_nor_given_away() -> None:
    world = quiet_world()
    resting, other = put_group(world, "1WA", "MN", morale=99), put_group(world, "2WA", "MN", morale=99)
    turn = give(world, {"WA": "720 2WA MO"}, until="745")
    assert resting.area == "MN"
    assert "1WA" not in turn.state(Activity).moved
    give(world, {"WA": "720 1WA MO MN MO MN MO\n720 2WA MN MO MN MO MN"}, until="745")
    assert (resting.area, other.area) == ("MN", "MO")


@pytest.mark.parametrize("second", ["720 1WA MO", "725 1WA MP", "731 1WA 2SO", "732 1WA SO", "730 1WA", "745 1WA"])
@pytest.mark.rule("AC-18-06")
def test_a_group_has_one_movement_order(second: str) -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "MN")
    put_group(world, "2SO", "MN")
    turn = give(world, {"WA": f"720 1WA MO\n{second}"}, until="745")
    assert group.area == "MO"
    assert failures(turn) == ["1WA already has 720; a group has one movement order a turn."]


@pytest.mark.rule("AC-18-10", "AC-06-09", "AC-06-10")
def test_a_group_stands_beside_a_center_which_keeps_its_own_defense() -> None:
    world = quiet_world()
    group, center = put_group(world, "3WA", "LP"), world.centers["KP"]
    before = center.defense
    march(world, "720 3WA KP")
    assert (group.area, center.defense, center.owner) == ("KP", before, "WA")


# JO a village, JM a town; JN and IL are plains without a center.
@pytest.mark.parametrize(("order", "end"), [("725", "JM"), ("720", "IL")])
@pytest.mark.rule("AC-18-17")
def test_one_order_stops_in_the_first_area_with_a_center(order: str, end: str) -> None:
    world = quiet_world()
    group = put_group(world, "3WA", "JO")
    march(world, f"{order} 3WA JN JM IL")
    assert group.area == end


@pytest.mark.rule("AC-18-17")
def test_a_center_that_lies_in_ruins_stops_nobody() -> None:
    world = quiet_world()
    world.centers["JM"].destroyed = True
    group = put_group(world, "3WA", "JO")
    march(world, "725 3WA JN JM IL")
    assert group.area == "IL"


@pytest.mark.rule("AC-18-18", "AC-18-20")
def test_a_land_move_ends_before_the_water() -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "LO")
    turn = march(world, "720 1WA LN LM")
    assert group.area == "LN"
    assert [one.why for one in turn.failures] == ["1WA stops in LN: LM is water."]


@pytest.mark.rule("AC-18-18")
def test_a_land_move_does_not_set_out_onto_water() -> None:
    world = quiet_world()
    put_group(world, "2WA", "LN")
    one = problem(world, "WA", "720 2WA LM LL")
    assert one.why == "LM is water; by land the group would stay in LN."
    assert one.remedy == "To cross, a fleet in the Sea of Foreboding is needed for each brigade; we have none there."
    assert one.paste == "710 2WA LM LL"


@pytest.mark.rule("AC-18-18")
def test_a_land_move_does_not_begin_on_water() -> None:
    world = quiet_world()
    put_group(world, "2WA", "LM")
    assert problem(world, "WA", "725 2WA LN").paste == "715 2WA LN"


@pytest.mark.rule("AC-02-07", "AC-02-15")
def test_dragons_fly_over_water() -> None:
    world = quiet_world()
    black, red = put_group(world, "1BL", "LN"), put_group(world, "1RD", "LN")
    march(world, "720 1BL LM LL LK LJ KK KL LL LM LN")
    turn = march(world, "720 1RD LM LL LK LJ")
    assert (black.area, red.area) == ("LN", "LJ")
    assert told(turn, "marched", "RD")[0]["points"] == "12"


def test_who_does_not_fly_holds_all_on_the_ground() -> None:
    world = quiet_world()
    group = put_group(world, "1BL", "LN")
    assert flies(world, group)
    assert to_enter(world, group, "LO") == 2.5
    group.brigades["RE"] = 1
    assert not flies(world, group)
    assert to_enter(world, group, "LO") == 5


def test_a_patrol_of_stallions_rides_further() -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "MN", artifacts=["CHAMP"])
    assert (points_of(world, group), reach_of(world, group)) == (20, 25)
    group.brigades = {}
    assert (points_of(world, group), reach_of(world, group)) == (27, 27)


@pytest.mark.parametrize(("brigades", "goal", "why"), [(5, "OH", ""), (6, "OH", "no artifact"), (5, "NB", "12 areas")])
@pytest.mark.rule("AC-06-108")
def test_bats_carry_a_small_group_ten_areas_through_the_air(brigades: int, goal: str, why: str) -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "NN", brigades, artifacts=["REDBA"])
    turn = march(world, f"727 1WA {goal}")
    assert group.area == ("NN" if why else goal)
    assert why in "".join(failures(turn))


@pytest.mark.parametrize(("power", "end"), [(2, "MO"), (1, "MN")])
def test_speed_gives_points_by_the_power_of_the_wizard(power: int, end: str) -> None:
    """Power 2: 25 points, five areas of plains; power 1: 22.5, four of them. No force march, so no morale is lost."""
    world = quiet_world()
    group = put_group(world, "1WA", "MN", wizards=[Wizard("ZO", "Zorn", power)])
    march(world, "718 1WA ZO MO MN MO MN MO")
    assert (group.area, group.morale) == (end, 100)


def test_speed_takes_at_most_eight_areas() -> None:
    world = quiet_world()
    put_group(world, "1WA", "MN")
    assert problem(world, "WA", f"718 1WA RE{' MO MN' * 4} MO").why == "The way has 9 areas; 8 can be written."


def test_the_answer_says_what_a_march_would_do() -> None:
    world = quiet_world()
    put_group(world, "1WA", "MN")
    (order,) = answer(world, "WA", "720 1WA MO MP").accepted
    assert order.words == "1WA marches to MO, MP; MN MO MP, 10 points"


def test_the_way_is_remembered_and_an_ambush_ends() -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "MN", ambush=True)
    turn = march(world, "720 1WA MO MP")
    assert turn.state(Activity).passed["1WA"] == ["MO", "MP"]
    assert not group.ambush
