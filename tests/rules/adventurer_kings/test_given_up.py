"""Missed turns and kingdoms that are given up (AK-D3.0-09)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.kingdom import take_standing_orders, treat
from postern.rulesets.adventurer_kings.rules.realm.offices import leaders
from postern.rulesets.adventurer_kings.rules.realm.recovery import recover
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, failures, only, step, told, turn_of
from tests.rules.adventurer_kings.realm import decide, seats


def year(world: World, letters: dict[str, str]) -> Turn:
    """The steps of a year in which missed turns count."""
    turn = turn_of(world, letters)
    decide(turn)
    step(turn, "2", take_standing_orders)
    step(turn, "7", recover)
    world.turn += 1
    return turn


OTHERS = {"BB": "TREAT CC", "CC": "TREAT BB"}


@pytest.mark.rule("AK-D3.0-09", "AK-P3.0-08")
def test_a_kingdom_is_given_up_after_three_missed_turns_in_a_row() -> None:
    world = empty_world()
    for missed in (1, 2):
        turn = year(world, OTHERS)
        assert (only(turn, "turn missed").data["missed"], seats(only(turn, "turn missed"))) == (missed, "A")
    year(world, {**OTHERS, "AA": "TREAT BB"})
    assert world.kingdoms["AA"].missed == 0
    for _ in range(2):
        year(world, OTHERS)
    assert not world.kingdoms["AA"].given_up
    turn = year(world, OTHERS)
    assert world.kingdoms["AA"].given_up
    assert seats(only(turn, "given up")) == "ABC"
    assert not told(year(world, OTHERS), "turn missed")


@pytest.mark.rule("AK-D3.0-09", "AK-D2.2-11", "AK-D2.2-01")
@pytest.mark.parametrize(("alignment", "as_hero"), [("Neutral", "Neutral"), ("Divine", "Good"), ("Undead", "Evil")])
def test_its_characters_are_free_heroes_and_its_armies_garrisons_of_wild_provinces(alignment: str, as_hero: str) -> None:
    world = empty_world(alignment=alignment)
    hero = add_character(world, "AA", 100)
    world.provinces[100].owner = "AA"
    armies = [add_army(world, "AA", "LE", place, leader) for place, leader in ((82, 1), (100, hero.id), (88, 0))]
    world.kingdoms["AA"].missed = 2
    year(world, OTHERS)
    king = world.characters[1]
    assert not world.owned("AA")
    assert not world.serving("AA")
    assert [(one.status, one.kingdom, one.king) for one in (king, hero)] == [("free", "", False)] * 2
    assert (king.alignment, hero.province) == (as_hero, 100)
    assert [(one.owner, one.leader, one.mercenary) for one in armies] == [("", 0, False), ("", 0, False), ("", 0, True)]
    assert 1 not in leaders(world, at_end=True).values()


@pytest.mark.rule("AK-D3.0-09")
def test_a_letter_without_orders_counts_and_valhalla_misses_nothing() -> None:
    world = empty_world()
    turn = turn_of(world, {"BB": "TREAT CC"})
    turn.submitted = frozenset("A")
    world.characters[3].status = "valhalla"
    step(turn, "2", take_standing_orders)
    assert [one.missed for one in world.kingdoms.values()] == [0, 0, 0]
    assert not step(turn_of(world, expected=True), "2", take_standing_orders).events


@pytest.mark.rule("AK-D3.0-09")
def test_nobody_treats_with_a_kingdom_that_is_given_up() -> None:
    world = empty_world()
    world.kingdoms["AA"].given_up = True
    turn = turn_of(world, {"BB": "TREAT AA\nSCI AA"})
    step(turn, "2", take_standing_orders)
    step(turn, "8", treat)
    assert failures(turn) == ["GIVEN UP"] * 2
