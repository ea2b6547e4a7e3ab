"""Coronation, elections, the last year, and what the end of a year resets (chapter 10)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.adventurer_kings.orders.kingdom import break_automatically, vote
from postern.rulesets.adventurer_kings.rules.realm.victory import end_year, group_led_by, tax_share
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, failures, only, relate, step, told, turn_of
from tests.rules.adventurer_kings.realm import enrich, seats


def last_step(world: World, letters: dict[str, str] | None = None) -> Turn:
    """The last step of the year."""
    turn = turn_of(world, letters)
    step(turn, "10", vote)
    return step(turn, "10", end_year)


def alliance(*pairs: str, **tax: int) -> World:
    """Kingdoms of these tax bases; pairs like "AABB" are Allied."""
    world = enrich(empty_world(), **tax)
    for pair in pairs:
        relate(world, pair[:2], pair[2:], "Allied")
    return world


@pytest.mark.rule("AK-P10.2-01", "AK-D10.2-03")
@pytest.mark.parametrize(("tax", "wild", "crowned"), [(56, 0, True), (55, 0, False), (56, 2, False), (20, 0, False)])
def test_a_single_king_above_55_percent_of_the_whole_world_is_crowned(tax: int, wild: int, crowned: bool) -> None:
    world = alliance(AA=tax, BB=25, CC=75 - tax)
    world.provinces[1].tax = wild  # nobody's, and it counts
    turn = last_step(world)
    assert world.finished is crowned
    assert bool(told(turn, "crowned")) is crowned
    if crowned:
        assert (only(turn, "crowned").data["name"], world.emperor) == ("King KingAA", "AA")
        assert seats(only(turn, "crowned")) == "ABC"
        assert not told(turn, "election held")


@pytest.mark.rule("AK-P10.2-01", "AK-D10.2-01", "AK-P10.2-02", "AK-D1.4-03")
def test_an_alliance_above_55_percent_claims_and_an_election_is_announced_for_the_next_year() -> None:
    world = alliance("AABB", AA=30, BB=26, CC=44)
    turn = last_step(world, {"AA": "CLAIM"})
    assert not world.finished
    assert (world.election, world.turn) == ("AA", 2)
    assert only(turn, "election called").data["share"] == "56"
    assert seats(only(turn, "election called")) == "ABC"
    turn = last_step(world, {"AA": "VOTE AA", "BB": "VOTE 1"})
    assert world.finished
    assert only(turn, "elected").data["share"] == "56"


@pytest.mark.rule("AK-D10.2-01", "AK-D10.2-04", "AK-P10.2-01")
@pytest.mark.parametrize(
    ("pairs", "tax", "who", "codes"),
    [
        (["AABB"], (30, 25, 45), "AA", ["SHARE"]),  # 55% are not more than 55%
        (["AABB"], (26, 30, 44), "AA", ["SHARE"]),  # BB leads
        (["AABB"], (26, 30, 44), "BB", []),
        (["AABB"], (28, 28, 44), "AA", []),  # at a tie the lower number
        (["AABB"], (28, 28, 44), "BB", ["SHARE"]),
        (["AABB", "AACC"], (40, 30, 30), "AA", []),
        (["AABB", "AACC"], (20, 18, 18), "AA", ["SHARE"]),  # BB and CC are not Allied with each other
        (["AABB", "AACC", "BBCC"], (20, 18, 18), "AA", []),
        ([], (20, 40, 40), "AA", ["SHARE"]),
    ],
)
def test_the_leader_of_a_group_that_is_allied_each_with_each_claims(
    pairs: list[str], tax: tuple[int, ...], who: str, codes: list[str]
) -> None:
    world = alliance(*pairs, **dict(zip(("AA", "BB", "CC"), tax, strict=True)))
    world.provinces[1].tax = 100 - sum(tax)
    turn = step(turn_of(world, {who: "CLAIM"}), "10", vote)
    assert failures(turn) == codes
    assert world.election == ("" if codes else who)


@pytest.mark.rule("AK-D10.2-04")
def test_the_richest_group_counts() -> None:
    world = alliance("AABB", "AACC", AA=20, BB=10, CC=15)
    assert group_led_by(world, "AA") == ("AA", "CC")
    assert tax_share(world, ("AA", "CC")) == Fraction(3500, 45)


@pytest.mark.rule("AK-P10.2-02", "AK-D10.2-02")
@pytest.mark.parametrize(
    ("votes", "elected"),
    [
        ({"AA": "CC", "BB": "CC"}, "CC"),  # any King may be voted for
        ({"AA": "AA"}, ""),  # 40%
        ({"AA": "AA", "CC": "AA"}, ""),  # 50% are not more than half
        ({"AA": "AA", "BB": "BB", "CC": "CC"}, ""),
        ({"BB": "BB", "CC": "BB"}, "BB"),
        ({}, ""),
    ],
)
def test_more_than_half_of_the_worlds_tax_base_elects(votes: dict[str, str], elected: str) -> None:
    world = alliance(AA=40, BB=48, CC=10)
    world.provinces[1].tax = 2
    world.election, world.turn = "AA", 5
    turn = last_step(world, {code: f"VOTE {to}" for code, to in votes.items()})
    assert world.finished == bool(elected)
    assert seats(only(turn, "election held")) == "ABC"
    assert [one.data["kingdom"] for one in told(turn, "elected")] == ([f"Land{elected}"] if elected else [])
    assert (world.election, world.elected_year) == ("", 5)


@pytest.mark.rule("AK-D10.1-08", "AK-P10.2-04")
def test_an_election_only_ends_the_game_and_the_largest_tax_base_is_emperor() -> None:
    world = alliance(AA=20, BB=48, CC=32)
    world.election = "AA"
    turn = last_step(world, {"BB": "VOTE AA", "CC": "VOTE AA"})
    assert only(turn, "elected").data["kingdom"] == "LandAA"
    assert (world.emperor, world.offices["EM"], world.finished) == ("BB", 2, True)
    assert [len(world.owned(code)) for code in world.kingdoms] == [1, 1, 1]  # the Kings keep their lands


@pytest.mark.rule("AK-D10.2-02")
def test_without_an_election_there_is_no_vote_and_the_last_vote_counts() -> None:
    world = alliance(AA=30, BB=30, CC=40)
    assert failures(last_step(world, {"AA": "VOTE BB"})) == ["NO ELECTION"]
    world.election = "AA"
    turn = last_step(world, {"AA": "VOTE BB\nVOTE CC"})
    assert failures(turn) == ["TWICE"]
    assert only(turn, "election held").data["votes"] == ["LandCC 30%"]


@pytest.mark.rule("AK-P10.2-03", "AK-D10.2-04")
def test_in_the_year_of_an_election_a_claim_is_void() -> None:
    world = alliance("AABB", AA=30, BB=26, CC=44)
    world.election, world.turn = "AA", 4
    turn = last_step(world, {"AA": "CLAIM\nVOTE CC"})
    assert (failures(turn), world.election) == (["ELECTION"], "")
    last_step(world, {"AA": "CLAIM"})
    assert (world.election, world.elected_year) == ("AA", 4)


@pytest.mark.rule("AK-D10.4-01", "AK-P10.4-01", "AK-P1.1-02")
@pytest.mark.parametrize(
    ("year", "last", "over"), [(14, 15, False), (15, 15, True), (10, 10, True), (19, 20, False), (20, 20, True)]
)
def test_after_the_last_year_the_largest_tax_base_is_emperor(year: int, last: int, over: bool) -> None:
    world = alliance(AA=20, BB=40, CC=40)
    world.kingdoms["CC"].gold = 50
    assert World(["A"]).turns == 15
    world.turn, world.turns = year, last
    turn = last_step(world)
    assert (world.finished, world.turn) == (over, year + 1)
    if over:
        assert (world.emperor, world.winners) == ("CC", ["C"])  # gold breaks the tie
        assert world.scores == {"CC": 900, "AA": 0, "BB": 0}  # and all others, in offices without points as well
        assert only(turn, "game over").data["emperor"] == "King KingCC"


@pytest.mark.rule("AK-D10.1-05", "AK-10.1-01")
def test_the_best_score_wins_not_the_emperor_as_such() -> None:
    world = alliance(AA=60, BB=20, CC=20)
    world.kingdoms["AA"].alignment, world.kingdoms["BB"].alignment = "Good", "Good"
    for code in ("CH", "MA", "DE"):
        world.characters[2].merit[code] = 20
    world.characters[2].skills = {"WH": 5, "NA": 1}
    last_step(world)
    assert world.emperor == "AA"
    assert world.scores == {"BB": 600, "AA": 300, "CC": 0}
    assert world.winners == ["B"]


@pytest.mark.rule("AK-D10.1-05")
def test_an_announced_election_is_counted_before_a_single_king_is_crowned() -> None:
    world = alliance(AA=60, BB=20, CC=20)
    world.election = "BB"
    turn = last_step(world, {"AA": "VOTE BB"})
    assert [one.kind for one in turn.events if one.kind in ("elected", "crowned", "game over")] == ["elected", "game over"]


@pytest.mark.rule("AK-D6.2-01", "AK-P3.4-04", "AK-D3.4-02", "AK-D3.5-04")
def test_a_new_year_forgets_what_is_of_a_year() -> None:
    world = empty_world()
    army = add_army(world, "AA", "LE", 82, used=2)
    place, who = world.provinces[82], add_character(world, "", 82, offers=["AA"], used_items=[31], raised_by=[4])
    place.recruited, place.blessed, place.shaken, place.raided = 2, True, True, 50
    who.spells, who.illusion = {"OR": 2, "VE": 5}, "Desert"
    last_step(world)
    assert army.used == 0
    assert (place.recruited, place.blessed, place.shaken, place.raided) == (0, False, False, 0)
    assert (who.spells, who.illusion, who.offers, who.used_items, who.raised_by) == ({"VE": 5}, "", [], [], [])
    assert world.kingdoms["AA"].seen[82].visited == 1  # and every kingdom remembers the year that is over
    step(turn_of(world), "1", break_automatically)
    assert who.spells == {}  # a Veil hides armies in the report on its year as well


def test_a_forecast_ends_no_game() -> None:
    world = alliance(AA=60, BB=20, CC=20)
    world.turn, world.election = 15, "BB"
    turn = turn_of(world, {"AA": "VOTE BB\nCLAIM"}, expected=True)
    step(turn, "10", vote)
    step(turn, "10", end_year)
    assert (world.finished, world.turn, failures(turn)) == (False, 16, ["ELECTION"])
