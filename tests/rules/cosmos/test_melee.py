"""Melee: room, ranks, striking back (CF-15.1, CF-15.4)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.cosmos.battle.fight import Fight, start_segment
from postern.rulesets.cosmos.battle.melee import attack_in_melee, choose, exchange, returners, settle
from postern.rulesets.cosmos.world import Unit, World
from tests.rules.cosmos.battles import at_war, attacks, battle, fighter, fort, ready, turn_of
from tests.rules.cosmos.build import add_unit

Who = tuple[str, str, int, str]
"""Owner, type, individuals (0: the standard), tactics."""


def together(*who: Who, morale: int = 0, **more: Any) -> tuple[World, list[Unit], Fight]:
    """A battle of units in one place, a location without walls, in its first segment."""
    world = at_war()
    place = str(fort(world, rating=0).id)
    units = [
        add_unit(world, owner, kind, place, number, tactics=tactics, morale=morale, **more)
        for owner, kind, number, tactics in who
    ]
    fight = ready(turn_of(world))
    start_segment(fight, fight.present())
    return world, units, fight


def chosen(fight: Fight, unit: Unit) -> Unit | None:
    """Whom a unit attacks next."""
    found = choose(fight, fighter(fight, unit))
    return found[0].unit if found else None


@pytest.mark.rule(
    "CF-15.4-01", "CF-15.4-02", "CF-15.4-03", "CF-15.4-04", "CF-15.4-07", "CF-15.4-08", "CF-2.3.1-06", "CF-15.5.1-03"
)
@pytest.mark.parametrize(
    ("kind", "number", "tactics", "room"),
    [
        ("light infantry", 50, "defend", 240),  # the book's example
        ("light infantry", 50, "attack", 300),
        ("medium infantry", 50, "avoid", 240),
        ("crossbowmen", 50, "flee", 320),
        ("crossbowmen", 50, "charge", 400),
        ("knight", 1, "attack", 12),  # the book's example
        ("knight", 1, "flee", 12),
    ],
)
def test_room_for_attackers(kind: str, number: int, tactics: str, room: int) -> None:
    _, (unit, _), fight = together(("Am", kind, number, tactics), ("Gh", "goblin rabble", 50, "attack"))
    assert fighter(fight, unit).room == room * 100


@pytest.mark.rule("CF-15.4-05", "CF-15.4-06")
def test_formation_makes_attackers_smaller() -> None:
    _, (infantry, bows), fight = together(("Am", "light infantry", 50, "attack"), ("Gh", "crossbowmen", 50, "attack"))
    assert fighter(fight, infantry).fighting_size * 50 == 15_000  # 150
    assert fighter(fight, bows).fighting_size * 50 == 20_000


@pytest.mark.rule("CF-15.4.1-01", "CF-15.4-09", "CF-15-02")
def test_what_finds_no_room_seeks_other_targets() -> None:
    """50 light infantry of effective size 3 and a knight with room for 12: four attack him, the others the next."""
    _, (infantry, knight, captain), fight = together(
        ("Am", "light infantry", 50, "attack"), ("Gh", "knight", 0, "attack"), ("Gh", "captain", 0, "attack")
    )
    attack_in_melee(fight, [fighter(fight, infantry)])
    first, second = (one for one in fight.record.segments[0]["attacks"] if one["how"] == "melee")
    assert [(one["on"], one["individuals"]) for one in (first, second)] == [(knight.id, 4), (captain.id, 4)]
    assert fighter(fight, knight).room == fighter(fight, captain).room == 0
    assert fighter(fight, infantry).left == min(42, fighter(fight, infantry).count_attacks())
    assert chosen(fight, infantry) is None


@pytest.mark.rule("CF-15.4.1-02", "CF-15.4.1-03")
@pytest.mark.parametrize(
    ("kind", "number", "attack"),
    [("trolls", 5, 2), ("ash dragon", 1, 1)],  # trolls have the size of the book's giants
)
def test_one_more_of_any_size_may_attack(kind: str, number: int, attack: int) -> None:
    _, (large, knight), fight = together(("Am", kind, number, "attack"), ("Gh", "knight", 0, "attack"))
    one, other = fighter(fight, large), fighter(fight, knight)
    target = choose(fight, one)
    assert target is not None
    exchange(fight, one, *target)
    assert fight.record.segments[0]["attacks"][0]["individuals"] == attack
    assert chosen(fight, large) is None
    assert other.room <= 0


RANKS = [
    # what stands there, in the order of ids, the attacker, who is attacked first, who when that one is fully engaged
    pytest.param(
        ["trolls attack", "crossbowmen charge"],
        "medium infantry",
        1,
        0,
        id="charge before attack",
        marks=pytest.mark.rule("CF-15.6-07"),
    ),
    pytest.param(
        ["crossbowmen avoid", "goblin archers defend"],
        "medium infantry",
        1,
        0,
        id="defend before avoid",
        marks=pytest.mark.rule("CF-15.4-10"),
    ),
    pytest.param(
        ["crossbowmen flee", "goblin archers avoid"],
        "medium infantry",
        1,
        0,
        id="avoid before flee",
        marks=pytest.mark.rule("CF-15.4-10"),
    ),
    pytest.param(
        ["crossbowmen attack", "goblin rabble defend"],
        "medium infantry",
        1,
        0,
        id="attack and defend are one rank: the most room first",
        marks=pytest.mark.rule("CF-15.4-10"),
    ),
    pytest.param(
        ["captain defend", "goblin archers attack"],
        "medium infantry",
        1,
        0,
        id="mass units protect an individual with less aggressive tactics",
        marks=pytest.mark.rule("CF-15.4-11"),
    ),
    pytest.param(
        ["web spider attack", "giant attack"],
        "medium infantry",
        1,
        0,
        id="but not one with the same tactics: the most room first",
        marks=pytest.mark.rule("CF-15.4-11"),
    ),
    pytest.param(
        ["captain defend", "goblin archers attack"],
        "knight",
        0,
        1,
        id="an individual attacks an individual at once",
        marks=pytest.mark.rule("CF-15.4-12"),
    ),
    pytest.param(
        ["medium infantry attack", "trolls attack"],
        "knight",
        0,
        1,
        id="of mass units an individual takes the one with the most room, too",
        marks=pytest.mark.rule("CF-15.4-12"),
    ),
    pytest.param(
        ["captain attack", "clan chief attack"],
        "knight",
        1,
        0,
        id="the better individual first",
        marks=pytest.mark.rule("CF-15.4-12"),
    ),
]


@pytest.mark.parametrize(("who", "attacker", "first", "second"), RANKS)
def test_who_must_be_engaged_first(who: list[str], attacker: str, first: int, second: int) -> None:
    foes: list[Who] = [("Gh", text.rpartition(" ")[0], 0, text.rpartition(" ")[2]) for text in who]
    _, (one, *others), fight = together(("Am", attacker, 0, "attack"), *foes)
    assert chosen(fight, one) is others[first]
    fighter(fight, others[first]).room = 0
    assert chosen(fight, one) is others[second]


@pytest.mark.rule("CF-15.4-14")
def test_the_armed_defend_the_unarmed() -> None:
    _, (one, unarmed, armed), fight = together(
        ("Am", "knight", 0, "attack"), ("Gh", "engineers", 40, "attack"), ("Gh", "engineers", 20, "attack")
    )
    them = fighter(fight, unarmed)
    assert chosen(fight, one) is unarmed  # both armed: the most room
    them.attacks, them.armed = (), False
    assert chosen(fight, one) is armed
    fighter(fight, armed).room = 0
    assert chosen(fight, one) is unarmed


@pytest.mark.rule("CF-15.1-01", "CF-15.1-06", "CF-15.4-13")
@pytest.mark.parametrize("tactics", ["attack", "defend", "avoid"])
def test_the_attacked_strike_back_and_use_up_attacks(tactics: str) -> None:
    """Ten attackers of effective size 3 let 2 x 30 = 60 in size strike back: 20 of formation; at an individual 3 times."""
    _, (one, other), fight = together(("Am", "medium infantry", 20, "attack"), ("Gh", "medium infantry", 100, tactics))
    attacker, attacked = fighter(fight, one), fighter(fight, other)
    attacker.left = 10
    target = choose(fight, attacker)
    assert target is not None
    assert returners(fight, attacker, attacked, 10) == 20
    exchange(fight, attacker, *target)
    back = fight.record.segments[0]["attacks"][1]
    assert (back["how"], back["by"], back["individuals"]) == ("back", other.id, 20)
    assert attacked.left == 80


@pytest.mark.rule("CF-15.4-13")
def test_a_mass_unit_strikes_back_at_an_individual() -> None:
    _, (knight, mass), fight = together(("Am", "knight", 0, "attack"), ("Gh", "medium infantry", 100, "attack"))
    assert returners(fight, fighter(fight, knight), fighter(fight, mass), 1) == 4  # 3 x 4 / 3


@pytest.mark.rule("CF-15.1-01")
def test_at_least_one_strikes_back() -> None:
    _, (goblins, trolls), fight = together(("Am", "goblin rabble", 100, "attack"), ("Gh", "trolls", 10, "attack"))
    assert returners(fight, fighter(fight, goblins), fighter(fight, trolls), 1) == 1  # 2 x 3 is less than 10


@pytest.mark.rule("CF-9-13", "CF-9-01")
@pytest.mark.parametrize(("level", "fled"), [(4, False), (5, True), (6, True), (0, False)])
def test_individuals_flee_at_their_level_or_below(level: int, fled: bool) -> None:
    """A general with 5 of 8 wound points left."""
    _, (general, foe), fight = together(
        ("Am", "general", 1, "attack"), ("Gh", "trolls", 10, "attack"), wounds=[300], flee_when=level
    )
    settle(fight, fighter(fight, general), fighter(fight, foe))
    assert (general.position == "") is fled
    settle(fight, fighter(fight, foe), fighter(fight, general))
    assert foe.position  # mass units have no level


@pytest.mark.rule("CF-15.3-04")
def test_losses_take_attacks_of_the_segment() -> None:
    _, (foot, foe), fight = together(("Am", "medium infantry", 50, "attack"), ("Gh", "trolls", 10, "attack"))
    one = fighter(fight, foot)
    one.able, one.down = [0] * 10, [300] * 5
    one.sort()
    settle(fight, one, fighter(fight, foe))
    assert one.left == 10


@pytest.mark.rule("CF-15.6.2-03", "CF-15.7.2-10")
def test_the_first_melee_attack_uses_up_the_charge_and_striking_back_leaves_cover() -> None:
    _, (riders, foot, other), fight = together(
        ("Am", "heavy cavalry", 10, "charge"), ("Gh", "medium infantry", 20, "defend"), ("Gh", "trolls", 4, "avoid")
    )
    charger, covered = fighter(fight, riders), fighter(fight, foot)
    charger.fresh, charger.left, covered.covered = True, 1, True
    covered.left = 0
    attack_in_melee(fight, [charger])
    assert (charger.fresh, covered.covered) == (False, True)
    charger.left, covered.left = 1, 20
    attack_in_melee(fight, [charger])
    assert not covered.covered
    assert other.position


@pytest.mark.rule("CF-15.1-02", "CF-15.1-03", "CF-15.1-04", "CF-15.1-05")
def test_who_does_not_strike_back() -> None:
    _, (one, other), fight = together(("Am", "medium infantry", 20, "attack"), ("Gh", "medium infantry", 100, "attack"))
    attacker, attacked = fighter(fight, one), fighter(fight, other)
    assert returners(fight, attacker, attacked, 1) == 2
    for name, value in (("disabled", True), ("alert", False), ("left", 0), ("tactics", "flee")):
        before = getattr(attacked, name)
        setattr(attacked, name, value)
        assert returners(fight, attacker, attacked, 1) == 0, name
        setattr(attacked, name, before)


@pytest.mark.rule("CF-15.1-03")
def test_who_sees_no_enemy_does_not_expect_one() -> None:
    world = at_war()
    place = str(fort(world).id)
    hidden = add_unit(world, "Am", "medium infantry", place, tactics="attack", hidden=True)
    add_unit(world, "Gh", "goblin rabble", place, tactics="defend")
    turn = battle(turn_of(world))
    assert {one["how"] for one in attacks(turn, segment=1)} == {"melee"}
    assert attacks(turn, segment=2, how="back")  # by now it is seen
    assert hidden.hidden  # and hides again


@pytest.mark.rule("CF-15.6-08")
def test_charge_attacks_before_attack_before_defend() -> None:
    _world, units, fight = together(
        ("Am", "medium infantry", 50, "defend"),
        ("Am", "medium infantry", 50, "attack"),
        ("Am", "medium infantry", 50, "charge"),
        ("Gh", "trolls", 40, "attack"),
    )
    own = [one.unit.id for one in fight.fighters if one.owner == "Am"]
    assert own == [units[2].id, units[1].id, units[0].id]
    attack_in_melee(fight, fight.present())
    assert next(one["by"] for one in fight.record.segments[0]["attacks"] if one["how"] == "melee") == units[2].id


@pytest.mark.rule("CF-15.6-12", "CF-15.4-10")
def test_units_that_avoid_do_not_attack() -> None:
    world = at_war()
    place = str(fort(world).id)
    shy = add_unit(world, "Am", "medium infantry", place, tactics="avoid")
    add_unit(world, "Gh", "goblin rabble", place, tactics="attack")
    turn = battle(turn_of(world))
    assert not attacks(turn, by=shy.id, how="melee")
    assert attacks(turn, by=shy.id, how="back")


@pytest.mark.rule("CF-15.6-13", "CF-15.1-05", "CF-9-01", "CF-9-09")
def test_an_attacked_unit_with_tactics_flee_flees_after_the_exchange_without_striking_back() -> None:
    world = at_war()
    place = str(fort(world).id)
    leader = add_unit(world, "Am", "captain", place, tactics="flee")
    add_unit(world, "Am", "crossbowmen", place, 20, tactics="attack")
    add_unit(world, "Gh", "goblin rabble", place, 400, tactics="attack")
    turn = battle(turn_of(world))
    (hit,) = [one for one in attacks(turn, on=leader.id) if one["how"] == "melee"]
    assert not attacks(turn, by=leader.id)
    (fled,) = [one for one in turn.events if one.kind == "fled" and one.data["who"] == leader.id]
    assert (leader.position, leader.program[0].text, fled.data["why"]) == ("", "gohome", "tactics")
    assert hit["segment"] == 2  # the first with melee, after one of missiles
