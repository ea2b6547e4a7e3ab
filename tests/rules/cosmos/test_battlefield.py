"""The battlefield and its segments: positions, steps, charges, missiles, cover (CF-15.5, CF-15.6.2, CF-15.7)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.cosmos.rules.battle.attacks import Loss, choose_shot, in_range, reach, returners, shaken, shoot
from postern.rulesets.cosmos.rules.battle.course import (
    calm,
    can_charge,
    goal_of,
    has_charged,
    hearten,
    let_flee,
    spread_fear,
    take_cover,
)
from postern.rulesets.cosmos.rules.battle.fight import start_segment
from postern.rulesets.cosmos.rules.battle.fighters import Spot
from postern.rulesets.cosmos.tables.amounts import nearest
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Unit
from tests.rules.cosmos.battles import accounts, at_war, attacks, battle, fighter, fort, moves, open_hex, ready, turn_of
from tests.rules.cosmos.build import add_unit


def meeting(*who: tuple[str, str, str], terrain: str = "plains", **more: Any) -> tuple[Turn, list[Unit]]:
    """Units (owner, type, tactics) in one open hex, before the battle."""
    world = at_war("Am", "Gh", "Rc")
    place = open_hex(world, terrain)
    units = [add_unit(world, owner, kind, place, tactics=tactics, **more) for owner, kind, tactics in who]
    return turn_of(world), units


@pytest.mark.rule("CF-15.7.1-01", "CF-15.7.1-02", "CF-15.7.1-03", "CF-15.7.2-04", "CF-15.7.2-08", "CF-15.6-01")
def test_two_armies_that_advance_meet_at_midfield_after_two_steps() -> None:
    turn, (one, other) = meeting(("Am", "medium infantry", "attack"), ("Gh", "medium infantry", "attack"))
    start = [each.spot for each in ready(turn).fighters]
    assert {(spot.arm, spot.step) for spot in start} == {(1, 2), (2, 2)}
    battle(turn)
    assert moves(turn, one) == moves(turn, other) == [(1, "advance"), (2, "advance")]
    assert attacks(turn)[0]["segment"] == 3


@pytest.mark.rule("CF-15.7.1-03", "CF-15.6-01", "CF-15.6-11", "CF-15.6-12")
@pytest.mark.parametrize("tactics", ["defend", "avoid"])
def test_another_back_position_is_four_steps_away(tactics: str) -> None:
    turn, (one, other) = meeting(("Am", "medium infantry", "attack"), ("Gh", "medium infantry", tactics))
    battle(turn)
    assert [segment for segment, _ in moves(turn, one)] == [1, 2, 3, 4]
    assert moves(turn, other) == []
    assert attacks(turn)[0]["segment"] == 5


@pytest.mark.rule("CF-15.7.2-08")
def test_of_armies_equally_near_the_one_with_the_most_individuals_draws_attackers() -> None:
    turn, (one, few, many, _) = meeting(
        ("Am", "medium infantry", "attack"),
        ("Gh", "medium infantry", "defend"),
        ("Rc", "trolls", "defend"),
        ("Rc", "goblin rabble", "avoid"),
    )
    fight = ready(turn)
    start_segment(fight, fight.fighters)
    assert goal_of(fight, fighter(fight, one)) == fighter(fight, many).spot  # 110 of the court, 50 goblins
    fighter(fight, few).spot = Spot(one.position)
    assert goal_of(fight, fighter(fight, one)) == Spot(one.position)  # but a nearer one first
    fighter(fight, few).room = 0
    assert goal_of(fight, fighter(fight, one)) == fighter(fight, many).spot  # unless it is fully engaged


@pytest.mark.rule("CF-15.7.2-08", "CF-15.7.1-09")
def test_steps_along_the_star_and_out_of_a_location() -> None:
    world = at_war()
    town = fort(world)
    add_unit(world, "Am", "medium infantry", town.id, tactics="attack")
    add_unit(world, "Gh", "medium infantry", town.outside, tactics="attack")
    field = ready(turn_of(world)).battlefield
    inside, back = field.start(0, str(town.id)), field.start(1, town.outside)
    way = [inside]
    while way[-1] != back:
        way.append(field.towards(way[-1], back))
    assert [(spot.place == str(town.id), spot.arm, spot.step) for spot in way] == [
        (True, inside.arm, 2),
        (False, inside.arm, 2),
        (False, inside.arm, 1),
        (False, 0, 0),
        (False, back.arm, 1),
        (False, back.arm, 2),
    ]
    assert field.towards(back, inside) == Spot(town.outside, back.arm, 1)
    assert field.towards(Spot(town.outside), inside) == Spot(town.outside, inside.arm, 1)


@pytest.mark.rule("CF-15.7.1-02")
def test_every_nation_is_an_army_unless_it_is_allied() -> None:
    turn, units = meeting(("Am", "medium infantry", "attack"), ("Gh", "trolls", "attack"), ("Rc", "elven riders", "attack"))
    assert len({each.army for each in ready(turn).fighters}) == 3
    nations = turn.world.nations
    nations["Am"].policies["Rc"], nations["Rc"].policies["Am"] = "neutral", "ally"
    by_owner = {each.owner: each for each in ready(turn).fighters}
    assert by_owner["Am"].army == by_owner["Rc"].army != by_owner["Gh"].army
    assert by_owner["Am"].spot == by_owner["Rc"].spot
    nations["Am"].policies["Rc"] = "enemy"
    by_owner = {each.owner: each for each in ready(turn).fighters}
    assert by_owner["Am"].army != by_owner["Rc"].army
    assert units


@pytest.mark.rule("CF-15.7.1-04", "CF-15.7.1-05", "CF-15.7.1-09", "CF-15.7.1-10")
def test_locations_stand_two_steps_from_midfield_with_an_inside() -> None:
    world = at_war()
    castle = fort(world, rating=2)
    units = [
        add_unit(world, owner, "medium infantry", place, tactics=tactics)
        for owner, place, tactics in (
            ("Am", castle.outside, "attack"),
            ("Gh", castle.outside, "attack"),
            ("Gh", castle.id, "defend"),
        )
    ]
    fight = ready(turn_of(world))
    outside_one, outside_other, inside = (fighter(fight, unit).spot for unit in units)
    steps, field = fight.battlefield.steps, fight.battlefield
    assert steps(outside_one, outside_other) == steps(outside_one, inside) == steps(outside_other, inside) == 4
    wall = field.outside(inside)
    assert wall == Spot(castle.outside, inside.arm, 2)
    assert steps(inside, wall) == 0
    assert field.melee(inside, wall)
    assert not field.melee(inside, outside_one)
    assert steps(wall, Spot(castle.outside)) == 2


@pytest.mark.rule("CF-15.7.1-06", "CF-15.7.1-07", "CF-15.7.1-08")
def test_inside_a_location_there_is_one_position() -> None:
    world = at_war()
    city, castle = world.locations[1516], world.locations[1519]
    assert castle.outside == str(city.id)
    castle.rating, castle.strength = 2, 6
    units = [
        add_unit(world, owner, "medium infantry", place, tactics=tactics)
        for owner, place, tactics in (("Am", city.id, "attack"), ("Gh", city.id, "defend"), ("Gh", castle.id, "defend"))
    ]
    turn = turn_of(world, stormed=units[:1])
    fight = ready(turn)
    one, other, inner = (fighter(fight, unit).spot for unit in units)
    assert one == other == Spot(str(city.id))
    assert fight.battlefield.melee(one, inner)
    assert not fight.battlefield.star
    battle(turn)
    assert attacks(turn, by=units[0].id)[0]["segment"] == 1


@pytest.mark.rule("CF-15.7.1-11", "CF-15.5-04", "CF-15.5-05")
@pytest.mark.parametrize(
    ("kind", "terrain", "expected"),
    [
        ("elven archers", "plains", 3),
        ("crossbowmen", "plains", 2),
        ("light infantry", "plains", 1),
        ("elven archers", "woods", 1),
    ],
)
def test_the_range_of_missiles(kind: str, terrain: str, expected: int) -> None:
    turn, (one, other) = meeting(("Am", kind, "attack"), ("Gh", "trolls", "attack"), terrain=terrain)
    fight = ready(turn)
    shooter, target = fighter(fight, one), fighter(fight, other)
    assert reach(fight, shooter) == expected
    shooter.spot = Spot(one.position, 1, 2)
    for away, spot in enumerate(
        (Spot(one.position, 1, 2), Spot(one.position, 1, 1), Spot(one.position), Spot(one.position, 2, 1))
    ):
        target.spot = spot
        assert in_range(fight, shooter, target) == (away <= expected)


@pytest.mark.rule("CF-15-04", "CF-15.6-11", "CF-15.7.2-06", "CF-15.5-04")
def test_defenders_shoot_as_often_as_their_range_at_who_comes() -> None:
    """Elven archers of range 3 shoot at an advancing unit when it is 3, 2 and 1 steps away; then there is melee."""
    turn, (archers, foot) = meeting(("Am", "elven archers", "defend"), ("Gh", "medium infantry", "attack"))
    battle(turn)
    assert [one["segment"] for one in attacks(turn, by=archers.id, how="missile")] == [2, 3, 4]
    assert attacks(turn, by=foot.id, how="melee")[0]["segment"] == 5


@pytest.mark.rule("CF-15.1-02")
def test_the_disabled_do_nothing() -> None:
    turn, (archers, foot) = meeting(("Am", "elven archers", "defend"), ("Gh", "medium infantry", "attack"))
    archers.until["disabled"] = turn.now
    battle(turn)
    assert attacks(turn, by=foot.id)
    assert not attacks(turn, by=archers.id)


@pytest.mark.rule("CF-15.7.2-06")
def test_missiles_spare_who_is_in_melee() -> None:
    turn, (bows, guard, foe) = meeting(
        ("Am", "crossbowmen", "avoid"), ("Am", "medium infantry", "defend"), ("Gh", "medium infantry", "attack")
    )
    battle(turn)
    assert [one["segment"] for one in attacks(turn, by=bows.id, how="missile")] == [3, 4]  # two steps away, and one
    assert attacks(turn, by=foe.id, on=guard.id, segment=5)


@pytest.mark.rule("CF-15.6-10", "CF-15.7.2-06")
def test_units_with_attack_do_not_shoot_in_the_open() -> None:
    turn, (bows, _) = meeting(("Am", "crossbowmen", "attack"), ("Gh", "medium infantry", "attack"))
    battle(turn)
    assert not attacks(turn, by=bows.id, how="missile")


@pytest.mark.rule("CF-15.6.2-02", "CF-15.6-06", "CF-15.7.2-05", "CF-15.7.2-07", "CF-15.7.2-09")
def test_a_charge_takes_two_steps_or_a_step_and_melee_in_a_segment() -> None:
    turn, (riders, foot) = meeting(("Am", "heavy cavalry", "charge"), ("Gh", "medium infantry", "defend"))
    battle(turn)
    assert moves(turn, riders) == [(1, "charge"), (1, "charge"), (2, "charge"), (2, "charge")]
    assert attacks(turn, by=riders.id)[0]["segment"] == 3
    turn, (riders, foot) = meeting(("Am", "heavy cavalry", "charge"), ("Gh", "medium infantry", "attack"))
    battle(turn)
    # segment 1: two steps to midfield and the infantry one; segment 2: a step to it, and melee
    assert moves(turn, riders) == [(1, "charge"), (1, "charge"), (2, "charge")]
    assert attacks(turn, by=riders.id)[0]["segment"] == 2
    assert foot.id


@pytest.mark.rule("CF-15.7.2-07")
@pytest.mark.parametrize(
    ("charged", "late", "did", "expected"),
    [
        (5, False, False, True),
        (4, True, False, True),
        (4, False, False, False),
        (3, True, False, False),
        (5, False, True, False),
    ],
)
def test_who_may_attack_after_a_charge(charged: int, late: bool, did: bool, expected: bool) -> None:
    """In segment 5: who charged in it, or late in segment 4, and has done nothing since."""
    turn, (riders, _) = meeting(("Am", "heavy cavalry", "charge"), ("Gh", "medium infantry", "defend"))
    fight = ready(turn)
    fight.segment = 5
    one = fighter(fight, riders)
    one.charged, one.charged_late, one.did = charged, late, did
    assert has_charged(fight, one) is expected


@pytest.mark.rule("CF-15.1-04", "CF-15.1-06")
def test_who_shot_has_no_attacks_left_to_strike_back() -> None:
    turn, (bows, riders) = meeting(("Am", "elven archers", "defend"), ("Gh", "heavy cavalry", "charge"))
    fight = ready(turn)
    start_segment(fight, fight.fighters)
    shooter, charger = fighter(fight, bows), fighter(fight, riders)
    charger.spot = shooter.spot
    assert returners(fight, charger, shooter, 5) == 30  # 2 x 5 x 12 / 4
    turn.world.nations["Gh"].policies.clear()
    assert shoot(fight, opening=False)
    assert returners(fight, charger, shooter, 5) == 0
    assert turn.world.nations["Gh"].policies == {"Am": "enemy"}  # who is shot at declares it, too


@pytest.mark.rule("CF-15.6.2-01", "CF-15.6-06", "CF-15.6-10", "CF-15.5.1-01", "CF-15.7.2-08")
@pytest.mark.parametrize(
    ("kind", "tactics", "terrain", "expected"),
    [
        ("light cavalry", "charge", "plains", True),
        ("light cavalry", "attack", "plains", False),
        ("medium infantry", "charge", "plains", False),
        ("light cavalry", "charge", "woods", False),  # 70%
        ("elven riders", "charge", "woods", True),  # 95%
        ("heavy cavalry", "charge", "wooded hills", False),  # 55%
    ],
)
def test_who_can_charge_where(kind: str, tactics: str, terrain: str, expected: bool) -> None:
    turn, (one, _) = meeting(("Am", kind, tactics), ("Gh", "medium infantry", "defend"), terrain=terrain)
    fight = ready(turn)
    assert can_charge(fight, fighter(fight, one)) is expected
    battle(turn)
    assert {how for _, how in moves(turn, one)} == {"charge" if expected else "advance"}


@pytest.mark.rule("CF-15.6.2-01")
def test_a_move_cost_above_six_forbids_to_charge() -> None:
    turn, (one, _) = meeting(("Am", "knight", "charge"), ("Gh", "medium infantry", "defend"), terrain="woods")
    fight = ready(turn)
    knight = fighter(fight, one)
    cost = fight.move_cost(knight)
    assert fight.ground(knight).modifier == 85
    assert cost is not None
    assert can_charge(fight, knight) is (cost <= 6)
    assert cost > 6


@pytest.mark.rule("CF-15.7.2-10")
@pytest.mark.parametrize(
    ("foe", "tactics", "covered"),
    [
        ("crossbowmen", "defend", True),
        ("crossbowmen", "attack", False),
        ("heavy cavalry", "charge", True),
        ("heavy cavalry", "attack", False),
        ("medium infantry", "defend", False),
    ],
)
def test_the_idle_take_cover_from_missiles_and_charges(foe: str, tactics: str, covered: bool) -> None:
    turn, (one, other, own) = meeting(("Am", "medium infantry", "defend"), ("Gh", foe, tactics), ("Am", "trolls", "attack"))
    fight = ready(turn)
    start_segment(fight, fight.fighters)
    take_cover(fight)
    assert fighter(fight, one).covered is covered
    assert not fighter(fight, other).covered
    fighter(fight, own).did = True
    take_cover(fight)
    assert not fighter(fight, own).covered


@pytest.mark.rule("CF-15.7.2-10", "CF-15.7.2-06")
def test_nobody_shoots_at_who_is_in_cover() -> None:
    turn, (bows, foot) = meeting(("Am", "elven archers", "defend"), ("Gh", "medium infantry", "attack"))
    fight = ready(turn)
    shooter, target = fighter(fight, bows), fighter(fight, foot)
    target.spot = shooter.spot._replace(step=1)
    assert choose_shot(fight, shooter)
    target.covered = True
    assert not choose_shot(fight, shooter)
    target.covered, target.met = False, True
    assert not choose_shot(fight, shooter)


@pytest.mark.rule("CF-15.7.2-13", "CF-15.7.2-14")
@pytest.mark.parametrize("tactics", ["attack", "charge", "defend"])
def test_missiles_come_first_in_one_location(tactics: str) -> None:
    world = at_war()
    place = str(fort(world).id)
    bows = add_unit(world, "Am", "crossbowmen", place, tactics=tactics)
    foe = add_unit(world, "Gh", "medium infantry", place, tactics="attack")
    turn = battle(turn_of(world))
    first = attacks(turn, segment=1)
    assert [(one["by"], one["how"]) for one in first] == [(bows.id, "missile")]
    assert attacks(turn, segment=2, by=foe.id)
    assert not moves(turn, bows)
    assert moves(turn, foe) == []


@pytest.mark.rule("CF-15.7.2-03", "CF-15.6-13", "CF-15.6-14")
def test_leaders_flee_before_the_fight_only_without_anybody_to_hold_the_enemy() -> None:
    turn, (leader, foe) = meeting(("Am", "general", "flee"), ("Gh", "medium infantry", "attack"))
    battle(turn)
    assert (leader.position, attacks(turn)) == ("", [])
    turn, (leader, foe, guard) = meeting(
        ("Am", "general", "flee"), ("Gh", "goblin rabble", "attack"), ("Am", "heavy infantry", "attack")
    )
    battle(turn)
    assert leader.position == guard.position != ""
    assert foe.id not in turn.world.units


@pytest.mark.rule("CF-15.7.2-03", "CF-15.6-13")
def test_enemies_that_will_not_come_frighten_nobody() -> None:
    turn, (leader, foe, _, guard) = meeting(
        ("Am", "general", "flee"), ("Gh", "trolls", "defend"), ("Rc", "scout", "attack"), ("Gh", "scout", "attack")
    )
    turn.world.nations["Am"].policies["Rc"] = turn.world.nations["Rc"].policies["Am"] = "neutral"
    fight = ready(turn)
    fight.fighters.remove(fighter(fight, guard))
    start_segment(fight, fight.fighters)
    let_flee(fight)
    assert not fighter(fight, leader).fate
    fighter(fight, foe).tactics = "attack"
    let_flee(fight)
    assert fighter(fight, leader).fate == "fled"


@pytest.mark.rule("CF-15.7.2-02", "CF-9.2.1-02")
def test_fear_lowers_the_morale_of_who_is_near() -> None:
    turn, (dragon, foot, bones, far) = meeting(
        ("Gh", "ash dragon", "attack"),
        ("Am", "medium infantry", "attack"),
        ("Am", "bone warriors", "attack"),
        ("Am", "trolls", "attack"),
    )
    fight = ready(turn)
    start_segment(fight, fight.fighters)
    for unit in (foot, bones):
        fighter(fight, unit).spot = Spot(dragon.position)
    fighter(fight, dragon).spot = Spot(dragon.position, 2, 1)
    fighter(fight, far).spot = Spot(dragon.position, 1, 1)  # two steps away
    spread_fear(fight)
    assert [fighter(fight, unit).morale for unit in (foot, bones, far, dragon)] == [-10, 0, 0, 0]
    fighter(fight, foot).spirit = -9_100
    spread_fear(fight)
    assert (fighter(fight, foot).fate, fighter(fight, bones).fate) == ("fled", "")


@pytest.mark.rule("CF-15.7.2-11", "CF-9.2.1-07")
def test_the_best_hero_heartens_mass_units_near_him() -> None:
    turn, (knight, king, foot, far, foe) = meeting(
        ("Am", "knight", "attack"),
        ("Am", "troll king", "attack"),
        ("Am", "medium infantry", "attack"),
        ("Am", "medium infantry", "attack"),
        ("Gh", "medium infantry", "attack"),
    )
    fight = ready(turn)
    fighter(fight, far).spot = Spot(foot.position)  # two steps away
    fighter(fight, foe).spot = fighter(fight, foot).spot
    hearten(fight)
    assert [int(fighter(fight, unit).morale) for unit in (knight, king, foot, far, foe)] == [0, 0, 20, 0, 0]
    fighter(fight, king).fate = "fled"
    fighter(fight, foot).spirit = 9_500
    hearten(fight)
    assert fighter(fight, foot).morale == 100  # 15 more, but no more than there is


@pytest.mark.rule("CF-R-7.10")
@pytest.mark.rule("CF-15.7.2-12", "CF-9.2.1-01", "CF-9.2.1-03")
@pytest.mark.parametrize(("morale", "now", "expected"), [(20, -60, -20), (30, 30, 30), (20, -25, -2.5), (-10, -11, -10.5)])
def test_battle_morale_is_averaged_with_that_before_the_battle(morale: int, now: int, expected: int) -> None:
    turn, (one, _) = meeting(("Am", "medium infantry", "attack"), ("Gh", "medium infantry", "attack"), morale=morale)
    fight = ready(turn)
    each = fighter(fight, one)
    assert each.morale == morale
    each.spirit = now * 100
    calm(fight)
    assert each.morale == expected


@pytest.mark.rule("CF-15.7-01", "CF-15.7.2-01")
def test_a_battle_ends_when_nobody_can_fight_on() -> None:
    turn, (one, other) = meeting(("Am", "heavy infantry", "attack"), ("Gh", "goblin rabble", "attack"))
    battle(turn)
    (account,) = accounts(turn)
    assert account["lasted"] == len(account["segments"]) >= 5
    assert "attacks" not in account["segments"][-1]
    assert other.id not in turn.world.units
    assert one.id in turn.world.units


@pytest.mark.rule("CF-15.7.2-01")
def test_a_battle_without_end_stops_after_60_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    turn, units = meeting(("Am", "stone sentinels", "attack"), ("Gh", "stone sentinels", "attack"))
    monkeypatch.setattr("postern.rulesets.cosmos.rules.battle.attacks.suffer", lambda *args: Loss(0, 0, 1, 1))
    battle(turn)
    assert accounts(turn)[0]["lasted"] == 60
    assert {unit.id for unit in units} <= set(turn.world.units)


@pytest.mark.rule("CF-R-7.12")
@pytest.mark.rule("CF-9.2.1-04", "CF-15.7.2-12")
def test_after_a_battle_the_morale_is_what_the_battle_left() -> None:
    turn, (one, _) = meeting(("Am", "heavy infantry", "attack"), ("Gh", "goblin rabble", "attack"), morale=20)
    battle(turn)
    (account,) = accounts(turn)
    mine = next(each for each in account["units"] if each["id"] == one.id)
    assert mine["before"]["morale"] == 20
    assert nearest(one.spirit) == mine["after"]["morale"] < 20


@pytest.mark.rule("CF-9.2.1-05", "CF-9.2.1-06", "CF-15.5.1-04", "CF-15.5.1-05")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [("medium infantry", -20), ("goblin rabble", -40), ("heavy cavalry", -10), ("bone warriors", 0), ("barrow wight", 0)],
)
def test_damage_lowers_morale(kind: str, expected: int) -> None:
    """A tenth of the wound points left is lost: 2, 4 or 1 point a percent."""
    turn, _ = meeting(("Am", kind, "attack"), ("Gh", "medium infantry", "attack"))
    row = turn.tables.unit_types[turn.tables.type_numbers[kind]]
    assert shaken(row, Loss(10, 0, 10_000, 9_000)) == -expected * 100
