"""Random monsters (AK-1.6-07 to 10, AK-D1.6-04 to 06, AK-P5.10-07) and the powers of explorers and druids."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from postern.game.chance import Stream
from postern.rulesets.adventurer_kings.rules.encounters.wandering import drawn_monster, meeting_chance, meets_monster
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character
from tests.rules.adventurer_kings.build import add_army, empty_world, only, relate, told, turn_of
from tests.rules.adventurer_kings.meetings import PLACE, Dice, hero, load


@pytest.mark.rule("AK-1.6-10", "AK-D1.6-06", "AK-DM-20", "AK-D4.23-03", "AK-D0-01")
@pytest.mark.parametrize(
    ("terrain", "owner", "items", "spells", "chance"),
    [
        ("Plain", "", [], {}, Fraction(10)),
        ("Jungle", "", [], {}, Fraction(25)),
        ("Sea", "BB", [], {}, Fraction(5)),
        ("Desert", "AA", [], {}, Fraction(15, 2)),
        ("Mountain", "CC", [], {}, Fraction(15)),  # an ally's
        ("Forest", "", [18], {}, Fraction(10)),
        ("Forest", "", [], {"DI": 2}, Fraction(10)),
        ("Jungle", "AA", [18], {"DI": 2}, Fraction(25, 8)),
    ],
)
def test_the_chance_of_a_random_monster(
    terrain: str, owner: str, items: list[int], spells: dict[str, int], chance: Fraction
) -> None:
    world = empty_world(terrain)
    relate(world, "AA", "CC", "Allied")
    world.provinces[100].owner = owner
    who = hero(world, items=items, spells=spells)
    assert meeting_chance(turn_of(world), who, 100) == chance
    who.kingdom = ""
    assert owner or meeting_chance(turn_of(world), who, 100) == chance


@pytest.mark.rule("AK-D2.0-16")
@pytest.mark.parametrize(("level", "chance"), [(4, 10), (5, 0)])
def test_great_explorers_meet_nobody(level: int, chance: int) -> None:
    world = empty_world()
    assert meeting_chance(turn_of(world), hero(world, {"EX": level}), 100) == chance


@pytest.mark.rule("AK-P5.10-07")
@pytest.mark.parametrize(
    ("start", "goal", "army", "code", "chance"),
    [
        (82, 100, True, "AA", 0),
        (82, 100, False, "AA", 10),
        (83, 100, True, "AA", 10),
        (82, 99, True, "AA", 10),
        (82, 100, True, "BB", 10),
    ],
)
def test_who_follows_a_leader_of_armies_meets_nobody(start: int, goal: int, army: bool, code: str, chance: int) -> None:
    """The leader has gone from ``start`` to ``goal`` in this phase; the hero comes from 82 to 100."""
    world = empty_world()
    leader, who = hero(world, code=code), hero(world)
    leader.province = goal
    if army:
        add_army(world, code, "LE", goal, leader.id)
    turn = turn_of(world)
    turn.came_from[leader.id] = start
    assert meeting_chance(turn, who, 100) == chance
    turn.came_from[who.id], who.province = 82, 100
    assert meeting_chance(turn, who, 100) == chance


@pytest.mark.rule("AK-P5.10-07", "AK-D1.6-05")
def test_who_stays_is_met_also_beside_a_leader() -> None:
    world = empty_world()
    leader, who = hero(world), hero(world)
    add_army(world, "AA", "LE", PLACE, leader.id)
    assert meeting_chance(turn_of(world), who, PLACE) == 5


@pytest.mark.rule("AK-D1.6-04")
def test_kinds_and_tiers_of_random_monsters() -> None:
    stream = Stream("kinds")
    land = [drawn_monster(stream, at_sea=False) for _ in range(3000)]
    assert {one.name for one in land} == {name for name, one in TABLES.monsters.items() if one.kind != "sea"}
    share = [sum(one.tier == tier for one in land) / 30 for tier in (1, 2, 3)]
    assert share == [pytest.approx(70, abs=3), pytest.approx(26, abs=3), pytest.approx(4, abs=1.5)]
    sea = [drawn_monster(stream, at_sea=True) for _ in range(300)]
    assert {one.kind for one in sea} == {"sea"}
    assert sum(one.tier == 2 for one in sea) / 3 == pytest.approx(100 * 26 / 30, abs=6)


def goes(who: Character, turn: Turn, *faces: int, rest: int = 1, other: Any = ()) -> bool:
    """Whether an action of his goes on in province 100."""
    load(turn, Dice(*faces, rest=rest, other=other))
    return meets_monster(turn, who, 100)


@pytest.mark.rule("AK-D1.6-04", "AK-P5.0-01", "AK-D5.9-33")
def test_a_slain_random_monster_leaves_d6_gold_by_tier() -> None:
    world = empty_world()
    who = hero(world, {"ME": 9}, temper="Berserk")
    turn = turn_of(world)
    # 10 in 100: a Goblin Chief, 10 x 81% hit points, 4 gold; the hero's blows of 3 + 3
    assert goes(who, turn, 10, other=[1, 1, 4, *[3] * 9])
    event = only(turn, "encounter").data
    assert (event["why"], event["outcome"], event["side"], event["foe"], event["place"]) == (
        "random",
        "slain",
        1,
        "Goblin Chief",
        100,
    )
    assert (event["chance"], event["throw"]) == ("10", 10)
    assert (world.kingdoms["AA"].gold, event["gold"], who.items, who.merit) == (14, 4, [], {"DE": 16})
    assert event["sides"][0]["full"] == 8


@pytest.mark.rule("AK-D1.6-04", "AK-1.6-08")
def test_nobody_comes_or_nothing_is_tried() -> None:
    world = empty_world()
    who = hero(world, {"ME": 1})
    turn = turn_of(world)
    assert goes(who, turn, 11)
    assert not turn.events
    tried = turn_of(world, expected=True)
    assert meets_monster(tried, who, 100)
    assert not tried.events


@pytest.mark.rule("AK-D1.6-04", "AK-D5.6-03", "AK-P5.10-01")
def test_who_flees_loses_his_action() -> None:
    world = empty_world()
    who = hero(world, plan="FL")
    turn = turn_of(world)
    assert not goes(who, turn, 10, 1)
    assert only(turn, "encounter").data["lost"] == "me"
    coward = hero(world, {"ME": 1}, plan="ME", temper="Cowardly")
    turn = turn_of(world)
    assert not goes(coward, turn, 10, 1, 1)  # he refuses, and so flees first
    assert [one["tactic"] for one in only(turn, "encounter").data["blows"]] == ["FL"]


@pytest.mark.rule("AK-D1.6-04", "AK-DM-44", "AK-D5.9-34")
def test_who_dies_lies_there_with_his_items() -> None:
    world = empty_world()
    who = hero(world, temper="Berserk", items=[38])
    who.province = 100
    turn = turn_of(world)
    assert not goes(who, turn, 10, rest=60, other=[40, 1, 1, *[5] * 9])
    assert (who.status, world.provinces[100].lying, only(turn, "hero died").data["how"]) == ("dead", [38], "random")


@pytest.mark.rule("AK-D1.6-04")
def test_who_is_parted_or_sees_the_monster_flee_goes_on() -> None:
    world = empty_world()
    who = hero(world, {"ME": 1, "PS": 2}, plan="CA-CH")
    turn = turn_of(world)
    assert goes(who, turn, 10)
    assert only(turn, "encounter").data["outcome"] == "charmed"


@pytest.mark.rule("AK-D2.0-17")
@pytest.mark.parametrize(("level", "events"), [(4, ["encounter"]), (5, ["let pass"])])
def test_beasts_never_attack_a_great_druid(level: int, events: list[str]) -> None:
    world = empty_world()
    who = hero(world, {"DR": level, "ME": 9}, plan="FL")
    turn = turn_of(world)
    assert goes(who, turn, 10) == (level == 5)
    assert [one.kind for one in turn.events if one.kind in ("encounter", "let pass")] == events


@pytest.mark.rule("AK-P5.10-06", "AK-D5.0-02")
def test_against_a_random_monster_there_is_no_talk_and_no_killing_spell() -> None:
    world = empty_world()
    who = hero(world, {"NE": 3}, plan="SC, CA-KI, FL")
    turn = turn_of(world)
    goes(who, turn, 10)
    assert [one["word"] for one in told(turn, "encounter")[0].data["fates"]] == ["too late", "not in defence"]
