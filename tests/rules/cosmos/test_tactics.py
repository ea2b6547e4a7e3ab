"""The orders tactics and mytactics (CF-15.6), and recovery of wounds (CF-15.3.1)."""

from __future__ import annotations

import pytest

from postern.game.kit.turn import IssuedOrder
from postern.rulesets.cosmos.orders.families.forces import FleeWhen, SetTactics
from postern.rulesets.cosmos.orders.grammar import order_of
from postern.rulesets.cosmos.orders.order import NationOrder
from postern.rulesets.cosmos.rules.morale import pace, recover
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Unit, World
from tests.rules.cosmos.battles import at_war, open_hex, turn_of
from tests.rules.cosmos.build import add_unit, begin, form, give, run_phases, run_to, told


def force(questing: bool = False) -> tuple[World, list[Unit]]:
    """A general with two mass units, and a third unit beside them."""
    world = at_war()
    kinds = ("general", "medium infantry", "light cavalry", "trolls")
    units = [add_unit(world, "Am", kind, "1501", tactics="defend", questing=questing) for kind in kinds]
    form(units[0], *units[1:3])
    return world, units


def of_nation(world: World, text: str) -> Turn:
    """Carries out an order of nation Am."""
    turn = begin(world)
    order = order_of(text)
    assert isinstance(order, NationOrder)
    order.carry_out(turn, world.nations["Am"], IssuedOrder("AM", order, 1, text))
    return turn


@pytest.mark.rule("CF-15.6-02", "CF-15.6-03", "CF-15.6-04", "CF-15.6-05", "CF-15.6-15")
@pytest.mark.parametrize(
    ("order", "questing", "expected"),
    [
        ("tactics attack", False, "defend attack attack defend"),
        ("tactics attack", True, "attack attack attack defend"),
        ("tactics charge 3102 3103", False, "defend charge charge defend"),
        ("tactics avoid 3101", False, "avoid defend defend defend"),
        ("tactics avoid 3104", False, "defend defend defend defend"),
        ("tactics avoid 3103 3104", False, "defend defend defend defend"),
        ("mytactics flee", False, "flee defend defend defend"),
    ],
)
def test_tactics_as_unit_order(order: str, questing: bool, expected: str) -> None:
    world, units = force(questing)
    give(units[0], order)
    turn = run_phases(begin(world), 1)
    assert " ".join(unit.tactics for unit in units) == expected
    assert bool(told(turn, "order failed", "AM")) == ("3104" in order)


@pytest.mark.rule("CF-15.6-04", "CF-15.6-15", "CF-9-14", "CF-9-16", "CF-9-17")
def test_tactics_and_fleewhen_as_nation_orders() -> None:
    world, (general, foot, riders, trolls) = force()
    foe = add_unit(world, "Gh", "troll king", "1501")
    of_nation(world, f"tactics charge {riders.id} {trolls.id}")
    assert [one.tactics for one in (general, foot, riders, trolls)] == ["defend", "defend", "charge", "charge"]
    of_nation(world, f"fleewhen 4 {general.id}")
    assert general.flee_when == 4
    for text in (f"fleewhen 4 {foot.id}", f"fleewhen 4 {general.id} {foe.id}", "tactics attack", f"tactics avoid {foe.id}"):
        assert len(of_nation(world, text).failures) == 1, text
    assert (foe.tactics, foe.flee_when, foot.tactics) == ("attack", 0, "defend")
    general.position = ""  # fleeing, or otherwise off the board
    assert len(of_nation(world, f"fleewhen 2 {general.id}").failures) == 1
    assert general.flee_when == 4


@pytest.mark.rule("CF-15.6-05")
def test_mytactics_is_free_and_tactics_are_not() -> None:
    assert TRAITS["mytactics"].free
    assert not TRAITS["tactics"].free
    assert (SetTactics.name, FleeWhen.name) == ("tactics", "fleewhen")


def healed(phases: int, **state: bool) -> int:
    """How many wound points 100 wounded infantry of 24 phases a wound point regain in so many phases."""
    world = at_war()
    unit = add_unit(world, "Am", "medium infantry", open_hex(world), 100, wounds=[200] * 100)
    total = 0
    for phase in range(1, phases + 1):
        turn = turn_of(world, phase=phase, seed=str(state))
        unit.wounds = [200] * 100
        if state.get("busy"):
            turn.acted.add(unit.id)
        if state.get("fought"):
            turn.fought.add(unit.id)
        if state.get("moved"):
            turn.moved[unit.id] = "190"
        recover(turn)
        total += sum(200 - one for one in unit.wounds) // 100
    return total


@pytest.mark.rule("CF-15.3.1-01", "CF-15.3.1-02", "CF-15.3.1-04", "CF-2.3.1-09")
@pytest.mark.parametrize(
    ("state", "chance"),
    [({"busy": True}, 1 / 24), ({"moved": True}, 1 / 24), ({}, 1 / 12), ({"fought": True, "busy": True}, 1 / 48)],
)
def test_each_wounded_individual_recovers_by_chance(state: dict[str, bool], chance: float) -> None:
    trials = 100 * 240
    assert healed(240, **state) == pytest.approx(trials * chance, rel=0.15)


@pytest.mark.rule("CF-15.3.1-01", "CF-2.3.1-09")
def test_who_never_recovers_and_who_is_not_wounded() -> None:
    world = at_war()
    bones = add_unit(world, "Gh", "bone warriors", open_hex(world), 20, wounds=[100] * 20)
    foot = add_unit(world, "Am", "medium infantry", open_hex(world), 100, wounds=[99] * 50 + [110] * 50)
    for phase in range(1, 25):
        for _ in range(10):
            turn = turn_of(world, phase=phase)
            turn.chance = turn.chance.turn(_)
            recover(turn)
    assert bones.wounds == [100] * 20
    assert foot.wounds == [10] * 50 + [99] * 50  # marginal damage is no wound


@pytest.mark.rule("CF-8-03", "CF-8-04", "CF-15.3.1-02")
@pytest.mark.parametrize(
    ("order", "leader", "members"),
    [
        ("move 206", 2, 2),  # the whole force marches
        ("search 3", 2, 2),
        ("hide", 2, 2),
        ("recruit 2 50", 2, 4),  # he alone is at work
        ("bribe defect 10 3109", 2, 4),
        ("wait 3", 4, 4),  # nobody does anything
    ],
)
def test_a_force_is_idle_while_its_leader_does_what_concerns_him_alone(order: str, leader: int, members: int) -> None:
    """Who did absolutely nothing in the phase recovers twice as fast: pace 4 and not 2."""
    world, (general, foot, riders, trolls) = force()
    add_unit(world, "Am", "scout", "1501", id=3109)
    world.locations[1501].owner = "Am"
    give(general, order)
    turn = run_to(begin(world), "1h")
    assert [pace(turn, one) for one in (general, foot, riders, trolls)] == [leader, members, members, 4]
    run_to(turn, "1i")
    assert turn.acted == set()
