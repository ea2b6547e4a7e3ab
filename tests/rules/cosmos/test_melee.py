"""Melee: room, ranks, striking back (CF-15.1, CF-15.4)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.cosmos.rules.battle.attacks import attack_in_melee, choose, exchange, returners, settle
from postern.rulesets.cosmos.rules.battle.fight import Fight, start_segment
from postern.rulesets.cosmos.world.records import Unit
from postern.rulesets.cosmos.world.strength import type_of
from tests.kit.tables import Row, facts, table
from tests.rules.cosmos.battles import at_war, attacks, battle, fighter, fort, ready, turn_of
from tests.rules.cosmos.build import add_unit


def together(who: str, morale: int = 0, **more: Any) -> tuple[list[Unit], Fight]:
    """A battle in one place, a location without walls, in its first segment: ``Am light infantry 50 attack; Gh knight flee``
    has 50 and the standard number of individuals."""
    world = at_war()
    place = str(fort(world, rating=0).id)
    units = []
    for fact in facts(who):
        *words, tactics = fact.words
        number = int(words.pop()) if words[-1].isdigit() else 0
        units.append(add_unit(world, fact.name, " ".join(words), place, number, tactics=tactics, morale=morale, **more))
    fight = ready(turn_of(world))
    start_segment(fight, fight.present())
    return units, fight


def chosen(fight: Fight, unit: Unit) -> Unit | None:
    """Whom a unit attacks next."""
    found = choose(fight, fighter(fight, unit))
    return found[0].unit if found else None


_ROOM = "CF-15.4-01 CF-15.4-02 CF-15.4-03 CF-15.4-04 CF-15.4-07 CF-15.4-08 CF-2.3.1-06 CF-15.5.1-03"


@table(
    Row(f"{who} has room for {room}", _ROOM, f"Am {who}; Gh goblin rabble 50 attack", "", str(room))
    for who, room in (
        ("light infantry 50 defend", 240),  # the book's example
        ("light infantry 50 attack", 300),
        ("medium infantry 50 avoid", 240),
        ("crossbowmen 50 flee", 320),
        ("crossbowmen 50 charge", 400),
        ("knight 1 attack", 12),  # the book's example
        ("knight 1 flee", 12),
    )
)
def test_room_for_attackers(row: Row) -> None:
    (unit, _), fight = together(row.given)
    assert fighter(fight, unit).room == int(row.then) * 100


@pytest.mark.rule("CF-15.4-05", "CF-15.4-06")
def test_formation_makes_attackers_smaller() -> None:
    (infantry, bows), fight = together("Am light infantry 50 attack; Gh crossbowmen 50 attack")
    assert fighter(fight, infantry).fighting_size * 50 == 15_000  # 150
    assert fighter(fight, bows).fighting_size * 50 == 20_000


@pytest.mark.rule("CF-15.4.1-01", "CF-15.4-09", "CF-15-02")
def test_what_finds_no_room_seeks_other_targets() -> None:
    """50 light infantry of effective size 3 and a knight with room for 12: four attack him, the others the next."""
    (infantry, knight, captain), fight = together("Am light infantry 50 attack; Gh knight attack; Gh captain attack")
    attack_in_melee(fight, [fighter(fight, infantry)])
    first, second = (one for one in fight.record.segments[0]["attacks"] if one["how"] == "melee")
    assert [(one["on"], one["individuals"]) for one in (first, second)] == [(knight.id, 4), (captain.id, 4)]
    assert fighter(fight, knight).room == fighter(fight, captain).room == 0
    assert fighter(fight, infantry).left == min(42, fighter(fight, infantry).count_attacks())
    assert chosen(fight, infantry) is None


@table(
    (
        # trolls have the size of the book's giants
        Row("trolls", "CF-15.4.1-02 CF-15.4.1-03", "Am trolls 5 attack; Gh knight attack", "", "2"),
        Row("a dragon", "CF-15.4.1-02 CF-15.4.1-03", "Am ash dragon 1 attack; Gh knight attack", "", "1"),
    )
)
def test_one_more_of_any_size_may_attack(row: Row) -> None:
    (large, knight), fight = together(row.given)
    one, other = fighter(fight, large), fighter(fight, knight)
    target = choose(fight, one)
    assert target is not None
    exchange(fight, one, *target)
    assert fight.record.segments[0]["attacks"][0]["individuals"] == int(row.then)
    assert chosen(fight, large) is None
    assert other.room <= 0


_FOOT, _KNIGHT = "Am medium infantry attack", "Am knight attack"
RANKS = [
    # who attacks, the two whom it finds, and which of them is attacked first: the other when that one is fully engaged
    Row("charge before attack", "CF-15.6-07", f"{_FOOT}; Gh trolls attack; Gh crossbowmen charge", "", "crossbowmen"),
    Row("defend before avoid", "CF-15.4-10", f"{_FOOT}; Gh crossbowmen avoid; Gh goblin archers defend", "", "goblin archers"),
    Row("avoid before flee", "CF-15.4-10", f"{_FOOT}; Gh crossbowmen flee; Gh goblin archers avoid", "", "goblin archers"),
    Row(
        "attack and defend are one rank: the most room first",
        "CF-15.4-10",
        f"{_FOOT}; Gh crossbowmen attack; Gh goblin rabble defend",
        "",
        "goblin rabble",
    ),
    Row(
        "mass units protect an individual with less aggressive tactics",
        "CF-15.4-11",
        f"{_FOOT}; Gh captain defend; Gh goblin archers attack",
        "",
        "goblin archers",
    ),
    Row(
        "but not one with the same tactics: the most room first",
        "CF-15.4-11",
        f"{_FOOT}; Gh web spider attack; Gh giant attack",
        "",
        "giant",
    ),
    Row(
        "an individual attacks an individual at once",
        "CF-15.4-12",
        f"{_KNIGHT}; Gh captain defend; Gh goblin archers attack",
        "",
        "captain",
    ),
    Row(
        "of mass units an individual takes the one with the most room, too",
        "CF-15.4-12",
        f"{_KNIGHT}; Gh medium infantry attack; Gh trolls attack",
        "",
        "medium infantry",
    ),
    Row("the better individual first", "CF-15.4-12", f"{_KNIGHT}; Gh captain attack; Gh clan chief attack", "", "clan chief"),
]


@table(RANKS)
def test_who_must_be_engaged_first(row: Row) -> None:
    (one, *others), fight = together(row.given)
    first, second = sorted(others, key=lambda foe: type_of(fight.world.tables, foe).name.lower() != row.then)
    assert chosen(fight, one) is first
    fighter(fight, first).room = 0
    assert chosen(fight, one) is second


@pytest.mark.rule("CF-15.4-14")
def test_the_armed_defend_the_unarmed() -> None:
    (one, unarmed, armed), fight = together("Am knight attack; Gh engineers 40 attack; Gh engineers 20 attack")
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
    (one, other), fight = together(f"Am medium infantry 20 attack; Gh medium infantry 100 {tactics}")
    attacker, attacked = fighter(fight, one), fighter(fight, other)
    attacker.left = 10
    target = choose(fight, attacker)
    assert target is not None
    assert returners(fight, attacker, attacked, 10) == 20
    exchange(fight, attacker, *target)
    back = fight.record.segments[0]["attacks"][1]
    assert (back["how"], back["by"], back["individuals"]) == ("back", other.id, 20)
    assert attacked.left == 80


@table(
    (
        # how many of the attacked strike back at one attacker
        Row(
            "a mass unit at an individual: 3 x 4 / 3", "CF-15.4-13", "Am knight attack; Gh medium infantry 100 attack", "", "4"
        ),
        Row("one at least: 2 x 3 is less than 10", "CF-15.1-01", "Am goblin rabble 100 attack; Gh trolls 10 attack", "", "1"),
    )
)
def test_how_many_strike_back_at_one(row: Row) -> None:
    (one, other), fight = together(row.given)
    assert returners(fight, fighter(fight, one), fighter(fight, other), 1) == int(row.then)


@pytest.mark.rule("CF-9-13", "CF-9-01")
@pytest.mark.parametrize(("level", "fled"), [(4, False), (5, True), (6, True), (0, False)])
def test_individuals_flee_at_their_level_or_below(level: int, fled: bool) -> None:
    """A general with 5 of 8 wound points left."""
    (general, foe), fight = together("Am general 1 attack; Gh trolls 10 attack", wounds=[300], flee_when=level)
    settle(fight, fighter(fight, general), fighter(fight, foe))
    assert (general.position == "") is fled
    settle(fight, fighter(fight, foe), fighter(fight, general))
    assert foe.position  # mass units have no level


@pytest.mark.rule("CF-15.3-04")
def test_losses_take_attacks_of_the_segment() -> None:
    (foot, foe), fight = together("Am medium infantry 50 attack; Gh trolls 10 attack")
    one = fighter(fight, foot)
    one.able, one.down = [0] * 10, [300] * 5
    one.sort()
    settle(fight, one, fighter(fight, foe))
    assert one.left == 10


@pytest.mark.rule("CF-15.6.2-03", "CF-15.7.2-10")
def test_the_first_melee_attack_uses_up_the_charge_and_striking_back_leaves_cover() -> None:
    (riders, foot, other), fight = together("Am heavy cavalry 10 charge; Gh medium infantry 20 defend; Gh trolls 4 avoid")
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
    (one, other), fight = together("Am medium infantry 20 attack; Gh medium infantry 100 attack")
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
    units, fight = together(
        "Am medium infantry 50 defend; Am medium infantry 50 attack; Am medium infantry 50 charge; Gh trolls 40 attack"
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
