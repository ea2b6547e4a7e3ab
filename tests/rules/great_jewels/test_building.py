"""Chapters 13, 15, 16: citadels, siege equipment and building; navies of chapter 9; T60 and T91."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.rulesets.great_jewels.rules.economy import levy_rate
from postern.rulesets.great_jewels.tables import COAST
from postern.rulesets.great_jewels.turn.orders import (
    AcceptEngines,
    Attack,
    BuildCsps,
    BuildEngines,
    BuildNavies,
    BuildRoad,
    GiveTalisman,
    Move,
    QJOrder,
    Sail,
)
from postern.rulesets.great_jewels.world.records import Force
from tests.kit.tables import Row, table
from tests.rules.great_jewels.build import change, failures, land, leader, own, saw, talisman
from tests.rules.great_jewels.tables import holds
from tests.rules.great_jewels.upto import clean, failure, upto

_PEOPLES = ("AZONI", "QUNTAG", "RILRIS", "SLENTH")
_THREE = "peoples AAA=QUNTAG BBB=QUNTAG CCC=QUNTAG;"

CITADELS = (
    Row("a CSP costs five zorans and joins the one citadel", "QJ-13-01 QJ-13-02",
        "J6 AAA zorans=19 csps=7", "AAA: GJ6BC3", "J6 csps=10 zorans=4"),
    *(
        Row(f"the building limit of {people}", "QJ-13-03", f"peoples AAA={people}; J6 AAA zorans=100; J7 AAA zorans=100",
            f"AAA: GJ6BC3, GJ6BC9, GJ7BC{limit}", f"J6 csps={limit}; J7 csps={limit}; AAA notes NOT_ENOUGH_ZORANS")
        for people, limit in zip(_PEOPLES, (6, 4, 4, 4), strict=True)
    ),
    Row("a lost province builds no CSPs, but its navies and engines stand", "QJ-13-04 QJ-16-03 QJ-16-04",
        "A4 AAA zorans=100; L13 AAA A4 troops=3 at_peace; L14 BBB A5 troops=5",
        "AAA: GA4BC2, GA4BN1, GA4BR3L13, GA4BC+; BBB: L14MA4",
        f"A4 BBB csps=0 navies=1 zorans={100 - 25 - 6}; L13 rams=3; AAA fails NOT_YOURS"),
    Row("a province that goes neutral builds no CSPs", "QJ-16-03",
        f"{_THREE} J6 AAA zorans=100; L14 BBB J5 troops=5; L15 CCC J7 troops=5",
        "AAA: GJ6BC2; BBB: L14MJ6; CCC: L15MJ6", "J6 neutral csps=0; AAA fails NOT_YOURS"),
    Row("a province captured this turn builds from the next", "", "J6 zorans=50; L13 AAA J5 troops=1",
        "AAA: L13MJ6, GJ6BC1", "J6 AAA csps=0; AAA fails NOT_YOURS", "from the next turn"),
    Row("autobuild builds all it can after the orders", "",
        "J6 AAA zorans=100 autobuild; J7 AAA zorans=12 autobuild; J8 AAA zorans=12 autobuild besieged",
        "AAA: GJ6BC1", "J6 csps=4; J7 csps=2; J8 csps=0"),
    Row("a besieged province builds nothing", "QJ-12-13", "A4 AAA zorans=100 besieged; L13 AAA A4 troops=6",
        "AAA: GA4BC1, GA4BN1, GA4BD, GA4BR1L13", "A4 zorans=100; AAA fails BESIEGED BESIEGED BESIEGED BESIEGED"),
    Row("only the zorans of the province pay", "QJ-16-01",
        "A4 AAA zorans=10; A5 AAA zorans=500; L13 AAA A4 troops=9 zorans=500",
        "AAA: GA4BN1, GA4BR5L13, GA4BC1, GA4BD",
        "L13 rams=5 zorans=500; A4 zorans=0; A5 zorans=500; AAA fails NOT_ENOUGH_ZORANS NOT_ENOUGH_ZORANS NOT_ENOUGH_ZORANS"),
    Row("T60 builds ten CSPs for two zorans each", "QJ-28.1-073 QJ-28.1-074", "J6 AAA zorans=50; T60 J6 gained=5",
        "AAA: GJ6BC12", "J6 csps=10 zorans=30; AAA notes NOT_ENOUGH_ZORANS"),
)  # fmt: skip
SIEGES = tuple(
    Row(title, "QJ-12-08", f"{_THREE} J6 AAA garrison=10 besieged; L14 BBB J6 troops=20; L15 CCC J6 troops={others}; {more}",
        "", f"J6 besieged={besieged}", until="14a")
    for title, others, more, besieged in (
        ("three besiegers for each defender make a siege", 10, "", "yes"),
        ("one besieger less makes none", 9, "", "no"),
        ("an ally does not besiege", 10, "AAA ally CCC", "no"),
    )
)  # fmt: skip
BOUGHT = (
    Row("navies are built on the coast only", "QJ-09-02 QJ-16-02", "A4 AAA zorans=60; J6 AAA zorans=60; A5 BBB",
        "AAA: GA4BN2, GJ6BN1", "A4 navies=2; J6 navies=0; AAA fails NOT_COASTAL", "Your coastal provinces: A4."),
    *(
        Row(f"{people} pay {price} zorans for a navy in {terrain}", "QJ-09-05 QJ-09-06",
            f"peoples AAA={people}; A4 AAA zorans={3 * price - 1} terrain={terrain}", "AAA: GA4BN3",
            f"A4 navies=2 zorans={price - 1}; AAA notes NOT_ENOUGH_ZORANS", "GA4BN2")
        for people in _PEOPLES
        for terrain, price in (("C", 25), ("M", 25), ("F", 15))
    ),
    Row("garrisons build rams and towers onto armies for two zorans", "QJ-15-07 QJ-15-08 QJ-16-08",
        "J6 AAA zorans=20; L13 AAA J6 troops=12", "AAA: GJ6BR5L13, GJ6BS3L13", "L13 rams=5 towers=3; J6 zorans=4"),
    Row("nothing is built for an army elsewhere", "QJ-15-07", "J6 AAA zorans=20; L13 AAA J7 troops=12",
        "AAA: GJ6BR5L13", "L13 rams=0; J6 zorans=20; AAA fails NOT_THERE"),
    Row("another player's army is given nothing that it has not accepted", "QJ-15-10",
        "J6 AAA zorans=20; L14 BBB J6 troops=12", "AAA: GJ6BR5L14", "L14 rams=0; AAA fails NOT_YOURS", "L14E"),
    Row("another player's army that accepts is given what is built", "QJ-15-10",
        "J6 AAA zorans=20; L14 BBB J6 troops=12", "AAA: GJ6BR5L14; BBB: L14E", "L14 rams=5"),
    Row("what an army carries already is manned before what is built", "QJ-15-03 QJ-15-04 QJ-15-07",
        "J6 AAA zorans=40; L13 AAA J6 troops=9 rams=7 towers=1", "AAA: GJ6BR5L13, GJ6BS5L13",
        f"L13 rams=9 towers=3; J6 zorans={40 - 2 * 4}; AAA notes NOT_ENOUGH_ZORANS NOT_ENOUGH_ZORANS"),
)  # fmt: skip
_SHIELD, _ENGINES = "QJ-13-05 QJ-13-06 QJ-12-02", "QJ-15-01 QJ-15-11 QJ-15-12 QJ-15-13"
ATTACKS = tuple(
    Row(title, clauses, f"J6 BBB {garrison}; L13 AAA J6 {army}", "AAA: L13AG", f"J6 {left}", until="11")
    for title, clauses, garrison, army, left in (
        ("30 factors, 4 a troop", _SHIELD, "garrison=10", "troops=10", "BBB garrison=3 csps=0"),
        ("inside the citadel 12 a troop", _SHIELD, "garrison=10 csps=10", "troops=10", "BBB garrison=8 csps=10"),
        ("the citadel does not fall with its garrison", _SHIELD, "garrison=10 csps=10", "troops=60", "AAA garrison=0 csps=10"),
        ("48 factors against 12 a troop", _ENGINES, "garrison=20 csps=6", "troops=16", "garrison=16 csps=6"),
        ("towers: one troop at 12, nine at 4", _ENGINES, "garrison=20 csps=6", "troops=16 towers=5", "garrison=10 csps=6"),
        ("rams: 12 troops fight, 4 CSPs are razed", _ENGINES, "garrison=20 csps=6", "troops=16 rams=4", "garrison=17 csps=2"),
    )
)
AFIELD = tuple(
    Row(f"between armies siege equipment does not count: {load or 'none'}", "QJ-15-14",
        f"L13 AAA J6 troops=12 {load}; L14 BBB J6 troops=40", "AAA: L13AL14", f"L14 troops={40 - 36 // 4}", until="6")
    for load in ("", "rams=12 towers=4")
)  # fmt: skip


@table((*CITADELS, *BOUGHT))
def test_what_is_built(row: Row) -> None:
    holds(replace(row, until="12"))


@table((*SIEGES, *ATTACKS, *AFIELD))
def test_sieges_and_siege_equipment(row: Row) -> None:
    holds(row)


# --- citadels ------------------------------------------------------------------------------------------------------------


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


def test_the_owner_reads_that_it_was_lost_in_this_very_turn() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=50)
    world = upto(world, "15c").world
    leader(world, 14, "BBB", "J5", troops=90)
    world.provinces["J6"].garrison = 0
    turn = upto(world, "12", AAA=[BuildCsps("J6", 1)], BBB=[Move(14, ("J6",))])
    assert failure(turn, "NOT YOURS").why == "J6 was lost earlier in this turn."


# --- siege ---------------------------------------------------------------------------------------------------------------


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


# --- siege equipment -----------------------------------------------------------------------------------------------------


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
    assert told.data["leader"] == (13 if isinstance(order, BuildEngines) else 0)
    assert turn.province("A4").zorans == 60 - cost
    assert [issued.order for issued in turn.done] == [order]
