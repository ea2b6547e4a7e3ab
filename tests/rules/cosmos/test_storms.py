"""Whether a battle begins, who takes part, storms and sorties (CF-15-01, CF-15.6.1, ruling 7.1)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.rules.battle.course import goal_of
from postern.rulesets.cosmos.rules.battle.fight import start_segment
from postern.rulesets.cosmos.rules.battle.start import taking_part
from postern.rulesets.cosmos.rules.works import blocking_factor, effective_rating, reduction, walled
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Location, Unit, World
from tests.rules.cosmos.battles import accounts, at_war, attacks, battle, fighter, fort, moves, open_hex, ready, turn_of
from tests.rules.cosmos.build import add_unit, begin, form, give, run_phases, run_to, told


def fights(turn: Turn) -> bool:
    """True when there is a battle in this phase."""
    return bool(taking_part(turn, list(turn.world.units.values())))


BEGINNINGS = [
    # one, its tactics, where; the other, its tactics, where; whether it stormed; whether there is a battle
    pytest.param(
        "medium infantry", "attack", "hex", "medium infantry", "avoid", "hex", False, True, id="attack at one position"
    ),
    pytest.param(
        "medium infantry", "charge", "hex", "medium infantry", "flee", "hex", False, True, id="charge at one position"
    ),
    pytest.param("medium infantry", "defend", "hex", "medium infantry", "defend", "hex", False, False, id="nobody wants to"),
    pytest.param(
        "crossbowmen", "defend", "hex", "medium infantry", "avoid", "hex", False, False, id="missiles are out of range"
    ),
    pytest.param(
        "crossbowmen", "defend", "open", "medium infantry", "avoid", "open", False, True, id="missiles in one location"
    ),
    pytest.param(
        "medium infantry", "attack", "hex", "medium infantry", "defend", "open", False, True, id="into an open location"
    ),
    pytest.param(
        "medium infantry", "attack", "open", "medium infantry", "defend", "hex", False, True, id="out of an open location"
    ),
    pytest.param(
        "medium infantry", "attack", "hex", "medium infantry", "attack", "castle", False, False, id="nobody storms by himself"
    ),
    pytest.param("medium infantry", "attack", "hex", "medium infantry", "defend", "castle", True, True, id="who storms"),
    pytest.param(
        "medium infantry", "defend", "hex", "medium infantry", "defend", "castle", True, False, id="a storm needs attack"
    ),
    pytest.param("light cavalry", "charge", "castle", "medium infantry", "defend", "hex", False, True, id="a sortie"),
    pytest.param(
        "light cavalry", "attack", "castle", "medium infantry", "defend", "hex", False, False, id="attack makes no sortie"
    ),
    pytest.param(
        "medium infantry", "attack", "hex", "medium infantry", "attack", "other hex", False, False, id="not at zero distance"
    ),
]


def places(world: World) -> dict[str, str]:
    """Places in one hex: a castle of rating 2, a location without walls, and another hex."""
    castle = fort(world, rating=2)
    town = fort(world, kind="stone circle")
    town.outside = castle.outside
    other = next(str(one.hex) for one in world.tables.hexes.values() if one.terrain == "hills")
    return {"hex": castle.outside, "castle": str(castle.id), "open": str(town.id), "other hex": other}


@pytest.mark.rule("CF-15-01", "CF-15.6.1-02", "CF-15.6.1-09", "CF-15.6-09", "CF-16-05")
@pytest.mark.parametrize(("kind", "tactics", "where", "foe", "their_tactics", "there", "stormed", "expected"), BEGINNINGS)
def test_whether_there_is_a_battle(
    kind: str, tactics: str, where: str, foe: str, their_tactics: str, there: str, stormed: bool, expected: bool
) -> None:
    world = at_war()
    at = places(world)
    one = add_unit(world, "Am", kind, at[where], tactics=tactics)
    add_unit(world, "Gh", foe, at[there], tactics=their_tactics)
    turn = turn_of(world, stormed=[one] if stormed else [])
    world.nations["Gh"].policies.clear()
    assert fights(turn) is expected


@pytest.mark.rule("CF-15-01", "CF-5.4-05")
@pytest.mark.parametrize(
    ("policy", "hidden", "seen", "expected"),
    [
        ("enemy", False, None, True),
        ("neutral", False, None, False),
        ("ally", False, None, False),
        ("enemy", True, None, False),
        ("enemy", True, True, True),
        ("enemy", False, False, False),
    ],
)
def test_a_battle_needs_an_enemy_that_is_seen(policy: str, hidden: bool, seen: bool | None, expected: bool) -> None:
    world = at_war()
    place = open_hex(world)
    world.nations["Am"].policies["Gh"] = policy  # type: ignore[assignment]
    world.nations["Gh"].policies["Am"] = "neutral"
    add_unit(world, "Am", "medium infantry", place)
    foe = add_unit(world, "Gh", "medium infantry", place, hidden=hidden)
    turn = turn_of(world)
    if seen is not None:
        turn.sees["Am"] = {foe.id} if seen else set()
    assert fights(turn) is expected


@pytest.mark.rule("CF-5.4-04", "CF-5.4-02")
def test_the_attacked_nation_declares_the_attacker_enemy() -> None:
    world = at_war()
    place = open_hex(world)
    world.nations["Gh"].policies["Am"] = "ally"
    add_unit(world, "Am", "medium infantry", place, tactics="attack")
    add_unit(world, "Gh", "medium infantry", place, tactics="defend")
    turn = battle(turn_of(world))
    assert world.nations["Gh"].policies["Am"] == "enemy"
    assert [one["nation"] for one in told(turn, "declared enemy", "GH")] == ["Am"]
    assert not told(turn, "declared enemy", "AM")


@pytest.mark.rule("CF-15.6.1-10", "CF-15.6.1-12")
@pytest.mark.parametrize(
    ("one", "other", "engages"),
    [("190", "190", True), ("190", "1501", True), ("190", "1504", False), ("1501", "1504", True), ("1504", "1504", True)],
)
def test_units_engage_at_most_one_location_removed(one: str, other: str, engages: bool) -> None:
    """The book's example: a hex with a city with a castle."""
    world = at_war()
    city, castle = world.locations[1501], world.locations[1504]
    assert (city.outside, castle.outside) == ("190", "1501")
    city.rating, castle.rating, castle.strength = 1, 1, 3
    attacker = add_unit(world, "Gh", "medium infantry", one, tactics="attack")
    add_unit(world, "Am", "medium infantry", other, tactics="defend")
    assert fights(turn_of(world, stormed=[attacker])) is engages


@pytest.mark.rule("CF-R-7.12")
@pytest.mark.rule("CF-15.6.1-10", "CF-15.6.1-12", "CF-15.6-09")
@pytest.mark.parametrize(("one", "other", "engages"), [("1501", "190", True), ("1504", "1501", True), ("1504", "190", False)])
def test_a_sortie_goes_one_location_far(one: str, other: str, engages: bool) -> None:
    world = at_war()
    for number in (1501, 1504):
        world.locations[number].rating, world.locations[number].strength = 1, 3
    rider = add_unit(world, "Am", "light cavalry", one, tactics="charge")
    add_unit(world, "Gh", "medium infantry", other, tactics="defend")
    turn = turn_of(world)
    assert fights(turn) is engages
    if engages:
        each = fighter(ready(turn), rider)
        assert (each.sortied, each.spot.place) == (True, other)
        battle(turn)
        assert rider.position == one  # sorties return (ruling 7.12)


@pytest.mark.rule("CF-15.6.1-09")
@pytest.mark.parametrize(("intruder", "sorties"), [(True, False), (False, True)])
def test_nobody_makes_a_sortie_from_enemies_inside(intruder: bool, sorties: bool) -> None:
    world = at_war()
    castle = fort(world, rating=2)
    riders = add_unit(world, "Gh", "wolf riders", castle.id, tactics="charge")
    add_unit(world, "Am", "medium infantry", castle.outside, tactics="attack")
    if intruder:
        add_unit(world, "Am", "medium infantry", castle.id, tactics="attack")
    assert fighter(ready(turn_of(world)), riders).sortied is sorties


def siege(
    *inside: tuple[str, str], outside: str = "medium infantry", rating: int = 2
) -> tuple[World, Location, Unit, list[Unit]]:
    """A unit of Am outside of a castle of Gh, and units inside (type, tactics)."""
    world = at_war()
    castle = fort(world, rating=rating)
    stormer = add_unit(world, "Am", outside, castle.outside, 200, tactics="attack")
    return world, castle, stormer, [add_unit(world, "Gh", kind, castle.id, tactics=tactics) for kind, tactics in inside]


@pytest.mark.rule("CF-15.6.1-03", "CF-15.6.1-04", "CF-15.6.1-05")
def test_the_order_storm_takes_a_phase_and_moves_nobody_in() -> None:
    world, castle, stormer, (rabble,) = siege(("goblin rabble", "defend"))
    rabble.individuals = 20
    leader = add_unit(world, "Am", "captain", castle.outside, tactics="avoid")
    archers = add_unit(world, "Am", "crossbowmen", castle.outside, tactics="defend")
    form(leader, stormer, archers)
    give(leader, "storm", "wait 1")
    turn = run_to(begin(world), "1e")
    assert turn.stormed == {leader.id, stormer.id, archers.id}
    run_to(turn, "1h")
    assert turn.stormed == set()
    assert rabble.id not in world.units
    assert stormer.position == castle.outside
    assert not attacks(turn, by=archers.id, on=rabble.id)  # CF-15.6.1-13
    assert [one.text for one in leader.program] == ["wait 1"]


@pytest.mark.rule("CF-15.6.1-04", "CF-18-06", "CF-18-09")
def test_who_storms_sees_the_garrison_but_not_who_is_too_hard_to_see() -> None:
    """Seen over the walls with 100 x 0.9 x 0.8 = 72: goblins have less than 48, a lone scout 120."""
    world, _, stormer, (goblins, scout) = siege(("goblin rabble", "defend"), ("scout", "avoid"))
    turn = run_to(begin(world), "1d")
    assert not {goblins.id, scout.id} & turn.sees["Am"]  # nobody looks into a castle from outside
    give(stormer, "storm")
    run_to(turn, "1e")
    assert {goblins.id, scout.id} & turn.sees["Am"] == {goblins.id}
    run_to(turn, "2o")
    assert goblins.id not in turn.sees["Am"]


@pytest.mark.rule("CF-15.6.1-13")
@pytest.mark.parametrize("tactics", ["defend", "avoid", "flee"])
def test_stormers_without_attack_stay_out_of_it(tactics: str) -> None:
    world, castle, stormer, _ = siege(("medium infantry", "defend"))
    other = add_unit(world, "Am", "heavy infantry", castle.outside, tactics=tactics)
    turn = battle(turn_of(world, stormed=[stormer, other]))
    assert attacks(turn, by=stormer.id)
    assert not attacks(turn, by=other.id)
    assert not attacks(turn, on=other.id)


@pytest.mark.rule("CF-15.6.1-02")
def test_who_does_not_storm_stays_away_from_the_wall() -> None:
    world, castle, stormer, (foot,) = siege(("medium infantry", "defend"))
    other = add_unit(world, "Am", "heavy infantry", castle.outside, tactics="attack")
    turn = battle(turn_of(world, stormed=[stormer]))
    assert attacks(turn, by=stormer.id)
    assert not attacks(turn, by=other.id)
    assert moves(turn, other) == []
    made = ready(turn_of(world, stormed=[stormer])) if foot.id in world.units and stormer.id in world.units else None
    assert made is None or not made.may_engage(fighter(made, foot), fighter(made, other))


@pytest.mark.rule("CF-15.6.1-04", "CF-15.7.1-04")
def test_stormers_go_straight_to_their_wall() -> None:
    """Enemies in the hex are as near as those in the castle; stormers go to the wall all the same."""
    world, castle, stormer, (inside,) = siege(("medium infantry", "defend"))
    add_unit(world, "Gh", "goblin rabble", castle.outside, 300, tactics="defend")
    made = ready(turn_of(world, stormed=[stormer]))
    start_segment(made, made.fighters)
    one = fighter(made, stormer)
    assert goal_of(made, one) == fighter(made, inside).spot
    one.storms = False
    assert goal_of(made, one) != fighter(made, inside).spot


@pytest.mark.rule("CF-15.7.1-04", "CF-15.6.1-04")
def test_stormers_take_four_steps_to_the_wall() -> None:
    world, _, stormer, _ = siege(("medium infantry", "defend"))
    turn = battle(turn_of(world, stormed=[stormer]))
    assert moves(turn, stormer) == [(1, "advance"), (2, "advance"), (3, "advance"), (4, "advance")]
    assert attacks(turn, by=stormer.id)[0]["segment"] == 5


@pytest.mark.rule("CF-R-7.7")
@pytest.mark.rule("CF-15.6.1-07", "CF-16-05")
@pytest.mark.parametrize("tactics", ["attack", "defend", "avoid", "flee"])
def test_defenders_shoot_once_more_at_stormers_whatever_their_tactics(tactics: str) -> None:
    world, _, stormer, (bows, _) = siege(("crossbowmen", tactics), ("medium infantry", "defend"), rating=1)
    turn = battle(turn_of(world, stormed=[stormer]))
    assert [one["segment"] for one in attacks(turn, by=bows.id, how="at stormers")] == [5]
    # before that at who comes, two steps away and one; those with attack do so at stormers alone (ruling 7.7)
    assert [one["segment"] for one in attacks(turn, by=bows.id, how="missile")][:2] == [3, 4]


@pytest.mark.rule("CF-15.6.1-09", "CF-15.6.1-11")
def test_who_sorties_fights_outside_alone() -> None:
    world, castle, foe, (riders,) = siege(("wolf riders", "charge"), rating=2)
    friend = fort(world, kind="stone circle", owner="Am")
    friend.outside = castle.outside
    inner = add_unit(world, "Am", "medium infantry", friend.id, tactics="avoid")
    fight = ready(turn_of(world))
    rider = fighter(fight, riders)
    assert rider.sortied
    assert rider.spot == fight.battlefield.outside(fight.battlefield.start(rider.army, str(castle.id)))
    assert fight.may_engage(rider, fighter(fight, foe))
    assert not fight.may_engage(rider, fighter(fight, inner))


@pytest.mark.rule("CF-15.6.1-11")
def test_outside_the_location_nobody_fights_who_made_a_sortie_into_it() -> None:
    world = at_war()
    city, castle = world.locations[1501], world.locations[1504]
    for one in (city, castle):
        one.rating, one.strength = 1, 3
    riders = add_unit(world, "Am", "light cavalry", castle.id, tactics="charge")
    inside = add_unit(world, "Gh", "medium infantry", city.id, tactics="defend")
    outside = add_unit(world, "Gh", "medium infantry", city.outside, tactics="attack")
    fight = ready(turn_of(world, stormed=[outside]))
    rider, here, there = (fighter(fight, unit) for unit in (riders, inside, outside))
    assert rider.sortied
    assert fight.may_engage(rider, here)
    assert fight.may_engage(here, rider)
    assert not fight.may_engage(rider, there)
    assert not fight.may_engage(there, rider)


@pytest.mark.rule("CF-15.6-09", "CF-15.6-10")
def test_units_with_attack_stay_behind_their_walls() -> None:
    world, castle, stormer, (foot,) = siege(("medium infantry", "attack"))
    turn = battle(turn_of(world, stormed=[stormer]))
    assert moves(turn, foot) == []
    assert attacks(turn, by=foot.id, how="melee")  # but they fight who is at the wall
    assert castle.outside == stormer.position


@pytest.mark.rule("CF-15.6.1-01", "CF-16-04", "CF-16-05")
@pytest.mark.parametrize(
    ("kind", "rating", "strength", "damage", "effective", "closed"),
    [
        ("castle", 3, 10, 0, 3, True),
        ("castle", 3, 10, 9, 3, True),
        ("castle", 3, 10, 10, 2, True),
        ("castle", 3, 10, 29, 1, True),
        ("castle", 3, 10, 35, 0, False),
        ("castle", 0, 0, 0, 0, False),
        ("the beacon", 0, 0, 0, 0, True),  # protects without walls
        ("city", 2, 7, 7, 1, True),
    ],
)
def test_effective_ratings(kind: str, rating: int, strength: int, damage: int, effective: int, closed: bool) -> None:
    location = Location(1, kind, "190", rating=rating, strength=strength, damage=damage)
    assert (effective_rating(location), walled(location)) == (effective, closed)


@pytest.mark.rule("CF-16-07", "CF-16-08")
@pytest.mark.parametrize(
    ("kind", "percents"), [("castle", "38.5 61 78 87.5 94.5 97.5 100 100"), ("city", "30 54 67 78 87.5 94.5 100 100")]
)
def test_the_reduction_table(kind: str, percents: str) -> None:
    tables = at_war().tables
    found = [float(reduction(tables, Location(1, kind, "190", rating=n, strength=3 * n)) * 100) for n in range(1, 9)]
    assert found == [float(one) for one in percents.split()]


@pytest.mark.rule("CF-16-11")
@pytest.mark.parametrize(
    ("kind", "rating", "factor"),
    [("city", 0, 4), ("castle", 0, 4), ("castle", 1, 10), ("castle", 6, 10), ("city", 1, 6), ("city", 7, 10)],
)
def test_blocking_factors(kind: str, rating: int, factor: int) -> None:
    assert blocking_factor(at_war().tables, Location(1, kind, "190", rating=rating, strength=3 * rating)) == factor


@pytest.mark.rule("CF-15.6.1-06")
def test_a_storm_and_then_the_move_inside_are_two_orders() -> None:
    world, castle, stormer, (rabble,) = siege(("goblin rabble", "defend"))
    rabble.individuals = 20
    give(stormer, "storm", "wait 1")
    turn = run_phases(begin(world), 2)
    assert rabble.id not in world.units
    assert (stormer.position, stormer.program) == (castle.outside, [])
    assert len(accounts(turn)) == 1


def test_only_units_near_the_fight_take_part() -> None:
    """Who stands one location step away takes part, who stands further in does not, nor do nations that are not involved."""
    world = at_war()
    for number in (1501, 1504):
        world.locations[number].rating, world.locations[number].strength = 1, 3
    far = add_unit(world, "Am", "medium infantry", 1504, tactics="defend")
    near = add_unit(world, "Am", "medium infantry", 1501, tactics="defend")
    one = add_unit(world, "Am", "medium infantry", 190, tactics="attack")
    other = add_unit(world, "Gh", "medium infantry", 190, tactics="attack")
    add_unit(world, "Rc", "elven riders", 190, tactics="attack")
    assert [unit.id for unit in taking_part(turn_of(world), list(world.units.values()))] == [near.id, one.id, other.id]
    assert far.id
    world.units.clear()
    fighting = [add_unit(world, owner, "medium infantry", 1504, tactics="attack") for owner in ("Am", "Gh")]
    city = add_unit(world, "Gh", "medium infantry", 1501, tactics="defend")
    add_unit(world, "Gh", "medium infantry", 190, tactics="defend")  # two steps outwards
    assert {unit.id for unit in taking_part(turn_of(world), list(world.units.values()))} == {
        city.id,
        *(one.id for one in fighting),
    }


def test_questing_and_other_units_do_not_meet_and_shrines_are_peaceful() -> None:
    world = at_war()
    lair, shrine = world.locations[1603], world.locations[1605]
    for place, fought in ((lair, True), (shrine, False)):
        world.units.clear()
        add_unit(world, "Am", "knight", place.id, tactics="attack", questing=True)
        add_unit(world, "Gh", "knight", place.id, tactics="attack", questing=True)
        third = add_unit(world, "Gh", "medium infantry", place.id, tactics="attack")
        turn = battle(turn_of(world))
        assert bool(accounts(turn)) is fought
        assert third.id not in {unit["id"] for one in accounts(turn) for unit in one["units"]}
