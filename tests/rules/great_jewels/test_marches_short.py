"""Marches that fall short: what is offered instead when orders are checked, and the cheapest path (chapters 7 and 8)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.great_jewels.rules.movement.ways import cheapest_path
from postern.rulesets.great_jewels.turn.orders import Move
from tests.rules.great_jewels.build import change, land, leader, own, unplayed
from tests.rules.great_jewels.upto import failure, upto


@pytest.mark.rule("QJ-29-06")
def test_a_gap_is_filled_so_that_the_way_keeps_to_what_was_written() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=4)
    turn = upto(world, "7a", expected=True, AAA=[Move(13, ("J7", "K7"))])
    assert failure(turn, "NOT ADJACENT").paste == "L13MJ6J7K7"


@pytest.mark.rule("QJ-07-10", "QJ-29-06")
def test_a_force_march_too_far_is_not_answered_with_a_force_march() -> None:
    world = land()
    for name in ("J6", "J7", "J8"):
        change(world, name, terrain="F")
    leader(world, 13, "AAA", "J5", troops=4, bonus=2)
    march = Move(13, ("J6", "J7", "J8", "J9"), force_march=True)
    short = failure(upto(world, "7a", expected=True, AAA=[march]), "NOT ENOUGH MP")
    assert short.remedy.startswith("Possible:")
    assert short.paste.startswith("L13F")
    assert short.paste.endswith("J9")


@pytest.mark.rule("QJ-07-10", "QJ-29-06")
def test_a_force_march_written_from_where_he_stands_stays_one() -> None:
    world = land()
    for name in ("J6", "J7"):
        change(world, name, terrain="F")
    leader(world, 13, "AAA", "J5", troops=4, bonus=2)
    move = Move(13, ("J5", "J6", "J7", "J8", "J9"), force_march=True)
    paste = failure(upto(world, "7a", expected=True, AAA=[move]), "NOT ADJACENT").paste
    assert paste.startswith("L13F")
    assert paste.endswith("J9")


@pytest.mark.rule("QJ-26-03")
def test_a_cheapest_path_may_begin_in_a_stronghold() -> None:
    world = land()
    change(world, "J5", mercenary=True, garrison=40)
    leader(world, 13, "AAA", "J5", troops=4)
    turn = unplayed(world)
    assert cheapest_path(turn, world.leaders[13], "J7") == (("J6", "J7"), Fraction(2))


@pytest.mark.rule("QJ-19-01", "QJ-29-06")
def test_a_march_that_an_ambush_ended_is_told_as_far_as_it_came() -> None:
    world = land()
    own(world, "J6", "BBB", garrison=200)
    leader(world, 13, "AAA", "J5", troops=3)
    turn = upto(world, "7a", AAA=[Move(13, ("J6", "J7", "J8"))])
    assert 13 not in turn.world.leaders
    (told,) = [event.data for event in turn.events if event.kind == "moved"]
    assert (told["path"], told["whole"]) == (["J6"], False)


@pytest.mark.rule("QJ-29-05", "QJ-26-04")
@pytest.mark.parametrize(("first", "second", "ends"), [("J6", "J7", "J7"), ("P15", "J7", "P15"), ("P16", "J7", "J7")])
def test_an_order_that_leads_nowhere_makes_way_in_a_stronghold_too(first: str, second: str, ends: str) -> None:
    world = land()
    for name in ("J6", "P15"):
        change(world, name, mercenary=True, garrison=40)
    leader(world, 13, "AAA", "J6")
    turn = upto(world, "7a", AAA=[Move(13, (first,)), Move(13, (second,))])
    assert turn.world.leaders[13].province == ends


@pytest.mark.rule("QJ-07-05", "QJ-07-10", "QJ-07-12", "QJ-29-06")
def test_a_march_too_far_with_siege_towers_is_told_what_goes_with_and_without() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=9, bonus=9, rams=1, towers=1)
    short = failure(upto(world, "7a", expected=True, AAA=[Move(13, ("J6", "J7", "J8"))]), "NOT ENOUGH MP")
    assert short.remedy.startswith("Possible now: ")
    assert short.remedy.endswith(". With 4 points, without siege towers, he would arrive.")
    assert short.paste == "L13MJ6J7"


@pytest.mark.rule("QJ-07-10", "QJ-07-12", "QJ-29-06")
@pytest.mark.parametrize("load", [{"rams": 1}, {"rams": 1, "towers": 1}])
def test_a_force_march_without_equipment_is_hinted_at_only_when_it_is_allowed(load: dict[str, int]) -> None:
    way = ("J6", "J7", "J8", "J9", "J10")
    for marched, told in ((0, True), (4, False)):
        world = land()
        leader(world, 13, "AAA", "J5", troops=9, bonus=9, force_marched=marched, **load)
        short = failure(upto(world, "7a", expected=True, AAA=[Move(13, way)]), "NOT ENOUGH MP")
        assert ("With 6 points, force-marching without siege equipment, he would arrive." in short.remedy) is told


@pytest.mark.rule("QJ-07-11", "QJ-29-06")
def test_a_force_march_that_costs_no_troops_is_offered_without_a_word_of_losses() -> None:
    for troops, cost in ((4, ""), (5, " (troops above twice his bonus, here 1 of 5, would die)")):
        world = land()
        leader(world, 13, "AAA", "J5", troops=troops, bonus=2)
        short = failure(upto(world, "7a", expected=True, AAA=[Move(13, ("J6", "J7", "J8", "J9", "J10"))]), "NOT ENOUGH MP")
        assert short.remedy == f"A force march has 6{cost}."
        assert short.paste == "L13FJ6J7J8J9J10"


@pytest.mark.rule("QJ-29-06")
def test_who_could_not_leave_is_told_so_before_the_turn_and_after_it() -> None:
    for expected, verb in ((True, "cannot leave"), (False, "stayed in")):
        world = land()
        leader(world, 13, "AAA", "J5")
        told = failure(upto(world, "7a", expected=expected, AAA=[Move(13, ("R15",))]), "NOT ADJACENT")
        assert told.why.startswith(f"L13 {verb} J5: ")
