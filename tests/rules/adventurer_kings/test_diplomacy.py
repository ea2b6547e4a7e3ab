"""Treaties, breaks, scientific treaties, armies that go home (chapter 8)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.kingdom import break_automatically, take_standing_orders, treat
from postern.rulesets.adventurer_kings.orders.movement import move
from postern.rulesets.adventurer_kings.rules.battle.course import conquer, fight
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import (
    add_army,
    add_character,
    carry_out,
    empty_world,
    failures,
    only,
    relate,
    step,
    told,
    turn_of,
)
from tests.rules.adventurer_kings.realm import seats


def year(world: World, letters: dict[str, str], expected: bool = False) -> Turn:
    """The steps of a year that change relations."""
    turn = turn_of(world, letters, expected=expected)
    step(turn, "1", break_automatically)
    step(turn, "2", take_standing_orders)
    return step(turn, "8", treat)


def between(before: str, a: str = "", b: str = "", of_a: str = "Good", of_b: str = "Good") -> str:
    """The relation of AA and BB after a year with these orders ("" none, "TREAT", "BREAK" or both) for each other."""
    world = empty_world()
    relate(world, "AA", "BB", before)
    world.kingdoms["AA"].alignment, world.kingdoms["BB"].alignment = of_a, of_b
    letters = {"AA": "\n".join(f"{one} BB" for one in a.split()), "BB": "\n".join(f"{one} AA" for one in b.split())}
    year(world, letters)
    assert world.kingdoms["AA"].relations["BB"] == world.kingdoms["BB"].relations["AA"]
    return world.relation("AA", "BB")


@pytest.mark.rule("AK-P8.1-01", "AK-D0-09")
def test_relations_are_allied_neutral_or_enemy_and_nobodys_is_enemy_to_all() -> None:
    world = empty_world()
    assert [world.relation("AA", one) for one in ("AA", "BB", "CC", "")] == ["Allied", "Neutral", "Neutral", "Enemy"]
    assert world.relation("", "AA") == "Enemy"


@pytest.mark.rule("AK-P8.2-01", "AK-D8.2-01", "AK-D8.3-01", "AK-D8.3-04")
@pytest.mark.parametrize(
    ("before", "a", "b", "after"),
    [
        ("Enemy", "TREAT", "TREAT", "Neutral"),
        ("Neutral", "TREAT", "TREAT", "Allied"),
        ("Allied", "TREAT", "TREAT", "Allied"),
        ("Enemy", "TREAT", "", "Enemy"),
        ("Neutral", "TREAT", "", "Neutral"),
        ("Allied", "", "", "Allied"),  # a treaty lasts until it is broken
        ("Allied", "BREAK", "", "Neutral"),
        ("Neutral", "", "BREAK", "Enemy"),
        ("Enemy", "BREAK", "", "Enemy"),
        ("Allied", "BREAK", "BREAK", "Neutral"),  # one step a year
        ("Neutral", "TREAT BREAK", "TREAT", "Enemy"),
        ("Allied", "TREAT", "BREAK", "Neutral"),
        ("Enemy", "BREAK TREAT", "TREAT", "Enemy"),
    ],
)
def test_two_treats_raise_a_relation_and_a_break_lowers_it(before: str, a: str, b: str, after: str) -> None:
    assert between(before, a, b) == after


@pytest.mark.rule("AK-P8.2-03", "AK-P8.2-04", "AK-D8.2-01", "AK-2.3-13", "AK-2.3-03")
@pytest.mark.parametrize(
    ("before", "druidic", "other", "after"),
    [
        ("Neutral", "TREAT", "", "Allied"),
        ("Neutral", "TREAT", "BREAK", "Enemy"),
        ("Neutral", "", "TREAT", "Neutral"),  # the Treat of the other alone is not enough
        ("Enemy", "TREAT", "", "Enemy"),
        ("Enemy", "TREAT", "TREAT", "Allied"),
        ("Neutral", "TREAT", "TREAT", "Allied"),
    ],
)
def test_a_druidic_king_is_trusted_at_once(before: str, druidic: str, other: str, after: str) -> None:
    assert between(before, druidic, other, of_a="Druidic") == after
    assert between(before, other, druidic, of_b="Druidic") == after


@pytest.mark.rule("AK-D8.3-02", "AK-2.3-14", "AK-2.3-06", "AK-2.3-07", "AK-D8.3-04")
@pytest.mark.parametrize("alignment", ["Evil", "Undead"])
@pytest.mark.parametrize("before", ["Allied", "Neutral"])
def test_evil_and_undead_kings_break_before_the_first_phase_and_at_once(alignment: str, before: str) -> None:
    world = empty_world()
    world.kingdoms["AA"].alignment = alignment
    relate(world, "AA", "BB", before)
    army = add_army(world, "BB", "LE", 82)
    turn = turn_of(world, {"AA": "BREAK BB\nTREAT BB", "BB": "TREAT AA"})
    step(turn, "1", break_automatically)
    assert world.relation("AA", "BB") == "Enemy"
    assert only(turn, "relations").data == {"one": "LandAA", "other": "LandBB", "was": before, "now": "Enemy"}
    assert turn.enemies("AA", 82) == [army]  # the province is contested
    step(turn, "2", take_standing_orders)
    step(turn, "8", treat)
    assert (world.relation("AA", "BB"), army.province) == ("Enemy", 82)


@pytest.mark.rule("AK-P8.2-02", "AK-D1.4-03", "AK-D8.3-01")
def test_other_breaks_wait_for_the_end_of_the_year_and_all_hear_of_changes() -> None:
    world = empty_world()
    turn = turn_of(world, {"AA": "BREAK BB", "BB": "TREAT CC", "CC": "TREAT BB"})
    step(turn, "1", break_automatically)
    step(turn, "2", take_standing_orders)
    assert world.relation("AA", "BB") == "Neutral"
    assert turn.treats == {("BB", "CC"), ("CC", "BB")}
    step(turn, "8", treat)
    assert [(one.data["now"], seats(one)) for one in told(turn, "relations")] == [
        ("Enemy", "ABC"),
        ("Allied", "ABC"),
    ]


@pytest.mark.rule("AK-D8.3-03")
def test_armies_of_former_allies_go_to_the_nearest_own_province() -> None:
    world = empty_world()
    relate(world, "AA", "BB", "Allied")
    leader = add_character(world, "AA", 88)
    led, garrison = add_army(world, "AA", "LE", 88, leader.id), add_army(world, "AA", "LE", 88)
    guest, at_home = add_army(world, "BB", "LE", 82), add_army(world, "AA", "LE", 82)
    foreign = add_army(world, "AA", "LE", 40)
    year(world, {"BB": "BREAK AA"})
    assert [one.province for one in (led, garrison, guest, at_home, foreign)] == [82, 82, 88, 82, 40]
    assert leader.province == 82
    assert led.leader == leader.id


@pytest.mark.rule("AK-D8.3-03")
def test_from_neutral_to_enemy_nobody_goes_home() -> None:
    world = empty_world()
    army = add_army(world, "AA", "LE", 88)
    year(world, {"BB": "BREAK AA"})
    assert army.province == 88


@pytest.mark.rule("AK-D8.4-01", "AK-P8.4-01")
def test_allies_who_both_order_it_exchange_an_invention_without_merit() -> None:
    world = empty_world()
    relate(world, "AA", "BB", "Allied")
    world.kingdoms["AA"].inventions, world.kingdoms["BB"].inventions = [1, 2], [2, 3]
    year(world, {"AA": "SCI BB", "BB": "SCI AA"})
    assert (sorted(world.kingdoms["AA"].inventions), sorted(world.kingdoms["BB"].inventions)) == ([1, 2, 3], [1, 2, 3])
    assert not any(one.merit for one in world.characters.values())


@pytest.mark.rule("AK-D8.4-01")
def test_science_needs_both_and_an_alliance_at_the_end_of_the_year() -> None:
    world = empty_world()
    world.kingdoms["BB"].inventions = [1]
    turn = year(world, {"AA": "SCI BB", "BB": "SCI AA"})
    assert failures(turn) == ["NOT ALLIED"] * 2
    assert turn.failures[0].paste == "TREAT BB"
    turn = year(world, {"AA": "SCI BB\nTREAT BB", "BB": "TREAT AA"})  # Allied now, but BB did not order it
    assert not failures(turn)
    assert only(turn, "nothing shared").data == {"other": "LandBB", "both": False}
    turn = year(world, {"AA": "SCI BB", "BB": "SCI AA\nBREAK AA"})
    assert failures(turn) == ["NOT ALLIED"] * 2
    assert not world.kingdoms["AA"].inventions
    relate(world, "AA", "BB", "Allied")
    turn = year(world, {"AA": "SCI BB", "BB": "SCI AA"})
    assert world.kingdoms["AA"].inventions == [1]
    assert [(one.data["both"], seats(one)) for one in told(turn, "nothing shared")] == [(True, "B")]  # AA has nothing to give


@pytest.mark.rule("AK-D0-10")
def test_lines_of_a_kind_are_taken_by_kingdom_and_line() -> None:
    world = empty_world()
    turn = year(world, {"CC": "TREAT BB\nTREAT AA", "AA": "TREAT CC", "BB": "TREAT AA"})
    assert [(one.seat, one.line) for one in turn.done] == [("A", 1), ("B", 1), ("C", 1), ("C", 2)]


@pytest.mark.rule("AK-D3.0-07", "AK-D1.4-04")
def test_what_cannot_be_ordered_is_answered_and_an_offer_stays_secret() -> None:
    world = empty_world()
    relate(world, "AA", "CC", "Enemy")
    turn = year(world, {"AA": "TREAT AA\nBREAK XX\nBREAK CC\nTREAT BB"})
    assert sorted(failures(turn)) == ["ENEMIES", "NO KINGDOM", "YOURSELF"]
    remedy = next(one.remedy for one in turn.failures if one.code == "NO KINGDOM")
    assert "BB (LandBB)" in remedy
    assert "CC (LandCC)" in remedy
    assert seats(only(turn, "no treaty")) == "A"


@pytest.mark.rule("AK-D3.0-02")
@pytest.mark.parametrize("line", ["TREAT BB", "treat bb", "TREAT 2", "TREAT LANDBB"])
def test_a_kingdom_is_named_by_number_code_or_name(line: str) -> None:
    world = empty_world()
    year(world, {"AA": line, "BB": "TREAT AA"})
    assert world.relation("AA", "BB") == "Allied"


def test_a_forecast_tells_nothing_of_what_others_may_order() -> None:
    world = empty_world()
    turn = year(world, {"AA": "TREAT BB\nBREAK CC"}, expected=True)
    assert not told(turn, "no treaty")
    assert world.relation("AA", "CC") == "Enemy"
    assert not failures(turn)


def phase(world: World) -> list[tuple[set[str], set[str]]]:
    """Fight and conquer; return who attacked whom."""
    turn = turn_of(world)
    step(turn, "1d", fight)
    step(turn, "1e", conquer)
    return [(set(one.data["attackers"]["codes"]), set(one.data["defenders"]["codes"])) for one in told(turn, "battle")]


@pytest.mark.rule("AK-P8.1-03")
def test_neutral_kings_who_attack_the_same_wild_province_do_not_fight_each_other() -> None:
    world = empty_world()
    add_army(world, "", "GA", 100)
    for code in ("AA", "BB", "AA", "BB"):
        add_army(world, code, "DR", 100)
    battles = phase(world)
    assert all(defenders == {""} for _, defenders in battles)
    assert battles
    assert world.provinces[100].owner in ("AA", "BB")
    assert phase(world) == []


@pytest.mark.rule("AK-P8.1-04", "AK-P8.1-05")
@pytest.mark.parametrize(("mine", "theirs", "owner"), [(3, 1, "AA"), (1, 3, "BB")])
def test_allies_add_their_strength_and_the_larger_army_takes_the_province(mine: int, theirs: int, owner: str) -> None:
    world = empty_world()
    relate(world, "AA", "BB", "Allied")
    for code in ("AA", "BB"):
        relate(world, code, "CC", "Enemy")
    world.provinces[100].owner = "CC"
    add_army(world, "CC", "GA", 100)
    for code, number in (("AA", mine), ("BB", theirs)):
        for _ in range(number):
            add_army(world, code, "DR", 100)
    assert phase(world) == [({"AA", "BB"}, {"CC"})]
    assert world.provinces[100].owner == owner
    assert phase(world) == []


@pytest.mark.rule("AK-P8.1-06")
@pytest.mark.parametrize(("relation", "arrives"), [("Allied", True), ("Neutral", False)])
def test_enemies_march_through_the_provinces_of_a_friend_of_both(relation: str, arrives: bool) -> None:
    world = empty_world()
    relate(world, "AA", "BB", relation)
    relate(world, "AA", "CC", "Allied")
    relate(world, "BB", "CC", "Enemy")
    world.provinces[83].owner = "AA"
    add_army(world, "CC", "LE", 83)
    leader = add_character(world, "BB", 84, {"DR": 1, "MA": 3})
    add_army(world, "BB", "HC", 84, leader.id)
    carry_out(turn_of(world, {"BB": f"CHAR {leader.id}\n1 MO 83"}), move)
    assert (leader.province == 83) is arrives
    assert phase(world) == []  # nobody fights in the land of their friend
