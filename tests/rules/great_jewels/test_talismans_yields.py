"""Talismans and rings that change what a province yields: T51, T53, T54, T86, T90, T93, T117, T118, rings (28.1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from postern.rulesets.great_jewels.tables import PROVINCES
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, QJOrder, Raid, Transfer
from postern.rulesets.great_jewels.world.records import People, World, garrison_force, leader_force
from tests.rules.great_jewels.build import allies, change, failures, land, leader, own, run_typed, talisman
from tests.rules.great_jewels.upto import upto

SEEDS = 120


def _realm(people: str = "QUNTAG", **facts: Any) -> World:
    """AAA owns E5 (clear; levy 8 and tax 7 for a Quntag) with a garrison of 10."""
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "E5", "AAA", garrison=10, **facts)
    return world


@pytest.mark.rule("QJ-28.1-052")
def test_shadow_of_fear_in_a_garrison_stops_levies_taxes_and_turns_owned() -> None:
    world = _realm()
    leader(world, 11, "BBB", "E5", at_peace=True)
    talisman(world, 51, 11)
    turn = run_typed(world, BBB=[GiveTalisman(51, None)])
    later = run_typed(turn.world)
    for one in (turn, later):
        province = one.world.provinces["E5"]
        assert (province.garrison, province.zorans, province.turns_owned) == (10, 0, 1)
    talisman(later.world, 51, 0)
    freed = run_typed(later.world).world.provinces["E5"]
    assert (freed.garrison, freed.zorans, freed.turns_owned) == (18, 7, 2)


@pytest.mark.parametrize(
    ("numbers", "levy", "tax"),
    [
        pytest.param((53,), 16, 0, marks=pytest.mark.rule("QJ-28.1-056")),
        pytest.param((54,), 0, 14, marks=pytest.mark.rule("QJ-28.1-058")),
        pytest.param((53, 54), 0, 0, marks=pytest.mark.rule("QJ-28-11")),
    ],
)
def test_kings_levy_and_philosophers_stone(numbers: tuple[int, ...], levy: int, tax: int) -> None:
    world = _realm()
    for number in numbers:
        talisman(world, number, "E5")
    province = run_typed(world).world.provinces["E5"]
    assert (province.garrison - 10, province.zorans) == (levy, tax)
    for number in numbers:
        talisman(world, number, 0)
    freed = run_typed(world).world.provinces["E5"]
    assert (freed.garrison - 10, freed.zorans) == (8, 7)


@pytest.mark.rule("QJ-28.1-025")
def test_quntag_ring_makes_turns_owned_rise_by_four() -> None:
    world = _realm()
    talisman(world, 32, "E5")
    seen = []
    for _ in range(6):
        world = run_typed(world).world
        seen.append((world.provinces["E5"].turns_owned, world.provinces["E5"].rises))
    assert seen == [(5, 0), (4, 1), (3, 2), (2, 3), (1, 4), (5, 4)]


@pytest.mark.rule("QJ-28.1-022")
def test_a_ring_that_sleeps_does_not_keep_another_from_working() -> None:
    world = _realm()
    talisman(world, 32, "E5", dead_until=5)
    talisman(world, 33, "E5")
    assert run_typed(world).world.provinces["E5"].turns_owned == 5
    talisman(world, 33, "E5", dead_until=5)
    assert run_typed(world).world.provinces["E5"].turns_owned == 2


@pytest.mark.rule("QJ-28.1-021", "QJ-28.1-022")
def test_rings_do_nothing_for_other_types_and_no_more_if_there_are_several() -> None:
    world = _realm("AZONI")
    talisman(world, 32, "E5")
    talisman(world, 36, "E5")
    province = run_typed(world).world.provinces["E5"]
    assert (province.turns_owned, province.zorans) == (2, 7)
    assert run_typed(world).world.players["AAA"].score == run_typed(_realm("AZONI")).world.players["AAA"].score
    rilris = _realm("RILRIS")
    for number in (36, 37, 38):
        talisman(rilris, number, "E5")
    assert run_typed(rilris).world.provinces["E5"].zorans == 15


@pytest.mark.rule("QJ-28.1-020")
def test_a_ring_of_ones_own_type_scores_25_points_a_turn() -> None:
    world = _realm("RILRIS")
    bare = run_typed(world).world.players["AAA"].score
    leader(world, 11, "AAA", "K9")
    talisman(world, 36, 11)
    talisman(world, 37, 11)
    talisman(world, 40, 11)
    first = run_typed(world)
    assert first.world.players["AAA"].score == bare + 50
    second = run_typed(first.world)
    assert second.world.players["AAA"].score - first.world.players["AAA"].score >= 50


@pytest.mark.rule("QJ-28.1-027")
def test_rilris_ring_triples_the_tax_and_multiplies_with_the_philosophers_stone() -> None:
    world = _realm("RILRIS")
    talisman(world, 36, "E5")
    assert run_typed(world).world.provinces["E5"].zorans == 3 * 5
    talisman(world, 54, "E5")
    assert run_typed(world).world.provinces["E5"].zorans == 6 * 5


@pytest.mark.rule("QJ-28.1-026")
@pytest.mark.parametrize(("troops", "captures"), [(11, True), (10, False)])
def test_quntag_ring_captures_against_fewer_troops_of_others(troops: int, captures: bool) -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="AZONI")
    own(world, "E5", "BBB")
    leader(world, 11, "AAA", "E5", troops=troops, bonus=0)
    leader(world, 21, "BBB", "E5", troops=6, bonus=6)
    leader(world, 31, "CCC", "E5", troops=4)
    leader(world, 32, "CCC", "E5", troops=90, at_peace=True)
    talisman(world, 33, 11)
    owner = run_typed(world).world.provinces["E5"].owner
    assert owner == ("AAA" if captures else "BBB")


@pytest.mark.rule("QJ-28.1-021", "QJ-28.1-026")
def test_a_quntag_ring_captures_nothing_for_another_people() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    leader(world, 11, "AAA", "E5", troops=50)
    leader(world, 21, "BBB", "E5", troops=1)
    talisman(world, 33, 11)
    assert run_typed(world).world.provinces["E5"].owner == ""


@pytest.mark.rule("QJ-28.1-026")
def test_quntag_ring_captures_nothing_that_is_garrisoned() -> None:
    world = land()
    own(world, "E5", "BBB", garrison=1)
    leader(world, 11, "AAA", "E5", troops=50)
    talisman(world, 33, 11)
    assert run_typed(world).world.provinces["E5"].owner == "BBB"


@pytest.mark.rule("QJ-28.1-030")
def test_slenth_ring_keeps_a_slenth_garrison_free_of_sieges() -> None:
    for people, besieged in (("SLENTH", False), ("AZONI", True)):
        world = _realm(people)
        leader(world, 21, "BBB", "E5", troops=100)
        talisman(world, 40, "E5")
        assert run_typed(world).world.provinces["E5"].besieged is besieged


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-154")
def test_the_leprechaun_gives_one_of_three_gifts_and_leaps_away() -> None:
    gifts: Counter[str] = Counter()
    goals = set()
    for seed in range(SEEDS):
        world = _realm()
        change(world, "K9", city="GOLD", garrison=10)
        talisman(world, 86, "E5")
        turn = run_typed(world, f"leap {seed}")
        province = turn.world.provinces["E5"]
        gained = {"csps": province.csps, "zorans": province.zorans - 7, "troops": province.garrison - 18}
        given = [what for what, amount in gained.items() if amount]
        assert len(given) == 1
        low, high = {"csps": (5, 15), "zorans": (50, 100), "troops": (25, 50)}[given[0]]
        assert low <= gained[given[0]] <= high
        gifts[given[0]] += 1
        goals.add(turn.world.talismans[86].province)
    assert all(24 <= count <= 58 for count in gifts.values())
    assert len(gifts) == 3
    assert not goals & {"E5", "K9", ""}
    assert len(goals) > 60


@pytest.mark.rule("QJ-28.1-154")
@pytest.mark.parametrize(
    "kind", [{"city": "GOLD", "garrison": 1}, {"dragon": 10}, {"mercenary": True, "garrison": 40}, {"terrain": "I"}]
)
def test_the_leprechaun_leaps_where_an_army_could_stand(kind: dict[str, Any]) -> None:
    for seed in range(3):
        world = _realm()
        talisman(world, 86, "E5")
        for name in set(PROVINCES) - {"B4", "B8", "E5", "K9"}:
            change(world, name, **kind)
        goal = run_typed(world, f"leap {seed}").world.talismans[86].province
        assert goal in ("B4", "B8", "K9")


@pytest.mark.rule("QJ-28.1-154", "QJ-26-02")
@pytest.mark.parametrize("facts", [{"owner": "BBB"}, {"mercenaries_gone": True, "garrison": 9}, {}])
def test_the_leprechaun_leaps_into_a_stronghold_whose_mercenaries_are_gone(facts: dict[str, Any]) -> None:
    """Ruling 32: only its tunnels stay as they were."""
    world = _realm()
    talisman(world, 86, "E5")
    for name in set(PROVINCES) - {"B4", "B8", "E5", "K9", "M7"}:
        change(world, name, dragon=10)
    change(world, "M7", mercenary=True, **facts)
    assert "M7" in {run_typed(world, f"leap {seed}").world.talismans[86].province for seed in range(20)}


@pytest.mark.rule("QJ-28.1-155")
def test_the_leprechaun_rests_in_a_neutral_province() -> None:
    world = _realm()
    talisman(world, 86, "M7")
    change(world, "M7", garrison=20)
    for _ in range(3):
        world = run_typed(world).world
    assert world.talismans[86].province == "M7"
    assert (world.provinces["M7"].garrison, world.provinces["M7"].zorans, world.provinces["M7"].csps) == (20, 0, 0)


@pytest.mark.rule("QJ-28.1-156")
def test_the_leprechaun_cannot_be_kept_nor_handed_over() -> None:
    world = land()
    leader(world, 11, "AAA", "M7", troops=5)
    talisman(world, 86, "M7")
    turn = run_typed(world, AAA=[Move(11, ("M8",))])
    assert turn.world.talismans[86].province == "M7"
    captured = run_typed(world)
    assert captured.world.provinces["M7"].owner == "AAA"
    assert captured.world.talismans[86].leader == 0
    later = run_typed(captured.world, AAA=[GiveTalisman(86, 11)])
    assert later.world.talismans[86].province not in ("", "M7")
    own(world, "M7", "AAA", garrison=1)
    assert failures(run_typed(world, AAA=[GiveTalisman(86, 11)]), "AAA") == ["TALISMAN NOT USABLE"]


@pytest.mark.rule("QJ-28.1-164")
def test_the_birthstone_brings_a_leader_every_turn_in_player_provinces_only() -> None:
    world = _realm()
    talisman(world, 90, "E5")
    turn = run_typed(world)
    born = [one for one in turn.world.leaders.values() if one.province == "E5"]
    assert len(born) >= 1
    assert all((one.owner, one.troops, one.bonus, one.newborn) == ("AAA", 0, 0, True) for one in born)
    assert [event.data["province"] for event in turn.events if event.kind == "birthstone"] == ["E5"]
    later = run_typed(turn.world)
    assert [event.data["province"] for event in later.events if event.kind == "birthstone"] == ["E5"]
    neutral = land()
    change(neutral, "M7", garrison=5)
    talisman(neutral, 90, "M7")
    assert not [one for one in run_typed(neutral).world.leaders.values() if one.province == "M7"]


@pytest.mark.rule("QJ-28.1-171", "QJ-28.1-172")
@pytest.mark.parametrize(("zorans", "gain"), [(100, 10), (20, 10), (19, 9), (1, 0)])
def test_recruiting_bonus_adds_a_fifth_for_two_zorans_each(zorans: int, gain: int) -> None:
    world = _realm(zorans=zorans)
    change(world, "E5", garrison=54)
    leader(world, 11, "AAA", "E5")
    talisman(world, 93, "E5")
    # all the recruits can march off in the same turn: they came at its beginning
    turn = run_typed(world, AAA=[Transfer(garrison_force("E5"), "troops", None, 11)])
    assert turn.world.leaders[11].troops == 54 + gain
    assert turn.world.provinces["E5"].zorans == zorans - 2 * gain + 7


def test_recruiting_bonus_does_nothing_in_a_siege() -> None:
    world = _realm(zorans=100, besieged=True)
    leader(world, 21, "BBB", "E5", troops=90)
    talisman(world, 93, "E5")
    assert run_typed(world).world.provinces["E5"].garrison == 10


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-248", "QJ-28.1-249", "QJ-28.1-250")
def test_the_dragons_egg_hatches_every_second_time_on_transfer_and_on_each_turn() -> None:
    hatched = Counter({"transfer": 0, "later": 0})
    for seed in range(80):
        world = _realm()
        leader(world, 11, "AAA", "E5", troops=6, zorans=5)
        talisman(world, 117, 11)
        turn = run_typed(world, f"egg {seed}", AAA=[GiveTalisman(117, None)])
        when = "transfer"
        if not turn.world.provinces["E5"].dragon:
            assert turn.world.provinces["E5"].garrison == 18
            turn = run_typed(turn.world, f"egg again {seed}")
            when = "later"
        province = turn.world.provinces["E5"]
        if province.dragon:
            hatched[when] += 1
            assert (province.owner, province.garrison, province.dragon) == ("", 0, 10)
            assert turn.world.leaders[11].troops == 0
            hoard = province.zorans - 5 - (7 if when == "transfer" else 14)
            assert 210 <= hoard <= 400
            assert hoard % 10 == 0
            assert turn.world.talismans[117].province == "E5"
            assert "E5" in turn.world.players["AAA"].seen
    assert 27 <= hatched["transfer"] <= 53
    assert 8 <= hatched["later"] <= 32


def _rush(counter: int = 1) -> World:
    world = _realm()
    talisman(world, 118, "E5", counter=counter)
    return world


@pytest.mark.rule("QJ-28.1-252")
def test_gold_rush_keeps_the_garrison_from_attacking_raiding_and_serving_leaders() -> None:
    world = _rush()
    leader(world, 11, "AAA", "E5", troops=3)
    leader(world, 21, "BBB", "E5", troops=1, bonus=0, at_peace=True)
    own(world, "E6", "AAA", garrison=1)
    orders: list[QJOrder] = [
        Transfer(garrison_force("E5"), "troops", 3, 11),
        Raid(garrison_force("E5"), 3, "E6"),
        Attack(garrison_force("E5"), "attack", 21),
    ]
    turn = run_typed(world, AAA=orders)
    assert len(failures(turn, "AAA")) == 3
    assert turn.world.leaders[11].troops == 3
    assert turn.world.leaders[21].troops == 1
    assert turn.world.provinces["E6"].garrison == 1 + 8
    free = run_typed(_with_two(_rush(counter=2)), AAA=orders)
    assert failures(free, "AAA") == []


def _with_two(world: World) -> World:
    leader(world, 11, "AAA", "E5", troops=3)
    leader(world, 21, "BBB", "E5", troops=1, bonus=0, at_peace=True)
    own(world, "E6", "AAA", garrison=1)
    return world


@pytest.mark.rule("QJ-28.1-252")
def test_the_gold_rush_starts_with_the_transfer() -> None:
    world = _realm()
    leader(world, 11, "AAA", "E5", troops=3)
    talisman(world, 118, 11)
    turn = run_typed(world, AAA=[GiveTalisman(118, None), Raid(garrison_force("E5"), 5, "E6")])
    assert "E6" not in turn.captured
    assert len(failures(turn, "AAA")) == 1


@pytest.mark.rule("QJ-28.1-252")
@pytest.mark.parametrize(("counter", "left"), [(1, 60), (2, 54)])
def test_who_looks_for_gold_waylays_nobody(counter: int, left: int) -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    own(world, "E6", "AAA", garrison=12)
    talisman(world, 118, "E6", counter=counter)
    leader(world, 21, "BBB", "E5", troops=60, at_peace=True)  # an enemy would besiege it at once
    assert run_typed(world, BBB=[Move(21, ("E6", "E7"))]).world.leaders[21].troops == left


@pytest.mark.rule("QJ-28.1-253")
def test_in_a_gold_rush_any_enemy_army_besieges_at_once() -> None:
    world = _rush()
    leader(world, 21, "BBB", "E6", troops=1)
    turns = (run_typed(world, f"no gold {seed}", BBB=[Move(21, ("E5",))]) for seed in range(50))
    province = next(turn.world.provinces["E5"] for turn in turns if turn.world.talismans[118].counter == 1)
    assert province.besieged
    assert province.garrison == 10  # no levy: besieged since the army entered


@pytest.mark.rule("QJ-28.1-253", "QJ-21-06")
@pytest.mark.parametrize("who", ["a leader without troops", "an army at peace", "an ally"])
def test_in_a_gold_rush_others_besiege_nobody(who: str) -> None:
    world = _rush()
    leader(world, 21, "BBB", "E6", troops=0 if who == "a leader without troops" else 1, at_peace=who == "an army at peace")
    if who == "an ally":
        allies(world, "AAA", "BBB", mutual=False)
    turn = upto(world, "7a", BBB=[Move(21, ("E5",))])
    assert turn.world.leaders[21].province == "E5"
    assert not turn.province("E5").besieged
    calm = run_typed(_two_apart(_rush(counter=2)), BBB=[Move(21, ("E5",))])
    assert not calm.world.provinces["E5"].besieged
    assert calm.world.provinces["E5"].garrison == 18


def _two_apart(world: World) -> World:
    leader(world, 21, "BBB", "E6", troops=1)
    return world


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-254")
def test_gold_is_struck_one_time_in_five_and_ends_the_rush() -> None:
    struck = 0
    for seed in range(SEEDS):
        turn = run_typed(_rush(), f"gold {seed}")
        found = turn.world.provinces["E5"].zorans - 7
        if found:
            struck += 1
            assert 150 <= found <= 200
            later = run_typed(turn.world, f"gold after {seed}", AAA=[Raid(garrison_force("E5"), 5, "E6")])
            assert failures(later, "AAA") == []
            assert later.world.provinces["E5"].zorans == 7 + found + 7
    assert 10 <= struck <= 40


@pytest.mark.rule("QJ-28.1-255")
def test_the_gold_rush_ends_when_a_leader_takes_the_talisman() -> None:
    world = _rush()
    leader(world, 11, "AAA", "E5", troops=3)
    turn = run_typed(world, AAA=[GiveTalisman(118, 11), Raid(garrison_force("E5"), 5, "E6")])
    assert failures(turn, "AAA") == []
    assert leader_force(11) == turn.world.talismans[118].holder


@pytest.mark.rule("QJ-28.1-252")
def test_captors_of_a_province_in_mid_search_do_not_look_for_gold_and_troops_that_change_sides_do() -> None:
    for seed in range(20):
        world = _rush()
        change(world, "E5", garrison=0)
        leader(world, 21, "BBB", "E6", troops=20)
        taken = run_typed(world, f"mid-search {seed}", BBB=[Move(21, ("E5",))]).world
        assert taken.provinces["E5"].owner == "BBB"
        taken.provinces["E5"].garrison = 10
        freely = run_typed(taken, BBB=[Raid(garrison_force("E5"), 5, "E6")])
        assert failures(freely, "BBB") == []
    world = _rush()
    world.players["BBB"].people = People.SLENTH
    leader(world, 21, "BBB", "E5", troops=1, at_peace=True)
    talisman(world, 96, 21)
    turned = upto(world, "12", BBB=[GiveTalisman(96, None)])
    assert turned.province("E5").owner == "BBB"
    assert turned.world.talismans[118].counter == 1


@pytest.mark.rule("QJ-28.1-252", "QJ-28.1-255")
def test_the_gold_rush_does_not_go_on_in_a_garrison_that_won_the_talisman_from_its_carrier() -> None:
    world = _rush()
    leader(world, 11, "AAA", "E5", troops=1)
    taken = run_typed(world, AAA=[GiveTalisman(118, 11), Move(11, ("E6",))]).world
    own(taken, "E6", "BBB", garrison=60)
    won = run_typed(taken, BBB=[Attack(garrison_force("E6"), "attack", 11)])
    assert won.world.talismans[118].province == "E6"
    raid = run_typed(won.world, BBB=[Raid(garrison_force("E6"), 5, "E7")])
    assert failures(raid, "BBB") == []


@pytest.mark.rule("QJ-28.1-052")
def test_shadow_of_fear_that_lay_in_a_captured_province_stops_nothing() -> None:
    world = land()
    talisman(world, 51, "E5")
    leader(world, 11, "AAA", "E5", troops=5)
    turn = run_typed(world)
    province = turn.world.provinces["E5"]
    assert (province.owner, province.garrison, province.zorans) == ("AAA", 8, 7)


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-056", "QJ-28.1-058")
def test_the_kings_levy_beside_the_philosophers_stone_yields_nothing_at_all() -> None:
    world = _realm()
    before = world.provinces["E5"].garrison, world.provinces["E5"].zorans
    for number in (53, 54):
        talisman(world, number, "E5")
    place = run_typed(world).world.provinces["E5"]
    assert (place.garrison, place.zorans) == before


@pytest.mark.rule("QJ-28.1-218", "QJ-28.1-253")
def test_relief_forces_keep_a_garrison_free_that_looks_for_gold() -> None:
    for relieved in (True, False):
        world = _rush()
        leader(world, 21, "BBB", "E6", troops=90)
        if relieved:
            talisman(world, 106, "E5", transferred=3)
        turns = (run_typed(world, f"no gold {seed}", BBB=[Move(21, ("E5",))]) for seed in range(50))
        province = next(turn.world.provinces["E5"] for turn in turns if turn.world.talismans[118].counter == 1)
        assert province.besieged is not relieved
