"""Talismans that bend combat (section 28.1, ruling 19)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.great_jewels.rules.battle.blows import Blow, Clash, blow_factors, fire_factors, tolls_of
from postern.rulesets.great_jewels.rules.hooks import GAINS_FROM_KILLS
from postern.rulesets.great_jewels.tables import CATALOGUE, RINGS
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import allies, change, failures, land, leader, own, run_typed, talisman, unplayed
from tests.rules.great_jewels.test_spoils import fought, hits

NOTES = {
    48: {5, 6},
    49: {1, 3},
    50: {1},
    55: {1, 5},
    58: {1, 3},
    61: {1, 5},
    62: set(),
    73: {1},
    85: {1},
    87: {2, 3, 7},
    88: {1},
    89: {1},
    98: {1},
    100: {1},
    102: set(),
    103: set(),
    104: {1, 7},
    105: {2, 7},
    111: set(),
    112: {1},
    121: {1, 3},
    124: {1, 3, 8},
    126: set(),
    132: {1, 3, 8},
    144: {1, 5, 6},
    145: set(),
    149: {1, 6},
    151: {1, 6},
    152: {1, 5},
}


@pytest.mark.rule(
    *("QJ-28.1-036", "QJ-28.1-043", "QJ-28.1-047", "QJ-28.1-059", "QJ-28.1-068", "QJ-28.1-077", "QJ-28.1-079", "QJ-28.1-106"),
    *("QJ-28.1-151", "QJ-28.1-157", "QJ-28.1-159", "QJ-28.1-161", "QJ-28.1-191", "QJ-28.1-201", "QJ-28.1-206", "QJ-28.1-208"),
    *("QJ-28.1-211", "QJ-28.1-213", "QJ-28.1-230", "QJ-28.1-233", "QJ-28.1-261", "QJ-28.1-272", "QJ-28.1-280", "QJ-28.1-300"),
    *("QJ-28.1-318", "QJ-28.1-321", "QJ-28.1-333", "QJ-28.1-338", "QJ-28.1-343"),
)
def test_notes_of_the_talismans_of_battle() -> None:
    assert {number: set(CATALOGUE[number].notes) for number in NOTES} == NOTES


def pair(first: str = "AZONI", second: str = "AZONI", troops: int = 20, bonus: int = 4) -> World:
    world = land(AAA=first, BBB=second)
    leader(world, 1, "AAA", "E5", troops=troops, bonus=bonus)
    leader(world, 2, "BBB", "E5", troops=troops, bonus=bonus)
    return world


ONE, TWO = Force(leader=1), Force(leader=2)
CITY = Force(garrison="E5")


def _dealt(world: World, blow: Blow | None = None) -> Fraction:
    blow = blow or Blow(ONE, TWO, "E5")
    return blow_factors(unplayed(world), Clash((blow,)), blow)


# --- rings ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-023", "QJ-28.1-022", "QJ-28.1-021")
@pytest.mark.parametrize(("people", "rings", "counting"), [("AZONI", 1, 8), ("AZONI", 2, 8), ("RILRIS", 1, 4), ("AZONI", 0, 4)])
def test_an_azoni_ring_doubles_the_csps_that_count(people: str, rings: int, counting: int) -> None:
    world = land(AAA="QUNTAG", BBB=people)
    own(world, "E5", "BBB", garrison=50, csps=4)
    leader(world, 1, "AAA", "E5", troops=20)
    for number in RINGS["AZONI"][:rings]:
        talisman(world, number, "E5", gained=5)
    toll = tolls_of(unplayed(world), Clash((Blow(ONE, CITY, "E5"),)))[CITY]
    assert toll.stand.covered == counting
    assert world.provinces["E5"].csps == 4


@pytest.mark.rule("QJ-28.1-023", "QJ-18-67")
@pytest.mark.parametrize(("towers", "counting"), [(0, 8), (1, 6), (3, 2), (4, 0), (9, 0)])
def test_an_azoni_ring_doubles_the_csps_that_the_towers_leave_effective(towers: int, counting: int) -> None:
    world = land(AAA="QUNTAG", BBB="AZONI")
    own(world, "E5", "BBB", garrison=50, csps=4)
    leader(world, 1, "AAA", "E5", troops=60, towers=towers)
    talisman(world, 29, "E5")
    assert tolls_of(unplayed(world), Clash((Blow(ONE, CITY, "E5"),)))[CITY].stand.covered == counting


@pytest.mark.rule("QJ-28.1-024", "QJ-28.1-022", "QJ-28.1-021")
@pytest.mark.parametrize(("people", "rings", "covered"), [("AZONI", 1, 8), ("AZONI", 2, 8), ("QUNTAG", 1, 4)])
def test_an_azoni_ring_doubles_a_leaders_bonus_in_defence_only(people: str, rings: int, covered: int) -> None:
    world = pair("QUNTAG", people)
    for number in RINGS["AZONI"][:rings]:
        talisman(world, number, 2, gained=5)
    toll = tolls_of(unplayed(world), Clash((Blow(ONE, TWO, "E5"),)))[TWO]
    assert (toll.stand.covered, toll.stand.bonus) == (covered, 4)
    assert _dealt(world, Blow(TWO, ONE, "E5")) == 3 * 24


@pytest.mark.rule("QJ-28.1-028", "QJ-28.1-021")
@pytest.mark.parametrize(("people", "shares"), [("RILRIS", (0, 40)), ("QUNTAG", (40, 0))])
def test_a_rilris_ring_takes_the_zorans_of_armies_its_owner_destroyed(people: str, shares: tuple[int, int]) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    leader(world, 1, "AAA", "E5", troops=60)
    leader(world, 2, "BBB", "E5", troops=3, zorans=40)
    leader(world, 3, "AAA", "E5", troops=1)
    talisman(world, 36, 3, gained=5)
    fought(world, hits((1, 2), world=world))
    assert (world.leaders[1].zorans, world.leaders[3].zorans) == shares


@pytest.mark.rule("QJ-28.1-029")
@pytest.mark.parametrize(("people", "taken"), [("RILRIS", 30), ("QUNTAG", 0)])
def test_a_rilris_ring_takes_the_zorans_of_a_destroyed_garrison(people: str, taken: int) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "E5", "BBB", garrison=3, zorans=30)
    leader(world, 1, "AAA", "E5", troops=60)
    talisman(world, 36, 1, gained=5)
    fought(world, hits((1, None), world=world))
    assert (world.leaders[1].zorans, world.provinces["E5"].zorans) == (taken, 30 - taken)
    stands = land(AAA=people, BBB="QUNTAG")
    own(stands, "E5", "BBB", garrison=300, zorans=30)
    leader(stands, 1, "AAA", "E5", troops=200)
    talisman(stands, 36, 1, gained=5)
    fought(stands, hits((1, None), world=stands))
    assert (stands.leaders[1].zorans, stands.provinces["E5"].zorans) == (0, 30)


@pytest.mark.rule("QJ-28.1-031", "QJ-28.1-022")
@pytest.mark.parametrize("rings", [(40,), (40, 41)])
def test_a_slenth_ring_lets_a_garrison_attack_as_if_assaulting(rings: tuple[int, ...]) -> None:
    world = land(AAA="SLENTH", BBB="SLENTH")
    own(world, "E5", "AAA", garrison=20)
    leader(world, 1, "BBB", "E5", troops=60)
    for ring in rings:
        talisman(world, ring, "E5", gained=5)
    blow = Blow(CITY, ONE, "E5")
    assert _dealt(world, blow) == 20 * 4
    clash = Clash((blow, Blow(ONE, CITY, "E5")))
    assert tolls_of(unplayed(world), clash)[CITY].stand.per_troop == 4
    assert _dealt(world, Blow(CITY, ONE, "E5", "assault")) == 20 * 4  # a real assault gains nothing more


@pytest.mark.rule("QJ-28.1-032", "QJ-28.1-021", "QJ-28.1-022")
@pytest.mark.parametrize(("people", "rings", "bonus"), [("SLENTH", 1, 8), ("SLENTH", 2, 8), ("QUNTAG", 1, 4)])
def test_a_slenth_ring_doubles_a_leaders_bonus_in_attack(people: str, rings: int, bonus: int) -> None:
    world = pair(people, "SLENTH")
    for number in RINGS["SLENTH"][:rings]:
        talisman(world, number, 1, gained=5)
    assert _dealt(world) == 3 * (20 + bonus)
    assert tolls_of(unplayed(world), Clash((Blow(TWO, ONE, "E5"),)))[ONE].stand.covered == 4


# --- the sword, Grond, double whammy, evil eye ----------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-044", "QJ-28.1-045")
def test_the_sword_of_doom_kills_its_target_three_times_in_four_else_its_bearer() -> None:
    won = 0
    for seed in range(160):
        world = pair()
        leader(world, 3, "BBB", "E5", troops=7)
        talisman(world, 49, 1)
        fought(world, hits((1, 2), world=world), str(seed))
        if 2 in world.leaders:
            assert world.leaders[2].troops == 20  # untouched by his attack
            assert 1 not in world.leaders
        else:
            won += 1
            assert world.leaders[1].troops > 0
            assert world.leaders[3].troops == 7
    assert 105 <= won <= 135


@pytest.mark.rule("QJ-28.1-046", "QJ-28.1-044")
def test_the_sword_sleeps_on_the_turn_of_transfer_and_against_no_players_forces() -> None:
    for seed in range(12):
        world = pair()
        talisman(world, 49, 1, gained=5)
        fought(world, hits((1, 2), world=world), str(seed))
        assert {1, 2} <= set(world.leaders)
        neutral = pair()
        change(neutral, "E5", garrison=90)
        talisman(neutral, 49, 1)
        fought(neutral, hits((1, None), world=neutral), str(seed))
        assert neutral.provinces["E5"].garrison in (90 - 72 // 4, 90 - 72 // 3)  # 3 if the neutrals assault


@pytest.mark.rule("QJ-28.1-048", "QJ-28.1-049")
@pytest.mark.parametrize(("csps", "left"), [(30, 15), (8, 3), (3, 0), (11, 6)])
def test_grond_razes_five_csps_or_half_without_a_crew(csps: int, left: int) -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    own(world, "E5", "BBB", garrison=90, csps=csps)
    leader(world, 1, "AAA", "E5", troops=20)
    talisman(world, 50, 1)
    assert _dealt(world, Blow(ONE, CITY, "E5")) == 60
    fought(world, hits((1, None), world=world))
    assert world.provinces["E5"].csps == left


def test_grond_strikes_before_the_rams() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    own(world, "E5", "BBB", garrison=90, csps=20)
    leader(world, 1, "AAA", "E5", troops=20, rams=4)
    talisman(world, 50, 1)
    fought(world, hits((1, None), world=world))
    assert world.provinces["E5"].csps == 6


@pytest.mark.rule("QJ-28.1-060")
def test_double_whammy_makes_two_attacks_at_full_strength() -> None:
    world = pair()
    leader(world, 3, "BBB", "E5", troops=40)
    talisman(world, 55, 1)
    turn = run_typed(world, AAA=[Attack(ONE, "attack", 2), Attack(ONE, "attack", 3)])
    assert failures(turn, "AAA") == []
    assert turn.world.leaders[2].troops == 20 - (4 + (72 - 32) // 4)
    assert turn.world.leaders[3].troops == 40 - 72 // 4
    assert turn.targets[ONE] == ["L2", "L3"]


@pytest.mark.rule("QJ-28.1-060")
def test_double_whammy_attacks_then_moves() -> None:
    world = pair()
    talisman(world, 55, 1)
    turn = run_typed(world, AAA=[Attack(ONE, "attack", 2), Move(1, ("E6",))])
    assert turn.world.leaders[2].troops == 20 - (4 + (72 - 32) // 4)
    assert turn.world.leaders[1].province == "E6"


@pytest.mark.rule("QJ-28.1-060")
def test_double_whammy_attacks_and_waylays() -> None:
    for held, left in ((True, 30 - 30 // 6), (False, 30)):
        world = land(AAA="SLENTH", BBB="QUNTAG", CCC="QUNTAG")
        leader(world, 1, "AAA", "E5", troops=10)
        leader(world, 2, "BBB", "E5", troops=1, bonus=99)
        leader(world, 3, "CCC", "E4", troops=30)
        if held:
            talisman(world, 55, 1)
        turn = run_typed(
            world,
            AAA=[Attack(ONE, "attack", 2)],
            CCC=[Move(3, ("E5", "E6"))],
        )
        assert turn.world.leaders[3].troops == left


@pytest.mark.rule("QJ-28.1-060", "QJ-29-02")
@pytest.mark.parametrize("orders", [(0, 1), (1, 0)])
def test_who_hands_the_double_whammy_on_does_only_the_first_of_two_things(orders: tuple[int, int]) -> None:
    world = pair("QUNTAG", "QUNTAG")
    leader(world, 3, "AAA", "E5", troops=2)
    talisman(world, 55, 1)
    both = (Attack(ONE, "attack", 2), Move(1, ("E6",)))
    turn = run_typed(world, AAA=[GiveTalisman(55, 3), *(both[index] for index in orders)])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert (turn.world.leaders[1].province == "E6") == (orders == (1, 0))
    assert (TWO in turn.attacked) == (orders == (0, 1))


@pytest.mark.rule("QJ-28.1-061")
def test_the_attacks_of_double_whammy_cannot_be_conditional() -> None:
    world = pair()
    leader(world, 3, "BBB", "E5", troops=40)
    talisman(world, 55, 1)
    turn = run_typed(world, AAA=[Attack(ONE, "attack", 2), Attack(ONE, "conditional", 3)], BBB=[Attack(TWO, "attack", 1)])
    assert len(failures(turn, "AAA")) == 1
    assert turn.world.leaders[3].troops == 40


@pytest.mark.rule("QJ-28.1-062")
def test_the_second_attack_scores_nothing_for_a_slenth() -> None:
    world = pair("SLENTH", "QUNTAG", bonus=0)
    leader(world, 3, "BBB", "E5", troops=40)
    talisman(world, 55, 1)
    turn = fought(world, hits((1, 2), (1, 3), world=world))
    assert world.leaders[2].troops == 20 - 15
    assert world.leaders[3].troops == 40 - 15
    assert turn.kill_points["AAA"] == 15 * 4


@pytest.mark.rule("QJ-28.1-069")
def test_the_evil_eye_makes_its_target_defend_as_if_betrayed() -> None:
    for already in (False, True):
        world = pair()
        if already:
            allies(world, "BBB", "AAA", mutual=False)
        talisman(world, 58, 1)
        assert tolls_of(unplayed(world), Clash((Blow(ONE, TWO, "E5"),)))[TWO].stand.per_troop == 2
    neutral = pair()
    change(neutral, "E5", garrison=9)
    talisman(neutral, 58, 1)
    assert tolls_of(unplayed(neutral), Clash((Blow(ONE, CITY, "E5"),)))[CITY].stand.per_troop == 4


# --- rearguard, zombies, cease fire, shields and rage ---------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-078")
def test_the_rearguard_spares_an_army_that_moves_and_does_not_attack() -> None:
    def attacked(leaves: bool) -> World:
        world = pair()
        change(world, "E6", garrison=30)
        talisman(world, 61, 2)
        return run_typed(world, AAA=[Attack(ONE, "attack", 2)], BBB=[Move(2, ("E6", "E7"))] if leaves else []).world

    away = attacked(leaves=True)
    assert (away.leaders[2].troops, away.leaders[2].province) == (20, "E7")
    assert attacked(leaves=False).leaders[2].troops < 20


@pytest.mark.rule("QJ-28.1-152")
def test_the_zombie_master_raises_a_quarter_to_a_half_of_those_he_killed() -> None:
    raised = set()
    for seed in range(60):
        world = pair(troops=100, bonus=0)
        world.leaders[2].troops = 400
        talisman(world, 85, 1)
        fought(world, hits((1, 2), world=world), str(seed))
        assert world.leaders[2].troops == 400 - 75
        raised.add(world.leaders[1].troops - (100 - 1200 // 3 // 4))
    assert min(raised) >= 18
    assert max(raised) <= 37
    assert len(raised) > 8


@pytest.mark.rule("QJ-28.1-152")
def test_a_zombie_master_who_fights_twice_in_a_turn_has_two_draws() -> None:
    """In combat, and when guardians strike at him in the Forbidden City into which he marched afterwards (T55)."""
    differ = 0
    for seed in range(20):
        world = pair(troops=100, bonus=0)
        talisman(world, 85, 1)
        turn = unplayed(world, str(seed))
        gains = []
        for step in ("6", "7b"):
            turn.step = step
            before = world.leaders[1].troops
            GAINS_FROM_KILLS.fold(turn, ONE, None, Fraction(100))
            gains.append(world.leaders[1].troops - before)
        assert all(25 <= gain <= 50 for gain in gains)
        differ += gains[0] != gains[1]
    assert differ > 10


@pytest.mark.rule("QJ-28.1-152")
def test_the_share_of_a_zombie_master_is_rounded_only_in_the_end() -> None:
    """Ruling 0: of 7 troops whom he and another kill together 3 1/2 are his, and 29 percent of these are one."""
    told_apart = False
    for seed in range(60):
        world = pair(troops=10, bonus=0)
        leader(world, 3, "AAA", "E5", troops=10)
        world.leaders[2].troops = 7
        talisman(world, 85, 1)
        turn = fought(world, hits((1, 2), (3, 2), world=world), str(seed))
        percent = turn.stream("zombies", 1, turn.step).between(25, 50)
        assert world.leaders[1].troops == 10 - 1 + 7 * percent // 200
        told_apart |= 7 * percent // 200 > 3 * percent // 100
    assert told_apart


@pytest.mark.rule("QJ-28.1-152")
def test_a_dead_zombie_master_raises_nobody() -> None:
    world = pair(troops=10, bonus=0)
    world.leaders[2].troops = 300
    talisman(world, 85, 1)
    fought(world, hits((1, 2), world=world))
    assert 1 not in world.leaders


@pytest.mark.rule("QJ-28.1-158")
def test_a_cease_fire_stops_all_combat_there_for_one_turn() -> None:
    world = pair()
    own(world, "E5", "BBB", garrison=30)
    talisman(world, 87, 1)
    leader(world, 3, "AAA", "E4", troops=20)
    turn = run_typed(
        world,
        AAA=[GiveTalisman(87, None), Attack(ONE, "attack", 2), Move(3, ("E5", "E6"))],
        BBB=[Attack(CITY, "assault", 1)],
    )
    assert [turn.world.leaders[number].troops for number in (1, 2, 3)] == [20, 20, 20]
    assert failures(turn, "AAA") == ["CEASE FIRE"]
    assert failures(turn, "BBB") == ["CEASE FIRE"]
    later = run_typed(turn.world, AAA=[Attack(ONE, "attack", 2)])
    assert later.world.leaders[2].troops < 20


@pytest.mark.rule("QJ-28.1-160", "QJ-28.1-162")
@pytest.mark.parametrize(("held", "factors", "per_troop"), [((88,), 36, 8), ((89,), 144, 2), ((88, 89), 72, 4), ((), 72, 4)])
def test_shield_wall_and_berserkers_rage(held: tuple[int, ...], factors: int, per_troop: int) -> None:
    world = pair()
    for number in held:
        talisman(world, number, 1)
    assert _dealt(world) == factors
    clash = Clash((Blow(TWO, ONE, "E5"),))
    assert tolls_of(unplayed(world), clash)[ONE].stand.per_troop == per_troop
    assert fire_factors(unplayed(world), clash, ONE, TWO) == Fraction(factors, 3)


# --- slenth wand, longbows, medal, hero, maze -----------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-192")
def test_the_slenth_wand_scores_kills_as_a_slenth_does() -> None:
    for held in (True, False):
        world = pair()
        if held:
            talisman(world, 98, 1)
        turn = fought(world, hits((1, 2), world=world))
        assert world.leaders[2].troops == 20 - 14
        assert turn.kill_points.get("AAA", 0) == (14 * 6 if held else 0)


@pytest.mark.rule("QJ-28.1-193")
def test_the_slenth_wand_scores_its_leaders_bonus() -> None:
    for held, more in ((True, 14 * 3), (False, 0)):
        world = land()
        leader(world, 1, "AAA", "B4", bonus=14)
        if held:
            talisman(world, 98, 1)
        plain = run_typed(land()).world.players["AAA"].score
        turn = run_typed(world)
        assert turn.world.players["AAA"].score - plain == more


@pytest.mark.rule("QJ-28.1-202")
def test_longbows_triple_defensive_fire() -> None:
    world = pair()
    clash = Clash((Blow(TWO, ONE, "E5"),))
    assert fire_factors(unplayed(world), clash, ONE, TWO) == 24
    talisman(world, 100, 1)
    assert fire_factors(unplayed(world), clash, ONE, TWO) == 72
    assert _dealt(world) == 72  # his own attack is as before
    garrison = land(AAA="AZONI", BBB="AZONI")
    own(garrison, "E5", "AAA", garrison=10)
    leader(garrison, 2, "BBB", "E5", troops=10)
    talisman(garrison, 100, "E5")
    assert fire_factors(unplayed(garrison), Clash((Blow(TWO, CITY, "E5"),)), CITY, TWO) == 30


@pytest.mark.rule("QJ-28.1-207")
@pytest.mark.parametrize(("foe", "gain"), [(60, 3), (1, 6)])
def test_the_medal_triples_what_a_battle_earns_without_limit(foe: int, gain: int) -> None:
    world = pair(bonus=20)
    world.leaders[2].troops, world.leaders[2].bonus = foe, 0
    talisman(world, 102, 1, gained=5)
    fought(world, hits((1, 2), world=world))
    assert world.leaders[1].troops <= 20
    assert world.leaders[1].bonus == 20 + gain


@pytest.mark.rule("QJ-28.1-212")
def test_the_hometown_hero_gives_an_attacking_garrison_a_bonus() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    own(world, "E5", "AAA", garrison=20, csps=8)
    leader(world, 2, "BBB", "E5", troops=50)
    talisman(world, 104, "E5")
    assert _dealt(world, Blow(CITY, TWO, "E5")) == 3 * 28
    world.provinces["E5"].csps = 90
    assert _dealt(world, Blow(CITY, TWO, "E5")) == 3 * 40
    assert fire_factors(unplayed(world), Clash((Blow(TWO, CITY, "E5"),)), CITY, TWO) == 20


@pytest.mark.rule("QJ-28.1-234")
def test_the_maze_denies_the_multi_army_bonus() -> None:
    world = pair()
    leader(world, 3, "AAA", "E5", troops=20)
    clash = Clash((Blow(ONE, TWO, "E5"), Blow(Force(leader=3), TWO, "E5")))
    assert blow_factors(unplayed(world), clash, clash.blows[0]) == Fraction(72 * 11, 10)
    talisman(world, 112, 2)
    assert blow_factors(unplayed(world), clash, clash.blows[0]) == 72


@pytest.mark.rule("QJ-28.1-262")
def test_the_floating_tower_neutralises_all_csps() -> None:
    world = land(AAA="AZONI", BBB="AZONI", CCC="AZONI")
    own(world, "E5", "BBB", garrison=50, csps=40)
    leader(world, 1, "AAA", "E5", troops=20)
    leader(world, 3, "CCC", "E5", troops=20)
    talisman(world, 121, 1)
    clash = Clash((Blow(ONE, CITY, "E5"), Blow(Force(leader=3), CITY, "E5")))
    assert tolls_of(unplayed(world), clash)[CITY].stand.covered == 0
    other = Clash((Blow(Force(leader=3), CITY, "E5"),))
    assert tolls_of(unplayed(world), other)[CITY].stand.covered == 40
    world.provinces["E5"].owner = ""
    assert tolls_of(unplayed(world), clash)[CITY].stand.covered == 40  # not against non-player forces


# --- resurrection, palisade, anti-siege engine ----------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-281")
def test_resurrection_brings_a_dead_leader_home_with_his_bonus_alone() -> None:
    world = pair(bonus=3)
    world.leaders[1].troops = 200
    world.leaders[2].zorans = 12
    talisman(world, 126, 2, gained=5)
    talisman(world, 57, 2)
    turn = fought(world, hits((1, 2), world=world))
    reborn = world.leaders[2]
    assert (reborn.province, reborn.bonus, reborn.troops, reborn.zorans) == ("B8", 3, 0, 0)
    assert world.talismans[126].leader == world.talismans[57].leader == 1
    assert world.leaders[1].zorans == 12
    assert [one.leader.province for one in turn.fallen] == ["E5"]


@pytest.mark.rule("QJ-28.1-281")
def test_without_a_province_left_the_dead_stay_dead() -> None:
    world = pair()
    world.leaders[1].troops = 200
    world.provinces["B8"].owner = ""
    talisman(world, 126, 2)
    fought(world, hits((1, 2), world=world))
    assert 2 not in world.leaders


@pytest.mark.rule("QJ-28.1-319", "QJ-28.1-320")
def test_the_palisade_costs_attackers_a_factor_a_troop_and_then_shows() -> None:
    world = pair()
    talisman(world, 144, 2)
    turn = unplayed(world)
    clash = Clash((Blow(ONE, TWO, "E5"),))
    assert not turn.shown_to
    assert blow_factors(turn, clash, clash.blows[0]) == 2 * 24
    assert turn.shown_to == {144: {"AAA"}}
    assert fire_factors(turn, clash, TWO, ONE) == 24  # the holder's own fire is as before
    idle = unplayed(world)
    other = Clash((Blow(TWO, ONE, "E5"),))
    assert blow_factors(idle, other, other.blows[0]) == 72
    assert not idle.shown_to


@pytest.mark.rule("QJ-28.1-320", "QJ-28.1-006")
def test_the_palisade_is_seen_by_those_who_attack_its_bearer_and_by_nobody_else() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    leader(world, 1, "AAA", "E5", troops=20)
    leader(world, 2, "BBB", "E5", troops=20)
    leader(world, 3, "CCC", "E5", troops=20)
    talisman(world, 144, 2)
    turn = run_typed(world, AAA=[Attack(ONE, "attack", 2)], CCC=[Attack(Force(leader=3), "attack", 1)])
    seen = {
        name: [one.number for entry in player.seen["E5"].leaders if entry.number == 2 for one in entry.talismans]
        for name, player in turn.world.players.items()
    }
    assert seen == {"AAA": [144], "BBB": [144], "CCC": []}


@pytest.mark.rule("QJ-28.1-334")
def test_the_anti_siege_engine_turns_rams_into_csps() -> None:
    world = land(AAA="AZONI", BBB="AZONI", CCC="AZONI")
    own(world, "E5", "BBB", garrison=90, csps=10)
    leader(world, 1, "AAA", "E5", troops=20, rams=4)
    leader(world, 3, "CCC", "E5", troops=20, rams=3)
    talisman(world, 149, "E5")
    turn = fought(world, hits((1, None), (3, None), world=world))
    assert world.provinces["E5"].csps == 10 + 3
    assert (world.leaders[1].rams, world.leaders[3].rams) == (0, 0)
    assert 149 in turn.shown


@pytest.mark.rule("QJ-28.1-333", "QJ-28.1-006")
def test_the_anti_siege_engine_stays_unseen_while_no_ram_comes() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    own(world, "E5", "BBB", garrison=90, csps=10)
    leader(world, 1, "AAA", "E5", troops=20, towers=2)
    talisman(world, 149, "E5")
    turn = fought(world, hits((1, None), world=world))
    assert world.provinces["E5"].csps == 10
    assert 149 not in turn.shown
