"""Losses, gains, bites, Trolls, remains, merit and experience after a battle (AK-D7.5, AK-6.3-47 to 49, AK-10.1-12 to 16)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.adventurer_kings.world import Army
from tests.rules.adventurer_kings.battles import HOME, PLACE, Scene, units, with_duel
from tests.rules.adventurer_kings.build import add_character, told


def even() -> Scene:
    """A contested battle of two columns, 17.5 against 17.5: Heavy Cavalry 12.5 against a Phalanx 10, Bowmen 5 against a
    Garrison 7.5."""
    scene = Scene("HC BO", "PH GA")
    scene.world.kingdoms["AA"].exploration[PLACE] = 100
    return scene


LOSSES = [  # side and place of the army, die, quality afterwards (None: destroyed)
    ("mine", 1, 1, 1),
    ("mine", 1, 35, 1),
    ("mine", 1, 36, None),
    ("mine", 1, 42, None),
    ("mine", 1, 43, 2),
    ("mine", 0, 10, 1),
    ("mine", 0, 11, 2),
    ("theirs", 0, 35, 1),
    ("theirs", 0, 42, None),
    ("theirs", 0, 43, 2),
    ("theirs", 1, 10, 1),
    ("theirs", 1, 11, 2),
]


@pytest.mark.rule("AK-D7.5-01", "AK-D7.5-07")
@pytest.mark.parametrize(("side", "place", "thrown", "quality"), LOSSES)
def test_both_sides_of_a_contested_battle_suffer_by_column(side: str, place: int, thrown: int, quality: int | None) -> None:
    scene = even()
    army: Army = getattr(scene, side)[place]
    told = scene.fight(loss={army.id: thrown}, gain=1)
    assert told["result"] == "contested"
    assert [one["winner"] for one in told["columns"]] == ["attackers", "defenders"]
    left = scene.world.armies.get(army.id)
    assert (left.quality if left else None) == quality
    assert all(one.province == PLACE for one in scene.world.armies.values())


@pytest.mark.rule("AK-D7.5-07")
def test_a_drawn_column_costs_nothing() -> None:
    scene = Scene("LE", "LE")
    scene.world.kingdoms["AA"].exploration[PLACE] = 100
    told = scene.fight(loss=1)
    assert told["columns"][0]["winner"] == ""
    assert [one.quality for one in scene.world.armies.values()] == [2, 2]


@pytest.mark.rule("AK-D7.5-01", "AK-6.3-33", "AK-D6.1-02")
@pytest.mark.parametrize(("quality", "left"), [(0, True), (-1, False)])
def test_a_unit_that_falls_below_sub_depleted_is_destroyed(quality: int, left: bool) -> None:
    scene = Scene("LE", "LE LE LE LE")
    scene.theirs[0].quality = quality
    scene.fight(loss=1, line=6)
    assert (scene.theirs[0].id in scene.world.armies) is left


@pytest.mark.rule("AK-D7.5-08", "AK-D7.5-01")
def test_the_winners_lines_behind_suffer_nothing_but_all_losers_must_escape() -> None:
    scene = Scene("LE LE LE LE", "BO BO BO BO", terrain="Mountain")
    told = scene.fight(line=1, loss=1, escape=100)
    assert [one.quality for one in scene.mine] == [1, 2, 2, 2]
    assert [one["fate"] for one in units(told, "defenders").values()] == ["destroyed"] * 4


@pytest.mark.rule("AK-D7.5-08", "AK-D7.5-01")
def test_flanks_and_flyers_of_the_winner_have_a_throw_for_losses() -> None:
    scene = Scene("LE LE EA", "BO", terrain="Forest")
    scene.mine[2].quality = 1
    scene.fight(line=1, loss=1)  # a line of 3, one column: both outflank
    assert [one.quality for one in scene.mine] == [1, 1, 0]
    scene = Scene("LE EA", "BO", terrain="Mountain")
    scene.mine[1].quality = 1
    scene.fight(line=1, loss=1)
    assert [one.quality for one in scene.mine] == [1, 0]


GAINS = [  # attacking type, defending type, quality before, die, quality afterwards
    ("HC", "PH", 2, 20, 3),  # with Tactical 2: 14 against 10
    ("HC", "PH", 2, 21, 2),
    ("HC", "BO", 2, 20, 2),  # 14 against 5: less than half
    ("HC", "PH", 5, 20, 5),
    ("LE", "AX", 2, 20, 2),  # 11.2 against 5
    ("BO", "GA", 3, 20, 4),  # 8.4 against 7.5
]


@pytest.mark.rule("AK-D7.5-02")
@pytest.mark.parametrize(("mine", "theirs", "quality", "thrown", "after"), GAINS)
def test_winners_of_hard_columns_may_rise(mine: str, theirs: str, quality: int, thrown: int, after: int) -> None:
    scene = Scene(mine, theirs, leader={"TA": 2})
    scene.mine[0].quality = quality
    told = scene.fight(gain=thrown, escape=1)
    assert told["result"] == "win"
    assert scene.mine[0].quality == after
    assert told["attackers"]["quality"]["1"] == {"before": quality, "after": after, "rose": after > quality}
    assert scene.theirs[0].quality == 1


@pytest.mark.rule("AK-D7.5-02")
@pytest.mark.parametrize(("theirs", "rises"), [("GA", True), ("BO", False)])
def test_exactly_half_of_the_own_strength_is_enough(theirs: str, rises: bool) -> None:
    scene = Scene("CH", theirs)  # (3 + 1) x 2 = 8, or 15 of quality Veteran with exploration
    scene.mine[0].quality = 3
    scene.world.kingdoms["AA"].exploration[PLACE] = 100  # 12 x 1.25 = 15 against 7.5 and 5
    scene.fight(gain=1)
    assert (scene.mine[0].quality == 4) is rises


@pytest.mark.rule("AK-D7.5-02")
def test_in_lost_columns_and_in_reserve_nobody_rises() -> None:
    scene = Scene("HC BO", "GA GA", leader={"TA": 2})  # 14 and 5.6 against 7.5 each
    assert scene.fight(gain=1, loss=100, escape=100)["result"] == "win"
    assert [one.quality for one in scene.mine] == [3, 2]
    scene = Scene("LE LE LE LE LE", "LE LE", terrain="Mountain", leader={"TA": 1})
    told = scene.fight(line=1, gain=1, loss=100)
    assert (told["result"], [one.quality for one in scene.mine]) == ("win", [3, 3, 3, 2, 2])


# --- Werebeasts ------------------------------------------------------------------------------------------------------------


def bitten(scene: Scene, army: Army, thrown: int = 40, **faces: Any) -> bool:
    """Whether an army that gets away is bitten."""
    scene.fight(bite={army.id: thrown}, escape=1, **faces)
    return army.bitten


@pytest.mark.rule("AK-6.3-47", "AK-D7.5-03")
@pytest.mark.parametrize(("thrown", "expected"), [(40, True), (41, False)])
def test_werebeasts_bite_the_unit_that_they_defeat(thrown: int, expected: bool) -> None:
    scene = Scene("WE", "BO", terrain="Forest")  # 4 x 2 against 3 x 2 x 1.25: 8 against 7.5
    scene.world.kingdoms["AA"].exploration[PLACE] = 100
    assert bitten(scene, scene.theirs[0], thrown) is expected
    assert scene.theirs[0].type == "BO"  # it turns at the end of the year


@pytest.mark.rule("AK-6.3-48", "AK-D7.5-03", "AK-D4.25-07")
@pytest.mark.parametrize(
    ("kind", "race", "skeletal", "expected"),
    [
        ("LE", "Human", False, True),
        ("BO", "Elf", False, True),
        ("AX", "Dwarf", False, True),
        ("PH", "Orc", False, True),
        ("FL", "Human", False, False),
        ("WR", "Orc", False, True),
        ("LE", "Human", True, False),
        ("WE", "Werebeast", False, False),
        ("ME", "Mermen", False, False),
        ("EA", "Eagle", False, False),
    ],
)
def test_only_armies_of_the_four_races_are_bitten_and_never_fleets(
    kind: str, race: str, skeletal: bool, expected: bool
) -> None:
    scene = Scene("WE WE WE", kind)
    scene.theirs[0].race, scene.theirs[0].skeletal = race, skeletal
    assert bitten(scene, scene.theirs[0]) is expected


@pytest.mark.rule("AK-D7.5-03")
@pytest.mark.parametrize(
    ("mine", "terrain", "line", "expected"),
    [("LE LE WE", "Plain", 6, True), ("HC HC WE", "Plain", 6, True), ("LE LE WE", "Mountain", 1, False)],
)
def test_they_bite_from_the_front_and_the_flank_but_not_from_behind(mine: str, terrain: str, line: int, expected: bool) -> None:
    scene = Scene(mine, "LE", terrain=terrain)
    scene.mine[2].quality = 1
    assert bitten(scene, scene.theirs[0], line=line) is expected


@pytest.mark.rule("AK-D7.5-03")
def test_winners_are_bitten_in_columns_that_they_lost() -> None:
    scene = Scene("HC HC LE", "WE BO BO", leader={"TA": 3})
    scene.theirs[0].quality = 5
    told = scene.fight(bite=40, escape=100)
    assert told["result"] == "win"
    lost = next(one for one in told["columns"] if one["winner"] == "defenders")
    assert [one.bitten for one in scene.mine] == [one.id in lost["attackers"]["front"] for one in scene.mine]


# --- Trolls and remains ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-6.3-49", "AK-D7.5-04", "AK-DMC-02")
@pytest.mark.parametrize(("quality", "after"), [(2, 1), (1, 0), (0, -1), (-1, -1)])
def test_destroyed_trolls_rise_as_mercenaries_one_level_worse(quality: int, after: int) -> None:
    scene = Scene("TR", "EN EN EN", terrain="Forest")
    troll = scene.mine[0]
    troll.quality = quality
    told = scene.fight(escape=100)
    assert (troll.mercenary, troll.owner, troll.leader, troll.province) == (True, "", 0, PLACE)
    assert (troll.quality, scene.world.armies[troll.id]) == (after, troll)
    assert (units(told)[troll.id]["fate"], units(told)[troll.id]["owner"]) == ("regenerated", "AA")
    assert scene.world.provinces[PLACE].remains == []


@pytest.mark.rule("AK-D7.5-04")
def test_trolls_that_fall_at_sea_rise_on_the_nearest_land() -> None:
    scene = Scene("TR", "FL FL FL", terrain="Sea")
    scene.world.provinces[82].terrain = scene.world.provinces[99].terrain = "Sea"
    scene.fight(escape=100)
    assert scene.mine[0].province == 101  # of 101, 117, 118 and 119 the lowest


@pytest.mark.rule("AK-D7.5-05")
@pytest.mark.parametrize(
    ("kind", "terrain", "lies"),
    [("LE", "Plain", True), ("EA", "Plain", True), ("FL", "Plain", False), ("TR", "Plain", False), ("LE", "Sea", False)],
)
def test_destroyed_units_leave_remains_on_land_but_not_trolls_fleets_and_whales(kind: str, terrain: str, lies: bool) -> None:
    scene = Scene(kind, "EN EN EN", terrain=terrain)
    scene.mine[0].quality = 0
    scene.fight(escape=100)
    assert [(one.type, one.owner) for one in scene.world.provinces[PLACE].remains] == ([(kind, "AA")] if lies else [])


@pytest.mark.rule("AK-D7.5-05", "AK-D7.4-02")
def test_whales_without_a_way_leave_no_remains() -> None:
    scene = Scene("LE LE", "WH")
    for near in (82, 99, 101, 117, 118, 119):
        scene.world.provinces[near].owner = "AA"
    scene.fight(escape=100)
    assert scene.theirs[0].id not in scene.world.armies
    assert scene.world.provinces[PLACE].remains == []


# --- merit and experience --------------------------------------------------------------------------------------------------


MERIT = [  # terrain, own armies, their armies, office, points of the attacker, of the defender
    ("Plain", "LE LE LE", "BO BO", "MA", 2, -2),
    ("Plain", "BO", "LE LE", "MA", -1, 1),
    ("Sea", "FL FL FL", "FL", "AD", 1, -1),
    ("Sea", "LE", "FL FL", "AD", -1, 1),
]


@pytest.mark.rule("AK-10.1-12", "AK-10.1-13", "AK-10.1-15", "AK-10.1-16", "AK-D7.5-06")
@pytest.mark.parametrize(("terrain", "mine", "theirs", "office", "attacker", "defender"), MERIT)
def test_merit_of_battles_goes_to_the_supreme_commanders(
    terrain: str, mine: str, theirs: str, office: str, attacker: int, defender: int
) -> None:
    scene = Scene(mine, theirs, terrain=terrain, captain={})
    assert scene.captain is not None
    scene.battles(escape=100, leader=100)
    assert scene.leader.merit == {office: 2 * attacker}  # kept in halves
    assert scene.captain.merit == {office: 2 * defender}
    assert {one.data["points"] for one in told(scene.turn, "merit")} == {str(attacker), str(defender)}


@pytest.mark.rule("AK-D7.5-06")
def test_a_contested_battle_counts_for_nobody_and_a_lesser_leader_gets_nothing() -> None:
    scene = even()
    scene.battles()
    assert scene.leader.merit == {}
    scene = Scene("LE LE LE", "BO")
    other = add_character(scene.world, "AA", PLACE)
    scene.mine[2].leader, scene.came[other.id] = other.id, HOME
    scene.battles(unite=1)
    assert (scene.leader.merit, other.merit) == ({"MA": 2}, {})


@pytest.mark.rule("AK-3.19-09", "AK-3.19-10", "AK-3.19-17")
@pytest.mark.parametrize(("terrain", "ability"), [("Plain", "TA"), ("Sea", "NA")])
@pytest.mark.parametrize(
    ("thrown", "commander", "other"), [(10, True, True), (11, True, False), (15, True, False), (16, False, False)]
)
def test_leaders_learn_from_battles(terrain: str, ability: str, thrown: int, commander: bool, other: bool) -> None:
    scene = Scene("LE LE LE", "LE", terrain=terrain, captain={})
    second = add_character(scene.world, "AA", PLACE)
    scene.mine[2].leader, scene.came[second.id] = second.id, HOME
    scene.battles(unite=1, experience=thrown, escape=1)
    assert scene.captain is not None
    learnt = [one.skills.get(ability, 0) == 1 for one in (scene.leader, second, scene.captain)]
    assert learnt == [commander, other, commander]


@pytest.mark.rule("AK-3.19-09", "AK-P7.1-02")
def test_who_takes_over_learns_as_commander_and_has_the_merit(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("LE LE", "BO", captain={})
    other = add_character(scene.world, "AA", PLACE)
    with_duel(monkeypatch, scene.leader.id, died=True)
    scene.battles(experience=15)
    assert (other.skills["TA"], other.merit) == (1, {"MA": 2})
    assert "MA" not in scene.leader.merit
