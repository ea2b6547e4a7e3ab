"""Orders from the letter to the printout: carried out together, failures printed with their reason, messages delivered."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postern import render
from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.ruleset import Outcome
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import land, leader, own


def scene() -> World:
    world = land(LORD="QUNTAG", KING="QUNTAG", KNIGHT="SLENTH")
    own(world, "E5", "LORD", garrison=10, zorans=50)
    leader(world, 13, "LORD", "E5", troops=12, bonus=3)
    leader(world, 14, "LORD", "E5", troops=10)
    leader(world, 31, "KING", "E5", troops=12, bonus=3)
    world.players["LORD"].met.append("KING")
    world.players["KING"].met.append("LORD")
    return world


def resolve(world: World, letters: Mapping[str, str]) -> Outcome[World]:
    sheets = {seat: RULESET.read(text, RULESET.view(world, seat)) for seat, text in letters.items()}
    return RULESET.resolve(world, sheets, Chance("seed"))


def of_kind(outcome: Outcome[World], seat: str, kind: str) -> list[Event]:
    return [event for event in seen(outcome.events, seat) if event.kind == kind]


def printed(outcome: Outcome[World], seat: str) -> str:
    view = RULESET.view(outcome.world, seat)
    return " ".join(render.to_text(RULESET.report(view, seen(outcome.events, seat))).split())


@pytest.mark.rule("QJ-29-01")
def test_orders_of_all_players_are_carried_out_together_in_the_order_of_events() -> None:
    world = scene()
    world.leaders[31].troops = 60
    # written last, the transfer still comes first; and both attacks strike from the state before combat
    outcome = resolve(world, {"LORD": "L13AL31\nL14T#TL13", "KING": "L31AL13"})
    lord, king = outcome.world.leaders.get(13), outcome.world.leaders[31]
    assert outcome.world.leaders[14].troops == 0
    assert lord is None or lord.troops == 0
    # 22 troops and a bonus of 3 strike with 75 factors, though they fall in the same blow: 3 at 8, the rest at 4
    assert king.troops == 60 - (3 + (75 - 3 * 8) // 4)


@pytest.mark.rule("QJ-29-02")
def test_one_exclusive_order_a_force_and_turn_is_carried_out() -> None:
    outcome = resolve(scene(), {"LORD": "L13ME6\nL13MD5\nL13AL31\nL14MD5"})
    assert outcome.world.leaders[13].province == "E6"
    assert outcome.world.leaders[14].province == "D5"
    failed = of_kind(outcome, "LORD", "order-failed")
    assert [(event.data["text"], event.data["code"]) for event in failed] == [
        ("L13MD5", "ALREADY HAS AN ORDER"),
        ("L13AL31", "ALREADY HAS AN ORDER"),
    ]


@pytest.mark.rule("QJ-29-03")
def test_there_is_no_order_that_gives_a_province_away() -> None:
    outcome = resolve(scene(), {"LORD": "GE5=KING\ngive E5 to KING\nGE5TE5KING"})
    assert outcome.world.provinces["E5"].owner == "LORD"
    assert len(of_kind(outcome, "LORD", "order-failed")) == 3


@pytest.mark.rule("QJ-29-06")
def test_errors_stand_on_the_printout_with_their_reason() -> None:
    outcome = resolve(scene(), {"LORD": "L13XYZ9\nL31MD5\nGE5BC4"})
    failed = of_kind(outcome, "LORD", "order-failed")
    assert [(event.data["text"], event.data["line"]) for event in failed] == [("L13XYZ9", 1), ("L31MD5", 2)]
    text = printed(outcome, "LORD")
    assert "L13XYZ9" in text
    assert "L31MD5" in text
    assert all(event.data["code"] and event.data["why"] for event in failed)
    assert "L13XYZ9" not in printed(outcome, "KING")
    assert outcome.world.provinces["E5"].csps == 4


@pytest.mark.rule("QJ-29-66", "QJ-29-67")
def test_a_message_reaches_the_player_named_and_nobody_else() -> None:
    lines = [f"{number}: {'x' * 130}" for number in range(1, 11)]
    outcome = resolve(scene(), {"LORD": "D=KNIGHT\n" + "\n".join(lines)})
    (message,) = of_kind(outcome, "KNIGHT", "message")
    assert message.data["sender"] == "LORD"
    assert message.data["lines"] == lines
    assert not of_kind(outcome, "KING", "message")
    assert "xxxxx" in printed(outcome, "KNIGHT")
    assert "xxxxx" not in printed(outcome, "KING")
    (copy,) = of_kind(outcome, "LORD", "message-sent")
    assert copy.data["lines"] == message.data["lines"]


@pytest.mark.rule("QJ-29-65")
def test_a_message_to_all_reaches_the_players_met() -> None:
    outcome = resolve(scene(), {"LORD": "D=*\nhello"})
    assert [event.data["lines"] for event in of_kind(outcome, "KING", "message")] == [["hello"]]
    assert not of_kind(outcome, "KNIGHT", "message")
    assert not of_kind(outcome, "LORD", "message")


@pytest.mark.rule("QJ-29-65")
def test_a_message_to_all_leaves_out_who_is_out_of_the_game_and_its_copy_says_so() -> None:
    world = scene()
    world.players["LORD"].met.append("KNIGHT")
    world.players["KNIGHT"].out = True
    outcome = resolve(world, {"LORD": "D=*\nhello"})
    assert of_kind(outcome, "KING", "message")
    assert not of_kind(outcome, "KNIGHT", "message")
    (copy,) = of_kind(outcome, "LORD", "message-sent")
    assert copy.data["to"] == "KING"


@pytest.mark.rule("QJ-29-65", "QJ-29-66")
def test_a_message_of_the_turn_in_which_its_reader_falls_still_reaches_him() -> None:
    world = scene()
    world.provinces["D12"].owner, world.provinces["D12"].garrison = "", 0
    outcome = resolve(world, {"LORD": "D=KNIGHT\nfarewell"})
    assert outcome.eliminated == ("KNIGHT",)
    assert "farewell" in printed(outcome, "KNIGHT")


@pytest.mark.rule("QJ-29-68")
@pytest.mark.parametrize("head", ["D=*(ANON)", "D=KING(ANON)"])
def test_an_anonymous_message_hides_its_sender(head: str) -> None:
    outcome = resolve(scene(), {"LORD": f"{head}\nbeware"})
    (message,) = of_kind(outcome, "KING", "message")
    assert message.data["sender"] == "ANONYMOUS"
    assert "LORD" not in repr(message.data)
    (copy,) = of_kind(outcome, "LORD", "message-sent")
    assert copy.data["sender"] == "LORD"


def test_messages_come_with_the_printouts_and_settle_nothing() -> None:
    outcome = resolve(scene(), {"LORD": "D=KING\nL14MD5\nEND\nL13MD5"})
    assert outcome.world.leaders[13].province == "D5"
    assert outcome.world.leaders[14].province == "E5"
