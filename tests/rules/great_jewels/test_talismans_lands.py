"""Talismans that change the province to whose garrison they are handed (28.1)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.great_jewels.rules.economy import full_rates, levy_rate, tax_rate
from postern.rulesets.great_jewels.tables import opposite
from postern.rulesets.great_jewels.turn.orders import GiveTalisman, Move, Ravage
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Terrain, World
from tests.rules.great_jewels.build import change, land, leader, own, run_typed, talisman


def _handed(number: int, people: str = "QUNTAG", seed: str = "seed", **facts: Any) -> Turn:
    """AAA's leader 11 hands this talisman to AAA's garrison in E5."""
    return run_typed(_ready(number, people, **facts), seed, AAA=[GiveTalisman(number, None)])


def _ready(number: int, people: str = "QUNTAG", **facts: Any) -> World:
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "E5", "AAA", garrison=10, **facts)
    leader(world, 11, "AAA", "E5", troops=5)
    talisman(world, number, 11)
    return world


@pytest.mark.rule("QJ-28.1-064")
def test_healing_hand_ends_the_ravaged_state_at_once() -> None:
    turn = _handed(56, ravaged=True)
    assert not turn.world.provinces["E5"].ravaged
    assert turn.world.provinces["E5"].garrison == 10 + 8  # the full levy of the same turn


@pytest.mark.rule("QJ-28.1-065")
def test_healing_hand_forbids_ravaging_as_long_as_it_stays() -> None:
    world = _ready(56)
    talisman(world, 56, "E5")
    turn = run_typed(world, AAA=[Ravage("E5")])
    assert not turn.world.provinces["E5"].ravaged
    assert turn.world.players["AAA"].score > 0
    gone = run_typed(world, AAA=[GiveTalisman(56, 11)])
    talisman(gone.world, 56, 0)
    assert run_typed(gone.world, AAA=[Ravage("E5")]).world.provinces["E5"].ravaged


@pytest.mark.rule("QJ-28.1-071")
def test_chain_gang_builds_a_road_for_nothing_and_sets_the_tax_to_1() -> None:
    turn = _handed(59, zorans=3)
    province = turn.world.provinces["E5"]
    assert province.road
    assert tax_rate(turn.world, province) == 1
    assert province.zorans == 3 + 1
    assert levy_rate(turn.world, province) == 8


def test_the_road_of_the_chain_gang_can_be_used_from_the_next_turn_on() -> None:
    world = _ready(59)
    for name in ("E6", "E7", "E8", "E9", "E10"):
        change(world, name, road=True)
    path = ("E6", "E7", "E8", "E9", "E10")
    turn = run_typed(world, AAA=[GiveTalisman(59, None), Move(11, path)])
    assert turn.world.leaders[11].province == "E10"  # 1 to enter E6, then four half points along the road
    plain = run_typed(world, AAA=[Move(11, path)])
    assert plain.world.leaders[11].province == "E10"
    far = (*path, "E11", "E12")
    change(world, "E11", road=True)
    change(world, "E12", road=True)
    change(world, "E13", road=True)
    turn = run_typed(world, AAA=[GiveTalisman(59, None), Move(11, (*far, "E13"))])
    assert turn.world.leaders[11].province == "E12"  # with a usable road at E5 the way to E13 would cost 4


@pytest.mark.rule("QJ-28.1-072")
def test_chain_gang_does_nothing_where_the_tax_is_1_or_less() -> None:
    turn = _handed(59, terrain="M", trait=1)  # a Quntag's mountain: tax 2 - 1
    province = turn.world.provinces["E5"]
    assert not province.road
    assert not province.chain_gang


@pytest.mark.rule("QJ-28.1-072")
def test_a_second_chain_gang_builds_no_road_while_the_tax_is_1() -> None:
    world = _ready(59, chain_gang=True)
    assert tax_rate(world, world.provinces["E5"]) == 1
    assert not run_typed(world, AAA=[GiveTalisman(59, None)]).world.provinces["E5"].road


@pytest.mark.parametrize(
    ("number", "before", "after"),
    [
        pytest.param(67, "C", "F", marks=pytest.mark.rule("QJ-28.1-092")),
        pytest.param(67, "M", "F", marks=pytest.mark.rule("QJ-28.1-092")),
        pytest.param(68, "F", "C", marks=pytest.mark.rule("QJ-28.1-094")),
        pytest.param(68, "M", "M", marks=pytest.mark.rule("QJ-28.1-094")),
        pytest.param(69, "C", "M", marks=pytest.mark.rule("QJ-28.1-096")),
        pytest.param(69, "F", "M", marks=pytest.mark.rule("QJ-28.1-096")),
        pytest.param(70, "M", "C", marks=pytest.mark.rule("QJ-28.1-098")),
        pytest.param(70, "F", "F", marks=pytest.mark.rule("QJ-28.1-098")),
    ],
)
def test_talismans_of_the_land_change_the_terrain(number: int, before: str, after: str) -> None:
    turn = _handed(number, terrain=before)
    assert turn.world.provinces["E5"].terrain is Terrain(after)


@pytest.mark.rule("QJ-28.1-099")
@pytest.mark.parametrize(
    ("people", "number", "before", "rates"),
    [
        ("QUNTAG", 67, "C", (6, 5)),
        ("SLENTH", 67, "C", (7, 7)),
        ("RILRIS", 69, "F", (7, 8)),
        ("AZONI", 68, "F", (5, 7)),
        ("AZONI", 70, "M", (5, 7)),
    ],
)
def test_the_rates_follow_the_new_terrain_and_the_owners_type(
    people: str, number: int, before: str, rates: tuple[int, int]
) -> None:
    turn = _handed(number, people, terrain=before)
    assert full_rates(turn.world, turn.world.provinces["E5"]) == rates


def test_four_talismans_of_the_land_act_in_order_of_number() -> None:
    world = _ready(67)
    talisman(world, 68, 11)
    turn = run_typed(world, AAA=[GiveTalisman(68, None), GiveTalisman(67, None)])
    assert turn.world.provinces["E5"].terrain is Terrain.CLEAR  # forest first, and then the axe


@pytest.mark.rule("QJ-28.1-116", "QJ-28.1-118")
def test_moho_digs_a_tunnel_to_the_opposite_province_that_remains() -> None:
    turn = _handed(76)
    assert opposite("E5") == "O15"
    assert turn.world.provinces["E5"].tunnels == ["O15"]
    assert turn.world.provinces["O15"].tunnels == ["E5"]
    later = run_typed(turn.world, AAA=[GiveTalisman(76, 11)])
    assert later.world.talismans[76].leader == 11
    assert later.world.provinces["E5"].tunnels == ["O15"]
    through = run_typed(later.world, AAA=[Move(11, ("O15",))])
    assert through.world.leaders[11].province == "O15"


@pytest.mark.rule("QJ-28.1-117")
@pytest.mark.parametrize(("here", "there"), [("N13", "F7"), ("K18", "I2")])
def test_mohos_tunnel_joins_the_provinces_that_the_book_names(here: str, there: str) -> None:
    world = land()
    own(world, here, "AAA", garrison=10)
    leader(world, 11, "AAA", here, troops=5)
    talisman(world, 76, 11)
    turn = run_typed(world, AAA=[GiveTalisman(76, None)])
    assert turn.world.provinces[here].tunnels == [there]
    assert turn.world.provinces[there].tunnels == [here]


@pytest.mark.rule("QJ-28.1-119")
def test_moho_digs_nothing_in_mercenary_provinces_at_either_end() -> None:
    assert _handed(76, mercenary=True).world.provinces["E5"].tunnels == []
    world = _ready(76)
    change(world, "O15", mercenary=True)
    assert run_typed(world, AAA=[GiveTalisman(76, None)]).world.provinces["E5"].tunnels == []


def test_moho_digs_nothing_at_the_centre_nor_into_cities_or_impassable_land() -> None:
    for facts in ({"city": "GOLD"}, {"terrain": "I"}):
        world = _ready(76)
        change(world, "O15", **facts)
        assert run_typed(world, AAA=[GiveTalisman(76, None)]).world.provinces["E5"].tunnels == []
    world = land()
    own(world, "J10", "AAA", garrison=10)
    leader(world, 11, "AAA", "J10", troops=5)
    talisman(world, 76, 11)
    assert run_typed(world, AAA=[GiveTalisman(76, None)]).world.provinces["J10"].tunnels == []


@pytest.mark.rule("QJ-28.1-121")
def test_cave_in_destroys_every_tunnel_at_both_ends() -> None:
    world = _ready(77, tunnels=["O15", "K9"])
    change(world, "O15", tunnels=["E5"])
    change(world, "K9", tunnels=["E5", "M7"])
    turn = run_typed(world, AAA=[GiveTalisman(77, None)])
    tunnels = {name: turn.world.provinces[name].tunnels for name in ("E5", "O15", "K9")}
    assert tunnels == {"E5": [], "O15": [], "K9": ["M7"]}


@pytest.mark.rule("QJ-28.1-122")
def test_cave_in_does_nothing_in_a_mercenary_province() -> None:
    world = _ready(77, tunnels=["O15"], mercenary=True)
    change(world, "O15", tunnels=["E5"])
    turn = run_typed(world, AAA=[GiveTalisman(77, None)])
    assert turn.world.provinces["E5"].tunnels == ["O15"]


@pytest.mark.rule("QJ-28.1-217")
def test_relief_forces_end_a_siege_at_once() -> None:
    world = _ready(106, besieged=True)
    leader(world, 21, "BBB", "E5", troops=100)
    turn = run_typed(world, AAA=[GiveTalisman(106, None)])
    assert turn.world.provinces["E5"].garrison == 18  # levied although the turn began besieged
    assert not turn.world.provinces["E5"].besieged


@pytest.mark.rule("QJ-28.1-218", "QJ-28.1-216")
def test_relief_forces_keep_sieges_away_as_long_as_they_stay() -> None:
    world = _ready(106)
    talisman(world, 106, "E5")
    leader(world, 21, "BBB", "E5", troops=100)
    assert not run_typed(world).world.provinces["E5"].besieged
    talisman(world, 106, 11)
    assert run_typed(world).world.provinces["E5"].besieged


@pytest.mark.rule("QJ-28.1-220")
@pytest.mark.parametrize(("terrain", "zorans"), [("C", 3 * 5 + 2 * 25 + 15), ("F", 3 * 5 + 2 * 15 + 25)])
def test_liquidated_assets_turn_buildings_into_zorans(terrain: str, zorans: int) -> None:
    world = _ready(107, csps=3, navies=2, road=True, terrain=terrain)
    turn = run_typed(world, AAA=[GiveTalisman(107, None)])
    province = turn.world.provinces["E5"]
    assert (province.csps, province.navies, province.road) == (0, 0, False)
    assert province.zorans == zorans + tax_rate(turn.world, province)


@pytest.mark.rule("QJ-28.1-221")
def test_liquidated_assets_turn_an_armys_siege_equipment_into_zorans() -> None:
    world = _ready(107)
    leader(world, 12, "AAA", "E5", troops=9, rams=5, towers=2, zorans=1)
    turn = run_typed(world, AAA=[GiveTalisman(107, 12)])
    bearer = turn.world.leaders[12]
    assert (bearer.rams, bearer.towers, bearer.zorans) == (0, 0, 1 + 2 * 7)


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-331", "QJ-28.1-332")
@pytest.mark.parametrize(("csps", "chance"), [(20, 80), (60, 40), (100, 0), (0, 100)])
def test_wizards_tower_doubles_with_100_less_the_csps_in_percent(csps: int, chance: int) -> None:
    found = [_handed(148, seed=f"tower {seed}", csps=csps).world.provinces["E5"].csps for seed in range(120)]
    assert set(found) <= {2 * csps, csps // 2}
    doubled = sum(one == 2 * csps for one in found)
    assert abs(doubled - 1.2 * chance) <= 22


def test_wizards_tower_does_nothing_on_a_leader() -> None:
    world = _ready(148, csps=20)
    leader(world, 12, "AAA", "E5", troops=5)
    turn = run_typed(world, AAA=[GiveTalisman(148, 12)])
    assert turn.world.provinces["E5"].csps == 20


@pytest.mark.rule("QJ-28.1-268", "QJ-28.1-270")
def test_the_forbidden_architect_makes_a_city_in_as_many_of_100_cases_as_there_are_csps() -> None:
    cities = 0
    for seed in range(100):
        world = _ready(123, csps=40)
        leader(world, 21, "BBB", "E5", troops=3, at_peace=True)
        world.cities_taken = ["GOLD"]
        turn = run_typed(world, f"architect {seed}", AAA=[GiveTalisman(123, None)])
        province = turn.world.provinces["E5"]
        owners = {number: turn.world.leaders[number].owner for number in (11, 21)}
        if province.city:
            cities += 1
            assert (province.city, province.owner) == ("GOLD", "")
            assert owners == {11: "LOTU", 21: "LOTU"}
            outside = leader(turn.world, 13, "AAA", "E6", troops=5)
            locked = run_typed(turn.world, AAA=[Move(13, ("E5",))])
            assert locked.world.leaders[outside.number].province == "E6"
        else:
            assert (province.owner, owners) == ("AAA", {11: "AAA", 21: "BBB"})
    assert 22 <= cities <= 58


@pytest.mark.rule("QJ-28.1-269")
def test_the_forbidden_architect_needs_a_city_that_has_fallen() -> None:
    for seed in range(25):
        world = _ready(123, csps=99)
        turn = run_typed(world, f"none {seed}", AAA=[GiveTalisman(123, None)])
        assert turn.world.provinces["E5"].city == ""


@pytest.mark.rule("QJ-28.1-271")
def test_the_forbidden_architect_is_harmless_afterwards() -> None:
    for seed in range(25):
        world = _ready(123, csps=99)
        talisman(world, 123, "E5", transferred=world.turn - 1)
        world.cities_taken = ["GOLD"]
        assert run_typed(world, f"later {seed}").world.provinces["E5"].city == ""


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-071", "QJ-28.1-092", "QJ-28.1-116", "QJ-28.1-121", "QJ-28.1-158", "QJ-28.1-184", "QJ-28.1-331")
@pytest.mark.parametrize("number", [59, 67, 68, 69, 70, 76, 77, 87, 96, 123, 148])
def test_what_changes_a_province_does_nothing_when_it_is_handed_to_a_leader(number: int) -> None:
    world = _ready(number, people="SLENTH", csps=40, tunnels=["O15"])
    change(world, "E5", owner="BBB", terrain="M" if number == 70 else "F" if number == 68 else "C")
    change(world, "O15", tunnels=["E5"])
    world.cities_taken = ["GOLD"]
    leader(world, 12, "AAA", "E5", troops=1)
    world.leaders[11].at_peace = world.leaders[12].at_peace = True
    before, after = run_typed(world), run_typed(world, AAA=[GiveTalisman(number, 12)])
    assert after.world.talismans[number].leader == 12
    assert after.world.provinces["E5"] == before.world.provinces["E5"]
    assert after.cease_fire == set()
