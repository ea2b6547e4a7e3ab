"""Field artillery (T124) and catapults (T132): what strikes from next door."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.rules.battle.blows import Blow, Clash, tolls_of
from postern.rulesets.great_jewels.sequence import fight
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Issued, Move, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import allies, failures, land, leader, own, run_typed, talisman, unplayed

ONE, TWO = Force(leader=1), Force(leader=2)
CITY = Force(garrison="E5")


def _battery(number: int, **facts: int) -> World:
    world = land(AAA="AZONI", BBB="AZONI", CCC="AZONI")
    leader(world, 1, "AAA", "E4", **({"troops": 30} | facts))
    own(world, "E5", "BBB", garrison=20, csps=2)
    leader(world, 2, "BBB", "E5", troops=20)
    talisman(world, number, 1)
    return world


@pytest.mark.rule("QJ-28.1-273")
def test_of_all_in_a_battle_the_artillery_alone_is_told_to_strike_from_next_door() -> None:
    world = _battery(124)
    leader(world, 3, "AAA", "E5", troops=5)
    turn = _run(world, AAA=[UseTalisman(124, garrison="E5"), Attack(Force(leader=3), "attack", None)])
    for event in turn.events:
        if event.kind == "battle":
            assert {row["force"]: row["remote"] for row in event.data["forces"]} == {"L1": True, "L3": False, "GE5": False}


@pytest.mark.rule("QJ-28.1-273", "QJ-28.1-274", "QJ-28.1-275")
def test_field_artillery_strikes_next_door_with_a_third_and_takes_no_fire() -> None:
    world = _battery(124, rams=30, towers=10)
    turn = _run(world, AAA=[UseTalisman(124, garrison="E5")])
    assert world.provinces["E5"].garrison == 20 - (2 + (30 - 24) // 4)
    assert world.provinces["E5"].csps == 2
    assert (world.leaders[1].troops, world.leaders[1].rams, world.leaders[1].towers) == (30, 30, 10)
    assert turn.targets[ONE] == ["GE5"]
    assert [sorted(event.seen_by) for event in turn.events if event.kind == "battle"] == [["AAA"], ["BBB"]]


def _run(world: World, **orders: list[UseTalisman | Attack]) -> Turn:
    issued = [Issued(seat, order, line, "order") for seat, given in orders.items() for line, order in enumerate(given, start=1)]
    turn = Turn(world, issued, Chance("seed").turn(world.turn))
    turn.step = "6"
    fight(turn)
    return turn


@pytest.mark.rule("QJ-28.1-273")
def test_field_artillery_needs_a_seen_leader_next_door_in_a_players_province() -> None:
    world = _battery(124)
    unseen = _run(world, AAA=[UseTalisman(124, leader=2)])
    assert failures(unseen, "AAA") == ["NO SUCH LEADER"]
    seen = run_typed(_seen(_battery(124)), AAA=[UseTalisman(124, leader=2)])
    assert seen.world.leaders[2].troops == 20 - 30 // 4
    far = _battery(124)
    own(far, "G9", "BBB", garrison=3)
    assert failures(_run(far, AAA=[UseTalisman(124, garrison="G9")]), "AAA") == ["NOT ADJACENT"]
    neutral = _battery(124)
    neutral.provinces["E5"].owner = ""
    assert failures(_run(neutral, AAA=[UseTalisman(124, garrison="E5")]), "AAA") == ["TALISMAN NOT USABLE"]


@pytest.mark.rule("QJ-28.1-273", "QJ-28.2-13")
def test_artillery_hits_no_leader_whom_a_spell_protects() -> None:
    turn = Turn(_seen(_battery(124)), [Issued("AAA", UseTalisman(124, leader=2), 1, "T124=2")], Chance("seed").turn(5))
    turn.protected.add(2)
    fight(turn)
    assert failures(turn, "AAA") == ["PROTECTED"]
    assert turn.world.leaders[2].troops == 20


def _seen(world: World) -> World:
    from postern.rulesets.great_jewels.world.records import LeaderEntry, ProvinceEntry

    world.players["AAA"].seen["E5"] = ProvinceEntry("E5", world.turn, "BBB", leaders=(LeaderEntry(2, "BBB", 20),))
    return world


@pytest.mark.rule("QJ-28.1-274", "QJ-18-57")
def test_artillery_counts_among_the_attackers_and_betrays() -> None:
    world = _battery(124)
    allies(world, "BBB", "AAA", mutual=False)
    leader(world, 3, "CCC", "E5", troops=40)
    turn = unplayed(world)
    clash = Clash((Blow(ONE, CITY, "E5", remote=True), Blow(Force(leader=3), CITY, "E5")))
    tolls = tolls_of(turn, clash)
    assert tolls[CITY].betrayed
    assert [hit.factors for hit in tolls[CITY].hits] == [30, 120]
    assert [hit.factors for hit in tolls[Force(leader=3)].hits] == [Fraction(60, 4)]  # N = 2 + 2
    assert tolls[ONE].hits == ()


@pytest.mark.rule("QJ-28.1-276", "QJ-28.1-303")
@pytest.mark.parametrize(("number", "order"), [(124, UseTalisman(124, garrison="E5")), (132, UseTalisman(132, province="E5"))])
def test_artillery_and_catapults_are_the_leaders_one_order(number: int, order: UseTalisman) -> None:
    world = _battery(number, rams=9)
    turn = run_typed(world, AAA=[order, Move(1, ("E3",))])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert turn.world.leaders[1].province == "E4"
    world = _battery(number, rams=9)
    leader(world, 4, "CCC", "E4", troops=9)
    turn = run_typed(world, AAA=[order, Attack(ONE, "attack", 4)])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert turn.world.leaders[4].troops == 9


@pytest.mark.rule("QJ-28.1-273", "QJ-28.1-276")
def test_artillery_at_a_leader_whom_no_player_shelters_keeps_no_march_back() -> None:
    world = _seen(_battery(124))
    world.provinces["E5"].owner = ""
    turn = run_typed(world, AAA=[UseTalisman(124, leader=2), Move(1, ("E3",))])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.leaders[1].province == "E3"


@pytest.mark.rule("QJ-28.1-273", "QJ-28.1-276")
def test_artillery_in_a_garrison_strikes_nobody() -> None:
    world = _battery(124)
    own(world, "E4", "AAA", garrison=9)
    talisman(world, 124, "E4")
    turn = run_typed(world, AAA=[UseTalisman(124, garrison="E5"), UseTalisman(124, leader=2)])
    assert len(failures(turn, "AAA")) == 2
    assert not any(event.kind == "battle" for event in turn.events)


@pytest.mark.rule("QJ-28.1-301", "QJ-28.1-302", "QJ-04-21")
def test_catapults_throw_all_rams_and_raze_a_third_as_many_csps() -> None:
    world = land(AAA="SLENTH", BBB="AZONI")
    leader(world, 1, "AAA", "E4", troops=30, rams=14)
    own(world, "E5", "BBB", garrison=20, csps=9)
    talisman(world, 132, 1)
    turn = _run(world, AAA=[UseTalisman(132, province="E5")])
    assert world.provinces["E5"].csps == 5
    assert world.provinces["E5"].garrison == 20
    assert world.leaders[1].rams == 0
    assert turn.kill_points["AAA"] == 20
    none = _battery(132)
    assert failures(_run(none, AAA=[UseTalisman(132, province="E5")]), "AAA") == ["NOT ENOUGH TROOPS"]


@pytest.mark.rule("QJ-28.1-302", "QJ-18-74", "QJ-28.1-301")
@pytest.mark.parametrize(("foes", "troops"), [(25, 15), (80, None)])
def test_catapults_throw_all_that_they_brought_even_when_their_army_falls(foes: int, troops: int | None) -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    leader(world, 1, "AAA", "E4", troops=33, rams=30, bonus=0)
    leader(world, 2, "BBB", "E4", troops=foes)
    own(world, "E5", "BBB", garrison=20, csps=12)
    talisman(world, 132, 1)
    turn = _run(world, AAA=[UseTalisman(132, province="E5")], BBB=[Attack(Force(leader=2), "attack", 1)])
    assert world.provinces["E5"].csps == 2
    one = world.leaders.get(1)
    assert (one and (one.troops, one.rams)) == (troops and (troops, 0))
    assert turn.kill_points["AAA"] >= 50
    assert len(turn.done) == 2
    assert failures(turn, "AAA") == []


@pytest.mark.rule("QJ-28.1-334", "QJ-28.1-302")
def test_thrown_rams_too_become_csps_of_an_anti_siege_engine() -> None:
    world = _battery(132, rams=9)
    talisman(world, 149, "E5")
    _run(world, AAA=[UseTalisman(132, province="E5")])
    assert (world.provinces["E5"].csps, world.leaders[1].rams) == (2 + 4, 0)


@pytest.mark.rule("QJ-28.1-158")
@pytest.mark.parametrize("quiet", ["E5", "E4"])
@pytest.mark.parametrize("number", [124, 132])
def test_a_cease_fire_stops_artillery_that_strikes_into_it_or_out_of_it(number: int, quiet: str) -> None:
    world = _battery(number, rams=9)
    own(world, "E4", "CCC", garrison=1)
    leader(world, 3, "CCC", quiet)
    talisman(world, 87, 3)
    shot = UseTalisman(number, garrison="E5") if number == 124 else UseTalisman(number, province="E5")
    turn = run_typed(world, AAA=[shot], CCC=[GiveTalisman(87, None)])
    assert failures(turn, "AAA") == ["CEASE FIRE"]
    assert (turn.world.provinces["E5"].csps, turn.world.leaders[1].rams) == (2, 9)


@pytest.mark.rule("QJ-28.1-273")
def test_field_artillery_does_not_reach_a_players_army_on_land_that_no_player_controls() -> None:
    world = _seen(_battery(124))
    world.provinces["E5"].owner = ""
    turn = run_typed(world, AAA=[UseTalisman(124, leader=2)])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.leaders[2].troops == 20


@pytest.mark.rule("QJ-28.1-110", "QJ-28.1-273", "QJ-28.1-301")
@pytest.mark.parametrize("number", [124, 132])
def test_whom_the_dutchman_has_just_carried_away_neither_fires_nor_throws(number: int) -> None:
    world = _battery(number, rams=9)
    talisman(world, 74, 1, gained=world.turn, transferred=world.turn)
    turn = _run(world, AAA=[UseTalisman(number, garrison="E5")])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert (world.provinces["E5"].garrison, world.provinces["E5"].csps, world.leaders[1].rams) == (20, 2, 9)


@pytest.mark.rule("QJ-28.1-273", "QJ-28.1-301")
@pytest.mark.parametrize("number", [124, 132])
def test_a_target_that_is_no_province_is_refused(number: int) -> None:
    turn = _run(_battery(number, rams=9), AAA=[UseTalisman(number, garrison="A1")])
    assert failures(turn, "AAA") == ["NO SUCH PROVINCE"]


@pytest.mark.rule("QJ-28.1-301", "QJ-06-16")
def test_catapults_may_be_aimed_at_the_garrison_by_its_letter_and_who_throws_gains_experience() -> None:
    world = _battery(132, rams=9)
    _run(world, AAA=[UseTalisman(132, garrison="E5")])
    assert world.provinces["E5"].csps == 0
    assert world.leaders[1].bonus == 1
