"""Talismans of their own kind: X the Unknown (T64), the Hot Potato (T80), Profit Sharing (T143), keys and points (28.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.rules.hooks import ATTACK_FACTORS, DRIFT_CHANCE, MOVEMENT_POINTS, WAYLAY_ALLOWED, Strike
from postern.rulesets.great_jewels.setup import set_up
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, Unlock, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import World, garrison_force, leader_force
from tests.rules.great_jewels.build import change, failures, land, leader, own, run_typed, talisman

SEEDS = 100


def _unknown(kind: int, holder: int | str) -> Turn:
    """AAA holds T64, which is of this kind, with leader 11 or in E5; nothing has run yet."""
    return Turn(_unknown_world(kind, holder), [], Chance("x").turn(5))


def _unknown_world(kind: int, holder: int | str) -> World:
    world = land()
    own(world, "E5", "AAA", garrison=100, zorans=55)
    leader(world, 11, "AAA", "E5", troops=10, zorans=45)
    talisman(world, 64, holder)
    world.unknown = kind
    change(world, "M7", garrison=20)
    return world


@pytest.mark.rule("QJ-28.1-085")
def test_x_the_unknown_has_one_of_eight_powers_good_or_bad() -> None:
    strike = Strike(leader_force(11), garrison_force("K9"), "K9", "attack")
    for kind in range(1, 9):
        on_leader, in_garrison = _unknown(kind, 11), _unknown(kind, "E5")
        eleven, fort = leader_force(11), garrison_force("E5")
        factors = ATTACK_FACTORS.fold(on_leader, eleven, Fraction(100), strike)
        assert factors == (110 if kind == 1 else 100)
        points = MOVEMENT_POINTS.fold(on_leader, eleven, Fraction(4), False)
        assert points == (3 if kind == 2 else 4)
        assert WAYLAY_ALLOWED.fold(in_garrison, fort, True, "E5") is (kind != 3)
        assert DRIFT_CHANCE.fold(in_garrison, fort, 20, 11) == (0 if kind == 4 else 20)
        after = run_typed(_unknown_world(kind, "E5"))
        grown = after.world.provinces["E5"].garrison - 108
        zorans = after.world.provinces["E5"].zorans - 62
        assert grown == (10 if kind == 5 else 0)
        assert zorans == (-6 if kind == 6 else 0)
        assert len(after.visits["AAA"] - {"E5"}) == (2 if kind == 7 else 0)


@pytest.mark.rule("QJ-28.1-085")
def test_x_whetstone_sharpens_the_blades_of_an_army_only() -> None:
    turn, fort = _unknown(1, "E5"), garrison_force("E5")
    assert ATTACK_FACTORS.fold(turn, fort, Fraction(100), Strike(fort, leader_force(21), "E5", "attack")) == 100


@pytest.mark.rule("QJ-28.1-085")
@pytest.mark.parametrize(("kind", "facts", "told"), [(5, {}, 1), (6, {}, 1), (6, {"zorans": 0}, 0)])
def test_x_beehive_and_x_sieve_tell_what_they_did(kind: int, facts: dict[str, int], told: int) -> None:
    world = _unknown_world(kind, "E5")
    change(world, "E5", besieged=True, **facts)
    leader(world, 21, "BBB", "E5", troops=900)
    events = [event for event in run_typed(world).events if event.kind in ("beehive", "sieve")]
    assert [event.seen_by for event in events] == [{"AAA"}] * told


@pytest.mark.rule("QJ-28.1-085")
def test_x_wanderer_leaves_for_a_neutral_province_one_turn_in_ten() -> None:
    left = 0
    for seed in range(SEEDS):
        turn = run_typed(_unknown_world(8, 11), f"wander {seed}")
        if not turn.world.talismans[64].leader:
            left += 1
            assert turn.world.talismans[64].province == "M7"
    assert 3 <= left <= 22


@pytest.mark.rule("QJ-28.1-085", "QJ-28.1-086")
def test_the_power_differs_from_game_to_game_and_the_name_hints_at_it() -> None:
    names = {}
    for seed in range(12):
        seats = [Signup(name) for name in ("AAA", "BBB", "CCC", "DDD", "EEE", "FFF")]
        world = set_up({}, seats, Chance(f"unknown {seed}"))
        names[world.unknown] = world.talismans[64].name
    assert len(names) > 3
    hints = "WHETSTONE MILLSTONE SCARECROW LODESTONE BEEHIVE SIEVE LANTERN WANDERER".split()
    assert all(name == f"X {hints[kind - 1]}" for kind, name in names.items())


def _potato(counter: int = 0) -> World:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="AZONI")
    own(world, "E5", "AAA", garrison=10, csps=4, zorans=20)
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "E5", troops=6, at_peace=True)
    leader(world, 22, "BBB", "E6", troops=6)
    talisman(world, 80, "E5", counter=counter)
    talisman(world, 75, 21)
    return world


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-132", "QJ-28.1-133")
def test_the_hot_potato_goes_off_three_to_ten_turns_after_it_was_gained() -> None:
    turns = []
    for seed in range(60):
        world = _potato()
        for count in range(1, 12):
            world = run_typed(world, f"potato {seed}").world
            if 21 not in world.leaders:
                turns.append(count)
                break
    assert len(turns) == 60
    assert set(turns) == set(range(3, 11))
    assert [run_typed(_potato(counter=7)).world.talismans[80].counter] == [6]


@pytest.mark.rule("QJ-28.1-134")
def test_the_hot_potato_kills_everybody_and_leaves_the_province_neutral() -> None:
    turn = run_typed(_potato(counter=1))
    province = turn.world.provinces["E5"]
    assert (province.owner, province.garrison) == ("", 0)
    assert set(turn.world.leaders) & {11, 21, 22} == {22}
    assert turn.world.talismans[75].province == "E5"
    assert turn.world.talismans[80].province == "E5"
    assert "E5" in turn.world.players["BBB"].seen
    on_leader = _potato()
    talisman(on_leader, 80, 21, counter=1)
    assert 11 not in run_typed(on_leader).world.leaders


@pytest.mark.rule("QJ-28.1-131", "QJ-28.1-003")
def test_the_hot_potato_spares_guardians_and_neutral_garrisons() -> None:
    world = _potato()
    change(world, "E7", garrison=40)
    leader(world, 12, "AAA", "E7", troops=5, at_peace=True)
    talisman(world, 80, 12, counter=1)
    turn = run_typed(world)
    assert 12 not in turn.world.leaders
    assert turn.world.provinces["E7"].garrison == 40
    assert [event.data["troops"] for event in turn.events if event.kind == "hot potato"] == [0]
    assert turn.world.leaders[22].troops == 6


@pytest.mark.rule("QJ-28.1-134", "QJ-28.1-281")
def test_nobody_rises_again_in_the_home_that_the_hot_potato_has_emptied() -> None:
    world = _potato()
    change(world, "B4", garrison=5)
    leader(world, 12, "AAA", "B4", troops=5, bonus=4)
    talisman(world, 80, "B4", counter=1)
    talisman(world, 126, 12)
    turn = run_typed(world)
    assert turn.world.provinces["B4"].owner == ""
    assert turn.world.leaders[12].province == "E5"


@pytest.mark.rule("QJ-28.1-135")
def test_the_hot_potato_starts_anew_when_the_province_is_captured_again() -> None:
    world = run_typed(_potato(counter=1)).world
    idle = run_typed(world).world
    assert idle.talismans[80].counter == 0
    world = run_typed(idle, BBB=[Move(22, ("E5",))]).world
    assert world.provinces["E5"].owner == "BBB"
    assert 2 <= world.talismans[80].counter <= 9  # one turn of 3 to 10 has passed


def _shared(people: str, receiver: int | None) -> World:
    world = land(AAA="QUNTAG", BBB=people)
    own(world, "E5", "BBB", garrison=10, csps=10)
    leader(world, 11, "AAA", "E5", troops=5, at_peace=True)
    leader(world, 21, "BBB", "E5", troops=20, bonus=20)
    talisman(world, 143, 11)
    talisman(world, 4, receiver or "E5")
    return world


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-315", "QJ-28.1-316")
@pytest.mark.parametrize(("people", "receiver", "points"), [("AZONI", None, 20), ("SLENTH", 21, 80)])
def test_profit_sharing_gives_the_points_to_the_giver_or_doubles_them(people: str, receiver: int | None, points: int) -> None:
    shared = 0
    for seed in range(SEEDS):
        plain = run_typed(_shared(people, receiver), f"profit {seed}").world.players
        players = run_typed(_shared(people, receiver), f"profit {seed}", AAA=[GiveTalisman(143, receiver)]).world.players
        change_of = {name: players[name].score - plain[name].score for name in ("AAA", "BBB")}
        # the ten points for the key stay with the owner in either case
        if change_of["AAA"]:
            shared += 1
            assert change_of == {"AAA": points, "BBB": -points}
        else:
            assert change_of == {"AAA": 0, "BBB": points}
    assert 62 <= shared <= 88


@pytest.mark.rule("QJ-28.1-315")
def test_profit_sharing_takes_the_points_for_a_leaders_kills_too() -> None:
    outcomes = set()
    for seed in range(20):
        world = _shared("SLENTH", 21)
        world.leaders[21].bonus, world.leaders[21].troops = 0, 400
        leader(world, 12, "AAA", "E5", troops=10, at_peace=True)
        attack = [Attack(leader_force(21), "attack", 12)]
        plain = run_typed(world, f"kills {seed}", BBB=attack)
        turn = run_typed(world, f"kills {seed}", AAA=[GiveTalisman(143, 21)], BBB=attack)
        killed = 10 * 4 + 40
        assert plain.kill_points["BBB"] == killed
        assert turn.kill_points.get("AAA", 0) + turn.kill_points["BBB"] in (killed, 2 * killed)
        outcomes.add((turn.kill_points.get("AAA", 0), turn.kill_points["BBB"]))
    assert outcomes == {(killed, Fraction(0)), (0, Fraction(2 * killed))}


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-315", "QJ-28.1-316", "QJ-28.1-181", "QJ-28.1-188", "QJ-28.1-193")
@pytest.mark.parametrize(("wand", "people", "points"), [(95, "SLENTH", 20), (97, "SLENTH", 50), (98, "QUNTAG", 80)])
def test_profit_sharing_takes_what_a_wand_lets_its_force_score(wand: int, people: str, points: int) -> None:
    """Points for the citadel, the zorans, the bonus are the force's own, not points for owning a talisman."""
    target = 21 if wand == 98 else None
    mine = [] if wand == 98 else [GiveTalisman(wand, None)]
    outcomes = set()
    for seed in range(20):
        world = _shared(people, 21)
        world.provinces["E5"].zorans = 50 - 2  # and the tax
        talisman(world, wand, 21)
        plain = run_typed(world, f"wand {seed}", BBB=mine).world.players
        players = run_typed(world, f"wand {seed}", AAA=[GiveTalisman(143, target)], BBB=mine).world.players
        outcomes.add((players["AAA"].score - plain["AAA"].score, players["BBB"].score - plain["BBB"].score))
    assert outcomes == {(points, -points), (0, points)}


@pytest.mark.rule("QJ-28.1-317")
def test_profit_sharing_does_nothing_for_own_forces() -> None:
    for seed in range(12):
        world = land(AAA="AZONI", BBB="AZONI")
        own(world, "E5", "AAA", garrison=10, csps=10)
        leader(world, 11, "AAA", "E5", troops=5)
        talisman(world, 143, 11)
        plain = run_typed(world, f"own {seed}").world.players["AAA"].score
        assert run_typed(world, f"own {seed}", AAA=[GiveTalisman(143, None)]).world.players["AAA"].score == plain


@pytest.mark.rule("QJ-28.1-317")
def test_profit_sharing_leaves_the_kills_of_ones_own_leader_alone() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    leader(world, 11, "AAA", "E5")
    leader(world, 12, "AAA", "E5", troops=400)
    leader(world, 21, "BBB", "E5", troops=10)
    talisman(world, 143, 11)
    turn = run_typed(world, AAA=[GiveTalisman(143, 12), Attack(leader_force(12), "attack", 21)])
    assert turn.kill_points == {"AAA": 10 * 4 + 40}
    assert "profit sharing" not in {event.kind for event in turn.events}


@pytest.mark.rule("QJ-28.1-012", "QJ-28.1-013")
def test_keys_score_10_a_turn_a_rilris_15_and_1000_for_a_complete_set_while_he_has_it() -> None:
    for people, each, bonus in (("AZONI", 10, 0), ("RILRIS", 15, 1000)):
        world = land(AAA=people, BBB="QUNTAG")
        leader(world, 11, "AAA", "K9")
        leader(world, 21, "BBB", "K9")
        bare = run_typed(world).world.players["AAA"].score
        for number in (4, 5, 6, 7, 8):  # all five swords
            talisman(world, number, 11)
        first = run_typed(world)
        assert first.world.players["AAA"].score - bare == 5 * each + bonus
        second = run_typed(first.world)
        gained = second.world.players["AAA"].score - first.world.players["AAA"].score
        assert 5 * each <= gained < 5 * each + 500  # the bonus stands and is not given again
        broken = run_typed(first.world, AAA=[GiveTalisman(4, 21)])
        change_of = broken.world.players["AAA"].score - second.world.players["AAA"].score
        assert change_of == -each - bonus


def _city(keys: tuple[int, ...], place: str = "M7") -> World:
    world = land()
    change(world, "M8", city="SILVER", garrison=40)
    leader(world, 11, "AAA", place, troops=5, at_peace=True)
    for number in keys:
        talisman(world, number, 11)
    return world


def _unlocked(world: World) -> int:
    opened = 0
    for seed in range(60):
        opened += "AAA" in run_typed(world, f"unlock {seed}", AAA=[Unlock(11, "M8")]).unlocked.get("M8", set())
    return opened


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-014", "QJ-28.1-015", "QJ-28.1-016", "QJ-28.1-017")
def test_keys_with_the_citys_name_open_it_from_next_to_it() -> None:
    assert _unlocked(_city(())) == 0
    assert _unlocked(_city((4, 9))) == 0  # two golden keys
    assert 18 <= _unlocked(_city((5,))) <= 42
    assert _unlocked(_city((5, 10))) == 60
    assert _unlocked(_city((5, 10), place="M6")) == 0
    assert failures(run_typed(_city((5, 10), place="M6"), AAA=[Unlock(11, "M8")]), "AAA")


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-315")
def test_who_gets_shared_profits_reads_what_they_are() -> None:
    read = []
    for seed in range(10):
        turn = run_typed(_shared("AZONI", None), f"profit {seed}", AAA=[GiveTalisman(143, None)])
        parts = {name: event.data["parts"] for event in turn.events if event.kind == "scored" for name in event.seen_by}
        assert "profit sharing" not in parts["BBB"]
        read.append((parts["AAA"].get("profit sharing", 0), parts["BBB"].get("citadels", 0)))
    assert set(read) == {(20, 0), (0, 40)}


@pytest.mark.rule("QJ-28.1-281")
def test_a_leader_who_rises_again_at_home_flies_nowhere_this_turn() -> None:
    world = land()
    leader(world, 11, "AAA", "E5", troops=400)
    leader(world, 21, "BBB", "E5", troops=9, bonus=3)
    talisman(world, 126, 21)
    talisman(world, 78, 21)
    turn = run_typed(world, AAA=[Attack(leader_force(11), "attack", 21)], BBB=[UseTalisman(78, province="P15")])
    assert turn.world.leaders[21].province == "B8"
    assert failures(turn, "BBB") == ["NO SUCH LEADER"]
