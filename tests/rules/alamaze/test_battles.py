"""Battles of groups (AC-21, AC-06; rulings 18 to 28)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postern.rulesets.alamaze.orders.battle.battles import assault_outlook, battle_outlook
from postern.rulesets.alamaze.rules.aftermath import take_losses
from postern.rulesets.alamaze.rules.battle import POPULATION, Aid, Course, Host, Stance, fight, host, phases, storm
from postern.rulesets.alamaze.rules.groups import value_vs_center
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Group, Leader, Wizard, World
from tests.rules.alamaze.build import play, put_group, quiet_world, told

FIELD = "LN"
"""Plains, with a village of the Warlock region."""


def meeting(area: str = FIELD, own: int = 2, foreign: int = 2, **more: Any) -> tuple[World, Group, Group]:
    """A world in which 2WA and 2SO stand in one area without leaders, wizards or artifacts, and nobody else does."""
    world = quiet_world()
    for group in world.groups.values():
        if group.area == area:
            group.area = ""
    first = put_group(world, "2WA", area, own, leaders=[], wizards=[])
    second = put_group(world, "2SO", area, foreign, leaders=[], wizards=[], **more)
    return world, first, second


def battle_of(turn: Turn, code: str = "WA") -> dict[str, Any]:
    (one,) = told(turn, "battle", code)
    return one


# --- the book's and the rulings' own numbers -----------------------------------------------------------------------------


@pytest.mark.rule("AC-06-15", "AC-21-54", "AC-06-91", "AC-06-87")
def test_the_battle_of_the_example_report_to_the_printed_digit() -> None:
    world, first, second = meeting()
    first.morale, first.leaders = 102, [Leader("Gamir", "Captain")]
    first.wizards = [Wizard("KE", "Kemir", 1), Wizard("BR", "Brsen", 0)]
    second.morale, second.leaders = 97, [Leader("Bewyn", "Captain")]
    second.wizards = [Wizard("NE", "Nerus", 1)]
    letters = {"WA": "102 2WA KE 2SO\n110 2WA 2SO 2", "SO": "107 2SO NE 2WA\n120 2SO 2WA 2"}
    turn = play(world, letters, until="122")
    one = battle_of(turn)
    table = [(*stage["struck"], *(round(part / 1_000, 1) for part in stage["lost"])) for stage in one["stages"]]
    assert table == [
        (562, 539, 3.0, 3.4),
        (872, 834, 7.6, 8.7),
        (350, 0, 7.6, 10.8),
        (327, 738, 11.7, 12.7),
        (134, 309, 13.4, 13.5),
        (150, 0, 13.4, 14.5),
        (1_543, 1_332, 20.7, 23.8),
        (2_118, 1_780, 30.6, 36.5),
    ]
    assert round(one["theirs"]["on_retreat"] / 1_000, 1) == 5.2
    assert one["ours"]["own"]["multiplier"] == 10_143
    assert one["ours"]["own"]["armour"] == 1_003
    assert (one["held"], one["ended"], one["retreated"]) == ("ours", "threshold", [False, True])
    assert first.morale == 107
    assert round(first.attrition, 1) == 30.6
    theirs = battle_of(turn, "SO")["ours"]["own"]
    assert (theirs["multiplier"], theirs["armour"], theirs["threshold"]) == (11_764, 953, 24_000)
    assert second.morale == 92
    assert round(second.attrition, 1) == 41.7


def plain_host(times: float, percent: int) -> Host:
    """A host of Warlock brigades without anything that lifts or lowers it."""
    row = edition("classic").brigades["WA"]
    values = {
        "long_missile": row.long_missile * times,
        "short_missile": row.short_missile * times,
        "charge": row.charge * times,
        "melee": row.melee * times,
        "combined": row.combined * times,
        "spell points": 0.0,
        "artifacts": 0.0,
    }
    hit_points = 3 * (row.long_missile + row.short_missile + row.charge + row.melee) * times
    return Host(values, hit_points, 1.0, 1.0, percent / 100)


@pytest.mark.parametrize(
    ("times", "lost", "stages", "winner"),
    [(1.0, (34, 34), "Combined (Phase I)", None), (1.5, (18, 46), "Melee (Phase II)", 0), (2.0, (8, 38), "Melee (Phase I)", 0)],
)
@pytest.mark.rule("AC-21-29", "AC-21-33")
def test_how_unequal_groups_fare_at_standard_tactics(
    times: float, lost: tuple[int, int], stages: str, winner: int | None
) -> None:
    """Equal groups break together in the first combined stage with 35 percent; half as much again wins for 18 against 46;
    twice as much for 9 against 40 (the figures of ruling 23, here with Warlock brigades)."""
    course = fight(edition("classic"), plain_host(times, 33), plain_host(1.0, 30))
    assert tuple(round(100 * part) for part in course.lost) == pytest.approx(lost, abs=1)
    assert (course.blows[-1].stage, course.winner) == (stages, winner)


# --- what a group weighs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "infantry", "cavalry", "archers"),
    [
        pytest.param("Plains", 1.0, 1.0, 1.0, marks=pytest.mark.rule("AC-06-60", "AC-06-57")),
        pytest.param("Forest", 1.0, 0.5, 0.5, marks=pytest.mark.rule("AC-06-61")),
        pytest.param("Mountain", 1.0, 0.25, 0.5, marks=pytest.mark.rule("AC-06-62")),
        pytest.param("Desert", 1.0, 1.0, 1.0, marks=pytest.mark.rule("AC-06-63")),
        pytest.param("Marsh", 1.0, 0.5, 1.0, marks=pytest.mark.rule("AC-06-64")),
        pytest.param("Population", 1.0, 0.5, 1.0, marks=pytest.mark.rule("AC-06-65", "AC-06-59")),
    ],
)
def test_arms_in_each_terrain(terrain: str, infantry: float, cavalry: float, archers: float) -> None:
    """The Darkelven have infantry 1,390, cavalry 630, archers 880: melee is I + 0.6 C + 0.6 A, for all are expert archers."""
    tables = edition("classic")
    found = phases(tables, tables.brigades["DA"], terrain)
    assert found["long_missile"] == pytest.approx(440 * archers)
    assert found["short_missile"] == pytest.approx(704 * archers)
    assert found["charge"] == pytest.approx(756 * cavalry)
    assert found["melee"] == pytest.approx(1_390 * infantry + 378 * cavalry + 528 * archers)
    assert found["combined"] == pytest.approx((1_390 * infantry + 630 * cavalry + 880 * archers) / 2)


@pytest.mark.parametrize(
    ("change", "factor"),
    [
        pytest.param({"stance": Stance("defend")}, 1.10, marks=pytest.mark.rule("AC-21-52")),
        pytest.param({"stance": Stance("surprised")}, 0.80, marks=pytest.mark.rule("AC-21-54")),
        pytest.param({"stance": Stance("entrenched")}, 0.90, marks=pytest.mark.rule("AC-21-59")),
        pytest.param({"fights": 1}, 0.85, marks=pytest.mark.rule("AC-21-40")),
        pytest.param({"fights": 2}, 0.85 * 0.85, marks=pytest.mark.rule("AC-21-50")),
        pytest.param({"morale": 120}, 1.20, marks=pytest.mark.rule("AC-06-91", "AC-06-88")),
        pytest.param({"attrition": 30}, 0.70, marks=pytest.mark.rule("AC-06-97")),
        pytest.param({"leaders": ["Captain"]}, 1.05, marks=pytest.mark.rule("AC-06-68", "AC-06-17")),
        pytest.param({"leaders": ["General"]}, 1.10, marks=pytest.mark.rule("AC-06-69")),
        pytest.param({"leaders": ["Marshal"]}, 1.15, marks=pytest.mark.rule("AC-06-70")),
        pytest.param({"leaders": ["Warlord"]}, 1.25, marks=pytest.mark.rule("AC-06-71")),
        pytest.param({"leaders": ["Captain II"]}, 1.07, marks=pytest.mark.rule("AC-06-80", "AC-06-81")),
        pytest.param({"leaders": ["Marshal", "General I", "Captain"]}, 1.31, marks=pytest.mark.rule("AC-06-83")),
        pytest.param({"artifacts": ["ALVIN"]}, 1.15, marks=pytest.mark.rule("AC-06-104")),
        pytest.param({"artifacts": ["CHAMP"]}, 1.05),
        pytest.param({"against": "SO"}, 1.05),
    ],
)
def test_what_lifts_and_lowers_a_group(change: dict[str, Any], factor: float) -> None:
    world, first, _ = meeting()
    plain = host(world, first, Stance("attack"), Aid(), against="EL")
    first.morale = change.get("morale", 100)
    first.attrition = change.get("attrition", 0)
    first.artifacts = change.get("artifacts", [])
    first.leaders = [Leader(title, title) for title in change.get("leaders", [])]
    way, fights = change.get("stance", Stance("attack")), change.get("fights", 0)
    changed = host(world, first, way, Aid(), against=change.get("against", "EL"), fights=fights)
    assert changed.multiplier / plain.multiplier == pytest.approx(factor)


def test_the_first_group_of_a_kingdom_is_a_little_stronger_in_battle_and_not_on_paper() -> None:
    world, first, _ = meeting()
    own = put_group(world, "1WA", FIELD, 2, leaders=[], wizards=[])
    values = [host(world, one, Stance("attack"), Aid()).multiplier for one in (own, first)]
    assert values == [pytest.approx(1.05), pytest.approx(1.0)]
    assert value_vs_center(world, own) == value_vs_center(world, first) == 4_884


@pytest.mark.rule("AC-06-55", "AC-06-36", "AC-06-37")
def test_a_people_at_home_in_a_terrain_is_stronger_there() -> None:
    world = quiet_world()
    group = put_group(world, "3DW", FIELD, 1, leaders=[], wizards=[])
    on_plains = host(world, group, Stance("attack"), Aid(), terrain="Plains").values["melee"]
    in_mountains = host(world, group, Stance("attack"), Aid(), terrain="Mountain").values["melee"]
    assert on_plains == pytest.approx(2_982 * 0.9)
    assert in_mountains == pytest.approx((2_982 - 0.5 * 0.3 * 640) * 1.3)


@pytest.mark.rule("AC-06-87")
def test_leaders_and_shield_lessen_losses() -> None:
    world, first, _ = meeting()
    bare = host(world, first, Stance("attack"), Aid()).armour
    first.leaders = [Leader("One", "General"), Leader("Two", "Captain")]
    led = host(world, first, Stance("attack"), Aid(shield=0.10)).armour
    assert bare == pytest.approx(0.979)
    assert led == pytest.approx(0.979 * (1 + 0.15 / 2 + 0.10))


# --- when a side gives way --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kingdom", "mode", "tactic", "percent"),
    [
        pytest.param("WA", "attack", 1, 15, marks=pytest.mark.rule("AC-21-28")),
        pytest.param("WA", "attack", 2, 33, marks=pytest.mark.rule("AC-21-29")),
        pytest.param("WA", "attack", 3, 55, marks=pytest.mark.rule("AC-21-30")),
        pytest.param("WA", "defend", 1, 15, marks=pytest.mark.rule("AC-21-32")),
        pytest.param("WA", "defend", 2, 30, marks=pytest.mark.rule("AC-21-33")),
        pytest.param("WA", "defend", 3, 50, marks=pytest.mark.rule("AC-21-34", "AC-21-31")),
        pytest.param("WA", "entrenched", 2, 30, marks=pytest.mark.rule("AC-21-61")),
        pytest.param("WA", "surprised", 2, 30),
        pytest.param("DW", "attack", 2, 39.6, marks=pytest.mark.rule("AC-21-27", "AC-06-16")),
        pytest.param("SO", "defend", 3, 40, marks=pytest.mark.rule("AC-21-27", "AC-21-26")),
    ],
)
def test_losses_at_which_a_group_gives_way(kingdom: str, mode: Any, tactic: int, percent: float) -> None:
    world = quiet_world()
    group = put_group(world, f"1{kingdom}", FIELD, 2)
    assert host(world, group, Stance(mode, tactic), Aid()).threshold == pytest.approx(percent / 100)


@pytest.mark.rule("AC-21-38", "AC-21-39")
@pytest.mark.parametrize(
    ("kingdom", "leader", "eased"),
    [("WA", "General", 1.0), ("WA", "Marshal", 0.5), ("WA", "Warlord", 0.25), ("EL", "General", 0.5), ("RD", "Marshal", 0.25)],
)
def test_training_and_leaders_ease_a_retreat(kingdom: str, leader: str, eased: float) -> None:
    world = quiet_world()
    group = put_group(world, f"1{kingdom}", FIELD, 2, leaders=[Leader("One", leader)])
    assert host(world, group, Stance("attack"), Aid()).eased == eased


@pytest.mark.rule("AC-21-39")
@pytest.mark.parametrize(("times", "percent"), [(1.02, 5.33), (0.3, 2.0), (8.0, 20.0)])
def test_every_retreat_costs_something(times: float, percent: float) -> None:
    """Five percent as the strength of the victor is to the own, at least two, at most twenty. With 1.02 and 1.00 the second
    gives way at a threshold of nothing after long missiles: each has lost 264 / 9,048.6, about 2.9 percent."""
    course = fight(edition("classic"), plain_host(times, 100), plain_host(1.0, 0))
    left = times * (1 - course.lost[0]) / (1 - course.lost[1])
    assert course.retreated == (False, True)
    assert course.on_retreat[1] == pytest.approx(min(max(0.05 * left, 0.02), 0.20))
    assert 100 * course.on_retreat[1] == pytest.approx(percent, abs=0.3)
    eased = fight(edition("classic"), plain_host(times, 100), replace(plain_host(1.0, 0), eased=0.5))
    assert eased.on_retreat[1] == pytest.approx(course.on_retreat[1] / 2)


@pytest.mark.rule("AC-21-37")
def test_a_much_stronger_enemy_takes_more_than_was_planned_or_all() -> None:
    course = fight(edition("classic"), plain_host(6.0, 33), plain_host(1.0, 15))
    assert course.lost[1] > 0.15
    course = fight(edition("classic"), plain_host(40.0, 33), plain_host(1.0, 15))
    assert course.destroyed == (False, True)
    assert course.ended == "destroyed"


def test_without_retreat_the_smaller_loss_wins() -> None:
    course = fight(edition("classic"), plain_host(1.2, 89), plain_host(1.0, 89))
    assert (course.ended, course.winner, course.retreated) == ("dusk", 0, (False, True))
    equal: Course = fight(edition("classic"), plain_host(1.0, 89), plain_host(1.0, 89))
    assert (equal.ended, equal.winner, equal.retreated) == ("dusk", None, (False, False))


# --- losses -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-06-95", "AC-06-97")
@pytest.mark.parametrize(
    ("brigades", "attrition", "part", "left", "after"),
    [
        # Too small for a brigade: 30 of 200, half of it 15 below 70.
        ({"WA": 2}, 0, 0.15, {"WA": 2}, 15.0),
        # 40 percent of 4 x 100 is 160; half, 80, covers one brigade at 70; it takes 100 away, the other 60 lie on 300.
        ({"WA": 4}, 0, 0.40, {"WA": 3}, 20.0),
        # The weaker kind goes first: 30 percent of 250 is 75, half 37.5 covers a Recruit at 35, which takes 50; 25 on 200.
        ({"WA": 2, "RE": 1}, 0, 0.30, {"WA": 2}, 12.5),
        # With attrition 20 there are 80 a brigade; 10 percent of 160 is 16 on 200.
        ({"WA": 2}, 20, 0.10, {"WA": 2}, 28.0),
        # Above 70 the last brigade is lost.
        ({"WA": 1}, 0, 0.75, {}, 0.0),
        # 60 + 32 / 2 = 76 is above 70: one goes with its 40, and nothing is left to spread.
        ({"WA": 2}, 60, 0.40, {"WA": 1}, 60.0),
    ],
)
def test_losses_remove_brigades_and_the_rest_is_attrition(
    brigades: dict[str, int], attrition: float, part: float, left: dict[str, int], after: float
) -> None:
    group = Group("2WA", "WA", 2, FIELD, dict(brigades), attrition=attrition)
    take_losses(group, part, {"WA": 100.0, "RE": 50.0}, 70)
    assert group.brigades == left
    assert group.attrition == pytest.approx(after)


# --- before the turn ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-04-32")
@pytest.mark.parametrize(
    ("defense", "tactic", "outlook"),
    [(2_442, 2, "certain"), (3_000, 2, "certain"), (4_100, 2, "likely"), (4_884, 2, "doubtful"), (9_768, 3, "hopeless")],
)
def test_the_outlook_of_an_assault(defense: int, tactic: int, outlook: str) -> None:
    """2WA is worth 4,884 against centers. Twice the defense is taken on its best day, 1.2 times on a common day, as much only
    on a bad one, half as much never (the figures of ruling 24)."""
    world, group, _ = meeting("KL")
    world.centers["KL"].defense = defense
    assert assault_outlook(world, group, world.centers["KL"], tactic) == outlook


def test_the_outlook_of_a_capital_is_that_of_its_best_day() -> None:
    world, group, _ = meeting("UJ")
    center = world.centers["UJ"]
    center.defense = next(one for one in range(1_000, 9_000, 50) if not _taken(world, group, one * 1.15))
    assert assault_outlook(world, group, center, 2) == "hopeless"
    center.defense -= 50
    assert assault_outlook(world, group, center, 2) == "certain"


def _taken(world: World, group: Group, walls: float) -> bool:
    attacker = host(world, group, Stance("attack"), Aid(), against="SO", terrain=POPULATION)
    return storm(world.tables, attacker, walls).taken


@pytest.mark.parametrize(
    ("brigades", "enemy", "ready", "outlook"),
    [(12, 1, True, "certain"), (1, 6, True, "hopeless"), (3, 4, False, "likely")],
)
def test_the_outlook_of_a_battle_by_the_size_word(brigades: int, enemy: int, ready: bool, outlook: str) -> None:
    """Twelve against one or two win, one against six to ten loses; three against a Division of three to five Sorcerers who are
    surprised win but against the most."""
    world, group, foreign = meeting(own=brigades, foreign=enemy)
    assert battle_outlook(world, group, foreign, 2, ready=ready) == outlook


@pytest.mark.rule("AC-21-09")
def test_centers_in_mountains_and_forests_and_on_islands_begin_stronger() -> None:
    """By ruling 14 the factors are 1.15, 1.10 and 1.15; without the capitals, whose values are fixed."""
    tables = edition("classic")
    means: dict[tuple[str, str], float] = {}
    for kind in ("Village", "Town"):
        for terrain in ("Plains", "Mountain", "Forest", "Sea"):
            some = [
                one.base_defense
                for one in tables.centers.values()
                if one.type == kind and not one.capital and tables.areas[one.area].terrain == terrain
            ]
            if some:
                means[kind, terrain] = sum(some) / len(some)
    for (kind, terrain), mean in means.items():
        if terrain != "Plains":
            assert mean > means[kind, "Plains"] * 1.03, (kind, terrain)
