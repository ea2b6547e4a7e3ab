"""Moves of characters and armies: where they may go, what it costs, and what is learnt by it (AK-3.1, AK-4.12, AK-6.2)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.knowledge import view_of
from postern.rulesets.adventurer_kings.orders import acting, movement, types
from postern.rulesets.adventurer_kings.orders.acting import act, begin_phase
from postern.rulesets.adventurer_kings.orders.armies import leave, pick_up
from postern.rulesets.adventurer_kings.orders.grammar import MADE
from postern.rulesets.adventurer_kings.orders.movement import move
from postern.rulesets.adventurer_kings.rules.memory import look
from postern.rulesets.adventurer_kings.rules.travel import extra_moves, go_home, nearest_own, points_left, way
from postern.rulesets.adventurer_kings.tables import SEA, TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, World
from tests.rules.adventurer_kings.build import (
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    relate,
    step,
    told,
    turn_of,
)

Met = list[tuple[int, int]]


@pytest.fixture(autouse=True)
def met(monkeypatch: pytest.MonkeyPatch) -> Met:
    """Nobody meets a monster; who was asked for one, and where."""
    asked: Met = []

    def meets(turn: Turn, who: Character, place: int) -> bool:
        asked.append((who.id, place))
        return True

    monkeypatch.setattr(movement, "meets_monster", meets)
    monkeypatch.setattr(acting, "meets_monster", meets)
    return asked


def moved(world: World, text: str = "1 MO 83", *faces: int) -> Turn:
    """The year after King AA's one move; dice of 100 show these faces, then 100."""
    turn = always(turn_of(world, {"AA": f"CHAR 1\n{text}"}), *faces, *[100] * 20)
    carry_out(turn, move)
    return turn


@pytest.mark.rule("AK-P3.1-01")
@pytest.mark.parametrize(("goal", "ends"), [(83, 83), (64, 64), (81, 81), (99, 99), (100, 100), (101, 101), (82, 82)])
def test_a_move_goes_to_any_adjacent_province(goal: int, ends: int) -> None:
    world = empty_world()
    turn = moved(world, f"1 MO {goal}")
    assert world.characters[1].province == ends
    assert failures(turn) == (["HERE"] if goal == 82 else [])


@pytest.mark.rule("AK-P3.1-01")
def test_a_move_never_goes_further_and_the_answer_lists_what_is_adjacent() -> None:
    world = empty_world()
    (failure,) = moved(world, "1 MO 140").failures
    assert world.characters[1].province == 82
    assert (failure.code, failure.remedy) == ("NOT ADJACENT", "Adjacent are 64, 81, 83, 99, 100, 101.")
    assert failure.paste in ("1 MO 100", "1 MO 101", "1 MO 99")


@pytest.mark.rule("AK-D3.1-01")
def test_a_move_takes_all_armies_led_and_leaves_the_garrison() -> None:
    world = empty_world()
    led = [add_army(world, "AA", kind, 82, 1) for kind in ("LE", "HC")]
    garrison = add_army(world, "AA", "LE", 82)
    turn = moved(world)
    assert [one.province for one in (*led, garrison)] == [83, 83, 82]
    assert [one.used for one in (*led, garrison)] == [1, 1, 0]
    assert turn.came_from == {1: 82}
    assert only(turn, "moved").data["armies"] == 2


@pytest.mark.rule("AK-D3.1-01")
@pytest.mark.parametrize(("kind", "used", "code"), [("LE", 2, "POINTS"), ("FL", 0, "MAY NOT ENTER")])
def test_a_move_fails_entirely_for_one_army(kind: str, used: int, code: str) -> None:
    world = empty_world()
    good, bad = add_army(world, "AA", "HC", 82, 1), add_army(world, "AA", kind, 82, 1, used=used)
    turn = moved(world)
    assert failures(turn) == [code]
    assert turn.failures[0].paste == f"1 LE {bad.id}"
    assert (world.characters[1].province, good.province, good.used) == (82, 82, 0)
    assert not told(turn, "moved")
    assert not world.kingdoms["AA"].exploration.get(83)


@pytest.mark.rule("AK-D3.1-02", "AK-P8.1-02", "AK-P2.0-12")
@pytest.mark.parametrize(("relation", "ends"), [("Neutral", 82), ("Allied", 83), ("Enemy", 83), ("", 83)])
def test_only_a_neutral_king_keeps_armies_out(relation: str, ends: int) -> None:
    world = empty_world()
    world.provinces[83].owner = "BB" if relation else ""
    relate(world, "AA", "BB", relation or "Neutral")
    army = add_army(world, "AA", "LE", 82, 1)
    turn = moved(world)
    assert (army.province, army.used) == (ends, ends - 82)
    assert failures(turn) == (["NEUTRAL"] if relation == "Neutral" else [])


@pytest.mark.rule("AK-D3.1-03", "AK-P2.0-10")
@pytest.mark.parametrize(("relation", "terrain"), [("Neutral", "Plain"), ("Enemy", "Plain"), ("Enemy", SEA)])
def test_without_armies_he_enters_every_province(relation: str, terrain: str) -> None:
    world = empty_world()
    world.provinces[83].owner, world.provinces[83].terrain = "BB", terrain
    relate(world, "AA", "BB", relation)
    add_army(world, "BB", "LE", 83)
    add_army(world, "AA", "LE", 82)
    assert not moved(world).failures
    assert world.characters[1].province == 83


@pytest.mark.rule("AK-P3.1-03", "AK-D1.6-02")
def test_a_move_explores_half_as_much_as_an_explore() -> None:
    world = empty_world()
    moved(world)
    assert world.kingdoms["AA"].exploration[83] == 25


@pytest.mark.rule("AK-D3.1-04", "AK-DM-08")
def test_the_feather_carries_him_two_provinces_with_one_monster_and_one_exploration(met: Met) -> None:
    world = empty_world()
    world.characters[1].items = [6]
    moved(world, "1 MO 83 84")
    assert world.characters[1].province == 84
    assert met == [(1, 84)]
    assert world.kingdoms["AA"].exploration == {82: 100, 84: 25}


@pytest.mark.rule("AK-D3.1-04")
@pytest.mark.parametrize(
    ("items", "army", "text", "code"),
    [
        ([], False, "83 84", "TWO STEPS"),
        ([6], True, "83 84", "TWO STEPS"),
        ([6], False, "83 86", "NOT ADJACENT"),
        ([6], False, "84 85", "NOT ADJACENT"),
    ],
)
def test_two_steps_need_the_feather_no_armies_and_a_way(items: list[int], army: bool, text: str, code: str) -> None:
    world = empty_world()
    world.characters[1].items = items
    if army:
        add_army(world, "AA", "LC", 82, 1)
    assert failures(moved(world, f"1 MO {text}")) == [code]
    assert world.characters[1].province == 82


@pytest.mark.rule("AK-D2.0-07")
@pytest.mark.parametrize(("skill", "last", "ends"), [(8, "Plain", 84), (7, "Plain", 82), (8, SEA, 82)])
def test_the_power_of_march_crosses_one_sea_without_ships(skill: int, last: str, ends: int) -> None:
    world = empty_world()
    world.characters[1].skills["MA"] = skill
    world.provinces[83].terrain, world.provinces[84].terrain = SEA, last
    army = add_army(world, "AA", "LE", 82, 1)
    turn = moved(world, "1 MO 83 84")
    assert (army.province, army.used, world.characters[1].province) == (ends, ends - 82, ends)
    assert failures(turn) == ([] if ends == 84 else ["TWO STEPS"])
    assert turn.came_from == ({1: 82} if ends == 84 else {})


@pytest.mark.rule("AK-D1.6-05", "AK-1.6-09")
@pytest.mark.parametrize(("army", "asked"), [(False, [(1, 83)]), (True, [])])
def test_a_monster_may_come_in_the_province_entered_but_not_with_armies(met: Met, army: bool, asked: Met) -> None:
    world = empty_world()
    if army:
        add_army(world, "AA", "LE", 82, 1)
    moved(world)
    assert met == asked


@pytest.mark.rule("AK-D1.6-04", "AK-D1.6-05")
@pytest.mark.parametrize(("dies", "ends"), [(True, 83), (False, 82)])
def test_a_monster_may_cost_the_action_and_the_dead_lie_where_they_went(
    monkeypatch: pytest.MonkeyPatch, dies: bool, ends: int
) -> None:
    world = empty_world()

    def meets(turn: Turn, who: Character, place: int) -> bool:
        who.status = "dead" if dies else who.status
        return False

    monkeypatch.setattr(movement, "meets_monster", meets)
    turn = moved(world)
    assert failures(turn) == ["MONSTER"]
    assert world.characters[1].province == ends
    assert not world.kingdoms["AA"].exploration.get(83)
    assert not turn.came_from


@pytest.mark.rule("AK-1.6-08", "AK-1.6-09")
@pytest.mark.parametrize(
    ("text", "alone", "leading"),
    [
        ("MO 83", [(1, 83)], []),
        ("PU 4", [(1, 84)], []),
        ("TR 4", [(1, 82)], [(1, 82)]),
        ("EX", [(1, 82)], [(1, 82)]),
        ("SE 82.1", [(1, 82)], [(1, 82)]),
        ("DE", [], []),
        ("SP", [], []),
        ("PR TA", [], []),
        ("RE LE", [], []),
    ],
)
@pytest.mark.parametrize("army", [False, True])
def test_random_monsters_come_for_five_actions_alone(
    met: Met, monkeypatch: pytest.MonkeyPatch, text: str, alone: Met, leading: Met, army: bool
) -> None:
    world = empty_world()
    add_character(world, "AA", 84)
    if army:
        add_army(world, "AA", "LC", 82, 1)
    for kind in set(MADE.values()) - {types.Move, types.Pursue, types.Trail}:
        monkeypatch.setitem(acting.EFFECTS, kind, lambda doing, order: True)
    step(turn_of(world, {"AA": f"CHAR 1\n1 {text}"}), "1b", act)
    assert met == (leading if army else alone)


@pytest.mark.rule("AK-P5.10-07")
@pytest.mark.parametrize(("army", "ends"), [(True, 83), (False, 82)])
def test_no_monster_meets_him_who_follows_a_leader_of_armies(monkeypatch: pytest.MonkeyPatch, army: bool, ends: int) -> None:
    from postern.rulesets.adventurer_kings.rules.encounters.wandering import meeting_chance

    monkeypatch.setattr(movement, "meets_monster", lambda turn, who, place: not meeting_chance(turn, who, place))
    world = empty_world()
    squire = add_character(world, "AA", 82)
    add_army(world, "AA", "LE", 82, 1 if army else 0)
    turn = always(turn_of(world, {"AA": f"CHAR 1\n1 MO 83\nCHAR {squire.id}\n1 MO 83"}), *[100] * 9)
    world.characters[1].province = 83
    for one in world.led_by(1):
        one.province = 83
    turn.came_from[1] = 82
    carry_out(turn, move, 1)
    assert squire.province == ends


# --- experience -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-3.19-01", "AK-3.19-02", "AK-D3.19-02")
@pytest.mark.parametrize(
    ("kinds", "start", "goal", "skill"),
    [
        (["LE"], "Plain", "Plain", "MA"),
        (["FL", "LE"], "Plain", SEA, "NA"),
        (["FL"], SEA, SEA, "NA"),
        (["FL"], SEA, "Plain", "NA"),
        (["WH"], SEA, SEA, ""),
        (["EA"], "Plain", SEA, ""),
        ([], "Plain", "Plain", ""),
    ],
)
def test_a_move_with_armies_may_teach_march_on_land_and_naval_with_fleets(
    kinds: list[str], start: str, goal: str, skill: str
) -> None:
    world = empty_world()
    world.provinces[82].terrain, world.provinces[83].terrain = start, goal
    for kind in kinds:
        add_army(world, "AA", kind, 82, 1)
    moved(world, "1 MO 83", 10)
    skills = world.characters[1].skills
    assert (skills["MA"], skills.get("NA", 0)) == (1 + (skill == "MA"), int(skill == "NA"))
    assert (TABLES.experience["move"].chance, TABLES.experience["sail"].chance) == (10, 10)


@pytest.mark.rule("AK-3.19-01", "AK-3.19-02", "AK-D3.19-01")
@pytest.mark.parametrize(("face", "code", "march"), [(10, "", 2), (11, "", 1), (1, "BB", 1)])
def test_what_is_thrown_above_ten_or_for_a_lost_move_teaches_nothing(face: int, code: str, march: int) -> None:
    world = empty_world()
    world.provinces[83].owner = code
    add_army(world, "AA", "LE", 82, 1)
    moved(world, "1 MO 83", face)
    assert world.characters[1].skills["MA"] == march


# --- movement points --------------------------------------------------------------------------------------------------------

MARCH = [
    (0, 0, 0),
    (1, 0, 1),
    (2, 1, 1),
    (3, 1, 2),
    (4, 2, 2),
    (5, 2, 3),
    (6, 3, 3),
    (7, 3, 4),
    (8, 4, 4),
    (9, 4, 5),
    (10, 5, 5),
]


@pytest.mark.rule(
    "AK-4.12-01", "AK-4.12-02", "AK-4.12-03", "AK-4.12-04", "AK-4.12-05", "AK-4.12-06", "AK-D4.1-01", "AK-P4.1-03"
)
@pytest.mark.parametrize(("march", "slow", "fast"), MARCH)
def test_march_gives_extra_moves_by_speed(march: int, slow: int, fast: int) -> None:
    world = empty_world()
    leader = world.characters[1]
    leader.skills["MA"] = min(march, 9)
    leader.items = [19] if march > 9 else []
    extra = {
        kind: extra_moves(world, leader, add_army(world, "AA", kind, 82, 1), False)
        for kind in ("EN", "LE", "HC", "LC", "EA", "DR")
    }
    assert extra == {"EN": slow, "LE": slow, "HC": fast, "LC": fast, "EA": 0, "DR": 0}
    assert extra_moves(world, leader, add_army(world, "AA", "LC", 82, 1), True) == 0
    if march < 10:
        assert (TABLES.march[march].slow, TABLES.march[march].fast) == (slow, fast)


@pytest.mark.rule("AK-D6.2-01", "AK-P4.1-01")
@pytest.mark.parametrize(
    ("kind", "march", "used", "left"), [("LE", 0, 0, 2), ("LE", 2, 0, 3), ("LE", 2, 2, 1), ("LC", 3, 1, 5), ("EN", 1, 1, 0)]
)
def test_points_are_speed_and_extra_less_those_used(kind: str, march: int, used: int, left: int) -> None:
    world = empty_world()
    world.characters[1].skills["MA"] = march
    assert points_left(world, add_army(world, "AA", kind, 82, 1, used=used)) == left
    assert [TABLES.abilities[one].name for one in ("TA", "MA", "NA", "AR", "ME")] == [
        "Tactical",
        "March",
        "Naval",
        "Archery",
        "Melee",
    ]


@pytest.mark.rule("AK-D6.2-06", "AK-D3.9-02")
def test_no_army_collects_the_points_of_two_leaders() -> None:
    world = empty_world()
    world.characters[1].skills["MA"] = 2
    other = add_character(world, "AA", 83, {"MA": 2})
    army = add_army(world, "AA", "LE", 82, 1)
    letter = f"CHAR 1\n1 MO 83\n2 LE {army.id} TO {other.id}\nCHAR {other.id}\n3 MO 84\n4 MO 85\n5 MO 86"
    turn = always(turn_of(world, {"AA": letter}), *[100] * 20)
    for place, call in enumerate((move, leave, move, move, move)):
        carry_out(turn, call, place)
    assert (army.province, army.used, army.leader) == (85, 3, other.id)
    assert failures(turn) == ["POINTS"]


@pytest.mark.rule("AK-D3.9-02")
def test_an_army_without_its_leader_has_his_extra_points_no_longer() -> None:
    world = empty_world()
    world.characters[1].skills["MA"] = 2
    weak = add_character(world, "AA", 82)
    army = add_army(world, "AA", "LE", 82, 1, used=2)
    assert points_left(world, army) == 1
    carry_out(turn_of(world, {"AA": f"CHAR {weak.id}\n1 PI {army.id}"}), pick_up)
    assert (army.leader, army.used, points_left(world, army)) == (weak.id, 2, 0)


@pytest.mark.rule("AK-P6.2-04", "AK-D6.2-01")
def test_infantry_of_march_2_conquers_one_province_and_attacks_a_second() -> None:
    world = empty_world()
    world.characters[1].skills["MA"] = 2
    army = add_army(world, "AA", "LE", 82, 1)
    turn = always(turn_of(world, {"AA": "CHAR 1\n1 MO 83\n2 MO 84\n3 MO 85"}), *[100] * 9)
    assert carry_out(turn, move, 0)
    army.used += 1  # for the conquest of 83 (AK-P6.2-02)
    assert carry_out(turn, move, 1)
    assert points_left(world, army) == 0
    assert not carry_out(turn, move, 2)


@pytest.mark.rule("AK-P6.2-01")
def test_armies_without_a_character_stay_and_defend() -> None:
    world = empty_world()
    army = add_army(world, "AA", "LC", 82)
    moved(world)
    assert (army.province, army.leader) == (82, 0)
    relate(world, "AA", "BB", "Enemy")
    assert turn_of(world).enemies("BB", 82) == [army]


@pytest.mark.rule("AK-D6.2-07")
@pytest.mark.parametrize("quality", [-1, 0, 1, 5])
def test_armies_of_every_quality_move_alike(quality: int) -> None:
    world = empty_world()
    army = add_army(world, "AA", "LE", 82, 1, quality=quality)
    assert points_left(world, army) == 2
    moved(world)
    assert (army.province, army.used) == (83, 1)


# --- ways -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D3.16-03")
def test_ways_are_shortest_over_lower_numbers_around_armies_neutral_kings_and_sea() -> None:
    world = empty_world()
    army = add_army(world, "AA", "LE", 82, 1)
    assert way(world, [army], "AA", 82, 65) == (64, 65)  # not by 83
    assert way(world, [army], "AA", 82, 46) == (64, 46)
    add_army(world, "", "LE", 64)
    assert len(way(world, [army], "AA", 82, 46)) == 3
    world.provinces[63].owner = "BB"
    world.provinces[65].terrain = SEA
    assert not {63, 64, 65} & set(way(world, [army], "AA", 82, 46))


@pytest.mark.rule("AK-D8.3-03")
def test_armies_of_a_former_ally_go_to_the_nearest_own_province_with_their_leader() -> None:
    world = empty_world()
    leader = add_character(world, "AA", 88)
    led, alone = add_army(world, "AA", "LE", 88, leader.id), add_army(world, "AA", "LE", 88)
    for place in (85, 106):
        world.provinces[place].owner = "AA"
    turn = turn_of(world)
    go_home(turn, led)
    go_home(turn, alone)
    assert (led.province, leader.province, alone.province) == (106, 106, 106)
    assert [one.data["leader"] for one in told(turn, "went home")] == [leader.title, ""]
    world.provinces[106].terrain = SEA
    assert nearest_own(world, "AA", 88) == 106
    assert nearest_own(world, "AA", 88, armies=[alone]) == 85


@pytest.mark.rule("AK-D8.3-03")
def test_what_cannot_go_home_together_goes_alone_or_stays() -> None:
    world = empty_world()
    leader = add_character(world, "AA", 88)
    world.provinces[88].terrain = world.provinces[106].terrain = SEA
    world.provinces[106].owner = "AA"
    fleet, legion = add_army(world, "AA", "FL", 88, leader.id), add_army(world, "AA", "LE", 88, leader.id)
    go_home(turn_of(world), legion)
    assert (fleet.province, fleet.leader) == (106, 0)
    assert (legion.province, legion.leader) == (82, 0)
    world.provinces[82].owner = ""
    legion.province = 88
    go_home(turn_of(world), legion)
    assert legion.province == 88


def test_allied_provinces_count_as_near_where_asked() -> None:
    world = empty_world()
    assert nearest_own(world, "CC", 82) == 40
    relate(world, "AA", "CC", "Allied")
    assert nearest_own(world, "CC", 82, allied=True) == 82
    world.provinces[40].owner = world.provinces[82].owner = ""
    assert nearest_own(world, "CC", 82) is None


@pytest.mark.rule("AK-P3.1-04")
def test_after_the_first_move_into_a_province_its_neighbours_are_known_in_outline() -> None:
    world = empty_world()
    world.provinces[66].terrain = "Forest"
    look(world, world.kingdoms["AA"])
    assert 66 not in world.kingdoms["AA"].seen
    moved(world)
    look(world, world.kingdoms["AA"])
    assert {65, 66, 84, 101} <= set(world.kingdoms["AA"].seen)
    assert view_of(world, "A").world.provinces[66].terrain == "Forest"


def test_the_phase_forgets_where_leaders_came_from() -> None:
    turn = moved(empty_world())
    begin_phase(turn)
    assert not turn.came_from
