"""Kings in Valhalla (AK-P10.3, AK-D10.3)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.kingdom import break_automatically, give_gold, take_standing_orders, treat, vote
from postern.rulesets.adventurer_kings.rules.realm.offices import leaders
from postern.rulesets.adventurer_kings.rules.realm.recovery import recover
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, failures, only, step, told, turn_of
from tests.rules.adventurer_kings.realm import decide, seats


def fallen(alignment: str = "Neutral") -> World:
    """A world in which the King of AA is dead and nothing is left of his kingdom."""
    world = empty_world(alignment=alignment)
    world.provinces[82].owner = ""
    world.characters[1].status, world.characters[1].died = "dead", 1
    return world


def ended(world: World, **yes: bool) -> Turn:
    """The recovery of a year, in which the named throws succeed."""
    turn = turn_of(world)
    decide(turn, yes)
    return step(turn, "7", recover)


@pytest.mark.rule("AK-D10.3-01", "AK-P10.3-01")
def test_a_dead_king_with_nothing_left_goes_to_valhalla_and_keeps_his_merit() -> None:
    world = fallen()
    world.characters[1].merit = {"MA": 10}
    turn = ended(world)
    assert world.characters[1].status == "valhalla"
    assert world.kingdoms["AA"].king == 1
    assert seats(only(turn, "valhalla")) == "ABC"
    assert leaders(world)["MA"] == 1


@pytest.mark.rule("AK-D10.3-01", "AK-D1.2-14")
@pytest.mark.parametrize("left", ["province", "army", "hero", "king"])
def test_a_kingdom_with_anything_left_goes_on(left: str) -> None:
    world = fallen()
    if left == "province":
        world.provinces[120].owner = "AA"
    elif left == "army":
        add_army(world, "AA", "LE", 100)
    elif left == "hero":
        add_character(world, "AA", 100)
    else:
        world.characters[1].status = "serving"
    ended(world)
    assert world.king(world.kingdoms["AA"]).status == "serving"


@pytest.mark.rule("AK-D10.3-01", "AK-P10.2-02")
def test_from_valhalla_a_king_treats_and_votes_with_no_votes_and_orders_nothing_else() -> None:
    world = fallen()
    ended(world)
    world.turn, world.election = 2, "BB"
    lines = "TREAT BB\nVOTE CC\nMSG BB Hail"
    others = "BREAK CC\nSCI BB\nGIVEGOLD 2 TO BB\nCLAIM\nHEIR Odo TA2 MA1 DR1\nPLAN 1 ME\nNAME PROV 82 Home"
    turn = turn_of(world, {"AA": f"{lines}\n{others}", "BB": "TREAT AA"})
    for label, run in (("1", break_automatically), ("2", take_standing_orders), ("5", give_gold), ("8", treat), ("10", vote)):
        step(turn, label, run)
    assert world.relation("AA", "BB") == "Allied"
    assert world.relation("AA", "CC") == "Neutral"
    assert {type(one.order.order).__name__ for one in turn.done} == {"Treat", "Vote", "Message"}
    assert failures(turn) == ["VALHALLA"] * 7
    assert only(turn, "election held").data["votes"] == ["LandCC 0%"]


@pytest.mark.rule("AK-D10.3-02", "AK-P10.3-01")
def test_the_gods_send_a_king_back_with_gold_two_armies_and_a_wild_province() -> None:
    world = fallen()
    king = world.characters[1]
    king.merit = {"CH": 8}
    world.kingdoms["AA"].gold = 3
    ended(world)
    for number, place in world.provinces.items():
        if number not in (120, 121) and not place.owner:
            add_army(world, "", "GA", number)
    world.provinces[121].terrain = "Sea"
    add_army(world, "", "LE", 120, mercenary=True)
    turn = ended(world, gods=True)
    back = world.king(world.kingdoms["AA"])
    assert (back.name, back.status, back.province, back.levelled, back.merit) == ("KingAA", "serving", 120, False, {"CH": 8})
    assert (world.provinces[120].owner, world.kingdoms["AA"].gold) == ("AA", 13)
    assert [(one.type, one.race, one.quality, one.leader) for one in world.armies.values() if one.owner == "AA"] == [
        ("LE", "Human", 2, back.id)
    ] * 2
    assert seats(only(turn, "returned")) == "ABC"
    world.turn += 1
    step(turn_of(world, {"AA": "HEIR Odo TA2 MA1 DR1"}), "2", take_standing_orders)
    assert (back.name, back.skills) == ("Odo", {"TA": 2, "MA": 1, "DR": 1})


@pytest.mark.rule("AK-D10.3-02")
def test_where_all_land_is_defended_he_returns_to_the_fewest_defenders_who_scatter() -> None:
    world = fallen()
    ended(world)
    for number, place in world.provinces.items():
        for _ in range(0 if place.owner else 1 if number == 130 else 2):
            add_army(world, "", "GA", number)
    ended(world, gods=True)
    assert world.owned("AA") == [130]
    assert [one.mercenary for one in world.armies_in(130) if one.owner != "AA"] == [True]


@pytest.mark.rule("AK-D10.3-02", "AK-P10.3-01")
@pytest.mark.parametrize(("alignment", "asked"), [("Good", True), ("Evil", True), ("Divine", False), ("Undead", False)])
def test_only_kings_who_are_neither_divine_nor_undead_are_visited_with_20_percent(alignment: str, asked: bool) -> None:
    world = fallen(alignment)
    turn = ended(world)
    assert world.characters[1].status == "valhalla"
    assert not told(turn, "returned")
    turn = turn_of(world)
    chances = decide(turn, {"gods": True})
    step(turn, "7", recover)
    assert chances.get(("gods", "AA")) == (20 if asked else None)
    assert (world.king(world.kingdoms["AA"]).status == "serving") == asked
