"""Spells for the caster and his armies, and those that bring him armies."""

from __future__ import annotations

import pytest

from postern.game.kit.knowledge import unknown
from postern.game.kit.turn import in_turn
from postern.rulesets.adventurer_kings.orders.magic import cast
from postern.rulesets.adventurer_kings.rules.endings import follow
from postern.rulesets.adventurer_kings.rules.realm.recovery import recover
from postern.rulesets.adventurer_kings.rules.realm.victory import end_year, lift_veils
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, Remains, World
from tests.rules.adventurer_kings.build import (
    HOMES,
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    relate,
    step,
    told,
    turn_of,
)

HOME = HOMES["AA"]


def mage(skills: dict[str, int], **more: object) -> tuple[World, Character]:
    """A mage (4) at the home of AA."""
    world = empty_world()
    return world, add_character(world, "AA", HOME, skills, name="Selwyn", **more)


def casts(world: World, order: str, *faces: int) -> Turn:
    turn = always(turn_of(world, {"AA": f"CHAR 4\n1 CA {order}"}), *(faces or (1,)))
    carry_out(turn, cast)
    return turn


@pytest.mark.rule("AK-D4.2-06", "AK-D4.2-09", "AK-D4.22-03", "AK-D4.23-02", "AK-D4.23-03", "AK-D2.0-13")
@pytest.mark.parametrize(("order", "school", "skill"), [("OR", "PS", 3), ("PH", "IL", 2), ("DI", "IL", 2), ("VE", "IL", 5)])
def test_spells_that_stay_with_the_caster_until_the_end_of_the_year(order: str, school: str, skill: int) -> None:
    world, hero = mage({school: skill})
    army = add_army(world, "AA", "LE", HOME, 1)
    casts(world, order)
    assert hero.spells == {order: skill}
    hero.spells[order] = 9
    casts(world, order)
    assert hero.spells == {order: 9}  # the highest level counts, once
    assert (army.leader, world.characters[1].spells) == (1, {})  # it is the caster's, not the armies'
    step(turn_of(world), "10", in_turn(end_year, lift_veils))
    assert hero.spells == {}


@pytest.mark.rule("AK-D4.2-02")
def test_a_spell_that_fails_leaves_nothing() -> None:
    world, hero = mage({"PS": 2})
    casts(world, "OR", 51)
    assert hero.spells == {}


@pytest.mark.rule("AK-D4.23-04", "AK-D3.10-01")
@pytest.mark.parametrize(
    ("order", "terrain", "code"),
    [
        ("IT FOREST", "Forest", ""),
        ("IT desert", "Desert", ""),
        ("IT SEA", "", "TERRAIN"),
        ("IT", "", "TERRAIN"),
        ("IT 45", "", "TERRAIN"),
    ],
)
def test_illusory_terrain_names_a_land_terrain(order: str, terrain: str, code: str) -> None:
    world, hero = mage({"IL": 2})
    turn = casts(world, order)
    assert (hero.illusion, failures(turn)) == (terrain, [code] if code else [])
    assert ("IT" in hero.spells) is not bool(code)
    if code:
        assert "Plain, Desert, Jungle, Forest and Mountain" in turn.failures[0].why


@pytest.mark.rule("AK-D4.24-02")
def test_favorable_winds_once_a_year() -> None:
    world, hero = mage({"EL": 1})
    casts(world, "WI")
    assert hero.spells == {"WI": 1}
    assert failures(casts(world, "WI")) == ["TWICE"]


@pytest.mark.rule("AK-D2.0-11")
@pytest.mark.parametrize(("alignment", "code"), [("Good", ""), ("Neutral", ""), ("Evil", "ALIGNMENT"), ("Undead", "ALIGNMENT")])
def test_holy_war_is_not_for_evil_and_undead(alignment: str, code: str) -> None:
    world, hero = mage({"WH": 5})
    world.kingdoms["AA"].alignment = alignment
    turn = casts(world, "HW")
    assert (failures(turn), hero.spells) == ([code], {}) if code else ([], {"HW": 5})


@pytest.mark.rule("AK-D2.0-12", "AK-D4.2-08")
@pytest.mark.parametrize(("skill", "face", "joins"), [(5, 50, True), (5, 51, False), (7, 70, True), (7, 71, False)])
def test_domination_wins_an_enemy_army_with_10_percent_a_level(skill: int, face: int, joins: bool) -> None:
    world, hero = mage({"PS": skill})
    relate(world, "AA", "BB", "Enemy")
    army = add_army(world, "BB", "LE", HOME, 0)
    turn = casts(world, f"DO {army.id}", face)
    assert (army.owner, army.leader) == (("AA", hero.id) if joins else ("BB", 0))
    assert only(turn, "cast").data["chance"] == str(10 * skill)


@pytest.mark.rule("AK-D2.0-12", "AK-D0-09")
@pytest.mark.parametrize(
    ("owner", "relation", "mercenary", "possible"),
    [
        ("BB", "Enemy", False, True),
        ("BB", "Neutral", False, False),
        ("", "", False, True),
        ("", "", True, False),
        ("AA", "", False, False),
    ],
)
def test_domination_is_for_an_enemy_army_in_the_province(owner: str, relation: str, mercenary: bool, possible: bool) -> None:
    world, _ = mage({"PS": 5})
    if relation:
        relate(world, "AA", "BB", relation)
    army = add_army(world, owner, "LE", HOME, mercenary=mercenary)
    turn = casts(world, f"DO {army.id}")
    assert failures(turn) == ([] if possible else ["WHICH ARMY"])


@pytest.mark.rule("AK-D3.10-01")
def test_domination_without_an_army_lists_those_there() -> None:
    world, _ = mage({"PS": 5})
    add_army(world, "", "BO", HOME)
    turn = casts(world, "DO")
    assert (turn.failures[0].remedy, turn.failures[0].paste) == ("Enemy armies there: 1 (Bowmen).", "1 CA DO 1")


@pytest.mark.rule("AK-D2.0-14")
def test_a_summoned_elemental_serves_until_the_end_of_the_year() -> None:
    world, hero = mage({"EL": 8})
    casts(world, "EL")
    army = world.armies[1]
    kind = army.kind
    assert (kind.attack, kind.defend, kind.speed, kind.pay) == (6, 6, 3, 0)
    assert (army.quality, TABLES.qualities[army.quality].name, army.leader, army.owner) == (3, "Veteran", hero.id, "AA")
    step(turn_of(world), "7", recover)
    assert not world.armies
    world.provinces[HOME].terrain = "Sea"
    assert failures(casts(world, "EL")) == ["TERRAIN"]


@pytest.mark.rule("AK-D2.0-14", "AK-P6.1-01")
def test_elementals_are_raised_nowhere() -> None:
    summoned = {one.code for one in TABLES.armies.values() if "summoned" in one.traits}
    assert summoned == {"SE"}
    assert not any(summoned & set(one.weights) for one in TABLES.levies.values())
    assert not any(summoned & {one.first, *one.second} for one in TABLES.homes.values())


@pytest.mark.rule("AK-D4.25-01", "AK-D2.0-15", "AK-D4.25-07")
@pytest.mark.parametrize(("skill", "types", "quality"), [(1, "HC", 1), (2, "HC LE", 1), (4, "HC LE BO", 1), (5, "HC LE BO", 2)])
def test_destroyed_armies_rise_up_to_the_level(skill: int, types: str, quality: int) -> None:
    world, hero = mage({"NE": skill})
    lying = [Remains("Human", "BO", "BB"), Remains("Orc", "LE", "BB"), Remains("Human", "HC", "AA")]
    world.provinces[HOME].remains = list(lying)
    turn = casts(world, "AN")
    armies = list(world.armies.values())
    assert [one.type for one in armies] == types.split()
    assert {(one.quality, one.skeletal, one.owner, one.leader) for one in armies} == {(quality, True, "AA", hero.id)}
    assert len(world.provinces[HOME].remains) == 3 - len(armies)
    assert armies[0].used == 0
    assert len(only(turn, "skeletons raised").data["armies"]) == len(armies)


@pytest.mark.rule("AK-D4.25-01")
def test_where_no_army_lies_none_rises_and_failure_leaves_them() -> None:
    world, _ = mage({"NE": 1})
    assert failures(casts(world, "AN")) == ["NO REMAINS"]
    world.provinces[HOME].remains = [Remains("Human", "BO", "BB")]
    turn = casts(world, "AN", 51)
    assert (told(turn, "skeletons raised"), len(world.provinces[HOME].remains)) == ([], 1)


@pytest.mark.rule("AK-D2.0-12")
def test_where_orders_are_tried_out_an_army_that_joins_is_taken_to_be_average() -> None:
    world = empty_world()
    army = add_army(world, "BB", "LE", 82, quality=unknown("the quality of army 1"))
    follow(army, world.characters[1])
    assert (army.owner, army.leader, army.quality) == ("AA", 1, 2)
