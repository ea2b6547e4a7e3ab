"""Orders to nations: policy, heir, home (CF-5.2, CF-5.4, CF-5.5), and missed turns (ruling 1.9)."""

from __future__ import annotations

import pytest

from postern.game.kit.turn import run
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import called
from postern.rulesets.cosmos.world.records import Pending, World
from tests.rules.cosmos.build import begin, scenario_world, told
from tests.rules.cosmos.letters import dropped, letter, sent


def part_2(world: World, **letters: str) -> Turn:
    """A turn with these letters, up to its second part."""
    return run(SEQUENCE, sent(world, **letters), until="2")


@pytest.mark.rule("CF-5.4-01", "CF-5.4-08", "CF-5.4-09", "CF-5-03", "CF-4-03")
@pytest.mark.parametrize(
    ("order", "other", "policy"),
    [
        ("policy 2 enemy", "Rc", "enemy"),
        ("policy RC ally", "Rc", "ally"),
        ("policy 4 neutral", "Gh", "neutral"),
        ("policy Fr allied", "Fr", "ally"),
    ],
)
def test_policy_is_set_at_once(order: str, other: str, policy: str) -> None:
    world = scenario_world()
    world.nations["Am"].policies["Gh"] = "enemy"
    part_2(world, AM=order)
    assert world.policy("Am", other) == policy


@pytest.mark.rule("CF-5.4-02", "CF-5.4-03")
def test_a_policy_is_one_sided_and_known_to_its_own_nation_alone() -> None:
    world = scenario_world()
    turn = part_2(world, AM="policy 2 enemy")
    assert (world.policy("Am", "Rc"), world.policy("Rc", "Am")) == ("enemy", "neutral")
    assert [one.seen_by for one in turn.events if one.kind == "policy set"] == [frozenset({"AM"})]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("policy 1 enemy", "Nation 1 is yourself."),
        ("policy am ally", "Nation 1 is yourself."),
        ("policy 9 enemy", '"9" is no nation.'),
        ("policy xx enemy", '"xx" is no nation.'),
    ],
)
def test_policies_are_towards_other_nations(order: str, why: str) -> None:
    sheet = letter(scenario_world(), order)
    assert [one.why for one in dropped(sheet)] == [why]
    assert "2 Rc, 3 Sl, 4 Gh" in dropped(sheet)[0].remedy


@pytest.mark.rule("CF-5.1-01", "CF-5.1-02", "CF-5.4.1-01", "CF-5.4.1-02", "CF-5.4.1-03")
@pytest.mark.parametrize(
    ("seat", "order", "good"),
    [
        ("AM", "policy rc enemy", False),
        ("AM", "policy rc neutral", True),
        ("AM", "policy gh ally", False),
        ("AM", "policy gh neutral", True),
        ("GH", "policy am ally", False),
        ("GH", "policy ss enemy", False),
        ("AM", "policy fr ally", True),
    ],
)
def test_factions_bind_policies(seat: str, order: str, good: bool) -> None:
    world = scenario_world("two_tides")
    sheet = letter(world, order, seat)
    assert bool(sheet.orders) is good
    assert bool(dropped(sheet)) is not good


@pytest.mark.rule("CF-5.5-10", "CF-5.5-05")
def test_the_heir_is_of_the_ruler_type() -> None:
    world = scenario_world()
    assert world.nations["Am"].heir == 3102
    part_2(world, AM="heir 3103")
    assert world.nations["Am"].heir == 3103


@pytest.mark.rule("CF-5.5-10", "CF-5.5-09")
@pytest.mark.parametrize(
    ("unit", "why"),
    [
        (3104, "The heir must be of your ruler type Noble; 3104 is a General."),
        (3502, "3502 is no unit of yours."),
        (3101, "3101 is the ruler."),
    ],
)
def test_who_cannot_be_the_heir(unit: int, why: str) -> None:
    sheet = letter(scenario_world(), f"heir {unit}")
    assert dropped(sheet)[0].why == why
    assert dropped(sheet)[0].remedy == "Candidates: 3102, 3103."


@pytest.mark.rule("CF-5.5-01", "CF-5.5-08", "CF-5.5-11")
def test_the_ruler_bears_an_asterisk_and_others_of_his_type_a_plus() -> None:
    world = scenario_world()
    assert called(world, world.units[3101]) == "3101(Am*) King Aldric III (Noble)"
    assert called(world, world.units[3102]) == "3102(Am+) Prince Osric (Noble)"  # the heir at the start
    assert called(world, world.units[3104]) == "3104(Am) General"
    assert (world.nations["Am"].ruler, world.nations["Am"].heir) == (3101, 3102)
    world.units[3501].owner = "Am"  # a lord of another nation is no lord here
    assert called(world, world.units[3501]) == "3501(Am) Queen Ilsethe (Elven Lord)"


@pytest.mark.rule("CF-5.2-01", "CF-5.2-02", "CF-5.2-03")
def test_the_home_moves_at_once_and_costs_gold() -> None:
    world = scenario_world()
    nation = world.nations["Am"]
    gold = nation.pool["gold"]
    part_2(world, AM="home 1502")
    assert (nation.home, nation.pool["gold"]) == (1502, gold - 100 * 100)
    part_2(world, AM="home 1504")
    assert nation.home == 1504  # a castle will do


@pytest.mark.rule("CF-5.2-02", "CF-5.2-03")
@pytest.mark.parametrize(
    ("place", "why"),
    [
        (1506, "no place of yours"),
        (360, "no place of yours"),
        (190, "cannot be a home"),
        (1503, "cannot be a home"),
        (1501, "already"),
    ],
)
def test_where_the_home_cannot_be(place: int, why: str) -> None:
    assert why in dropped(letter(scenario_world(), f"home {place}"))[0].why


@pytest.mark.rule("CF-5.2-02")
def test_without_the_gold_the_home_stays() -> None:
    world = scenario_world()
    nation = world.nations["Am"]
    nation.pool["gold"] = 99 * 100
    turn = part_2(world, AM="home 1502")
    assert (nation.home, nation.pool["gold"]) == (1501, 99 * 100)
    assert "costs gold:100" in turn.failures[0].why


@pytest.mark.rule("CF-4.4-01", "CF-4-02", "CF-4-03")
def test_nation_orders_are_carried_out_in_part_2_by_the_numbers_of_nations() -> None:
    world = scenario_world()
    turn = run(SEQUENCE, sent(world, RC="policy 1 enemy\npolicy 1 ally", AM="policy 2 enemy"), until="1")
    assert world.nations["Am"].policies == world.nations["Rc"].policies == {}
    run(SEQUENCE, turn, until="2", skip=lambda label: label == "1")
    assert [(one.data["policy"], one.step) for one in turn.events if one.kind == "policy set"] == [
        ("enemy", "2"), ("enemy", "2"), ("ally", "2"),
    ]  # fmt: skip
    assert world.policy("Rc", "Am") == "ally"  # as each list is written


def test_without_a_letter_pending_orders_go_on_and_the_third_miss_is_told() -> None:
    world = scenario_world()
    world.units[3104].program = [Pending("wait 60")]
    for missed in (1, 2, 3):
        turn = run(SEQUENCE, begin(world))
        assert world.nations["Am"].missed == missed
        assert [one["missed"] for one in told(turn, "turn missed", "AM")] == ([3] if missed == 3 else [])
        assert world.units[3104].program == ([Pending(f"wait {60 - 24 * missed}")] if missed < 3 else [])
    turn = begin(world)
    turn.submitted = frozenset({"AM"})  # a letter without orders is one, too
    run(SEQUENCE, turn)
    assert (world.nations["Am"].missed, world.nations["Rc"].missed) == (0, 4)
