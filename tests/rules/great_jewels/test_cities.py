"""Chapter 24: Forbidden Cities, keys and guardians; T84."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.orders.talismans import fits, unlock_percent
from postern.rulesets.great_jewels.setup import set_up
from postern.rulesets.great_jewels.tables import JEWELS, KEYS
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, QJOrder, Raid, Unlock
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, Force, ProvinceEntry, World
from tests.rules.great_jewels.build import change, failures, land, leader, own, run_typed, saw, talisman
from tests.rules.great_jewels.upto import clean, failure, upto

NAMES = ["GOLD", "SILVER", "DIAMOND", "RUBY", "EMERALD", "SWORD", "SHIELD", "CHALICE", "CORONET", "STAFF"]
SILVER_KEYS = (5, 10)


def siege_of_silver(**army: int) -> World:
    """The city SILVER in J6; L13 of AAA beside it in J5."""
    world = land()
    change(world, "J6", city="SILVER", owner=LOTU, garrison=40, csps=10, zorans=300)
    leader(world, 900, LOTU, "J6", troops=20, bonus=4)
    leader(world, 13, "AAA", "J5", **army)
    return world


def keys(world: World, *numbers: int, gained: int = 0) -> None:
    for number in numbers:
        talisman(world, number, 13, gained=gained)


def where(turn: Turn, number: int = 13) -> str:
    return turn.world.leaders[number].province


GO: list[QJOrder] = [Unlock(13, "J6"), Move(13, ("J6",))]


@pytest.mark.rule("QJ-24-01", "QJ-24-07", "QJ-24-08", "QJ-26-01")
def test_ten_cities_with_treasure_three_of_them_with_a_jewel_and_more_guards() -> None:
    seats = [Signup(name, {}) for name in ("AAA", "BBB", "CCC", "DDD", "EEE", "FFF")]
    world = set_up({}, seats, Chance("cities"))
    cities = {province.city: province for province in world.provinces.values() if province.city}
    assert sorted(cities) == sorted(NAMES)
    jewels = {world.talismans[number].province for number in JEWELS}
    assert len(jewels) == 3
    for city in cities.values():
        held = [one for one in world.talismans.values() if one.province == city.name]
        guards = [one for one in world.leaders.values() if one.province == city.name]
        assert all(guard.owner == LOTU for guard in guards)
        rich = city.name in jewels
        assert (city.garrison, city.zorans, len(guards), len(held)) == ((80, 600, 4, 6) if rich else (40, 300, 3, 5))
    assert 2 <= sum(province.mercenary for province in world.provinces.values()) <= 6


@pytest.mark.rule("QJ-24-02", "QJ-24-03", "QJ-24-05")
def test_a_locked_city_lets_nobody_in_and_shows_its_name_alone() -> None:
    world = siege_of_silver(troops=5)
    turn = upto(world, "15c", AAA=[Move(13, ("J6",))])
    assert where(turn) == "J5"
    assert failures(turn, "AAA") == ["LOCKED"]
    checked = upto(world, "7a", expected=True, AAA=[Move(13, ("J6",))])
    assert failure(checked, "LOCKED").remedy.endswith("unlocks it first:  LnnUJ6")
    entry = turn.world.players["AAA"].seen["J6"]
    assert (entry.tag, entry.locked, entry.garrison, entry.zorans, entry.leaders) == ("SILVER", True, 0, 0, ())
    raided = siege_of_silver()
    own(raided, "J5", "AAA", garrison=9)
    probe = upto(raided, "15c", AAA=[Raid(Force(garrison="J5"), 3, "J6")])
    assert probe.world.players["AAA"].seen["J6"].locked


def test_a_march_stops_before_a_locked_city() -> None:
    world = siege_of_silver(troops=5)
    world.leaders[13].province = "J4"
    turn = upto(world, "7a", AAA=[Move(13, ("J5", "J6", "J7"))])
    assert where(turn) == "J5"
    assert failure(turn, "LOCKED").note
    assert "J6" in turn.visits["AAA"]


@pytest.mark.rule("QJ-24-05", "QJ-24-12", "QJ-24-14", "QJ-28.1-014")
def test_two_keys_open_the_city_and_the_leader_walks_in() -> None:
    world = siege_of_silver(troops=60, bonus=9)
    keys(world, *SILVER_KEYS)
    turn = upto(world, "7a", AAA=GO)
    assert where(turn) == "J6"
    assert clean(turn)
    seen = upto(world, "15c", AAA=GO).world.players["AAA"].seen["J6"]
    assert not seen.locked
    assert seen.csps == 10
    assert seen.zorans == 300


@pytest.mark.rule("QJ-24-04")
@pytest.mark.parametrize("name", NAMES)
def test_a_key_fits_either_word_of_its_name(name: str) -> None:
    world = land()
    fitting = [number for number in KEYS if fits(world.talismans[number], name)]
    assert len(fitting) == 5
    assert all(name in world.talismans[number].name for number in fitting)


def test_one_fitting_key_opens_half_the_time_and_others_never() -> None:
    world = siege_of_silver()
    one = world.leaders[13]
    keys(world, 4)  # GOLD SWORD
    assert unlock_percent(upto(world, "4"), one, "SILVER") == 0
    saw(world, "AAA", "J6")
    wrong = upto(world, "5a", AAA=[Unlock(13, "J6")])
    assert failures(wrong, "AAA") == ["LOCKED"]
    assert "T5 SILVER SWORD" in failure(wrong, "LOCKED").remedy
    keys(world, 5)
    assert unlock_percent(upto(world, "4"), one, "SILVER") == 50
    opened = sum(bool(upto(world, "5a", str(seed), AAA=[Unlock(13, "J6")]).unlocked["J6"]) for seed in range(200))
    assert 70 < opened < 130
    keys(world, 10)
    assert unlock_percent(upto(world, "4"), one, "SILVER") == 100


@pytest.mark.rule("QJ-28.1-148", "QJ-28.1-149", "QJ-28.1-150")
def test_t84_opens_any_city_a_quarter_of_the_time_and_surely_with_a_key() -> None:
    world = siege_of_silver()
    keys(world, 84)
    opened = sum(bool(upto(world, "5a", str(seed), AAA=[Unlock(13, "J6")]).unlocked["J6"]) for seed in range(200))
    assert 25 < opened < 80
    keys(world, 4)
    assert unlock_percent(upto(world, "4"), world.leaders[13], "SILVER") == 25
    keys(world, 5)
    assert unlock_percent(upto(world, "4"), world.leaders[13], "SILVER") == 100
    keys(world, 84, gained=world.turn)
    assert unlock_percent(upto(world, "4"), world.leaders[13], "SILVER") == 50


@pytest.mark.rule("QJ-24-16")
def test_a_key_does_not_work_on_the_turn_of_transfer() -> None:
    world = siege_of_silver()
    saw(world, "AAA", "J6")
    leader(world, 14, "AAA", "J5")
    for number in SILVER_KEYS:
        talisman(world, number, 14)
    turn = upto(world, "5a", AAA=[GiveTalisman(5, 13), GiveTalisman(10, 13), Unlock(13, "J6")])
    assert not turn.unlocked["J6"]
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    later = upto(upto(turn.world, "0").world, "15c")
    later.world.turn += 1
    assert upto(later.world, "5a", AAA=[Unlock(13, "J6")]).unlocked["J6"] == {"AAA"}


@pytest.mark.rule("QJ-24-12", "QJ-24-15")
def test_a_city_is_unlocked_from_beside_it_only() -> None:
    world = siege_of_silver()
    keys(world, *SILVER_KEYS)
    for place in ("J4", "J6"):
        world.leaders[13].province = place
        turn = upto(world, "5a", AAA=[Unlock(13, "J6")])
        assert failures(turn, "AAA") == ["NOT ADJACENT"]
        assert not turn.unlocked["J6"]


@pytest.mark.rule("QJ-24-13")
def test_another_player_may_be_let_in_too() -> None:
    world = siege_of_silver(troops=1)
    keys(world, *SILVER_KEYS)
    leader(world, 14, "BBB", "J7", troops=1)
    alone = upto(world, "7a", AAA=GO, BBB=[Move(14, ("J6",))])
    assert (where(alone), where(alone, 14)) == ("J6", "J7")
    assert failures(alone, "BBB") == ["LOCKED"]
    both = upto(world, "7a", AAA=[Unlock(13, "J6", "BBB"), Move(13, ("J6",))], BBB=[Move(14, ("J6",))])
    assert (where(both), where(both, 14)) == ("J6", "J6")
    assert any(event.kind == "unlocking" and "BBB" in event.seen_by for event in both.events)
    assert failures(upto(world, "5a", AAA=[Unlock(13, "J6", "ZZZ")]), "AAA") == ["NOT MET"]


@pytest.mark.rule("QJ-24-17")
def test_the_lock_closes_again_after_the_turn() -> None:
    world = siege_of_silver()
    keys(world, *SILVER_KEYS)
    opened = upto(world, "15c", AAA=[Unlock(13, "J6")])
    assert failures(upto(opened.world, "7a", AAA=[Move(13, ("J6",))]), "AAA") == ["LOCKED"]
    assert where(upto(opened.world, "7a", AAA=GO)) == "J6"


def test_one_attempt_a_leader_and_turn() -> None:
    world = siege_of_silver()
    keys(world, *SILVER_KEYS)
    change(world, "I5", city="SWORD", garrison=40)
    turn = upto(world, "5a", AAA=[Unlock(13, "J6"), Unlock(13, "I5")])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]


@pytest.mark.rule("QJ-24-09", "QJ-24-10")
@pytest.mark.parametrize("people", ["AZONI", "QUNTAG", "RILRIS", "SLENTH"])
def test_guardians_strike_on_the_turn_of_entry_with_three_factors(people: str) -> None:
    world = land(AAA=people)
    change(world, "J6", city="SILVER", owner=LOTU, garrison=40)
    leader(world, 13, "AAA", "J5", troops=200)
    keys(world, *SILVER_KEYS)
    losses = {200 - upto(world, "7b", str(seed), AAA=GO).world.leaders[13].troops for seed in range(40)}
    assert losses == {40 * 3 // 4, 40 * 4 // 4}  # normal attack, sometimes in assault mode
    assert upto(world, "7a", AAA=GO).world.leaders[13].troops == 200


@pytest.mark.rule("QJ-24-09")
def test_guardians_strike_those_inside_in_step_six() -> None:
    world = siege_of_silver(troops=300)
    world.leaders[13].province = "J6"
    turn = upto(world, "6")
    assert turn.world.leaders[13].troops < 300
    assert upto(world, "7b").world.leaders[13].troops == turn.world.leaders[13].troops


@pytest.mark.rule("QJ-24-09")
def test_those_inside_are_not_struck_again_when_others_come() -> None:
    world = siege_of_silver(troops=60)
    change(world, "J6", garrison=200)
    leader(world, 14, "AAA", "J6", troops=900)
    keys(world, *SILVER_KEYS)
    for seed in "abcdef":
        turn = upto(world, "6", seed, AAA=GO)
        assert 600 < turn.world.leaders[14].troops < 900
        entered = upto(world, "7b", seed, AAA=GO)
        assert where(entered) == "J6" or 13 not in entered.world.leaders
        assert entered.world.leaders[14].troops == turn.world.leaders[14].troops


@pytest.mark.rule("QJ-24-03")
def test_a_lock_that_holds_still_shows_the_citys_name() -> None:
    world = siege_of_silver()
    keys(world, 5)
    held = 0
    for seed in range(12):
        turn = upto(world, "15c", str(seed), AAA=[Unlock(13, "J6")])
        assert turn.world.players["AAA"].seen["J6"].locked
        held += not turn.unlocked["J6"]
    assert 0 < held < 12


@pytest.mark.rule("QJ-24-11", "QJ-24-18")
def test_a_city_without_guardians_is_a_province_like_any_other() -> None:
    world = land()
    change(world, "J6", city="SILVER", owner=LOTU, garrison=4, csps=3)
    leader(world, 13, "AAA", "J6", troops=200)
    leader(world, 14, "AAA", "J4", troops=5)
    turn = upto(world, "11", AAA=[Attack(Force(leader=13), "attack", None), Move(14, ("J5", "J6", "J7"))])
    assert turn.province("J6").city == ""
    assert turn.province("J6").owner == "AAA"
    assert where(turn, 14) == "J7"
    assert "SILVER" in turn.world.cities_taken
    world.provinces["J6"].city = ""
    world.provinces["J6"].owner = "AAA"
    world.leaders[14].province = "J5"
    assert failures(upto(world, "5a", AAA=[Unlock(14, "J6")]), "AAA") == ["NOT THERE"]


@pytest.mark.rule("QJ-24-06")
@pytest.mark.parametrize(
    ("tag", "locked", "owner", "code"),
    [
        ("-----", False, "", "NOT THERE"),
        ("BBB", False, "", "NOT THERE"),
        ("-----", True, "", "NOT ADJACENT"),
        ("SILVER", False, "", "NOT ADJACENT"),
        ("", False, "AAA", "NOT THERE"),
        ("", False, "", "NOT ADJACENT"),
    ],
)
def test_who_knows_that_there_is_no_city_is_told_so_from_afar(tag: str, locked: bool, owner: str, code: str) -> None:
    """Others only hear that they are too far away, so that nobody learns from afar where a city is not."""
    world = land()
    leader(world, 13, "AAA", "B4", troops=1)
    keys(world, 1)
    if owner:
        own(world, "J6", owner, garrison=1)
    if tag:
        world.players["AAA"].seen["J6"] = ProvinceEntry("J6", world.turn - 2, tag, "C", locked=locked)
    assert failures(upto(world, "5a", AAA=[Unlock(13, "J6")]), "AAA") == [code]


@pytest.mark.rule("QJ-24-06")
def test_nobody_finds_a_city_by_trying_locks_without_a_key() -> None:
    told = []
    for city in ("SILVER", ""):
        world = siege_of_silver()
        keys(world, 4)  # GOLD SWORD
        change(world, "J6", city=city)
        turn = upto(world, "5a", AAA=[Unlock(13, "J6")])
        assert "J6" not in turn.visits["AAA"]
        told.append([(one.code, one.why, one.remedy, one.paste) for one in turn.failures])
    assert told[0] == told[1]
    assert told[0][0][0] == "LOCKED"


@pytest.mark.rule("QJ-24-03", "QJ-24-06")
def test_who_tries_a_city_that_he_knows_without_a_key_still_sees_its_name() -> None:
    world = siege_of_silver()
    world.leaders[13].province = "J4"
    leader(world, 14, "AAA", "J5")
    saw(world, "AAA", "J6")
    for orders, seen in (([], 5), ([Unlock(14, "J6")], 6)):
        turn = run_typed(world, AAA=orders)
        entry = turn.world.players["AAA"].seen["J6"]
        assert (entry.tag, entry.locked, entry.turn) == ("SILVER", True, seen)
        assert failures(turn, "AAA") == (["LOCKED"] if orders else [])


@pytest.mark.rule("QJ-24-06", "QJ-24-03")
@pytest.mark.parametrize("path", [("J6",), ("I2", "J6"), ("I2", "I3", "I4", "J5", "J6")])
def test_nobody_finds_a_city_by_ordering_a_march_that_does_not_come_to_its_gate(path: tuple[str, ...]) -> None:
    world = siege_of_silver(troops=5)
    world.leaders[13].province = "H2"
    for name in ("I3", "I4", "J5"):
        change(world, name, terrain="M")
    turn = upto(world, "15c", AAA=[Move(13, path)])
    assert "J6" not in turn.world.players["AAA"].seen
    assert not any("SILVER" in failure.why for failure in turn.failures)


@pytest.mark.rule("QJ-24-06")
def test_nobody_is_told_where_the_cities_are() -> None:
    seats = [Signup(name, {}) for name in ("AAA", "BBB", "CCC", "DDD", "EEE", "FFF")]
    world = set_up({}, seats, Chance("cities"))
    cities = {province.name for province in world.provinces.values() if province.city}
    for player in world.players.values():
        assert not cities & set(player.seen)


def test_a_check_of_orders_takes_an_uncertain_lock_for_open() -> None:
    world = siege_of_silver()
    keys(world, 5)
    for seed in "abcdef":  # one key: a real turn opens it half the time
        turn = upto(world, "7a", seed, expected=True, AAA=GO)
        assert where(turn) == "J6"
        assert clean(turn)
