"""Sieges: who attempts, who opposes, and when the status changes (CF-17)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.world.records import Location, World
from tests.rules.cosmos.build import add_unit, begin, empty_world, give, run_phases, run_to

CITY, OUTSIDE = 1501, 190


def city(owner: str = "Am") -> tuple[World, Location]:
    """A city of Aldermark, and Goblins who hold it as enemy; nobody is there."""
    world = empty_world()
    world.locations[CITY].owner = owner
    world.nations["Gh"].policies["Am"] = "enemy"
    return world, world.locations[CITY]


def goblins(world: World, number: int = 200) -> None:
    """Besiegers who do not fight, so that only the siege is looked at."""
    add_unit(world, "Gh", "goblin rabble", OUTSIDE, number, tactics="defend")


@pytest.mark.rule("CF-17-01", "CF-17-02")
def test_enemies_outside_besiege_a_city() -> None:
    world, place = city()
    run_phases(begin(world), 1)
    assert not place.besieged
    goblins(world)
    run_phases(begin(world), 1)
    assert place.besieged


@pytest.mark.rule("CF-17-01", "CF-17-05", "CF-2.3.2-05")
@pytest.mark.parametrize(("defenders", "besieged"), [(40, True), (60, False)])
def test_who_is_more_outside(defenders: int, besieged: bool) -> None:
    """200 Rabble (standard 100) that defend have presence 1; 80 Medium Infantry (standard 50) that defend 0.8, 120 have 1.2."""
    world, place = city()
    goblins(world)
    add_unit(world, "Am", "medium infantry", OUTSIDE, 2 * defenders, tactics="defend")
    run_to(begin(world), "1b")
    assert place.besieged is besieged


@pytest.mark.rule("CF-17-01", "CF-17-04")
def test_units_inside_cannot_oppose() -> None:
    world, place = city()
    goblins(world)
    add_unit(world, "Am", "medium infantry", CITY, 200, tactics="defend")
    run_to(begin(world), "1b")
    assert place.besieged


@pytest.mark.rule("CF-17-04", "CF-17-06")
@pytest.mark.parametrize(("inside", "besieged"), [(False, True), (True, False)])
def test_friends_of_those_who_would_suffer_oppose(inside: bool, besieged: bool) -> None:
    """Elves outside, neutral to the owner: they take no side, unless an own unit inside would suffer."""
    world, place = city()
    goblins(world)
    add_unit(world, "Rc", "elven spearguard", OUTSIDE, 160, tactics="defend")  # presence 2
    if inside:
        add_unit(world, "Rc", "elven archers", CITY)
    run_to(begin(world), "1b")
    assert place.besieged is besieged


@pytest.mark.rule("CF-17-02")
def test_who_has_friends_inside_does_not_besiege() -> None:
    world, place = city()
    goblins(world)
    add_unit(world, "Gh", "goblin archers", CITY)
    run_to(begin(world), "1b")
    assert not place.besieged


@pytest.mark.rule("CF-17-03")
def test_an_own_city_is_besieged_while_somebody_takes_it_over() -> None:
    world, place = city()
    world.locations.pop(1504)  # the castle inside would obstruct him
    noble = add_unit(world, "Gh", "clan chief", CITY)
    add_unit(world, "Am", "medium infantry", OUTSIDE, 100, tactics="defend")
    turn = begin(world)
    run_to(turn, "1b")
    assert not place.besieged
    give(noble, "control")
    run_to(turn, "1i")
    run_to(turn, "2b")
    assert place.besieged


@pytest.mark.rule("CF-17.1-06")
def test_the_status_is_that_of_the_beginning_of_the_phase() -> None:
    world, place = city()
    turn = begin(world)
    run_to(turn, "1b")
    goblins(world)
    run_to(turn, "1i")
    assert not place.besieged
    run_to(turn, "2b")
    assert place.besieged


@pytest.mark.rule("CF-17.1-04", "CF-17.1-07")
def test_a_siege_of_a_whole_turn_is_broken_for_good_by_one_phase() -> None:
    world, place = city()
    goblins(world)
    turn = begin(world)
    run_to(turn, "3b")
    assert place.besieged_all_turn
    foe = next(iter(world.units.values()))
    foe.position = "191"
    run_to(turn, "4b")
    assert not place.besieged_all_turn
    foe.position = str(OUTSIDE)
    run_to(turn, "5b")
    assert place.besieged
    assert not place.besieged_all_turn


@pytest.mark.rule("CF-17.1-07")
def test_lifting_a_siege_in_the_last_phase_still_counts() -> None:
    world, place = city()
    goblins(world)
    turn = begin(world)
    run_to(turn, "24i")
    assert place.besieged_all_turn
    next(iter(world.units.values())).position = "191"
    run_to(turn, "5")
    assert not place.besieged
    assert not place.besieged_all_turn
