"""The game as the desk knows it: orders in, events and reports out, everything private to its seat."""

from __future__ import annotations

import pytest

from postern import render
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.orders import Order, OrderSheet, Problem
from postern.game.report import ORDERS, PROBLEMS
from postern.game.ruleset import Ruleset
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.turn.orders import Issued, Message, Move, QJOrder, Raid
from postern.rulesets.great_jewels.world.records import World, garrison_force
from tests.rules.great_jewels.build import land, leader, own


def sheet(*orders: QJOrder, problems: tuple[Problem, ...] = ()) -> OrderSheet:
    lines = tuple(Order(line, repr(order), f"CODE{line}", "words", order) for line, order in enumerate(orders, start=1))
    return OrderSheet("", lines, problems)


def three() -> World:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    world.players["AAA"].met = ["BBB"]
    return world


def test_the_ruleset_fits_the_interface() -> None:
    rules: Ruleset[World, View] = RULESET
    assert rules.slug == "great_jewels"
    assert (rules.min_seats, rules.max_seats) == (4, 12)


def test_a_later_letter_takes_the_place_of_the_orders_on_file() -> None:
    view = RULESET.view(three(), "AAA")
    assert RULESET.merge("L1MJ11\nA=BBB", "L1MJ9", view) == "L1MJ9"


def test_a_forecast_says_what_the_verdict_says_in_sections_that_can_be_left_out() -> None:
    world = three()
    leader(world, 1, "AAA", "J10", troops=5)
    view = RULESET.view(world, "AAA")
    sections = {section.key: section for section in RULESET.forecast(RULESET.read("L1MJ11\nL99MJ11", view), view).sections}
    assert "J11" in repr(sections[ORDERS])
    assert "L99" in repr(sections[PROBLEMS])
    assert len(sections) > 2


def test_orders_as_issued_keep_lines_and_codes_without_what_is_no_order() -> None:
    one = Order(3, "L1 m J11", "L1MJ11", "L1 marches", Move(1, ("J11",)))
    other = Order(4, "?", "?", "?", None)
    (issued,) = Issued.of("AAA", OrderSheet("", (one, other)), QJOrder)
    assert (issued.seat, issued.line, issued.code, issued.order) == ("AAA", 3, "L1MJ11", Move(1, ("J11",)))


def test_failures_and_unread_lines_are_told_to_their_giver_only() -> None:
    world = three()
    leader(world, 1, "AAA", "J10")
    unread = Problem("NOT UNDERSTOOD", 2, "FROBNICATE is no order.", "Write L1MJ11.", text="FROBNICATE")
    outcome = RULESET.resolve(world, {"AAA": sheet(Move(1, ("S12",)), problems=(unread,))}, Chance("x"))
    told = [event for event in outcome.events if event.kind == "order-failed"]
    assert [(event.data["line"], event.data["code"]) for event in told] == [(2, "NOT UNDERSTOOD"), (1, "NOT ADJACENT")]
    assert told[1].data["text"] == "CODE1"
    assert told[1].data["why"]
    assert all(event.seen_by == {"AAA"} for event in told)
    assert not [event for event in seen(outcome.events, "BBB") if event.kind == "order-failed"]


def test_a_smaller_amount_is_told_as_a_note() -> None:
    world = three()
    own(world, "J10", "AAA", garrison=5)
    outcome = RULESET.resolve(world, {"AAA": sheet(Raid(garrison_force("J10"), 9, "J11"))}, Chance("x"))
    (note,) = [event for event in outcome.events if event.kind == "order-note"]
    assert note.data["code"] == "NOT ENOUGH TROOPS"


def test_orders_of_seats_that_are_out_or_unknown_do_nothing() -> None:
    world = three()
    leader(world, 1, "AAA", "J10", at_peace=True)
    world.players["BBB"].out = True
    outcome = RULESET.resolve(world, {"BBB": sheet(Move(1, ("J11",))), "XXX": sheet(Move(1, ("J11",)))}, Chance("x"))
    assert outcome.world.leaders[1].province == "J10"
    assert RULESET.active(world) == ("AAA", "CCC")


# --- messages --------------------------------------------------------------------------------------------------------


def messages(world: World, *orders: Message) -> dict[str, list[tuple[str, list[str]]]]:
    """What each seat receives, as (sender, lines)."""
    outcome = RULESET.resolve(world, {"AAA": sheet(*orders)}, Chance("x"))
    return {
        name: [(event.data["sender"], event.data["lines"]) for event in seen(outcome.events, name) if event.kind == "message"]
        for name in world.players
    }


@pytest.mark.rule("QJ-29-65", "QJ-29-66")
def test_a_message_goes_to_one_player_or_to_all_met() -> None:
    got = messages(three(), Message("CCC", ("Hail", "and well met")), Message("*", ("To all",)))
    assert got == {"AAA": [], "BBB": [("AAA", ["To all"])], "CCC": [("AAA", ["Hail", "and well met"])]}


@pytest.mark.rule("QJ-29-68")
def test_an_anonymous_message_names_nobody() -> None:
    world = three()
    got = messages(world, Message("BBB", ("Beware",), anonymous=True))
    assert got["BBB"] == [("ANONYMOUS", ["Beware"])]
    outcome = RULESET.resolve(world, {"AAA": sheet(Message("BBB", ("Beware",), anonymous=True))}, Chance("x"))
    assert not any("AAA" in str(event.data) for event in seen(outcome.events, "BBB") if event.kind.startswith("message"))
    (copy,) = [event for event in seen(outcome.events, "AAA") if event.kind == "message-sent"]
    assert (copy.data["sender"], copy.data["to"]) == ("AAA", "BBB")


# --- the same by text --------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-02-01", "QJ-02-14", "QJ-02-11")
def test_orders_come_in_as_text_are_run_together_and_printouts_go_out() -> None:
    world = three()
    for number, name in enumerate(world.players, start=1):
        leader(world, number, name, "J10")
    sheets = {
        name: RULESET.read(f"L{number}MJ{9 + 2 * (number % 2)}", RULESET.view(world, name))
        for number, name in enumerate(world.players, start=1)
    }
    outcome = RULESET.resolve(world, sheets, Chance("x"))
    assert [outcome.world.leaders[number].province for number in (1, 2, 3)] == ["J11", "J9", "J11"]
    for name in world.players:
        report = RULESET.report(RULESET.view(outcome.world, name), seen(outcome.events, name))
        text = render.to_text(report)
        assert f"{name} = QUNTAG" in text
        assert f"[{name}]" in text


def test_standings_show_the_own_score_until_the_end() -> None:
    world = three()
    world.players["AAA"].score = 12
    (own_line,) = RULESET.standings(RULESET.view(world, "AAA"))
    assert (own_line.seat, own_line.score, own_line.rank) == ("AAA", 12, 0)
