"""Inventions: the list D4.35, sages, and who has what when."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.game.kit.turn import laid_out
from postern.rulesets.adventurer_kings.orders.heroes import practise
from postern.rulesets.adventurer_kings.rules.abilities.inventions import begin_to_help, share
from postern.rulesets.adventurer_kings.rules.abilities.levels import has_invention, level
from postern.rulesets.adventurer_kings.sequence import SEQUENCE
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import HOMES, add_character, always, carry_out, empty_world, only, step, told, turn_of

HOME = HOMES["AA"]


def sage_world(skill: int = 2) -> World:
    """A sage (4) at the home of AA."""
    world = empty_world()
    add_character(world, "AA", HOME, {"SG": skill}, name="Ishara")
    return world


def studied(world: World, *faces: int) -> Turn:
    turn = always(turn_of(world, {"AA": "CHAR 4\n1 PR SG"}), 100, *faces)
    carry_out(turn, practise)
    return turn


@pytest.mark.rule("AK-D4.35-01", "AK-P4.3-01")
@pytest.mark.parametrize(("skill", "face", "made"), [(2, 16, 1), (2, 17, 0), (1, 8, 1), (1, 9, 0), (0, 1, 0)])
def test_a_sage_makes_an_invention_with_8_percent_a_level(skill: int, face: int, made: int) -> None:
    world = sage_world(skill)
    turn = studied(world, face)
    begin_to_help(turn)
    assert world.kingdoms["AA"].inventions == [1] * made  # the loaded dice draw the first
    assert len(told(turn, "invention made")) == made


@pytest.mark.rule("AK-D4.35-01")
def test_only_what_the_kingdom_lacks_is_invented() -> None:
    world = sage_world()
    world.kingdoms["AA"].inventions = list(range(1, 24))
    begin_to_help(studied(world, 1))
    assert world.kingdoms["AA"].inventions == list(range(1, 25))
    assert not told(studied(world, 1), "invention made")


@pytest.mark.rule("AK-D4.35-02", "AK-10.1-07")
def test_an_invention_helps_from_the_next_phase_on_and_the_first_in_the_world_gives_merit() -> None:
    world = sage_world()
    turn = studied(world, 1)
    assert not has_invention(world, world.kingdoms["AA"], "Crop Rotation")
    assert (world.invented, world.characters[4].merit) == ({1: "AA"}, {"CH": 4})  # 2 points in halves
    assert only(turn, "invention made").data["first"]
    begin_to_help(turn)
    world.characters[4].status = "dead"
    assert has_invention(world, world.kingdoms["AA"], "Crop Rotation") == 1
    begin_to_help(turn)
    assert world.kingdoms["AA"].inventions == [1]


@pytest.mark.rule("AK-D4.35-02")
def test_the_end_of_a_phase_puts_it_to_use() -> None:
    world = sage_world()
    turn = studied(world, 1)
    steps = {one.label: one for _, one in laid_out(SEQUENCE)}
    step(turn, "1d", steps["1d"].run)
    assert world.kingdoms["AA"].inventions == []
    step(turn, "1e", steps["1e"].run)
    assert world.kingdoms["AA"].inventions == [1]


@pytest.mark.rule("AK-D4.35-02", "AK-10.1-07")
def test_a_later_kingdom_has_no_merit() -> None:
    world = sage_world()
    world.invented = {1: "BB"}
    studied(world, 1)
    assert world.characters[4].merit == {}


@pytest.mark.rule("AK-D2.0-20")
@pytest.mark.parametrize(("skill", "many"), [(8, 2), (7, 1)])
def test_a_great_sage_makes_two(skill: int, many: int) -> None:
    world = sage_world(skill)
    begin_to_help(studied(world, 1))
    assert world.kingdoms["AA"].inventions == [1, 2][:many]


@pytest.mark.rule("AK-D8.4-01", "AK-P8.4-01", "AK-P4.3-01")
def test_a_treaty_shares_an_invention_without_merit() -> None:
    world = sage_world()
    one, other = world.kingdoms["AA"], world.kingdoms["BB"]
    one.inventions, other.inventions = [1, 2], [2, 7]
    turn = always(turn_of(world))
    turn.step = "8"
    assert (share(turn, one, other), share(turn, other, one)) == ("Longbow", "Crop Rotation")
    assert (one.inventions, other.inventions) == ([1, 2, 7], [2, 7, 1])
    assert share(turn, one, other) == ""
    assert not any(each.merit for each in world.characters.values())


INVENTIONS = [
    (1, "Crop Rotation", "tax", ("Plain",), "1"),
    (2, "Irrigation", "tax", ("Desert",), "1"),
    (3, "Forestry", "tax", ("Forest",), "1"),
    (4, "Deep Mining", "tax", ("Mountain",), "1"),
    (5, "Spice Trade", "tax", ("Jungle",), "1"),
    (6, "Fishing Nets", "tax", ("Sea",), "1"),
    (7, "Longbow", "strength", ("BO",), "1.15"),
    (8, "Tempered Axes", "strength", ("AX",), "1.15"),
    (9, "Long Pike", "strength", ("PH",), "1.15"),
    (10, "Drill Manual", "strength", ("LE",), "1.15"),
    (11, "Stirrup", "strength", ("LC", "HC"), "1.15"),
    (12, "Spoked Wheel", "strength", ("CH",), "1.15"),
    (13, "Shipbuilding", "strength", ("FL",), "1.15"),
    (14, "Siegecraft", "other", (), "1.15"),
    (15, "Fortification", "other", (), "1.35"),
    (16, "Cartography", "ability", ("EX",), "1"),
    (17, "Cipher", "ability", ("SP",), "1"),
    (18, "Compass", "ability", ("NA",), "1"),
    (19, "Supply Trains", "ability", ("MA",), "1"),
    (20, "Medicine", "other", (), "12"),
    (21, "Schooling", "other", (), "5"),
    (22, "Heraldry", "other", (), "10"),
    (23, "Coinage", "other", (), "5"),
    (24, "Bestiary", "other", (), "10"),
]


@pytest.mark.rule(*(f"AK-D4.35-{number:02}" for number in range(3, 27)))
@pytest.mark.parametrize(("number", "name", "kind", "applies", "value"), INVENTIONS)
def test_the_list_of_inventions(number: int, name: str, kind: str, applies: tuple[str, ...], value: str) -> None:
    row = TABLES.inventions[number]
    assert (row.name, row.kind, row.applies_to, row.value) == (name, kind, applies, Fraction(value))
    assert len(TABLES.inventions) == 24


@pytest.mark.rule("AK-D4.35-18", "AK-D4.35-19", "AK-D4.35-20", "AK-D4.35-21", "AK-D2.0-02")
@pytest.mark.parametrize(
    ("number", "ability", "skill", "reached"),
    [(16, "EX", 0, 1), (17, "SP", 2, 3), (18, "NA", 0, 0), (18, "NA", 1, 2), (19, "MA", 0, 0), (19, "MA", 9, 10)],
)
def test_inventions_raise_levels_some_only_from_the_first_on(number: int, ability: str, skill: int, reached: int) -> None:
    world = empty_world()
    hero = add_character(world, "AA", HOME, {ability: skill})
    world.kingdoms["AA"].inventions = [number]
    assert level(world, hero, ability) == reached
    hero.kingdom = "BB"
    assert level(world, hero, ability) == skill
