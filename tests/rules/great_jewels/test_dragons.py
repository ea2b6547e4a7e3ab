"""Dragons (chapter 25, ruling 8)."""

from __future__ import annotations

from collections import Counter

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.rules.economy import levy_rate, tax_rate
from postern.rulesets.great_jewels.rules.monsters import chance_to_die, chance_to_kill, devour_army, duel_with_dragons
from postern.rulesets.great_jewels.turn.orders import Attack, Move, Raid
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, World, leader_force
from tests.rules.great_jewels.build import change, land, leader, own, run_typed, talisman


def _lair(*bonuses: int, strength: int = 10) -> World:
    world = land()
    change(world, "E5", dragon=strength, zorans=300)
    for number, bonus in enumerate(bonuses, start=1):
        leader(world, number, "AAA", "E5", bonus=bonus)
    return world


def _duel(world: World, seed: int = 0) -> Turn:
    turn = Turn(world, [], Chance(str(seed)).turn(5))
    turn.step = "9a"
    duel_with_dragons(turn)
    return turn


@pytest.mark.rule("QJ-25-03", "QJ-25-17")
def test_entering_kills_the_army_and_ends_the_move() -> None:
    world = _lair()
    leader(world, 9, "AAA", "E4", troops=20, zorans=30, rams=3, bonus=2)
    turn = run_typed(world, AAA=[Move(9, ("E5", "E6"))])
    one = turn.world.leaders[9]
    assert (one.province, one.troops, one.zorans, one.rams) == ("E5", 0, 0, 0)
    assert turn.world.provinces["E5"].zorans == 330
    assert any(event.kind == "dragon-ate-army" and event.data["troops"] == 20 for event in turn.events)


@pytest.mark.rule("QJ-25-07", "QJ-25-08")
def test_who_goes_out_and_comes_back_has_moved_and_does_not_fight() -> None:
    world = _lair(5, 5)
    turn = run_typed(world, AAA=[Move(1, ("E6", "E5"))])
    assert turn.world.leaders[1].province == "E5"
    (duel,) = [event.data for event in turn.events if event.kind == "dragon-duel"]
    assert {number for number, *_ in (*duel["dead"], *duel["alive"])} == {2}


@pytest.mark.rule("QJ-25-07", "QJ-25-08")
def test_the_duel_comes_by_itself_each_turn_that_a_leader_stays_and_not_when_he_arrives() -> None:
    world = _lair()
    leader(world, 1, "AAA", "E6", bonus=0)
    fought = []
    for turns, order in enumerate(([Move(1, ("E5",))], [], [], [])):
        turn = run_typed(world, f"stays {turns}", AAA=order)
        fought.append(any(event.kind == "dragon-duel" for event in turn.events))
        world = turn.world
        world.leaders[1] = Leader(1, "AAA", "E5")  # alive again, if he fell, for the next turn
    assert fought == [False, True, True, True]


def test_nothing_is_eaten_where_no_dragon_lives() -> None:
    world = land()
    leader(world, 9, "AAA", "E5", troops=20)
    turn = Turn(world, [], Chance("seed").turn(5))
    devour_army(turn, 9)
    assert world.leaders[9].troops == 20


@pytest.mark.rule("QJ-25-09", "QJ-25-10", "QJ-25-11")
def test_chances_to_kill() -> None:
    assert chance_to_kill(0, 10)[0] == 0
    assert chance_to_kill(4, 10) == (4, 14)
    assert chance_to_kill(8, 10) == (8, 18)
    two_fours = 1 - (10 / 14) ** 2
    assert two_fours > 8 / 18
    assert chance_to_die(10, 10) == (10, 40)


@pytest.mark.rule("QJ-25-07", "QJ-25-10", "QJ-25-12", "QJ-25-13")
def test_a_leader_without_bonus_never_wins_and_survivors_gain_one() -> None:
    died = 0
    for seed in range(200):
        world = _lair(0)
        _duel(world, seed)
        assert world.provinces["E5"].dragon == 10
        died += 1 not in world.leaders
        if 1 in world.leaders:
            assert world.leaders[1].bonus == 1
    assert 75 <= died <= 125  # half of 10 / 10


@pytest.mark.rule("QJ-25-09", "QJ-25-11", "QJ-25-12")
def test_many_duels_go_as_the_chances_say() -> None:
    slain = dict.fromkeys(((4, 4), (8,), (2,)), 0)
    for bonuses in slain:
        for seed in range(300):
            world = _lair(*bonuses)
            _duel(world, seed)
            slain[bonuses] += not world.provinces["E5"].dragon
    assert 120 <= slain[4, 4] <= 175  # 49 percent
    assert 105 <= slain[(8,)] <= 160  # 44 percent
    assert 30 <= slain[(2,)] <= 72  # 17 percent


@pytest.mark.rule("QJ-25-14", "QJ-25-15", "QJ-25-16")
def test_slayers_gain_by_number_and_now_and_then_die_with_the_dragon() -> None:
    together: Counter[int] = Counter()
    for seed in range(150):
        world = _lair(*[30] * 7)
        turn = _duel(world, seed)
        place = world.provinces["E5"]
        if place.dragon:
            continue
        gains = [one.bonus - 30 for one in world.leaders.values()]
        assert gains == [5, 4, 3, 2, 1, 0, 0][: len(gains)]
        together[7 - len(gains)] += 1
        assert place.wasted
        assert place.zorans == 300
        place.owner = "AAA"
        assert (levy_rate(world, place), tax_rate(world, place)) == (1, 1)
        assert any(event.kind == "dragon-duel" and event.data["slain"] for event in turn.events)
    assert together[0] > 40  # .9 to the seventh is 48 percent
    assert sum(together[dead] for dead in range(1, 8)) > 40


@pytest.mark.rule("QJ-25-08")
def test_no_combat_on_the_turn_of_entering_nor_for_who_leaves() -> None:
    world = _lair()
    leader(world, 9, "AAA", "E4", bonus=30)
    turn = run_typed(world, AAA=[Move(9, ("E5",))])
    assert not [event for event in turn.events if event.kind == "dragon-duel"]
    assert turn.world.leaders[9].province == "E5"
    leaves = run_typed(turn.world, AAA=[Move(9, ("E4",))])
    assert not [event for event in leaves.events if event.kind == "dragon-duel"]
    stays = run_typed(turn.world)
    assert [event for event in stays.events if event.kind == "dragon-duel"]


@pytest.mark.rule("QJ-25-06", "QJ-25-15")
def test_a_slain_dragons_province_is_won_by_who_is_there() -> None:
    for seed in range(40):
        turn = run_typed(_lair(60, 60), str(seed))
        place = turn.world.provinces["E5"]
        if not place.dragon and turn.world.leaders:
            assert place.owner == "AAA"
            assert place.zorans >= 300
            return
        if place.dragon:
            assert place.owner == ""  # nothing but single combat wins it
    raise AssertionError("no dragon fell")


@pytest.mark.rule("QJ-25-04")
def test_a_dragon_stays_at_home() -> None:
    world = _lair(3)
    turn = run_typed(world)
    assert [name for name, place in turn.world.provinces.items() if place.dragon] in (["E5"], [])


@pytest.mark.rule("QJ-25-01", "QJ-25-02")
def test_a_raid_reveals_the_dragon() -> None:
    world = _lair()
    own(world, "E4", "AAA", garrison=9)
    turn = run_typed(world, AAA=[Raid(Force(garrison="E4"), 2, "E5")])
    assert turn.world.players["AAA"].seen["E5"].tag == "-DRAGON-"
    assert turn.world.provinces["E4"].garrison < 9 + 8  # the raiders are dead


@pytest.mark.rule("QJ-25-05")
def test_every_dragon_of_a_new_game_guards_a_large_treasure() -> None:
    world = RULESET.setup({"game": "QJ-101"}, [Signup(name, {}) for name in ("GREEDY", "LORD", "HERO", "DUKE")], Chance("one"))
    lairs = [place for place in world.provinces.values() if place.dragon]
    assert len(lairs) == 6
    for place in lairs:
        assert place.zorans >= 210
        assert sum(one.province == place.name for one in world.talismans.values()) == 4


# --- talismans ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-079", "QJ-28.1-080", "QJ-28.1-081")
def test_the_dragon_helm_saves_leader_and_troops() -> None:
    world = _lair()
    leader(world, 9, "AAA", "E5", troops=20)
    talisman(world, 62, 9, gained=5)
    turn = Turn(world, [], Chance("seed").turn(5))
    devour_army(turn, 9)
    assert world.leaders[9].troops == 20
    for seed in range(60):
        helmed = _lair(0)
        talisman(helmed, 62, 1, gained=5)
        _duel(helmed, seed)
        assert 1 in helmed.leaders


@pytest.mark.rule("QJ-28.1-321", "QJ-28.1-322", "QJ-28.1-323")
def test_the_dragon_lance_decides_two_to_one_and_a_dragon_that_takes_it_grows_stronger() -> None:
    slain = 0
    for seed in range(150):
        world = _lair(0)
        talisman(world, 145, 1, gained=5)
        _duel(world, seed)
        place = world.provinces["E5"]
        if place.dragon:
            assert 1 not in world.leaders
            assert place.dragon == 15
            assert world.talismans[145].province == "E5"
        else:
            assert 1 in world.leaders
            slain += 1
    assert 85 <= slain <= 115


def test_a_protected_leader_is_not_slain() -> None:
    for seed in range(40):
        world = _lair(0)
        turn = Turn(world, [], Chance(str(seed)).turn(5))
        turn.protected.add(1)
        duel_with_dragons(turn)
        assert 1 in world.leaders


def test_a_forecast_leaves_the_duel_open() -> None:
    world = _lair(30)
    turn = Turn(world, [], Chance("seed").turn(5), expected=True)
    duel_with_dragons(turn)
    assert world.provinces["E5"].dragon == 10
    assert world.leaders[1].bonus == 30
    assert [event.kind for event in turn.events] == ["dragon-awaits"]


@pytest.mark.rule("QJ-28.1-080", "QJ-28.1-322")
def test_the_helm_saves_whose_lance_fails_and_he_keeps_it() -> None:
    failed = 0
    for seed in range(40):
        world = _lair(2)
        talisman(world, 62, 1)
        talisman(world, 145, 1)
        _duel(world, seed)
        assert world.talismans[145].leader == 1
        if world.provinces["E5"].dragon:
            failed += 1
            assert world.provinces["E5"].dragon == 10  # no stronger: it has not taken the lance
            assert world.leaders[1].bonus == 2 + 1
    assert 5 <= failed <= 22


@pytest.mark.rule("QJ-25-14")
def test_one_slayer_in_ten_dies_with_the_dragon_whatever_his_bonus() -> None:
    slain = died = 0
    for seed in range(500):
        world = _lair(10)  # were the dragon alive he would die one time in four
        _duel(world, seed)
        slain += not world.provinces["E5"].dragon
        died += not world.provinces["E5"].dragon and 1 not in world.leaders
    assert 210 <= slain <= 290
    assert 12 <= died <= 40


def test_who_comes_alone_loses_no_army_and_is_told_of_none() -> None:
    world = _lair()
    leader(world, 9, "AAA", "E4", bonus=2)
    turn = run_typed(world, AAA=[Move(9, ("E5",))])
    assert turn.world.leaders[9].province == "E5"
    assert not [event for event in turn.events if event.kind == "dragon-ate-army"]


@pytest.mark.rule("QJ-25-07")
def test_who_orders_an_attack_on_a_dragon_reads_that_none_is_needed() -> None:
    world = _lair(4, 2)
    world.leaders[2].troops = 3
    turn = run_typed(world, AAA=[Attack(leader_force(one), "attack", None) for one in (1, 2)])
    assert [one.code for one in turn.failures] == ["NOT ENOUGH TROOPS", "NOT THERE"]
    assert {one.remedy for one in turn.failures} == {"Leaders who stay where a dragon lives fight it without an order."}
    assert any(event.kind == "dragon-duel" for event in turn.events)
