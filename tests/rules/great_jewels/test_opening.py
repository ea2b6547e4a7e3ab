"""Step 0: types, ending turns and exclusive orders (chapters 2, 4, 29, 30; rulings 0, 17, 24, 26)."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.rules.economy import levy_rate, tax_rate
from postern.rulesets.great_jewels.sequence import in_order, open_turn
from postern.rulesets.great_jewels.turn.orders import (
    Attack,
    ChoosePeople,
    Destroy,
    EndVote,
    GiveTalisman,
    Issued,
    Move,
    QJOrder,
    Raid,
    Sail,
    Transfer,
    UseTalisman,
)
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import People, Terrain, World, garrison_force, leader_force
from tests.rules.great_jewels.build import change, failures, land, leader, own, run_typed, saw, talisman


def opened(world: World, *orders: Issued) -> Turn:
    turn = Turn(world, list(orders), Chance("x"))
    open_turn(turn)
    return turn


# --- type and ending turn ---------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-04-01")
def test_the_type_may_change_with_the_orders_of_turn_one_only() -> None:
    world = land(turn=1, AAA="QUNTAG", BBB="QUNTAG")
    changed = run_typed(world, AAA=[ChoosePeople(People.SLENTH)]).world
    home = changed.provinces["B4"]
    assert changed.players["AAA"].people is People.SLENTH
    assert home.terrain is Terrain.FOREST
    assert (levy_rate(changed, home), tax_rate(changed, home)) == (11, 9)
    assert home.garrison == 1 + 11
    later = run_typed(changed, AAA=[ChoosePeople(People.AZONI)])
    assert later.world.players["AAA"].people is People.SLENTH
    assert failures(later, "AAA") == ["NOT UNDERSTOOD"]
    assert "turn 1 only" in later.failures[0].why


@pytest.mark.rule("QJ-02-18", "QJ-02-19")
@pytest.mark.parametrize(("votes", "end"), [((20, 30), 25), ((20, 21), 21), ((20, 20, 21), 20), ((30, 0, 0), 27), ((0, 0), 25)])
def test_the_ending_turn_is_the_average_rounded_half_up(votes: tuple[int, ...], end: int) -> None:
    names = ("AAA", "BBB", "CCC")[: len(votes)]
    world = land(turn=1, **dict.fromkeys(names, "QUNTAG"))
    for player in world.players.values():
        player.end_vote = 0
    orders = {name: [EndVote(22), EndVote(vote)] for name, vote in zip(names, votes, strict=True) if vote}
    assert run_typed(world, "seed", **orders).world.end_turn == end


@pytest.mark.rule("QJ-02-18")
def test_the_vote_of_the_join_letter_counts_until_another_comes_and_none_after_turn_one() -> None:
    world = land(turn=1, AAA="QUNTAG")
    world.players["AAA"].end_vote = 30
    first = run_typed(world).world
    assert first.end_turn == 30
    late = run_typed(first, AAA=[EndVote(20)])
    assert late.world.end_turn == 30
    assert failures(late, "AAA") == ["NOT UNDERSTOOD"]


# --- exclusive orders -------------------------------------------------------------------------------------------------


def scene() -> World:
    world = land()
    own(world, "J10", "AAA", garrison=20)
    leader(world, 1, "AAA", "J10", troops=10)
    leader(world, 2, "BBB", "J10", troops=10)
    leader(world, 3, "BBB", "J10", troops=10)
    return world


MARCH = Issued("AAA", Move(1, ("J11",)), 1, "L1MJ11")
STRIKE = Issued("AAA", Attack(leader_force(1), "attack", 2), 2, "L1AL2")
STRIKE_TOO = Issued("AAA", Attack(leader_force(1), "assault", 3), 3, "L1KL3")
WARILY = Issued("AAA", Attack(leader_force(1), "conditional", 3), 4, "L1CL3")
MARCH_HARD = Issued("AAA", Move(1, ("J11",), force_march=True), 5, "L1FJ11")
FAR = Issued("AAA", Move(1, ("S12",)), 6, "L1MS12")


@pytest.mark.rule("QJ-30-19")
def test_the_first_exclusive_order_stands_and_later_ones_fail() -> None:
    turn = opened(scene(), STRIKE, MARCH)
    assert turn.exclusive[leader_force(1)] == [STRIKE]
    assert turn.orders == [STRIKE]
    (failure,) = turn.failures
    assert (failure.issued, failure.code) == (MARCH, "ALREADY HAS AN ORDER")
    assert "L1AL2" in failure.why
    assert " line " not in failure.why  # where it stands in the turn's text is no line of the player's letter


@pytest.mark.rule("QJ-30-19")
def test_who_attacks_does_not_move_and_who_moves_did_not_attack() -> None:
    attack, move = Attack(leader_force(1), "attack", 2), Move(1, ("J11",))
    fought = run_typed(scene(), AAA=[attack, move])
    assert leader_force(1) in fought.attackers
    assert fought.world.leaders[1].province == "J10"
    marched = run_typed(scene(), AAA=[move, attack])
    assert leader_force(1) not in marched.attackers
    assert marched.world.leaders[1].province == "J11"


def test_an_order_that_plainly_cannot_be_carried_out_makes_way() -> None:
    turn = opened(scene(), FAR, MARCH)
    assert turn.exclusive[leader_force(1)] == [MARCH]
    (failure,) = turn.failures
    assert (failure.issued, failure.code) == (FAR, "NOT ADJACENT")
    assert "J10" in failure.why


def test_a_lone_impossible_order_is_left_to_its_own_step() -> None:
    turn = opened(scene(), FAR)
    assert turn.exclusive[leader_force(1)] == [FAR]
    assert turn.failures == []


def test_sailing_from_inland_and_attacking_who_is_elsewhere_make_way() -> None:
    world = scene()
    leader(world, 4, "BBB", "C4")
    sail = Issued("AAA", Sail(1, "A3"), 1, "L1SA3")
    absent = Issued("AAA", Attack(leader_force(1), "attack", 4), 2, "L1AL4")
    turn = opened(world, sail, absent, MARCH)
    assert [failure.code for failure in turn.failures] == ["NOT COASTAL", "NOT THERE"]
    assert turn.exclusive[leader_force(1)] == [MARCH]


@pytest.mark.rule("QJ-07-10", "QJ-07-12", "QJ-29-02")
def test_a_force_march_that_is_not_allowed_makes_way() -> None:
    for load, code in (({"force_marched": 4}, "TWO TURNS IN A ROW"), ({"rams": 1}, "SIEGE EQUIPMENT")):
        world = scene()
        for field, value in load.items():
            setattr(world.leaders[1], field, value)
        turn = opened(world, MARCH_HARD, MARCH)
        assert turn.exclusive[leader_force(1)] == [MARCH]
        (failure,) = turn.failures
        assert (failure.issued, failure.code, failure.remedy) == (MARCH_HARD, code, "L1MJ11 stands instead.")
        assert opened(world, MARCH_HARD).exclusive[leader_force(1)] == [MARCH_HARD]
        talisman(world, 52, 1)  # with the Seven League Boots it is a plain move
        assert opened(world, MARCH_HARD, MARCH).exclusive[leader_force(1)] == [MARCH_HARD]


@pytest.mark.rule("QJ-07-12", "QJ-29-02")
@pytest.mark.parametrize(
    ("other", "stands"),
    [
        (Transfer(leader_force(1), "rams", None, 2), MARCH_HARD),
        (Transfer(leader_force(2), "rams", None, 1), MARCH),
        (Destroy(leader_force(1), "rams", 1), MARCH_HARD),
        (Destroy(leader_force(4), "rams", 1), MARCH),
        (Raid(garrison_force("J10"), 3, "J11"), MARCH),
        (GiveTalisman(79, 1), MARCH_HARD),  # troops run from the Screaming Meemies, and leave behind what they manned
        (GiveTalisman(79, 4), MARCH),
    ],
)
def test_only_an_order_that_may_rid_him_of_his_equipment_lets_him_force_march(other: QJOrder, stands: Issued) -> None:
    world = scene()
    world.leaders[1].rams = 1
    talisman(world, 79, "J10")
    leader(world, 4, "AAA", "J10", troops=5, rams=2)
    turn = opened(world, MARCH_HARD, MARCH, Issued("AAA", other, 7, "other"))
    assert turn.exclusive[leader_force(1)] == [stands]


@pytest.mark.rule("QJ-07-10", "QJ-15-09")
@pytest.mark.parametrize(
    "rid",
    [
        Destroy(leader_force(1), "rams", None),
        Transfer(leader_force(1), "rams", None, 5),
        Transfer(leader_force(1), "troops", None, 5),
        Raid(leader_force(1), None, "J11"),
    ],
)
def test_a_force_march_stands_when_an_order_may_rid_him_of_his_siege_equipment(rid: QJOrder) -> None:
    world = scene()
    world.leaders[1].rams = 1
    turn = opened(world, Issued("AAA", rid, 9, "rid"), MARCH_HARD, MARCH)
    assert turn.exclusive[leader_force(1)] == [MARCH_HARD]


@pytest.mark.rule("QJ-29-02")
def test_attacking_oneself_and_sailing_beyond_range_make_way() -> None:
    world = land()
    own(world, "A3", "AAA", garrison=5, navies=1)
    leader(world, 1, "AAA", "A3", troops=10)
    leader(world, 2, "AAA", "A3", troops=10)
    far, near = Issued("AAA", Sail(1, "G16"), 3, "L1SG16"), Issued("AAA", Sail(1, "A4"), 5, "L1SA4")
    impossible = [
        (Issued("AAA", Attack(leader_force(1), "attack", None), 1, "L1AG"), "OWN FORCE"),
        (Issued("AAA", Attack(leader_force(1), "assault", 2), 2, "L1KL2"), "OWN FORCE"),
        (far, "NOT ENOUGH MP"),
        (Issued("AAA", Sail(1, "A3"), 4, "L1SA3"), "NOT ADJACENT"),
    ]
    turn = opened(world, *(issued for issued, _ in impossible), near)
    assert [(failure.issued, failure.code) for failure in turn.failures] == impossible
    assert turn.failures[0].remedy == "L1SA4 stands instead."
    assert turn.exclusive[leader_force(1)] == [near]
    talisman(world, 83, 2)
    gift = Issued("AAA", GiveTalisman(83, 1), 9, "T83-L1")  # the Imperial Navies, which take him anywhere
    assert opened(world, gift, far, near).exclusive[leader_force(1)] == [far]


@pytest.mark.rule("QJ-29-02")
@pytest.mark.parametrize("number", [124, 132])
def test_what_artillery_and_catapults_cannot_reach_makes_way(number: int) -> None:
    world = scene()
    own(world, "J11", "BBB", garrison=5)
    leader(world, 5, "BBB", "J11", troops=5)
    talisman(world, number, 1)
    targets = [
        (UseTalisman(number, garrison="J12"), "NOT ADJACENT"),
        (UseTalisman(number, garrison="J9"), "TALISMAN NOT USABLE"),
        (UseTalisman(number, garrison="J10"), "OWN FORCE"),
    ]
    if number == 124:
        targets.append((UseTalisman(number, number=5), "NO SUCH LEADER"))  # not on his printout, wherever he is
    saw(world, "AAA", "J9")
    orders = [Issued("AAA", order, line, "") for line, (order, _) in enumerate(targets)]
    fires = Issued("AAA", UseTalisman(number, garrison="J11"), 8, f"T{number}=GJ11")
    for last in (fires, MARCH):
        turn = opened(world, *orders, last)
        assert [failure.code for failure in turn.failures] == [code for _, code in targets]
        assert turn.exclusive[leader_force(1)] == [last]
    world.players["AAA"].seen.clear()  # then whether anybody controls J9 is not his to know before combat
    turn = opened(world, orders[1], fires)
    assert turn.exclusive[leader_force(1)] == [orders[1]]
    assert [failure.code for failure in turn.failures] == ["ALREADY HAS AN ORDER"]


def test_tunnels_and_strongholds_count_as_next_door() -> None:
    world = scene()
    change(world, "J10", tunnels=["N13"])
    tunnel = Issued("AAA", Move(1, ("N13",)), 1, "L1MN13")
    assert opened(world, tunnel, MARCH).exclusive[leader_force(1)] == [tunnel]
    change(world, "J10", tunnels=[], mercenary=True)
    change(world, "N13", mercenary=True)
    assert opened(world, tunnel, MARCH).exclusive[leader_force(1)] == [tunnel]


def test_orders_for_forces_of_others_bind_nobody() -> None:
    stranger = Issued("BBB", Move(1, ("J11",)), 1, "L1MJ11")
    turn = opened(scene(), stranger, STRIKE)
    assert turn.exclusive[leader_force(1)] == [STRIKE]
    assert stranger in turn.orders


def test_each_force_has_its_own_order() -> None:
    garrison = Issued("AAA", Attack(garrison_force("J10"), "attack", 3), 2, "GJ10AL3")
    turn = opened(scene(), STRIKE, garrison)
    assert turn.failures == []
    assert turn.exclusive[garrison_force("J10")] == [garrison]


def test_a_geas_goes_before_the_owners_order() -> None:
    geas = Issued("AAA", Move(1, ("J11",)), 0, "L1MJ11", geas=True)
    turn = opened(scene(), STRIKE, geas)
    assert turn.exclusive[leader_force(1)] == [geas]
    (failure,) = turn.failures
    assert (failure.issued, failure.code) == (STRIKE, "ALREADY HAS AN ORDER")
    assert "geas" in failure.why


@pytest.mark.rule("QJ-28.1-060", "QJ-28.1-061")
def test_the_double_whammy_allows_two_attacks_or_an_attack_and_a_march() -> None:
    world = scene()
    talisman(world, 55, 1)
    for pair in ((STRIKE, STRIKE_TOO), (STRIKE, MARCH), (MARCH, STRIKE)):
        turn = opened(world, *pair)
        assert turn.exclusive[leader_force(1)] == list(pair)
        assert turn.failures == []
    for pair in ((STRIKE, WARILY), (STRIKE, MARCH_HARD), (WARILY, STRIKE)):
        turn = opened(world, *pair)
        assert turn.exclusive[leader_force(1)] == [pair[0]]
        assert [failure.code for failure in turn.failures] == ["ALREADY HAS AN ORDER"]
    third = opened(world, STRIKE, STRIKE_TOO, MARCH)
    assert third.exclusive[leader_force(1)] == [STRIKE, STRIKE_TOO]
    assert [failure.issued for failure in third.failures] == [MARCH]


def test_without_the_double_whammy_a_second_attack_fails() -> None:
    turn = opened(scene(), STRIKE, STRIKE_TOO)
    assert turn.exclusive[leader_force(1)] == [STRIKE]


# --- order of processing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-30-01", "QJ-02-14")
def test_seats_take_turns_at_going_first_and_lines_go_from_top_to_bottom() -> None:
    world = land(turn=2, AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    orders = {name: [Issued(name, EndVote(20), line, "E=20") for line in (1, 2)] for name in world.players}
    assert [(one.seat, one.line) for one in in_order(orders, world)] == [
        ("BBB", 1), ("BBB", 2), ("CCC", 1), ("CCC", 2), ("AAA", 1), ("AAA", 2),
    ]  # fmt: skip
    world.turn = 4
    assert in_order(orders, world)[0].seat == "AAA"


@pytest.mark.rule("QJ-29-02")
@pytest.mark.parametrize("use", [UseTalisman(78, province="K9"), UseTalisman(94, sign="R")])
def test_orders_of_these_talismans_exclude_a_march(use: UseTalisman) -> None:
    world = scene()
    talisman(world, use.talisman, 1)
    given = Issued("AAA", use, 1, "use")
    turn = opened(world, given, MARCH)
    assert turn.exclusive[leader_force(1)] == [given]
    assert [(failure.issued, failure.code) for failure in turn.failures] == [(MARCH, "ALREADY HAS AN ORDER")]
