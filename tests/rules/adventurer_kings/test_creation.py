"""Drawing Heroes, natives and their armies, guardians and treasures."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from postern.game.chance import Chance
from postern.rulesets.adventurer_kings.rules.creation import (
    army_race,
    defenders,
    draw_hero,
    draw_types,
    guardian_of,
    hit_points,
    kings_aptitudes,
    new_guardian,
    treasure_gold,
    treasure_tiers,
)
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Character, World
from tests.rules.adventurer_kings.games import dice, games, share

# --- characters ------------------------------------------------------------------------------------------------------------


def hero(
    alignment: int = 50,
    temper: int = 30,
    race: tuple[int, ...] = (1,),
    levels: int = 1,
    archetype: int = 1,
    *more: int,
    **rest: Any,
) -> Character:
    """A Hero whose dice show this; ``more`` are those of a mage's school, then aptitudes, woman, name, loyal and willing."""
    stream = dice(alignment, temper, *race, levels, archetype, *more, *rest.pop("after", ()))
    return draw_hero(World([]), stream, 5, rest.get("native", "Human"))


@pytest.mark.rule("AK-D2.2-02")
@pytest.mark.parametrize(
    ("face", "alignment"),
    [
        (1, "Good"),
        (20, "Good"),
        (21, "Druidic"),
        (38, "Druidic"),
        (39, "Neutral"),
        (62, "Neutral"),
        (63, "Pagan"),
        (81, "Evil"),
    ],
)
def test_alignments_of_heroes(face: int, alignment: str) -> None:
    assert hero(alignment=face).alignment == alignment


@pytest.mark.rule("AK-D2.2-02")
@pytest.mark.parametrize(
    ("face", "temper"),
    [(1, "Berserk"), (20, "Berserk"), (21, "Brave"), (55, "Brave"), (56, "Cautious"), (85, "Cautious"), (86, "Cowardly")],
)
def test_tempers_of_heroes(face: int, temper: str) -> None:
    assert hero(temper=face).temper == temper


@pytest.mark.rule("AK-D2.2-02", "AK-P2.0-09")
@pytest.mark.parametrize(
    ("native", "race", "found"),
    [
        pytest.param("Orc", (70,), "Orc", id="the natives' race with 70 percent"),
        pytest.param("Orc", (71, 50), "Human", id="otherwise any"),
        pytest.param("Orc", (71, 51), "Elf", id="17 percent elves"),
        pytest.param("Orc", (71, 68), "Dwarf", id="16 percent dwarves"),
        pytest.param("Human", (71, 84), "Orc", id="17 percent orcs"),
        pytest.param("Dragon", (67,), "Elf", id="no humanoid natives"),
        pytest.param("", (1,), "Human", id="no natives"),
    ],
)
def test_races_of_heroes(native: str, race: tuple[int, ...], found: str) -> None:
    assert hero(race=race, native=native).race == found


@pytest.mark.rule("AK-D2.2-03", "AK-D2.2-04", "AK-P2.0-01")
@pytest.mark.parametrize(
    ("levels", "archetype", "more", "skills"),
    [
        pytest.param(1, 1, (), {"TA": 2, "ME": 1}, id="General with 3"),
        pytest.param(2, 5, (), {"TA": 2, "ME": 2}, id="General with 4"),
        pytest.param(3, 6, (), {"MA": 3, "TA": 1, "ME": 1}, id="Marcher with 5"),
        pytest.param(4, 8, (), {"NA": 3, "TA": 2, "EX": 1}, id="Admiral with 6"),
        pytest.param(4, 10, (), {"AR": 3, "EX": 2, "ME": 1}, id="Archer"),
        pytest.param(4, 13, (), {"ME": 3, "TA": 2, "AR": 1}, id="Warrior"),
        pytest.param(4, 14, (1,), {"IL": 3, "SG": 2, "PS": 1}, id="Mage of his alignment's school"),
        pytest.param(4, 17, (2, 1), {"WH": 3, "SG": 2, "PS": 1}, id="Mage of another school"),
        pytest.param(4, 15, (2, 2), {"PS": 4, "SG": 2}, id="Mage of the school that is his third"),
        pytest.param(4, 18, (), {"TH": 3, "SP": 2, "AR": 1}, id="Thief"),
        pytest.param(4, 19, (), {"EX": 3, "DR": 2, "AR": 1}, id="Ranger"),
        pytest.param(4, 20, (), {"SG": 3, "WH": 2, "EX": 1}, id="Sage"),
    ],
)
def test_skills_of_heroes(levels: int, archetype: int, more: tuple[int, ...], skills: dict[str, int]) -> None:
    assert hero(50, 30, (1,), levels, archetype, *more).skills == skills


@pytest.mark.rule("AK-D2.2-05", "AK-2.3-12")
@pytest.mark.parametrize(
    ("face", "aptitudes"),
    [(1, {"IL": 2, "SP": 2, "TA": 3, "WH": 1}), (2, {"IL": 4, "SP": 4, "TA": 3, "WH": 2}), (3, {"IL": 5, "SP": 5, "WH": 3})],
)
def test_aptitudes_of_heroes(face: int, aptitudes: dict[str, int]) -> None:
    found = hero(50, 30, (1,), 4, 1, after=[face] * 15).aptitudes
    assert len(found) == 15
    assert {ability: found[ability] for ability in aptitudes} == aptitudes


@pytest.mark.rule("AK-D2.2-06", "AK-P2.1-08")
@pytest.mark.parametrize(("loyal", "willing", "marks"), [(30, 40, (True, True)), (31, 41, (False, False))])
def test_hidden_marks(loyal: int, willing: int, marks: tuple[bool, bool]) -> None:
    found = hero(after=[*[1] * 17, loyal, willing])
    assert (found.loyal, found.willing) == marks


@pytest.mark.parametrize(("coin", "woman", "sex"), [(1, True, "women"), (2, False, "men")])
def test_names_of_men_and_women(coin: int, woman: bool, sex: str) -> None:
    found = hero(after=[*[1] * 15, coin, 3])
    assert (found.woman, found.name) == (woman, TABLES.names["Human"][sex][2])


def test_names_come_again_only_when_all_are_used() -> None:
    world, stream = World([]), Chance("names").stream("x")
    names = [draw_hero(world, stream, 5, "Elf").name for _ in range(400)]
    assert len(set(names[:60])) == 60
    assert set(TABLES.names["Elf"]["men"]) <= set(names)


@pytest.mark.rule("AK-D2.2-01")
def test_a_new_hero_is_free_in_his_province() -> None:
    found = hero()
    assert (found.status, found.kingdom, found.province, found.inn, found.king) == ("free", "", 5, 0, False)


@pytest.mark.rule("AK-D2.1-02", "AK-P2.0-07", "AK-P2.1-06", "AK-P2.1-07", "AK-2.3-12")
@pytest.mark.parametrize(
    ("alignment", "skills", "aptitudes"),
    [
        ("Neutral", {}, {"IL": 4, "SP": 4, "TA": 2, "NE": 2}),
        ("Good", {"TA": 3, "WH": 1}, {"TA": 4, "WH": 4, "SG": 4, "NE": 2}),
        ("Pagan", {"EL": 3, "MA": 1}, {"EL": 4, "EX": 4, "MA": 2}),
        ("Evil", {"ME": 2}, {"NE": 4, "TH": 4, "ME": 3}),
        ("Divine", {"WH": 3}, {"WH": 4, "NE": 0, "TA": 2}),
        ("Undead", {"NE": 1}, {"NE": 2, "WH": 0, "TA": 2}),
    ],
)
def test_aptitudes_of_kings(alignment: str, skills: dict[str, int], aptitudes: dict[str, int]) -> None:
    found = kings_aptitudes(alignment, skills)
    assert len(found) == 15
    assert {ability: found[ability] for ability in aptitudes} == aptitudes


# --- natives and their armies ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D1.1-36", "AK-P1.1-10")
@pytest.mark.parametrize(
    ("native", "terrain", "coastal", "faces", "types"),
    [
        pytest.param("Human", "Plain", False, (2, 51), ["PH"], id="one type"),
        pytest.param("Human", "Plain", False, (2, 50, 2), ["PH", "LC"], id="a second, different one with 50 percent"),
        pytest.param("Human", "Plain", True, (1, 35), ["LE", "FL"], id="a human port with 35 percent"),
        pytest.param("Human", "Plain", True, (1, 36, 50, 1), ["LE", "PH"], id="coastal without a port"),
        pytest.param("Elf", "Forest", True, (1, 20), ["BO", "FL"], id="an elven port with 20 percent"),
        pytest.param("Elf", "Forest", True, (1, 21, 51), ["BO"], id="no elven port"),
        pytest.param("Dwarf", "Mountain", True, (1, 20), ["AX", "FL"], id="a dwarven port"),
        pytest.param("Orc", "Desert", True, (1, 20), ["PH", "FL"], id="an orcish port"),
        pytest.param("Dragon", "Desert", True, (1, 1), ["DR"], id="dragons have no port, and one type"),
        pytest.param("Whale", "Sea", False, (1, 50, 1), ["WH", "ME"], id="at sea"),
    ],
)
def test_types_of_provinces(native: str, terrain: str, coastal: bool, faces: tuple[int, ...], types: list[str]) -> None:
    assert draw_types(dice(*faces), native, terrain, coastal) == types


@pytest.mark.rule("AK-D1.1-37")
@pytest.mark.parametrize(
    ("kinds", "races"),
    [
        ("GA BO AX PH LE LC HC CH EL CC WR FL", "Orc Orc Orc Orc Orc Orc Orc Orc Orc Orc Orc Orc"),
        ("DR EA WH ME EN TR WE", "Dragon Eagle Whale Mermen Ent Troll Werebeast"),
    ],
)
def test_races_of_armies(kinds: str, races: str) -> None:
    assert [army_race(kind, "Orc") for kind in kinds.split()] == races.split()


@pytest.mark.rule("AK-D1.1-38", "AK-P1.1-17", "AK-P1.1-15")
@pytest.mark.parametrize(
    ("tax", "face", "number"),
    [(0, 1, 1), (2, 2, 1), (2, 6, 2), (3, 1, 1), (3, 5, 2), (6, 6, 3), (7, 1, 2), (7, 3, 3), (10, 6, 4)],
)
def test_numbers_of_defenders(tax: int, face: int, number: int) -> None:
    assert len(defenders(dice(face), tax, ["LE"], garrisons=False)) == number


@pytest.mark.rule("AK-D1.1-38")
def test_a_defender_is_a_garrison_with_25_percent_where_there_are_any() -> None:
    assert defenders(dice(3, 25, 26, 2, 100, 1), 10, ["LE", "HC"], garrisons=True) == ["GA", "HC", "LE"]
    assert defenders(dice(3, 1, 1, 1, 1, 1, 1), 10, ["WH"], garrisons=False) == ["WH", "WH", "WH"]


# --- guardians and treasures -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-DF-25")
@pytest.mark.parametrize(
    ("kind", "face", "points"),
    [
        pytest.param("Troll", 20, 25, id="the average"),
        pytest.param("Troll", 1, 20, id="20.25 is 20"),
        pytest.param("Gryphon", 40, 30, id="120 percent"),
        pytest.param("Gargoyle", 10, 14, id="13.5 is 14"),
        pytest.param("Goblin Chief", 1, 8, id="8.1 is 8"),
        pytest.param("Dragon", 40, 50, id="at most 50"),
    ],
)
def test_hit_points_of_guardians(kind: str, face: int, points: int) -> None:
    assert hit_points(dice(face), kind) == points


@pytest.mark.rule("AK-DF-25")
def test_a_guardian_has_at_least_7_hit_points() -> None:
    assert [TABLES.number(f"guardian_hit_points_{end}") for end in ("min", "max")] == [7, 50]
    assert min(hit_points(dice(1), one) for one in TABLES.monsters) >= 7


@pytest.mark.rule("AK-D5.4-07")
def test_a_new_guardian_is_whole_and_has_a_riddle() -> None:
    found = new_guardian(dice(20, 3), "Sphinx", 4)
    assert (found.kind, found.full, found.hit_points, found.since) == ("Sphinx", 30, 30, 4)
    assert found.riddle == list(TABLES.riddles)[2]


@pytest.mark.rule("AK-DF-02", "AK-DF-03")
@pytest.mark.parametrize(
    ("feature", "tier", "kinds"),
    [
        ("Dungeon", 1, {"Goblin Chief", "Giant Spider"}),
        ("Dungeon", 3, {"Demon", "Hydra"}),
        ("Cave", 3, {"Ogre", "Troll", "Basilisk"}),
    ],
)
def test_guardians_are_of_the_tier_or_the_nearest_lower(feature: str, tier: int, kinds: set[str]) -> None:
    stream = Chance("guardians").stream("x")
    assert {guardian_of(stream, feature, tier) for _ in range(60)} == kinds


@pytest.mark.rule("AK-DF-22")
@pytest.mark.parametrize(
    ("tier", "faces", "gold"), [(1, (6, 5), 11), (2, (1, 1, 1), 5), (3, (6, 6, 6, 6), 30), (3, (1, 1, 1, 1), 10)]
)
def test_gold_of_treasures(tier: int, faces: tuple[int, ...], gold: int) -> None:
    assert treasure_gold(dice(*faces), tier) == gold


@pytest.mark.rule("AK-DF-23")
@pytest.mark.parametrize(
    ("tier", "faces", "tiers"),
    [
        (1, (35,), [1]),
        (1, (36,), []),
        (2, (80, 25), [2, 1]),
        (2, (81, 25), [1]),
        (2, (80, 26), [2]),
        (3, (100, 50), [3, 2]),
        (3, (100, 51), [3]),
    ],
)
def test_items_of_treasures(tier: int, faces: tuple[int, ...], tiers: list[int]) -> None:
    assert treasure_tiers(dice(*faces), tier) == tiers


# --- shares of thirty games ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D2.2-02", "AK-D2.2-06")
def test_shares_of_heroes() -> None:
    heroes = [one for world in games() for one in world.characters.values() if not one.kingdom]
    alignments = Counter(one.alignment for one in heroes)
    wanted = {"Good": 20, "Druidic": 18, "Neutral": 24, "Pagan": 18, "Evil": 20}
    assert all(abs(100 * alignments[one] / len(heroes) - pct) < 3 for one, pct in wanted.items())
    assert abs(share(one.loyal for one in heroes) - 30) < 3
    assert abs(share(one.willing for one in heroes) - 40) < 3
    assert abs(share(one.woman for one in heroes) - 50) < 3
