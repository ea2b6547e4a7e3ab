"""Combat (chapter 18): who may fight whom, betrayal, the multi-army bonus, citadels, engines, conditional attacks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postern.game.chance import Chance
from postern.game.report import Battle
from postern.rulesets.great_jewels.orders.attacks import ordered_attacks
from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.battle.blows import Blow, Clash, blow_factors, fire_factors, tolls_of
from postern.rulesets.great_jewels.rules.battle.combat import resolve
from postern.rulesets.great_jewels.sequence import fight
from postern.rulesets.great_jewels.turn.orders import Attack, Issued, Mode, Move, Muster, QJOrder
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import allies, failures, land, leader, own, run_turn, run_typed


def L(number: int) -> Force:
    return Force(leader=number)


def G(province: str) -> Force:
    return Force(garrison=province)


def _three(**peoples: str) -> World:
    return land(5, **(peoples or {"AAA": "QUNTAG", "BBB": "QUNTAG", "CCC": "QUNTAG"}))


def fought(world: World, seed: str = "seed", **orders: Sequence[QJOrder]) -> Turn:
    """Only step 6, from this world and these attack orders."""
    issued = [
        Issued(seat, order, line, repr(order)) for seat, given_ in orders.items() for line, order in enumerate(given_, start=1)
    ]
    turn = Turn(world, issued, Chance(seed).turn(world.turn))
    turn.step = "6"
    fight(turn)
    return turn


# --- who fights whom ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-18-01", "QJ-18-03", "QJ-29-28", "QJ-29-31", "QJ-06-04")
def test_only_forces_in_the_same_province_fight() -> None:
    def meeting() -> World:
        world = _three()
        leader(world, 1, "AAA", "E5", troops=10)
        leader(world, 2, "BBB", "E5", troops=10)
        leader(world, 3, "BBB", "E6", troops=10)
        own(world, "E5", "BBB", garrison=12)
        return world

    turn = fought(meeting(), AAA=[Attack(L(1), "attack", 2)])
    assert turn.world.leaders[2].troops == 10 - 30 // 4
    assert turn.world.provinces["E5"].garrison == 12  # army against army leaves the garrison alone
    assert turn.targets[L(1)] == ["L2"]
    far = fought(meeting(), AAA=[Attack(L(1), "attack", 3)])
    assert failures(far, "AAA") == ["NOT THERE"]
    siege = fought(meeting(), AAA=[Attack(L(1), "attack", None)])
    assert siege.world.provinces["E5"].garrison == 12 - 30 // 4
    assert siege.targets[L(1)] == ["G"]


@pytest.mark.rule("QJ-18-02", "QJ-06-05")
def test_a_leader_without_troops_cannot_attack_but_can_be_attacked() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=0, bonus=4)
    leader(world, 2, "BBB", "E5", troops=10)
    turn = fought(world, AAA=[Attack(L(1), "attack", 2)], BBB=[Attack(L(2), "attack", 1)])
    assert failures(turn, "AAA") == ["NOT ENOUGH TROOPS"]
    assert L(1) not in turn.attackers
    assert turn.world.leaders[2].troops == 10
    assert 1 not in turn.world.leaders


@pytest.mark.rule("QJ-18-26", "QJ-18-02")
@pytest.mark.parametrize(("factors", "dies"), [(4, False), (5, True)])
def test_a_lone_leader_dies_of_more_factors_than_his_bonus(factors: int, dies: bool) -> None:
    world = land(AAA="SLENTH", BBB="AZONI")  # 2 factors a troop, assaulting 3
    leader(world, 1, "BBB", "E5", troops=0, bonus=4)
    leader(world, 2, "AAA", "E5", troops=1, bonus=1)
    order = Attack(L(2), "attack" if factors == 4 else "assault", 1)
    turn = fought(world, AAA=[order])
    assert (1 not in turn.world.leaders) is dies


@pytest.mark.rule("QJ-18-79")
def test_nobody_attacks_himself() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=10)
    leader(world, 2, "AAA", "E5", troops=10)
    own(world, "E5", "AAA", garrison=5)
    turn = fought(world, AAA=[Attack(L(1), "attack", 2), Attack(L(2), "attack", None), Attack(G("E5"), "attack", 1)])
    assert failures(turn, "AAA") == ["OWN FORCE"] * 3
    assert [turn.world.leaders[1].bonus, turn.world.leaders[1].troops] == [0, 10]


def test_orders_that_cannot_be_carried_out_say_why_and_what_is_possible() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=10)
    leader(world, 2, "BBB", "E5", troops=10)
    orders = [Attack(L(1), "attack", 77), Attack(L(9), "attack", 2), Attack(G("E5"), "attack", 2), Attack(L(1), "attack", None)]
    turn = fought(world, AAA=orders)
    assert failures(turn, "AAA") == ["NOT THERE", "NO SUCH LEADER", "NOT YOURS", "NOT THERE"]
    assert (turn.failures[0].remedy, turn.failures[0].paste) == ("Leaders of others in E5: L2.", "L1AL2")
    own(world, "E5", "AAA", garrison=4)
    assert failures(fought(world, AAA=[Attack(G("E5"), "attack", None)]), "AAA") == ["NOT UNDERSTOOD"]


def test_a_second_attack_needs_a_talisman() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=10)
    leader(world, 2, "BBB", "E5", troops=10)
    turn = fought(world, AAA=[Attack(L(1), "attack", 2), Attack(L(1), "attack", 2)])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert turn.world.leaders[2].troops == 10 - 30 // 4


def test_a_protected_leader_cannot_be_attacked_but_attacks() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=10)
    leader(world, 2, "BBB", "E5", troops=10)
    turn = Turn(
        world,
        [Issued("AAA", Attack(L(1), "attack", 2), 1, "L1AL2"), Issued("BBB", Attack(L(2), "attack", 1), 1, "L2AL1")],
        Chance("seed").turn(5),
    )
    turn.protected.add(2)
    fight(turn)
    assert failures(turn, "AAA") == ["PROTECTED"]
    assert turn.world.leaders[1].troops == 10 - 30 // 4


# --- modes, factors, bonus ------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-18-04", "QJ-18-10", "QJ-18-12", "QJ-29-29", "QJ-06-29")
def test_assault_raises_losses_on_both_sides() -> None:
    outcomes = {}
    for mode in ("attack", "assault"):
        world = _three()
        leader(world, 1, "AAA", "E5", troops=20)
        leader(world, 2, "BBB", "E5", troops=20)
        turn = fought(world, AAA=[Attack(L(1), mode, 2)], BBB=[Attack(L(2), "attack", 1)])
        outcomes[mode] = (turn.world.leaders[1].troops, turn.world.leaders[2].troops)
        assert ("-K" in turn.flags[L(1)]) is (mode == "assault")
    assert outcomes == {"attack": (20 - 15, 20 - 15), "assault": (0, 0)}


@pytest.mark.rule("QJ-18-14", "QJ-18-15", "QJ-18-16", "QJ-06-14")
def test_the_bonus_doubles_attack_and_defence_of_that_many_troops() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=10, bonus=6)
    leader(world, 2, "BBB", "E5", troops=30, bonus=5)
    turn = fought(world, AAA=[Attack(L(1), "attack", 2)])
    assert turn.world.leaders[2].troops == 30 - 7  # 48 factors: 40 kill 5 covered troops, 8 two more
    over = _three()
    leader(over, 1, "AAA", "E5", troops=3, bonus=50)
    leader(over, 2, "BBB", "E5", troops=30)
    assert fought(over, AAA=[Attack(L(1), "attack", 2)]).world.leaders[2].troops == 30 - 18 // 4


@pytest.mark.rule("QJ-18-17", "QJ-18-18", "QJ-18-19", "QJ-18-20", "QJ-18-21")
def test_defensive_fire_depends_on_attackers_and_on_what_else_is_done() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=40)
    leader(world, 2, "AAA", "E5", troops=40)
    leader(world, 3, "BBB", "E5", troops=20)
    leader(world, 4, "CCC", "E5", troops=20)
    both = (Blow(L(1), L(3), "E5"), Blow(L(2), L(3), "E5"))
    turn = Turn(world, [], Chance("seed").turn(5))
    idle = Clash(both)
    assert fire_factors(turn, idle, L(3), L(1)) == Fraction(60, 2 + 2)
    elsewhere = Clash((*both, Blow(L(3), L(4), "E5", "assault")))
    assert fire_factors(turn, elsewhere, L(3), L(1)) == Fraction(60, 4 + 2)
    turn.leaving.add(3)
    assert fire_factors(turn, idle, L(3), L(1)) == Fraction(60, 4 + 2)
    turn.leaving.clear()
    direct = Clash((*both, Blow(L(3), L(1), "E5")))
    hits = tolls_of(turn, direct)[L(1)].hits
    assert [(hit.source, hit.factors) for hit in hits] == [(L(3), Fraction(60))]  # his attack, and no fire on top of it
    assert [hit.factors for hit in tolls_of(turn, direct)[L(2)].hits] == [Fraction(60, 6)]


@pytest.mark.rule("QJ-18-22")
def test_defensive_fire_can_destroy_leaders_and_garrisons() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=1)
    leader(world, 2, "BBB", "E5", troops=60)
    own(world, "F5", "AAA", garrison=1)
    leader(world, 3, "BBB", "F5", troops=60)
    turn = fought(world, AAA=[Attack(L(1), "attack", 2), Attack(G("F5"), "attack", 3)])
    assert 1 not in turn.world.leaders
    assert turn.world.provinces["F5"].garrison == 0


@pytest.mark.rule("QJ-18-13", "QJ-18-65")
def test_leaving_armies_have_six_factors_and_garrisons_never_leave() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=40)
    leader(world, 2, "BBB", "E5", troops=40)
    own(world, "E5", "CCC", garrison=40)
    turn = run_typed(world, AAA=[Attack(L(1), "attack", 2)], BBB=[Move(2, ("E6",))])
    assert turn.world.leaders[2].troops == 40 - 120 // 6
    assert turn.world.leaders[2].province == "E6"
    stays = fought(world, AAA=[Attack(L(1), "attack", None)], CCC=[Muster("E5")])
    assert stays.world.provinces["E5"].garrison == 40 - 120 // 4


@pytest.mark.rule("QJ-30-19", "QJ-30-08", "QJ-30-09")
def test_an_attacker_does_not_move_and_a_mover_survives_combat_first() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=90)
    leader(world, 2, "BBB", "E5", troops=10)
    turn = run_typed(world, AAA=[Attack(L(1), "attack", 2), Move(1, ("E6",))], BBB=[Move(2, ("E6",))])
    assert turn.world.leaders[1].province == "E5"
    assert 2 not in turn.world.leaders  # killed in step 6, so he never moved
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]


# --- betrayal and allies --------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-18-57", "QJ-18-58", "QJ-18-59", "QJ-06-25")
def test_betrayal_lowers_the_defence_of_the_betrayed_target_only() -> None:
    world = _three()
    allies(world, "BBB", "AAA", mutual=False)  # B has declared A an ally
    leader(world, 1, "AAA", "E5", troops=10)
    leader(world, 2, "BBB", "E5", troops=40)
    leader(world, 3, "BBB", "E5", troops=40)
    leader(world, 4, "CCC", "E5", troops=10)
    leader(world, 5, "CCC", "E5", troops=10)
    orders = {"AAA": [Attack(L(1), "attack", 2)], "CCC": [Attack(L(4), "attack", 2), Attack(L(5), "attack", 3)]}
    turn = fought(world, "seed", **orders)
    assert turn.world.leaders[2].troops == 40 - (30 + 30) // 2  # the third player profits too
    assert turn.world.leaders[3].troops == 40 - 30 // 4
    assert "-B" in turn.flags[L(2)]
    assert "-B" not in turn.flags[L(3)]


@pytest.mark.rule("QJ-18-60", "QJ-18-61", "QJ-18-62", "QJ-18-63", "QJ-22-04")
def test_multi_army_bonus() -> None:
    world = _three()
    allies(world, "AAA", "BBB")
    for number, owner in ((1, "AAA"), (2, "AAA"), (3, "BBB"), (4, "CCC")):
        leader(world, number, owner, "E5", troops=10)
    own(world, "E5", "CCC", garrison=50)
    turn = Turn(world, [], Chance("seed").turn(5))
    one, two, three = (Blow(L(number), G("E5"), "E5") for number in (1, 2, 3))
    assert blow_factors(turn, Clash((one,)), one) == 30
    assert blow_factors(turn, Clash((one, two)), one) == 33
    assert blow_factors(turn, Clash((one, two, three)), one) == 36
    assert blow_factors(turn, Clash((one, two, three)), three) == 36
    elsewhere = Blow(L(2), L(4), "E5")  # another target of the same player: no bonus
    assert blow_factors(turn, Clash((one, elsewhere)), one) == 30
    world.players["BBB"].allies.clear()  # one-sided declarations do not count
    assert blow_factors(turn, Clash((one, two, three)), three) == 30
    for number in range(11, 25):
        leader(world, number, "AAA", "E5", troops=1)
    crowd = Clash((one, *(Blow(L(number), G("E5"), "E5") for number in range(11, 21))))
    assert blow_factors(turn, crowd, one) == 60
    more = Clash((one, *(Blow(L(number), G("E5"), "E5") for number in range(11, 25))))
    assert blow_factors(turn, more, one) == 60


@pytest.mark.rule("QJ-18-70", "QJ-18-71")
def test_a_garrison_is_no_army_but_profits_from_the_bonus() -> None:
    world = _three()
    own(world, "E5", "AAA", garrison=10)
    for number in (1, 2):
        leader(world, number, "AAA", "E5", troops=10)
    leader(world, 3, "BBB", "E5", troops=90)
    turn = Turn(world, [], Chance("seed").turn(5))
    garrison, one, two = (Blow(force, L(3), "E5") for force in (G("E5"), L(1), L(2)))
    assert blow_factors(turn, Clash((garrison, one)), one) == 30
    assert blow_factors(turn, Clash((garrison, one)), garrison) == 30
    assert blow_factors(turn, Clash((garrison, one, two)), garrison) == 33
    assert blow_factors(turn, Clash((garrison, one, two)), one) == 33


# --- garrisons, citadels, engines -----------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-18-64", "QJ-18-66", "QJ-12-02")
def test_csps_triple_the_defence_of_one_troop_each() -> None:
    world = _three()
    own(world, "E5", "BBB", garrison=10, csps=4)
    leader(world, 1, "AAA", "E5", troops=20)
    turn = fought(world, AAA=[Attack(L(1), "attack", None)])
    assert turn.world.provinces["E5"].garrison == 10 - 7  # 60 factors: 48 kill 4 behind walls, 12 three more
    assert turn.world.leaders[1].troops == 20 - 2  # fire of 30 / 3 = 10
    many = _three()
    own(many, "E5", "BBB", garrison=2, csps=50)
    leader(many, 1, "AAA", "E5", troops=8)
    assert fought(many, AAA=[Attack(L(1), "attack", None)]).world.provinces["E5"].garrison == 0  # 2 x 12 factors


@pytest.mark.rule("QJ-18-67", "QJ-18-68", "QJ-18-69", "QJ-18-72", "QJ-18-73", "QJ-18-74", "QJ-15-11", "QJ-15-12", "QJ-15-13")
def test_the_attack_on_m4() -> None:
    world = land(YECCH="QUNTAG", BLECCH="QUNTAG", CCC="QUNTAG")
    own(world, "M4", "CCC", garrison=10, csps=10)
    leader(world, 22, "YECCH", "M4", troops=23, towers=2, rams=2)
    leader(world, 23, "BLECCH", "M4", troops=12, towers=3, rams=2)
    turn = Turn(world, [], Chance("seed").turn(5))
    clash = Clash((Blow(L(22), G("M4"), "M4"), Blow(L(23), G("M4"), "M4")))
    toll = tolls_of(turn, clash)[G("M4")]
    assert toll.factors == 31 * 3
    assert toll.stand.covered == 5
    assert (toll.dead, toll.destroyed) == (10, True)
    resolve(turn, clash)
    assert world.provinces["M4"].csps == 6
    assert world.provinces["M4"].garrison == 0


@pytest.mark.rule("QJ-18-74", "QJ-18-69")
def test_rams_of_dead_armies_still_raze_csps() -> None:
    world = _three()
    own(world, "E5", "BBB", garrison=400, csps=10)
    leader(world, 1, "AAA", "E5", troops=4, rams=4)
    turn = fought(world, AAA=[Attack(L(1), "attack", None)])
    assert 1 not in turn.world.leaders
    assert turn.world.provinces["E5"].csps == 6
    assert turn.world.provinces["E5"].garrison == 400  # all four troops manned rams


def test_79_factors_kill_nine_and_93_all_ten_behind_five_csps() -> None:
    from postern.rulesets.great_jewels.rules.forces import losses

    assert losses(79, 10, 5, 4, multiple=3).dead == 9
    assert losses(80, 10, 5, 4, multiple=3).dead == 10


@pytest.mark.rule("QJ-15-14")
def test_engines_count_nothing_against_armies() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=12, rams=12, towers=4)
    leader(world, 2, "BBB", "E5", troops=30, rams=3)
    turn = fought(world, AAA=[Attack(L(1), "attack", 2)])
    assert turn.world.leaders[2].troops == 30 - 36 // 4


def test_engines_wear_out_in_attacks_on_garrisons_and_need_crews() -> None:
    rams = towers = 0
    for seed in range(60):
        world = _three()
        own(world, "E5", "BBB", garrison=1, csps=0)
        leader(world, 1, "AAA", "E5", troops=90, rams=20, towers=20)
        turn = fought(world, str(seed), AAA=[Attack(L(1), "attack", None)])
        rams += turn.world.leaders[1].rams
        towers += turn.world.leaders[1].towers
    assert 800 < rams < 1000  # of 1200, a quarter is lost
    assert 800 < towers < 1000
    world = _three()
    leader(world, 1, "AAA", "E5", troops=9, rams=9, towers=3)
    leader(world, 2, "BBB", "E5", troops=8)
    fought(world, BBB=[Attack(L(2), "attack", 1)])
    assert (world.leaders[1].troops, world.leaders[1].rams, world.leaders[1].towers) == (3, 3, 1)


@pytest.mark.rule("QJ-15-15")
def test_an_owner_is_told_which_engines_broke_and_a_forecast_breaks_none() -> None:
    for expected in (False, True):
        told = 0
        for seed in range(20):
            world = _three()
            own(world, "E5", "BBB", garrison=3)
            leader(world, 1, "AAA", "E5", troops=90, rams=1, towers=1)
            order = Issued("AAA", Attack(L(1), "attack", None), 1, "L1AG")
            turn = Turn(world, [order], Chance(str(seed)).turn(world.turn), expected=expected)
            fight(turn)
            broken = [event.data for event in turn.events if event.kind == "engines-broken"]
            left = (world.leaders[1].rams, world.leaders[1].towers)
            assert [(1 - one["rams"], 1 - one["towers"]) for one in broken] == ([] if left == (1, 1) else [left])
            told += len(broken)
        assert told == 0 if expected else 3 <= told <= 15  # 7 in 16 lose something


# --- conditional attacks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-18-75", "QJ-18-76", "QJ-18-77", "QJ-29-30", "QJ-06-26")
def test_conditional_attacks_wake_only_when_the_targets_owner_really_attacks() -> None:
    def clash(b_mode: Mode, b_target: int) -> Turn:
        world = _three()
        leader(world, 1, "AAA", "E5", troops=20)
        leader(world, 2, "BBB", "E5", troops=20)
        leader(world, 3, "AAA", "E5", troops=20)
        leader(world, 4, "CCC", "E5", troops=20)
        return fought(world, AAA=[Attack(L(1), "conditional", 2)], BBB=[Attack(L(2), b_mode, b_target)])

    noise = clash("conditional", 1)
    assert [noise.world.leaders[number].troops for number in (1, 2, 3, 4)] == [20] * 4
    assert "-C" in noise.flags[L(1)]
    assert "-C" in noise.flags[L(2)]
    third = clash("attack", 4)  # B attacks somebody else
    assert third.world.leaders[2].troops == 20 - 20 // 4  # only defensive fire: 60 / 3
    other = clash("attack", 3)  # B attacks another army of A: the condition is met
    assert other.world.leaders[2].troops < 20 - 60 // 4 + 1
    assert other.targets[L(1)] == ["L2"]


@pytest.mark.rule("QJ-18-76")
def test_an_attack_in_another_province_does_not_meet_the_condition() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=20)
    leader(world, 2, "BBB", "E5", troops=20)
    leader(world, 3, "AAA", "F5", troops=20)
    leader(world, 4, "BBB", "F5", troops=20)
    turn = fought(world, AAA=[Attack(L(1), "conditional", 2)], BBB=[Attack(L(4), "attack", 3)])
    assert turn.world.leaders[2].troops == 20


def test_every_attack_order_is_noted_as_carried_out_once() -> None:
    world = _three()
    for number, owner in ((1, "AAA"), (2, "BBB"), (3, "AAA"), (4, "BBB")):
        leader(world, number, owner, "E5", troops=40)
    own(world, "E5", "", garrison=9)
    given = [Attack(L(1), "attack", 2), Attack(L(3), "conditional", 4)]
    turn = fought(world, AAA=given)
    assert [issued.order for issued in turn.done] == [given[1], given[0]]
    assert [event.kind for event in turn.events if event.kind == "no-cause-to-attack"] == ["no-cause-to-attack"]
    woken = fought(world, AAA=given, BBB=[Attack(L(2), "attack", 1), Attack(L(4), "attack", None)])
    assert [issued.seat for issued in woken.done] == ["AAA", "AAA", "BBB", "BBB"]  # each once, the neutrals never
    assert [event.kind for event in woken.events if event.kind == "no-cause-to-attack"] == []


@pytest.mark.rule("QJ-18-78")
def test_there_is_no_conditional_assault() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=20)
    leader(world, 2, "BBB", "E5", troops=20)
    turn = fought(world, AAA=[Attack(L(1), "conditional", 2)], BBB=[Attack(L(2), "attack", 1)])
    assert "-K" not in turn.flags[L(1)]
    assert turn.world.leaders[2].troops == 20 - 60 // 4


@pytest.mark.rule("QJ-29-34", "QJ-29-35", "QJ-29-36", "QJ-05-28")
def test_garrisons_attack_assault_and_wait_conditionally() -> None:
    expected: dict[Mode, int] = {"attack": 7, "assault": 10, "conditional": 0}
    for mode, lost in expected.items():
        world = _three()
        own(world, "E5", "AAA", garrison=10)
        leader(world, 1, "BBB", "E5", troops=40)
        turn = fought(world, AAA=[Attack(G("E5"), mode, 1)])
        assert turn.world.leaders[1].troops == 40 - lost
        assert ("-K" in turn.flags[G("E5")], "-C" in turn.flags[G("E5")]) == (mode == "assault", mode == "conditional")


# --- everything at once ---------------------------------------------------------------------------------------------------


def _melee(draws: list[tuple[int, int, int, int]]) -> World:
    world = _three(AAA="AZONI", BBB="SLENTH", CCC="RILRIS")
    own(world, "E5", "CCC", garrison=12, csps=5, zorans=40)
    for number, (owner, troops, bonus, zorans) in enumerate(draws, start=1):
        name = ("AAA", "BBB", "CCC")[owner]
        leader(world, number, name, "E5", troops=troops, bonus=bonus, zorans=zorans if troops else 0, rams=min(troops, 3))
    return world


_LEADERS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 25), st.integers(0, 8), st.integers(0, 50)), min_size=2, max_size=6
)
_MODES: tuple[Mode, ...] = ("attack", "assault", "conditional")
_TARGETS = st.lists(st.tuples(st.sampled_from(_MODES), st.integers(0, 6)), min_size=6, max_size=6)


def _orders(world: World, targets: list[tuple[Mode, int]]) -> list[Issued]:
    orders = []
    for number, (mode, target) in zip(sorted(world.leaders), targets, strict=False):
        order = Attack(L(number), mode, target or None)
        orders.append(Issued(world.leaders[number].owner, order, number, f"L{number}"))
    return orders


@settings(max_examples=60, deadline=None)
@given(draws=_LEADERS, targets=_TARGETS, flip=st.booleans())
def test_combat_creates_nothing_and_the_order_of_orders_changes_nothing(
    draws: list[tuple[int, int, int, int]], targets: list[tuple[Mode, int]], flip: bool
) -> None:
    world = _melee(draws)
    before = sum(one.zorans for one in world.leaders.values()) + 40
    strength = {number: (one.troops, one.bonus) for number, one in world.leaders.items()}
    orders = _orders(world, targets)
    turn = Turn(world, orders, Chance("seed").turn(5))
    fight(turn)
    place = world.provinces["E5"]
    assert 0 <= place.garrison <= 12
    assert 0 <= place.csps <= 5
    assert all(0 <= one.troops <= strength[number][0] for number, one in world.leaders.items())
    assert all(one.bonus in range(strength[number][1], strength[number][1] + 3) for number, one in world.leaders.items())
    assert sum(one.zorans for one in world.leaders.values()) + place.zorans == before
    again = _melee(draws)
    other = Turn(again, orders[::-1] if flip else orders[1:] + orders[:1], Chance("seed").turn(5))
    fight(other)
    assert again.leaders == world.leaders
    assert again.provinces == world.provinces
    assert turn.kill_points == other.kill_points


def test_the_same_turn_runs_to_the_same_end_again() -> None:
    world = _melee([(0, 20, 3, 9), (1, 20, 2, 9), (2, 9, 1, 30)])
    orders = {one.seat: [one] for one in _orders(world, [("attack", 2), ("assault", 1), ("attack", 1)])}
    ends = [run_turn(world, orders, Chance("seed").turn(5)) for _ in range(2)]
    assert ends[0].world == ends[1].world
    assert ends[0].events == ends[1].events


# --- what is told ---------------------------------------------------------------------------------------------------------


def test_both_sides_read_an_account_with_forces_losses_and_outcome() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=40, bonus=2)
    leader(world, 2, "BBB", "E5", troops=5, zorans=12)
    turn = fought(world, AAA=[Attack(L(1), "attack", 2)])
    for reader in ("AAA", "BBB"):
        (event,) = [event for event in turn.events if event.kind == "battle" and reader in event.seen_by]
        said = sentence(event, reader)
        assert said is not None
        assert isinstance(said.battle, Battle)
        assert said.battle.place == "E5"
        assert said.battle.forces.rows[1][:2] == ("L2 BBB", "5")
        assert (said.weight == "attention") is (reader == "BBB")
        assert "L1 took 12 zorans from L2." in said.battle.spoils
        assert ("You lost L2." if reader == "BBB" else "L2 of BBB was killed.") in said.battle.outcome
    assert not [event for event in turn.events if "CCC" in event.seen_by]


def test_unexecuted_attacks_are_no_blows() -> None:
    world = _three()
    leader(world, 1, "AAA", "E5", troops=40)
    turn = Turn(world, [Issued("AAA", Attack(L(1), "attack", 2), 1, "L1AL2")], Chance("seed").turn(5))
    assert ordered_attacks(turn) == ([], [])
