"""Chapter 17: transfers, and the siege's hand on them (chapter 12)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.turn.orders import AcceptEngines, Attack, BuildNavies, GiveTalisman, Goods, Move, Transfer
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, World, leader_force
from tests.rules.great_jewels.build import allies, change, failures, land, leader, notes, own, run_typed, saw, talisman
from tests.rules.great_jewels.upto import clean, failure, upto


def give(source: int | str, goods: Goods, quantity: int | None, to: int | None) -> Transfer:
    force = Force(leader=source) if isinstance(source, int) else Force(garrison=source)
    return Transfer(force, goods, quantity, to)


def two_armies(other: str = "AAA") -> World:
    world = land()
    leader(world, 13, "AAA", "J6", troops=20, zorans=30, rams=5, towers=4)
    leader(world, 14, other, "J6", troops=12)
    return world


def loads(turn: Turn, number: int) -> tuple[int, int, int, int]:
    one = turn.world.leaders[number]
    return one.troops, one.zorans, one.rams, one.towers


@pytest.mark.rule("QJ-17-01", "QJ-17-04")
def test_own_armies_share_everything() -> None:
    orders = [give(13, "troops", 3, 14), give(13, "zorans", None, 14), give(13, "rams", 2, 14), give(13, "towers", 1, 14)]
    turn = upto(two_armies(), "2g", AAA=orders)
    assert loads(turn, 13) == (17, 0, 3, 3)
    assert loads(turn, 14) == (15, 30, 2, 1)
    assert clean(turn)


def test_transfers_need_the_same_province() -> None:
    world = two_armies()
    world.leaders[14].province = "J7"
    turn = upto(world, "2g", AAA=[give(13, "troops", 3, 14)])
    assert failures(turn, "AAA") == ["NOT THERE"]
    assert failure(turn, "NOT THERE").why == "L13 is in J6, L14 is in J7."
    world.leaders[14].owner = "BBB"
    unseen = upto(world, "2g", AAA=[give(13, "zorans", 3, 14)])
    assert failure(unseen, "NO SUCH LEADER").why == "There is no leader L14 in J6."
    saw(world, "AAA", "J7")
    seen = upto(world, "2g", AAA=[give(13, "zorans", 3, 14)])
    assert failure(seen, "NOT THERE").why == "L13 is in J6, L14 is in J7."


def test_more_than_there_is_is_cut_with_a_note() -> None:
    turn = upto(two_armies(), "2g", AAA=[give(13, "troops", 99, 14)])
    assert turn.world.leaders[14].troops == 32
    note = failure(turn, "NOT ENOUGH TROOPS")
    assert note.note
    assert note.why == "L13 has 20 troops, you asked for 99."
    assert note.paste == "L13T20TL14"
    assert notes(turn, "AAA") == ["NOT ENOUGH TROOPS"]
    assert failures(upto(two_armies(), "2g", AAA=[give(14, "zorans", None, 13)]), "AAA") == ["NOT ENOUGH ZORANS"]


@pytest.mark.parametrize(("goods", "one"), [("troops", "1 troop"), ("zorans", "1 zoran"), ("towers", "1 siege tower")])
def test_one_of_a_thing_is_told_as_one(goods: Goods, one: str) -> None:
    world = two_armies()
    setattr(world.leaders[13], goods, 1)
    turn = upto(world, "2g", AAA=[give(13, goods, 5, 14)])
    assert f"L13 has {one}, you asked for 5." in [note.why for note in turn.failures]


def test_each_line_takes_what_earlier_lines_left() -> None:
    orders = [give(13, "troops", 15, 14), give(13, "troops", 15, 14), give(13, "troops", 1, 14)]
    turn = upto(two_armies(), "2a", AAA=orders)
    assert turn.world.leaders[13].troops == 0
    assert [(one.code, one.note) for one in turn.failures] == [("NOT ENOUGH TROOPS", True), ("NOT ENOUGH TROOPS", False)]


@pytest.mark.rule("QJ-17-02", "QJ-12-01")
def test_troops_pass_to_and_from_ones_own_garrison_only() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=10)
    leader(world, 13, "AAA", "J6", troops=5)
    assert upto(world, "2a", AAA=[give(13, "troops", 4, None)]).province("J6").garrison == 14
    assert upto(world, "2a", AAA=[give("J6", "troops", 4, 13)]).world.leaders[13].troops == 9
    for owner in ("BBB", ""):
        world.provinces["J6"].owner = owner
        turn = upto(world, "2a", AAA=[give(13, "troops", 4, None), give("J6", "troops", 4, 13)])
        assert failures(turn, "AAA") == ["NOT YOURS", "NOT YOURS"]
        assert turn.province("J6").garrison == 10
        assert turn.world.leaders[13].troops == 5


@pytest.mark.rule("QJ-17-02", "QJ-12-09")
def test_nothing_passes_in_or_out_of_a_besieged_garrison() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=10, zorans=10, besieged=True)
    leader(world, 13, "AAA", "J6", troops=5, zorans=5)
    leader(world, 14, "AAA", "J6", troops=5)
    orders = [
        give(13, "troops", 1, None),
        give("J6", "troops", 1, 13),
        give(13, "zorans", 1, None),
        give("J6", "zorans", 1, 13),
    ]
    turn = upto(world, "2g", AAA=orders)
    assert failures(turn, "AAA") == ["BESIEGED"] * 4
    assert upto(world, "2a", AAA=[give(13, "troops", 1, 14)]).world.leaders[14].troops == 6  # army to army goes on
    talisman(world, 60, 13)
    talisman(world, 56, 14)  # note 7: may be handed to a besieged garrison
    inside = upto(world, "2d", AAA=[GiveTalisman(60, None), GiveTalisman(56, None)])
    assert [held.number for held in inside.held(Force(garrison="J6"))] == [56]


@pytest.mark.rule("QJ-17-03")
def test_a_mutual_ally_of_the_same_type_shares_his_garrison() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    own(world, "J6", "BBB", garrison=10)
    leader(world, 13, "AAA", "J6", troops=5)
    leader(world, 14, "BBB", "J6", troops=5)
    both = [give(13, "troops", 2, None), give("J6", "troops", 4, 13)]
    assert failures(upto(world, "2a", AAA=both), "AAA") == ["NOT YOURS", "NOT YOURS"]
    allies(world, "AAA", "BBB", mutual=False)
    assert failures(upto(world, "2a", AAA=both), "AAA") == ["NOT YOURS", "NOT YOURS"]
    allies(world, "BBB", "AAA", mutual=False)
    turn = upto(world, "2a", AAA=both, BBB=[give("J6", "troops", 1, 13)])
    assert clean(turn)
    assert turn.world.leaders[13].troops == 5 - 2 + 4 + 1
    assert turn.province("J6").garrison == 10 + 2 - 4 - 1
    assert failures(upto(world, "2a", AAA=[give(13, "troops", 1, 14)]), "AAA") == ["NOT YOURS"]  # army to army never
    change(world, "J6", besieged=True)
    assert failures(upto(world, "2a", AAA=both), "AAA") == ["BESIEGED", "BESIEGED"]


@pytest.mark.rule("QJ-17-03")
def test_an_ally_of_another_type_does_not() -> None:
    world = land(AAA="AZONI", BBB="SLENTH")
    own(world, "J6", "BBB", garrison=10)
    leader(world, 13, "AAA", "J6", troops=5)
    allies(world, "AAA", "BBB")
    turn = upto(world, "2a", AAA=[give(13, "troops", 2, None)])
    assert failures(turn, "AAA") == ["NOT THE SAME PLAYER TYPE"]
    assert turn.province("J6").garrison == 10


@pytest.mark.rule("QJ-17-03")
@pytest.mark.parametrize(
    ("people", "mutual", "codes"),
    [("AZONI", True, []), ("AZONI", False, ["NOT YOURS"]), ("SLENTH", True, ["NOT THE SAME PLAYER TYPE"])],
)
def test_an_own_garrison_gives_troops_to_leaders_of_such_allies_only(people: str, mutual: bool, codes: list[str]) -> None:
    world = land(AAA="AZONI", BBB=people, CCC="AZONI")
    own(world, "J6", "AAA", garrison=10)
    leader(world, 14, "BBB", "J6", troops=5)
    allies(world, "AAA", "BBB", mutual=mutual)
    turn = upto(world, "2a", AAA=[give("J6", "troops", 4, 14)])
    assert failures(turn, "AAA") == codes
    assert turn.world.leaders[14].troops == (5 if codes else 9)


@pytest.mark.rule("QJ-17-03")
def test_no_third_ally_moves_the_troops_of_two_others() -> None:
    world = land(AAA="AZONI", BBB="AZONI", CCC="AZONI")
    own(world, "J6", "AAA", garrison=10)
    leader(world, 14, "BBB", "J6", troops=5)
    for one, other in (("AAA", "BBB"), ("BBB", "CCC"), ("AAA", "CCC")):
        allies(world, one, other)
    assert failures(upto(world, "2a", CCC=[give("J6", "troops", 4, 14)]), "CCC") == ["NOT YOURS"]


@pytest.mark.rule("QJ-17-04", "QJ-17-05", "QJ-15-10")
def test_zorans_go_to_any_player_and_equipment_only_to_who_accepts_it() -> None:
    orders = [give(13, "zorans", 10, 14), give(13, "rams", 2, 14), give(13, "towers", 1, 14), give(13, "troops", 1, 14)]
    turn = upto(two_armies("BBB"), "2g", AAA=orders)
    assert loads(turn, 14) == (12, 10, 0, 0)
    assert failures(turn, "AAA") == ["NOT YOURS"] * 3
    assert {event.kind for event in turn.events if "BBB" in event.seen_by} == {"transferred"}
    accepted = upto(two_armies("BBB"), "2g", AAA=orders[:3], BBB=[AcceptEngines(14)])
    assert loads(accepted, 14) == (12, 10, 2, 1)
    world = two_armies("BBB")
    talisman(world, 60, 13)
    assert upto(world, "2d", AAA=[GiveTalisman(60, 14)]).world.talismans[60].leader == 14


def test_zorans_go_to_any_players_garrison_and_to_no_neutral_one() -> None:
    world = land()
    own(world, "J6", "BBB")
    leader(world, 13, "AAA", "J6", troops=1, zorans=9)
    assert upto(world, "2b", AAA=[give(13, "zorans", 4, None)]).province("J6").zorans == 4
    world.provinces["J6"].owner = ""
    assert failures(upto(world, "2b", AAA=[give(13, "zorans", 4, None)]), "AAA") == ["NOT YOURS"]


@pytest.mark.rule("QJ-16-08")
def test_no_siege_equipment_into_a_province() -> None:
    world = two_armies()
    own(world, "J6", "AAA")
    turn = upto(world, "2c", AAA=[give(13, "rams", 1, None), give(13, "towers", 1, None)])
    assert failures(turn, "AAA") == ["NOT THERE", "NOT THERE"]
    assert loads(turn, 13) == (20, 30, 5, 4)


@pytest.mark.rule("QJ-17-06")
def test_transfers_come_before_building_combat_and_movement() -> None:
    world = land()
    own(world, "B4", "AAA", garrison=1)
    own(world, "A4", "AAA")
    leader(world, 13, "AAA", "A4", troops=1, zorans=25)
    paid = upto(world, "3b", AAA=[BuildNavies("A4", 1), give(13, "zorans", None, None)])
    assert paid.province("A4").navies == 1
    fight = land()
    leader(fight, 13, "AAA", "J6", troops=0)
    leader(fight, 14, "AAA", "J6", troops=60)
    leader(fight, 15, "BBB", "J6", troops=10)
    turn = upto(fight, "6", AAA=[Attack(Force(leader=13), "attack", 15), give(14, "troops", 50, 13)])
    assert 15 not in turn.world.leaders
    moving = land()
    leader(moving, 13, "AAA", "J6", troops=4, towers=1)
    leader(moving, 14, "AAA", "J6", troops=4)
    path = ("J7", "J8", "J9", "J10")
    assert upto(moving, "7a", AAA=[Move(13, path)]).world.leaders[13].province == "J8"
    freed = upto(moving, "7a", AAA=[Move(13, path), give(13, "towers", None, 14)])
    assert freed.world.leaders[13].province == "J10"


@pytest.mark.rule("QJ-17-07")
@pytest.mark.parametrize("owner", ["AAA", "BBB", ""])
def test_zorans_without_troops_go_to_the_province(owner: str) -> None:
    world = land()
    world.provinces["J6"].owner = owner
    leader(world, 13, "AAA", "J6", troops=5, zorans=40)
    leader(world, 14, "AAA", "J6")
    turn = upto(world, "2g", AAA=[give(13, "troops", None, 14)])
    assert turn.world.leaders[13].zorans == 0
    assert turn.province("J6").zorans == 40
    assert any(event.kind == "crew short" and "AAA" in event.seen_by for event in turn.events)
    kept = upto(world, "2g", AAA=[give(13, "troops", 4, 14)])
    assert kept.world.leaders[13].zorans == 40


@pytest.mark.rule("QJ-17-08", "QJ-15-03", "QJ-15-04", "QJ-15-05")
def test_equipment_beyond_the_crew_is_destroyed() -> None:
    world = land()
    leader(world, 13, "AAA", "J6", troops=6, rams=6, towers=2)
    assert loads(upto(world, "2g"), 13) == (6, 0, 6, 2)  # the book's example: checked separately
    world.leaders[13].rams, world.leaders[13].towers = 7, 3
    assert loads(upto(world, "2g"), 13) == (6, 0, 6, 2)
    world.leaders[13].troops = 5
    assert loads(upto(world, "2g"), 13) == (5, 0, 5, 1)


def test_gold_seekers_go_to_no_leader() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=10)
    leader(world, 13, "AAA", "J6", troops=5)
    talisman(world, 118, "J6", counter=1)
    orders = [give("J6", "troops", 1, 13)]
    turn = upto(world, "2a", AAA=orders)
    assert failures(turn, "AAA") == ["NOT ENOUGH TROOPS"]
    assert "T118L13" in failure(turn, "NOT ENOUGH TROOPS").remedy
    world.talismans[118].counter = 2
    assert clean(upto(world, "2a", AAA=orders))


@pytest.mark.rule("QJ-17-08", "QJ-15-03")
@pytest.mark.parametrize(("rams", "towers", "kept"), [(7, 2, (6, 2)), (6, 3, (6, 2)), (0, 3, (0, 2)), (7, 0, (6, 0))])
def test_either_kind_of_equipment_alone_is_counted(rams: int, towers: int, kept: tuple[int, int]) -> None:
    world = land()
    leader(world, 13, "AAA", "J6", troops=6, rams=rams, towers=towers)
    assert loads(upto(world, "2g"), 13)[2:] == kept


@pytest.mark.rule("QJ-17-07", "QJ-17-08")
def test_who_owns_the_land_hears_of_zorans_left_to_him_and_of_nothing_else() -> None:
    world = land()
    own(world, "J6", "BBB", garrison=1)
    leader(world, 13, "AAA", "J6", zorans=40, towers=3)
    turn = upto(world, "2g")
    assert [event.seen_by for event in turn.events if event.kind == "crew short"] == [{"AAA", "BBB"}]
    world.leaders[13].zorans = 0
    turn = upto(world, "2g")
    assert [event.seen_by for event in turn.events if event.kind == "crew short"] == [{"AAA"}]


@pytest.mark.rule("QJ-17-02", "QJ-17-03", "QJ-17-04")
@pytest.mark.parametrize(("owner", "mutual", "troops"), [("BBB", True, True), ("BBB", False, False), ("", False, False)])
def test_nobody_takes_zorans_out_of_anothers_garrison(owner: str, mutual: bool, troops: bool) -> None:
    """Troops may be taken from a mutual ally's of one's own people; zorans, and all from others, may not."""
    world = land()
    own(world, "J6", owner, garrison=10, zorans=30)
    leader(world, 13, "AAA", "J6", troops=1)
    if mutual:
        allies(world, "AAA", "BBB")
    turn = upto(world, "2b", AAA=[give("J6", "zorans", 9, 13), give("J6", "troops", 4, 13)])
    assert failures(turn, "AAA") == ["NOT YOURS"] * (1 if troops else 2)
    assert loads(turn, 13) == (5 if troops else 1, 0, 0, 0)
    assert (turn.province("J6").garrison, turn.province("J6").zorans) == (6 if troops else 10, 30)


def test_nobody_hands_anything_to_himself() -> None:
    world = two_armies()
    own(world, "J6", "AAA", garrison=9, zorans=9)
    turn = upto(world, "2g", AAA=[give("J6", "zorans", 3, None), give(13, "zorans", 3, 13)])
    assert failures(turn, "AAA") == ["NOT THERE", "NOT THERE"]
    assert [one.why for one in turn.failures] == [
        "The garrison of J6 would hand this to itself.",
        "L13 would hand this to himself.",
    ]
    assert (turn.province("J6").zorans, turn.world.leaders[13].zorans) == (9, 30)


@pytest.mark.rule("QJ-29-50", "QJ-17-05")
@pytest.mark.parametrize("goods", ["rams", "towers"])
def test_a_leader_takes_siege_equipment_of_others_only_in_the_turn_in_which_he_was_told_to(goods: Goods) -> None:
    world = land()
    leader(world, 13, "AAA", "J6", troops=20, rams=2, towers=2)
    leader(world, 14, "BBB", "J6", troops=20)
    give = [Transfer(leader_force(13), goods, 1, 14)]
    refused = run_typed(world, AAA=give)
    assert failures(refused, "AAA") == ["NOT YOURS"]
    assert getattr(refused.world.leaders[14], goods) == 0
    others = run_typed(world, AAA=give, BBB=[AcceptEngines(15)])
    assert failures(others, "AAA") == ["NOT YOURS"]
    taken = run_typed(world, AAA=give, BBB=[AcceptEngines(14)])
    assert failures(taken, "AAA") == []
    assert getattr(taken.world.leaders[14], goods) == 1
    assert failures(run_typed(taken.world, AAA=give), "AAA") == ["NOT YOURS"]
