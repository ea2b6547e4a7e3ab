"""Lines of the kingdom: names, plans, messages and gold."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.kingdom import give_gold, take_standing_orders
from postern.rulesets.adventurer_kings.rules.realm.economy import pay
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, failures, only, step, told, turn_of
from tests.rules.adventurer_kings.realm import decide, seats


def standing(world: World, line: str, **more: str) -> Turn:
    """The standing orders of a year: AA's letter, and those of others."""
    return step(turn_of(world, {"AA": line, **more}), "2", take_standing_orders)


@pytest.mark.rule("AK-P1.2-02", "AK-D3.0-02", "AK-D3.0-14")
def test_starting_heroes_and_the_home_are_named_with_the_first_orders() -> None:
    world = empty_world()
    hero = add_character(world, "AA", 82, name="Somebody")
    turn = standing(world, "NAME CHAR 4 Ansgar the Red\nNAME PROV 82 Elmshire")
    assert not failures(turn)
    assert len(turn.done) == 2
    assert (hero.name, world.provinces[82].name) == ("Ansgar the Red", "Elmshire")
    standing(world, "NAME CHAR 4 BRIDE OF O'NEIL")
    assert hero.name.upper() == "BRIDE OF O'NEIL"


@pytest.mark.rule("AK-P1.2-02", "AK-D0-10")
@pytest.mark.parametrize(
    ("year", "line", "code"),
    [
        (2, "NAME CHAR 4 Ansgar", "TOO LATE"),
        (1, "NAME CHAR 1 Ansgar", "NOT YOURS"),  # the King
        (1, "NAME CHAR 5 Ansgar", "NOT YOURS"),
        (1, "NAME PROV 88 Elmshire", "NOT YOURS"),
        (1, "NAME CHAR 4 Kingbb", "TAKEN"),
        (1, "NAME PROV 82 p100", "TAKEN"),
        (1, "NAME CHAR 4 7up", "NAME"),
        (1, f"NAME CHAR 4 {'A' * 25}", "NAME"),
    ],
)
def test_names_that_cannot_be_given_are_answered(year: int, line: str, code: str) -> None:
    world = empty_world()
    world.turn = year
    hero = add_character(world, "AA", 82, name="Somebody")
    add_character(world, "BB", 88)
    assert failures(standing(world, line)) == [code]
    assert (hero.name, world.provinces[82].name) == ("Somebody", "P82")


@pytest.mark.rule("AK-D0-10")
def test_of_two_kingdoms_that_choose_a_name_the_first_has_it() -> None:
    world = empty_world()
    turn = standing(world, "NAME PROV 82 Elm", BB="NAME PROV 88 Elm")
    assert (world.provinces[82].name, world.provinces[88].name, failures(turn)) == ("Elm", "P88", ["TAKEN"])


@pytest.mark.rule("AK-D3.0-03", "AK-P5.10-05")
def test_a_special_plan_stays_until_it_is_replaced_or_deleted() -> None:
    world = empty_world()
    king = world.characters[1]
    standing(world, "PLAN 1 CA-FB, ME")
    assert king.plan == "CA-FB, ME"
    standing(world, "TREAT BB")
    assert king.plan == "CA-FB, ME"
    turn = standing(world, "PLAN 1 TA, ME")
    assert failures(turn) == ["PLAN"]
    assert king.plan == "CA-FB, ME"
    assert "CA-FB, ME" in turn.failures[0].remedy
    standing(world, "PLAN KingAA FL")
    assert king.plan == "FL"
    standing(world, "PLAN 1 NONE")
    assert king.plan == ""
    assert failures(standing(world, "PLAN 2 ME")) == ["NO CHARACTER"]


@pytest.mark.rule("AK-D3.0-13")
def test_a_message_goes_to_one_king_or_to_all_as_it_was_written_with_the_senders_kingdom() -> None:
    world = empty_world()
    turn = standing(world, "MSG 2 Peace, my friend?\nMSG ALL Long live Elmet\nMSG AA Note to self")
    first, second = told(turn, "message")
    assert (seats(first), seats(second)) == ("AB", "ABC")
    assert first.data == {"sender": "LandAA", "receiver": "LandBB", "text": "Peace, my friend?"}
    assert second.data == {"sender": "LandAA", "receiver": "all kingdoms", "text": "Long live Elmet"}
    assert failures(turn) == ["YOURSELF"]


@pytest.mark.rule("AK-D3.18-01", "AK-D9.1-04", "AK-D0-10")
@pytest.mark.parametrize(
    ("lines", "gold", "codes"),
    [
        ("GIVEGOLD 6 TO BB", (4, 16, 10), []),
        ("GIVEGOLD 10 TO BB", (0, 20, 10), []),
        ("GIVEGOLD 15 TO BB", (0, 20, 10), ["LESS"]),
        ("GIVEGOLD 7 TO BB\nGIVEGOLD 7 TO CC", (0, 17, 13), ["LESS"]),
        ("GIVEGOLD 10 TO BB\nGIVEGOLD 1 TO CC", (0, 20, 10), ["NO GOLD"]),
        ("GIVEGOLD 1 TO AA", (10, 10, 10), ["YOURSELF"]),
    ],
)
def test_gold_is_given_as_far_as_there_is_any(lines: str, gold: tuple[int, ...], codes: list[str]) -> None:
    world = empty_world()
    turn = step(turn_of(world, {"AA": lines}), "5", give_gold)
    assert tuple(one.gold for one in world.kingdoms.values()) == gold
    assert failures(turn) == codes


@pytest.mark.rule("AK-D3.18-01", "AK-D0-10", "AK-P9.2-01")
def test_gifts_pass_on_by_kingdom_before_pay() -> None:
    world = empty_world()
    add_army(world, "CC", "LE", 40)
    world.kingdoms["CC"].gold = 0
    turn = turn_of(world, {"BB": "GIVEGOLD 13 TO CC", "AA": "GIVEGOLD 3 TO BB"})
    decide(turn)
    step(turn, "5", give_gold)
    assert [one.gold for one in world.kingdoms.values()] == [7, 0, 13]
    assert [(one.data["gold"], seats(one)) for one in told(turn, "gold given")] == [(3, "AB"), (13, "BC")]
    step(turn, "6", pay)
    ledger = next(one for one in turn.events if one.kind == "ledger" and seats(one) == "C")
    assert ledger.data == {"old": 0, "lines": [["gift of: LandBB", 13], ["pay: Legions", -2]], "new": 11}


def test_a_forecast_gives_gold_without_reckoning_with_the_receivers() -> None:
    world = empty_world()
    world.kingdoms["BB"].exploration, world.kingdoms["BB"].gold = {}, 0
    turn = step(turn_of(world, {"AA": "GIVEGOLD 6 TO BB"}, expected=True), "5", give_gold)
    assert (world.kingdoms["AA"].gold, world.kingdoms["BB"].gold) == (4, 0)
    assert only(turn, "gold given").data["gold"] == 6
