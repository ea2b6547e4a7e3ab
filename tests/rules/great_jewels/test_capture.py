"""Capture of provinces and neutrals (chapters 3, 5, 20, 23; ruling 15)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.turn.orders import Attack, BuildCsps, BuildRoad, Hostile, QJOrder, SetPeace
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, Force, World
from tests.rules.great_jewels.build import allies, change, land, leader, own, run_typed, talisman


def owner(turn: Turn, name: str = "J10") -> str:
    return turn.world.provinces[name].owner


def three() -> World:
    return land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")


@pytest.mark.rule("QJ-03-03", "QJ-06-06", "QJ-20-03", "QJ-23-03", "QJ-31-19", "QJ-30-21")
def test_a_leader_without_troops_captures_an_empty_province_and_gets_its_levies() -> None:
    world = three()
    change(world, "J10", csps=4, navies=2, zorans=11, road=True)
    leader(world, 1, "AAA", "J10")
    turn = run_typed(world)
    place = turn.world.provinces["J10"]
    assert (place.owner, place.turns_owned) == ("AAA", 1)
    assert (place.garrison, place.zorans) == (8, 18)
    assert (place.csps, place.navies, place.road) == (4, 2, True)
    assert turn.world.cities_taken == []
    assert "-X" in turn.world.players["AAA"].seen["J10"].flags


@pytest.mark.rule("QJ-20-01", "QJ-05-02", "QJ-20-05")
def test_a_province_with_garrison_is_not_captured() -> None:
    world = three()
    own(world, "J10", "BBB", garrison=1)
    leader(world, 1, "AAA", "J10", troops=90)
    turn = run_typed(world)
    assert owner(turn) == "BBB"
    assert turn.world.provinces["J10"].turns_owned == 2


@pytest.mark.rule("QJ-03-04", "QJ-23-04")
def test_a_neutral_garrison_must_be_gone_first() -> None:
    world = three()
    change(world, "J10", garrison=1)
    leader(world, 1, "AAA", "J10", troops=90)
    assert owner(run_typed(world)) == ""
    world.provinces["J10"].garrison = 0
    assert owner(run_typed(world)) == "AAA"


@pytest.mark.rule("QJ-20-02")
@pytest.mark.parametrize("troops", [0, 30])
def test_any_other_players_leader_who_is_not_at_peace_prevents_capture(troops: int) -> None:
    world = three()
    own(world, "J10", "CCC")
    leader(world, 1, "AAA", "J10", troops=90)
    rival = leader(world, 2, "BBB", "J10", troops=troops)
    assert owner(run_typed(world)) != "AAA"
    rival.at_peace = True
    assert owner(run_typed(world)) == "AAA"


@pytest.mark.rule("QJ-20-03")
def test_a_leader_at_peace_captures_nothing() -> None:
    world = three()
    leader(world, 1, "AAA", "J10", troops=9, at_peace=True)
    assert owner(run_typed(world)) == ""
    leader(world, 2, "AAA", "J10")
    assert owner(run_typed(world)) == "AAA"


def test_the_owners_leader_keeps_an_empty_province_unless_at_peace() -> None:
    world = three()
    own(world, "J10", "BBB")
    leader(world, 1, "AAA", "J10", troops=9)
    defender = leader(world, 2, "BBB", "J10")
    assert owner(run_typed(world)) == "BBB"
    defender.at_peace = True
    assert owner(run_typed(world)) == "AAA"


@pytest.mark.rule("QJ-31-15")
def test_allies_at_peace_let_one_of_them_capture() -> None:
    world = three()
    own(world, "E1", "CCC", terrain="M", csps=73, zorans=155, road=True)
    leader(world, 14, "BBB", "E1", troops=47, bonus=5)
    leader(world, 18, "AAA", "E1", troops=38, bonus=10, at_peace=True)
    leader(world, 35, "AAA", "E1", troops=73, bonus=21, at_peace=True)
    turn = run_typed(world)
    assert owner(turn, "E1") == "BBB"
    assert turn.world.players["AAA"].seen["E1"].tag == "BBB"


def test_allied_leaders_block_each_other_too() -> None:
    world = three()
    allies(world, "AAA", "BBB")
    leader(world, 1, "AAA", "J10")
    leader(world, 2, "BBB", "J10")
    assert owner(run_typed(world)) == ""


def test_an_allys_province_is_captured_only_by_a_hostile_leader() -> None:
    world = three()
    allies(world, "AAA", "BBB", mutual=False)
    own(world, "J10", "BBB")
    leader(world, 1, "AAA", "J10")
    assert owner(run_typed(world)) == "BBB"
    assert owner(run_typed(world, AAA=[Hostile(1)])) == "AAA"


def test_who_has_not_declared_the_owner_an_ally_needs_no_hostility() -> None:
    world = three()
    allies(world, "BBB", "AAA", mutual=False)
    own(world, "J10", "BBB")
    leader(world, 1, "AAA", "J10")
    assert owner(run_typed(world)) == "AAA"


@pytest.mark.rule("QJ-20-06", "QJ-05-03")
def test_a_province_with_nothing_of_its_owner_left_goes_neutral_between_two_armies() -> None:
    world = three()
    own(world, "J10", "CCC", turns_owned=4, rises=2, zorans=7)
    leader(world, 1, "AAA", "J10", troops=3)
    leader(world, 2, "BBB", "J10", troops=3)
    turn = run_typed(world)
    place = turn.world.provinces["J10"]
    assert (place.owner, place.turns_owned, place.rises, place.zorans) == ("", 0, 0, 7)
    assert turn.world.players["CCC"].seen["J10"].tag == "-----"
    assert any(event.kind == "went-neutral" and event.seen_by == {"CCC"} for event in turn.events)


@pytest.mark.rule("QJ-20-05", "QJ-20-06")
@pytest.mark.parametrize(
    "case", ["a garrison", "a leader of the owner", "one army only", "one of them without troops", "one of them at peace"]
)
def test_otherwise_it_stays_its_owners(case: str) -> None:
    world = three()
    own(world, "J10", "CCC", garrison=1 if case == "a garrison" else 0)
    leader(world, 1, "AAA", "J10", troops=3)
    leader(world, 2, "BBB", "J10", troops=0 if case == "one of them without troops" else 3)
    if case == "a leader of the owner":
        leader(world, 3, "CCC", "J10", at_peace=True)
    if case == "one army only":
        world.leaders[2].owner = "AAA"
        leader(world, 3, "BBB", "J10")
    if case == "one of them at peace":
        world.leaders[2].at_peace = True
        leader(world, 3, "BBB", "J10")
    assert owner(run_typed(world)) == "CCC"


@pytest.mark.rule("QJ-20-07", "QJ-30-02", "QJ-30-14")
def test_a_lost_province_builds_neither_citadel_nor_road() -> None:
    orders: list[QJOrder] = [BuildCsps("J10", 2), BuildRoad("J10")]
    world = three()
    own(world, "J10", "BBB", zorans=100)
    held = run_typed(world, BBB=orders).world.provinces["J10"]
    assert (held.csps, held.road) == (2, True)
    leader(world, 1, "AAA", "J10")
    captured = run_typed(world, BBB=orders).world.provinces["J10"]
    assert (captured.owner, captured.csps, captured.road) == ("AAA", 0, False)
    world.leaders[1].troops = 1
    leader(world, 2, "CCC", "J10", troops=1)
    neutral = run_typed(world, BBB=orders).world.provinces["J10"]
    assert (neutral.owner, neutral.csps, neutral.road) == ("", 0, False)


@pytest.mark.rule("QJ-30-01")
def test_peace_ordered_this_turn_counts_at_the_capture_of_this_turn() -> None:
    world = three()
    leader(world, 1, "AAA", "J10")
    leader(world, 2, "BBB", "J10")
    assert owner(run_typed(world, BBB=[SetPeace(2)])) == "AAA"


def test_a_captured_province_gives_its_talismans_a_new_holder_from_now_on() -> None:
    world = three()
    own(world, "J10", "BBB")
    talisman(world, 60, "J10")
    leader(world, 1, "AAA", "J10")
    turn = run_typed(world)
    assert turn.world.talismans[60].gained == world.turn
    assert turn.world.talismans[60].province == "J10"


def test_a_ravaged_province_stays_ravaged_when_captured_and_autobuild_ends() -> None:
    world = three()
    own(world, "J10", "BBB", ravaged=True, autobuild=True)
    leader(world, 1, "AAA", "J10")
    place = run_typed(world).world.provinces["J10"]
    assert (place.owner, place.ravaged, place.autobuild, place.garrison) == ("AAA", True, False, 4)


def test_dragons_impassable_land_and_guarded_cities_are_not_captured() -> None:
    world = three()
    change(world, "J10", dragon=10)
    change(world, "K10", terrain="I")
    change(world, "L10", city="GOLD")
    leader(world, 9, LOTU, "L10", troops=20, bonus=4)
    for number, name in enumerate(("J10", "K10", "L10"), start=1):
        leader(world, number, "AAA", name, at_peace=False)
    turn = run_typed(world)
    assert [owner(turn, name) for name in ("J10", "K10", "L10")] == ["", "", ""]


def test_a_city_without_guardians_is_a_province_like_any_other() -> None:
    world = three()
    change(world, "L10", city="GOLD", zorans=300)
    leader(world, 1, "AAA", "L10", troops=5)
    turn = run_typed(world)
    assert (owner(turn, "L10"), turn.world.provinces["L10"].city) == ("AAA", "")
    assert turn.world.cities_taken == ["GOLD"]


@pytest.mark.rule("QJ-05-14")
def test_armies_of_several_players_stand_in_one_province() -> None:
    world = three()
    own(world, "J10", "CCC", garrison=2)
    for number, name in enumerate(("AAA", "BBB", "CCC"), start=1):
        leader(world, number, name, "J10", troops=4)
    entry = run_typed(world).world.players["CCC"].seen["J10"]
    assert [(one.owner, one.troops) for one in entry.leaders] == [("AAA", 4), ("BBB", 4), ("CCC", 4)]


def test_both_sides_are_told_of_a_capture_and_nobody_else() -> None:
    world = three()
    own(world, "J10", "BBB")
    leader(world, 1, "AAA", "J10")
    (event,) = [event for event in run_typed(world).events if event.kind == "captured"]
    assert event.seen_by == {"AAA", "BBB"}
    assert event.data == {"province": "J10", "by": "AAA", "from_": "BBB"}


@pytest.mark.rule("QJ-24-11")
@pytest.mark.parametrize(("garrison", "guardians"), [(1, 0), (0, 1), (0, 0)])
def test_a_city_stays_shut_while_any_guardian_is_left(garrison: int, guardians: int) -> None:
    world = three()
    change(world, "L10", city="GOLD", garrison=garrison)
    if guardians:
        leader(world, 900, LOTU, "L10")  # his army is dead, he is not
    city = run_typed(world).world.provinces["L10"].city
    assert city == ("GOLD" if garrison or guardians else "")


@pytest.mark.rule("QJ-21-08", "QJ-21-09", "QJ-28.1-026")
def test_another_players_hostility_does_not_make_a_ring_bearer_take_his_allys_province() -> None:
    world = three()
    allies(world, "AAA", "BBB", mutual=False)
    own(world, "J10", "BBB")
    leader(world, 1, "AAA", "J10", troops=9)
    leader(world, 2, "CCC", "J10")
    talisman(world, 32, 1)
    assert owner(run_typed(world, CCC=[Hostile(2)])) == "BBB"
    assert owner(run_typed(world, AAA=[Hostile(1)], CCC=[Hostile(2)])) == "AAA"


@pytest.mark.rule("QJ-21-08", "QJ-21-09")
def test_who_beats_his_allys_garrison_reads_why_the_province_is_not_his_and_who_only_stands_there_does_not() -> None:
    world = three()
    allies(world, "AAA", "BBB", mutual=False)
    own(world, "J10", "BBB", garrison=2)
    own(world, "J12", "BBB")
    for number, place in ((1, "J10"), (2, "J12")):
        leader(world, number, "AAA", place, troops=200)
    leader(world, 3, "CCC", "J12", at_peace=True)
    turn = run_typed(world, AAA=[Attack(Force(leader=1), "attack", None), Attack(Force(leader=2), "attack", 3)])
    assert (owner(turn, "J10"), owner(turn, "J12")) == ("BBB", "BBB")
    told = [(event.data["province"], set(event.seen_by)) for event in turn.events if event.kind == "spared"]
    assert told == [("J10", {"AAA"})]
