"""Talismans that act by their own order before combat or in step 8: T92, T94, T114, T127, T142, T146 (28.1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from postern.rulesets.great_jewels.turn.orders import Attack, BuildCsps, GiveTalisman, Move, QJOrder, Raid, Spell, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import World, leader_force
from tests.rules.great_jewels.build import change, failures, land, leader, notes, own, run_typed, saw, talisman
from tests.rules.great_jewels.upto import upto

SEEDS = 120


def _realm(**facts: Any) -> World:
    world = land()
    own(world, "E5", "AAA", garrison=60, **facts)
    return world


@pytest.mark.rule("QJ-28.1-168", "QJ-28.1-169")
def test_banish_leader_sends_anyone_in_the_province_away_and_goes_with_him() -> None:
    goals = set()
    for seed in range(12):
        world = _realm()
        change(world, "K9", city="GOLD", garrison=10)
        change(world, "M7", terrain="I")
        leader(world, 11, "AAA", "E5", troops=5)
        leader(world, 21, "BBB", "E5", troops=9)
        talisman(world, 92, 11)
        turn = run_typed(
            world,
            f"banish {seed}",
            AAA=[UseTalisman(92, leader=21)],
            BBB=[Move(21, ("E6",)), Raid(leader_force(21), 3, "E6")],
        )
        away = turn.world.leaders[21]
        assert away.province not in ("E5", "K9", "M7")
        assert away.troops == 9
        assert turn.world.talismans[92].leader == 21
        assert failures(turn, "BBB") == ["ALREADY HAS AN ORDER", "ALREADY HAS AN ORDER"]
        assert away.province in turn.world.players["BBB"].seen
        goals.add(away.province)
    assert len(goals) > 8


@pytest.mark.rule("QJ-28.1-168")
def test_banish_leader_works_from_a_garrison_and_on_own_leaders_but_not_afar() -> None:
    world = _realm()
    leader(world, 12, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "E6", troops=9)
    talisman(world, 92, "E5")
    turn = run_typed(world, AAA=[UseTalisman(92, leader=21), UseTalisman(92, leader=12)])
    assert failures(turn, "AAA") == ["NOT THERE"]
    assert turn.world.leaders[12].province != "E5"
    assert turn.world.leaders[21].province == "E6"


@pytest.mark.rule("QJ-28.1-037")
@pytest.mark.parametrize("order", [UseTalisman(92, leader=23), GiveTalisman(92, 23)])
def test_a_failed_order_names_no_army_under_the_cloak(order: QJOrder) -> None:
    world = _realm()
    leader(world, 11, "AAA", "E5", troops=5)
    for number in (21, 22):
        leader(world, number, "BBB", "E5", troops=9, at_peace=True)
    leader(world, 23, "BBB", "E6", troops=9)
    talisman(world, 92, 11)
    talisman(world, 48, 21, counter=200)
    (failure,) = run_typed(world, AAA=[order]).failures
    assert "L22" in failure.remedy
    assert "L21" not in f"{failure.why} {failure.remedy} {failure.paste}"


@pytest.mark.rule("QJ-28.1-037")
def test_ones_own_leader_under_the_cloak_is_named_to_oneself() -> None:
    world = _realm()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 12, "AAA", "E5", troops=5)
    leader(world, 13, "AAA", "E6", troops=5)
    talisman(world, 92, 11)
    talisman(world, 48, 12, counter=200)
    (failure,) = run_typed(world, AAA=[GiveTalisman(92, 13)]).failures
    assert "L12" in failure.remedy


def _cursed(people: str = "SLENTH", **facts: Any) -> World:
    """BBB (Quntag) owns E5 at rates 8 and 7; AAA's leader 11 stands there with Warlord's Curse."""
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "E5", "BBB", garrison=60, **facts)
    leader(world, 11, "AAA", "E5", troops=5)
    talisman(world, 94, 11)
    return world


CURSE = UseTalisman(94, sign="R")


@pytest.mark.rule("QJ-28.1-174", "QJ-28.1-175")
@pytest.mark.parametrize(("people", "points"), [("SLENTH", 8 * 15), ("AZONI", -8 * 15)])
def test_warlords_curse_ravages_what_one_does_not_own(people: str, points: int) -> None:
    before = run_typed(_cursed(people)).world.players["AAA"].score
    turn = run_typed(_cursed(people), AAA=[CURSE])
    province = turn.world.provinces["E5"]
    assert (province.ravaged, province.turns_owned, province.owner) == (True, 1, "BBB")
    assert turn.world.players["AAA"].score - before == points
    assert province.garrison == 60 + 4


@pytest.mark.rule("QJ-28.1-176")
def test_warlords_curse_does_nothing_in_ravaged_land() -> None:
    world = _cursed(ravaged=True)
    plain = run_typed(world).world.players["AAA"].score
    turn = run_typed(world, AAA=[CURSE])
    assert turn.world.players["AAA"].score == plain
    assert len(failures(turn, "AAA")) == 1


@pytest.mark.rule("QJ-28.1-177")
@pytest.mark.parametrize("other", [Move(11, ("E6",)), Attack(leader_force(11), "attack", None)])
def test_warlords_curse_excludes_moves_and_attacks(other: QJOrder) -> None:
    turn = run_typed(_cursed(), AAA=[CURSE, other])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert turn.world.provinces["E5"].ravaged
    assert turn.world.leaders[11].province == "E5"
    reverse = run_typed(_cursed(), AAA=[other, CURSE])
    assert failures(reverse, "AAA") == ["ALREADY HAS AN ORDER"]
    assert not reverse.world.provinces["E5"].ravaged


def test_warlords_curse_spares_neutral_land_and_needs_a_leader() -> None:
    world = land()
    change(world, "M7", garrison=10)
    leader(world, 11, "AAA", "M7", troops=5)
    talisman(world, 94, 11)
    assert failures(run_typed(world, AAA=[CURSE]), "AAA") == ["TALISMAN NOT USABLE"]
    own(world, "E5", "AAA", garrison=5)
    talisman(world, 94, "E5")
    assert failures(run_typed(world, AAA=[CURSE]), "AAA") == ["TALISMAN NOT USABLE"]


def _funds(zorans: int = 101) -> World:
    world = _realm()
    own(world, "M7", "AAA", garrison=5, zorans=zorans)
    talisman(world, 114, "E5")
    return world


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-239", "QJ-28.1-240")
def test_electronic_funds_transfer_brings_all_zorans_less_a_tenth_or_rarely_a_half() -> None:
    fees = {11: 0, 51: 0}
    for seed in range(SEEDS):
        turn = run_typed(_funds(), f"funds {seed}", AAA=[UseTalisman(114, province="M7")])
        assert turn.world.provinces["M7"].zorans == 7
        fees[101 - (turn.world.provinces["E5"].zorans - 7)] += 1
    assert 1 <= fees[51] <= 15
    assert fees[11] + fees[51] == SEEDS


def test_electronic_funds_transfer_needs_own_unbesieged_garrisons() -> None:
    foreign = _funds()
    own(foreign, "M7", "BBB", garrison=5, zorans=100)
    assert failures(run_typed(foreign, AAA=[UseTalisman(114, province="M7")]), "AAA") == ["NOT YOURS"]
    for besieged in ("E5", "M7"):
        world = _funds()
        change(world, besieged, besieged=True)
        assert failures(run_typed(world, AAA=[UseTalisman(114, province="M7")]), "AAA") == ["BESIEGED"]
    assert failures(run_typed(_funds(0), AAA=[UseTalisman(114, province="M7")]), "AAA") == ["NOT ENOUGH ZORANS"]


@pytest.mark.rule("QJ-28.1-283", "QJ-28.1-284")
def test_penny_slaver_sells_garrison_troops_for_three_zorans_each() -> None:
    world = _realm()
    talisman(world, 127, "E5")
    for sold in (1, 20):
        turn = run_typed(world, AAA=[UseTalisman(127, number=sold)])
        assert turn.world.provinces["E5"].garrison == 60 - sold + 8
        assert turn.world.provinces["E5"].zorans == 3 * sold + 7
    more = run_typed(world, "more", AAA=[UseTalisman(127, number=900)])
    assert notes(more, "AAA") == ["NOT ENOUGH TROOPS"]
    assert (more.failures[0].remedy, more.failures[0].paste) == ("Possible now: 60.", "T127=60")
    assert more.world.provinces["E5"].zorans in (3 * 60 + 7, 3 * 60)


@pytest.mark.rule("QJ-28.1-285")
def test_penny_slaver_drives_the_province_to_revolt_once_in_500_for_each_troop() -> None:
    revolts = 0
    for seed in range(SEEDS):
        world = _realm()
        change(world, "E5", garrison=300)
        talisman(world, 127, "E5")
        turn = run_typed(world, f"sell {seed}", AAA=[UseTalisman(127, number=200)])
        province = turn.world.provinces["E5"]
        if province.owner == "":
            revolts += 1
            assert province.garrison == 100
            assert "E5" in turn.world.players["AAA"].seen
    assert 30 <= revolts <= 66  # 48 expected


def _sung(number: int, sign: str, seed: str, end: int = 28) -> Turn:
    world = land(turn=number)
    world.end_turn = end
    leader(world, 11, "AAA", "E5", troops=5)
    talisman(world, 142, 11)
    return run_typed(world, seed, AAA=[UseTalisman(142, sign=sign)])


@pytest.mark.rule("QJ-28.1-309", "QJ-28.1-311", "QJ-28.1-312")
@pytest.mark.parametrize(("number", "chance"), [(21, 10), (24, 40), (28, 80)])
def test_the_fat_lady_moves_the_end_with_ten_percent_a_turn_after_20(number: int, chance: int) -> None:
    for sign, moved in (("+", 31), ("-", 29)):
        ends = [_sung(number, sign, f"fat {seed}", end=30).world.end_turn for seed in range(SEEDS)]
        assert set(ends) <= {30, moved}
        assert abs(ends.count(moved) - 1.2 * chance) <= 20


@pytest.mark.rule("QJ-28.1-310")
def test_the_fat_lady_sings_once_a_game_and_after_turn_20() -> None:
    early = _sung(20, "+", "early")
    assert failures(early, "AAA") == ["TALISMAN NOT USABLE"]
    assert not early.world.fat_lady_sung
    failed = next(turn for turn in (_sung(21, "+", f"once {seed}") for seed in range(50)) if turn.world.end_turn == 28)
    assert failed.world.fat_lady_sung
    again = run_typed(failed.world, AAA=[UseTalisman(142, sign="+")])
    assert failures(again, "AAA") == ["TALISMAN NOT USABLE"]


@pytest.mark.rule("QJ-28.1-313")
@pytest.mark.parametrize("end", [28, 27], ids=["brought to this turn", "brought before this turn"])
def test_the_game_ends_at_once_when_the_end_has_been_brought_to_the_current_turn(end: int) -> None:
    """In the middle of the turn: nobody fights or builds any more, and no points are given for what one has."""
    for seed in range(60):
        world = land(turn=27, AAA="SLENTH", BBB="AZONI")
        world.end_turn = end
        world.players["BBB"].score = 7
        leader(world, 11, "AAA", "E5", troops=50, bonus=5)
        leader(world, 21, "BBB", "E5", troops=10)
        own(world, "K10", "BBB", garrison=5, csps=10, zorans=50)
        talisman(world, 142, 11)
        attack = Attack(leader_force(11), "attack", 21)
        turn = run_typed(world, f"end {seed}", AAA=[UseTalisman(142, sign="-"), attack], BBB=[BuildCsps("K10", 1)])
        over, worked = turn.world, turn.world.end_turn == end - 1
        broken_off = 21 in over.leaders and over.provinces["K10"].csps == 10 and over.players["BBB"].score == 7
        assert broken_off == worked
        assert over.finished == (worked or end == 27)
        if worked:
            assert (over.winners, over.players["AAA"].score) == (["BBB"], 0)
            assert [event.data["winners"] for event in turn.events if event.kind == "game-over"] == [["BBB"]]
            assert over.turn == 28
            return
    pytest.fail("it never worked")


@pytest.mark.rule("QJ-28.1-313")
def test_deeds_before_the_fat_lady_sang_count_though_the_game_ends_with_her() -> None:
    for seed in range(60):
        world = land(turn=27, AAA="SLENTH", BBB="AZONI")
        world.end_turn = 28
        own(world, "E5", "BBB", garrison=5, csps=10)
        leader(world, 11, "AAA", "E5", troops=50, bonus=5)
        talisman(world, 1, 11)
        talisman(world, 142, 11)
        over = run_typed(world, f"deeds {seed}", AAA=[Spell(1, "C"), UseTalisman(142, sign="-")]).world
        if over.end_turn == 27:
            assert over.players["AAA"].score == 10 * 5
            return
    pytest.fail("it never worked")


@pytest.mark.rule("QJ-28.1-325", "QJ-28.1-326")
@pytest.mark.parametrize(("spent", "chance"), [(10, 10), (60, 60), (100, 100)])
def test_the_head_hunter_finds_a_leader_with_one_percent_a_zoran(spent: int, chance: int) -> None:
    hired = 0
    for seed in range(SEEDS):
        world = _realm(zorans=150)
        talisman(world, 146, "E5")
        turn = run_typed(world, f"head {seed}", AAA=[UseTalisman(146, number=spent)])
        told = [event.data["leader"] for event in turn.events if event.kind == "head hunted"]
        assert turn.world.provinces["E5"].zorans == 150 - spent + 7
        if told != [0]:
            hired += 1
            assert turn.world.leaders[told[0]].owner == "AAA"
            assert turn.world.leaders[told[0]].province == "E5"
    assert abs(hired - 1.2 * chance) <= 20 * (chance < 100)


@pytest.mark.rule("QJ-28.1-325", "QJ-29-06")
def test_who_offers_the_head_hunter_more_than_there_is_reads_what_can_be_spent() -> None:
    world = _realm(zorans=15)
    talisman(world, 146, "E5")
    turn = run_typed(world, AAA=[UseTalisman(146, number=90)])
    assert [(one.note, one.remedy, one.paste) for one in turn.failures] == [(True, "Possible now: 15.", "T146=15")]
    assert turn.world.provinces["E5"].zorans == 7


@pytest.mark.rule("QJ-28.1-327")
def test_the_head_hunter_hires_one_leader_a_turn() -> None:
    world = _realm(zorans=500)
    talisman(world, 146, "E5")
    turn = run_typed(world, AAA=[UseTalisman(146, number=100), UseTalisman(146, number=100)])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert turn.world.provinces["E5"].zorans == 400 + 7


@pytest.mark.rule("QJ-28.1-327", "QJ-28.1-326")
def test_whom_the_head_hunter_has_failed_may_try_again_in_the_same_turn() -> None:
    """Each attempt is rolled for itself, and costs its zorans; the first that succeeds is the last."""
    found: Counter[tuple[bool, ...]] = Counter()
    for seed in range(SEEDS):
        world = _realm(zorans=500)
        talisman(world, 146, "E5")
        turn = run_typed(world, f"again {seed}", AAA=[UseTalisman(146, number=50)] * 3)
        tries = tuple(bool(event.data["leader"]) for event in turn.events if event.kind == "head hunted")
        assert turn.world.provinces["E5"].zorans == 500 - 50 * len(tries) + 7
        assert len(failures(turn, "AAA")) == 3 - len(tries)
        found[tries] += 1
    assert set(found) == {(True,), (False, True), (False, False, True), (False, False, False)}
    assert 45 <= found[True,] <= 75


@pytest.mark.rule("QJ-28.1-327")
def test_the_answer_says_that_a_second_attempt_hangs_on_the_first() -> None:
    world = _realm(zorans=500)
    talisman(world, 146, "E5")
    turn = upto(world, "2e", expected=True, AAA=[UseTalisman(146, number=50), UseTalisman(146, number=60)])
    (note,) = turn.failures
    assert note.note
    assert note.why.startswith("This is tried only if ")
    assert "number=50" in note.why


def test_talismans_of_others_obey_nobody_else() -> None:
    world = _realm(zorans=100)
    leader(world, 21, "BBB", "E5", at_peace=True)
    uses = [
        UseTalisman(92, leader=11),
        UseTalisman(94, sign="R"),
        UseTalisman(114, province="E5"),
        UseTalisman(127, number=3),
        UseTalisman(142, sign="+"),
        UseTalisman(146, number=50),
        UseTalisman(45, province="E5"),
        UseTalisman(108, player="BBB"),
        UseTalisman(116, number=5),
        UseTalisman(120, player="BBB"),
        UseTalisman(131, number=5),
    ]
    for number in (92, 94, 114, 127, 142, 146, 45, 108, 116, 120, 131):
        talisman(world, number, 21)
    turn = run_typed(world, AAA=[*uses, BuildCsps("E5", 1)])
    assert failures(turn, "AAA") == ["NOT YOURS"] * len(uses)


@pytest.mark.rule("QJ-28.1-065", "QJ-28.1-174")
def test_the_warlords_curse_ravages_nothing_where_the_healing_hand_lies() -> None:
    world = _cursed()
    talisman(world, 56, "E5", transferred=3)
    turn = run_typed(world, AAA=[CURSE])
    assert len(failures(turn, "AAA")) == 1
    assert not turn.world.provinces["E5"].ravaged
    assert turn.world.players["AAA"].score == run_typed(world).world.players["AAA"].score


@pytest.mark.rule("QJ-28.1-285")
def test_a_sale_in_many_lines_is_as_dangerous_as_one() -> None:
    def kept(seed: int, *sales: int) -> bool:
        world = _realm()
        change(world, "E5", garrison=300)
        talisman(world, 127, "E5")
        turn = run_typed(world, f"sell {seed}", AAA=[UseTalisman(127, number=troops) for troops in sales])
        return turn.world.provinces["E5"].owner == "AAA"

    whole = [kept(seed, 200) for seed in range(20)]
    assert set(whole) == {True, False}
    assert whole == [kept(seed, *[10] * 20) for seed in range(20)]


@pytest.mark.rule("QJ-28.1-283")
@pytest.mark.parametrize(
    ("garrison", "noted", "failed", "left"),
    [(4, False, False, 1), (3, False, False, 0), (2, True, False, 0), (0, False, True, 0)],
)
def test_penny_slaver_sells_no_more_than_there_are(garrison: int, noted: bool, failed: bool, left: int) -> None:
    world = _realm()
    change(world, "E5", garrison=garrison)
    talisman(world, 127, "E5")
    turn = upto(world, "2e", AAA=[UseTalisman(127, number=3)])
    assert (notes(turn, "AAA"), failures(turn, "AAA")) == (["NOT ENOUGH TROOPS"] * noted, ["NOT ENOUGH TROOPS"] * failed)
    assert (turn.province("E5").garrison, turn.province("E5").zorans) == (left, 3 * (garrison - left))


@pytest.mark.rule("QJ-28.1-168")
@pytest.mark.parametrize(
    "order",
    [UseTalisman(78, province="K9"), UseTalisman(94, sign="R"), UseTalisman(124, leader=12), UseTalisman(132, leader=12)],
)
def test_a_banished_leader_neither_flies_nor_curses_nor_throws(order: UseTalisman) -> None:
    world = _realm()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "E5", troops=9, bonus=3, rams=3)
    talisman(world, 92, 11)
    talisman(world, order.talisman, 21)
    turn = run_typed(world, AAA=[UseTalisman(92, leader=21)], BBB=[order, UseTalisman(45, province="J10")])
    assert [(one.issued.order, one.code) for one in turn.failures if one.issued.seat == "BBB"][:1] == [
        (order, "ALREADY HAS AN ORDER")
    ]
    assert turn.world.leaders[21].troops == 9


@pytest.mark.rule("QJ-28.1-168")
def test_what_binds_no_leader_is_done_though_he_is_banished() -> None:
    world = _realm()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "E5", troops=9)
    talisman(world, 92, 11)
    talisman(world, 45, 21)
    turn = run_typed(world, AAA=[UseTalisman(92, leader=21)], BBB=[UseTalisman(45, province="J10")])
    assert failures(turn, "BBB") == []
    assert "J10" in turn.world.players["BBB"].seen


@pytest.mark.rule("QJ-28.1-168", "QJ-28.2-10")
def test_a_spell_carries_off_nobody_who_was_banished_before_and_his_owner_reads_why() -> None:
    world = _realm()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 12, "AAA", "E6", troops=5)
    leader(world, 21, "BBB", "E5", troops=9)
    talisman(world, 92, 11)
    talisman(world, 1, 12)
    saw(world, "AAA", "E5")
    orders: list[QJOrder] = [UseTalisman(92, leader=21), Spell(1, "TL", leader=21, province="P15")]
    turn = upto(world, "7a", AAA=orders)
    assert turn.world.leaders[21].province == next(event.data["goal"] for event in turn.events if event.kind == "banished")
    assert 21 not in turn.leaving
    (told,) = [event for event in turn.events if event.kind == "not carried off"]
    assert told.seen_by == {"BBB"}
    assert told.data["reason"] == "he was banished or bribed this turn"


@pytest.mark.rule("QJ-28.1-177")
def test_the_warlords_curse_takes_the_place_of_a_move_that_was_ordered_by_a_spell() -> None:
    world = _cursed()
    leader(world, 31, "BBB", "M7")
    talisman(world, 1, 31)
    saw(world, "BBB", "E5")
    turn = run_typed(world, AAA=[CURSE], BBB=[Spell(1, "TL", leader=11, province="E6")])
    assert turn.world.leaders[11].province == "E6"
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert not turn.world.provinces["E5"].ravaged
    assert not turn.world.provinces["E6"].ravaged


def test_electronic_funds_transfer_draws_on_another_province_than_its_own() -> None:
    world = _funds()
    turn = run_typed(world, AAA=[UseTalisman(114, province="E5")])
    assert failures(turn, "AAA") == ["NOT THERE"]
    assert turn.failures[0].why == 'T114 "ELECTRONIC FUNDS TRANSFER" lies in E5 itself; name another province of yours.'


@pytest.mark.rule("QJ-28.1-309")
def test_the_end_that_the_fat_lady_moved_stays_where_it_is() -> None:
    moved = next(turn for turn in (_sung(24, "+", f"stays {seed}", end=30) for seed in range(50)) if turn.world.end_turn == 31)
    assert run_typed(moved.world).world.end_turn == 31


@pytest.mark.rule("QJ-28.1-325", "QJ-29-06")
def test_who_offers_the_head_hunter_just_what_there_is_reads_nothing_of_it() -> None:
    world = _realm(zorans=15)
    talisman(world, 146, "E5")
    assert not run_typed(world, AAA=[UseTalisman(146, number=15)]).failures
    none = run_typed(world, AAA=[UseTalisman(146, number=0)])
    assert failures(none, "AAA") == ["NOT ENOUGH ZORANS"]
    assert none.world.provinces["E5"].zorans == 15 + 7
