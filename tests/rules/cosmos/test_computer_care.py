"""Computer nations: care of what they have, armies that gather, walls made higher, spells against what harms."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.cosmos.computer import plan
from postern.rulesets.cosmos.computer.census import UNUSED, USABLE
from postern.rulesets.cosmos.computer.numbers import NUMBERS, Letter
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.knowledge import view_of
from postern.rulesets.cosmos.orders.reading import read
from postern.rulesets.cosmos.world.records import LocationMemory, World
from tests.rules.cosmos.build import add_unit, scenario_world

_CHANCE = Chance("care")
_HOME = 1501
_CASTLE = 1504


def _lines(world: World) -> list[str]:
    return plan(view_of(world, "AM"), _CHANCE).splitlines()


def _after(world: World) -> World:
    sheet = read(plan(view_of(world, "AM"), _CHANCE), view_of(world, "AM"))
    assert not [one for one in sheet.problems if not one.note]
    return RULESET.resolve(world, {"AM": sheet}, _CHANCE).world


def _survey(world: World) -> Survey:
    view = view_of(world, "AM")
    return Survey(view, Letter(view), _CHANCE.turn(1).stream("computer"))


def _alone() -> World:
    """Aldermark with its ruler and no other units."""
    world = scenario_world()
    for number in [one.id for one in world.units.values() if one.owner == "Am" and one.id != world.nations["Am"].ruler]:
        del world.units[number]
    world.nations["Am"].pool.clear()
    return world


def test_small_units_of_one_type_become_one() -> None:
    """200 light infantry are the most in one unit: 60 and 70 become 130, 150 more have no room. Six units are left as they are:
    each can go with a leader."""
    world = _alone()
    for _ in range(3):
        add_unit(world, "Am", "medium infantry", _HOME, 110)
    units = [add_unit(world, "Am", "light infantry", _HOME, heads) for heads in (60, 70, 150)]
    assert not [one for one in _lines(world) if one.startswith("merge ")]
    add_unit(world, "Am", "medium infantry", _HOME, 110)
    merges = [one for one in _lines(world) if one.startswith("merge ")]
    assert merges == [f"merge {units[0].id} {units[1].id}"]
    after = _after(world)
    assert sorted(one.individuals for one in after.units.values() if one.owner == "Am" and one.type == 1) == [130, 150]


@pytest.mark.parametrize(("damage", "besieged"), [(0, False), (3, False), (3, True)])
def test_damaged_walls_are_repaired_unless_besieged(damage: int, besieged: bool) -> None:
    world = _alone()
    world.locations[_CASTLE].damage, world.locations[_CASTLE].besieged = damage, besieged
    assert ("repair damage" in _lines(world)) == bool(damage and not besieged)


def test_leaders_are_told_once_when_to_flee() -> None:
    """A noble has 8 wound points: 40 in a hundred of them are 3."""
    world = _alone()
    lord = add_unit(world, "Am", "noble", _HOME)
    assert f"fleewhen 3 {world.nations['Am'].ruler} {lord.id}" in _lines(world)
    after = _after(world)
    assert after.units[lord.id].flee_when == 3
    assert not [one for one in _lines(after) if one.startswith("fleewhen")]


@pytest.mark.parametrize(
    ("arms", "limit", "expected"),
    [(1999, -1, ""), (2000, -1, "limitarms 0"), (2000, 0, ""), (1000, 0, ""), (999, 0, "limitarms -1")],
)
def test_arms_are_made_while_they_are_needed(arms: int, limit: int, expected: str) -> None:
    world = _alone()
    world.nations["Am"].pool["arms"], world.nations["Am"].limit_arms = arms * 100, limit
    assert [one for one in _lines(world) if one.startswith("limitarms")] == [expected] * bool(expected)


def test_a_nation_that_lost_its_capital_makes_its_largest_place_its_home() -> None:
    world = _alone()
    world.nations["Am"].pool["gold"] = 20000
    world.locations[_HOME].owner = world.locations[_CASTLE].owner = "Rc"
    assert "home 1502" in _lines(world), "Harrowick, of size 5"
    assert _after(world).nations["Am"].home == 1502


def test_troops_that_cannot_be_paid_are_disbanded_the_weakest_first() -> None:
    world = _alone()
    weak, _ = add_unit(world, "Am", "light infantry", _HOME, 50), add_unit(world, "Am", "heavy infantry", _HOME, 200)
    nation = world.nations["Am"]
    nation.produced, nation.used = {"gold": 10000}, {"gold": 9000}
    assert not [one for one in _lines(world) if one.startswith("disband")]
    nation.used = {"gold": 12000}
    assert f"disband {weak.id}" in _lines(world)


@pytest.mark.parametrize(("units", "marches"), [(1, False), (6, True)])
def test_an_army_gathers_in_the_capital_before_it_marches(units: int, marches: bool) -> None:
    """Medium infantry counts 1 each; 72 stay for the 24 points of the capital, 300 are wanted. A lord leads 5 units and 600
    heads at most. Other towns have what they need."""
    world = _alone()
    for town in (1502, 1503):
        add_unit(world, "Am", "medium infantry", town, 110)
    lord = add_unit(world, "Am", "noble", _HOME)
    for _ in range(units):
        add_unit(world, "Am", "medium infantry", _HOME, 110)  # two of them are too large for one unit
    assert any(line.startswith("form ") for line in _lines(world)) == marches
    assert len(_after(world).units[lord.id].members) == (5 if marches else 0)


def test_an_empty_city_into_which_somebody_has_looked_is_held_for_weak() -> None:
    """A city of another may hide 250; 30 in a hundred of them where it was looked into, and nobody was seen. Walls of rating 2
    make them count 160 in a hundred."""
    world = _alone()
    city = world.locations[1506]
    memory = world.nations["Am"].memory

    def seen_in(turn: int) -> float:
        memory.locations[city.id] = LocationMemory(
            city.id, city.type, city.outside, city.name, city.owner, city.size, city.rating, city.strength, 0, turn
        )
        survey = _survey(world)
        known = survey.world.locations[city.id]
        return survey._guess(known)

    world.turn = 12
    assert seen_in(12) == 250 * NUMBERS.fighting.hidden_pct / 100 == 75
    assert seen_in(12 - NUMBERS.fighting.remembered - 1) == 250


def test_gold_that_nothing_else_takes_makes_walls_higher() -> None:
    """Crownkeep has rating 3 and strength 10: a fourth step needs strength 12."""
    world = _alone()
    nation = world.nations["Am"]
    nation.pool.update({"gold": 90000, "manpower": 90000})  # neither wood nor people
    assert "improve strength 3" in _lines(world)
    world.locations[_CASTLE].strength = 12
    assert "improve rating 1" in _lines(world)
    assert _after(world).locations[_CASTLE].rating == 4
    nation.pool["gold"] = 100
    assert not [one for one in _lines(world) if one.startswith("improve")]


def test_what_computers_do_not_use_is_named_with_its_reason() -> None:
    assert set(UNUSED) < set(USABLE)
    assert all(reason.endswith(".") for reason in UNUSED.values())
