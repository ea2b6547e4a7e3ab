"""Pay of Heroes and armies, and what happens to those who are not paid."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.rules.abilities.levels import wage
from postern.rulesets.adventurer_kings.rules.realm.economy import pay
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, only, step, told, turn_of
from tests.rules.adventurer_kings.realm import decide, seats

PAY = {
    "GA": 1,
    "BO": 2,
    "AX": 2,
    "PH": 2,
    "LE": 2,
    "LC": 2,
    "HC": 3,
    "CH": 3,
    "EL": 3,
    "CC": 3,
    "WR": 3,
    "DR": 4,
    "EA": 3,
    "WH": 3,
    "FL": 3,
    "ME": 2,
    "EN": 3,
    "TR": 3,
    "WE": 3,
}


def paid(world: World, gold: int, yes: dict[str, bool] | None = None) -> Turn:
    """The step of pay, with so much gold in each treasury."""
    for one in world.kingdoms.values():
        one.gold = gold
    turn = turn_of(world)
    decide(turn, yes)
    return step(turn, "6", pay)


@pytest.mark.rule("AK-D2.2-07", "AK-D2.2-08", "AK-2.3-10", "AK-2.3-01", "AK-2.3-08")
@pytest.mark.parametrize(
    ("king", "kings_race", "hero", "race", "levels", "gold"),
    [
        ("Neutral", "Human", "Evil", "Orc", 5, 4),  # AK-D2.2-08: 2 + 2
        ("Divine", "Dwarf", "Good", "Dwarf", 6, 1),  # 2 + 0 - 1
        ("Divine", "Human", "Evil", "Orc", 3, 1 + 4),  # counted from Good, not from Divine
        ("Undead", "Human", "Evil", "Orc", 3, 1 + 1),
        ("Good", "Human", "Evil", "Orc", 3, 1 + 4),
        ("Neutral", "Human", "Neutral", "Human", 3, 1),  # at least 1
        ("Neutral", "Human", "Pagan", "Elf", 4, 2 + 1),
    ],
)
def test_pay_follows_levels_alignment_and_race(
    king: str, kings_race: str, hero: str, race: str, levels: int, gold: int
) -> None:
    world = empty_world()
    kingdom = world.kingdoms["AA"]
    kingdom.alignment, kingdom.race = king, kings_race
    who = add_character(world, "AA", 82, {"ME": levels - 1, "TA": 1}, alignment=hero, race=race)
    assert wage(who, kingdom) == gold
    paid(world, 20)
    assert kingdom.gold == 20 - gold


@pytest.mark.rule("AK-P9.2-01", "AK-D9.2-01", "AK-D3.5-06")
def test_armies_are_paid_by_their_type_and_kings_not_at_all() -> None:
    for kind, gold in PAY.items():
        world = empty_world()
        add_army(world, "AA", kind, 82)
        paid(world, 20)
        assert world.kingdoms["AA"].gold == 20 - gold, kind
    world = empty_world()
    add_character(world, "AA", 82, {"ME": 3}, race="Elf", hired=1)
    paid(world, 20)
    assert world.kingdoms["AA"].gold == 19  # who was hired this year is paid again


@pytest.mark.rule("AK-D4.25-07")
def test_skeletal_armies_are_not_paid() -> None:
    world = empty_world()
    add_army(world, "AA", "HC", 82, skeletal=True)
    turn = paid(world, 0)
    assert not told(turn, "army unpaid")
    assert world.kingdoms["AA"].gold == 0


@pytest.mark.rule("AK-D9.2-01", "AK-P9.2-01", "AK-D9.1-04")
def test_heroes_come_before_armies_by_number_and_whoever_costs_too_much_is_passed_over() -> None:
    world = empty_world()
    armies = [add_army(world, "AA", kind, 82) for kind in ("LE", "HC", "GA")]
    dear = add_character(world, "AA", 82, {"ME": 9}, race="Elf", loyal=True)  # 3 gold
    add_character(world, "AA", 82, {"ME": 3}, race="Elf", name="Cheap")  # 1 gold
    turn = paid(world, 4)
    assert [facts["whom"] for _, _, facts in turn.account["AA"]] == [dear.name, "Cheap"]
    assert [one.data["army"] for one in told(turn, "army unpaid")] == [one.id for one in armies]
    world = empty_world()
    add_character(world, "AA", 82, {"ME": 9}, race="Elf", loyal=True)
    first, second, third = (add_army(world, "AA", kind, 82) for kind in ("LE", "HC", "GA"))
    turn = paid(world, 2)  # the Hero goes without, the Legion is paid, then nothing is left
    assert [one.data["army"] for one in told(turn, "army unpaid")] == [second.id, third.id]
    assert only(turn, "hero unpaid").data["due"] == 3
    assert first.id in world.armies


@pytest.mark.rule("AK-D9.2-02", "AK-P9.2-02", "AK-DMC-02")
@pytest.mark.parametrize(
    ("yes", "quality", "mercenary"),
    [
        ({}, 2, False),
        ({"unpaid": True}, 1, False),
        ({"desertion": True}, 2, True),
        ({"unpaid": True, "desertion": True}, 1, True),
    ],
)
def test_an_unpaid_army_may_lose_quality_and_then_may_desert(yes: dict[str, bool], quality: int, mercenary: bool) -> None:
    world = empty_world()
    army = add_army(world, "AA", "LE", 82, leader=1)
    turn = turn_of(world)
    world.kingdoms["AA"].gold = 1
    asked = decide(turn, yes)
    step(turn, "6", pay)
    assert {name[0]: int(chance) for name, chance in asked.items()} == {"unpaid": 50, "desertion": 25}
    assert (army.quality, army.mercenary, army.race, army.type, army.id) == (quality, mercenary, "Human", "LE", 1)
    assert (army.owner, army.leader) == (("", 0) if mercenary else ("AA", 1))
    assert seats(only(turn, "army unpaid")) == "A"


@pytest.mark.rule("AK-D6.1-02", "AK-D9.2-02")
def test_an_unpaid_army_below_the_lowest_quality_is_gone_and_does_not_desert() -> None:
    world = empty_world()
    army = add_army(world, "AA", "LE", 82, quality=-1)
    turn = paid(world, 0, {"unpaid": True, "desertion": True})
    assert army.id not in world.armies
    facts = only(turn, "army unpaid").data
    assert (facts["lost"], facts["deserted"]) == (True, False)


@pytest.mark.rule("AK-D9.2-02", "AK-P9.2-03", "AK-D2.2-12", "AK-D2.2-11")
@pytest.mark.parametrize(("loyal", "yes", "leaves"), [(False, True, True), (False, False, False), (True, True, False)])
def test_an_unpaid_hero_leaves_with_50_percent_unless_he_is_loyal(loyal: bool, yes: bool, leaves: bool) -> None:
    world = empty_world()
    hero = add_character(world, "AA", 100, {"ME": 3}, race="Elf", loyal=loyal, items=[11])
    army = add_army(world, "AA", "LE", 100, leader=hero.id)
    turn = turn_of(world)
    world.kingdoms["AA"].gold = 0
    asked = decide(turn, {"desertion": yes})
    step(turn, "6", pay)
    heroes = {name: chance for name, chance in asked.items() if name[:2] == ("desertion", "hero")}
    assert list(heroes.values()) == ([] if loyal else [50])
    assert (hero.status, hero.kingdom, hero.province) == (("free", "", 100) if leaves else ("serving", "AA", 100))
    assert hero.items == [11]
    assert army.leader == 0 or not leaves


@pytest.mark.rule("AK-D1.2-14")
def test_a_kingdom_without_provinces_pays_by_the_same_rules() -> None:
    world = empty_world()
    world.provinces[82].owner = ""
    army = add_army(world, "AA", "LE", 82)
    paid(world, 0, {"desertion": True})
    assert army.mercenary
    assert world.characters[1].status == "serving"
