"""Waylaying (chapter 19, ruling 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.battle.waylay import landing_waylay, waylay
from postern.rulesets.great_jewels.turn.orders import (
    Attack,
    AutoWaylay,
    Move,
    NoWaylay,
    QJOrder,
    Raid,
    Ravage,
    Sail,
    Spell,
    UseTalisman,
)
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, Force, World
from tests.rules.great_jewels.build import allies, change, land, leader, own, run_typed, talisman

THROUGH = [Move(1, ("E6", "E7"))]


def _road(**waiters: str) -> World:
    """L1 of AAA with 30 troops in E5, about to pass E6; Slenth BBB favours forest, and E6 is clear."""
    world = land(5, **(waiters or {"AAA": "QUNTAG", "BBB": "SLENTH", "CCC": "SLENTH"}))
    leader(world, 1, "AAA", "E5", troops=30)
    return world


def _left(world: World, orders: Mapping[str, Sequence[QJOrder]] | None = None) -> int:
    given: dict[str, Sequence[QJOrder]] = {"AAA": THROUGH, **(orders or {})}
    turn = run_typed(world, "seed", **given)
    return turn.world.leaders[1].troops if 1 in turn.world.leaders else -1


@pytest.mark.rule("QJ-19-01", "QJ-19-03", "QJ-19-05", "QJ-19-07", "QJ-06-34", "QJ-06-35")
def test_idle_armies_and_garrisons_waylay_whoever_passes() -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=10)
    leader(world, 2, "BBB", "E6", troops=10, bonus=4)
    turn = run_typed(world, AAA=THROUGH)
    assert turn.world.leaders[1].troops == 30 - (30 + 42) // 6  # 3 factors a troop at 6 a troop
    assert turn.world.leaders[1].province == "E7"
    assert "-X" in turn.flags[Force(leader=1)]
    assert "-W" in turn.flags[Force(leader=2)]
    assert "-W" in turn.flags[Force(garrison="E6")]


@pytest.mark.rule("QJ-19-03")
def test_who_stops_in_a_province_or_starts_there_is_not_waylaid() -> None:
    world = _road()
    own(world, "E5", "CCC", garrison=10)
    own(world, "E6", "BBB", garrison=10)
    assert _left(world, {"AAA": [Move(1, ("E6",))]}) == 30


@pytest.mark.rule("QJ-19-01", "QJ-30-19")
@pytest.mark.parametrize(
    "order", [Move(2, ("F6",)), Attack(Force(leader=2), "attack", 3), Attack(Force(leader=2), "conditional", 3)]
)
def test_who_moves_or_attacks_does_not_waylay(order: Move | Attack) -> None:
    world = _road()
    leader(world, 2, "BBB", "E6", troops=40)
    leader(world, 3, "CCC", "E6", troops=40)
    turn = run_typed(world, AAA=THROUGH, BBB=[order], CCC=[NoWaylay(Force(leader=3))])
    assert turn.world.leaders[1].troops == 30


@pytest.mark.rule("QJ-19-01")
@pytest.mark.parametrize(
    "order",
    [
        Ravage("E6"),
        Attack(Force(garrison="E6"), "attack", 9),
        Attack(Force(garrison="E6"), "conditional", 9),
    ],
    ids=["ravages", "no such target", "no such target to wait for"],
)
def test_a_garrison_that_ravages_or_whose_attack_comes_to_nothing_waylays(order: Ravage | Attack) -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=10)
    assert _left(world, {"BBB": [order]}) == 30 - 30 // 6


@pytest.mark.rule("QJ-19-01")
@pytest.mark.parametrize(
    "order",
    [
        Move(2, ("J10",)),
        Sail(2, "B2"),
        Attack(Force(leader=2), "attack", None),
        Attack(Force(leader=2), "assault", 9),
        Attack(Force(leader=2), "conditional", None),
        Attack(Force(leader=2), "attack", 4),
    ],
    ids=["not adjacent", "not on the coast", "no garrison", "no such leader", "no garrison to wait for", "protected"],
)
def test_an_army_whose_order_was_refused_or_failed_waylays(order: Move | Sail | Attack) -> None:
    world = _road()
    leader(world, 2, "BBB", "E6", troops=10)
    leader(world, 4, "CCC", "E6", troops=10)
    talisman(world, 1, "J10")
    own(world, "J10", "CCC", garrison=1)
    orders: dict[str, Sequence[QJOrder]] = {"BBB": [order], "CCC": [Spell(1, "P", leader=4), NoWaylay(Force(leader=4))]}
    assert _left(world, orders) == 30 - 30 // 6


@pytest.mark.rule("QJ-19-01", "QJ-28.1-174")
def test_an_army_whose_order_is_neither_a_move_nor_an_attack_waylays() -> None:
    """The Warlord's Curse ravages; a carpet that cannot fly there leaves its leader where he waits."""
    world = _road()
    leader(world, 2, "BBB", "E6", troops=10)
    talisman(world, 94, 2)
    own(world, "E6", "CCC")
    assert _left(world, {"BBB": [UseTalisman(94)]}) == 30 - 30 // 6
    talisman(world, 78, 2)
    change(world, "J10", terrain="I")
    assert _left(world, {"BBB": [UseTalisman(78, province="J10")]}) == 30 - 30 // 6


@pytest.mark.rule("QJ-19-01", "QJ-28.1-056")
def test_with_the_double_whammy_one_attack_leaves_time_to_waylay_and_two_do_not() -> None:
    world = _road()
    leader(world, 2, "BBB", "E6", troops=30)
    leader(world, 3, "CCC", "E6", troops=3)
    talisman(world, 55, 2)
    strike = Attack(Force(leader=2), "attack", 3)
    still: dict[str, Sequence[QJOrder]] = {"CCC": [NoWaylay(Force(leader=3))]}
    assert _left(world, {**still, "BBB": [strike, Attack(Force(leader=2), "attack", 99)]}) < 30
    assert _left(world, {**still, "BBB": [strike, strike]}) == 30


@pytest.mark.rule("QJ-19-02", "QJ-29-46", "QJ-29-51", "QJ-29-52")
def test_waylay_is_automatic_unless_an_order_is_given_against_it() -> None:
    def world() -> World:
        fresh = _road()
        own(fresh, "E6", "BBB", garrison=6)
        leader(fresh, 2, "BBB", "E6", troops=12)
        return fresh

    assert _left(world()) == 30 - 54 // 6
    assert _left(world(), {"BBB": [NoWaylay(Force(leader=2))]}) == 30 - 18 // 6
    assert _left(world(), {"BBB": [NoWaylay(Force(garrison="E6"))]}) == 30 - 36 // 6
    assert _left(world(), {"BBB": [AutoWaylay(False)]}) == 30
    off = world()
    off.players["BBB"].waylay = False
    assert _left(off) == 30
    assert _left(off, {"BBB": [AutoWaylay(True)]}) == 30 - 54 // 6


@pytest.mark.rule("QJ-19-03", "QJ-22-02")
def test_who_has_declared_the_mover_an_ally_lets_him_pass() -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=10)
    allies(world, "BBB", "AAA", mutual=False)
    assert _left(world) == 30


@pytest.mark.rule("QJ-19-06")
def test_an_army_waylaid_by_one_whom_its_owner_trusts_has_four_factors() -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=10)
    allies(world, "AAA", "BBB", mutual=False)
    turn = run_typed(world, AAA=THROUGH)
    assert turn.world.leaders[1].troops == 30 - 30 // 4


@pytest.mark.rule("QJ-19-08")
def test_in_their_most_favourable_terrain_waylayers_assault() -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=12, terrain="F")
    assert _left(world) == 30 - 12 * 4 // 6
    neutral = _road()
    change(neutral, "E6", garrison=12, terrain="C")
    assert _left(neutral) == 30 - 12 * 3 // 6  # the terrain rule is for players only


@pytest.mark.rule("QJ-19-04", "QJ-19-09", "QJ-19-14")
def test_waylayers_lose_nothing_and_nobody_learns_from_it() -> None:
    world = _road()
    leader(world, 2, "BBB", "E6", troops=10, bonus=3)
    world.leaders[1].bonus = 2
    turn = Turn(world, [], Chance("seed").turn(5))
    waylay(turn, 1, "E6")
    assert world.leaders[2].troops == 10
    assert (world.leaders[1].bonus, world.leaders[2].bonus) == (2, 3)
    assert world.leaders[1].troops == 30 - (2 + (39 - 24) // 6)


@pytest.mark.rule("QJ-19-10")
def test_no_multi_army_bonus_in_a_waylay() -> None:
    world = _road()
    for number in range(2, 8):
        leader(world, number, "BBB", "E6", troops=6)
    assert _left(world) == 30 - 6 * 18 // 6


@pytest.mark.rule("QJ-19-11")
def test_an_army_is_waylaid_in_each_province_it_passes() -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=10)
    own(world, "E7", "CCC", garrison=10)
    assert _left(world, {"AAA": [Move(1, ("E6", "E7", "E8"))]}) == 30 - 5 - 5


@pytest.mark.rule("QJ-19-12", "QJ-23-06")
def test_neutral_garrisons_waylay_but_mercenaries_and_guardians_do_not() -> None:
    world = _road()
    change(world, "E6", garrison=12)
    assert _left(world) == 30 - 36 // 6
    for facts in ({"mercenary": True}, {"city": "GOLD"}):
        still = _road()
        change(still, "E6", garrison=12, **facts)
        leader(still, 9, LOTU, "E6", troops=20)
        turn = Turn(still, [], Chance("seed").turn(5))
        waylay(turn, 1, "E6")
        assert still.leaders[1].troops == 30


@pytest.mark.rule("QJ-19-13", "QJ-30-18")
def test_raiders_take_no_part() -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=12)
    own(world, "F6", "BBB", garrison=1)
    assert _left(world, {"BBB": [Raid(Force(garrison="E6"), 6, "F6")]}) == 30 - 18 // 6
    raided_in = _road()
    own(raided_in, "E6", "BBB", garrison=1)
    own(raided_in, "F6", "BBB", garrison=12)
    assert _left(raided_in, {"BBB": [Raid(Force(garrison="F6"), 12, "E6")]}) == 30


@pytest.mark.rule("QJ-12-11")
def test_a_besieged_garrison_lets_enemies_pass() -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=6, besieged=True)
    assert _left(world) == 30


@pytest.mark.rule("QJ-12-11", "QJ-19-01")
def test_a_besieged_neutral_garrison_waylays_all_the_same() -> None:
    world = _road()
    change(world, "E6", garrison=12, besieged=True)
    assert _left(world) == 30 - 36 // 6


@pytest.mark.rule("QJ-19-15")
def test_the_waylayers_share_what_the_waylaid_lose() -> None:
    world = _road()
    world.leaders[1].troops, world.leaders[1].zorans = 3, 40
    own(world, "E6", "BBB", garrison=10)
    leader(world, 2, "CCC", "E6", troops=30)
    turn = run_typed(world, AAA=THROUGH)
    assert 1 not in turn.world.leaders
    assert turn.world.leaders[2].zorans == 30
    assert turn.world.provinces["E6"].zorans >= 10


@pytest.mark.rule("QJ-19-15")
def test_talismans_of_a_waylaid_leader_go_to_the_waylayers_and_nobody_else() -> None:
    """Of 25 talismans each falls to one of the two leaders who waylaid him, to the larger army more of them; none stays in the
    province, and its owner's garrison, which had orders to let him pass, gets none."""
    world = _road()
    world.leaders[1].troops = 3
    own(world, "E6", "BBB", garrison=50)
    leader(world, 2, "CCC", "E6", troops=30)
    leader(world, 3, "CCC", "E6", troops=3)
    for number in range(4, 29):
        talisman(world, number, 1)
    turn = run_typed(world, AAA=THROUGH, BBB=[NoWaylay(Force(garrison="E6"))])
    assert 1 not in turn.world.leaders
    won = Counter(turn.world.talismans[number].holder for number in range(4, 29))
    assert set(won) == {Force(leader=2), Force(leader=3)}
    assert won[Force(leader=2)] > won[Force(leader=3)]


@pytest.mark.rule("QJ-19-15")
def test_a_garrison_that_waylaid_gets_the_talismans_into_its_province() -> None:
    world = _road()
    world.leaders[1].troops = 3
    own(world, "E6", "BBB", garrison=50)
    leader(world, 2, "CCC", "E6", troops=30)
    talisman(world, 57, 1)
    turn = run_typed(world, AAA=THROUGH, CCC=[NoWaylay(Force(leader=2))])
    assert turn.world.talismans[57].holder == Force(garrison="E6")


@pytest.mark.rule("QJ-19-15", "QJ-21-04")
def test_an_army_at_peace_waylays_but_takes_nothing() -> None:
    world = _road()
    world.leaders[1].troops, world.leaders[1].zorans = 3, 40
    leader(world, 2, "CCC", "E6", troops=30, at_peace=True)
    turn = run_typed(world, AAA=THROUGH)
    assert 1 not in turn.world.leaders
    assert turn.world.leaders[2].zorans == 0
    assert turn.world.provinces["E6"].zorans >= 40


@pytest.mark.rule("QJ-04-15", "QJ-04-18")
def test_a_slenth_scores_what_he_kills_from_ambush() -> None:
    world = land(AAA="AZONI", BBB="SLENTH")
    leader(world, 1, "AAA", "E5", troops=3, bonus=2)
    own(world, "E6", "BBB", garrison=1)
    leader(world, 2, "BBB", "E6", troops=60)
    turn = run_typed(world, AAA=THROUGH)
    assert 1 not in turn.world.leaders
    assert turn.kill_points == {"BBB": 3 * 6 + 60 + 6 * 2}
    world.leaders[1].troops = 90
    turn = run_typed(world, AAA=THROUGH)
    assert turn.kill_points == {"BBB": (90 - turn.world.leaders[1].troops) * 6}


@pytest.mark.rule("QJ-15-03", "QJ-15-04")
def test_who_loses_troops_to_an_ambush_leaves_the_engines_that_they_manned() -> None:
    world = _road()
    world.leaders[1].rams, world.leaders[1].towers = 30, 10
    own(world, "E6", "BBB", garrison=24)
    world.provinces["E5"].road = world.provinces["E6"].road = world.provinces["E7"].road = True
    turn = run_typed(world, AAA=THROUGH)
    one = turn.world.leaders[1]
    assert (one.troops, one.rams, one.towers) == (30 - 72 // 6, 18, 6)


def test_what_a_thief_has_just_stolen_is_already_the_waylayers_prey() -> None:
    world = _road()
    world.leaders[1].troops = 4
    own(world, "E6", "BBB", garrison=1, zorans=100)
    leader(world, 2, "CCC", "E6", troops=60)
    talisman(world, 81, 1)
    turn = run_typed(world, AAA=THROUGH)
    assert 1 not in turn.world.leaders
    assert 20 <= turn.world.leaders[2].zorans <= 50


@pytest.mark.rule("QJ-28.2-13")
def test_nobody_waylays_whom_a_spell_protects() -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=10)
    talisman(world, 1, "B4")
    assert _left(world) == 25
    assert _left(world, {"AAA": [*THROUGH, Spell(1, "P", leader=1)]}) == 30


def test_a_leader_who_lost_only_his_troops_goes_on_alone_and_leaders_alone_slip_through() -> None:
    world = _road()
    world.leaders[1].troops, world.leaders[1].bonus, world.leaders[1].zorans = 5, 60, 9
    own(world, "E6", "BBB", garrison=20)
    own(world, "E7", "BBB", garrison=90)
    turn = run_typed(world, AAA=[Move(1, ("E6", "E7", "E8"))])
    one = turn.world.leaders[1]
    assert (one.province, one.troops, one.zorans) == ("E8", 0, 0)


def test_both_sides_are_told_of_a_waylay() -> None:
    world = _road()
    own(world, "E6", "BBB", garrison=10)
    turn = run_typed(world, AAA=THROUGH)
    told = {reader: [e for e in turn.events if e.kind == "waylaid" and reader in e.seen_by] for reader in world.players}
    assert [len(told[reader]) for reader in ("AAA", "BBB", "CCC")] == [1, 1, 0]
    mine, theirs = sentence(told["AAA"][0], "AAA"), sentence(told["BBB"][0], "BBB")
    assert mine is not None
    assert theirs is not None
    assert mine.text == "L1 was waylaid in E6 by the garrison of E6 with 30 attack factors. 5 of 30 troops died."
    assert theirs.text.startswith("L1 of AAA was waylaid in E6")


# --- landing from the sea --------------------------------------------------------------------------------------------------


def _shore() -> World:
    world = land(AAA="QUNTAG", BBB="SLENTH", CCC="SLENTH")
    own(world, "A3", "AAA", navies=2, garrison=1)
    leader(world, 1, "AAA", "A3", troops=30)
    own(world, "A4", "BBB", garrison=12)
    return world


@pytest.mark.rule("QJ-19-16", "QJ-09-16")
def test_the_owners_forces_waylay_a_landing_army() -> None:
    world = _shore()
    leader(world, 2, "BBB", "A4", troops=6)
    leader(world, 3, "CCC", "A4", troops=60)  # not the owner's
    turn = Turn(world, [], Chance("seed").turn(5))
    turn.place_leader(1, "A4")
    landing_waylay(turn, 1, "A4")
    assert world.leaders[1].troops == 30 - 54 // 6


@pytest.mark.rule("QJ-09-16")
def test_busy_forces_and_allies_do_not_waylay_a_landing_army() -> None:
    for prepare in ("attacked", "attackers"):
        world = _shore()
        turn = Turn(world, [], Chance("seed").turn(5))
        getattr(turn, prepare).update([Force(garrison="A4")])
        turn.place_leader(1, "A4")
        landing_waylay(turn, 1, "A4")
        assert world.leaders[1].troops == 30
    friends = _shore()
    allies(friends, "BBB", "AAA", mutual=False)
    turn = Turn(friends, [], Chance("seed").turn(5))
    turn.place_leader(1, "A4")
    landing_waylay(turn, 1, "A4")
    assert friends.leaders[1].troops == 30


@pytest.mark.rule("QJ-09-16", "QJ-12-11", "QJ-19-16")
@pytest.mark.parametrize("fights", [True, False])
def test_a_besieged_garrison_strikes_at_a_landing_army_unless_it_is_busy(fights: bool) -> None:
    """A siege keeps it from those who pass through; who lands stops there."""
    for seed in range(60):
        world = _shore()
        change(world, "A4", besieged=True)
        leader(world, 2, "CCC", "A4", troops=90)
        given = [Attack(Force(garrison="A4"), "attack", 2)] if fights else []
        turn = run_typed(world, str(seed), AAA=[Sail(1, "A4")], BBB=given)
        voyage = next(event.data for event in turn.events if event.kind == "sailed")
        if voyage["landfall"] == "A4" and not voyage["lost"]:
            assert turn.world.leaders[1].troops == (30 if fights else 30 - 36 // 6)
            return
    raise AssertionError("no calm day")


@pytest.mark.rule("QJ-23-07")
def test_neutral_garrisons_do_not_waylay_landings() -> None:
    world = _shore()
    world.provinces["A4"].owner = ""
    turn = Turn(world, [], Chance("seed").turn(5))
    turn.place_leader(1, "A4")
    landing_waylay(turn, 1, "A4")
    assert world.leaders[1].troops == 30


@pytest.mark.rule("QJ-19-16")
def test_a_whole_sailing_turn_ends_in_a_waylay() -> None:
    for seed in range(20):  # calm enough days among these
        turn = run_typed(_shore(), str(seed), AAA=[Sail(1, "A4")])
        one = turn.world.leaders.get(1)
        if one is not None and one.province == "A4" and one.troops == 30 - 36 // 6:
            assert "-X" in turn.flags[Force(leader=1)]
            return
    raise AssertionError("no landing was waylaid")


@pytest.mark.rule("QJ-09-16")
def test_a_garrison_under_attack_is_too_busy_for_a_landing_navy() -> None:
    for attacked in (True, False):
        for seed in range(60):
            world = _shore()
            leader(world, 2, "CCC", "A4", troops=1)
            given = [Attack(Force(leader=2), "attack", None)] if attacked else []
            turn = run_typed(world, str(seed), AAA=[Sail(1, "A4")], CCC=given)
            voyage = next(event.data for event in turn.events if event.kind == "sailed")
            if voyage["landfall"] == "A4" and not voyage["lost"]:
                assert (turn.world.leaders[1].troops == 30) == attacked
                break
        else:
            raise AssertionError("no calm day")


@pytest.mark.rule("QJ-28.1-028")
@pytest.mark.parametrize(("people", "carried", "lying"), [("RILRIS", 40, 5), ("QUNTAG", 10, 30 + 7)])
def test_an_army_with_a_rilris_ring_takes_all_zorans_of_an_army_waylaid_there(people: str, carried: int, lying: int) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "E5", "AAA", garrison=60)
    leader(world, 11, "AAA", "E5", troops=20)
    talisman(world, 36, 11)
    leader(world, 21, "BBB", "E4", troops=5, zorans=40)
    turn = run_typed(world, BBB=[Move(21, ("E5", "E6"))])
    assert turn.world.leaders[11].zorans == carried
    assert turn.world.provinces["E5"].zorans == lying  # the taxes of the turn are there too
