"""The Drevonyx (chapter 27, ruling 9)."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.rules.capture import take_province
from postern.rulesets.great_jewels.rules.monsters import feed_drevonyxes, scatter
from postern.rulesets.great_jewels.tables import neighbours
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, Raid, Spell
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Drevonyx, Force, World
from tests.rules.great_jewels.build import change, failures, land, leader, own, run_typed, saw, talisman
from tests.rules.great_jewels.upto import upto


def _den(size: int = 12, asleep: bool = False) -> World:
    world = land()
    world.drevonyxes.append(Drevonyx(size, "E5", asleep))
    return world


def _fed(world: World, seed: str = "seed", expected: bool = False) -> Turn:
    turn = Turn(world, [], Chance(seed).turn(5), expected=expected)
    turn.step = "9c"
    feed_drevonyxes(turn)
    return turn


@pytest.mark.rule("QJ-27-03", "QJ-27-08")
def test_it_sleeps_until_a_leader_comes_and_eats_from_the_next_turn_on() -> None:
    world = _den(asleep=True)
    leader(world, 1, "AAA", "E4", troops=30)
    quiet = run_typed(world)
    assert quiet.world.drevonyxes[0].asleep
    woken = run_typed(world, AAA=[Move(1, ("E5",))])
    assert not woken.world.drevonyxes[0].asleep
    assert woken.world.leaders[1].troops == 30
    assert woken.world.drevonyxes[0].size == 12
    hungry = run_typed(woken.world)
    assert hungry.world.leaders[1].troops == 18
    assert hungry.world.drevonyxes[0].size == 12 + 4


@pytest.mark.rule("QJ-27-04", "QJ-27-05")
def test_a_raid_shows_it_without_waking_it() -> None:
    world = _den(asleep=True)
    own(world, "E4", "AAA", garrison=9)
    turn = run_typed(world, AAA=[Raid(Force(garrison="E4"), 2, "E5")])
    assert turn.world.drevonyxes[0].asleep
    assert turn.world.players["AAA"].seen["E5"].drevonyxes == (12,)


def test_a_leader_who_only_passes_through_does_not_wake_it() -> None:
    world = _den(asleep=True)
    leader(world, 1, "AAA", "E4", troops=30)
    turn = run_typed(world, AAA=[Move(1, ("E5", "E6"))])
    assert turn.world.leaders[1].province == "E6"
    assert turn.world.drevonyxes[0].asleep


@pytest.mark.rule("QJ-27-06", "QJ-27-07")
def test_it_eats_from_all_forces_in_proportion_but_never_leaders() -> None:
    world = _den(size=20)
    own(world, "E5", "BBB", garrison=20)
    leader(world, 1, "AAA", "E5", troops=15, zorans=4)
    leader(world, 2, "BBB", "E5", troops=5)
    leader(world, 3, "AAA", "E5", bonus=2)
    _fed(world)
    assert (world.leaders[1].troops, world.leaders[2].troops, world.provinces["E5"].garrison) == (
        7,
        3,
        10,
    )  # of 20 bites 7.5, 2.5 and 10
    assert world.drevonyxes[0].size == 26
    assert world.drevonyxes[0].province == "E5"
    assert set(world.leaders) == {1, 2, 3}


@pytest.mark.rule("QJ-27-06")
def test_neutral_garrisons_and_guardians_are_eaten_too() -> None:
    world = _den(size=12)
    change(world, "E5", garrison=40)
    _fed(world)
    assert world.provinces["E5"].garrison == 28


@pytest.mark.rule("QJ-27-09", "QJ-27-10")
def test_hungry_it_moves_once_to_a_neighbour_and_eats_there() -> None:
    world = _den(size=12)
    leader(world, 1, "AAA", "E5", troops=4, zorans=8)
    for name in neighbours("E5"):
        own(world, name, "BBB", garrison=3)
    turn = _fed(world)
    one = world.drevonyxes[0]
    assert one.province in neighbours("E5")
    assert world.leaders[1].troops == 0
    assert (world.leaders[1].zorans, world.provinces["E5"].zorans) == (0, 8)
    eaten = [name for name in neighbours("E5") if world.provinces[name].garrison == 0]
    assert eaten == [one.province]  # still hungry, but one move a turn
    assert world.provinces[one.province].owner == "BBB"  # it captures nothing
    assert one.size == 12 + (4 + 3) // 3
    assert {event.kind for event in turn.events} >= {"drevonyx-ate", "drevonyx-left", "drevonyx-came"}


@pytest.mark.rule("QJ-27-06", "QJ-27-09")
def test_where_it_moves_to_it_eats_only_what_it_still_wants() -> None:
    world = _den(size=12)
    leader(world, 1, "AAA", "E5", troops=5)
    for name in neighbours("E5"):
        own(world, name, "BBB", garrison=90)
    _fed(world)
    one = world.drevonyxes[0]
    assert world.provinces[one.province].garrison == 90 - 7
    assert one.size == 12 + 12 // 3


def test_it_goes_neither_to_dragons_nor_cities_nor_impassable_land() -> None:
    closed = dict(zip(neighbours("E5"), ("dragon", "city", "terrain", "dragon", "city", ""), strict=True))
    values: dict[str, object] = {"dragon": 10, "city": "GOLD", "terrain": "I"}
    for seed in range(12):
        world = _den()
        for name, fact in closed.items():
            if fact:
                change(world, name, **{fact: values[fact]})
        _fed(world, str(seed))
        assert world.drevonyxes[0].province == neighbours("E5")[5]


@pytest.mark.rule("QJ-27-09")
def test_where_there_is_no_way_out_it_stays_hungry() -> None:
    world = _den(size=12)
    for name in neighbours("E5"):
        change(world, name, terrain="I")
    _fed(world)
    assert [(one.province, one.size) for one in world.drevonyxes] == [("E5", 12)]


@pytest.mark.rule("QJ-27-11")
def test_at_45_it_divides_and_the_young_one_goes_its_own_way() -> None:
    world = _den(size=40)
    change(world, "E5", garrison=400)
    _fed(world)
    old, young = world.drevonyxes
    assert (old.size, young.size) == (36, 17)  # 40 + 13 = 53
    assert old.province == "E5"
    assert young.province in neighbours("E5")
    assert not young.asleep
    small = _den(size=33)
    change(small, "E5", garrison=400)
    _fed(small)
    assert [one.size for one in small.drevonyxes] == [44]
    exact = _den(size=34)
    change(exact, "E5", garrison=400)
    _fed(exact)
    assert [one.size for one in exact.drevonyxes] == [30, 15]


@pytest.mark.rule("QJ-27-12")
def test_no_levies_where_it_stands() -> None:
    world = _den(size=5)
    own(world, "E5", "AAA", garrison=50)
    turn = run_typed(world)
    assert turn.world.provinces["E5"].garrison == 45
    assert turn.world.provinces["E5"].zorans > 0  # taxes are paid


@pytest.mark.rule("QJ-27-01")
def test_no_attack_reaches_it_and_nothing_but_talismans_stops_it() -> None:
    world = _den(size=12)
    own(world, "E5", "AAA", garrison=90, csps=90)
    leader(world, 1, "BBB", "E5", troops=30)
    turn = run_typed(world, BBB=[Attack(Force(leader=1), "attack", None)])
    assert [one.size for one in turn.world.drevonyxes] == [16]


def test_a_forecast_does_not_guess_where_it_goes() -> None:
    world = _den()
    _fed(world, expected=True)
    assert [one.province for one in world.drevonyxes] == ["E5"]
    fat = _den(size=60)
    change(fat, "E5", garrison=400)
    _fed(fat, expected=True)
    assert [one.size for one in fat.drevonyxes] == [80]  # it will divide, but nobody knows whither


# --- talismans ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-082")
def test_the_helm_protects_its_owners_forces_there() -> None:
    world = _den(size=12)
    own(world, "E5", "AAA", garrison=10)
    leader(world, 1, "AAA", "E5", troops=10)
    leader(world, 2, "AAA", "E5", troops=10)
    leader(world, 3, "BBB", "E5", troops=30)
    talisman(world, 62, 1, gained=5)
    _fed(world)
    assert [world.leaders[number].troops for number in (1, 2, 3)] == [10, 10, 18]
    assert world.provinces["E5"].garrison == 10


@pytest.mark.rule("QJ-28.1-208", "QJ-28.1-209", "QJ-28.1-210")
def test_the_sleeping_potion() -> None:
    world = _den(size=12)
    goal, *others = neighbours("E5")
    own(world, goal, "AAA", garrison=30)
    for name in others:
        change(world, name, terrain="I")
    talisman(world, 103, goal)
    _fed(world)
    assert world.drevonyxes[0].asleep
    assert world.drevonyxes[0].province == goal
    assert world.provinces[goal].owner == ""
    assert world.provinces[goal].garrison == 18
    leader(world, 1, "BBB", goal, troops=1)
    _fed(world)
    assert world.drevonyxes[0].asleep  # visitors tread quietly
    turn = Turn(world, [], Chance("seed").turn(5))
    take_province(turn, goal, "BBB")
    assert not world.drevonyxes[0].asleep
    (woke,) = [event for event in turn.events if event.kind == "drevonyx-woke"]
    assert woke.seen_by == {"BBB"}


@pytest.mark.rule("QJ-28.1-210")
def test_whoever_captures_the_province_wakes_the_lulled_drevonyx_even_if_he_takes_the_potion_away_at_once() -> None:
    world = _den(size=12, asleep=True)
    talisman(world, 103, "E5")
    leader(world, 1, "BBB", "E4", troops=5)
    captured = run_typed(world, BBB=[Move(1, ("E5",))])
    assert captured.world.provinces["E5"].owner == "BBB"
    assert not captured.world.drevonyxes[0].asleep
    left = run_typed(captured.world, BBB=[GiveTalisman(103, 1), Move(1, ("E4",))])
    assert left.world.drevonyxes[0].province != "E5"  # it woke hungry and has found little there


def test_the_potion_does_nothing_to_one_that_was_there_before() -> None:
    world = _den(size=12)
    own(world, "E5", "AAA", garrison=100)
    talisman(world, 103, "E5")
    _fed(world)
    assert not world.drevonyxes[0].asleep
    assert world.provinces["E5"].owner == "AAA"


@pytest.mark.rule("QJ-28.1-230", "QJ-28.1-231", "QJ-28.1-232")
def test_bigfoot_usually_kills_it_and_sometimes_scatters_it() -> None:
    killed = scattered = 0
    for seed in range(150):
        world = _den(size=12)
        leader(world, 1, "AAA", "E5", troops=90)
        talisman(world, 111, 1, gained=5)
        _fed(world, str(seed))
        if not world.drevonyxes:
            killed += 1
        else:
            scattered += 1
            assert [one.size for one in world.drevonyxes] == [5, 5, 5]  # 12 + 4, in three parts
            assert all(one.province in neighbours("E5") for one in world.drevonyxes)
    assert 102 <= killed <= 138
    assert killed + scattered == 150


@pytest.mark.rule("QJ-28.1-231", "QJ-28.1-232")
def test_bigfoot_stomps_a_sleeper_too() -> None:
    for seed in range(20):
        world = _den(size=12, asleep=True)
        own(world, "E5", "AAA", garrison=100)
        talisman(world, 111, "E5")
        _fed(world, str(seed))
        assert [one.size for one in world.drevonyxes] in ([], [4, 4, 4])


@pytest.mark.rule("QJ-27-02")
def test_a_new_game_has_one_drevonyx_asleep_in_a_random_province() -> None:
    places = set()
    for seed in ("one", "two", "three", "four"):
        seats = [Signup(name, {}) for name in ("GREEDY", "LORD", "HERO", "DUKE")]
        (one,) = RULESET.setup({"game": "QJ-101"}, seats, Chance(seed)).drevonyxes
        assert (one.size, one.asleep) == (12, True)
        places.add(one.province)
    assert len(places) > 1


@pytest.mark.rule("QJ-27-11", "QJ-27-08")
def test_the_young_one_eats_from_the_next_turn_on() -> None:
    world = _den(size=44)
    change(world, "E5", garrison=99)
    for name in neighbours("E5"):
        own(world, name, "BBB", garrison=90)
    _fed(world)
    assert [one.size for one in world.drevonyxes] == [39, 19]
    young = world.drevonyxes[1]
    assert world.provinces[young.province].garrison == 90
    _fed(world)
    assert world.provinces[young.province].garrison == 90 - 19


@pytest.mark.rule("QJ-28.1-209", "QJ-28.1-210")
def test_the_sleeping_potion_lulls_it_in_a_neutral_province_too() -> None:
    world = _den(size=12)
    goal, *others = neighbours("E5")
    change(world, goal, garrison=30)
    for name in others:
        change(world, name, terrain="I")
    talisman(world, 103, goal)
    _fed(world)
    assert (world.drevonyxes[0].province, world.drevonyxes[0].asleep) == (goal, True)
    assert (world.provinces[goal].owner, world.provinces[goal].garrison) == ("", 18)


@pytest.mark.rule("QJ-28.1-231")
def test_bigfoot_stomps_it_in_a_neutral_province_too() -> None:
    world = _den(size=12, asleep=True)
    change(world, "E5", garrison=30)
    talisman(world, 111, "E5")
    _fed(world)
    assert [one.size for one in world.drevonyxes] != [12]


@pytest.mark.rule("QJ-27-10", "QJ-27-09", "QJ-28.2-19")
def test_one_that_a_spell_has_moved_wanders_no_more_that_turn() -> None:
    world = _den(size=12)
    own(world, "K9", "BBB", garrison=5)
    for name in neighbours("K9"):
        own(world, name, "BBB", garrison=90)
    leader(world, 7, "AAA", "M7")
    talisman(world, 1, 7)
    saw(world, "AAA", "E5")
    turn = upto(world, "9c", AAA=[Spell(1, "D", province="E5", second="K9")])
    one = turn.world.drevonyxes[0]
    assert (one.province, one.size) == ("K9", 12 + 5 // 3)
    assert turn.province("K9").garrison == 0
    assert [turn.province(name).garrison for name in neighbours("K9")] == [90] * 6  # hungry, but it has had its move
    later = upto(turn.world, "9c")
    assert later.world.drevonyxes[0].province in neighbours("K9")


@pytest.mark.rule("QJ-27-10", "QJ-28.2-19")
def test_a_second_spell_moves_another_one_or_none() -> None:
    for others, places in (([], ["K9"]), ([Drevonyx(5, "K9", asleep=True)], ["K9", "M8"])):
        world = _den(size=12)
        world.drevonyxes += others
        leader(world, 7, "AAA", "M7")
        for number in (1, 2):
            talisman(world, number, 7)
        saw(world, "AAA", "E5", "K9")
        spells = [Spell(1, "D", province="E5", second="K9"), Spell(2, "D", province="K9", second="M8")]
        turn = upto(world, "9b", AAA=spells)
        assert [one.province for one in turn.world.drevonyxes] == places
        assert failures(turn, "AAA") == ([] if others else ["NOT THERE"])


@pytest.mark.rule("QJ-28.1-209", "QJ-28.1-231")
@pytest.mark.parametrize("bigfoot", [1, "goal"])
def test_the_potion_acts_when_it_moves_in_and_bigfoot_at_the_end_of_the_turn(bigfoot: int | str) -> None:
    """Both in one province: the garrison turns neutral, and the sleeper is stomped, whoever holds Bigfoot."""
    for seed in range(20):
        world = _den(size=12)
        goal, *others = neighbours("E5")
        own(world, goal, "AAA", garrison=30)
        leader(world, 1, "AAA", goal)
        for name in others:
            change(world, name, terrain="I")
        talisman(world, 103, goal)
        talisman(world, 111, goal if bigfoot == "goal" else 1)
        _fed(world, str(seed))
        assert (world.provinces[goal].owner, world.provinces[goal].garrison) == ("", 18)
        assert not any(one.asleep or one.size >= 12 for one in world.drevonyxes)  # dead, or in small pieces


@pytest.mark.rule("QJ-28.1-209")
def test_everybody_there_is_told_that_the_potion_has_lulled_it() -> None:
    world = _den(size=12)
    goal, *others = neighbours("E5")
    own(world, goal, "AAA", garrison=30)
    leader(world, 1, "BBB", goal, troops=9)
    for name in others:
        change(world, name, terrain="I")
    talisman(world, 103, goal)
    (told,) = [event for event in _fed(world).events if event.kind == "drevonyx-lulled"]
    assert told.seen_by == {"AAA", "BBB"}


@pytest.mark.rule("QJ-28.1-210")
def test_a_capture_wakes_the_drevonyx_in_the_captured_province_and_no_other() -> None:
    world = _den(asleep=True)
    world.drevonyxes += [Drevonyx(8, "E5", asleep=False), Drevonyx(12, "M7", asleep=True)]
    talisman(world, 103, "E5")
    turn = Turn(world, [], Chance("seed").turn(5))
    take_province(turn, "E5", "BBB")
    assert [one.asleep for one in world.drevonyxes] == [False, False, True]
    assert [event.data["size"] for event in turn.events if event.kind == "drevonyx-woke"] == [12]


@pytest.mark.rule("QJ-28.1-209", "QJ-26-02")
def test_a_potion_that_lies_in_a_stronghold_leaves_the_mercenaries_what_they_are() -> None:
    world = _den(size=12)
    goal, *others = neighbours("E5")
    change(world, goal, garrison=30, mercenary=True)
    for name in others:
        change(world, name, terrain="I")
    talisman(world, 103, goal)
    _fed(world)
    assert world.drevonyxes[0].asleep
    assert not world.provinces[goal].mercenaries_gone


@pytest.mark.rule("QJ-27-08", "QJ-28.1-209")
def test_the_potion_keeps_none_asleep_that_did_not_move_into_it() -> None:
    world = _den(asleep=True)
    own(world, "E5", "AAA", garrison=30)
    talisman(world, 103, "E5")
    leader(world, 1, "BBB", "E5")
    turn = _fed(world)
    assert not world.drevonyxes[0].asleep
    assert [event.seen_by for event in turn.events if event.kind == "drevonyx-woke"] == [{"AAA", "BBB"}]


def test_who_loses_nobody_to_it_is_told_of_no_meal() -> None:
    world = _den(size=1)
    leader(world, 1, "AAA", "E5", troops=1)
    leader(world, 2, "BBB", "E5", troops=90)
    turn = _fed(world)
    (ate,) = [event for event in turn.events if event.kind == "drevonyx-ate"]
    assert (set(ate.seen_by), ate.data["force"]) == ({"BBB"}, "L2")


@pytest.mark.rule("QJ-27-11")
def test_those_beside_it_see_it_divide() -> None:
    world = _den(size=60)
    own(world, "E5", "AAA", garrison=200)
    leader(world, 1, "BBB", "E5")
    turn = _fed(world)
    (divided,) = [event for event in turn.events if event.kind == "drevonyx-divided"]
    assert (set(divided.seen_by), divided.data["small"]) == ({"AAA", "BBB"}, world.drevonyxes[1].size)


@pytest.mark.rule("QJ-28.1-232")
@pytest.mark.parametrize("way", [0, None])
def test_the_pieces_scatter_to_open_land_only_and_those_there_see_it(way: int | None) -> None:
    world = _den(size=12)
    own(world, "E5", "AAA", garrison=90)
    leader(world, 1, "BBB", "E5")
    open_land = None if way is None else neighbours("E5")[way]
    for name, fact in zip(neighbours("E5"), (("city", "GOLD"), ("dragon", 10), ("terrain", "I")) * 2, strict=True):
        if name != open_land:
            change(world, name, **{fact[0]: fact[1]})
    turn = Turn(world, [], Chance("seed").turn(5))
    scatter(turn, world.drevonyxes[0], 3)
    assert [(one.province, one.size) for one in world.drevonyxes] == [(open_land or "E5", 4)] * 3
    assert [event.seen_by for event in turn.events if event.kind == "drevonyx-scattered"] == [{"AAA", "BBB"}]
