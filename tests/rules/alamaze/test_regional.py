"""Spells upon regions (778 to 788): the order in which they act, who is struck, and what they change (ruling 49)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Wizard, World
from tests.rules.alamaze.build import center, play, put_group, quiet_world, told

HERE, THERE = "KL", "XP"
"""Areas in region 5 and in region 10."""


def battlefield(power: int = 8) -> World:
    """Groups of three kingdoms in region 5, and a Sorcerer who comes to cast."""
    world = quiet_world()
    for group in world.groups.values():
        group.area = ""
    put_group(world, "1SO", HERE, 1, wizards=[Wizard("ZA", "Zarl", power), Wizard("ZE", "Zelm", power)])
    put_group(world, "1WA", "KK", 2, wizards=[Wizard("RE", "Rebern", 8)])
    put_group(world, "1EL", "KN", 2, wizards=[])
    put_group(world, "2EL", THERE, 2, wizards=[])
    return world


def morale(world: World) -> dict[str, float]:
    return {id: world.groups[id].morale for id in ("1SO", "1WA", "1EL", "2EL")}


def cast(world: World, text: str, others: dict[str, str] | None = None, seed: str = "tests") -> Turn:
    return play(world, {"SO": text} | (others or {}), seed, until="788.5")


@pytest.mark.parametrize(("spell", "attrition"), [(781, 0), (782, 0), (783, 10)])
def test_three_of_four_groups_of_the_region_lose_heart(spell: int, attrition: float) -> None:
    hit = 0
    for seed in range(40):
        world = battlefield()
        cast(world, f"{spell} 1SO ZA", seed=str(seed))
        after = morale(world)
        assert (after["1SO"], after["2EL"]) == (100, 100)
        for id in ("1WA", "1EL"):
            assert (after[id], world.groups[id].attrition) in {(100, 0), (90, attrition)}
            hit += after[id] == 90
    assert 46 <= hit <= 74


@pytest.mark.rule("AC-23-27")
def test_who_is_struck_is_not_told_by_whom() -> None:
    for seed in range(10):
        turn = cast(battlefield(), "783 1SO ZA", seed=str(seed))
        for one in told(turn, "group-haunted", "WA"):
            assert one == {"group": "1WA", "morale": -10, "attrition": 10}
            assert told(turn, "regional-worked", "WA") == []
            assert told(turn, "regional-worked", "SO")
            return
    raise AssertionError("nobody was struck")


def test_allies_and_patrols_are_spared() -> None:
    for seed in range(12):
        world = battlefield()
        world.kingdoms["SO"].declared = {"EL": "A"}
        world.groups["1WA"].brigades = {}
        cast(world, "781 1SO ZA", seed=str(seed))
        assert morale(world) == {"1SO": 100, "1WA": 100, "1EL": 100, "2EL": 100}


def test_a_group_is_struck_once_a_turn() -> None:
    lowest = 100.0
    for seed in range(20):
        world = battlefield()
        cast(world, "781 1SO ZA\n782 1SO ZE", seed=str(seed))
        lowest = min(lowest, *morale(world).values())
    assert lowest == 90


def test_protection_saves_all_groups_of_its_kingdom_in_the_region() -> None:
    for seed in range(12):
        world = battlefield()
        put_group(world, "2WA", "KQ", 1)
        turn = cast(world, "783 1SO ZA", {"WA": "778 1WA RE"}, str(seed))
        assert (morale(world)["1WA"], world.groups["2WA"].morale) == (100, 100)
        assert told(turn, "regional-warded", "WA") == [{"group": "1WA"}, {"group": "2WA"}]


@pytest.mark.parametrize(
    ("spell", "power", "least", "most"), [(781, 4, 20, 20), (783, 5, 10, 19), (784, 6, 4, 16), (786, 8, 0, 0)]
)
def test_dispelling_ends_spells_of_equal_or_lower_power_surely(spell: int, power: int, least: int, most: int) -> None:
    """Rebern has power 4: each power above costs a quarter of the chance. Twenty turns."""
    ended = 0
    for seed in range(20):
        world = battlefield(power)
        world.groups["1WA"].wizards[0].power = 4
        turn = cast(world, f"{spell} 1SO ZA", {"WA": "779 1WA RE"}, str(seed))
        dispelled = told(turn, "regional-ended", "SO")
        assert len(dispelled) + len(told(turn, "regional-worked", "SO")) == 1
        ended += len(dispelled)
    assert least <= ended <= most


def test_a_spell_upon_another_region_is_not_dispelled() -> None:
    world = battlefield(4)
    put_group(world, "1WA", THERE, 2, wizards=[Wizard("RE", "Rebern", 8)])
    turn = cast(world, "781 1SO ZA", {"WA": "779 1WA RE"})
    assert told(turn, "regional-ended") == []
    assert told(turn, "regional-worked", "SO")


def test_own_and_allied_spells_and_protection_are_not_dispelled() -> None:
    world = battlefield()
    world.kingdoms["WA"].declared = {"EL": "A"}
    world.groups["1EL"].wizards = [Wizard("LU", "Lulas", 8)]
    turn = cast(world, "778 1SO ZA", {"WA": "779 1WA RE", "EL": "786 1EL LU"})
    assert told(turn, "regional-ended") == []
    (one,) = told(turn, "regional-dispelled", "WA")
    assert one["spells"] == []


@pytest.mark.parametrize(
    ("spell", "food", "census"),
    [
        (784, (7_001, -4_000), (12_000, 1_000, 900)),
        (785, (5_600, -4_000), (15_001, 1_200, 900)),
        (786, (8_401, -4_000), (15_001, 1_200, 900)),
        (788, (7_001, -4_000), (18_001, 1_440, 1_080)),
    ],
)
def test_food_and_people_of_a_region_change_by_a_fifth(spell: int, food: tuple[int, int], census: tuple[int, int, int]) -> None:
    """Rounded down. Cities that eat food eat the same, and a plague leaves a thousand people."""
    worked = 0
    for seed in range(24):
        world = battlefield()
        village, city, small = center(world, "KQ"), center(world, "KP"), center(world, "JO")
        village.food, city.food, village.census, city.census, small.census = 7_001, -4_000, 15_001, 1_200, 900
        center(world, "JM", owner="SO")
        far = (center(world, "AH").food, center(world, "AH").census)
        turn = cast(world, f"{spell} 1SO ZA\n{spell} 1SO ZE", seed=str(seed))
        assert (center(world, "AH").food, center(world, "AH").census) == far
        if told(turn, "region-changed", "WA"):
            worked += 1
            assert told(turn, "region-changed", "SO") == []
            assert (village.food, city.food) == food
            assert (village.census, city.census, small.census) == census
        else:
            assert (village.food, village.census) == (7_001, 15_001)
    assert 19 <= worked <= 24
