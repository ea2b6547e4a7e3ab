"""Pursuing and trailing characters (AK-3.16, AK-3.17, AK-4.33)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders import acting, movement
from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.movement import pursue, trail
from postern.rulesets.adventurer_kings.tables import SEA, TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
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


@pytest.fixture(autouse=True)
def _no_monsters(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (acting, movement):
        monkeypatch.setattr(module, "meets_monster", lambda turn, who, place: True)


def chase(place: int = 84, spy: int = 1, army: bool = False, code: str = "BB") -> World:
    """Hero 5 of BB at a place, with an army or none; Hero 4 of AA with a Spy level in 82."""
    world = empty_world()
    add_character(world, "AA", 82, {"SP": spy})
    target = add_character(world, code, place)
    if army:
        add_army(world, code, "LE", place, target.id)
    return world


def followed(world: World, text: str = "PU 5", *faces: int) -> Turn:
    """The year after Hero 4's one order; dice of 100 show these faces, then 100."""
    turn = always(turn_of(world, {"AA": f"CHAR 4\n1 {text}"}), *faces, *[100] * 20)
    carry_out(turn, trail if text.startswith("TR") else pursue)
    return turn


# --- chances ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-4.33-06", "AK-4.33-07", "AK-4.33-09", "AK-D3.16-01")
@pytest.mark.parametrize(
    ("spy", "army", "place", "chance"),
    [
        (1, True, 85, "66.67"),  # 100 x 2 / 3
        (0, False, 84, "25"),  # 50 / 2
        (0, False, 83, "50"),
        (0, True, 83, "100"),
        (0, True, 86, "25"),  # 50 x 2 / 4
        (2, False, 84, "75"),
        (4, False, 84, "100"),  # 125, at most 100
        (0, False, 40, "8.33"),  # six provinces away
    ],
)
def test_the_chance_to_pursue_is_doubled_by_armies_and_divided_by_the_distance(
    spy: int, army: bool, place: int, chance: str
) -> None:
    world = chase(place, spy, army)
    assert only(followed(world), "pursued").data["chance"] == chance


@pytest.mark.rule("AK-D3.17-01", "AK-4.33-06")
@pytest.mark.parametrize(("spy", "army", "chance"), [(0, False, "50"), (0, True, "100"), (1, False, "100"), (3, True, "100")])
def test_the_chance_to_trail_is_not_divided(spy: int, army: bool, chance: str) -> None:
    world = chase(40, spy, army)
    turn = followed(world, "TR 5", 100)
    (event,) = told(turn, "lost the trail") + told(turn, "trailed")
    assert event.data["chance"] == chance


@pytest.mark.rule(
    "AK-4.33-01", "AK-4.33-02", "AK-4.33-03", "AK-4.33-04", "AK-4.33-05",
    "AK-D4.33-01", "AK-D4.33-02", "AK-D4.33-03", "AK-D4.33-04", "AK-D4.33-05",
)  # fmt: skip
@pytest.mark.parametrize(("level", "follow"), list(enumerate([50, 100, 150, 200, 250, 300, 350, 400, 450, 500])))
def test_the_chance_to_follow_by_the_level_of_spy(level: int, follow: int) -> None:
    assert TABLES.spying[level].follow == follow
    world = chase(40, level)
    found = min(100, round(follow / 6, 2))
    assert float(only(followed(world), "pursued").data["chance"]) == found


@pytest.mark.rule("AK-4.33-08")
def test_characters_of_the_own_kingdom_are_always_found() -> None:
    world = chase(40, 0, code="AA")
    assert only(followed(world, "PU 5", 100), "pursued").data["chance"] == "100"
    assert world.characters[4].province == 40


# --- Pursue -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D3.16-01", "AK-D3.19-01")
@pytest.mark.parametrize(("face", "ends"), [(25, 84), (26, 82)])
def test_a_pursuer_goes_to_his_target_whatever_lies_between(face: int, ends: int) -> None:
    world = chase(84, 0)
    world.provinces[83].owner = "BB"
    world.provinces[83].terrain = SEA
    add_army(world, "BB", "LE", 83)
    turn = followed(world, "PU 5", face)
    assert world.characters[4].province == ends
    assert not turn.failures
    assert only(turn, "pursued").data["yes"] is (ends == 84)
    assert world.kingdoms["AA"].exploration.get(83) is None
    assert world.kingdoms["AA"].exploration.get(84) == (25 if ends == 84 else None)


@pytest.mark.rule("AK-D3.16-02", "AK-P3.0-06")
@pytest.mark.parametrize(("letter", "ends", "chance"), [("1 MO 83", 83, "50"), ("1 PR TA", 82, "50"), ("", 82, "50")])
def test_at_distance_0_he_follows_a_target_that_moves(
    monkeypatch: pytest.MonkeyPatch, letter: str, ends: int, chance: str
) -> None:
    from postern.rulesets.adventurer_kings.orders.types import Practice

    monkeypatch.setitem(acting.EFFECTS, Practice, lambda doing, order: True)
    world = chase(82, 0)
    world.characters[4].skills = {"MA": 9}
    letters = {"AA": "CHAR 4\n1 PU 5"} | ({"BB": f"CHAR 5\n{letter}"} if letter else {})
    turn = always(turn_of(world, letters), *[50] * 9)
    step(turn, "1b", act)
    assert (world.characters[5].province, world.characters[4].province) == (ends, ends)
    assert only(turn, "pursued").data["chance"] == chance


@pytest.mark.rule("AK-D3.16-03")
def test_armies_led_take_the_shortest_free_way_and_pay_a_point_each_step() -> None:
    world = chase(85, 9)
    army = add_army(world, "AA", "LC", 82, 4)
    world.provinces[83].owner = "CC"  # Neutral: no way
    turn = followed(world, "PU 5", 1)
    assert (army.province, army.used) == (85, 3)
    assert turn.came_from == {4: 84}  # by 101 and 84
    assert world.kingdoms["AA"].exploration == {82: 100, 85: 25}
    assert world.provinces[84].owner == ""


@pytest.mark.rule("AK-D3.16-03")
@pytest.mark.parametrize(
    ("case", "code"),
    [("points", "POINTS"), ("surrounded", "NO WAY"), ("neutral goal", "NEUTRAL"), ("enemy goal", ""), ("inland", "NO WAY")],
)
def test_without_a_way_points_or_leave_to_enter_the_action_is_lost(case: str, code: str) -> None:
    world = chase(84, 9)
    armies = [add_army(world, "AA", "LE", 82, 4)]
    if case == "points":
        armies.append(add_army(world, "AA", "EN", 82, 4))
    if case == "surrounded":
        for near in (64, 81, 83, 99, 100, 101):
            add_army(world, "", "LE", near)
    if case.endswith("goal"):
        world.provinces[84].owner = "BB"
        relate(world, "AA", "BB", "Neutral" if case == "neutral goal" else "Enemy")
        add_army(world, "BB", "LE", 84)
    if case == "inland":
        armies.append(add_army(world, "AA", "FL", 82, 4))
    turn = followed(world, "PU 5", 1)
    assert failures(turn) == ([code] if code else [])
    assert {one.province for one in armies} == {82 if code else 84}
    assert bool(told(turn, "pursued")) is (not code)


@pytest.mark.rule("AK-D3.16-03", "AK-D7.4-05")
@pytest.mark.parametrize(("place", "origin"), [(83, 82), (84, 83)])
def test_armies_in_pursuit_come_from_the_last_province_of_their_way(place: int, origin: int) -> None:
    world = chase(place, 9)
    add_army(world, "AA", "LC", 82, 4)
    assert followed(world, "PU 5", 1).came_from == {4: origin}


@pytest.mark.rule("AK-D2.0-13")
@pytest.mark.parametrize(("army", "code", "chance"), [(True, "BB", "0"), (False, "BB", "100"), (True, "AA", "100")])
def test_armies_under_a_veil_cannot_be_pursued(army: bool, code: str, chance: str) -> None:
    world = chase(83, 9, army, code)
    world.characters[5].spells["VE"] = 5
    turn = followed(world, "PU 5", 1)
    assert only(turn, "pursued").data["chance"] == chance


@pytest.mark.rule("AK-D3.0-07")
@pytest.mark.parametrize("order", ["PU", "TR"])
@pytest.mark.parametrize(("target", "code"), [("4", "YOURSELF"), ("5", "DEAD"), ("99", "NO CHARACTER")])
def test_nobody_follows_himself_the_dead_or_strangers(order: str, target: str, code: str) -> None:
    world = chase()
    world.characters[5].status = "dead"
    turn = turn_of(world, {"AA": f"CHAR 4\n1 {order} {target}"})
    assert not carry_out(turn, pursue if order == "PU" else trail)
    assert failures(turn) == [code]


@pytest.mark.rule("AK-3.19-08", "AK-D3.19-01")
@pytest.mark.parametrize("order", ["PU", "TR"])
@pytest.mark.parametrize(("faces", "spy"), [((100, 10), 1), ((100, 11), 0)])
def test_to_pursue_or_trail_may_teach_spying_even_in_vain(order: str, faces: tuple[int, ...], spy: int) -> None:
    world = chase(40, 0)
    turn = always(turn_of(world, {"AA": f"CHAR 4\n1 {order} 5"}), *faces, *[100] * 9)
    step(turn, "1b", act)
    assert world.characters[4].skills["SP"] == spy
    assert (TABLES.experience["spy"].chance, TABLES.experience["spy"].ability) == (10, "SP")


# --- Trail ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D3.17-01")
def test_a_trailer_reports_action_armies_plan_and_items() -> None:
    world = chase(84, 9, army=True)
    world.characters[4].skills["MA"] = 9
    world.characters[5].items = [11, 22]
    turn = turn_of(world, {"AA": "CHAR 4\n1 TR 5", "BB": "CHAR 5\n1 MO 85\n2 SE 85.1 : SC, FL"})
    step(always(turn, *[50] * 9), "1b", act)
    assert (world.characters[4].province, world.characters[5].province) == (85, 85)
    found = only(turn, "trailed")
    assert found.seen_by == {"A"}
    assert (found.data["action"], found.data["plan"]) == ("1 MO 85", "")
    assert (found.data["armies"], found.data["items"]) == (["1st Human Legion"], ["Sword +1", "Druid's Torc"])


@pytest.mark.rule("AK-D3.17-01")
@pytest.mark.parametrize(
    ("letter", "action", "plan"), [("2 SE 84.1 : SC, FL", "2 SE 84.1 : SC, FL", "SC, FL"), ("", "2 DE", "")]
)
def test_a_trailer_reports_the_plan_of_this_phase(monkeypatch: pytest.MonkeyPatch, letter: str, action: str, plan: str) -> None:
    from postern.rulesets.adventurer_kings.orders.types import Search

    monkeypatch.setitem(acting.EFFECTS, Search, lambda doing, order: True)
    world = chase(84, 9)
    world.characters[5].plan = "ME"
    letters = {"AA": "CHAR 4\n2 TR 5"} | ({"BB": f"CHAR 5\n{letter}"} if letter else {})
    turn = always(turn_of(world, letters), *[50] * 9)
    step(turn, "2b", act)
    data = only(turn, "trailed").data
    assert (data["action"], data["plan"]) == (action, plan)


@pytest.mark.rule("AK-D3.17-01", "AK-D3.16-03")
@pytest.mark.parametrize(("kind", "code"), [("LE", ""), ("EN", "POINTS")])
def test_armies_of_a_trailer_need_a_way_and_points(kind: str, code: str) -> None:
    world = chase(84, 9)
    army = add_army(world, "AA", kind, 82, 4)
    turn = followed(world, "TR 5", 1)
    assert failures(turn) == ([code] if code else [])
    assert army.province == (82 if code else 84)


@pytest.mark.rule("AK-D3.17-02", "AK-D4.23-03")
@pytest.mark.parametrize(
    ("spy", "spells", "code", "face", "noticed"),
    [
        (1, {}, "BB", 50, False),
        (1, {}, "BB", 51, True),
        (0, {}, "BB", 1, True),
        (0, {"DI": 1}, "BB", 100, False),
        (0, {}, "AA", 100, False),
    ],
)
def test_who_does_not_escape_notice_is_named_to_his_target(
    spy: int, spells: dict[str, int], code: str, face: int, noticed: bool
) -> None:
    world = chase(83, spy, army=True, code=code)
    world.characters[4].spells = spells
    turn = followed(world, "TR 5", 1, face)
    told_target = told(turn, "trailer noticed")
    assert bool(told_target) is noticed
    if noticed:
        assert told_target[0].seen_by == {"B"}
        assert (told_target[0].data["name"], told_target[0].data["of"]) == ("Hero4", "LandAA")


@pytest.mark.rule("AK-D3.17-02")
def test_a_trailer_who_finds_nobody_is_not_noticed() -> None:
    turn = followed(chase(83, 0), "TR 5", 51)
    assert only(turn, "lost the trail")
    assert not told(turn, "trailer noticed")


def test_where_orders_are_tried_out_nobody_is_reported_on() -> None:
    world = chase(83, 9)
    world.characters[5].province = 0
    for text, call in (("PU 5", pursue), ("TR 5", trail)):
        turn = turn_of(world, {"AA": f"CHAR 4\n1 {text}"}, expected=True)
        assert carry_out(turn, call)
        assert not turn.events
    world.characters[5].province = 83
    turn = turn_of(world, {"AA": "CHAR 4\n1 TR 5"}, expected=True)
    assert carry_out(turn, trail)
    assert not told(turn, "trailed")
