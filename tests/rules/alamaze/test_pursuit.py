"""Following, intercepting, hiding and resting: orders 730 to 732, 735 and 745 (rulings 7 and 29)."""

from __future__ import annotations

import pytest

from postern.game.kit.turn import run
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.turn import Activity
from postern.rulesets.alamaze.world.records import World
from tests.rules.alamaze.build import answer, begin, failures, give, problem, put_group, quiet_world, told


def facing() -> World:
    """1WA and 1SO in MN; both have the Standard chart."""
    world = quiet_world()
    put_group(world, "1WA", "MN", 2)
    put_group(world, "1SO", "MN", 2)
    return world


@pytest.mark.parametrize("order", ["731", "735"])
def test_a_pursuer_takes_the_way_of_the_pursued_and_wears_it_out(order: str) -> None:
    world = facing()
    turn = give(world, {"SO": "720 1SO MO MP LP", "WA": f"{order} 1WA 1SO"}, until="745")
    hunter, prey = world.groups["1WA"], world.groups["1SO"]
    assert turn.state(Activity).passed["1WA"] == ["MO", "MP", "LP"]
    assert (hunter.area, hunter.morale) == ("LP", 100)
    assert (prey.area, prey.morale, prey.attrition) == ("LP", 97, 2)
    assert told(turn, "harried", "SO") == [{"group": "1WA", "target": "1SO", "area": "LP"}]


def test_a_patrol_that_follows_wears_nobody_out() -> None:
    world = facing()
    world.groups["1WA"].brigades = {}
    give(world, {"SO": "720 1SO MO", "WA": "731 1WA 1SO"}, until="745")
    assert (world.groups["1WA"].area, world.groups["1SO"].morale) == ("MO", 100)


def test_a_slower_pursuer_goes_as_far_as_its_points_reach() -> None:
    """Five areas of plains are a force march for both; the pursuer with morale 99 has 20 points."""
    world = facing()
    world.groups["1WA"].morale = 99
    give(world, {"SO": "720 1SO MO MP MO MP LP", "WA": "731 1WA 1SO"}, until="745")
    assert (world.groups["1SO"].area, world.groups["1WA"].area) == ("LP", "MP")
    assert (world.groups["1SO"].morale, world.groups["1WA"].morale) == (93, 99)


def test_who_goes_by_ship_cannot_be_followed() -> None:
    world = facing()
    world.kingdoms["SO"].fleets["F"].number = 12
    turn = give(world, {"SO": "710 1SO LM LN", "WA": "731 1WA 1SO"}, until="745")
    assert (world.groups["1SO"].area, world.groups["1WA"].area) == ("LN", "MN")
    assert told(turn, "pursued", "WA")[0]["areas"] == []


def test_two_that_follow_each_other_stay_and_both_suffer() -> None:
    world = facing()
    give(world, {"SO": "731 1SO 1WA", "WA": "731 1WA 1SO"}, until="745")
    for id in ("1WA", "1SO"):
        group = world.groups[id]
        assert (group.area, group.morale, group.attrition) == ("MN", 97, 2)


def test_the_later_pursuit_follows_an_interceptor() -> None:
    """1SO intercepts 1EL two areas away; 735 follows there, 731 is too early."""
    for order, end in (("735", "MP"), ("731", "MN")):
        world = facing()
        put_group(world, "1EL", "MP", 2)
        give(world, {"SO": "732 1SO EL", "WA": f"{order} 1WA 1SO"}, until="745")
        assert (world.groups["1SO"].area, world.groups["1WA"].area) == ("MP", end)


def test_only_who_was_near_before_the_move_is_followed() -> None:
    world = facing()
    world.groups["1SO"].area = "MP"
    turn = give(world, {"SO": "720 1SO MO MN", "WA": "731 1WA 1SO"}, until="745")
    assert failures(turn) == ["1SO is not known to be in the area of 1WA (MN)."]
    (warning,) = answer(facing(), "WA", "731 1WA 3EL").problems
    assert warning.note


def intercepted(world: World, letter: str = "732 1WA SO") -> tuple[str, float]:
    give(world, {"WA": letter}, until="745")
    return world.groups["1WA"].area, world.groups["1WA"].morale


def test_an_interceptor_meets_who_came_within_three_areas() -> None:
    """MN to LQ is three areas of plains, 15 points; to LR is four."""
    world = facing()
    world.groups["1SO"].area = "LQ"
    assert intercepted(world) == ("LQ", 97)
    world = facing()
    world.groups["1SO"].area = "LR"
    assert intercepted(world) == ("MN", 97)


def test_a_long_interception_costs_more_and_takes_the_morale_of_a_force_march() -> None:
    """From TC to TF the plains of SD and the mountains SE or TE and TF are cheapest: 5 + 8 + 8 = 21 points."""
    for morale, end, after in ((100, "TF", 95), (99, "TC", 96)):
        world = facing()
        put_group(world, "1WA", "TC", 2, morale=morale)
        put_group(world, "1SO", "TF", 2)
        assert intercepted(world, "732 1WA 1SO") == (end, after)


@pytest.mark.parametrize(
    "change",
    [{"ambush": True}, {"area": "LM"}, {"brigades": {}}],
    ids=["in ambush", "on the water", "a patrol"],
)
def test_who_cannot_be_intercepted(change: dict[str, object]) -> None:
    world = facing()
    group = put_group(world, "1SO", "MO", 2)
    for name, value in change.items():
        setattr(group, name, value)
    assert intercepted(world) == ("MN", 97)


def test_a_patrol_intercepts_a_patrol() -> None:
    world = facing()
    put_group(world, "1SO", "MO", 2).brigades = {}
    world.groups["1WA"].brigades = {}
    assert intercepted(world) == ("MO", 97)


def test_the_first_criterion_comes_first_then_the_nearest() -> None:
    world = facing()
    put_group(world, "1SO", "LO", 2)
    put_group(world, "1EL", "MP", 2)
    put_group(world, "2EL", "LP", 2)
    world.groups["2EL"].area = "OP"
    assert intercepted(world, "732 1WA EL SO")[0] == "MP" or world.groups["1WA"].area == "OP"
    world.groups["1WA"].area = "MN"
    put_group(world, "2EL", "MO", 2)
    assert intercepted(world, "732 1WA EL SO")[0] == "MO"
    world.groups["1WA"].area = "MN"
    assert intercepted(world, "732 1WA 3EL SO")[0] == "LO"


def test_no_interception_over_water() -> None:
    """PL and PJ are two areas apart, and OK, PK and QK between them are water."""
    for code, end in (("WA", "PL"), ("BL", "PJ")):
        world = facing()
        group = put_group(world, f"1{code}", "PL", 2)
        put_group(world, "1SO", "PJ", 2)
        give(world, {code: f"732 1{code} 1SO"}, until="745")
        assert group.area == end


def test_intercepted_names_must_be_known() -> None:
    assert problem(facing(), "WA", "732 1WA XX").why == "There is no kingdom XX in this game."
    assert problem(facing(), "WA", "732 1WA 2WA").why == "A group does not intercept those of its own kingdom."


def test_before_the_turn_nobody_knows_where_an_interceptor_goes() -> None:
    world = facing()
    put_group(world, "2WA", "MO", 2)
    assert [one.note for one in answer(world, "WA", "732 1WA SO\n741 1WA 2WA WA 1").problems] == [True]


@pytest.mark.rule("AC-21-55")
def test_a_small_group_that_did_nothing_hides_until_it_moves() -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "MN", 5)
    give(world, {"WA": "730 1WA"})
    assert group.ambush
    give(world, {"WA": "720 1WA MO"})
    assert not group.ambush
    group.brigades = {"WA": 6}
    assert problem(world, "WA", "730 1WA").why == "1WA has 6 brigades; at most 5 can hide."


@pytest.mark.parametrize(
    ("letter", "why"),
    [
        ("720 1WA MO\n730 1WA", "1WA already has 720; a group has one movement order a turn."),
        ("700 1WA 2WA WA 1\n730 1WA", "1WA has done something else this turn."),
        ("741 1WA 2WA WA 1\n730 1WA", "1WA also has 741; it can do nothing else in the turn."),
        ("701 1WA 2WA DR\n730 1WA", ""),
        ("225 1WA\n730 1WA", ""),
        ("720 2WA MO\n730 1WA", ""),
    ],
)
def test_what_keeps_a_group_from_hiding(letter: str, why: str) -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "MN", 3)
    put_group(world, "2WA", "MN", 1)
    turn = give(world, {"WA": letter}, until="740")
    assert "".join(failures(turn)) == why
    assert group.ambush is not bool(why)


def test_a_group_that_fought_cannot_hide() -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "MN", 3)
    turn = begin(world, {"WA": "730 1WA"})
    turn.state(Activity).fought("1WA")
    run(SEQUENCE, turn, until="730")
    assert not group.ambush


@pytest.mark.parametrize(
    ("area", "kind", "before", "after"),
    [
        ("JM", "Town", 90, 95),
        ("JM", "City", 90, 97),
        ("JM", "Town", 118, 120),
        ("JM", "Town", 130, 130),
        ("JO", "Village", 90, 90),
    ],
)
@pytest.mark.rule("AC-06-88")
def test_rest_raises_morale_in_a_town_or_city(area: str, kind: str, before: float, after: float) -> None:
    world = quiet_world()
    world.centers[area].type = kind
    group = put_group(world, "2WA", area, 2, morale=before)
    give(world, {"WA": "745 2WA"}, until="745")
    assert group.morale == after


@pytest.mark.parametrize(
    ("letter", "why"),
    [
        ("745 1WA", "1WA is at no town or city of ours."),
        ("225 2WA\n745 2WA", "2WA also has 225; it can do nothing else in the turn."),
        ("230 2WA\n745 2WA", "2WA also has 230; it can do nothing else in the turn."),
        ("720 2WA JN\n745 2WA", "2WA already has 720; a group has one movement order a turn."),
        ("121 2WA\n745 2WA", "2WA has done something else this turn."),
        ("730 2WA\n745 2WA", "2WA already has 730; a group has one movement order a turn."),
    ],
)
def test_what_keeps_a_group_from_rest(letter: str, why: str) -> None:
    world = quiet_world()
    put_group(world, "1WA", "MN", 3)
    turn = give(world, {"WA": letter}, until="745")
    assert why in failures(turn)


@pytest.mark.parametrize(("ally", "after"), [("A", 95), ("N", 90)])
def test_no_rest_beside_a_group_that_is_not_allied(ally: str, after: float) -> None:
    world = quiet_world()
    group = put_group(world, "2WA", "JM", 2, morale=90)
    put_group(world, "2EL", "JM", 1)
    world.kingdoms["WA"].declared["EL"] = ally
    give(world, {"WA": "745 2WA"}, until="745")
    assert group.morale == after


@pytest.mark.parametrize("hungry", [True, False])
def test_a_group_without_food_or_pay_finds_no_rest(hungry: bool) -> None:
    world = quiet_world()
    group = put_group(world, "2WA", "JM", 2, morale=90, unfed=int(hungry))
    turn = begin(world, {"WA": "745 2WA"})
    if not hungry:
        turn.state(Activity).unpaid.add("2WA")
    run(SEQUENCE, turn, until="745", skip=lambda label: label == "247")
    assert group.morale == 90
