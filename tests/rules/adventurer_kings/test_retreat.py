"""Escape, pursuit and retreat of the beaten (AK-D7.3, AK-D7.4, AK-6.3-21, AK-6.3-51)."""

from __future__ import annotations

import pytest

from tests.rules.adventurer_kings.battles import HOME, PLACE, Scene, units, with_duel
from tests.rules.adventurer_kings.build import add_army, add_character, only, relate, told

NEAR = (82, 99, 101, 117, 118, 119)
"""The neighbours of PLACE."""


@pytest.mark.rule("AK-D7.4-01", "AK-6.3-21")
@pytest.mark.parametrize(
    ("mine", "theirs", "chance"),
    [
        ("LE", "BO", "44"),  # 30 + 20 - 10 x (8 / 5 - 1)
        ("LE LE", "LC", "58.67"),  # 30 + 40 - 10 x (16 / 7.5 - 1)
        ("LE LE LE LE LE", "GA", "10"),  # 40 - 10 x (40 / 7.5 - 1) is below the limit
        ("EN", "EA", "78"),  # 30 + 50 - 10 x (12 / 10 - 1)
        ("BO", "LE", "35"),  # attackers lose: 30 + 20 - 10 x (10 / 4 - 1)
        ("LC", "LE", "63.33"),
    ],
)
def test_speed_and_the_ratio_decide_who_escapes(mine: str, theirs: str, chance: str) -> None:
    scene = Scene(mine, theirs)
    told = scene.fight()
    beaten = units(told, "defenders" if told["result"] == "win" else "attackers")
    assert {one["escape"]["chance"] for one in beaten.values()} == {chance}


@pytest.mark.rule("AK-D7.4-01")
@pytest.mark.parametrize(("thrown", "fate", "quality"), [(44, "escaped", 1), (45, "destroyed", None)])
def test_who_escapes_is_one_level_worse_and_the_others_are_destroyed(thrown: int, fate: str, quality: int | None) -> None:
    scene = Scene("LE", "BO")
    told = scene.fight(escape=thrown)
    assert units(told, "defenders")[scene.theirs[0].id]["fate"] == fate
    left = scene.world.armies.get(scene.theirs[0].id)
    assert (left.quality if left else None) == quality


@pytest.mark.rule("AK-D7.3-01")
@pytest.mark.parametrize(("mine", "chance"), [("HC", "30"), ("LE LE", "28"), ("LE HC", "14")])
def test_fast_winners_pursue(mine: str, chance: str) -> None:
    scene = Scene(mine, "BO")  # 50 less 10 x (10 / 5 - 1), x (16 / 5 - 1), x (18 / 5 - 1), and 10 for the Heavy Cavalry
    assert units(scene.fight(line=1), "defenders")[scene.theirs[0].id]["escape"]["chance"] == chance


@pytest.mark.rule("AK-D7.3-01")
def test_at_most_three_pursuers_count_and_those_behind_do_not() -> None:
    scene = Scene("LC LC LC LC LC", "DR")  # each (2 + 1) x 2 x 2/3 = 4, the Dragons 15
    told = scene.fight(line=6)
    assert units(told, "defenders")[scene.theirs[0].id]["escape"]["chance"] == "46.67"  # 80 - 10 x (20 / 15 - 1) - 30
    scene = Scene("LC LC", "GA", terrain="Mountain")
    scene.theirs[0].quality = 1
    told = scene.fight(line=1)  # 4 + 2 against 3.75
    assert units(told, "defenders")[scene.theirs[0].id]["escape"]["chance"] == "24"  # 40 - 10 x (6 / 3.75 - 1) - 10


@pytest.mark.rule("AK-D7.3-01")
def test_flyers_pursue_those_in_their_column_only() -> None:
    scene = Scene("LE LE EA", "BO BO", terrain="Mountain")
    scene.mine[2].quality = 1
    told = scene.fight(line=2, overfly=2)  # 8 + 8 + 5 x 2/3 against 10: 50 - 10 x 0.933
    assert [one["escape"]["chance"] for one in units(told, "defenders").values()] == ["40.67", "30.67"]


@pytest.mark.rule("AK-D7.3-01", "AK-D2.0-13")
def test_a_veil_hides_from_pursuit() -> None:
    scene = Scene("HC", "BO", captain={"IL": 5})
    assert scene.captain is not None
    scene.captain.spells = {"VE": 5}
    assert units(scene.fight(), "defenders")[scene.theirs[0].id]["escape"]["chance"] == "40"


# --- where to --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D7.4-02", "AK-D7.4-03", "AK-D7.4-05")
def test_beaten_attackers_go_back_with_their_leader_to_where_they_came_from_at_no_cost() -> None:
    scene = Scene("LE LE", "LE LE LE")
    told = scene.fight(escape={scene.mine[0].id: 1, scene.mine[1].id: 100})
    army = scene.mine[0]
    assert (army.province, army.leader, army.used, army.quality) == (HOME, scene.leader.id, 0, 1)
    assert scene.leader.province == HOME
    assert units(told)[army.id]["to"] == HOME


@pytest.mark.rule("AK-D7.4-05")
def test_each_army_goes_where_its_own_leader_came_from() -> None:
    scene = Scene("LE LE", "LE LE LE LE")
    other = add_character(scene.world, "AA", PLACE)
    scene.mine[1].leader, scene.came[other.id] = other.id, 118
    scene.battles(unite=1, escape=1)
    assert [(one.province, one.leader) for one in scene.mine] == [(HOME, scene.leader.id), (118, other.id)]
    assert (scene.leader.province, other.province) == (HOME, 118)


HAVENS = [  # owners of neighbours, armies in neighbours by owner, where the beaten defenders go (0: destroyed)
    ({118: "BB", 101: "CC"}, {}, 118),
    ({118: "BB", 119: "BB"}, {}, 118),
    ({101: "CC", 119: "CC"}, {}, 101),
    ({}, {}, 99),
    ({}, {99: "", 101: ""}, 117),
    (dict.fromkeys(NEAR, "AA"), {}, 0),
    ({}, dict.fromkeys(NEAR, ""), 0),
    ({118: "BB"}, {118: "AA"}, 99),
]


@pytest.mark.rule("AK-D7.4-02", "AK-D0-07")
@pytest.mark.parametrize(("owners", "armies", "goal"), HAVENS)
def test_beaten_defenders_go_to_own_then_allied_then_free_provinces(
    owners: dict[int, str], armies: dict[int, str], goal: int
) -> None:
    scene = Scene("LE LE", "BO")
    relate(scene.world, "BB", "CC", "Allied")
    for place, owner in owners.items():
        scene.world.provinces[place].owner = owner
    for place, owner in armies.items():
        add_army(scene.world, owner, "LE", place)
    told = scene.fight(escape=1)
    left = scene.world.armies.get(scene.theirs[0].id)
    assert (left.province if left else 0) == goal
    assert units(told, "defenders")[scene.theirs[0].id]["fate"] == ("escaped" if goal else "destroyed")


@pytest.mark.rule("AK-D7.4-02")
def test_nobodys_armies_retreat_to_free_provinces_and_leave_their_leader() -> None:
    scene = Scene("LE LE", "BO", owner="", captain={})
    scene.battles(escape=1)
    assert (scene.theirs[0].province, scene.theirs[0].leader) == (99, 0)
    assert scene.captain is not None
    assert scene.captain.province == PLACE


@pytest.mark.rule("AK-D7.4-05")
@pytest.mark.parametrize(("owners", "goal"), [({118: "AA", 101: "CC"}, 118), ({101: "CC"}, 101), ({}, 0)])
def test_attackers_who_stood_there_already_go_to_own_or_allied_land_only(owners: dict[int, str], goal: int) -> None:
    scene = Scene("LE", "LE LE LE")
    relate(scene.world, "AA", "CC", "Allied")
    scene.world.provinces[HOME].owner = ""
    for place, owner in owners.items():
        scene.world.provinces[place].owner = owner
    scene.came = {}
    scene.fight(escape=1, leader=100)
    left = scene.world.armies.get(scene.mine[0].id)
    assert (left.province if left else 0) == goal


@pytest.mark.rule("AK-D7.4-05")
def test_defenders_who_came_in_this_phase_go_back() -> None:
    scene = Scene("LE LE LE", "BO", captain={})
    assert scene.captain is not None
    scene.world.provinces[101].owner = "BB"
    scene.came[scene.captain.id] = 118
    scene.battles(escape=1)
    assert (scene.theirs[0].province, scene.captain.province) == (118, 118)


@pytest.mark.rule("AK-D7.4-04", "AK-6.3-51")
def test_whales_beaten_on_land_swim_to_the_lowest_sea_without_loss() -> None:
    scene = Scene("LE LE", "WH WH", captain={})
    for near in (117, 118):
        scene.world.provinces[near].terrain = "Sea"
    told = scene.fight(escape=100)
    assert [(one.province, one.quality) for one in scene.theirs] == [(117, 2), (117, 2)]
    assert {one["fate"] for one in units(told, "defenders").values()} == {"to sea"}
    assert scene.captain is not None
    assert scene.captain.province == 117


@pytest.mark.rule("AK-D7.4-04")
def test_whales_beaten_at_sea_escape_like_others() -> None:
    scene = Scene("FL FL FL", "WH", terrain="Sea")
    assert units(scene.fight(escape=100), "defenders")[scene.theirs[0].id]["fate"] == "destroyed"


@pytest.mark.rule("AK-D7.4-02")
def test_fleets_take_their_cargo_along_at_sea() -> None:
    scene = Scene("FL FL FL FL", "FL LE", terrain="Sea", captain={})
    scene.world.provinces[118].terrain = "Sea"
    for near in (82, 99, 101, 117, 119):
        scene.world.provinces[near].owner = "AA"
    scene.fight(escape=1)
    assert [one.province for one in scene.theirs] == [118, 118]


# --- leaders ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D7.4-03")
@pytest.mark.parametrize(("thrown", "alive"), [(20, False), (21, True)])
def test_a_leader_without_armies_is_killed_or_flees_alone(thrown: int, alive: bool) -> None:
    scene = Scene("LE", "LE LE LE")
    told = scene.fight(escape=100, leader=thrown)
    assert scene.leader.alive is alive
    assert scene.leader.province == (HOME if alive else PLACE)
    assert [one["id"] for one in told["attackers"]["killed"]] == ([] if alive else [scene.leader.id])
    if not alive:
        assert only(scene.turn, "hero died").data["how"] == "battle"


@pytest.mark.rule("AK-D7.4-03", "AK-D7.4-05")
@pytest.mark.parametrize(("came", "goal"), [({4: 118}, 118), ({}, HOME)])
def test_a_leader_who_flees_alone_goes_where_his_armies_would_have_gone(came: dict[int, int], goal: int) -> None:
    scene = Scene("LE", "LE LE LE")
    scene.came = came
    scene.battles(escape=100, leader=100)
    assert (scene.leader.id, scene.leader.province) == (4, goal)


@pytest.mark.rule("AK-D7.4-03")
def test_a_leader_who_finds_no_retreat_near_flees_to_the_nearest_own_province() -> None:
    scene = Scene("LE LE LE", "LE", captain={})
    assert scene.captain is not None
    for near in NEAR:
        scene.world.provinces[near].owner = "AA"
    scene.world.provinces[1].owner = "BB"  # further away
    scene.battles(escape=100, leader=100)
    assert scene.captain.province == 88


@pytest.mark.rule("AK-D7.4-03")
def test_a_leader_goes_with_most_of_his_armies_and_the_others_are_left() -> None:
    scene = Scene("LE LE LE LE", "WH LE LE", captain={})
    scene.world.provinces[117].terrain, scene.world.provinces[118].owner = "Sea", "BB"
    scene.battles(escape=1)
    assert scene.captain is not None
    assert scene.captain.province == 118
    assert [(one.province, one.leader) for one in scene.theirs] == [(117, 0), (118, scene.captain.id), (118, scene.captain.id)]


@pytest.mark.rule("AK-DM-39")
def test_an_amulet_saves_the_life_of_a_beaten_leader() -> None:
    scene = Scene("LE", "LE LE LE")
    scene.leader.items = [37, 11]
    scene.battles(escape=100, leader=1)
    assert (scene.leader.alive, scene.leader.province, scene.leader.items) == (True, HOME, [11])
    assert told(scene.turn, "hero died") == []


@pytest.mark.rule("AK-D5.9-34", "AK-D7.4-05")
def test_the_armies_of_the_fallen_follow_the_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("LE", "LE LE LE", captain={})
    with_duel(monkeypatch, scene.leader.id, died=True)
    scene.battles(escape=1)
    assert (scene.mine[0].province, scene.mine[0].leader) == (HOME, 0)
    assert (scene.leader.alive, scene.leader.province) == (False, PLACE)


@pytest.mark.rule("AK-D7.4-02")
def test_several_armies_find_the_same_refuge() -> None:
    scene = Scene("LE LE LE LE", "BO BO")
    scene.battles(escape=1)
    assert [one.province for one in scene.theirs] == [99, 99]
