"""The lines of a battle: columns, flanks, flyers, lines behind the front, nemeses (AK-P7.2, AK-D7.2-01 to 06)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.adventurer_kings.battles import Scene, factors, units


def standing(told: dict[str, Any], side: str, where: str) -> list[list[int]]:
    """The armies of a side that stand somewhere, by column."""
    return [one[side][where] for one in told["columns"]]


LENGTHS = [
    ("Plain", 1, 5),
    ("Plain", 6, 10),
    ("Desert", 6, 10),
    ("Sea", 3, 7),
    ("Jungle", 1, 3),
    ("Jungle", 4, 6),
    ("Forest", 4, 6),
    ("Mountain", 1, 1),
    ("Mountain", 3, 3),
]


@pytest.mark.rule("AK-D7.2-01", "AK-D7.2-19")
@pytest.mark.parametrize(("terrain", "face", "length"), LENGTHS)
def test_the_terrain_sets_the_length_of_the_line(terrain: str, face: int, length: int) -> None:
    assert Scene("LE", "LE", terrain=terrain).fight(line=face)["length"] == length


@pytest.mark.rule("AK-P7.2-01", "AK-D7.2-01")
@pytest.mark.parametrize(("mine", "theirs", "columns"), [(2, 6, 2), (6, 3, 3), (8, 9, 5), (1, 1, 1)])
def test_there_are_as_many_columns_as_terrain_and_the_smaller_side_allow(mine: int, theirs: int, columns: int) -> None:
    told = Scene("LE " * mine, "LE " * theirs).fight(line=1)
    assert len(told["columns"]) == columns


@pytest.mark.rule("AK-D7.2-02", "AK-P7.2-02")
def test_the_strongest_stand_in_front_from_left_to_right() -> None:
    scene = Scene("BO HC LE", "GA BO AX HC")
    told = scene.fight()
    bowmen, horse, legion = (one.id for one in scene.mine)
    assert standing(told, "attackers", "front") == [[horse], [legion], [bowmen]]  # 10, 8, 4
    garrison, bowmen, axemen, horse = (one.id for one in scene.theirs)
    assert standing(told, "defenders", "front") == [[horse], [garrison], [bowmen]]  # 12.5, 7.5, 5
    assert standing(told, "defenders", "outflank") == [[axemen], [], []]


@pytest.mark.rule("AK-D7.2-02", "AK-D0-07")
def test_of_equal_units_the_lower_number_stands_further_left() -> None:
    scene = Scene("LE LE", "LE LE")
    assert standing(scene.fight(), "attackers", "front") == [[one.id] for one in scene.mine]


@pytest.mark.rule("AK-D7.2-03", "AK-P7.2-02")
@pytest.mark.parametrize(
    ("mine", "theirs", "order"),
    [
        ("LE AX", "EN PH", [1, 0]),  # Axemen against the Ents, the Legion against the Phalanx
        ("HC LE AX", "EN HC LC", [2, 0, 1]),  # the others keep their order
        ("LE LE", "PH PH", [0, 1]),
        ("HC BO", "LE LE", [0, 1]),  # one nemesis serves once
        ("HC LE", "BO GA", [0, 1]),  # nobody's nemesis there
    ],
)
def test_the_attacker_changes_his_front_for_the_sake_of_nemeses(mine: str, theirs: str, order: list[int]) -> None:
    scene = Scene(mine, theirs)
    assert standing(scene.fight(), "attackers", "front") == [[scene.mine[one].id] for one in order]


@pytest.mark.rule("AK-D7.2-03")
def test_the_defender_keeps_his_order() -> None:
    scene = Scene("EN PH", "LE AX")
    assert standing(scene.fight(), "defenders", "front") == [[one.id] for one in scene.theirs]


@pytest.mark.rule("AK-P7.2-04", "AK-P7.2-05", "AK-D7.2-04", "AK-D7.2-11")
def test_four_bowmen_outflank_two_axemen_on_a_plain() -> None:
    scene = Scene("BO BO BO BO", "AX AX")
    told = scene.fight(line=1, outflank={scene.mine[2].id: 1, scene.mine[3].id: 2})
    assert standing(told, "attackers", "front") == [[scene.mine[0].id], [scene.mine[1].id]]
    assert standing(told, "attackers", "outflank") == [[scene.mine[2].id], [scene.mine[3].id]]
    assert [one["attackers"]["sum"] for one in told["columns"]] == ["8.0", "8.0"]
    assert standing(told, "defenders", "outflank") == [[], []]


@pytest.mark.rule("AK-D7.2-04", "AK-D7.2-06")
def test_no_more_outflank_than_the_terrain_has_room_for_the_strongest_first() -> None:
    scene = Scene("LE LE HC LE BO", "LE", terrain="Forest")
    told = scene.fight(line=1)  # a line of 3 and one column: two outflank
    first, second, horse, third, bowmen = (one.id for one in scene.mine)
    assert standing(told, "attackers", "front") == [[first]]
    assert standing(told, "attackers", "outflank") == [[second, third]]
    assert standing(told, "attackers", "second") == [[bowmen]]  # 3 x 2; the Heavy Cavalry is halved: 4
    assert standing(told, "attackers", "third") == [[horse]]


@pytest.mark.rule("AK-P7.2-03", "AK-D7.2-06", "AK-D7.2-11")
def test_the_second_line_counts_half_the_third_a_quarter_and_others_nothing() -> None:
    scene = Scene("LE LE LE LE", "LE", terrain="Mountain")
    told = scene.fight(line=1)
    assert [one["final"] for one in units(told).values()] == ["8.0", "4.0", "2.0", "0.0"]
    assert told["sums"]["attackers"] == "14.0"
    assert factors(told, scene.mine[1])["line"] == "x0.5"


@pytest.mark.rule("AK-D7.2-06")
def test_each_line_is_as_long_as_the_front() -> None:
    scene = Scene("LE LE LE LE LE LE LE", "LE LE", terrain="Mountain")
    told = scene.fight(line=2)
    ids = [one.id for one in scene.mine]
    assert standing(told, "attackers", "second") == [[ids[2]], [ids[3]]]
    assert standing(told, "attackers", "third") == [[ids[4]], [ids[5]]]
    assert units(told)[ids[6]]["final"] == "0.0"


def flown_over(target: int, theirs: str = "LE LE", mine: str = "LE EA") -> tuple[Scene, dict[str, Any]]:
    """A Mountain line of one column; weak Eagles (5) fly over it, to the unit behind when ``target`` is at most 50."""
    scene = Scene(mine, theirs, terrain="Mountain")
    scene.mine[-1].quality = 1
    return scene, scene.fight(line=1, behind=target)


@pytest.mark.rule("AK-D7.2-05")
@pytest.mark.parametrize(("thrown", "place"), [(50, 1), (51, 0)])
def test_flyers_behind_the_front_attack_with_full_strength(thrown: int, place: int) -> None:
    scene, told = flown_over(thrown)
    assert standing(told, "attackers", "overfly") == [[scene.mine[1].id]]
    assert told["sums"]["attackers"] == "13.0"
    assert units(told)[scene.mine[1].id]["target"] == scene.theirs[place].id


@pytest.mark.rule("AK-D7.2-05")
def test_flyers_attack_a_random_column_and_its_front_where_nobody_stands_behind() -> None:
    scene = Scene("LE LE EA", "LE LE", terrain="Mountain")
    scene.mine[2].quality = 1
    told = scene.fight(line=2, overfly=2, behind=1)
    assert standing(told, "attackers", "overfly") == [[], [scene.mine[2].id]]
    assert units(told)[scene.mine[2].id]["target"] == scene.theirs[1].id


@pytest.mark.rule("AK-D7.2-05")
def test_flyers_that_outflank_do_not_fly_over() -> None:
    scene = Scene("LE EA", "LE")
    scene.mine[1].quality = 1
    told = scene.fight(line=1)
    assert standing(told, "attackers", "outflank") == [[scene.mine[1].id]]
    assert standing(told, "attackers", "overfly") == [[]]


# --- nemesis ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-6.3-29", "AK-6.3-30", "AK-6.3-67", "AK-D7.2-09")
def test_a_unit_that_faces_its_nemesis_in_front_is_worth_two_thirds() -> None:
    scene = Scene("HC", "LE")
    told = scene.fight()
    assert units(told, "defenders")[scene.theirs[0].id]["final"] == "6.7"  # 8 x 1.25 x 2/3
    assert units(told, "defenders")[scene.theirs[0].id]["nemesis"] == scene.mine[0].title
    assert units(told)[scene.mine[0].id]["final"] == "10.0"


@pytest.mark.rule("AK-6.3-45")
@pytest.mark.parametrize("beast", ["CC", "EL", "WE", "WR", "DR"])
@pytest.mark.parametrize("horse", ["LC", "HC", "CH"])
def test_beasts_are_the_nemesis_of_horses(beast: str, horse: str) -> None:
    scene = Scene(beast, horse)
    assert factors(scene.fight(), scene.theirs[0])["nemesis"] == "x2/3"


@pytest.mark.rule("AK-6.3-30", "AK-D7.2-09")
def test_units_behind_the_front_do_not_suffer_from_the_enemys_front() -> None:
    scene = Scene("HC", "LE LE", terrain="Mountain")
    told = scene.fight(line=1)
    assert "nemesis" in factors(told, scene.theirs[0])
    assert "nemesis" not in factors(told, scene.theirs[1])


@pytest.mark.rule("AK-6.3-30", "AK-D7.2-09", "AK-D7.2-05")
@pytest.mark.parametrize(("thrown", "suffers"), [(50, True), (51, False)])
def test_units_behind_the_front_suffer_from_flyers_that_attack_them(thrown: int, suffers: bool) -> None:
    scene, told = flown_over(thrown, "LE WR")
    assert ("nemesis" in factors(told, scene.theirs[1])) is suffers
    if suffers:
        assert units(told, "defenders")[scene.theirs[1].id]["final"] == "2.5"  # 6 x 1.25 x 1/2 x 2/3


@pytest.mark.rule("AK-D7.2-09", "AK-6.3-30")
@pytest.mark.parametrize(("theirs", "thrown", "suffers"), [("BO LE", 51, True), ("BO LE", 50, False), ("LE BO", 50, False)])
def test_flyers_suffer_from_the_front_that_they_attack_alone(theirs: str, thrown: int, suffers: bool) -> None:
    scene = Scene("LE EA", theirs, terrain="Mountain")
    scene.mine[1].quality, scene.theirs[0].quality = 1, 5
    told = scene.fight(line=1, behind=thrown)
    assert ("nemesis" in factors(told, scene.mine[1])) is suffers


@pytest.mark.rule("AK-D7.2-09")
def test_outflanking_units_are_nemeses_of_the_front_they_fall_upon_and_meet_their_own() -> None:
    scene = Scene("HC LE", "PH")
    told = scene.fight(line=1)
    assert units(told, "defenders")[scene.theirs[0].id]["nemesis"] == scene.mine[1].title
    scene = Scene("HC PH", "LE")
    told = scene.fight(line=1)
    assert units(told)[scene.mine[1].id]["nemesis"] == scene.theirs[0].title


@pytest.mark.rule("AK-6.3-31", "AK-D7.2-18")
@pytest.mark.parametrize("face", [1, 2])
def test_of_several_nemeses_one_counts_drawn_by_chance(face: int) -> None:
    scene = Scene("HC LE LE", "PH")
    told = scene.fight(line=1, nemesis=face)
    fate = units(told, "defenders")[scene.theirs[0].id]
    assert fate["nemesis"] == scene.mine[face].title
    assert fate["final"] == "6.7"  # 10 x 2/3, once


@pytest.mark.rule("AK-D2.0-06")
@pytest.mark.parametrize(("tactical", "suffers"), [(5, False), (4, True)])
def test_the_front_of_a_great_tactician_knows_no_nemesis(tactical: int, suffers: bool) -> None:
    scene = Scene("HC", "LE", captain={"TA": tactical})
    assert ("nemesis" in factors(scene.fight(), scene.theirs[0])) is suffers


@pytest.mark.rule("AK-D2.0-06")
def test_a_great_tactician_does_not_help_the_lines_behind() -> None:
    scene = Scene("LE EA", "LE WR", terrain="Mountain", captain={"TA": 5})
    scene.mine[1].quality = 1
    assert "nemesis" in factors(scene.fight(line=1, behind=1), scene.theirs[1])
