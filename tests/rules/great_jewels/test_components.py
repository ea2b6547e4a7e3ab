"""What the game is made of (chapters 3 to 6): each part does in a turn what its introduction says."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.turn.orders import Attack, BuildCsps, Move, Raid, Sail, Transfer
from postern.rulesets.great_jewels.world.records import World, garrison_force, leader_force
from tests.rules.great_jewels.build import change, land, leader, own, run_typed, talisman


@pytest.mark.rule("QJ-04-07", "QJ-04-08")
@pytest.mark.parametrize(("people", "most"), [("AZONI", 6), ("QUNTAG", 4), ("RILRIS", 4), ("SLENTH", 4)])
def test_how_many_csps_each_people_builds_in_a_province_each_turn(people: str, most: int) -> None:
    world = land(AAA=people)
    own(world, "J10", "AAA", zorans=100)
    own(world, "K10", "AAA", zorans=100)
    provinces = run_typed(world, AAA=[BuildCsps("J10", 9), BuildCsps("K10", most)]).world.provinces
    assert (provinces["J10"].csps, provinces["K10"].csps) == (most, most)


@pytest.mark.rule("QJ-05-10", "QJ-05-11", "QJ-06-07")
def test_a_citadel_helps_the_garrison_inside_it_and_no_army_beside_it() -> None:
    def lost(csps: int, target: int | None) -> int:
        world = land(AAA="QUNTAG", BBB="QUNTAG")
        own(world, "J10", "BBB", garrison=40, csps=csps, terrain="I")
        leader(world, 1, "AAA", "J10", troops=20)
        leader(world, 2, "BBB", "J10", troops=40, at_peace=True)
        after = run_typed(world, AAA=[Attack(leader_force(1), "attack", target)]).world
        return 40 - (after.leaders[2].troops if target else after.provinces["J10"].garrison)

    assert lost(0, None) == 15  # 60 attack factors against 4 a troop
    assert lost(5, None) == 5  # the first five troops have 12 each
    assert lost(5, 2) == lost(0, 2) == 15


@pytest.mark.rule("QJ-05-15")
def test_a_road_takes_a_leader_further() -> None:
    def reached(road: bool) -> str:
        world = land(AAA="QUNTAG")
        for name in ("J4", "J5", "J6", "J7", "J8"):
            change(world, name, road=road, terrain="F")
        leader(world, 1, "AAA", "J4")
        return run_typed(world, AAA=[Move(1, ("J5", "J6", "J7", "J8"))]).world.leaders[1].province

    assert reached(road=False) == "J6"
    assert reached(road=True) == "J8"


@pytest.mark.rule("QJ-05-16")
def test_a_navy_takes_an_army_along_the_coast() -> None:
    world = land(AAA="QUNTAG")
    own(world, "A3", "AAA", garrison=1, navies=1)
    leader(world, 1, "AAA", "A3", troops=5)
    after = run_typed(world, AAA=[Sail(1, "A4")]).world
    assert after.leaders[1].province == "A4"
    assert after.provinces["A3"].navies == 0
    stranded = land(AAA="QUNTAG")
    own(stranded, "A3", "AAA", garrison=1)
    leader(stranded, 1, "AAA", "A3", troops=5)
    assert run_typed(stranded, AAA=[Sail(1, "A4")]).world.leaders[1].province == "A3"


@pytest.mark.rule("QJ-05-17")
def test_a_tunnel_joins_provinces_that_are_far_apart() -> None:
    world = land(AAA="QUNTAG")
    leader(world, 1, "AAA", "N13", troops=5)
    assert run_typed(world, AAA=[Move(1, ("F7",))]).world.leaders[1].province == "N13"
    change(world, "N13", tunnels=["F7"])
    change(world, "F7", tunnels=["N13"])
    assert run_typed(world, AAA=[Move(1, ("F7",))]).world.leaders[1].province == "F7"


@pytest.mark.rule("QJ-06-01", "QJ-20-04")
def test_troops_travel_with_a_leader_or_by_a_raid_next_door() -> None:
    world = land(AAA="QUNTAG")
    own(world, "J10", "AAA", garrison=60)
    leader(world, 1, "AAA", "J10", troops=7, bonus=1)
    turn = run_typed(
        world,
        AAA=[Move(1, ("I10", "H10")), Raid(garrison_force("J10"), 40, "J11"), Raid(garrison_force("J10"), 10, "J13")],
    )
    assert turn.world.leaders[1].province == "H10"
    assert turn.world.leaders[1].troops == 7
    assert turn.world.provinces["J11"].owner == "AAA"  # 40 raiders fail once in 100,000 times
    assert turn.world.provinces["J11"].garrison == 40 + 8
    assert turn.world.provinces["J13"].owner == ""
    assert turn.world.provinces["J10"].garrison == 60 - 40 + 8


@pytest.mark.rule("QJ-06-03")
@pytest.mark.parametrize("troops", [0, 12])
def test_a_leader_moves_with_or_without_troops(troops: int) -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=troops)
    assert run_typed(world, AAA=[Move(1, ("J11", "J12"))]).world.leaders[1].province == "J12"


def laden(troops: int) -> World:
    world = land()
    own(world, "J10", "AAA", garrison=30, zorans=90)
    leader(world, 1, "AAA", "J10", troops=troops, zorans=20, rams=4, towers=3)
    talisman(world, 45, 1)
    return world


@pytest.mark.rule("QJ-06-08", "QJ-06-09")
def test_an_army_carries_wealth_and_engines_a_lone_leader_talismans_only() -> None:
    army = run_typed(laden(9)).world
    assert (army.leaders[1].zorans, army.leaders[1].rams, army.leaders[1].towers) == (20, 4, 3)
    assert army.talismans[45].leader == 1
    alone = run_typed(laden(9), AAA=[Transfer(leader_force(1), "troops", None, None)]).world
    assert (alone.leaders[1].troops, alone.leaders[1].zorans, alone.leaders[1].rams, alone.leaders[1].towers) == (0, 0, 0, 0)
    assert alone.talismans[45].leader == 1
    assert alone.provinces["J10"].zorans == 90 + 20 + 7


@pytest.mark.rule("QJ-06-23")
def test_leaders_keep_their_owner_when_their_province_falls() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "J10", "BBB")
    leader(world, 1, "AAA", "J10", troops=50, bonus=9)
    leader(world, 2, "BBB", "J10", at_peace=True)
    after = run_typed(world).world
    assert after.provinces["J10"].owner == "AAA"
    assert {number: one.owner for number, one in after.leaders.items() if number < 1000} == {1: "AAA", 2: "BBB"}


@pytest.mark.rule("QJ-03-10")
def test_a_talisman_bends_the_rule_it_speaks_of() -> None:
    world = land(AAA="QUNTAG")
    own(world, "J10", "AAA", garrison=5)
    own(world, "K10", "AAA", garrison=5)
    talisman(world, 53, "J10")  # King's Levy: twice the troops, no taxes
    provinces = run_typed(world).world.provinces
    assert (provinces["J10"].garrison, provinces["J10"].zorans) == (5 + 16, 0)
    assert (provinces["K10"].garrison, provinces["K10"].zorans) == (5 + 8, 7)
