"""Levy and tax rates, what they depend on and how they change (chapters 4, 5, 10, 11; ruling 4)."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.rules.capture import take_province
from postern.rulesets.great_jewels.rules.economy import (
    favourable,
    full_rates,
    leader_chance,
    levy_rate,
    put_in_chains,
    tax_rate,
)
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import People, Terrain, World
from tests.rules.great_jewels.build import change, land, own, run_typed

RATES = {
    "AZONI": {"C": (5, 7), "M": (4, 4), "F": (2, 3)},
    "QUNTAG": {"C": (8, 7), "M": (3, 2), "F": (6, 5)},
    "RILRIS": {"C": (4, 5), "M": (7, 8), "F": (2, 3)},
    "SLENTH": {"C": (3, 2), "M": (5, 4), "F": (7, 7)},
}
HOMES = {"AZONI": (8, 10), "QUNTAG": (10, 10), "RILRIS": (10, 10), "SLENTH": (11, 9)}
LEADERS = {
    "AZONI": {"C": 15, "M": 10, "F": 5},
    "QUNTAG": {"C": 16, "M": 6, "F": 10},
    "RILRIS": {"C": 10, "M": 15, "F": 6},
    "SLENTH": {"C": 6, "M": 11, "F": 16},
}


def rates(world: World, name: str) -> tuple[int, int]:
    return levy_rate(world, world.provinces[name]), tax_rate(world, world.provinces[name])


@pytest.mark.rule("QJ-10-01", "QJ-11-01", "QJ-05-18", "QJ-05-04", "QJ-05-05")
@pytest.mark.parametrize("people", RATES)
def test_rates_depend_on_terrain_and_owner(people: str) -> None:
    world = land(AAA=people)
    for terrain, expected in RATES[people].items():
        own(world, "J10", "AAA", terrain=terrain)
        assert rates(world, "J10") == expected


@pytest.mark.rule("QJ-05-18", "QJ-05-19", "QJ-05-20", "QJ-05-21", "QJ-05-22")
def test_each_people_yields_most_in_its_favourite_land_and_least_in_the_worst() -> None:
    expected = {"AZONI": "CMF", "QUNTAG": "CFM", "RILRIS": "MCF", "SLENTH": "FMC"}
    for people, order in expected.items():
        assert "".join(favourable(People(people))) == order
        yields = [sum(RATES[people][terrain]) for terrain in order]
        assert yields == sorted(yields, reverse=True)


@pytest.mark.rule("QJ-04-02")
def test_the_azoni_grow_slowest_where_all_like_to_live() -> None:
    best: dict[str, int] = {}
    at_home: dict[str, int] = {}
    for people in RATES:
        world = land(AAA=people)
        own(world, "J10", "AAA", terrain=favourable(People(people))[0].value)
        best[people] = levy_rate(world, world.provinces["J10"])
        at_home[people] = levy_rate(world, world.provinces["B4"])
    assert all(best["AZONI"] < best[people] for people in RATES if people != "AZONI")
    assert all(at_home["AZONI"] < at_home[people] for people in RATES if people != "AZONI")


def test_the_hidden_trait_moves_levy_and_tax_against_each_other() -> None:
    world = land(AAA="QUNTAG")
    for trait, expected in ((-2, (6, 9)), (2, (10, 5)), (1, (9, 6))):
        own(world, "B3", "AAA", trait=trait)
        assert rates(world, "B3") == expected
    own(world, "B3", "AAA", trait=2, terrain="M")
    assert rates(world, "B3") == (5, 1)


@pytest.mark.parametrize("people", HOMES)
def test_a_home_has_rates_of_its_own(people: str) -> None:
    world = land(AAA=people)
    assert rates(world, "B4") == HOMES[people]


@pytest.mark.rule("QJ-31-29", "QJ-31-30")
def test_the_rates_of_the_sample_printout() -> None:
    world = land(LORD="QUNTAG", KILLER="SLENTH", GREEDY="RILRIS")
    own(world, "E1", "LORD", terrain="M", trait=1)
    own(world, "A4", "KILLER", terrain="F", trait=1)
    own(world, "C4", "KILLER", terrain="F")
    own(world, "E5", "LORD", rises=1)
    own(world, "F10", "GREEDY", trait=1)
    change(world, world.players["GREEDY"].home, rises=1, terrain="M")
    assert rates(world, "E1") == (4, 1)
    assert rates(world, "A4") == (8, 6)
    assert rates(world, "C4") == (7, 7)
    assert rates(world, "E5") == (9, 8)
    assert rates(world, "F10") == (5, 4)
    assert rates(world, world.players["GREEDY"].home) == (11, 11)


@pytest.mark.rule("QJ-04-23")
def test_ravaging_halves_each_rate_and_drops_fractions() -> None:
    world = land(AAA="QUNTAG")
    own(world, "J10", "AAA", trait=1, rises=2, ravaged=True)
    assert full_rates(world, world.provinces["J10"]) == (11, 8)
    assert rates(world, "J10") == (5, 4)


def test_waste_impassable_and_unowned_land() -> None:
    world = land()
    own(world, "J10", "AAA", wasted=True, trait=2)
    assert rates(world, "J10") == (1, 1)
    assert leader_chance(world, world.provinces["J10"]) == 2
    change(world, "J10", terrain="I", wasted=False)
    assert rates(world, "J10") == (0, 0)
    assert leader_chance(world, world.provinces["J10"]) == 0
    assert rates(world, "K10") == (0, 0)
    assert leader_chance(world, world.provinces["K10"]) == 0


def test_a_chain_gang_sets_the_tax_to_one_and_later_rises_add_to_it() -> None:
    world = land()
    place = own(world, "J10", "AAA", rises=2)
    put_in_chains(place)
    assert rates(world, "J10") == (10, 1)
    place.rises += 1
    assert rates(world, "J10") == (11, 2)


@pytest.mark.rule("QJ-10-04")
def test_capture_resets_the_rates_to_the_new_owners() -> None:
    world = land(AAA="QUNTAG", BBB="SLENTH")
    own(world, "J10", "AAA", rises=3, turns_owned=4, levy_lost=2)
    turn = Turn(world, [], Chance("x"))
    take_province(turn, "J10", "BBB")
    assert rates(world, "J10") == RATES["SLENTH"]["C"]
    assert (world.provinces["J10"].turns_owned, world.provinces["J10"].rises) == (1, 0)


def test_a_lost_home_is_a_common_province_for_everybody_afterwards() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    turn = Turn(world, [], Chance("x"))
    take_province(turn, "B4", "BBB")
    assert rates(world, "B4") == (8, 7)
    take_province(turn, "B4", "AAA")
    assert rates(world, "B4") == (8, 7)


# --- leadership potential ---------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-05-06", "QJ-06-12")
@pytest.mark.parametrize("people", LEADERS)
def test_leadership_potential_by_people_and_terrain(people: str) -> None:
    world = land(AAA=people)
    for terrain, percent in LEADERS[people].items():
        own(world, "J10", "AAA", terrain=terrain)
        assert leader_chance(world, world.provinces["J10"]) == percent
    assert max(LEADERS[people], key=LEADERS[people].__getitem__) == favourable(People(people))[0]


@pytest.mark.rule("QJ-06-13")
def test_mean_potential_is_one_leader_for_eight_to_ten_provinces() -> None:
    for people in LEADERS:
        mean = sum(LEADERS[people].values()) / 3
        assert 10 <= mean <= 12.5


@pytest.mark.rule("QJ-06-11", "QJ-03-08", "QJ-05-06")
def test_provinces_bring_forth_leaders_as_often_as_their_potential_says() -> None:
    world = land(AAA="QUNTAG", BBB="SLENTH")
    names = [name for name, place in world.provinces.items() if not place.owner]
    for name in names[:200]:
        own(world, name, "AAA", terrain=Terrain.CLEAR.value)
    born = 0
    for seed in range(10):
        turn = run_typed(world, seed=str(seed))
        new = [leader for leader in turn.world.leaders.values() if leader.owner == "AAA"]
        assert all((leader.troops, leader.bonus, leader.newborn) == (0, 0, True) for leader in new)
        assert all(turn.world.provinces[leader.province].owner == "AAA" for leader in new)
        assert [leader.number for leader in turn.world.leaders.values()] == list(range(1000, turn.world.next_leader))
        born += len(new)
    assert 240 <= born <= 400, born  # 16 percent of 2010 provinces: 322 on average
