"""What owning a location brings, and what a unit type costs (CF-2.2, CF-2.3.1)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.rules import points
from postern.rulesets.cosmos.rules.economy.production import base_production, full_growth
from postern.rulesets.cosmos.rules.economy.settling import upkeep_due
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.build import add_unit, begin, empty_world, give, run_phases, scenario_world


def yields(world: World, code: str) -> tuple[int, int, int]:
    """The men and the food that a nation's places make and eat in a turn, in hundredths, and its points."""
    nation = world.nations[code]
    points.score(world)
    made = base_production(world, full_growth(world, code)).get(code, {})
    return made.get("men", 0), upkeep_due(world, nation).get("food", 0), nation.points


@pytest.mark.rule("CF-2.2-05", "CF-2.2-07")
def test_a_location_makes_eats_and_counts_for_its_owner() -> None:
    world = scenario_world()
    men, food, score = yields(world, "Am")
    world.locations[1502].owner = "Rc"  # Harrowick, of size 5: 7 men, 40 food and 3 points a size
    after = yields(world, "Am")
    assert (men - after[0], food - after[1], score - after[2]) == (5 * 700, 5 * 4000, 15)


@pytest.mark.rule("CF-2.2-13")
def test_production_upkeep_and_points_go_by_the_size() -> None:
    world = scenario_world()
    men, food, score = yields(world, "Am")
    world.locations[1502].size = 7
    after = yields(world, "Am")
    assert (after[0] - men, after[1] - food, after[2] - score) == (2 * 700, 2 * 4000, 6)


@pytest.mark.rule("CF-2.3.1-14")
def test_a_standard_unit_costs_what_its_type_says() -> None:
    world = empty_world()
    noble = add_unit(world, "Am", "noble", 1501)
    before = dict(world.nations["Am"].pool)
    give(noble, "recruit 2")  # Medium Infantry: gold 15, men 50, arms 50
    run_phases(begin(world), 1)
    spent = {name: (number - world.nations["Am"].pool.get(name, 0)) // 100 for name, number in before.items()}
    assert {name: number for name, number in spent.items() if number} == {"gold": 15, "men": 50, "arms": 50}


@pytest.mark.rule("CF-4.2-16", "CF-4.2-11", "CF-4.2-12")
def test_a_control_that_ends_as_enemies_arrive_succeeds() -> None:
    world = empty_world()
    for one in world.hexes.values():
        one.owner = ""
    world.nations["Gh"].policies["Am"] = "enemy"
    noble = add_unit(world, "Am", "noble", 205)
    foe = add_unit(world, "Gh", "wolf riders", 206, 100, tactics="defend")
    give(foe, "move 205")
    turn = run_phases(begin(world), 1)
    while foe.program[0].left > 1:
        run_phases(turn, 1)
    give(noble, "control")
    noble.program[0].begun, noble.program[0].left = True, 1  # both end in the next phase
    run_phases(turn, 1)
    assert foe.position == "205"
    assert world.hexes[205].owner == "Am"
