"""The order form: a block for each character, lines that can be sent as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import pytest

from postern.rulesets.adventurer_kings.game import RULESET
from postern.rulesets.adventurer_kings.orders.reading import read
from postern.rulesets.adventurer_kings.orders.types import Action
from postern.rulesets.adventurer_kings.report.form import DUE, offers, order_form
from postern.rulesets.adventurer_kings.report.telling import Reading
from postern.rulesets.adventurer_kings.world import World
from tests.kit.playing import played
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, relate
from tests.rules.adventurer_kings.games import game
from tests.rules.adventurer_kings.reports import cave, reading, view


def rich_world() -> World:
    """AA: the King with an army at 82, a feature and a free Hero there; a spy beside the land of BB; a priest."""
    world = empty_world()
    add_army(world, "AA", "LE", 82, 1)
    cave(world, 82, "AA")
    add_character(world, "", 82, name="Free")
    add_character(world, "AA", 87, {"SP": 2}, name="Spy")
    add_character(world, "AA", 81, {"WH": 3}, name="Priest")
    world.kingdoms["AA"].exploration[88] = 10
    return world


def uncommented(lines: tuple[str, ...]) -> str:
    """A form with every order line given: those of actions, plans, treaties."""
    found = []
    for line in lines:
        bare = line.removeprefix("; ")
        starts = (
            "PLAN",
            "TREAT",
            "BREAK",
            "SCI",
            "GIVEGOLD",
            "NAME",
            "HEIR",
            "VOTE",
            "MSG",
            "CHAR",
            "1 ",
            "2 ",
            "3 ",
            "4 ",
            "5 ",
        )
        found.append(bare if bare.startswith(starts) else line)
    return "\n".join(found)


def test_unchanged_it_orders_nothing() -> None:
    world = rich_world()
    sheet = read("\n".join(order_form(reading(world))), view(world))
    assert (sheet.orders, sheet.problems) == ((), ())


@pytest.mark.rule("AK-D1.4-01", "AK-D3.0-01")
def test_every_line_can_be_sent() -> None:
    world = rich_world()
    relate(world, "AA", "BB", "Allied")
    lines = order_form(reading(world))
    sheet = read(uncommented(lines), view(world))
    assert [one for one in sheet.problems if not one.note] == []
    assert [line for line in lines if line.startswith("CHAR")] == ["CHAR 1", "CHAR 5", "CHAR 6"]
    actions = [one.data.order for one in sheet.orders if isinstance(one.data.order, Action)]
    assert [one.phase for one in actions] == [1, 2, 3, 4, 5] * 3
    assert DUE in lines
    assert max(map(len, lines)) <= 72


@pytest.mark.rule("AK-D3.5-02", "AK-D5.8-01", "AK-D3.13-02")
def test_offers_have_price_and_odds() -> None:
    world = rich_world()
    king = dict(offers(view(world), world.characters[1]))
    assert king["HI 4"] == "hires Free, Human, Neutral: 75%, 1 gold or more a year"
    assert king["SE 82.1 : SC"] == "scouts the Cave: 60%"
    assert king["RE LE 1"] == "1 Legion for 2 gold"
    assert king["PR TA"] == "Tactical 2 rises with 21%"
    assert "EX" not in king
    spy = dict(offers(view(world), world.characters[5]))
    assert spy["SP 88"] == "spies on P88 (88); unnoticed with 75%"
    assert spy["EX"] == "explored 0%, 50% more each time"
    assert not any(order.startswith("CA") for order, _ in offers(view(world), world.characters[6]))
    world.provinces[81].owner = "AA"
    priest = dict(offers(view(world), world.characters[6]))
    assert priest["CA BL 81"].startswith("Bless: ")


def test_leaders_march_where_something_is_to_be_won() -> None:
    world = rich_world()
    for place in (64, 81, 99, 100, 101):
        world.provinces[place].owner = "AA"
    moves = [order for order, _ in offers(view(world), world.characters[1]) if order.startswith("MO")]
    assert moves == ["MO 83"]
    world.provinces[83].owner = "BB"
    world.kingdoms["AA"].exploration[83] = 1
    assert [order for order, _ in offers(view(world), world.characters[1]) if order.startswith("MO")] == []
    relate(world, "AA", "BB", "Enemy")
    assert [order for order, _ in offers(view(world), world.characters[1]) if order.startswith("MO")] == ["MO 83"]


def test_the_inside_that_was_scouted_stands_beside_the_search() -> None:
    world = rich_world()
    world.turn = 3
    world.provinces[82].features[0].scouted["AA"] = 2
    offered = dict(offers(view(world), world.characters[1]))
    assert offered["SE 82.1 : ME"] == "searches the Cave: Ogre, 14 hit points, 9 gold in year 2"


def test_lines_of_the_kingdom() -> None:
    world = rich_world()
    relate(world, "AA", "BB", "Enemy")
    world.election = "CC"
    text = "\n".join(order_form(reading(world)))
    assert "; TREAT BB ; LandBB, now Enemy: Neutral if both order it" in text
    assert "BREAK BB" not in text
    assert "; BREAK CC ; LandCC, now Neutral: Enemy for certain" in text
    assert "; VOTE CC" in text
    assert "; NAME PROV 82" in text
    world.turn, world.characters[1].levelled = 2, False
    later = "\n".join(order_form(reading(world)))
    assert "; HEIR KingAA" in later
    assert "NAME PROV" not in later


def test_an_heir_without_levels_may_only_move() -> None:
    world = rich_world()
    world.characters[1].levelled = False
    assert {order[:2] for order, _ in offers(view(world), world.characters[1])} == {"MO"}


def each_offered(lines: tuple[str, ...]) -> Iterator[str]:
    """Every order line of a form, with the head of its block where it is an action, and with what goes on in further lines."""
    head = ""
    for at, line in enumerate(lines):
        head = line if line.startswith("CHAR") else head
        bare = line.removeprefix("; ")
        if bare != line and uncommented((line,)) == bare:
            more = list(takewhile(lambda one: one.startswith(";     "), lines[at + 1 :]))
            yield " ".join([f"{head}\n{bare}" if bare[0].isdigit() else bare, *(one[6:] for one in more)])


@pytest.mark.parametrize("years", [0, 2, 6])
def test_whatever_a_form_offers_is_accepted(years: int) -> None:
    world = played(RULESET, "offers", years)
    for seat in RULESET.active(world):
        own = RULESET.view(world, seat)
        for text in each_offered(order_form(Reading(own, ()))):
            sheet = RULESET.read(text, own)
            assert len(sheet.orders) == 1, text
            refused = [one.why for one in RULESET.check(sheet, own).problems if not one.note]
            assert refused == [], (seat, text)


def test_the_form_of_a_real_game_can_be_sent() -> None:
    world = game()
    for code in world.kingdoms:
        sheet = read(uncommented(order_form(reading(world, (), code))), view(world, code))
        assert [one for one in sheet.problems if not one.note] == []
