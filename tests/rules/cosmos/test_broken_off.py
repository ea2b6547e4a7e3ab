"""Every way in which an order that was paid for can end early: what comes back is the same (CF-6-02, CF-7.1-11)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

import pytest

from postern.rulesets.cosmos.orders.carrying_out import append
from postern.rulesets.cosmos.orders.grammar import FAMILIES
from postern.rulesets.cosmos.rules import control
from postern.rulesets.cosmos.rules.economy.settling import go_back, ruin
from postern.rulesets.cosmos.rules.nations import change_nation, charm
from postern.rulesets.cosmos.rules.off_map import flee, retreat
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Location, Unit, World
from tests.rules.cosmos.build import add_unit, begin, form, give, program, told
from tests.rules.cosmos.economy import act, nation_order, whole
from tests.rules.cosmos.test_recruiting import CITY, land

Ending = Callable[[Turn, Unit], object]


def rich() -> World:
    world = land(gold=9000, men=2000, arms=2000, wood=900, stone=900, horses=300, food=900, manpower=9000)
    world.nations["Am"].pool["enchantment mana"] = 90_000
    return world


def breaks(turn: Turn, unit: Unit) -> None:
    append(turn, unit, program("break"))


def is_included(turn: Turn, unit: Unit) -> None:
    other = add_unit(turn.world, "Am", "Noble", unit.position)
    give(other, f"include {unit.id}")
    act(turn)
    assert unit.leader == other.id


def is_formed_in(turn: Turn, unit: Unit) -> None:
    other = add_unit(turn.world, "Am", "Noble", unit.position)
    give(other, f"form {other.id} {unit.id}")
    act(turn)
    assert unit.leader == other.id


def retreats(turn: Turn, unit: Unit) -> None:
    unit.questing, unit.retreat_spot = True, "190"
    retreat(turn, unit)


def leads_others_and_dies(turn: Turn, unit: Unit) -> None:
    heir = form(unit, add_unit(turn.world, "Am", "Medium Infantry", unit.position)).members[0]
    turn.remove(unit)
    (first, *_) = turn.world.units[heir].program
    assert first.text.split()[0] == "build" or not (first.begun or first.paid or first.memory)


def goes_back(turn: Turn, unit: Unit) -> None:
    unit.charmed_from = "Rc"
    go_back(turn, unit)


def is_disbanded(turn: Turn, unit: Unit) -> None:
    unit.bought = True  # nothing was put into it, so that what comes back is the order's alone
    assert nation_order(turn, "Am", f"disband {unit.id}")


ENDINGS: Mapping[str, Ending] = {
    "break": breaks,
    "include": is_included,
    "form": is_formed_in,
    "defects": lambda turn, unit: change_nation(turn, unit, "Rc"),
    "is charmed": lambda turn, unit: charm(turn, unit, "Rc"),
    "goes back": goes_back,
    "flees": lambda turn, unit: flee(turn, unit, "tactics"),
    "flees as fleewhen says": lambda turn, unit: flee(turn, unit, "fleewhen"),
    "retreats": retreats,
    "dies": lambda turn, unit: turn.remove(unit),
    "leads others and dies": leads_others_and_dies,
    "is disbanded": is_disbanded,
}
PAID = {
    # who gives which order, where, and what of its price comes back
    "recruit": ("Noble", "recruit 'Light Cavalry' 50", CITY, {"men": 50, "horses": 40}),
    "make": ("Engineers", "make 1", CITY, {}),
    "firestrike": ("Mage", "firestrike 190 2", CITY, {}),
    "build": ("Engineers", "build fort", "190", {}),
}


def under_way(actor: Unit | Location, order: str, world: World) -> Turn:
    """The order has begun and is paid, and is not done for a while."""
    give(actor, order)
    turn = act(begin(world))
    assert actor.program[0].begun, told(turn, "order failed")
    return turn


@pytest.mark.rule("CF-R-4.6")
@pytest.mark.rule("CF-7.1-11", "CF-6-02", "CF-21.2-04", "CF-8-06", "CF-8-07")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("order", PAID)
def test_whatever_breaks_an_order_off_gives_the_same_back(order: str, ending: str) -> None:
    who, text, place, back = PAID[order]
    world = rich()
    unit = add_unit(world, "Am", who, place)
    unit.bought = who == "Engineers"  # of a mass unit that flees nothing else comes back
    turn = under_way(unit, text, world)
    before = whole(world.nations["Am"].pool)
    ENDINGS[ending](turn, unit)
    now = whole(world.nations["Am"].pool)
    assert {name: now[name] - before.get(name, 0) for name in now if now[name] != before.get(name, 0)} == back
    assert [one["goods"] for one in told(turn, "recovered", "AM") if one["goods"]] == ([back] if back else [])
    assert not any(one.paid or one.text.startswith(order) for one in unit.program)
    act(turn, 2)
    assert not told(turn, "recruited")


@pytest.mark.rule("CF-R-4.4")
@pytest.mark.rule("CF-8-07", "CF-7.1-11")
def test_who_takes_over_begins_again_what_the_lost_leader_did_alone() -> None:
    """The heir of a mage cannot cast, the heir of a noble cannot recruit: both fail in words, and the march behind goes on."""
    for who, text in (("Mage", "firestrike 190 2"), ("Noble", "recruit 'Light Cavalry' 50")):
        world = rich()
        unit, foot = add_unit(world, "Am", who, CITY), add_unit(world, "Am", "Medium Infantry", CITY)
        form(unit, foot)
        turn = under_way(unit, text, world)
        append(turn, unit, program("move 190"))
        turn.remove(unit)
        act(turn, 2)
        assert len(told(turn, "order failed", "AM")) == 1
        assert foot.position == "190"


@pytest.mark.rule("CF-6-02", "CF-16.2-08")
@pytest.mark.parametrize("order", ["improve rating 1", "expand 2"])
@pytest.mark.parametrize("ending", ["break", "conquered", "ruined"])
def test_what_a_location_paid_for_works_is_lost_with_them(order: str, ending: str) -> None:
    world = rich()
    city = world.locations[1501]
    city.size, city.strength, city.max_size = 2, 6, 9
    turn = under_way(city, order, world)
    before = dict(world.nations["Am"].pool)
    if ending == "break":
        append(turn, city, program("break"))
    elif ending == "conquered":
        control._give(turn, city, "Gh")
    else:
        ruin(turn, city)
    assert world.nations["Am"].pool == before
    assert not any(one.begun for one in city.program)


@pytest.mark.rule("CF-R-18.17")
def test_every_kind_of_order_that_is_paid_is_among_them() -> None:
    """An order that pays when it begins and takes time is of a family tried here; bribes and hiring are done in their phase,
    and nobody can end a journey (ruling 18.17)."""
    kinds = [kind for family in FAMILIES.values() for kind in family]
    paying = set()
    for kind in kinds:
        for one in getattr(kind.make, "__mro__", ()):
            if "begin" in vars(one) and " pay(" in inspect.getsource(one.begin):
                paying.add(one.__name__)
    assert paying == {"Recruit", "Make", "Cast", "Build", "StepByStep", "Bribe", "Travel"}
    assert {name for name, one in TRAITS.items() if one.recovers} == {"recruit"}
