"""Spells that find out."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.magic import cast
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Feature, World
from tests.rules.adventurer_kings.build import (
    HOMES,
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    told,
    turn_of,
)

HOME = HOMES["AA"]


def psychic_world() -> World:
    """A psychic of level 3 (4) at the home of AA."""
    world = empty_world()
    add_character(world, "AA", HOME, {"PS": 3}, name="Selwyn")
    return world


def casts(world: World, order: str, *faces: int, **letters: str) -> Turn:
    turn = always(turn_of(world, {"AA": f"CHAR 4\n2 CA {order}", **letters}), *(faces or (1,)))
    carry_out(turn, cast)
    return turn


@pytest.mark.rule("AK-D4.22-02")
def test_mind_read_tells_levels_items_orders_and_gold() -> None:
    world = psychic_world()
    add_character(world, "BB", HOME, {"TA": 2, "SP": 1}, name="Odo", items=[10, 38])
    world.kingdoms["BB"].gold = 17
    letter = "CHAR 5\n1 EX\n2 PR TA\n3 MO 83\n5 CA BL"
    event = only(turn := casts(world, "MR ODO", BB=letter), "mind read")
    assert event.data["levels"] == ["TA2", "ME1", "SP2", "TH1"]
    assert event.data["items"] == ["Shadow Sword (10)", "Potion of Healing (38)"]
    assert event.data["orders"] == ["3 MO", "5 CA"]  # of this phase and the one before nothing is to come
    assert (event.data["kingdom"], event.data["gold"]) == ("LandBB", 17)
    assert event.seen_by == {"A"}
    assert not [one for one in turn.events if "B" in one.seen_by]  # never noticed


@pytest.mark.rule("AK-D4.22-02")
@pytest.mark.parametrize(("order", "code"), [("MR", "WHOM"), ("MR 2", "NOT HERE"), ("MR NOBODY", "NO CHARACTER")])
def test_mind_read_needs_somebody_in_the_province(order: str, code: str) -> None:
    assert failures(casts(psychic_world(), order)) == [code]


@pytest.mark.rule("AK-D4.22-02")
def test_a_free_heros_mind_has_no_gold_in_it() -> None:
    world = psychic_world()
    add_character(world, "", HOME, {"SG": 1})
    assert only(casts(world, "MR 5"), "mind read").data["kingdom"] == ""


@pytest.mark.rule("AK-D4.22-05")
@pytest.mark.parametrize(("target", "code"), [(86, ""), (87, "TOO FAR"), (84, "")])
def test_clairvoyance_reports_exactly_within_four(target: int, code: str) -> None:
    world = psychic_world()
    world.provinces[target].owner = "BB"
    for _ in range(7):
        add_army(world, "BB", "LE", target)
    turn = casts(world, f"CL {target}", 1, 100)
    assert failures(turn) == ([code] if code else [])
    if not code:
        event = only(turn, "spied").data
        assert (event["armies_said"], event["gold"], event["margin"]) == (["7 Legions of LandBB"], 10, 0)
        assert not told(turn, "spy noticed")


@pytest.mark.rule("AK-DF-20", "AK-D4.22-05", "AK-DF-21")
def test_clairvoyance_finds_features_that_are_found_by_no_exploring() -> None:
    world = psychic_world()
    world.provinces[84].features = [Feature("Cave", discovery=250), Feature("Tomb", discovery=40, found_by=["BB"])]
    turn = casts(world, "CL 84")
    assert [one.found_by for one in world.provinces[84].features] == [["AA"], ["BB", "AA"]]
    assert only(turn, "seen afar").data["found"] == ["84.1 Cave", "84.2 Tomb"]
    assert world.characters[4].merit == {"CH": 4}  # the first to know the Cave
