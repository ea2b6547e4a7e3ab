"""What recovers, changes and appears at the end of a year."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.adventurer_kings.rules.realm.recovery import recover
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Feature, World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, only, step, told, turn_of
from tests.rules.adventurer_kings.realm import decide, lair


def recovered(world: World, seed: str = "tests", **yes: bool) -> Turn:
    """The step of recovery, in which the named throws succeed."""
    turn = turn_of(world, seed=seed)
    decide(turn, yes)
    return step(turn, "7", recover)


@pytest.mark.rule("AK-P6.1-05", "AK-D6.1-02")
@pytest.mark.parametrize(("before", "after"), [(-1, 0), (0, 1), (1, 2), (2, 2), (3, 3), (7, 7)])
@pytest.mark.parametrize("owner", ["AA", ""])
def test_armies_below_average_rise_one_level_a_year(before: int, after: int, owner: str) -> None:
    world = empty_world()
    army = add_army(world, owner, "LE", 82, quality=before)
    turn = recovered(world)
    assert army.quality == after
    assert bool(told(turn, "recovered")) == (before < 2)


@pytest.mark.rule("AK-D7.5-03")
def test_a_bitten_army_becomes_werebeasts_of_its_owner() -> None:
    world = empty_world()
    army = add_army(world, "AA", "HC", 82, leader=1, bitten=True, quality=3)
    other = add_army(world, "AA", "HC", 82)
    turn = recovered(world)
    assert (army.type, army.race, army.owner, army.leader, army.quality) == ("WE", "Werebeast", "AA", 1, 3)
    assert not army.bitten
    assert other.type == "HC"
    assert only(turn, "turned").data["name"] == "1st Human Heavy Cavalry"


@pytest.mark.rule("AK-D4.25-07")
@pytest.mark.parametrize(
    ("necromancy", "items", "leads", "stays"), [(1, [], True, True), (0, [], True, False), (1, [], False, False)]
)
def test_skeletal_armies_end_where_no_necromancer_leads_them(
    necromancy: int, items: list[int], leads: bool, stays: bool
) -> None:
    world = empty_world()
    leader = add_character(world, "AA", 82, {"NE": necromancy} if necromancy else {}, items=items)
    army = add_army(world, "AA", "LE", 82, leader=leader.id if leads else 0, skeletal=True)
    turn = recovered(world)
    assert (army.id in world.armies) == stays
    assert bool(told(turn, "dissolved")) != stays
    assert not world.provinces[82].remains


@pytest.mark.rule("AK-D2.0-14")
def test_a_summoned_army_ends_with_the_year() -> None:
    world = empty_world()
    kind = next(one for one in TABLES.armies.values() if "summoned" in one.traits)
    army = add_army(world, "AA", kind.code, 82, leader=1, quality=3)
    recovered(world)
    assert army.id not in world.armies
    assert not world.provinces[82].remains
    assert (kind.attack, kind.defend, kind.speed, kind.pay) == (6, 6, 3, 0)


@pytest.mark.rule("AK-DF-26")
@pytest.mark.parametrize(("full", "now", "then"), [(25, 25, 25), (25, 24, 25), (25, 10, 18), (25, 5, 15), (14, 1, 8)])
def test_a_hurt_guardian_regains_half_of_its_loss_rounded_up(full: int, now: int, then: int) -> None:
    world = empty_world()
    guardian = lair(world, 100, full=full, hit_points=now)
    recovered(world)
    assert guardian.hit_points == then


@pytest.mark.rule("AK-DF-27")
@pytest.mark.parametrize("tier", [1, 2, 3])
def test_an_emptied_feature_is_occupied_anew_with_5_percent_with_gold_and_without_items(tier: int) -> None:
    world = empty_world()
    world.turn = 6
    gold = {1: (2, 12), 2: (5, 20), 3: (10, 30)}[tier]
    for seed in "abcdef":
        feature = Feature("Dungeon", tier, scouted={"AA": 3}, found_by=["AA"])
        world.provinces[100].features = [feature]
        recovered(world, seed, occupied=True)
        assert feature.guardian is not None
        assert TABLES.monsters[feature.guardian.kind].tier == tier
        assert feature.guardian.kind in TABLES.features["Dungeon"].guardians
        assert feature.guardian.hit_points == feature.guardian.full
        assert feature.guardian.since == 6
        assert gold[0] <= feature.gold <= gold[1]
        assert not feature.items
        assert feature.found_by == ["AA"]
        assert not feature.scouted


@pytest.mark.rule("AK-DF-27")
def test_only_features_that_had_a_guardian_are_occupied_anew() -> None:
    world = empty_world()
    lair(world, 100)
    world.provinces[100].features += [Feature("Inn"), Feature("Cave", 1)]
    turn = turn_of(world)
    asked = decide(turn)
    step(turn, "7", recover)
    assert asked == {("occupied", 100, 3): Fraction(5)}
    assert world.provinces[100].features[2].guardian is None


@pytest.mark.rule("AK-D2.2-10", "AK-D2.2-01", "AK-P2.2-01")
def test_two_free_heroes_appear_each_year_in_inhabited_land() -> None:
    for seed in ("a", "b", "c"):
        world = empty_world()
        for number, place in world.provinces.items():
            place.native = "Elf" if number in (64, 100) else ""
            place.terrain = "Sea" if number == 64 else "Plain"
        recovered(world, seed)
        heroes = [one for one in world.characters.values() if not one.king]
        assert [one.id for one in heroes] == [4, 5]
        assert {(one.status, one.kingdom, one.province, one.inn) for one in heroes} == {("free", "", 100, 0)}


@pytest.mark.rule("AK-P4.2-05", "AK-D4.24-05")
def test_dried_and_flooded_land_is_itself_again() -> None:
    world = empty_world()
    world.provinces[100].turned = "Sea"
    recovered(world)
    assert world.provinces[100].land.name == "Plain"


@pytest.mark.rule("AK-D2.0-15")
@pytest.mark.parametrize("yes", [True, False])
def test_a_great_necromancer_who_fell_in_an_encounter_rises_with_50_percent(yes: bool) -> None:
    world = empty_world()
    hero = add_character(world, "AA", 100, {"NE": 8}, status="dead", died=1, rises=True)
    add_character(world, "AA", 100, {"NE": 8}, status="dead", died=1)
    turn = turn_of(world)
    asked = decide(turn, {"rise": yes})
    step(turn, "7", recover)
    assert asked[("rise", hero.id)] == 50
    assert ("rise", hero.id + 1) not in asked
    assert (hero.status, hero.kingdom, hero.rises) == ("serving" if yes else "dead", "AA", False)
    assert only(turn, "rose again").data["yes"] is yes


@pytest.mark.rule("AK-D2.0-15", "AK-D2.1-03", "AK-P2.1-02")
def test_a_king_who_rises_needs_no_heir() -> None:
    world = empty_world()
    king = world.characters[1]
    king.status, king.died, king.rises = "dead", 1, True
    turn = recovered(world, rise=True)
    assert (king.status, world.kingdoms["AA"].king) == ("serving", 1)
    assert not told(turn, "heir")


@pytest.mark.rule("AK-D2.2-09")
def test_a_hero_who_rises_where_eight_others_serve_is_free() -> None:
    world = empty_world()
    hero = add_character(world, "AA", 100, {"NE": 8}, status="dead", died=1, rises=True)
    king = world.characters[1]
    king.status, king.rises = "dead", True
    for _ in range(8):
        add_character(world, "AA", 82)
    recovered(world, rise=True)
    assert (hero.status, hero.kingdom) == ("free", "")
    assert (king.status, king.kingdom) == ("serving", "AA")


def test_a_forecast_has_only_what_is_certain() -> None:
    world = empty_world()
    for code in ("BB", "CC"):
        world.kingdoms[code].exploration = {}
    own, other = add_army(world, "AA", "LE", 82, quality=1), add_army(world, "BB", "LE", 88, quality=1)
    world.characters[1].status = "dead"
    guardian = lair(world, 82, hit_points=1)
    step(turn_of(world, expected=True), "7", recover)
    assert (own.quality, other.quality, guardian.hit_points, len(world.characters)) == (2, 1, 1, 3)
