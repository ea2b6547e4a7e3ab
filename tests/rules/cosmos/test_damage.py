"""The damage of attacks: every factor of its formula, worked out by hand (ruling 7.4, CF-15.2, CF-15.5.3, CF-16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.cosmos.rules.battle.attacks import Blow, best_blow, blow, roll, spared, suffer
from postern.rulesets.cosmos.rules.battle.fight import Fight
from postern.rulesets.cosmos.rules.battle.fighters import Attack, Fighter
from postern.rulesets.cosmos.tables.numbers import CRITICAL
from postern.rulesets.cosmos.world.records import Item
from tests.rules.cosmos.battles import at_war, fighter, fort, open_hex, ready, turn_of
from tests.rules.cosmos.build import add_unit

Change = Callable[[Fighter, Fighter], object]


def pair(
    one: str, other: str, terrain: str = "plains", morale: int = 0, rating: int = 0, inside: str = "", slug: str = "thalmar"
) -> tuple[Fight, Fighter, Fighter]:
    """Two enemies in battle: both in a hex, or one of them (``inside``) in a castle of this rating in it, which is stormed."""
    world = at_war("Am", "Gh", slug=slug)
    castle = fort(world, rating=rating, terrain=terrain) if inside else None
    places = {"": open_hex(world, terrain), "in": str(castle.id) if castle else ""}
    outside = castle.outside if castle else places[""]
    first = add_unit(world, "Am", one, places["in"] if inside == "one" else outside, morale=morale)
    second = add_unit(world, "Gh", other, places["in"] if inside == "other" else outside)
    first.tactics = second.tactics = "attack"
    fight = ready(turn_of(world, stormed=[first, second]))
    for each in fight.fighters:  # at melee range
        wall = fight.battlefield.start(0, places["in"]) if castle else None
        if each.unit.position == outside:
            each.spot = fight.battlefield.outside(wall) or each.spot if wall else fight.battlefield.start(9, outside)
    return fight, fighter(fight, first), fighter(fight, second)


def most(fight: Fight, one: Fighter, other: Fighter, melee: bool = True) -> int:
    found = best_blow(fight, one, other, melee)
    return found.most if found else 0


CASES = [
    # what, attacker, target, terrain, morale of the attacker, melee, greatest damage in hundredths
    pytest.param("medium infantry", "medium infantry", "plains", 0, True, 100, id="20 against 20"),
    pytest.param("heavy infantry", "medium infantry", "plains", 0, True, 125, id="25 against 20"),
    pytest.param("medium infantry", "heavy infantry", "plains", 0, True, 71, id="20 against 28: 71.4"),
    pytest.param("medium infantry", "medium infantry", "plains", 20, True, 108, id="morale 20: 20 x 1.075 = 107.5, up"),
    pytest.param("medium infantry", "medium infantry", "plains", -40, True, 85, id="morale -40: x 0.85"),
    pytest.param("crossbowmen", "medium infantry", "plains", 40, False, 116, id="missiles, morale 40: 22 x 1.05 / 20 = 115.5"),
    pytest.param("medium infantry", "medium infantry", "swamp", 0, True, 81, id="terrain 70%, alien: 14 / 20 x 1.15 = 80.5"),
    pytest.param("medium infantry", "heavy infantry", "woods", 0, True, 75, id="95%, unfamiliar: 19 / 28 x 1.1 = 74.6"),
    pytest.param("medium infantry", "heavy cavalry", "plains", 0, True, 60, id="native: 20 / 30 x 0.9"),
    pytest.param("heavy cavalry", "medium infantry", "plains", 0, True, 209, id="110%: 41.8 / 20"),
    pytest.param("heavy cavalry", "bone warriors", "plains", 0, True, 116, id="pierce against bones: 41.8 / (18 x 2) = 116.1"),
    pytest.param("medium infantry", "bone warriors", "plains", 0, True, 111, id="cut against bones: 20 / 18"),
]


@pytest.mark.rule("CF-R-7.4")
@pytest.mark.rule("CF-15.5.3-01", "CF-15.5.3-02", "CF-15-05", "CF-9.2.1-08", "CF-2.3.1-11", "CF-15.5-01")
@pytest.mark.parametrize(("one", "other", "terrain", "morale", "melee", "expected"), CASES)
def test_the_greatest_damage(one: str, other: str, terrain: str, morale: int, melee: bool, expected: int) -> None:
    fight, attacker, target = pair(one, other, terrain, morale)
    assert most(fight, attacker, target, melee) == expected


@pytest.mark.rule("CF-15.6.2-03", "CF-15.6.2-04", "CF-15.5.3-03", "CF-15.5.1-02", "CF-15.7.2-10")
@pytest.mark.parametrize(
    ("one", "other", "change", "expected"),
    [
        pytest.param("heavy cavalry", "medium infantry", {"fresh": True}, 251, id="after a charge: 41.8 x 1.2 / 20"),
        pytest.param("heavy cavalry", "medium infantry", {"fresh": True, "covered": True}, 209, id="in a defensive position"),
        pytest.param("heavy cavalry", "elven spearguard", {"fresh": True}, 161, id="cancel charge: 41.8 / 26"),
        pytest.param("medium infantry", "heavy cavalry", {"charging": True}, 54, id="against a charger: 60 x 0.9"),
        pytest.param("heavy cavalry", "heavy cavalry", {"charging": True, "fresh": True}, 150, id="both charge: no 0.9"),
    ],
)
def test_charging(one: str, other: str, change: dict[str, bool], expected: int) -> None:
    fight, attacker, target = pair(one, other)
    fight.segment = 3
    attacker.fresh, target.covered = change.get("fresh", False), change.get("covered", False)
    if attacker.fresh:
        attacker.charged = 2
    if change.get("charging"):
        target.charged = 2
    assert most(fight, attacker, target) == expected
    target.charged -= 1  # a charge of the segment before the last is no charge any more
    if change == {"charging": True}:
        assert most(fight, attacker, target) == 60


@pytest.mark.rule("CF-16-06", "CF-16-07", "CF-16-08", "CF-16-09", "CF-16-10", "CF-15.6.1-08")
@pytest.mark.parametrize(
    ("one", "other", "inside", "rating", "expected"),
    [
        pytest.param("medium infantry", "medium infantry", "other", 4, 35, id="into a castle of rating 4: root of 0.125"),
        pytest.param("medium infantry", "medium infantry", "one", 4, 283, id="out of it: the other way round"),
        pytest.param("medium infantry", "medium infantry", "other", 1, 78, id="rating 1: root of 0.615"),
        pytest.param("medium infantry", "medium infantry", "other", 7, 0, id="rating 7 lets nothing through"),
        pytest.param("heavy cavalry", "medium infantry", "one", 4, 269, id="over walls 50%: 19 / 20 x 2.83"),
        pytest.param("griffon", "medium infantry", "other", 4, 238, id="flyers pass over: 47.5 / 20"),
        pytest.param("medium infantry", "griffon", "one", 4, 56, id="and are not lower: 20 / 36"),
    ],
)
def test_walls(one: str, other: str, inside: str, rating: int, expected: int) -> None:
    fight, attacker, target = pair(one, other, rating=rating, inside=inside)
    assert most(fight, attacker, target) == expected


@pytest.mark.rule("CF-16-06")
def test_missiles_into_a_fortification_and_ladders() -> None:
    fight, attacker, target = pair("crossbowmen", "medium infantry", rating=4, inside="other")
    assert most(fight, attacker, target, melee=False) == 14  # 22 x 0.125 / 20 = 13.75
    attacker.ladders = 15  # the reduction of 0.875 is then 0.74375
    fight.battlefield.world.locations[int(target.spot.place)].damage = 0
    assert most(fight, attacker, target) == 30  # 12 x root of 0.25625 (0.5062) / 20 = 30.4


@pytest.mark.rule("CF-16-09")
def test_over_the_highest_walls_only_missiles_fly_out() -> None:
    fight, inner, outer = pair("crossbowmen", "medium infantry", rating=7, inside="one")
    assert (most(fight, inner, outer), most(fight, inner, outer, melee=False)) == (0, 110)  # 22 / 20
    assert (most(fight, outer, inner), most(fight, outer, inner, melee=False)) == (0, 0)


@pytest.mark.rule("CF-17.1-09")
@pytest.mark.parametrize(("state", "expected"), [({"until": {"weakened": 2}}, 50), ({"charmed_from": "Wd"}, 90), ({}, 100)])
def test_states_of_the_attacker(state: dict[str, Any], expected: int) -> None:
    world = at_war()
    place = open_hex(world)
    one = add_unit(world, "Am", "medium infantry", place, **state)
    add_unit(world, "Gh", "medium infantry", place)
    fight = ready(turn_of(world))
    target = next(each for each in fight.fighters if each.unit is not one)
    assert most(fight, fighter(fight, one), target) == expected


@pytest.mark.rule("CF-2.3-06", "CF-15.5-06")
def test_items_add_to_strength_defence_and_range() -> None:
    world = at_war()
    place = open_hex(world)
    knight, mage = (add_unit(world, owner, kind, place, tactics="attack") for owner, kind in (("Am", "knight"), ("Gh", "mage")))
    world.items = {
        2005: Item(2005, "weapon", "Sword", holder=knight.id),
        2008: Item(2008, "weapon", "Fang", holder=knight.id),
        2006: Item(2006, "weapon", "Bow", holder=knight.id),
        2011: Item(2011, "shield", "Shield", holder=mage.id),
    }
    fight = ready(turn_of(world))
    one, other = fighter(fight, knight), fighter(fight, mage)
    assert one.attacks == (Attack(True, "pierce", Fraction(100), 2), Attack(False, "pierce", Fraction(30), 1, 3))
    assert (float(other.defence), float(one.vigour)) == (38.0, 1.25)
    assert most(fight, one, other) == 326  # 100 x 1.25 x 1.1 / 38 x 0.9 = 325.7


@pytest.mark.rule("CF-15.5-06")
def test_the_most_effective_of_several_attacks_is_used() -> None:
    fight, one, other = pair("medium infantry", "bone warriors")
    one.attacks = (
        Attack(True, "pierce", Fraction(30)),
        Attack(True, "cut", Fraction(20)),
        Attack(True, "crush", Fraction(11), 2),
    )
    found = best_blow(fight, one, other, melee=True)
    assert found is not None
    assert (found.attack.form, found.most) == ("crush", 61)  # 30 / 36 = 83, 20 / 18 = 111, 11 / 18 twice = 122
    one.attacks = one.attacks[:2]
    found = best_blow(fight, one, other, melee=True)
    assert found is not None
    assert found.attack.form == "cut"


@pytest.mark.rule("CF-15.5-07")
def test_who_is_immune_takes_no_damage() -> None:
    fight, one, other = pair("medium infantry", "bone warriors")
    assert blow(fight, one, Attack(True, "mind", Fraction(500)), other) is None


@pytest.mark.rule("CF-15.2-01")
@pytest.mark.parametrize(
    ("one", "other", "chance"),
    [("knight", "troll king", 1), ("knight", "trolls", 2), ("trolls", "medium infantry", 1), ("medium infantry", "knight", 0)],
)
def test_chances_of_a_critical_hit(one: str, other: str, chance: int) -> None:
    fight, attacker, target = pair(one, other)
    found = best_blow(fight, attacker, target, melee=True)
    assert found is not None
    assert found.critical == (found.most if not chance else pytest.approx(8 * found.most, abs=4))
    times = 40_000
    criticals = roll(fight, attacker, found, target, times).criticals
    assert criticals == pytest.approx(times * chance / 100, abs=90)


@pytest.mark.rule("CF-15.2-02", "CF-15.2-03")
def test_of_several_rolls_only_the_first_is_critical_and_rolls_begin_at_one(monkeypatch: pytest.MonkeyPatch) -> None:
    row = CRITICAL[True, True]
    monkeypatch.setitem(CRITICAL, (True, True), replace(row, chance_pct=100))
    fight, one, other = pair("trolls", "medium infantry")
    twice = roll(fight, one, Blow(Attack(True, "crush", Fraction(56), 2), 1, 800), other, 500)
    assert (twice.criticals, len(twice.hits)) == (500, 1000)
    usual, high = [hit for _, hit in twice.hits[1::2]], [hit for _, hit in twice.hits[0::2]]
    assert set(usual) == {1}
    assert min(high) < 10
    assert max(high) > 790
    area = roll(fight, one, Blow(Attack(False, "fire", Fraction(45), area=40), 1, 800), other, 1)
    assert (area.criticals, len(area.hits)) == (1, 10)


@pytest.mark.rule("CF-15.5-02")
@pytest.mark.parametrize(("kind", "hit"), [("dwarven axemen", 20), ("medium infantry", 10), ("heavy cavalry", 3), ("giant", 1)])
def test_an_area_attack_hits_more_of_the_small(kind: str, hit: int) -> None:
    fight, one, other = pair("ash dragon", kind)
    found = best_blow(fight, one, other, melee=False)
    assert found is not None
    assert found.attack == Attack(False, "fire", Fraction(45), 1, 2, 40)
    harm = roll(fight, one, found, other, 1)
    assert len(harm.hits) == len({place for place, _ in harm.hits}) == hit


@pytest.mark.rule("CF-15-07", "CF-15-06")
def test_marginal_damage_adds_up_to_a_wound() -> None:
    _, _, other = pair("medium infantry", "medium infantry")
    first = suffer(other, [(0, 60)], None)
    second = suffer(other, [(0, 40)], None)
    assert (first.wounds, second.wounds, other.points()) == (0, 1, 199)
    assert suffer(other, [(0, 900)], None).dead == 1
    other.sync()
    assert (other.unit.individuals, other.unit.wounds) == (49, [])


@pytest.mark.rule("CF-2.3.3-05", "CF-2.3.3-07")
def test_a_major_character_loses_at_most_half_of_its_wound_points_in_an_attack() -> None:
    _, soldier, noble = pair("medium infantry", "noble")
    assert spared(noble, by_major=soldier.kind.major) == 400  # half of 8 wound points
    assert spared(noble, by_major=True) is None
    assert spared(soldier, by_major=False) is None
    loss = suffer(noble, [(0, 300), (0, 300), (0, 300)], spared(noble, by_major=False))
    assert (loss.wounds, noble.points()) == (4, 4)
    noble.unit.questing = True
    assert spared(noble, by_major=False) is None


@pytest.mark.rule("CF-15.5.2-05")
def test_combat_ratings_change_no_damage() -> None:
    fight, one, other = pair("medium infantry", "heavy infantry")
    one.kind, other.kind = (replace(each.kind, combat_rating=Fraction(999)) for each in (one, other))
    assert most(fight, one, other) == 71
    assert one.full_room() == other.full_room() == 30_000


@pytest.mark.rule("CF-15.5.2-02", "CF-15.5.2-03", "CF-15.5.2-04")
def test_combat_ratings_of_the_data_follow_their_formula() -> None:
    """10 x strength and attacks x defence x the efficiency left wound by wound, relative to the standard unit: for types with
    a plain melee attack and no special defence, whose rating depends on no other type."""
    tables = at_war(slug="two_tides").tables

    def worth(kind: str) -> float:
        row = tables.unit_types[tables.type_numbers[kind]]
        left = [1.0] * row.light_at + [0.7] * (row.heavy_at - row.light_at) + [0.3] * (row.incap_at - row.heavy_at)
        return row.melee_strength * row.melee_attacks * row.defence * sum(left)

    standard = worth("medium infantry")
    for kind, rating in (
        ("heavy infantry", 17.5),
        ("light cavalry", 23.1),
        ("dwarven axemen", 19.8),
        ("trolls", 448.0),
        ("noble", 160.0),
    ):
        assert worth(kind) / standard * 10 == pytest.approx(rating, abs=0.051)
        assert float(tables.unit_types[tables.type_numbers[kind]].combat_rating) == rating
