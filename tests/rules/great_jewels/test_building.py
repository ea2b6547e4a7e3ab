"""Chapters 13, 15, 16: citadels, siege equipment and building; navies of chapter 9; T60 and T91."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.geography import COAST
from postern.rulesets.great_jewels.orders.model import (
    AcceptEngines,
    Attack,
    Autobuild,
    BuildCsps,
    BuildEngines,
    BuildNavies,
    BuildRoad,
    GiveTalisman,
    Move,
    QJOrder,
    Sail,
)
from postern.rulesets.great_jewels.rates import levy_rate
from postern.rulesets.great_jewels.world import Force
from tests.rules.great_jewels.build import change, failures, land, leader, notes, own, saw, talisman
from tests.rules.great_jewels.upto import clean, failure, upto

# --- citadels ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-13-01", "QJ-13-02")
def test_a_csp_costs_five_zorans_and_joins_the_one_citadel() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=19, csps=7)
    turn = upto(world, "12", AAA=[BuildCsps("J6", 3)])
    assert turn.province("J6").csps == 10
    assert turn.province("J6").zorans == 4
    assert clean(turn)


@pytest.mark.rule("QJ-13-03")
@pytest.mark.parametrize(("people", "limit"), [("AZONI", 6), ("QUNTAG", 4), ("RILRIS", 4), ("SLENTH", 4)])
def test_the_building_limit_of_each_people(people: str, limit: int) -> None:
    world = land(AAA=people)
    own(world, "J6", "AAA", zorans=100)
    own(world, "J7", "AAA", zorans=100)
    turn = upto(world, "12", AAA=[BuildCsps("J6", 3), BuildCsps("J6", 9), BuildCsps("J7", limit)])
    assert turn.province("J6").csps == limit
    assert turn.province("J7").csps == limit
    assert notes(turn, "AAA") == ["NOT ENOUGH ZORANS"]


def test_what_is_possible_is_offered() -> None:
    world = land()
    own(world, "B2", "AAA", zorans=20)
    short = failure(upto(world, "12", AAA=[BuildCsps("B2", 9)]), "NOT ENOUGH ZORANS")
    assert short.note
    assert short.paste == "GB2BC4"
    assert "may build 4 citadel points now (you asked for 9) and has 20 zorans left" in short.why
    world.provinces["B2"].zorans = 45
    rich = failure(upto(world, "12", AAA=[BuildCsps("B2", 9)]), "NOT ENOUGH ZORANS")
    assert rich.why == "B2 may build 4 citadel points now (you asked for 9)."
    world.provinces["B2"].zorans = 4
    none = failure(upto(world, "12", AAA=[BuildCsps("B2", 1)]), "NOT ENOUGH ZORANS")
    assert not none.note
    assert none.remedy == "It needs 1 more."


@pytest.mark.rule("QJ-13-04", "QJ-16-03", "QJ-16-04")
def test_a_lost_province_builds_no_csps_but_its_navies_and_engines_stand() -> None:
    world = land()
    own(world, "A4", "AAA", zorans=100)
    leader(world, 13, "AAA", "A4", troops=3, at_peace=True)
    leader(world, 14, "BBB", "A5", troops=5)
    orders: list[QJOrder] = [BuildCsps("A4", 2), BuildNavies("A4", 1), BuildEngines("A4", "rams", 3, 13), Autobuild("A4", True)]
    turn = upto(world, "12", AAA=orders, BBB=[Move(14, ("A4",))])
    place = turn.province("A4")
    assert place.owner == "BBB"
    assert (place.csps, place.navies, place.zorans) == (0, 1, 100 - 25 - 6)
    assert turn.world.leaders[13].rams == 3
    assert failures(turn, "AAA") == ["NOT YOURS"]


@pytest.mark.rule("QJ-16-03")
def test_a_province_that_goes_neutral_builds_no_csps() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    own(world, "J6", "AAA", zorans=100)
    leader(world, 14, "BBB", "J5", troops=5)
    leader(world, 15, "CCC", "J7", troops=5)
    turn = upto(world, "12", AAA=[BuildCsps("J6", 2)], BBB=[Move(14, ("J6",))], CCC=[Move(15, ("J6",))])
    assert turn.province("J6").owner == ""
    assert turn.province("J6").csps == 0


def test_the_owner_reads_that_it_was_lost_in_this_very_turn() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=50)
    world = upto(world, "15c").world
    leader(world, 14, "BBB", "J5", troops=90)
    world.provinces["J6"].garrison = 0
    turn = upto(world, "12", AAA=[BuildCsps("J6", 1)], BBB=[Move(14, ("J6",))])
    assert failure(turn, "NOT YOURS").why == "J6 was lost earlier in this turn."


def test_a_province_captured_this_turn_builds_from_the_next() -> None:
    world = land()
    change(world, "J6", zorans=50)
    leader(world, 13, "AAA", "J5", troops=1)
    turn = upto(world, "12", AAA=[Move(13, ("J6",)), BuildCsps("J6", 1)])
    assert turn.province("J6").owner == "AAA"
    assert turn.province("J6").csps == 0
    assert "from the next turn" in failure(turn, "NOT YOURS").why


@pytest.mark.rule("QJ-13-05", "QJ-13-06", "QJ-12-02")
def test_a_citadel_shields_the_garrison_but_need_not_fall_with_it() -> None:
    def left(csps: int, troops: int) -> tuple[int, int, str]:
        world = land()
        own(world, "J6", "BBB", garrison=10, csps=csps)
        leader(world, 13, "AAA", "J6", troops=troops)
        place = upto(world, "11", AAA=[Attack(Force(leader=13), "attack", None)]).province("J6")
        return place.garrison, place.csps, place.owner

    assert left(0, 10) == (3, 0, "BBB")  # 30 factors, 4 a troop
    assert left(10, 10) == (8, 10, "BBB")  # inside the citadel 12 a troop
    assert left(10, 60) == (0, 10, "AAA")


def test_autobuild_builds_all_it_can_after_the_orders() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=100, autobuild=True)
    own(world, "J7", "AAA", zorans=12, autobuild=True)
    own(world, "J8", "AAA", zorans=12, autobuild=True, besieged=True)
    turn = upto(world, "12", AAA=[BuildCsps("J6", 1)])
    assert [turn.province(name).csps for name in ("J6", "J7", "J8")] == [4, 2, 0]


# --- siege ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-12-13")
def test_a_besieged_province_builds_nothing() -> None:
    world = land()
    own(world, "A4", "AAA", zorans=100, besieged=True)
    leader(world, 13, "AAA", "A4", troops=6)
    orders: list[QJOrder] = [BuildCsps("A4", 1), BuildNavies("A4", 1), BuildRoad("A4"), BuildEngines("A4", "rams", 1, 13)]
    turn = upto(world, "12", AAA=orders)
    assert sorted(failures(turn, "AAA")) == ["BESIEGED"] * 4
    assert turn.province("A4").zorans == 100


@pytest.mark.rule("QJ-12-14", "QJ-12-15")
def test_a_siege_holds_through_the_turn_and_ends_with_the_next() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=10, zorans=20, besieged=True)
    leader(world, 14, "BBB", "J6", troops=30)
    gone = upto(world, "15c", AAA=[BuildCsps("J6", 1)], BBB=[Move(14, ("J7",))])
    assert failures(gone, "AAA") == ["BESIEGED"]
    assert (gone.province("J6").garrison, gone.province("J6").zorans) == (10, 20)  # no levies, no taxes
    assert not gone.province("J6").besieged
    assert clean(upto(gone.world, "12", AAA=[BuildCsps("J6", 1)]))
    stays = upto(world, "15c")
    assert stays.province("J6").besieged


@pytest.mark.rule("QJ-12-08")
def test_three_besiegers_for_each_defender_make_a_siege() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    own(world, "J6", "AAA", garrison=10, besieged=True)  # so that no levy changes the garrison
    leader(world, 14, "BBB", "J6", troops=20)
    leader(world, 15, "CCC", "J6", troops=10)
    assert upto(world, "14a").province("J6").besieged
    world.leaders[15].troops = 9
    assert not upto(world, "14a").province("J6").besieged
    world.leaders[15].troops = 10
    world.players["AAA"].allies = ["CCC"]
    assert not upto(world, "14a").province("J6").besieged


@pytest.mark.rule("QJ-12-11", "QJ-12-12")
def test_a_besieged_province_waylays_nobody_and_yields_nothing() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=40, zorans=0)
    leader(world, 14, "BBB", "J5", troops=30)
    path = [Move(14, ("J6", "J7"))]
    assert upto(world, "7a", BBB=path).world.leaders[14].troops < 30
    assert upto(world, "13a").province("J6").garrison > 40
    change(world, "J6", besieged=True)
    assert upto(world, "7a", BBB=path).world.leaders[14].troops == 30
    turn = upto(world, "13a")
    assert (turn.province("J6").garrison, turn.province("J6").zorans) == (40, 0)


# --- navies --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-09-02", "QJ-16-02")
def test_navies_are_built_on_the_coast_only() -> None:
    world = land()
    own(world, "A4", "AAA", zorans=60)
    own(world, "J6", "AAA", zorans=60)
    own(world, "A5", "BBB")
    turn = upto(world, "3b", AAA=[BuildNavies("A4", 2), BuildNavies("J6", 1)])
    assert turn.province("A4").navies == 2
    assert turn.province("J6").navies == 0
    assert failures(turn, "AAA") == ["NOT COASTAL"]
    assert failure(turn, "NOT COASTAL").remedy == "Your coastal provinces: A4."


@pytest.mark.rule("QJ-09-05", "QJ-09-06")
@pytest.mark.parametrize("people", ["AZONI", "QUNTAG", "RILRIS", "SLENTH"])
@pytest.mark.parametrize(("terrain", "price"), [("C", 25), ("M", 25), ("F", 15)])
def test_navy_prices(people: str, terrain: str, price: int) -> None:
    world = land(AAA=people)
    own(world, "A4", "AAA", zorans=3 * price - 1, terrain=terrain)
    turn = upto(world, "3b", AAA=[BuildNavies("A4", 3)])
    assert turn.province("A4").navies == 2
    assert turn.province("A4").zorans == price - 1
    assert failure(turn, "NOT ENOUGH ZORANS").paste == "GA4BN2"


@pytest.mark.rule("QJ-16-01")
def test_only_the_zorans_of_the_province_pay() -> None:
    world = land()
    own(world, "A4", "AAA", zorans=10)
    own(world, "A5", "AAA", zorans=500)
    leader(world, 13, "AAA", "A4", troops=9, zorans=500)
    orders: list[QJOrder] = [BuildNavies("A4", 1), BuildEngines("A4", "rams", 5, 13), BuildCsps("A4", 1), BuildRoad("A4")]
    turn = upto(world, "12", AAA=orders)
    assert turn.world.leaders[13].rams == 5
    assert turn.province("A4").zorans == 0
    assert failures(turn, "AAA") == ["NOT ENOUGH ZORANS"] * 3
    assert turn.province("A5").zorans == turn.world.leaders[13].zorans == 500


# --- siege equipment -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-15-07", "QJ-15-08", "QJ-16-08")
def test_garrisons_build_rams_and_towers_onto_armies_for_two_zorans() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=20)
    leader(world, 13, "AAA", "J6", troops=12)
    turn = upto(world, "3b", AAA=[BuildEngines("J6", "rams", 5, 13), BuildEngines("J6", "towers", 3, 13)])
    assert (turn.world.leaders[13].rams, turn.world.leaders[13].towers) == (5, 3)
    assert turn.province("J6").zorans == 4
    world.leaders[13].province = "J7"
    away = upto(world, "3b", AAA=[BuildEngines("J6", "rams", 5, 13)])
    assert failures(away, "AAA") == ["NOT THERE"]
    assert away.province("J6").zorans == 20


@pytest.mark.rule("QJ-15-10")
def test_another_players_army_has_to_accept_what_is_built_for_it() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=20)
    leader(world, 14, "BBB", "J6", troops=12)
    order = [BuildEngines("J6", "rams", 5, 14)]
    refused = upto(world, "3b", AAA=order)
    assert failures(refused, "AAA") == ["NOT YOURS"]
    assert "L14E" in failure(refused, "NOT YOURS").remedy
    assert upto(world, "3b", AAA=order, BBB=[AcceptEngines(14)]).world.leaders[14].rams == 5


@pytest.mark.rule("QJ-15-03", "QJ-15-04", "QJ-15-05")
def test_no_more_is_built_than_the_army_can_man() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=99)
    leader(world, 13, "AAA", "J6", troops=6)
    turn = upto(world, "3b", AAA=[BuildEngines("J6", "rams", 9, 13), BuildEngines("J6", "towers", 9, 13)])
    assert (turn.world.leaders[13].rams, turn.world.leaders[13].towers) == (6, 2)
    assert turn.province("J6").zorans == 99 - 16
    full = upto(turn.world, "3b", AAA=[BuildEngines("J6", "rams", 1, 13)])
    assert failures(full, "AAA") == ["NOT ENOUGH TROOPS"]
    assert [one.paste for one in turn.failures] == ["GJ6BR6L13", "GJ6BS2L13"]
    said = [upto(turn.world, "3b", AAA=[BuildEngines("J6", goods, 2, 13)]).failures[0] for goods in ("rams", "towers")]
    assert [(one.why, one.remedy) for one in said] == [
        ("L13 has 6 troops and 6 rams; each needs 1 troop.", "For 2 more he needs 8."),
        ("L13 has 6 troops and 2 siege towers; each needs 3 troops.", "For 2 more he needs 12."),
    ]


@pytest.mark.rule("QJ-15-01", "QJ-15-11", "QJ-15-12", "QJ-15-13")
def test_towers_neutralise_csps_and_rams_destroy_them_and_cost_troops() -> None:
    def after(**load: int) -> tuple[int, int]:
        world = land()
        own(world, "J6", "BBB", garrison=20, csps=6)
        leader(world, 13, "AAA", "J6", troops=16, **load)
        place = upto(world, "6", AAA=[Attack(Force(leader=13), "attack", None)]).province("J6")
        return 20 - place.garrison, place.csps

    assert after() == (4, 6)  # 48 factors against 12 a troop in the citadel
    assert after(towers=5) == (10, 6)  # one troop at 12, nine at 4
    assert after(rams=4) == (3, 2)  # 12 troops left to fight: 36 factors, and 4 CSPs razed


@pytest.mark.rule("QJ-15-14")
def test_siege_equipment_does_not_count_between_armies() -> None:
    def left(**load: int) -> int:
        world = land()
        leader(world, 13, "AAA", "J6", troops=12, **load)
        leader(world, 14, "BBB", "J6", troops=40)
        return upto(world, "6", AAA=[Attack(Force(leader=13), "attack", 14)]).world.leaders[14].troops

    assert left() == left(rams=12, towers=4) == 40 - 36 // 4


@pytest.mark.rule("QJ-15-15")
def test_some_of_the_equipment_is_lost_in_the_attack() -> None:
    lost = 0
    for seed in range(40):
        world = land()
        own(world, "J6", "BBB", garrison=1, csps=9)
        leader(world, 13, "AAA", "J6", troops=40, rams=10, towers=10)
        one = upto(world, "6", str(seed), AAA=[Attack(Force(leader=13), "attack", None)]).world.leaders[13]
        lost += 20 - one.rams - one.towers
    assert 120 < lost < 280  # 25 percent of 800 is 200


# --- talismans -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-073", "QJ-28.1-074")
def test_t60_builds_ten_csps_for_two_zorans_each() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=50)
    talisman(world, 60, "J6", gained=world.turn)
    turn = upto(world, "12", AAA=[BuildCsps("J6", 12)])
    assert turn.province("J6").csps == 10
    assert turn.province("J6").zorans == 30


@pytest.mark.rule("QJ-28.1-075", "QJ-28.1-076")
def test_t60_wears_the_levy_down_until_it_stops_working() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=50, trait=-2)  # Quntag clear 8 - 2 = 6
    talisman(world, 60, "J6")
    rates = []
    for _ in range(8):
        world.turn += 1
        world.provinces["J6"].turns_owned = 1
        world = upto(world, "13a").world
        rates.append(levy_rate(world, world.provinces["J6"]))
    assert rates == [5, 4, 3, 2, 1, 0, 0, 0]
    stopped = upto(world, "12", AAA=[BuildCsps("J6", 12)])
    assert stopped.province("J6").csps == 4
    world.talismans[60].province = ""
    assert levy_rate(upto(world, "13a").world, world.provinces["J6"]) == 0


def test_an_owner_does_not_learn_whither_anothers_leader_was_carried_off() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=20)
    leader(world, 14, "BBB", "J6", troops=1)
    leader(world, 15, "BBB", "J6", troops=1)
    talisman(world, 74, 15)
    saw(world, "AAA", "J6")
    turn = upto(world, "3b", AAA=[BuildEngines("J6", "rams", 1, 14)], BBB=[AcceptEngines(14), GiveTalisman(74, 14)])
    assert turn.world.leaders[14].province != "J6"
    assert failure(turn, "NOT THERE").why == "L14 is not in J6 now."


@pytest.mark.rule("QJ-28.1-165", "QJ-28.1-166")
def test_t91_launches_a_free_navy_for_the_next_turn() -> None:
    world = land()
    own(world, "A4", "AAA")
    own(world, "J6", "AAA")
    leader(world, 13, "AAA", "A4")
    talisman(world, 91, "A4", gained=world.turn)
    turn = upto(world, "15c", AAA=[Sail(13, "A7")])
    assert failures(turn, "AAA") == ["NO NAVY"]
    assert turn.province("A4").navies == 1
    assert turn.world.players["AAA"].people
    next_turn = upto(turn.world, "7a", AAA=[Sail(13, "A7")])
    assert next_turn.world.leaders[13].province in COAST
    assert "-S" in next_turn.flags[Force(leader=13)]
    talisman(world, 91, "J6")
    assert upto(world, "13a").province("J6").navies == 0


@pytest.mark.rule("QJ-15-03", "QJ-15-04", "QJ-15-07")
def test_what_an_army_carries_already_is_manned_before_what_is_built() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=40)
    leader(world, 13, "AAA", "J6", troops=9, rams=7, towers=1)
    turn = upto(world, "3b", AAA=[BuildEngines("J6", "rams", 5, 13), BuildEngines("J6", "towers", 5, 13)])
    assert (turn.world.leaders[13].rams, turn.world.leaders[13].towers) == (9, 3)
    assert turn.province("J6").zorans == 40 - 2 * 4


@pytest.mark.rule("QJ-29-37", "QJ-29-40", "QJ-29-41", "QJ-29-42", "QJ-29-43")
@pytest.mark.parametrize(
    ("order", "what", "number", "cost"),
    [
        (BuildNavies("A4", 2), "navies", 2, 50),
        (BuildEngines("A4", "rams", 3, 13), "rams", 3, 6),
        (BuildEngines("A4", "towers", 1, 13), "siege towers", 1, 2),
        (BuildCsps("A4", 4), "citadel points", 4, 20),
        (BuildRoad("A4"), "road", 1, 15),
    ],
)
def test_the_builder_is_told_what_stands_and_what_it_cost(order: QJOrder, what: str, number: int, cost: int) -> None:
    world = land()
    own(world, "A4", "AAA", zorans=60)
    leader(world, 13, "AAA", "A4", troops=3)
    turn = upto(world, "12", AAA=[order])
    (told,) = [event for event in turn.events if event.kind == "built"]
    assert (set(told.seen_by), told.data["what"], told.data["quantity"], told.data["cost"]) == ({"AAA"}, what, number, cost)
    assert turn.province("A4").zorans == 60 - cost
    assert [issued.order for issued in turn.done] == [order]
