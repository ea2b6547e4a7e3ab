"""Computer players and alliances: what they answer to a proposal, how long they keep one, and that they say when it ends."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.game.orders import OrderSheet
from postern.game.ruleset import Level
from postern.rulesets.great_jewels.computer.planning import AGREED, BROKEN, DECLINED, ENDED, OFFER
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import land, leader, own


def neighbours(turn: int = 9) -> World:
    """AAA and BBB, who have met, side by side."""
    world = land(turn=turn, AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    own(world, "E5", "AAA", garrison=9)
    own(world, "E6", "BBB", garrison=9)
    for name, other in (("AAA", "BBB"), ("BBB", "AAA")):
        if other not in world.players[name].met:
            world.players[name].met.append(other)
    return world


def plan(world: World, level: Level = "normal") -> str:
    view = RULESET.view(world, "AAA")
    text = RULESET.plan(view, Chance("parley"), level=level)
    sheet = RULESET.read(text, view)
    assert not [one for one in (*sheet.problems, *RULESET.check(sheet, view).problems) if not one.note]
    return text


def after_letter(text: str, turn: int = 9) -> World:
    """The next turn, BBB having written this to AAA."""
    world = neighbours(turn)
    sheet: OrderSheet = RULESET.read(f"D=AAA\n{text}\nEND\n", RULESET.view(world, "BBB"))
    assert not sheet.problems
    return RULESET.resolve(world, {"BBB": sheet}, Chance("parley")).world


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("text", ["Shall we be allies?", "I offer you a pact against KING.", OFFER.format(me="BBB")])
def test_who_proposes_an_alliance_gets_an_ally_and_a_word(text: str, level: Level) -> None:
    orders = plan(after_letter(text), level)
    assert "A=BBB" in orders.splitlines()
    assert f"D=BBB\n{AGREED}\nEND" in orders


@pytest.mark.parametrize("text", ["Nice weather.", "I shall never be your ally.", "This is war, no more peace."])
def test_other_letters_are_not_answered(text: str) -> None:
    assert "BBB" not in plan(after_letter(text))


def test_one_alliance_at_a_time_and_none_late_in_the_game() -> None:
    world = after_letter("Let us be allies.")
    world.players["AAA"].met.append("CCC")
    world.players["AAA"].allies, world.players["AAA"].allied_since = ["CCC"], {"CCC": 9}
    assert f"D=BBB\n{DECLINED}\nEND" in plan(world)
    assert f"D=BBB\n{DECLINED}\nEND" in plan(after_letter("Let us be allies.", turn=23))


def test_two_who_agree_do_not_write_for_ever() -> None:
    world = neighbours()
    world.players["AAA"].overtures = {"BBB": "alliance"}
    for _ in range(4):
        sheets = {
            name: RULESET.read(RULESET.plan(RULESET.view(world, name), Chance("p")), RULESET.view(world, name))
            for name in ("AAA", "BBB")
        }
        world = RULESET.resolve(world, sheets, Chance("p")).world
    assert (world.players["AAA"].allies, world.players["BBB"].allies) == (["BBB"], ["AAA"])
    assert not world.players["AAA"].overtures
    assert not world.players["BBB"].overtures


@pytest.mark.parametrize(("since", "ends"), [(3, False), (1, True)])
def test_an_alliance_is_kept_for_a_while_and_its_end_is_told(since: int, ends: bool) -> None:
    world = neighbours()
    world.players["AAA"].allies, world.players["AAA"].allied_since = ["BBB"], {"BBB": since}
    assert (f"D=BBB\n{ENDED}\nEND" in plan(world)) is ends
    assert ("N=BBB" in plan(world)) is ends


def test_who_strikes_an_ally_loses_him() -> None:
    world = neighbours()
    world.players["AAA"].allies, world.players["AAA"].allied_since = ["BBB"], {"BBB": 9}
    leader(world, 31, "BBB", "E5", troops=3)
    struck = RULESET.resolve(world, {"BBB": RULESET.read("L31AG", RULESET.view(world, "BBB"))}, Chance("p")).world
    orders = plan(struck)
    assert "N=BBB" in orders.splitlines()
    assert BROKEN in orders


def test_an_allys_end_is_taken_without_a_word() -> None:
    world = after_letter(ENDED)
    world.players["AAA"].allies, world.players["AAA"].allied_since = ["BBB"], {"BBB": 9}
    orders = plan(world)
    assert "N=BBB" in orders.splitlines()
    assert "D=BBB" not in orders


def test_the_strongest_make_offers_themselves() -> None:
    world = neighbours(turn=8)
    world.players["AAA"].met.append("CCC")
    assert OFFER.format(me="AAA") in plan(world, "hard")
    assert "D=" not in plan(world, "normal")
