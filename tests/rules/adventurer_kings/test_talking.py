"""The peaceful tactics: talk, riddles, agreements, gifts, scouting, and hostility (AK-D5.0-02, D5.0-03, D5.4, D5.7, D5.8)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.adventurer_kings.rules.encounters.talking import plain
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Agreement, Feature, Guardian, World
from tests.rules.adventurer_kings.build import empty_world, only, relate, told
from tests.rules.adventurer_kings.meetings import PLACE, Dice, hero, lair, met, searched


def fates(turn: Turn) -> list[tuple[str, str]]:
    """What became of each tactic of the plan."""
    return [(one["tactic"], one["word"]) for one in told(turn, "encounter")[0].data["fates"]]


def outcome(turn: Turn) -> str:
    """How the encounter ended."""
    return str(told(turn, "encounter")[0].data["outcome"])


# --- hostility ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D5.0-02", "AK-D5.0-03", "AK-P5.0-03")
@pytest.mark.parametrize(
    ("kind", "face", "hostile"),
    [
        ("Minotaur", 40, True),
        ("Minotaur", 41, False),
        ("Ogre", 70, True),
        ("Ogre", 71, False),
        ("Mummy", 70, True),
        ("Mummy", 71, False),
    ],
)
def test_after_a_failed_tactic_a_monster_may_turn_hostile(kind: str, face: int, hostile: bool) -> None:
    world = empty_world()
    lair(world, kind)
    turn = searched(world, hero(world, {"ME": 1}), "SA-ECHO", Dice(face, rest=100))
    assert fates(turn) == [("SA-ECHO", "wrong"), ("SA-ECHO", "hostile" if hostile else "calm")]
    assert outcome(turn) == ("parted" if hostile else "left")


@pytest.mark.rule("AK-D5.0-03")
def test_who_is_not_attacked_leaves_unharmed() -> None:
    world = empty_world()
    lair(world)
    who = hero(world, {"ME": 1})
    turn = searched(world, who, "SC, TA, SA-ECHO, FU", Dice(rest=100))
    assert (outcome(turn), who.alive, told(turn, "encounter")[0].data["blows"]) == ("left", True, [])


@pytest.mark.rule("AK-D5.0-02", "AK-P5.0-03", "AK-D5.0-06")
@pytest.mark.parametrize(("face", "blows"), [(100, ["SA-ECHO", "FU"]), (70, ["SA-ECHO"])])
def test_combat_begins_with_the_aggressive_tactic_or_with_hostility(face: int, blows: list[str]) -> None:
    world = empty_world()
    lair(world)
    turn = searched(world, hero(world, {"EL": 1}), "SA-ECHO, FU, CA-FB, FL", Dice(face, *[100] * 2, rest=1))
    tried = [tactic for tactic, word in fates(turn) if word not in ("hostile", "calm", "too late")]
    assert tried == blows
    assert told(turn, "encounter")[0].data["blows"][0]["tactic"] == "CA-FB"


@pytest.mark.rule("AK-D5.0-02")
def test_success_ends_the_encounter_before_what_stands_behind() -> None:
    world = empty_world()
    lair(world)
    turn = searched(world, hero(world), "SC, FU, ME", Dice(60))
    assert (outcome(turn), fates(turn)) == ("scouted", [("SC", "scouted")])


def test_flight_before_any_hostility_is_to_leave() -> None:
    world = empty_world()
    lair(world)
    assert outcome(searched(world, hero(world), "SA-ECHO, FL, ME", Dice(100))) == "left"


# --- scouting ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D5.8-01")
@pytest.mark.parametrize(
    ("skills", "face", "yes"),
    [
        ({}, 60, True),
        ({}, 61, False),
        ({"EX": 2, "TH": 1}, 80, True),
        ({"TH": 2}, 81, False),
        ({"EX": 9}, 95, True),
        ({"EX": 9}, 96, False),
    ],
)
def test_scouting(skills: dict[str, int], face: int, yes: bool) -> None:
    world = empty_world()
    feature = lair(world, "Giant Spider", 14, 15)
    turn = searched(world, hero(world, skills), "SC", Dice(face, rest=100))
    event = told(turn, "encounter")[0].data
    assert outcome(turn) == ("scouted" if yes else "left")
    assert feature.scouted == ({"AA": 1} if yes else {})
    if yes:
        assert (event["foe"], event["hit_points"], event["hoard"], event["hoard_items"]) == ("Giant Spider", 14, 9, 2)


# --- talk --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D5.4-01")
@pytest.mark.parametrize(
    ("kind", "needed"),
    [("Ogre", 0), ("Harpy", 1), ("Minotaur", 1), ("Hydra", 2), ("Kraken", 2), ("Giant Spider", 3), ("Demon", 4), ("Mummy", 4)],
)
@pytest.mark.parametrize("alignment", ["Good", "Evil"])
def test_talk_needs_the_druid_level_of_the_class(kind: str, needed: int, alignment: str) -> None:
    for druid in (needed - 1, needed):
        world = empty_world()
        feature = lair(world, kind)
        if druid < 0:
            continue
        turn = searched(world, hero(world, {"DR": druid}, alignment=alignment), "TA", Dice(5, rest=100))
        assert feature.guardian is not None
        assert (fates(turn)[0][1], "AA" in feature.guardian.peace) == (
            ("agreed", True) if druid == needed else ("no tongue", False)
        )


@pytest.mark.rule("AK-D5.4-02")
@pytest.mark.parametrize(
    ("kind", "druid", "alignment", "chance"),
    [
        ("Gryphon", 1, "Druidic", 30),
        ("Gryphon", 3, "Druidic", 50),
        ("Gryphon", 3, "Good", 45),
        ("Ogre", 0, "Good", 10),  # four steps from Evil
        ("Mummy", 4, "Divine", 5),
        ("Gryphon", 9, "Druidic", 90),
    ],
)
def test_chance_of_talk(kind: str, druid: int, alignment: str, chance: int) -> None:
    for face in (chance, chance + 1):
        world = empty_world()
        feature = lair(world, kind)
        turn = searched(world, hero(world, {"DR": druid}, alignment=alignment), "TA", Dice(face, rest=100))
        assert told(turn, "encounter")[0].data["fates"][0]["chance"] == str(chance)
        assert feature.guardian is not None
        assert ("AA" in feature.guardian.peace) == (face == chance)


@pytest.mark.rule("AK-D5.4-02", "AK-10.1-21", "AK-10.1-33", "AK-D9.2-05")
def test_talk_stops_raids_for_half_the_points_once() -> None:
    world = empty_world()
    feature = lair(world, "Gryphon", 20, 25)
    who = hero(world, {"DR": 1})
    turn = searched(world, who, "TA")
    assert feature.guardian is not None
    assert (feature.guardian.peace, feature.guardian.paid, who.merit) == (["AA"], ["AA"], {"DE": 25})  # 12.5 points, in halves
    assert (outcome(turn), only(turn, "merit").data["points"]) == ("agreed", "12.5")
    searched(world, who, "TA")
    assert who.merit == {"DE": 25}


@pytest.mark.rule("AK-D5.4-03")
@pytest.mark.parametrize(
    ("face", "tier", "kind", "gold"),
    [
        (1, 1, "tribute", 4),
        (2, 3, "tribute", 12),
        (3, 2, "riddle", 0),
        (4, 2, "riddle", 0),
        (5, 2, "item", 0),
        (6, 2, "deed", 0),
    ],
)
def test_agreements_by_d6(face: int, tier: int, kind: str, gold: int) -> None:
    world = empty_world()
    feature = lair(world, "Ogre", tier=tier, riddle="ECHO")
    for place, known in ((90, True), (83, False), (100, False), (101, True)):
        kept = Guardian("Ogre", 20, 20)
        world.provinces[place].features += [Feature("Inn"), Feature("Cave", 2, guardian=kept, found_by=["AA"] if known else [])]
    turn = searched(world, hero(world), "TA", Dice(other=[face]))
    assert feature.guardian is not None
    agreed = feature.guardian.agreements["AA"]
    assert (agreed.kind, agreed.gold, agreed.year) == (kind, gold, 1)
    assert agreed.feature == ("101.2" if kind == "deed" else "")
    event = told(turn, "encounter")[0].data
    assert (event["wants"], event["tribute"], event["deed"]) == (kind, gold, agreed.feature)
    assert event["riddle"] == (TABLES.riddles["ECHO"].text if kind == "riddle" else "")


@pytest.mark.rule("AK-D5.4-03")
def test_the_deed_is_against_the_nearest_guardian_where_none_is_known() -> None:
    world = empty_world()
    feature = lair(world)
    world.provinces[120].features.append(Feature("Cave", 2, guardian=Guardian("Ogre", 20, 20), found_by=["BB"]))
    world.provinces[100].features.append(Feature("Cave", 2, guardian=Guardian("Ogre", 20, 20)))
    searched(world, hero(world), "TA", Dice(other=[6]))
    assert feature.guardian is not None
    assert feature.guardian.agreements["AA"].feature == "100.1"


@pytest.mark.rule("AK-D5.4-03")
def test_an_agreement_stays_as_it_was_named() -> None:
    world = empty_world()
    feature = lair(world)
    who = hero(world)
    searched(world, who, "TA", Dice(other=[1]))
    searched(world, who, "TA", Dice(other=[5]))
    assert feature.guardian is not None
    assert feature.guardian.agreements["AA"].kind == "tribute"


def agreed(agreement: Agreement, **more: Any) -> tuple[World, Feature]:
    """A guardian that has agreed on this with AA."""
    world = empty_world()
    return world, lair(world, agreements={"AA": agreement}, **more)


@pytest.mark.rule("AK-D5.4-04", "AK-D5.4-05", "AK-D5.4-07", "AK-10.1-32")
@pytest.mark.parametrize(("word", "right"), [("ECHO", True), ("echoS", True), ("ECHOES", False), ("SHADOW", False)])
def test_the_answer_to_a_riddle(word: str, right: bool) -> None:
    world, feature = agreed(Agreement("riddle"), riddle="ECHO")
    who = hero(world)
    turn = searched(world, who, f"SA-{word}", Dice(100))
    assert outcome(turn) == ("fulfilled" if right else "left")
    assert (feature.guardian is None, world.kingdoms["AA"].gold, who.items) == (
        right,
        19 if right else 10,
        [11, 16] if right else [],
    )
    assert who.merit == {}


@pytest.mark.rule("AK-D5.4-04")
def test_a_riddle_may_be_answered_in_the_same_encounter() -> None:
    world = empty_world()
    feature = lair(world, riddle="ECHO")
    turn = searched(world, hero(world), "TA, SA-ECHO", Dice(other=[3]))
    assert (outcome(turn), feature.guardian) == ("fulfilled", None)
    world = empty_world()
    lair(world, riddle="ECHO")
    turn = searched(world, hero(world), "TA, SA-SHADOW", Dice(1, 100, other=[3]))
    assert (outcome(turn), fates(turn)[1]) == ("agreed", ("SA-SHADOW", "wrong"))


@pytest.mark.rule("AK-D5.4-07")
def test_there_are_twenty_riddles_of_one_word() -> None:
    assert len(TABLES.riddles) >= 20
    assert all(one.isalpha() and one.isupper() for one in TABLES.riddles)
    assert plain("Shadows ") == plain("SHADOW")


@pytest.mark.rule("AK-D5.4-04", "AK-D5.4-05")
@pytest.mark.parametrize(("gold", "word"), [(8, "fulfilled"), (7, "no gold")])
def test_tribute_is_paid(gold: int, word: str) -> None:
    world, feature = agreed(Agreement("tribute", 8))
    world.kingdoms["AA"].gold = gold
    turn = searched(world, hero(world), "FU", Dice(100))
    assert fates(turn)[0] == ("FU", word)
    assert world.kingdoms["AA"].gold == (9 if word == "fulfilled" else 7)
    assert (feature.guardian is None, feature.gold) == ((True, 0) if word == "fulfilled" else (False, 9))


@pytest.mark.rule("AK-D5.4-04")
@pytest.mark.parametrize(("items", "left", "word"), [([1, 12, 18, 17], [1, 12, 18], "fulfilled"), ([], [], "no item")])
def test_an_item_is_handed_over_the_least_first(items: list[int], left: list[int], word: str) -> None:
    world, _ = agreed(Agreement("item"))
    who = hero(world, items=items)
    turn = searched(world, who, "FU", Dice(100))
    assert fates(turn)[0] == ("FU", word)
    assert who.items == left + ([11, 16] if word == "fulfilled" else [])


@pytest.mark.rule("AK-D5.4-04")
@pytest.mark.parametrize(("guardian", "word"), [(1, "still alive"), (4, "fulfilled"), (0, "fulfilled")])
def test_the_deed_is_claimed(guardian: int, word: str) -> None:
    world, _ = agreed(Agreement("deed", feature="100.1", year=3))
    world.turn = 5
    kept = Guardian("Ogre", 20, 20, since=guardian) if guardian else None
    world.provinces[100].features.append(Feature("Cave", 2, guardian=kept))
    assert fates(searched(world, hero(world), "FU", Dice(100)))[0] == ("FU", word)


@pytest.mark.rule("AK-D5.4-04")
def test_without_agreement_nothing_is_fulfilled() -> None:
    world, _ = agreed(Agreement("riddle"), riddle="ECHO")
    assert fates(searched(world, hero(world), "FU", Dice(100)))[0] == ("FU", "unanswered")
    world = empty_world()
    lair(world, riddle="ECHO", agreements={"BB": Agreement("riddle")})
    assert fates(searched(world, hero(world), "SA-ECHO, FU", Dice(100, 100)))[::2] == [
        ("SA-ECHO", "wrong"),
        ("FU", "no agreement"),
    ]


@pytest.mark.rule("AK-DM-07")
def test_a_dragon_heeds_its_crown() -> None:
    world = empty_world()
    feature = lair(world, "Dragon", 50, tier=3)
    who = hero(world, {"ME": 1}, items=[5])
    turn = searched(world, who, "TA, SA-ECHO, ST", Dice(*[100] * 3, rest=1))
    assert [word for _, word in fates(turn)] == ["no words", "wrong", "noticed"]
    assert outcome(turn) == "left"
    assert told(turn, "encounter")[0].data["fates"][0]["chance"] == "20"  # Neutral is two steps from Evil
    assert feature.guardian is not None
    who.items = []
    assert fates(searched(world, who, "TA", Dice(100)))[0] == ("TA", "no tongue")


# --- talk with characters ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D5.4-06")
@pytest.mark.parametrize(
    ("temper", "king", "plan", "talks"),
    [
        ("Cowardly", False, "", True),
        ("Cowardly", True, "", False),
        ("Brave", False, "", False),
        ("Berserk", False, "", False),
        ("Cautious", False, "", False),
        ("Brave", False, "FL, ME", True),
        ("Brave", False, "SC, ME", True),
        ("Cowardly", False, "FI", False),
    ],
)
def test_talk_with_a_character(temper: str, king: bool, plan: str, talks: bool) -> None:
    world = empty_world()
    one, other = hero(world, items=[12]), hero(world, {"AR": 1}, "BB", temper=temper, king=king, plan=plan, items=[13])
    turn = met(world, one, other, "TA", Dice(rest=100))
    assert (outcome(turn) == "talked") == talks
    assert bool(told(turn, "encounter")[0].data["rounds"]) == (not talks)  # everybody else fights
    if talks:
        mine, his = told(turn, "encounter")
        assert (mine.data["foe"], mine.data["foe_kingdom"], mine.data["foe_things"]) == (
            other.title,
            "LandBB",
            ["Flaming Sword"],
        )
        assert (his.data["foe"], his.data["foe_kingdom"], his.data["foe_things"]) == (one.title, "LandAA", ["Sword +2"])


@pytest.mark.rule("AK-D5.0-10")
@pytest.mark.parametrize(("code", "relation"), [("AA", ""), ("BB", "Allied")])
def test_friends_only_give_and_talk(code: str, relation: str) -> None:
    world = empty_world()
    if relation:
        relate(world, "AA", "BB", relation)
    one, other = hero(world, items=[12]), hero(world, {"ME": 4}, code, plan="ME", items=[13])
    turn = met(world, one, other, "GI-12, ST, ME")
    assert fates(turn) == [("GI-12", "offered"), ("ST", "friends"), ("ME", "friends")]
    assert (one.items, other.items, one.alive, other.alive, outcome(turn)) == ([], [13, 12], True, True, "left")
    assert outcome(met(world, one, other, "TA")) == "talked"
    assert met(world, one, other, "ME").failures[0].code == "FRIEND"


# --- gifts -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D5.7-01")
@pytest.mark.parametrize(
    ("gifts", "chance", "left"),
    [
        ("GI-2G", 40, 2),
        ("GI-12", 50, 1),
        ("GI-3G, GI-11", 55, 1),
        ("GI-11G", 30, 2),
        ("GI-29", 30, 2),
        ("GI-12, GI-12", 50, 1),
    ],
)
def test_gifts_help_the_next_talk(gifts: str, chance: int, left: int) -> None:
    world = empty_world()
    feature = lair(world, "Gryphon")
    who = hero(world, {"DR": 1}, items=[11, 12], alignment="Druidic")
    turn = searched(world, who, f"{gifts}, TA", Dice(chance))
    talk = next(one for one in told(turn, "encounter")[0].data["fates"] if one["tactic"] == "TA")
    assert (talk["chance"], talk["word"]) == (str(chance), "agreed")
    assert feature.gold + world.kingdoms["AA"].gold == 19
    assert sorted(feature.items + who.items) == [11, 11, 12, 16]
    assert len(who.items) == left


@pytest.mark.rule("AK-D5.7-01")
@pytest.mark.parametrize(("face", "word"), [(50, "lost"), (51, "kept")])
@pytest.mark.parametrize("plan", ["GI-12, TA", "GI-12"])
def test_a_refused_gift_is_lost_with_one_half(face: int, word: str, plan: str) -> None:
    world = empty_world()
    feature = lair(world, "Gryphon")
    who = hero(world, {"DR": 1}, items=[12])
    faces = (100, face, 100) if "TA" in plan else (face,)
    turn = searched(world, who, plan, Dice(*faces))
    assert ("GI-12", word) in fates(turn)
    assert (who.items, 12 in feature.items) == (([], True) if word == "lost" else ([12], False))


@pytest.mark.rule("AK-D5.7-01")
def test_gold_given_to_a_character_goes_to_his_king() -> None:
    world = empty_world()
    one, other = hero(world), hero(world, code="BB", temper="Cowardly")
    met(world, one, other, "GI-4G", Dice(100))
    assert (world.kingdoms["AA"].gold, world.kingdoms["BB"].gold) == (6, 14)
    assert (one.province, other.alive) == (PLACE, True)
