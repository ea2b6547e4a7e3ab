"""The death of a King and the Royal Heir (chapter 8)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.kingdom import take_standing_orders
from postern.rulesets.adventurer_kings.rules.endings import kill
from postern.rulesets.adventurer_kings.rules.realm.offices import leaders
from postern.rulesets.adventurer_kings.rules.realm.recovery import recover
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, failures, only, step, told, turn_of
from tests.rules.adventurer_kings.realm import decide, seats


def end(world: World) -> Turn:
    """The recovery of a year, in which no throw succeeds."""
    turn = turn_of(world)
    decide(turn)
    return step(turn, "7", recover)


def dead_king(world: World, skills: dict[str, int] | None = None) -> Character:
    """The King of AA, fallen in 100 in this year."""
    king = world.characters[1]
    king.skills = skills or king.skills
    king.province = 100
    king.status, king.died = "dead", world.turn
    return king


def heir_of(world: World, code: str = "AA") -> Character:
    """The King whom a kingdom has now."""
    return world.king(world.kingdoms[code])


def named(world: World, line: str) -> Turn:
    """The standing orders of the next year, with one line of AA's."""
    world.turn += 1
    return step(turn_of(world, {"AA": line}), "2", take_standing_orders)


@pytest.mark.rule("AK-D2.1-03", "AK-P10.1-03", "AK-D10.1-01", "AK-D5.9-34")
def test_when_a_king_dies_his_armies_stay_and_his_items_lie_or_go_to_the_victor() -> None:
    world = empty_world()
    victor = add_character(world, "BB", 82)
    king, army = world.characters[1], add_army(world, "AA", "LE", 82, leader=1)
    king.items, king.merit = [11], {"MA": 14, "DE": 25}  # 7 and 12.5 points
    turn = turn_of(world)
    kill(turn, king, "duel", taker=victor.id)
    assert (army.leader, army.owner, army.province, victor.items, king.items) == (0, "AA", 82, [11], [])
    assert king.merit == {"MA": 10, "DE": 18}  # 5.25 and 9.375, in whole points
    assert seats(only(turn, "king died")) == "ABC"
    other = world.characters[2]
    other.items = [12]
    kill(turn, other, "random")
    assert world.provinces[88].lying == [12]


@pytest.mark.rule("AK-D2.1-03", "AK-P2.1-02", "AK-P2.1-04", "AK-D1.2-13", "AK-P2.1-01")
def test_the_heir_appears_in_the_home_without_levels_and_with_a_number_of_his_own() -> None:
    world = empty_world(alignment="Pagan")
    king = dead_king(world)
    turn = end(world)
    heir = heir_of(world)
    assert (heir.id, heir.province, heir.status, heir.king, heir.levelled) == (4, 82, "serving", True, False)
    assert (heir.alignment, heir.race, heir.skills, heir.heir_of) == ("Pagan", "Human", {}, 1)
    assert (king.status, heir.title) == ("dead", "Heir of KingAA")
    assert seats(only(turn, "heir")) == "A"
    assert not told(end(world), "heir")


@pytest.mark.rule("AK-D2.1-03", "AK-D2.1-06")
@pytest.mark.parametrize(
    ("owned", "place"),
    [({82: 8, 120: 9}, 82), ({119: 5, 120: 9, 121: 9}, 120), ({}, 100)],  # 82 is the home, 100 has the body
)
def test_the_heir_appears_at_home_else_in_the_richest_province_else_at_the_body(owned: dict[int, int], place: int) -> None:
    world = empty_world()
    dead_king(world)
    add_character(world, "AA", 60)
    world.provinces[82].owner = ""
    for number, tax in owned.items():
        world.provinces[number].owner, world.provinces[number].tax = "AA", tax
    end(world)
    assert heir_of(world).province == place


@pytest.mark.rule("AK-D2.1-06")
def test_a_new_heir_follows_in_the_next_year_one_who_dies_without_levels() -> None:
    world = empty_world()
    dead_king(world)
    end(world)
    world.turn += 1
    first = heir_of(world)
    first.status, first.died = "dead", world.turn
    assert not told(end(world), "heir")
    assert heir_of(world) is first
    world.turn += 1
    end(world)
    second = heir_of(world)
    assert (second.id > first.id, second.heir_of, second.name) == (True, 1, "Heir of KingAA")
    world.turn += 1
    second.status, second.died, second.levelled = "dead", world.turn, True
    end(world)  # one with levels is followed at once
    assert heir_of(world).heir_of == second.id


@pytest.mark.rule("AK-D2.1-04", "AK-P2.1-03", "AK-D2.1-01", "AK-D2.1-02", "AK-D3.0-02")
def test_heir_gives_name_and_levels_above_what_he_learnt() -> None:
    world = empty_world()
    dead_king(world, {"TA": 4, "IL": 2})
    end(world)
    heir = heir_of(world)
    heir.skills = {"MA": 1}
    turn = named(world, "HEIR Odo the Elder TA2 IL1 SG1")
    assert not failures(turn)
    assert (heir.name, heir.title, heir.levelled) == ("Odo the Elder", "King Odo the Elder", True)
    assert heir.skills == {"TA": 2, "MA": 1, "IL": 1, "SG": 1}
    assert (heir.aptitudes["TA"], heir.aptitudes["MA"], heir.aptitudes["IL"], heir.aptitudes["ME"]) == (3, 2, 4, 2)
    assert only(turn, "heir levelled").data["levels"] == ["Tactical 2", "Illusory 1", "Sage 1"]


@pytest.mark.rule("AK-P2.1-03", "AK-D2.1-04", "AK-D2.1-01", "AK-P2.1-07")
@pytest.mark.parametrize(
    ("alignment", "levels", "word"),
    [
        ("Good", "TA2 MA1", "4 levels"),
        ("Good", "TA3 MA2", "4 levels"),
        ("Good", "TA4", "at most 3"),
        ("Good", "TA2 SG2", "At least 3"),
        ("Good", "TA1 TA1 TA1 TA1", "at most 3"),
        ("Divine", "TA2 MA1 NE1", "Necromancy"),
        ("Undead", "TA2 MA1 WH1", "White"),
        ("Divine", "TA2 MA1 WH1", ""),
        ("Good", "TA2 MA1 NE1", ""),
    ],
)
def test_levels_that_an_heir_cannot_have_are_refused_with_a_line_that_fits(alignment: str, levels: str, word: str) -> None:
    world = empty_world(alignment=alignment)
    dead_king(world, {"TA": 2, "MA": 1, "DR": 1})
    end(world)
    turn = named(world, f"HEIR Odo {levels}")
    assert failures(turn) == (["LEVELS"] if word else [])
    assert heir_of(world).levelled is (word == "")
    for one in turn.failures:
        assert word in one.why
        assert one.paste == "HEIR Odo TA2 MA1 DR1"


@pytest.mark.rule("AK-D2.1-04")
def test_who_has_levels_is_no_heir() -> None:
    world = empty_world()
    turn = named(world, "HEIR Odo TA2 MA1 DR1")
    assert failures(turn) == ["NO HEIR"]
    assert world.characters[1].name == "KingAA"


@pytest.mark.rule("AK-D2.1-04")
@pytest.mark.parametrize(
    ("skills", "levels"),
    [
        ({"TA": 2, "ME": 5, "MA": 1, "DR": 1, "SG": 1}, {"ME": 1, "TA": 1, "MA": 1, "DR": 1}),
        ({"ME": 3, "SG": 5, "TA": 1}, {"SG": 2, "ME": 1, "TA": 1}),
        ({"WH": 1, "EL": 4}, {"EL": 2, "WH": 2}),
        ({"TH": 4}, {"TH": 3, "TA": 1}),
        ({"TA": 4}, {"TA": 3, "MA": 1}),
    ],
)
def test_after_three_years_the_heir_gets_the_dead_kings_highest_abilities(
    skills: dict[str, int], levels: dict[str, int]
) -> None:
    world = empty_world()
    dead_king(world, skills)
    end(world)
    for _ in range(2):
        world.turn += 1
        end(world)
        assert not heir_of(world).levelled
    world.turn += 1
    end(world)
    assert (heir_of(world).levelled, heir_of(world).skills) == (True, levels)
    assert heir_of(world).name in TABLES.names["Human"]["men"]


@pytest.mark.rule("AK-P2.1-02")
def test_a_king_who_rose_in_the_service_of_another_is_followed_as_well() -> None:
    world = empty_world()
    king = dead_king(world)
    king.status, king.kingdom = "serving", "BB"
    end(world)
    assert (heir_of(world).heir_of, king.kingdom) == (1, "BB")


@pytest.mark.rule("AK-D10.1-07")
def test_dead_kings_hold_no_office_and_heirs_begin_anew() -> None:
    world = empty_world()
    dead_king(world).merit = {"MA": 40}
    end(world)
    assert leaders(world).get("MA") is None
    assert leaders(world, at_end=True)["EM"] == 2
    world.provinces[100].owner = "AA"
    assert leaders(world)["EM"] == heir_of(world).id
