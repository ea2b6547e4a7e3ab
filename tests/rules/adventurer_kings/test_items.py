"""Items: which of them help their bearer, and the order Use (sections DM and 3.11)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.magic import use
from postern.rulesets.adventurer_kings.rules.abilities.levels import blade, level, worn
from postern.rulesets.adventurer_kings.rules.endings import kill
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, Feature, Remains, World
from tests.rules.adventurer_kings.build import (
    HOMES,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    step,
    told,
    turn_of,
)

HOME = HOMES["AA"]


def bearer(*items: int, **skills: int) -> tuple[World, Character]:
    """A character (4) with these items at the home of AA."""
    world = empty_world()
    return world, add_character(world, "AA", HOME, skills, name="Tove", items=list(items))


def uses(world: World, order: str, *faces: int) -> Turn:
    turn = always(turn_of(world, {"AA": f"CHAR 4\n1 US {order}"}), *(faces or (1,)))
    carry_out(turn, use)
    return turn


@pytest.mark.rule("AK-DM-01", "AK-P2.0-11")
@pytest.mark.parametrize(
    ("items", "worn_ones"),
    [
        ([11, 12], [12]),  # swords: the one of more levels
        ([11, 13], [11]),  # the same levels: the lower number
        ([15, 12], [12]),  # a bow is a weapon too
        ([16, 17], [16]),
        ([18, 19, 27], [18, 19, 27]),
        ([22, 37], [22, 37]),  # jewels all
        ([1, 8, 9, 10, 12], [1, 8, 9, 10, 12]),  # artifacts all, and the best weapon
        ([23, 23], [23]),
    ],
)
def test_of_some_kinds_the_best_alone_helps(items: list[int], worn_ones: list[int]) -> None:
    assert [one.number for one in worn(bearer(*items)[1])] == worn_ones


@pytest.mark.rule("AK-DM-01")
@pytest.mark.parametrize(
    ("items", "melee", "hand"),
    [
        ([1, 8], 4, 1),
        ([1, 10], 4, 1),
        ([9, 12], 4, 12),
        ([11], 3, 11),
        ([14], 3, 0),
        ([14, 12], 5, 12),  # the Scourge is no sword
        ([], 2, 0),
    ],
)
def test_one_sword_or_axe_counts_for_melee(items: list[int], melee: int, hand: int) -> None:
    world, hero = bearer(*items, ME=2)
    assert level(world, hero, "ME") == melee
    found = blade(hero)
    assert (found.number if found else 0) == hand


@pytest.mark.rule("AK-DM-01", "AK-DM-08", "AK-DM-10", "AK-DM-12")
def test_other_levels_of_an_artifact_count_beside_a_better_sword() -> None:
    world, hero = bearer(1, 8, 10, ME=1, SP=1, TH=1, WH=1)
    assert [level(world, hero, one) for one in ("ME", "SP", "TH", "WH")] == [3, 2, 2, 2]


@pytest.mark.rule("AK-DM-02", "AK-DM-17", "AK-DM-04")
@pytest.mark.parametrize(("item", "skill", "reached"), [(15, 0, 0), (15, 1, 2), (2, 0, 3), (2, 1, 4)])
def test_bows(item: int, skill: int, reached: int) -> None:
    world, hero = bearer(item, AR=skill)
    assert level(world, hero, "AR") == reached
    hero.aptitudes["AR"] = 0
    assert level(world, hero, "AR") == (reached if skill else 0)


@pytest.mark.rule(*(f"AK-DM-{number}" for number in range(19, 29)))
@pytest.mark.parametrize(
    ("item", "ability"),
    [(18, "TH"), (19, "MA"), (20, "NA"), (21, "TA"), (22, "DR"), (23, "SP"), (24, "TH"), (25, "SG"), (26, "EX"), (7, "NA")],
)
def test_tools_raise_an_ability_by_a_level(item: int, ability: str) -> None:
    world, hero = bearer(item)
    assert {one: many for one in TABLES.abilities if (many := level(world, hero, one))} == {ability: 1}


@pytest.mark.rule("AK-D3.11-01", "AK-D4.2-07", "AK-D4.2-10", "AK-DM-33", "AK-DM-35", "AK-DM-36", "AK-DM-37")
@pytest.mark.parametrize(
    ("item", "spell", "chance"),
    [(31, "Bless", 65), (33, "Animate Skeletons", 65), (34, "Oratory", 50), (35, "Phantasmal Armies", 65)],
)
def test_spell_items_cast_at_their_own_level_without_skill(item: int, spell: str, chance: int) -> None:
    for face, yes in ((chance, True), (chance + 1, False)):
        world, hero = bearer(item)
        world.provinces[HOME].remains = [Remains("Human", "LE", "BB")] * 3
        event = only(uses(world, str(item), face), "cast").data
        assert (event["spell"], event["chance"], event["level"], event["yes"]) == (spell, str(chance), 2, yes)
        done = world.provinces[HOME].blessed or len(world.armies) == 2 or hero.spells.get("OR", hero.spells.get("PH")) == 2
        assert done is yes
        assert hero.items == [item]


@pytest.mark.rule("AK-DM-34", "AK-D3.11-01")
def test_the_crystal_ball_sees_four_provinces_off() -> None:
    world, _ = bearer(32)
    turn = uses(world, "32 86")
    assert (only(turn, "cast").data["chance"], only(turn, "spied").data["margin"]) == ("50", 0)
    assert failures(uses(bearer(32)[0], "32 87")) == ["TOO FAR"]


@pytest.mark.rule("AK-DM-33", "AK-DM-34", "AK-DM-35", "AK-DM-36", "AK-DM-37")
@pytest.mark.parametrize(("item", "again"), [(31, False), (32, False), (33, False), (34, True), (35, True)])
def test_which_items_work_once_a_year(item: int, again: bool) -> None:
    world, hero = bearer(item)
    world.provinces[HOME].remains = [Remains("Human", "LE", "BB")] * 9
    uses(world, str(item), 100)
    assert failures(uses(world, str(item))) == ([] if again else ["USED"])
    hero.used_items = []
    assert failures(uses(world, str(item))) == []


@pytest.mark.rule("AK-D4.2-09")
def test_the_same_battle_spell_by_item_and_by_skill_counts_once_at_the_highest_level() -> None:
    world, hero = bearer(35)
    hero.spells["PH"] = 4
    uses(world, "35")
    assert hero.spells == {"PH": 4}


@pytest.mark.rule("AK-D3.19-01", "AK-3.19-07")
def test_using_an_item_teaches_nothing() -> None:
    world, hero = bearer(31)
    step(always(turn_of(world, {"AA": "CHAR 4\n1 US 31"})), "1b", act)
    assert hero.skills == {}


@pytest.mark.rule("AK-DM-41", "AK-D4.2-07")
@pytest.mark.parametrize(("face", "alive"), [(60, True), (61, False)])
def test_the_scroll_resurrects_with_60_percent_and_is_used_up(face: int, alive: bool) -> None:
    world, hero = bearer(39)
    world.kingdoms["AA"].alignment = "Pagan"
    body = add_character(world, "BB", HOME, {"ME": 2})
    kill(turn_of(world), body, "battle")
    turn = uses(world, f"39 {body.id}", face)
    assert (body.alive, hero.items, only(turn, "cast").data["chance"]) == (alive, [], "60")


@pytest.mark.rule("AK-DM-41", "AK-D3.0-07")
def test_a_scroll_that_is_read_at_nobody_is_kept() -> None:
    world, hero = bearer(39)
    assert failures(uses(world, "39")) == ["WHOM"]
    assert hero.items == [39]


@pytest.mark.rule("AK-DM-42", "AK-DF-20", "AK-D3.11-01")
def test_the_map_shows_all_features_of_the_province_and_around() -> None:
    world, hero = bearer(40)
    for number in (HOME, 83, 84):
        world.provinces[number].features = [Feature("Cave", discovery=300)]
    turn = uses(world, "40")
    assert only(turn, "map read").data["found"] == ["82.1 Cave", "83.1 Cave"]
    assert [bool(world.provinces[number].features[0].found_by) for number in (HOME, 83, 84)] == [True, True, False]
    assert hero.items == []
    assert len(told(turn, "discovered")) == 2


@pytest.mark.rule("AK-D3.11-01", "AK-D3.0-07")
@pytest.mark.parametrize(
    ("item", "code", "words"),
    [
        (27, "NO ITEM", "does not carry item 27 (Helm of Command)"),
        (99, "NO ITEM", "does not carry item 99"),
        (29, "ENCOUNTER", "Write US-29 in a plan"),
        (38, "ENCOUNTER", "Write US-38 in a plan"),
        (37, "BY ITSELF", "works by itself"),
        (12, "BY ITSELF", "Melee +2"),
    ],
)
def test_what_cannot_be_used_as_an_action(item: int, code: str, words: str) -> None:
    world, hero = bearer(29, 38, 37, 12)
    turn = uses(world, str(item))
    assert failures(turn) == [code]
    assert words in f"{turn.failures[0].why} {turn.failures[0].remedy}"
    assert len(hero.items) == 4
