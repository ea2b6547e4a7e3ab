"""Encounters as a whole: who meets whom, hit points, experience, spoils, points, death, who is told (AK-D5.0, D5.9, D9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.kit.report.telling import Mood, Tellings, told_to
from postern.rulesets.adventurer_kings.rules.encounters import odds
from postern.rulesets.adventurer_kings.rules.encounters.fighters import of_monster
from postern.rulesets.adventurer_kings.tables import CONTENT, TABLES
from tests.rules.adventurer_kings.build import add_army, empty_world, only, relate, told, turn_of
from tests.rules.adventurer_kings.meetings import PLACE, Dice, chances, hero, lair, met, searched, side


@pytest.mark.rule("AK-P5.0-09", "AK-D5.0-08", "AK-D4.35-22", "AK-D2.0-10", "AK-D10.1-02")
@pytest.mark.parametrize(
    ("skills", "invented", "leads", "full"),
    [
        ({}, [], False, 10),
        ({"ME": 4}, [], False, 10),
        ({"ME": 5}, [], False, 13),
        ({}, [20], False, 12),
        ({}, [], True, 12),
        ({"ME": 5}, [20], True, 17),
    ],
)
def test_hit_points_of_characters(skills: dict[str, int], invented: list[int], leads: bool, full: int) -> None:
    world = empty_world()
    who = hero(world, skills, items=[12])
    world.kingdoms["AA"].inventions = invented
    world.offices = {"DE": who.id} if leads else {"CH": who.id}
    assert side(turn_of(world), who).full == full


@pytest.mark.rule("AK-P5.0-09")
def test_monsters_have_7_to_50_hit_points() -> None:
    least = min(TABLES.monsters.values(), key=lambda one: one.hit_points)
    most = max(TABLES.monsters.values(), key=lambda one: one.hit_points)
    assert (least.hit_points, most.hit_points) == (10, 50)
    assert TABLES.number("guardian_hit_points_min") == 7
    assert TABLES.number("guardian_hit_points_max") == 50


@pytest.mark.rule("AK-D5.0-08")
def test_each_encounter_begins_with_full_hit_points() -> None:
    world = empty_world()
    lair(world, "Minotaur", 50)
    who = hero(world, {"EL": 1})
    for _ in range(2):
        turn = searched(world, who, "CA-FB, ME, FL", Dice(100, 1, 100, 1, 1))
        mine = told(turn, "encounter")[0].data["sides"][0]
        assert (mine["start"], mine["end"] < 10) == (10, True)


@pytest.mark.rule("AK-D5.0-09", "AK-P5.0-10")
@pytest.mark.parametrize(("alignment", "more"), [("Neutral", 10), ("Good", 0)])
def test_the_order_of_duelists_helps_against_characters(alignment: str, more: int) -> None:
    world = empty_world(alignment=alignment)
    turn = turn_of(world)
    me, foe = side(turn, hero(world, {"AR": 1, "ME": 1})), side(turn, hero(world, {"ME": 1}, "BB"))
    assert chances(me, foe) == (60 + more, 55 + more)
    monster = of_monster("Ogre", 20)
    assert chances(me, monster) == (50, 55)
    free = side(turn, hero(world, {"ME": 1}, ""))
    assert odds.hit_chance(free, me, "ME") == 60


@pytest.mark.rule("AK-D4.35-26")
def test_the_bestiary_helps_against_monsters() -> None:
    world = empty_world(alignment="Good")
    world.kingdoms["AA"].inventions = [24]
    turn = turn_of(world)
    me = side(turn, hero(world, {"AR": 1, "ME": 1}))
    assert chances(me, of_monster("Ogre", 20)) == (60, 65)
    assert odds.hit_chance(me, side(turn, hero(world, {"ME": 1}, "BB")), "ME") == 60


# --- experience --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-3.19-16", "AK-3.19-12", "AK-3.19-13", "AK-3.19-14", "AK-3.19-15", "AK-3.19-11", "AK-D2.0-05")
@pytest.mark.parametrize(
    ("skills", "plan", "abilities"),
    [
        ({"ME": 1}, "ME, ME, FL", {"ME"}),
        ({"AR": 1}, "FI, FL", {"AR"}),
        ({"EL": 1, "PS": 1}, "CA-FB, CA-PW, CA-FB, FL", {"EL", "PS"}),
        ({"TH": 1}, "ST, FL", {"TH"}),
        ({"DR": 1}, "TA, FL", {"DR"}),
        ({"EX": 1}, "SC, FL", set()),
        ({"ME": 1, "AR": 1}, "FI, ME, FL", {"AR", "ME"}),
    ],
)
def test_each_kind_of_tactic_attempted_is_learnt_from_once(skills: dict[str, int], plan: str, abilities: set[str]) -> None:
    """All that is thrown succeeds, and a hit does 1 damage."""
    world = empty_world()
    lair(world, "Minotaur", 50)
    turn = searched(world, hero(world, skills), plan, Dice())
    rose = [event.data["ability"] for event in told(turn, "rose")]
    assert sorted(rose) == sorted(TABLES.abilities[one].name for one in abilities)


# --- what is left behind -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-P5.0-05", "AK-D5.9-33", "AK-10.1-19", "AK-10.1-20", "AK-D9.2-05")
def test_a_slain_guardian_leaves_its_treasure_and_points_for_its_unhurt_hit_points() -> None:
    world = empty_world()
    feature = lair(world, "Ogre", 3, 22)
    who = hero(world, {"ME": 3})
    turn = searched(world, who, "ME", Dice(other=[2]))
    assert (feature.guardian, feature.gold, feature.items, who.items) == (None, 0, [], [11, 16])
    assert (world.kingdoms["AA"].gold, who.merit) == (19, {"DE": 44})
    assert [(kind, amount) for kind, amount, _ in turn.account["AA"]] == [("treasure", 9)]
    event = only(turn, "encounter").data
    assert (event["outcome"], event["gold"], event["items"], event["lost"]) == ("slain", 9, [11, 16], "foe")


@pytest.mark.rule("AK-D9.2-04", "AK-10.1-33", "AK-D9.2-05")
@pytest.mark.parametrize(("damage", "effective"), [(5, False), (6, True)])
def test_a_quarter_of_the_hit_points_in_one_encounter_is_an_effective_attack(damage: int, effective: bool) -> None:
    world = empty_world()
    feature = lair(world, "Minotaur", 20, 24)
    who = hero(world, {"EL": 1})
    searched(world, who, "CA-FB, FL", Dice(1, 1, other=[damage - 1]))
    assert feature.guardian is not None
    assert feature.guardian.hit_points == 20 - damage
    assert feature.guardian.attacked == ({"AA": 1} if effective else {})
    assert who.merit == ({"DE": 24} if effective else {})  # 12 points, in halves


@pytest.mark.rule("AK-D9.2-04", "AK-D9.2-05", "AK-10.1-33")
def test_half_points_once_for_guardian_and_kingdom_and_full_points_later() -> None:
    world = empty_world()
    feature = lair(world, "Minotaur", 24)
    who, other = hero(world, {"EL": 1}), hero(world, {"EL": 1}, "BB")
    for one in (who, who, other):
        searched(world, one, "CA-FB, FL", Dice(1, 1, other=[6]))
    assert (who.merit, other.merit) == ({"DE": 24}, {"DE": 24})
    assert feature.guardian is not None
    feature.guardian.hit_points = 1
    searched(world, who, "CA-FB", Dice())
    assert who.merit == {"DE": 24 + 48}


@pytest.mark.rule("AK-D5.0-11")
def test_a_guardian_that_flees_is_back_at_the_end_of_the_year() -> None:
    world = empty_world()
    feature = lair(world, "Goblin Chief", 2, 12)
    who = hero(world, {"ME": 1})
    turn = searched(world, who, "ME", Dice(30))
    assert (only(turn, "encounter").data["outcome"], who.merit, who.items, feature.gold) == ("fled", {}, [], 9)
    event = only(searched(world, who, "ME"), "searched").data
    assert (event["fled"], event["gold"], event["items"], feature.gold) == (True, 0, [], 9)
    world.turn += 1
    assert only(searched(world, who, "FL"), "encounter").data["outcome"] == "left"


@pytest.mark.rule("AK-D5.0-12", "AK-D5.9-34", "AK-DM-44", "AK-D3.12-02")
def test_the_victor_over_a_character_takes_all_items_and_no_gold() -> None:
    world = empty_world()
    one, other = hero(world, {"ME": 4}, items=[11]), hero(world, {"ME": 1}, "BB", temper="Berserk", items=[38, 16])
    army = add_army(world, "AA", "LE", PLACE, one.id)
    turn = met(world, one, other, "ME", Dice(rest=60, other=[1, 6, 6, 6, 6, 6]))
    assert (other.status, other.items, one.items) == ("dead", [], [11, 38, 16])
    assert (world.kingdoms["AA"].gold, world.kingdoms["BB"].gold, army.leader) == (10, 10, one.id)
    assert (other.province, other.died) == (PLACE, 1)
    assert only(turn, "hero died").data["how"] == "encounter"
    assert not told(turn, "king died")
    assert only(turn, "hero died").seen_by == {"A", "B"}


@pytest.mark.rule("AK-D3.12-02")
def test_the_death_of_a_king_is_public_and_relations_stay() -> None:
    world = empty_world()
    relate(world, "AA", "BB", "Neutral")
    king = world.characters[2]
    king.province, king.temper = PLACE, "Berserk"
    turn = met(world, hero(world, {"ME": 5}), king, "ME", Dice(rest=60, other=[1, *[6] * 9]))
    assert only(turn, "king died").seen_by == {"A", "B", "C"}
    assert world.relation("AA", "BB") == "Neutral"


@pytest.mark.rule("AK-D5.9-34", "AK-DM-44")
def test_the_dead_lie_in_the_province_and_their_items_with_the_treasure() -> None:
    world = empty_world()
    feature = lair(world, "Ogre")
    who = hero(world, {}, temper="Berserk", items=[12])
    army = add_army(world, "AA", "LE", PLACE, who.id)
    searched(world, who, "ME", Dice(rest=40, other=[1, *[7] * 9]))
    assert (who.status, who.province, who.items, army.leader, army.owner) == ("dead", PLACE, [], 0, "AA")
    assert feature.items == [11, 16, 12]
    assert world.provinces[PLACE].lying == []
    assert feature.guardian is not None


@pytest.mark.rule("AK-D1.4-02", "AK-D1.4-04")
def test_both_kingdoms_are_told_with_their_own_plans() -> None:
    world = empty_world()
    one, other = hero(world, {"ME": 1}), hero(world, {"ME": 1}, "BB", plan="ME, FL")
    turn = met(world, one, other, "SC, ME", Dice(100, rest=60))
    mine, his = told(turn, "encounter")
    assert mine.seen_by == {"A"}
    assert (mine.data["plan"], mine.data["side"], mine.data["foe"]) == ("SC, ME", 0, other.title)
    assert his.seen_by == {"B"}
    assert (his.data["plan"], his.data["side"], his.data["foe"]) == ("ME, FL", 1, one.title)
    assert his.data["fates"] == []
    assert mine.data["blows"] == his.data["blows"]
    assert {"round", "range", "actor", "tactic", "chance", "throw", "then", "damage", "left", "word"} <= set(
        mine.data["blows"][0]
    )


@pytest.mark.rule("AK-D1.4-04", "AK-D5.8-01")
def test_who_is_only_scouted_learns_nothing() -> None:
    world = empty_world()
    turn = met(world, hero(world), hero(world, code="BB", items=[12]), "SC")
    assert only(turn, "encounter").seen_by == {"A"}
    assert only(turn, "encounter").data["hoard_items"] == 1


def test_every_end_has_its_words() -> None:
    rows: dict[str, Any] = {
        kind: [("", "", said)] if isinstance(said, str) else said for kind, said in CONTENT.toml("tellings/encounters").items()
    }
    tellings = Tellings(rows)
    world = empty_world()
    lair(world, "Ogre", 3, 22)
    who = hero(world, {"ME": 3, "TH": 1, "PS": 2}, name="Tove")
    said = []
    for plan, dice in (
        ("SC", Dice()),
        ("ST", Dice()),
        ("CA-CH", Dice()),
        ("FL", Dice()),
        ("ME, FL", Dice(100, 1)),
        ("TA", Dice()),
        ("ME", Dice(rest=1)),
        ("", Dice()),
    ):
        turn = searched(world, who, plan, dice)
        said += [one.text for one in told_to(tellings, turn.events, "A", Mood.HAPPENED)]
    assert said == [
        "Tove scouted feature 82.1: Ogre with 3 hit points, 9 gold and 2 items.",
        "Tove stole from Ogre at P82 (82), feature 82.1: 5 gold; Sword +1.",
        "Charm ended the encounter of Tove and Ogre at P82 (82), feature 82.1.",
        "Tove and Ogre parted in peace at P82 (82), feature 82.1.",
        "Tove fled from Ogre at P82 (82), feature 82.1.",
        "Ogre of feature 82.1 promised Tove to raid no more, and asked for a tribute of 8 gold.",
        "Tove slew Ogre at P82 (82), feature 82.1 after 3 rounds, and took 4 gold and Mithril Armor.",
        "Tove searched feature 82.1 (Cave), and found nobody and nothing.",
    ]
