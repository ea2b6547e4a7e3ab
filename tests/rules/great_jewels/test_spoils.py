"""What the dead leave behind (end of chapter 18, ruling 13), and points for killing (chapter 4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.rules.battle.aftermath import claimants, heirs, kill_leader, refuge_of
from postern.rulesets.great_jewels.rules.forces import divided
from postern.rulesets.great_jewels.sequence import fight
from postern.rulesets.great_jewels.turn.orders import Attack, Issued, Mode, Move, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import land, leader, own, run_typed, saw, talisman


def hits(*pairs: tuple[int, int | None], mode: Mode = "attack", world: World) -> list[Issued]:
    """Attack orders: (who, whom); whom None is the garrison."""
    return [
        Issued(world.leaders[who].owner, Attack(Force(leader=who), mode, whom), line, f"L{who}")
        for line, (who, whom) in enumerate(pairs, start=1)
    ]


def fought(world: World, orders: list[Issued], seed: str = "seed") -> Turn:
    turn = Turn(world, orders, Chance(seed).turn(world.turn))
    turn.step = "6"
    fight(turn)
    return turn


def _four() -> World:
    return land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG", DDD="QUNTAG")


def test_shares_go_by_largest_remainder_ties_to_the_first() -> None:
    assert divided(10, [1, 1, 1]) == [4, 3, 3]
    assert divided(7, [30, 10]) == [5, 2]
    assert divided(5, [0, 0]) == [0, 0]
    assert sum(divided(101, [7, 3, 9, 13])) == 101


@pytest.mark.rule("QJ-18-80")
def test_zorans_of_a_destroyed_army_are_shared_by_strength_after_combat() -> None:
    world = _four()
    leader(world, 1, "AAA", "E5", troops=30)
    leader(world, 2, "BBB", "E5", troops=10)
    leader(world, 3, "CCC", "E5", troops=10, bonus=99, zorans=41)
    fought(world, hits((1, 3), (2, 3), world=world))
    # defensive fire of (10 + 10) x 3 / 4 = 15 factors kills 3 troops of each; 27 and 7 are left
    assert (world.leaders[1].troops, world.leaders[2].troops) == (27, 7)
    assert 3 in world.leaders  # his bonus saved the leader
    assert (world.leaders[1].zorans, world.leaders[2].zorans) == (33, 8)
    assert (world.leaders[3].troops, world.leaders[3].zorans) == (0, 0)


@pytest.mark.rule("QJ-18-81", "QJ-28-05")
def test_talismans_of_a_dead_leader_go_to_his_attackers_by_weight() -> None:
    first = 0
    for seed in range(200):
        world = _four()
        leader(world, 1, "AAA", "E5", troops=90)
        leader(world, 2, "BBB", "E5", troops=30)
        leader(world, 3, "CCC", "E5", troops=2)
        talisman(world, 57, 3)
        fought(world, hits((1, 3), (2, 3), world=world), str(seed))
        assert world.talismans[57].leader in (1, 2)
        assert world.talismans[57].gained == world.turn
        first += world.talismans[57].leader == 1
    assert 125 <= first <= 175  # three times in four
    for seed in range(9):
        world = _four()
        leader(world, 1, "AAA", "E5", troops=30)
        leader(world, 2, "BBB", "E5", troops=90)
        leader(world, 3, "CCC", "E5", troops=2)
        talisman(world, 57, 3)
        fight(Turn(world, hits((1, 3), (2, 3), world=world), Chance(str(seed)).turn(world.turn), expected=True))
        assert world.talismans[57].leader == 2


@pytest.mark.rule("QJ-18-81")
def test_talismans_stay_with_a_leader_whose_troops_alone_died() -> None:
    world = _four()
    leader(world, 1, "AAA", "E5", troops=16)
    leader(world, 3, "CCC", "E5", troops=10, bonus=2, zorans=9)
    talisman(world, 57, 3)
    fought(world, hits((1, 3), world=world))  # 48 factors kill all ten and leave no excess
    assert (world.leaders[3].troops, world.leaders[3].zorans) == (0, 0)
    assert world.leaders[1].zorans == 9
    assert world.talismans[57].leader == 3


@pytest.mark.rule("QJ-18-82", "QJ-18-83")
def test_without_surviving_attackers_everything_stays_in_the_province() -> None:
    world = _four()
    own(world, "E5", "DDD", garrison=5, zorans=1)
    leader(world, 1, "AAA", "E5", troops=30)
    leader(world, 2, "BBB", "E5", troops=30)
    leader(world, 3, "CCC", "E5", troops=5, zorans=20)
    talisman(world, 57, 3)
    leader(world, 4, "DDD", "E5", troops=90)
    # 2 kills 3, 4 kills 2: what 3 had does not go to 4
    fought(world, hits((2, 3), (4, 2), world=world))
    assert 2 not in world.leaders
    assert 3 not in world.leaders
    assert world.provinces["E5"].zorans == 21
    assert world.talismans[57].province == "E5"
    assert world.leaders[4].zorans == 0


@pytest.mark.rule("QJ-18-82")
def test_a_garrison_takes_its_share_into_the_province() -> None:
    world = _four()
    own(world, "E5", "AAA", garrison=50)
    leader(world, 3, "CCC", "E5", troops=5, zorans=20)
    talisman(world, 57, 3)
    order = Issued("AAA", Attack(Force(garrison="E5"), "attack", 3), 1, "GE5AL3")
    fought(world, [order])
    assert world.provinces["E5"].zorans == 20
    assert world.talismans[57].province == "E5"


@pytest.mark.rule("QJ-21-03", "QJ-21-04")
def test_an_army_at_peace_attacks_but_takes_no_spoils() -> None:
    world = _four()
    leader(world, 1, "AAA", "E5", troops=60, at_peace=True)
    leader(world, 2, "BBB", "E5", troops=10)
    leader(world, 3, "CCC", "E5", troops=5, zorans=20)
    talisman(world, 57, 3)
    fought(world, hits((1, 3), (2, 3), world=world))
    assert 3 not in world.leaders
    assert world.leaders[1].zorans == 0
    assert world.leaders[2].zorans == 20
    assert world.talismans[57].leader == 2


def test_defensive_fire_gives_no_claim() -> None:
    world = _four()
    leader(world, 1, "AAA", "E5", troops=1, zorans=7)
    leader(world, 2, "BBB", "E5", troops=90)
    fought(world, hits((1, 2), world=world))
    assert 1 not in world.leaders
    assert world.leaders[2].zorans == 0
    assert world.provinces["E5"].zorans == 7


def test_siege_equipment_of_the_destroyed_is_destroyed() -> None:
    world = _four()
    leader(world, 1, "AAA", "E5", troops=40)
    leader(world, 3, "CCC", "E5", troops=6, bonus=99, rams=6, towers=2)
    fought(world, hits((1, 3), world=world))
    assert (world.leaders[3].troops, world.leaders[3].rams, world.leaders[3].towers) == (0, 0, 0)
    assert world.leaders[1].rams == 0


@pytest.mark.rule("QJ-18-80", "QJ-18-81")
def test_strength_is_what_is_left_after_combat() -> None:
    won = 0
    for seed in range(40):
        world = _four()
        leader(world, 1, "AAA", "E5", troops=30, bonus=500)
        leader(world, 2, "BBB", "E5", troops=30)
        leader(world, 3, "CCC", "E5", troops=2, zorans=9)
        leader(world, 4, "DDD", "E5", troops=100)
        talisman(world, 57, 3)
        fought(world, hits((1, 3), (2, 3), (4, 1), world=world), str(seed))
        assert world.leaders[1].troops == 0
        assert world.leaders[2].zorans == 9
        won += world.talismans[57].leader == 1
    assert won <= 6  # one in thirty, not one in two


@pytest.mark.parametrize("facts", [{"troops": 0}, {"at_peace": True}, {}])
def test_only_a_living_army_not_at_peace_takes_zorans_by_its_ring(facts: dict[str, int]) -> None:
    world = land(AAA="RILRIS", BBB="QUNTAG", CCC="QUNTAG")
    leader(world, 1, "AAA", "E5", troops=90)
    leader(world, 2, "AAA", "E5", **{"troops": 1, **facts})
    leader(world, 3, "BBB", "E5", troops=5, zorans=20)
    leader(world, 4, "CCC", "E5", troops=90 if not facts else 0)
    talisman(world, 36, 2)
    fought(world, hits((1, 3), *([] if facts else [(4, 2)]), world=world))
    assert 3 not in world.leaders
    assert (2 in world.leaders) == bool(facts)
    assert world.leaders[1].zorans == 20


def test_winner_and_loser_are_told_where_talismans_went() -> None:
    world = _four()
    leader(world, 1, "AAA", "E5", troops=90)
    leader(world, 3, "CCC", "E5", troops=2)
    talisman(world, 57, 3)
    turn = fought(world, hits((1, 3), world=world))
    told = {event.kind: (event.seen_by, event.data) for event in turn.events}
    assert told["talisman-won"][0] == {"AAA"}
    assert told["talisman-won"][1]["holder"] == "L1"
    assert told["leader-died"][0] == {"CCC"}
    assert told["leader-died"][1]["talismans"] == ["T57 to L1"]
    alone = Turn(_four(), [], Chance("seed").turn(5))
    alone.add_leader(leader(alone.world, 5, "AAA", "E5"))
    alone.place_talisman(57, Force(leader=5))
    kill_leader(alone, 5, "doom")
    assert alone.events[-1].data["talismans"] == ["T57 left in E5"]


def test_who_strikes_from_next_door_claims_nothing() -> None:
    world = _four()
    own(world, "E5", "CCC", zorans=1)
    leader(world, 1, "AAA", "E6", troops=200)
    leader(world, 3, "CCC", "E5", troops=5, zorans=20)
    talisman(world, 124, 1)
    talisman(world, 57, 3)
    saw(world, "AAA", "E5")
    turn = run_typed(world, AAA=[UseTalisman(124, leader=3)])
    assert 3 not in turn.world.leaders
    assert turn.world.leaders[1].zorans == 0
    assert turn.world.talismans[57].province == "E5"


@pytest.mark.rule("QJ-28.1-028")
def test_an_army_with_a_rilris_ring_takes_what_a_killed_leader_carried() -> None:
    world = land(AAA="RILRIS", BBB="QUNTAG")
    own(world, "E5", "BBB", garrison=2, zorans=30)
    leader(world, 1, "AAA", "E5", troops=90)
    leader(world, 2, "AAA", "E5", troops=1)
    leader(world, 3, "BBB", "E5", troops=5, zorans=20)
    talisman(world, 36, 2)
    fought(world, hits((1, 3), world=world))
    assert 3 not in world.leaders
    assert (world.leaders[1].zorans, world.leaders[2].zorans, world.provinces["E5"].zorans) == (0, 20, 30)


@pytest.mark.rule("QJ-28.1-028")
@pytest.mark.parametrize(("people", "carried"), [("RILRIS", 20), ("QUNTAG", 0)])
def test_an_army_with_a_rilris_ring_takes_what_an_army_carried_that_defensive_fire_destroyed(people: str, carried: int) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "E5", "AAA", garrison=90)
    leader(world, 2, "AAA", "E5", troops=1)
    leader(world, 3, "BBB", "E5", troops=5, zorans=20)
    talisman(world, 36, 2)
    turn = run_typed(world, BBB=[Attack(Force(leader=3), "attack", None)])
    assert 3 not in turn.world.leaders
    assert turn.world.leaders[2].zorans == carried


@pytest.mark.rule("QJ-28.1-028")
@pytest.mark.parametrize(("people", "carried"), [("RILRIS", 20), ("QUNTAG", 0)])
def test_an_army_with_a_rilris_ring_takes_what_an_army_carried_that_artillery_next_door_destroyed(
    people: str, carried: int
) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "E5", "BBB", garrison=1)
    leader(world, 1, "AAA", "E4", troops=90)
    leader(world, 2, "AAA", "E5", troops=1, at_peace=False)
    leader(world, 3, "BBB", "E5", troops=5, zorans=20)
    talisman(world, 124, 1)
    talisman(world, 36, 2)
    saw(world, "AAA", "E5")
    turn = run_typed(world, AAA=[UseTalisman(124, leader=3)])
    assert 3 not in turn.world.leaders
    assert turn.world.leaders[2].zorans == carried


# --- death -------------------------------------------------------------------------------------------------------------


def test_a_leader_who_dies_otherwise_leaves_his_things_where_he_lies() -> None:
    world = _four()
    leader(world, 1, "AAA", "E5", troops=9, zorans=7, rams=2)
    talisman(world, 57, 1)
    turn = Turn(world, [], Chance("seed").turn(5))
    kill_leader(turn, 1, "doom")
    assert 1 not in world.leaders
    assert world.provinces["E5"].zorans == 7
    assert world.talismans[57].province == "E5"
    assert [(one.leader.number, one.leader.troops) for one in turn.fallen] == [(1, 0)]
    assert [event.kind for event in turn.events] == ["leader-died"]
    kill_leader(turn, 1, "doom")  # nobody dies twice
    assert len(turn.fallen) == 1


def test_a_drowned_leader_leaves_his_talismans_on_the_shore() -> None:
    world = _four()
    leader(world, 1, "AAA", "A3", troops=0)
    talisman(world, 57, 1)
    kill_leader(Turn(world, [], Chance("seed").turn(5)), 1, "storm", to="A8")
    assert world.talismans[57].province == "A8"


def test_the_dead_carry_out_no_further_orders() -> None:
    world = _four()
    leader(world, 1, "AAA", "E5", troops=1)
    leader(world, 2, "BBB", "E5", troops=60)
    turn = run_typed(world, AAA=[Move(1, ("E6",))], BBB=[Attack(Force(leader=2), "assault", 1)])
    assert 1 not in turn.world.leaders
    assert turn.departures.get("E5", []) == []


def test_refuge_is_home_or_the_best_taxed_province() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    turn = Turn(world, [], Chance("seed").turn(5))
    assert refuge_of(turn, "AAA") == "B4"
    own(world, "B4", "BBB")
    assert refuge_of(turn, "AAA") == ""
    own(world, "E5", "AAA", terrain="M")
    own(world, "E6", "AAA", terrain="C")
    assert refuge_of(turn, "AAA") == "E6"
    own(world, "B4", "AAA", terrain="M", home_of="")
    assert refuge_of(turn, "AAA") == "B4"  # home, though it yields less


# --- points for killing ---------------------------------------------------------------------------------------------------


def _points(victim: str, bonus: int = 0) -> Turn:
    world = land(SSS="SLENTH", VVV=victim)
    leader(world, 1, "SSS", "E5", troops=100)
    leader(world, 2, "VVV", "E5", troops=4, bonus=bonus)
    return fought(world, hits((1, 2), world=world))


@pytest.mark.rule("QJ-04-15", "QJ-04-16", "QJ-04-17", "QJ-04-18", "QJ-04-19", "QJ-04-20")
@pytest.mark.parametrize(("victim", "troop"), [("AZONI", 6), ("RILRIS", 6), ("QUNTAG", 4), ("SLENTH", 3)])
def test_a_slenth_scores_for_troops_and_leaders(victim: str, troop: int) -> None:
    turn = _points(victim, bonus=3)
    assert turn.kill_points["SSS"] == 4 * troop + 10 * troop + 3 * troop
    assert turn.kill_points_of[Force(leader=1)] == turn.kill_points["SSS"]


def test_others_and_neutral_victims_score_nothing() -> None:
    world = land(AAA="QUNTAG", SSS="SLENTH")
    leader(world, 1, "AAA", "E5", troops=100)
    leader(world, 2, "SSS", "E5", troops=4)
    assert "AAA" not in fought(world, hits((1, 2), world=world)).kill_points
    neutral = land(SSS="SLENTH")
    neutral.provinces["E5"].garrison = 5
    neutral.provinces["E5"].csps = 4
    leader(neutral, 1, "SSS", "E5", troops=100, rams=4)
    turn = fought(neutral, hits((1, None), world=neutral))
    assert neutral.provinces["E5"].garrison == 0
    assert neutral.provinces["E5"].csps == 0
    assert not turn.kill_points


def test_kills_are_credited_by_share_of_the_attack() -> None:
    world = land(SSS="SLENTH", AAA="AZONI", TTT="SLENTH")
    leader(world, 1, "SSS", "E5", troops=30)
    leader(world, 2, "TTT", "E5", troops=60)
    leader(world, 3, "AAA", "E5", troops=99)
    turn = fought(world, hits((1, 3), (2, 3), world=world))  # 60 and 120 factors kill 45
    assert turn.kill_points == {"SSS": 45 * 6 * Fraction(1, 3), "TTT": 45 * 6 * Fraction(2, 3)}


def test_defensive_fire_scores_too() -> None:
    world = land(SSS="SLENTH", AAA="AZONI")
    leader(world, 1, "SSS", "E5", troops=30)
    leader(world, 3, "AAA", "E5", troops=10)
    turn = fought(world, hits((3, 1), world=world))
    assert turn.kill_points["SSS"] == (10 - world.leaders[3].troops) * 6 > 0


@pytest.mark.rule("QJ-04-21")
def test_a_slenth_scores_five_for_each_csp_his_rams_raze() -> None:
    world = land(SSS="SLENTH", AAA="AZONI")
    own(world, "E5", "AAA", garrison=1, csps=7)
    leader(world, 1, "SSS", "E5", troops=100, rams=4)
    turn = fought(world, hits((1, None), world=world))
    assert world.provinces["E5"].csps == 3
    assert turn.kill_points["SSS"] == 4 * 5 + 6


def test_the_sword_of_doom_scores_all_that_it_kills() -> None:
    scores = set()
    for seed in range(20):
        world = land(SSS="SLENTH", AAA="AZONI")
        leader(world, 1, "SSS", "E5", troops=4)
        leader(world, 2, "AAA", "E5", troops=50, bonus=3)
        talisman(world, 49, 1)
        turn = fought(world, hits((1, 2), world=world), str(seed))
        scores.add(turn.kill_points.get("SSS", 0) if 2 not in world.leaders else None)
    assert scores == {50 * 6 + 60 + 6 * 3, None}


@pytest.mark.rule("QJ-28.1-062", "QJ-04-21")
def test_rams_of_a_second_attack_raze_but_score_nothing() -> None:
    world = land(SSS="SLENTH", AAA="AZONI")
    own(world, "E5", "AAA", garrison=90, csps=9)
    leader(world, 1, "SSS", "E5", troops=20, rams=4)
    leader(world, 2, "AAA", "E5", troops=200)
    talisman(world, 55, 1)
    talisman(world, 50, 1)
    turn = fought(world, hits((1, 2), (1, None), world=world))  # 20 x 2 factors on L2, 16 x 2 on the garrison
    assert world.provinces["E5"].csps == 0  # 5 by the enchanted ram, 4 by the others
    assert turn.kill_points["SSS"] == 10 * 6


@pytest.mark.rule("QJ-04-21", "QJ-28.1-048")
def test_a_slenth_scores_for_csps_that_his_grond_razes() -> None:
    world = land(SSS="SLENTH", AAA="AZONI")
    own(world, "E5", "AAA", garrison=90, csps=30)
    leader(world, 1, "SSS", "E5", troops=4)
    talisman(world, 50, 1)
    turn = fought(world, hits((1, None), world=world))
    assert world.provinces["E5"].csps == 15
    assert turn.kill_points["SSS"] == 15 * 5


@pytest.mark.rule("QJ-28.1-045", "QJ-04-15", "QJ-04-18")
def test_whom_his_own_sword_kills_scores_only_what_the_enemys_blows_did() -> None:
    ends = set()
    for seed in range(20):
        world = land(SSS="SLENTH", AAA="AZONI")
        leader(world, 1, "SSS", "E5", troops=40)
        leader(world, 2, "AAA", "E5", troops=50, bonus=3)
        talisman(world, 49, 2)
        turn = fought(world, hits((1, 2), (2, 1), world=world), str(seed))
        assert turn.kill_points["SSS"] == (3 + (80 - 24) // 4) * 6
        ends.add(2 in world.leaders)
    assert ends == {True, False}


@pytest.mark.rule("QJ-28.1-281")
def test_who_rises_again_at_home_does_not_carry_out_the_orders_of_the_dead() -> None:
    world = _four()
    leader(world, 1, "AAA", "C4", troops=1)
    leader(world, 2, "BBB", "C4", troops=60)
    talisman(world, 126, 1)
    turn = run_typed(world, AAA=[Move(1, ("C5",))], BBB=[Attack(Force(leader=2), "assault", 1)])
    assert turn.world.leaders[1].province == world.players["AAA"].home == "B4"  # from where C5 is one step too


# --- further corners of spoils ---------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-028")
def test_a_rilris_ring_takes_nothing_of_armies_that_others_destroyed() -> None:
    world = land(AAA="RILRIS", BBB="QUNTAG", CCC="QUNTAG")
    leader(world, 1, "CCC", "E5", troops=90)
    leader(world, 2, "AAA", "E5", troops=9)
    leader(world, 3, "BBB", "E5", troops=5, zorans=20)
    talisman(world, 36, 2)
    fought(world, hits((1, 3), world=world))
    assert (world.leaders[1].zorans, world.leaders[2].zorans) == (20, 0)


@pytest.mark.rule("QJ-18-80", "QJ-28.1-152")
def test_who_lost_all_his_troops_has_no_equipment_for_those_that_he_raises() -> None:
    world = land()
    leader(world, 1, "AAA", "E5", troops=12, bonus=99, rams=6, towers=2)
    leader(world, 2, "BBB", "E5", troops=40)
    talisman(world, 85, 1)
    fought(world, hits((1, 2), (2, 1), world=world))
    assert world.leaders[1].troops > 0  # they rose from the troops that he killed
    assert (world.leaders[1].rams, world.leaders[1].towers) == (0, 0)


@pytest.mark.rule("QJ-18-80")
def test_of_a_fallen_army_without_zorans_no_spoils_are_told() -> None:
    world = land(AAA="RILRIS", BBB="QUNTAG")
    leader(world, 1, "AAA", "E5", troops=90)
    leader(world, 3, "BBB", "E5", troops=5)
    talisman(world, 36, 1)
    turn = fought(world, hits((1, 3), world=world))
    assert [event.data["booty"] for event in turn.events if "booty" in event.data] == [[], []]


@pytest.mark.rule("QJ-21-03")
def test_who_may_claim_what_the_dead_leave() -> None:
    """The living who are not at peace: a leader also without troops, a garrison only with some."""
    world = _four()
    own(world, "E5", "AAA", garrison=0)
    own(world, "E6", "AAA", garrison=4)
    for number, facts in ((1, {"troops": 0}), (2, {"troops": 5, "at_peace": True}), (3, {"troops": 7}), (4, {"troops": 9})):
        leader(world, number, "AAA", "E5", **facts)
    forces = [*(Force(garrison=name) for name in ("E5", "E6")), *(Force(leader=number) for number in (1, 2, 3, 4, 99))]
    claims = claimants(Turn(world, [], Chance("x")), forces, [Force(leader=4)])
    assert dict(claims) == {Force(garrison="E6"): 4, Force(leader=1): 0, Force(leader=3): 7}
    assert dict(heirs(claims)) == {Force(garrison="E6"): 4, Force(leader=1): 1, Force(leader=3): 7}
