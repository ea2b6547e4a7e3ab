"""Victory points (chapter 4, the scoring clauses of keys, rings and jewels, ruling 16)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.scoring import KEY_SETS, banded, bonus_points, score, zoran_points
from postern.rulesets.great_jewels.tables import KEYS
from postern.rulesets.great_jewels.turn.orders import Attack, Move, Ravage, Spell
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import World, leader_force
from tests.rules.great_jewels.build import land, leader, own, run_typed, talisman


def scored(world: World, player: str = "AAA", kill_points: Fraction | None = None) -> int:
    """What the scoring step alone gives this player."""
    turn = Turn(world, [], Chance("x"))
    if kill_points is not None:
        turn.kill_points[player] = kill_points
    before = world.players[player].score
    score(turn)
    return world.players[player].score - before


def alone(people: str) -> World:
    """A land where AAA's home scores nothing by itself."""
    world = land(AAA=people, BBB="SLENTH")
    own(world, "B4", "AAA", terrain="I", garrison=0)
    return world


# --- Azoni ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-04-03", "QJ-04-04", "QJ-04-05", "QJ-02-04", "QJ-02-09")
def test_azoni_score_whole_citadels_in_bands_of_five() -> None:
    assert [banded(csps) for csps in (0, 1, 5, 6, 10, 11, 13, 15, 16)] == [0, 1, 5, 12, 20, 33, 39, 45, 64]
    world = alone("AZONI")
    own(world, "J10", "AAA", csps=13, zorans=500)
    assert scored(world) == 39


@pytest.mark.rule("QJ-04-06")
def test_two_citadels_of_ten() -> None:
    world = alone("AZONI")
    own(world, "J10", "AAA", csps=10)
    own(world, "K10", "AAA", csps=10)
    assert scored(world) == 40


# --- Quntag -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-04-09", "QJ-02-05", "QJ-02-09")
def test_quntag_score_levy_and_tax_rate_each_in_its_bands() -> None:
    world = alone("QUNTAG")
    own(world, "J10", "AAA", trait=-1, csps=30)  # levy 7, tax 8
    assert scored(world) == 7 * 2 + 8 * 2
    own(world, "K10", "AAA", terrain="M")  # levy 3, tax 2
    assert scored(world) == 30 + 3 + 2
    own(world, "L10", "AAA", rises=4)  # levy 12, tax 11
    assert scored(world) == 35 + 36 + 33


def test_quntag_score_the_halved_rates_of_ravaged_land() -> None:
    world = alone("QUNTAG")
    own(world, "J10", "AAA", ravaged=True)  # levy 4, tax 3
    assert scored(world) == 7


# --- Rilris -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-04-10", "QJ-04-11", "QJ-04-12")
def test_rilris_zorans_in_marginal_bands() -> None:
    expected = {0: 0, 24: 0, 25: 25, 250: 250, 251: 252, 1000: 1750, 1001: 1753, 1007: 1771}
    assert {zorans: zoran_points(zorans) for zorans in expected} == expected


@pytest.mark.rule("QJ-04-10", "QJ-04-13", "QJ-31-27", "QJ-02-06", "QJ-02-09")
def test_rilris_score_a_province_at_a_time() -> None:
    hoard = alone("RILRIS")
    own(hoard, "J10", "AAA", zorans=1007)
    assert scored(hoard) == 1771
    spread = alone("RILRIS")
    names = [name for name, place in spread.provinces.items() if not place.owner][:23]
    for place, name in enumerate(names):
        own(spread, name, "AAA", zorans=1007 // 23 + (place < 1007 % 23))
    assert scored(spread) == 1007


def test_zorans_with_leaders_score_nothing() -> None:
    world = alone("RILRIS")
    own(world, "J10", "AAA")
    leader(world, 1, "AAA", "J10", troops=5, zorans=900)
    assert scored(world) == 0


# --- Slenth -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-04-27", "QJ-04-28", "QJ-02-07", "QJ-02-09")
def test_slenth_score_their_leaders_bonuses_up_to_fifty() -> None:
    assert [bonus_points(bonus) for bonus in (0, 4, 6, 13, 50, 51, 90)] == [0, 4, 12, 39, 500, 500, 500]
    world = alone("SLENTH")
    own(world, "J10", "AAA", csps=40, zorans=900)
    leader(world, 1, "AAA", "J10", bonus=13)
    leader(world, 2, "AAA", "K10", bonus=60)
    leader(world, 3, "BBB", "K10", bonus=20)
    assert scored(world) == 39 + 500


def test_deeds_are_summed_exactly_and_floored_once() -> None:
    assert scored(alone("SLENTH"), kill_points=Fraction(7, 3) + Fraction(7, 3)) == 4
    assert scored(alone("AZONI"), kill_points=Fraction(-80)) == -80


def test_a_score_may_go_below_zero() -> None:
    world = alone("AZONI")
    scored(world, kill_points=Fraction(-120))
    assert world.players["AAA"].score == -120


# --- talismans --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-012", "QJ-04-14")
@pytest.mark.parametrize(("people", "each"), [("AZONI", 10), ("QUNTAG", 10), ("SLENTH", 10), ("RILRIS", 15)])
def test_keys_score_ten_and_fifteen_for_a_rilris(people: str, each: int) -> None:
    world = alone(people)
    leader(world, 1, "AAA", "C4")
    talisman(world, 4, 1)
    talisman(world, 13, "B4")  # in a garrison, in impassable land
    talisman(world, 20, "J10")  # in nobody's land
    assert scored(world) == 2 * each


@pytest.mark.rule("QJ-28.1-013")
def test_a_rilris_key_set_is_a_bonus_that_stands_while_he_keeps_it() -> None:
    assert len(KEY_SETS) == 10
    assert all(len(keys) == 5 for keys in KEY_SETS.values())
    world = alone("RILRIS")
    leader(world, 1, "AAA", "C4")
    for number in KEY_SETS["GOLD"]:
        talisman(world, number, 1)
    assert scored(world) == 5 * 15 + 1000
    assert scored(world) == 5 * 15
    world.talismans[4].leader = 0
    assert scored(world) == 4 * 15 - 1000
    for number in KEYS:
        talisman(world, number, 1)
    assert scored(world) == 25 * 15 + 10 * 1000


def test_a_key_set_is_worth_nothing_more_to_other_peoples() -> None:
    world = alone("AZONI")
    leader(world, 1, "AAA", "C4")
    for number in KEY_SETS["SHIELD"]:
        talisman(world, number, 1)
    assert scored(world) == 50


@pytest.mark.rule("QJ-28.1-020", "QJ-28.1-021", "QJ-04-14")
def test_rings_score_for_their_own_people_only() -> None:
    for people, own_rings in (("AZONI", 1), ("QUNTAG", 2), ("RILRIS", 0), ("SLENTH", 1)):
        world = alone(people)
        leader(world, 1, "AAA", "C4")
        for number in (29, 32, 33, 44):
            talisman(world, number, 1)
        assert scored(world) == 25 * own_rings


@pytest.mark.rule("QJ-28.2-02", "QJ-28.2-03")
def test_one_jewel_two_hundred_two_jewels_five_hundred() -> None:
    world = alone("AZONI")
    leader(world, 1, "AAA", "C4")
    talisman(world, 1, 1)
    assert scored(world) == 200
    talisman(world, 3, "B4")
    assert scored(world) == 500


def test_impassable_land_scores_nothing_but_talismans() -> None:
    for people in ("AZONI", "QUNTAG", "RILRIS", "SLENTH"):
        world = alone(people)
        own(world, "J10", "AAA", terrain="I", csps=20, zorans=400)
        leader(world, 1, "AAA", "J10", bonus=9)
        talisman(world, 1, "J10")
        assert scored(world) == 200


@pytest.mark.rule("QJ-30-15")
def test_points_are_counted_after_production() -> None:
    world = alone("RILRIS")
    own(world, "J10", "AAA", zorans=20)  # 20 and a tax of 5: now 25
    turn = run_typed(world)
    assert turn.world.players["AAA"].score == 25
    (told,) = [event for event in turn.events if event.kind == "scored" and "AAA" in event.seen_by]
    assert told.seen_by == {"AAA"}
    assert told.data["parts"] == {"zorans": 25}


@pytest.mark.rule("QJ-04-22", "QJ-04-26")
@pytest.mark.parametrize(("people", "did"), [("SLENTH", "scored"), ("AZONI", "lost")])
def test_the_sentence_of_the_points_counts_what_ravaging_brought(people: str, did: str) -> None:
    world = alone(people)
    own(world, "J10", "AAA", garrison=1, csps=3)
    turn = run_typed(world, AAA=[Ravage("J10")])
    (event,) = [event for event in turn.events if event.kind == "scored" and "AAA" in event.seen_by]
    said = sentence(event, "AAA")
    assert said is not None
    score = turn.world.players["AAA"].score
    assert f"You {did} {abs(score)} points this turn (" in said.text
    assert " for ravaging)" in said.text
    assert said.text.endswith(f"your score is {score}.")


@pytest.mark.rule("QJ-28.2-17", "QJ-04-15", "QJ-04-21")
@pytest.mark.parametrize(("terrain", "points"), [("C", 10 * 4 + 3 * 5), ("I", 0)])
def test_a_slenth_scores_no_kills_in_impassable_land(terrain: str, points: int) -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    own(world, "E5", "BBB", garrison=10, csps=3, terrain=terrain)
    leader(world, 11, "AAA", "E5", troops=60, rams=5)
    turn = run_typed(world, AAA=[Attack(leader_force(11), "attack", None)])
    assert turn.kill_points.get("AAA", 0) == points


@pytest.mark.rule("QJ-28.2-17", "QJ-04-15")
@pytest.mark.parametrize(("terrain", "points"), [("C", 5 * 4 + 40), ("I", 0)])
def test_a_slenth_scores_no_ambush_in_impassable_land(terrain: str, points: int) -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    own(world, "E5", "AAA", garrison=100, terrain=terrain)
    leader(world, 21, "BBB", "E4", troops=5)
    talisman(world, 101, 21)
    turn = run_typed(world, BBB=[Move(21, ("E5", "E6"))])
    assert 21 not in turn.world.leaders
    assert turn.kill_points.get("AAA", 0) == points


@pytest.mark.rule("QJ-04-21")
@pytest.mark.parametrize(("owner", "points"), [("BBB", 7 * 5), ("AAA", 0)])
def test_a_slenth_scores_for_other_players_csps_only(owner: str, points: int) -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    own(world, "E5", owner, garrison=1, csps=7)
    leader(world, 11, "AAA", "E5", at_peace=True)
    talisman(world, 1, 11)
    turn = run_typed(world, AAA=[Spell(1, "C")])
    assert turn.world.provinces["E5"].csps == 0
    assert turn.kill_points.get("AAA", 0) == points
