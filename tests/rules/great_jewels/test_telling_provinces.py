"""The words for provinces, sieges, points and the end: each reader in his own."""

from __future__ import annotations

from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.kit.report.telling import told_to
from postern.game.orders import OrderSheet
from postern.game.report import Text
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.report.telling import TELLINGS
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import change, land, leader, own, run_typed, talisman


def words(world: World, reader: str) -> list[str]:
    """All sentences that a reader is told of a turn without orders."""
    events = seen(RULESET.resolve(world, {name: OrderSheet("") for name in world.players}, Chance("x")).events, reader)
    return [said.text for said in told_to(TELLINGS, events, reader)]


def test_a_capture_is_told_to_winner_and_loser() -> None:
    world = land()
    own(world, "J10", "BBB")
    leader(world, 1, "AAA", "J10")
    leader(world, 2, "AAA", "K10")
    assert "You captured J10 from BBB." in words(world, "AAA")
    assert "You captured K10." in words(world, "AAA")
    assert "AAA captured J10 from you." in words(world, "BBB")


def test_a_province_gone_neutral_and_a_siege() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    own(world, "J10", "AAA")
    own(world, "K10", "AAA", garrison=2, terrain="I")
    for number, name in enumerate(("BBB", "CCC"), start=1):
        leader(world, number, name, "J10", troops=4)
    leader(world, 3, "BBB", "K10", troops=9)
    assert "J10 is yours no more: it went neutral." in words(world, "AAA")
    assert "K10 is besieged by BBB: 9 enemy troops against a garrison of 2 troops." in words(world, "AAA")
    assert "You besiege K10 of AAA with 9 troops." in words(world, "BBB")
    second = run_typed(world).world
    assert "K10 is still besieged: 9 enemy troops against a garrison of 2 troops." in words(second, "AAA")
    assert "Your siege of K10 goes on with 9 troops." in words(second, "BBB")
    second.leaders[3].troops = 5
    assert "The siege of K10 is over." in words(second, "AAA")


def test_points_are_told_with_their_reasons() -> None:
    world = land(AAA="RILRIS", BBB="QUNTAG")
    change(world, "B4", zorans=290)
    leader(world, 1, "AAA", "S12", at_peace=True)
    talisman(world, 4, 1)
    assert "You scored 365 points this turn (+350 for zorans, +15 for keys); your score is 365." in words(world, "AAA")


def test_land_that_healed_and_a_city_that_fell() -> None:
    world = land()
    own(world, "J10", "AAA", turns_owned=5, ravaged=True)
    change(world, "M7", city="SILVER")
    leader(world, 1, "AAA", "M7")
    told = words(world, "AAA")
    assert "J10 has recovered from the ravages; it yields its full rates again." in told
    assert "The last guardians of SILVER have fallen: M7 is now a province like any other." in told


def test_the_end_is_told_to_everybody() -> None:
    world = land(turn=25)
    world.players["BBB"].score = 500
    after = RULESET.resolve(world, {}, Chance("x")).world
    for name, winner in (("BBB", "BBB (you)"), ("AAA", "BBB")):
        first = RULESET.report(RULESET.view(after, name), []).sections[0].blocks[0]
        assert isinstance(first, Text)
        assert first.text.startswith(f"**The game is over. It was won by {winner}.**")
    jewels = land()
    leader(jewels, 1, "AAA", "J10")
    for number in (1, 2, 3):
        talisman(jewels, number, 1)
    assert any(text.startswith("You hold all three Great Jewels: 1000 points") for text in words(jewels, "AAA"))
    assert any(text.startswith("AAA holds all three Great Jewels") for text in words(jewels, "BBB"))


def test_missed_turns_are_told_before_a_place_is_given_away() -> None:
    world = land()
    world.players["AAA"].missed = 1
    events = seen(RULESET.resolve(world, {}, Chance("x")).events, "AAA")
    told = [said.text for said in told_to(TELLINGS, events, "AAA")]
    assert "No orders came from you for 2 turns in a row. After 2 more your place may be given to another player." in told
