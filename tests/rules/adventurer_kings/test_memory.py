"""What kingdoms remember: wealth words, outlines of the map, owners, who was there, the inside of features."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.rules.memory import in_sight, look, remember, see_inside, usual_wealth, visited, wealth
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.world import Kingdom, World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world
from tests.rules.adventurer_kings.reports import cave

BESIDE_82 = {64, 81, 83, 99, 100, 101}


def looked(world: World, code: str = "AA") -> Kingdom:
    """The kingdom after a look around."""
    look(world, world.kingdoms[code])
    return world.kingdoms[code]


@pytest.mark.rule("AK-P1.1-15")
@pytest.mark.parametrize("tax", range(11))
def test_words_of_wealth(tax: int) -> None:
    assert wealth(tax) == ("Poor" if tax <= 2 else "Prosperous" if tax <= 6 else "Rich")


@pytest.mark.rule("AK-P1.1-16")
@pytest.mark.parametrize(
    ("terrain", "word"),
    [
        ("Plain", "Prosperous"),
        ("Forest", "Prosperous"),
        ("Jungle", "Prosperous"),
        ("Mountain", "Prosperous"),
        ("Sea", "Poor"),
        ("Desert", "Poor"),
    ],
)
def test_wealth_that_is_not_told(terrain: str, word: str) -> None:
    assert usual_wealth(TABLES.terrains[terrain]) == word


@pytest.mark.rule("AK-D1.4-08", "AK-P1.1-15")
def test_four_of_five_words_are_told_from_beside_and_stay_told() -> None:
    told, every = 0, 0
    for place in GRID.places:
        world = empty_world()
        world.kingdoms["AA"].home = place
        world.characters[1].province = place
        seen = looked(world).seen
        words = {near: seen[near].wealth for near in GRID.neighbours(place) if near != 82}
        told, every = told + sum(map(bool, words.values())), every + len(words)
        remember(world)
        assert {near: seen[near].wealth for near in words} == words
    assert 0.75 < told / every < 0.85


@pytest.mark.rule("AK-D1.4-08")
def test_whoever_has_been_there_knows_the_wealth() -> None:
    world = empty_world()
    missing = next(place for place, seen in looked(world).seen.items() if not seen.wealth)
    world.characters[1].province = missing
    assert looked(world).seen[missing].wealth == "Prosperous"


@pytest.mark.rule("AK-P1.1-18", "AK-P3.1-04")
def test_the_map_grows_by_what_lies_beside_ones_ways() -> None:
    world = empty_world()
    assert looked(world).seen.keys() == BESIDE_82 | {82}
    world.kingdoms["AA"].exploration[83] = 37
    assert looked(world).seen.keys() == BESIDE_82 | {82} | set(GRID.neighbours(83))


@pytest.mark.rule("AK-P3.1-04")
def test_what_is_explored_from_the_start_was_not_visited() -> None:
    world = empty_world()
    kingdom = world.kingdoms["AA"]
    kingdom.exploration |= dict.fromkeys(BESIDE_82, 25)
    assert not visited(kingdom, 83)
    assert looked(world).seen.keys() == BESIDE_82 | {82}
    kingdom.exploration[83] = 26
    assert visited(kingdom, 83)


@pytest.mark.rule("AK-D1.4-09")
@pytest.mark.parametrize(("explored", "where", "owner"), [(1, 83, "BB"), (1, 82, "BB"), (0, 82, ""), (1, 40, "")])
def test_owners_are_known_where_something_is_explored_and_somebody_is_near(explored: int, where: int, owner: str) -> None:
    world = empty_world()
    world.provinces[83].owner = "BB"
    world.kingdoms["AA"].exploration[83] = explored
    world.characters[1].province = where
    assert looked(world).seen[83].owner == owner


@pytest.mark.rule("AK-D1.4-09")
def test_owners_are_as_of_the_last_look() -> None:
    world = empty_world()
    world.provinces[83].owner = "BB"
    world.kingdoms["AA"].exploration[83] = 10
    looked(world)
    world.turn, world.characters[1].province, world.provinces[83].owner = 5, 40, "CC"
    assert (looked(world).seen[83].owner, world.kingdoms["AA"].seen[83].year) == ("BB", 0)
    world.characters[1].province = 82
    assert (looked(world).seen[83].owner, world.kingdoms["AA"].seen[83].year) == ("CC", 4)


@pytest.mark.rule("AK-D1.4-09", "AK-D1.4-03")
def test_who_took_a_province_from_us_is_public() -> None:
    world = empty_world()
    world.provinces[120].owner = "AA"
    looked(world)
    world.provinces[120].owner = "CC"
    assert looked(world).seen[120].owner == "CC"


@pytest.mark.rule("AK-D1.4-02", "AK-D1.4-05", "AK-DMC-03")
def test_armies_and_characters_are_counted_in_own_provinces_and_where_a_character_stands() -> None:
    world = empty_world()
    world.provinces[100].owner = "AA"
    hero = add_character(world, "AA", 60)
    there = add_character(world, "BB", 60)
    add_army(world, "BB", "LE", 60, there.id)
    add_army(world, "BB", "LE", 60)
    add_army(world, "", "TR", 100, mercenary=True)
    add_army(world, "BB", "HC", 61)
    seen = looked(world).seen
    assert (seen[60].armies, seen[60].heroes, seen[60].serving) == ({"LE": 2}, [there.id], {there.id: "BB"})
    assert (seen[100].armies, seen[61].armies, seen[60].visited) == ({"TR": 1}, {}, 0)
    world.turn, hero.province = 3, 82
    world.armies.clear()
    assert (looked(world).seen[60].armies, seen[60].visited) == ({"LE": 2}, 0)


@pytest.mark.rule("AK-D2.0-13", "AK-D1.4-02")
def test_a_veil_hides_the_armies_that_its_caster_leads() -> None:
    world = empty_world()
    caster = add_character(world, "BB", 82, spells={"VE": 5})
    led, other = add_army(world, "BB", "LE", 82, caster.id), add_army(world, "BB", "HC", 82)
    assert in_sight(world, "AA", 82) == [other]
    assert in_sight(world, "BB", 82) == [led, other]
    assert looked(world).seen[82].armies == {"HC": 1}


@pytest.mark.rule("AK-D1.4-02")
def test_heroes_of_an_inn_show_to_those_who_found_it() -> None:
    world = empty_world()
    inn = cave(world, 82)
    guest = add_character(world, "", 82, inn=1)
    assert looked(world).seen[82].heroes == []
    inn.found_by = ["AA"]
    assert looked(world).seen[82].heroes == [guest.id]


@pytest.mark.rule("AK-D1.4-04")
def test_the_inside_of_a_feature_is_as_at_the_moment_of_the_look() -> None:
    world = empty_world()
    world.turn = 4
    feature = cave(world, 82, "AA")
    see_inside(world, "AA", 82, 1)
    assert feature.scouted == {"AA": 4}
    feature.guardian, feature.gold = None, 0
    world.turn = 5
    inside = looked(world).seen[82].inside[1]
    assert (inside.year, inside.guardian is not None, inside.gold) == (4, True, 9)


@pytest.mark.rule("AK-D1.4-04")
def test_the_inside_of_a_feature_is_as_it_was_scouted() -> None:
    world = empty_world()
    world.turn = 4
    feature = cave(world, 82, "AA")
    assert looked(world).seen[82].inside == {}
    feature.scouted["AA"] = 3
    inside = looked(world).seen[82].inside[1]
    assert inside.guardian is not None
    assert (inside.year, inside.guardian.kind, inside.guardian.hit_points, inside.gold, inside.items) == (3, "Ogre", 14, 9, 1)
    world.turn, feature.guardian, feature.gold = 5, None, 0
    assert looked(world).seen[82].inside[1] == inside
    see_inside(world, "AA", 82, 1)
    assert (looked(world).seen[82].inside[1].guardian, world.kingdoms["AA"].seen[82].inside[1].gold) == (None, 0)


@pytest.mark.rule("AK-D1.4-04", "AK-D5.4-03")
def test_own_agreements_with_a_guardian_are_known_its_wounds_by_others_are_not() -> None:
    from postern.rulesets.adventurer_kings.world import Agreement

    world = empty_world()
    world.turn = 4
    feature = cave(world, 82, "AA")
    assert feature.guardian is not None
    feature.scouted["AA"], feature.guardian.riddle = 3, next(iter(TABLES.riddles))
    looked(world)
    world.turn = 6
    feature.guardian.agreements = {"AA": Agreement("riddle"), "BB": Agreement("tribute", 8)}
    feature.guardian.hit_points, feature.guardian.peace = 2, ["AA", "BB"]
    inside = looked(world).seen[82].inside[1]
    assert inside.guardian is not None
    assert (inside.guardian.hit_points, inside.guardian.peace, inside.guardian.riddle) == (14, ["AA"], "")
    assert (inside.guardian.agreements, inside.riddle) == (
        {"AA": Agreement("riddle")},
        next(iter(TABLES.riddles.values())).text,
    )


@pytest.mark.rule("AK-P2.1-11")
@pytest.mark.parametrize(("alignment", "told"), [("Divine", "Divine"), ("Undead", "Undead"), ("Evil", None)])
def test_neighbours_of_divine_and_undead_kings_learn_it(alignment: str, told: str | None) -> None:
    world = empty_world()
    world.kingdoms["BB"].alignment = alignment
    assert "BB" not in looked(world).learnt
    world.provinces[89].owner, world.provinces[90].owner = "BB", "AA"
    assert looked(world).learnt.get("BB") == told


@pytest.mark.rule("AK-D1.4-02")
def test_the_alignment_of_a_king_who_is_seen_is_learnt() -> None:
    world = empty_world()
    world.kingdoms["BB"].alignment = "Evil"
    world.characters[2].province = 82
    assert looked(world).learnt == {"BB": "Evil"}
