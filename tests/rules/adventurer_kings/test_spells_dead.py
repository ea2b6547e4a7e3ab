"""Resurrect and Necromantic Charm."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.magic import cast
from postern.rulesets.adventurer_kings.rules.endings import kill
from postern.rulesets.adventurer_kings.rules.realm.succession import give_levels, provide_kings
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, Feature, Guardian, World
from tests.rules.adventurer_kings.build import (
    HOMES,
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    step,
    told,
    turn_of,
)

HOME = HOMES["AA"]


def priest_world(skills: dict[str, int] | None = None, alignment: str = "Neutral") -> World:
    """A priest of level 2 (4) at the home of a kingdom of this alignment."""
    world = empty_world(alignment=alignment)
    add_character(world, "AA", HOME, {"WH": 2} if skills is None else skills, name="Selwyn")
    return world


def dead(world: World, code: str, **more: Any) -> Character:
    """A dead character who lies at the home of AA."""
    one = add_character(world, code, HOME, {"ME": 3, "TA": 1}, name="Borric", **{"items": [11], **more})
    kill(turn_of(world), one, "battle")
    return one


def casts(world: World, order: str, *faces: int, who: int = 4) -> Turn:
    turn = always(turn_of(world, {"AA": f"CHAR {who}\n1 CA {order}"}), *(faces or (1,)))
    carry_out(turn, cast)
    return turn


@pytest.mark.rule("AK-P4.2-02", "AK-D4.21-03", "AK-10.1-23")
@pytest.mark.parametrize("code", ["AA", "BB", ""])
@pytest.mark.parametrize("order", ["RE BORRIC", "RE 5", "RE"])
def test_the_dead_live_again_in_the_casters_service(code: str, order: str) -> None:
    world = priest_world()
    body = dead(world, code)
    turn = casts(world, order)
    assert (body.status, body.kingdom, body.province, body.items) == ("serving", "AA", HOME, [])
    assert body.skills == {"ME": 3, "TA": 1}
    assert world.characters[4].merit == {"HP": 2}
    assert only(turn, "raised").data["body_name"] == "Borric"


@pytest.mark.rule("AK-P4.2-02", "AK-D4.21-03", "AK-D2.0-11", "AK-D4.2-02")
@pytest.mark.parametrize(
    ("skill", "alignment", "chance"),
    [(2, "Neutral", 30), (3, "Neutral", 40), (7, "Neutral", 80), (8, "Neutral", 95), (2, "Pagan", 40)],
)
def test_the_chance_of_resurrection(skill: int, alignment: str, chance: int) -> None:
    for face, alive in ((chance, True), (chance + 1, False)):
        world = priest_world({"WH": skill}, alignment)
        body = dead(world, "AA", died=-9)
        assert only(casts(world, "RE", face), "cast").data["chance"] == str(chance)
        assert body.alive is alive


@pytest.mark.rule("AK-D4.21-03")
def test_one_attempt_a_body_year_and_caster() -> None:
    world = priest_world()
    body = dead(world, "AA")
    casts(world, "RE", 100)
    assert failures(casts(world, "RE")) == ["TRIED"]
    other = add_character(world, "AA", HOME, {"WH": 2})
    casts(world, "RE 5", 1, who=other.id)
    assert body.alive


@pytest.mark.rule("AK-P4.2-02")
def test_a_body_is_raised_where_it_lies() -> None:
    world = priest_world()
    body = dead(world, "AA")
    body.province = 83
    turn = casts(world, "RE 5")
    assert failures(turn) == ["NO CHARACTER"]
    assert failures(casts(world, "RE")) == ["WHOM"]


@pytest.mark.rule("AK-D2.2-09")
def test_there_must_be_room_for_another_hero() -> None:
    world = priest_world()
    dead(world, "AA")
    for _ in range(7):
        add_character(world, "AA", HOME)
    assert failures(casts(world, "RE 5")) == ["FULL"]


@pytest.mark.rule("AK-P4.2-04")
def test_a_resurrected_hero_acts_from_the_next_phase_on() -> None:
    world = priest_world({"WH": 9})
    hero = add_character(world, "AA", HOME, {"ME": 1}, name="Borric")
    turn = turn_of(world, {"AA": "CHAR 4\n1 CA RE BORRIC\nCHAR 5\n1 PR ME\n2 PR ME"})
    kill(turn, hero, "battle")
    always(turn, 1, 100)
    step(turn, "1b", act)
    assert (hero.alive, failures(turn)) == (True, ["RAISED"])
    assert not told(turn, "practised")
    always(turn, 1)
    step(turn, "2b", act)
    assert len(told(turn, "practised")) == 1


@pytest.mark.rule("AK-2.3-09", "AK-2.3-01")
@pytest.mark.parametrize(("caster", "made"), [(1, "Good"), (4, "Evil")])
def test_a_divine_king_raises_to_good_alignment(caster: int, made: str) -> None:
    world = priest_world(alignment="Divine")
    world.characters[1].skills = {"WH": 2}
    body = dead(world, "BB", alignment="Evil")
    casts(world, "RE 5", who=caster)
    assert body.alignment == made


@pytest.mark.rule("AK-P2.1-10")
@pytest.mark.parametrize(
    ("king", "code", "possible"),
    [("Divine", "AA", True), ("Divine", "BB", False), ("Divine", "", False), ("Good", "AA", False)],
)
def test_a_divine_king_turns_the_living_of_his_kingdom_to_good(king: str, code: str, possible: bool) -> None:
    world = priest_world(alignment=king)
    world.characters[1].skills = {"WH": 2}
    hero = add_character(world, code, HOME, {"ME": 2}, alignment="Evil", items=[11])
    turn = casts(world, f"RE {hero.id}", who=1)
    assert failures(turn) == ([] if possible else ["NOT HIM"])
    assert (hero.alignment, hero.items) == ("Good" if possible else "Evil", [11])


@pytest.mark.rule("AK-P2.1-10")
def test_a_hero_of_a_divine_king_turns_no_living() -> None:
    world = priest_world(alignment="Divine")
    hero = add_character(world, "AA", HOME, {"ME": 2}, alignment="Evil")
    assert failures(casts(world, f"RE {hero.id}")) == ["NOT HIM"]


def dead_king_world(caster: str) -> tuple[World, Character, Character]:
    """King BB is dead; his Heir (5) stands with two items and an army beside a priest (4) of this kingdom."""
    world = priest_world()
    priest = world.characters[4]
    priest.kingdom = caster
    king = world.characters[2]
    turn = turn_of(world)
    kill(turn, king, "battle")
    step(turn, "7", provide_kings)
    heir = world.king(world.kingdoms["BB"])
    priest.province = heir.province
    heir.items = [22]
    add_army(world, "BB", "LE", heir.province, heir.id)
    world.turn = 2
    return world, king, heir


@pytest.mark.rule("AK-P4.2-03", "AK-D2.1-05", "AK-P2.1-02")
@pytest.mark.parametrize("caster", ["AA", "BB"])
def test_an_old_king_comes_back_through_his_heir(caster: str) -> None:
    world, king, heir = dead_king_world(caster)
    turn = always(turn_of(world, {caster: f"CHAR 4\n1 CA RE {heir.id}"}))
    carry_out(turn, cast)
    kingdom = world.kingdoms["BB"]
    assert (kingdom.king, king.status, king.kingdom, king.king, king.skills) == (
        2,
        "serving",
        "BB",
        True,
        {"TA": 2, "MA": 1, "DR": 1},
    )
    assert (king.province, king.items, world.armies[1].leader) == (heir.province, [22], king.id)
    assert (heir.alive, heir.king, heir in world.serving("BB")) == (False, False, False)
    assert only(turn, "king raised").seen_by == {"A", "B", "C"}
    step(turn_of(world), "7", provide_kings)
    assert kingdom.king == 2


@pytest.mark.rule("AK-P4.2-03", "AK-D2.1-05")
@pytest.mark.parametrize("why", ["levels", "training"])
def test_not_once_the_heir_has_levels(why: str) -> None:
    world, king, heir = dead_king_world("AA")
    if why == "levels":
        give_levels(turn_of(world), world.kingdoms["BB"], heir, "Odo", {"TA": 3, "MA": 1})
    else:
        heir.skills = {"MA": 5}
    king.province = heir.province
    for whom in (heir.id, king.id):
        assert failures(casts(world, f"RE {whom}")) == ["NOT HIM"]
    heir.skills = {"MA": 4}
    assert failures(casts(world, f"RE {heir.id}")) == ([] if why == "training" else ["NOT HIM"])


@pytest.mark.rule("AK-P4.2-03", "AK-P2.1-04")
def test_a_king_raised_before_an_heir_came_is_no_subject() -> None:
    world = priest_world()
    king = world.characters[2]
    king.province = HOME
    kill(turn_of(world), king, "battle")
    casts(world, "RE 2")
    assert (king.status, king.kingdom, king.king, world.kingdoms["BB"].king) == ("serving", "BB", True, 2)


def undead_world(skill: int = 1, alignment: str = "Undead") -> World:
    """A necromancer of this alignment (4) at home."""
    world = priest_world({"NE": skill}, "Undead")
    world.characters[4].alignment = alignment
    return world


@pytest.mark.rule("AK-2.3-15", "AK-D4.25-06", "AK-2.3-07")
@pytest.mark.parametrize(("alignment", "code"), [("Undead", ""), ("Evil", "ALIGNMENT")])
def test_undead_characters_raise_a_hero_as_undead(alignment: str, code: str) -> None:
    world = undead_world(alignment=alignment)
    body = dead(world, "BB", alignment="Good")
    turn = casts(world, "NC BORRIC")
    assert failures(turn) == ([code] if code else [])
    if not code:
        assert (body.status, body.kingdom, body.alignment, body.skills) == ("serving", "AA", "Undead", {"ME": 3, "TA": 1})


@pytest.mark.rule("AK-D4.25-06")
def test_kings_and_the_living_are_not_charmed() -> None:
    world = undead_world()
    king = world.characters[2]
    king.province = world.characters[3].province = HOME
    kill(turn_of(world), king, "battle")
    assert failures(casts(world, "NC 2")) == failures(casts(world, "NC 3")) == ["NOT HIM"]


def lair(world: World, kind: str = "Ghoul", points: int = 14, found: bool = True) -> Feature:
    feature = Feature("Tomb", 1, guardian=Guardian(kind, 15, points), gold=6, items=[22], found_by=["AA"] if found else [])
    world.provinces[HOME].features = [feature]
    return feature


@pytest.mark.rule("AK-D4.25-06", "AK-10.1-33", "AK-D9.2-05")
def test_a_charmed_undead_monster_gives_up_raids_and_treasure() -> None:
    world = undead_world(2)
    feature = lair(world)
    assert feature.guardian is not None
    turn = casts(world, "NC 82.1")
    assert (feature.guardian.peace, feature.guardian.paid, feature.gold, feature.items) == (["AA"], ["AA"], 0, [])
    assert (world.kingdoms["AA"].gold, world.characters[4].items) == (16, [22])
    assert world.characters[4].merit == {"DE": 15}  # 7.5 points in halves
    assert only(turn, "charmed monster").data["gold"] == 6
    casts(world, "NC 82.1")
    assert world.characters[4].merit == {"DE": 15}


@pytest.mark.rule("AK-D4.25-06")
@pytest.mark.parametrize(
    ("skill", "kind", "points", "found", "target", "code"),
    [
        (1, "Ghoul", 10, True, "82.1", ""),
        (1, "Ghoul", 11, True, "82.1", "TOO STRONG"),
        (2, "Ghoul", 20, True, "82.1", ""),
        (2, "Ogre", 10, True, "82.1", "NO MONSTER"),
        (2, "Ghoul", 10, False, "82.1", "NO MONSTER"),
        (2, "Ghoul", 10, True, "82.2", "NO MONSTER"),
        (2, "Ghoul", 10, True, "83.1", "NO MONSTER"),
    ],
)
def test_which_monsters_are_charmed(skill: int, kind: str, points: int, found: bool, target: str, code: str) -> None:
    world = undead_world(skill)
    lair(world, kind, points, found)
    assert failures(casts(world, f"NC {target}")) == ([code] if code else [])
