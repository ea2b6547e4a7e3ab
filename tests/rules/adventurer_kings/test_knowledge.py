"""What one kingdom may know, as a world: its own in full, others as seen, nothing that is secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from postern.game.kit.copying import copied
from postern.game.kit.knowledge import NotKnown
from postern.rulesets.adventurer_kings.knowledge import NOWHERE, View, imagined, view_of
from postern.rulesets.adventurer_kings.rules.memory import remember
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world
from tests.rules.adventurer_kings.reports import cave, view


def peopled() -> World:
    """A world in year 4: AA with a Hero (4) at 60, where a Hero (5) of BB stands with an army; a cave at 82 that AA found and
    scouted, one that it did not; BB's Hero (6) and army far away at 120; a free Hero (7) at 61, a defended province 100."""
    world = empty_world()
    world.turn = 4
    add_character(world, "AA", 60, {"EX": 2}, name="Tove")
    add_army(world, "AA", "LE", 82, 1, quality=3)
    there = add_character(world, "BB", 60, {"ME": 3}, name="Grusk", plan="FI, ME", items=[12])
    add_army(world, "BB", "HC", 60, there.id, quality=4)
    far = add_character(world, "BB", 120, {"ME": 2}, name="Far")
    add_army(world, "BB", "LE", 120, far.id)
    add_character(world, "", 61, {"TA": 2}, name="Free", status="free")
    add_army(world, "", "PH", 100)
    cave(world, 82, "AA", "BB").scouted["AA"] = 3
    cave(world, 82, "BB", kind="Troll")
    cave(world, 120, "BB")
    world.provinces[120].owner = "BB"
    world.kingdoms["AA"].exploration |= {60: 30, 101: 40}
    world.kingdoms["BB"].exploration |= {120: 50}
    world.kingdoms["BB"].inventions = [1]
    remember(world)
    return world


@pytest.mark.rule("AK-D1.4-02")
def test_the_own_stands_in_full() -> None:
    world = peopled()
    known = imagined(world, "AA")
    assert [known.characters[one] for one in (1, 4)] == [world.characters[one] for one in (1, 4)]
    assert known.armies[1] == world.armies[1]
    own, real = known.kingdoms["AA"], world.kingdoms["AA"]
    assert (own.gold, own.exploration, own.relations) == (real.gold, real.exploration, real.relations)
    assert (known.provinces[82].tax, known.provinces[82].types) == (8, ["LE", "HC"])
    known.characters[1].name = "other"
    assert world.characters[1].name == "KingAA"


@pytest.mark.rule("AK-D1.4-02", "AK-D1.4-05")
def test_armies_that_are_seen_are_exact_but_for_quality() -> None:
    known = imagined(peopled(), "AA")
    assert [(one.type, one.owner, one.leader) for one in known.armies_in(60)] == [("HC", "BB", 5)]
    with pytest.raises(NotKnown, match="the quality of army 2"):
        assert known.armies[2].quality > 1
    assert known.armies_in(120) == known.armies_in(100) == []


@pytest.mark.rule("AK-D1.4-04", "AK-D1.4-02")
def test_characters_that_are_seen_show_who_they_are_and_not_what_they_can() -> None:
    known = imagined(peopled(), "AA")
    grusk = known.characters[5]
    assert (grusk.name, grusk.race, grusk.alignment, grusk.temper, grusk.kingdom, grusk.province) == (
        *("Grusk", "Human", "Neutral", "Brave", "BB", 60),
    )
    assert (grusk.skills, grusk.aptitudes, grusk.items, grusk.plan, grusk.merit) == ({}, {}, [], "", {})
    assert 6 not in known.characters
    assert 7 not in known.characters


@pytest.mark.rule("AK-D1.4-03")
def test_of_kings_and_leaders_of_offices_everybody_knows_the_names() -> None:
    world = peopled()
    world.offices["MA"] = 6
    known = imagined(world, "AA")
    king, leader = known.characters[2], known.characters[6]
    assert (king.title, king.kingdom, king.province, king.skills) == ("King KingBB", "BB", NOWHERE, {})
    assert (leader.name, leader.kingdom, leader.province) == ("Far", "BB", NOWHERE)


@pytest.mark.rule("AK-D1.4-09", "AK-P1.1-18")
def test_provinces_as_far_as_they_are_known() -> None:
    world = peopled()
    known = imagined(world, "AA")
    assert (known.provinces[5].name, known.provinces[5].owner, known.provinces[5].types) == ("province 5", "", [])
    beside = known.provinces[83]
    assert (beside.name, beside.owner, beside.native, beside.types) == ("P83", "", "", [])
    been = known.provinces[101]
    assert (been.tax, been.native, been.types) == (4, "Human", ["LE", "HC"])
    with pytest.raises(NotKnown, match="the tax of P83"):
        assert beside.tax + 1
    assert (view(world).known(5), view(world).known(83), view(world).been(83), view(world).been(101)) == (
        *(False, True),
        *(False, True),
    )
    assert (view(world).place(5), view(world).place(83)) == ("province 5", "P83 (83)")


@pytest.mark.rule("AK-D1.4-04")
def test_features_stand_in_their_places_and_only_those_that_were_found() -> None:
    world = peopled()
    one, *more = imagined(world, "AA").provinces[82].features
    assert more == []
    assert (one.kind, one.found_by, one.gold, one.items, one.discovery) == ("Cave", ["AA"], 9, [], 0)
    assert one.guardian is not None
    assert (one.guardian.kind, one.guardian.hit_points, one.guardian.full) == ("Ogre", 14, 14)
    world.provinces[82].features[0].found_by = ["BB"]
    world.provinces[82].features[1].found_by = ["AA"]
    hidden, found = imagined(world, "AA").provinces[82].features
    assert (hidden.found_by, hidden.guardian, found.kind, found.guardian) == ([], None, "Cave", None)


@pytest.mark.rule("AK-D1.4-04", "AK-D1.4-03")
def test_of_another_kingdom_only_what_is_public() -> None:
    world = peopled()
    world.kingdoms["BB"].alignment = "Evil"
    known = imagined(world, "AA").kingdoms["BB"]
    assert (known.code, known.number, known.seat, known.name, known.king) == ("BB", 2, "B", "LandBB", 2)
    assert (known.exploration, known.inventions, known.seen, known.home) == ({}, [], {}, NOWHERE)
    assert known.alignment != "Evil"
    assert known.relations == world.kingdoms["BB"].relations
    with pytest.raises(NotKnown, match="the gold of LandBB"):
        assert known.gold > 3


def _far_army(world: World) -> None:
    add_army(world, "BB", "DR", 121)


def _newcomer(world: World) -> None:
    add_character(world, "CC", 33)


def _removed(world: World, army: int) -> None:
    del world.armies[army]


def _changed(**fields: Any) -> Callable[[Any], None]:
    def change(one: Any) -> None:
        for name, value in fields.items():
            setattr(one, name, value)

    return change


def _later(world: World) -> Any:
    return world.provinces[82].features[0]


SECRETS: dict[str, Callable[[World], None]] = {
    "another's gold": lambda world: _changed(gold=99)(world.kingdoms["BB"]),
    "another's exploration": lambda world: world.kingdoms["BB"].exploration.update({82: 100, 5: 3}),
    "another's inventions": lambda world: world.kingdoms["BB"].inventions.append(5),
    "who was first with an invention": lambda world: world.invented.update({1: "BB"}),
    "another's alignment": lambda world: _changed(alignment="Evil", race="Orc")(world.kingdoms["BB"]),
    "another's memory": lambda world: world.kingdoms["BB"].seen.clear(),
    "another's missed years": lambda world: _changed(missed=2, heir_until=9, learnt={"AA": "Good"})(world.kingdoms["BB"]),
    "skills of one who is seen": lambda world: world.characters[5].skills.update({"ME": 9, "SP": 5}),
    "aptitudes of one who is seen": lambda world: world.characters[5].aptitudes.update({"ME": 9}),
    "items of one who is seen": lambda world: world.characters[5].items.append(1),
    "the plan of one who is seen": lambda world: _changed(plan="FL")(world.characters[5]),
    "marks of one who is seen": lambda world: _changed(loyal=True, willing=False, hired=2)(world.characters[5]),
    "merit and spells of one who is seen": lambda world: _changed(merit={"MA": 8}, spells={"OR": 3})(world.characters[5]),
    "offers of others": lambda world: world.characters[5].offers.append("CC"),
    "a character far away": lambda world: _changed(province=122, skills={"TA": 5}, status="dead")(world.characters[6]),
    "a new character far away": lambda world: _newcomer(world),
    "where another King is": lambda world: _changed(province=130, temper="Cowardly", race="Elf", alignment="Evil")(
        world.characters[2]
    ),
    "the quality of an army that is seen": lambda world: _changed(quality=0, used=2, bitten=True)(world.armies[2]),
    "an army far away": lambda world: _changed(quality=5, type="DR", race="Dragon", province=121)(world.armies[3]),
    "a new army far away": _far_army,
    "defenders next door": lambda world: _removed(world, 4),
    "the next numbers": lambda world: _changed(next_army=500, next_character=500)(world),
    "terrain never seen": lambda world: _changed(terrain="Sea", name="Deep", tax=0, native="", types=[])(world.provinces[5]),
    "the owner of a province never seen": lambda world: _changed(owner="CC", home_of="CC")(world.provinces[5]),
    "tax and natives from beside": lambda world: _changed(tax=5, native="Elf", types=["BO"], home_of="CC")(world.provinces[83]),
    "the owner of a province from beside": lambda world: _changed(owner="CC")(world.provinces[83]),
    "the year in another's land": lambda world: _changed(recruited=2, blessed=True, raided=25)(world.provinces[60]),
    "items on the ground": lambda world: world.provinces[82].lying.append(7),
    "dead armies where less than all is explored": lambda world: world.provinces[60].remains.append(_bones()),
    "a feature that is not found": lambda world: _hidden(world),
    "who else found a feature": lambda world: _later(world).found_by.insert(0, "CC"),
    "the discovery number": lambda world: _changed(discovery=99)(_later(world)),
    "what became of a guardian": lambda world: _changed(hit_points=1, full=50, riddle="TIME")(_later(world).guardian),
    "that a guardian was slain by others": lambda world: _changed(guardian=None, gold=0, items=[])(_later(world)),
    "treasure put there since": lambda world: _changed(gold=40, items=[1, 2])(_later(world)),
    "what a guardian agreed with others": lambda world: _later(world).guardian.peace.append("BB"),
}


def _bones() -> Any:
    from postern.rulesets.adventurer_kings.world import Remains

    return Remains("Human", "LE", "BB")


def _hidden(world: World) -> None:
    world.provinces[82].features.append(copied(_later(world)))
    world.provinces[82].features[-1].found_by = []


@pytest.mark.rule("AK-D1.4-04", "AK-D1.4-02", "AK-D1.4-05", "AK-D1.4-09")
@pytest.mark.parametrize("secret", SECRETS)
def test_what_is_secret_changes_nothing_of_the_view(secret: str) -> None:
    world = peopled()
    before = imagined(world, "AA")
    whole = copied(world)
    SECRETS[secret](world)
    assert world != whole, "the case changes nothing"
    assert imagined(world, "AA") == before


PUBLIC: dict[str, Callable[[World], Any]] = {
    "the army of one who is seen is gone": lambda world: world.armies.pop(2),
    "a second army beside it": lambda world: add_army(world, "BB", "LE", 60),
    "relations of others": lambda world: world.kingdoms["BB"].relations.update({"CC": "Allied"}),
    "a King is dead": lambda world: _changed(status="dead")(world.characters[2]),
    "a kingdom is given up": lambda world: _changed(given_up=True)(world.kingdoms["BB"]),
    "who leads an office": lambda world: world.offices.update({"MA": 2}),
    "an election": lambda world: _changed(election="BB")(world),
    "own gold": lambda world: _changed(gold=3)(world.kingdoms["AA"]),
    "the owner where he stands": lambda world: _changed(owner="BB")(world.provinces[60]),
    "a body where he stands": lambda world: _changed(status="dead")(world.characters[5]),
}


@pytest.mark.rule("AK-D1.4-02", "AK-D1.4-03")
@pytest.mark.parametrize("what", PUBLIC)
def test_what_may_be_known_changes_the_view(what: str) -> None:
    world = peopled()
    before = imagined(world, "AA")
    PUBLIC[what](world)
    assert imagined(world, "AA") != before


@pytest.mark.rule("AK-D1.4-02")
def test_who_was_seen_before_stands_where_he_was_until_he_is_missed_there() -> None:
    world = peopled()
    world.characters[4].province = world.characters[5].province = 82
    known = imagined(world, "AA")
    assert known.characters[5].province == 82
    world.characters[5].province, world.characters[5].kingdom = 120, "CC"
    old = imagined(world, "AA").characters[5]
    assert (old.province, old.kingdom) == (60, "BB")
    world.characters[4].province = 60
    assert 5 not in imagined(world, "AA").characters


@pytest.mark.rule("AK-P3.2-01", "AK-D3.2-01")
def test_dead_armies_show_where_all_is_explored_and_somebody_stands() -> None:
    world = peopled()
    world.provinces[82].remains = [_bones()]
    assert imagined(world, "AA").provinces[82].remains == [_bones()]
    world.kingdoms["AA"].exploration[82] = 99
    assert imagined(world, "AA").provinces[82].remains == []


def test_the_view_is_that_of_a_seat() -> None:
    world = peopled()
    found = view_of(world, "B")
    assert isinstance(found, View)
    assert (found.code, found.kingdom.name, [one.id for one in found.own]) == ("BB", "LandBB", [2, 5, 6])
    with pytest.raises(KeyError):
        view_of(world, "nobody")


@pytest.mark.rule("AK-P1.1-16")
@pytest.mark.parametrize(("word", "tax"), [("Rich", 8), ("Prosperous", 5), ("Poor", 1), ("", 6)])
def test_what_a_forecast_conquers_has_the_tax_that_it_probably_has(word: str, tax: int) -> None:
    known = imagined(empty_world(), "AA")
    known.provinces[83].owner, known.kingdoms["AA"].seen[83].wealth = "AA", word
    assert imagined(known, "AA").provinces[83].tax == tax
