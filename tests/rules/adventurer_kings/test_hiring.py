"""Heroes who are offered service and dismissed: sections 3.5 and 3.7."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.heroes import dismiss_hero, hire
from postern.rulesets.adventurer_kings.rules.abilities.levels import wage
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, World
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


def with_hero(king: str = "Neutral", **more: object) -> tuple[World, Character]:
    """A kingdom of this alignment, and a free Elf Hero with 3 levels at its home (number 4)."""
    world = empty_world(alignment=king)
    facts = {"race": "Elf", "name": "Ishara", **more}
    return world, add_character(world, "", HOME, {"ME": 3}, **facts)


def offer(world: World, *faces: int) -> Turn:
    turn = always(turn_of(world, {"AA": "CHAR 1\n1 HI 4"}), *faces)
    carry_out(turn, hire)
    return turn


def set_level(who: Character, ability: str, level: int) -> None:
    who.skills[ability] = level


@pytest.mark.rule("AK-D3.5-01", "AK-D3.5-06", "AK-D2.2-01")
def test_a_free_hero_enters_service_for_a_years_pay_at_once() -> None:
    world, hero = with_hero()
    turn = offer(world, 1)
    assert (hero.kingdom, hero.status, hero.hired, world.kingdoms["AA"].gold) == ("AA", "serving", 1, 9)
    assert turn.account["AA"] == [("hired", -1, {"what": "Ishara"})]
    assert only(turn, "hired").data["cost"] == 1


@pytest.mark.rule("AK-D3.5-01")
def test_an_offer_that_is_refused_costs_nothing() -> None:
    world, hero = with_hero()
    turn = offer(world, 66)
    assert (hero.status, world.kingdoms["AA"].gold) == ("free", 10)
    assert only(turn, "offer refused").data["chance"] == "65"


@pytest.mark.rule("AK-D3.5-02", "AK-D3.5-03", "AK-2.3-11", "AK-D4.35-24", "AK-D2.0-12")
@pytest.mark.parametrize(
    ("alignment", "more", "chance"),
    [
        ("Neutral", {}, "65"),  # Druid 1
        ("Neutral", {"alignment": "Evil"}, "45"),
        ("Neutral", {"alignment": "Evil", "race": "Human"}, "55"),  # as in the example: two steps, own race, Druid 1
        ("Neutral", {"alignment": "Good"}, "45"),
        ("Good", {"alignment": "Pagan"}, "35"),
        ("Good", {"alignment": "Evil"}, ""),  # four steps: never
        ("Divine", {"alignment": "Good", "willing": True}, "55"),
        ("Divine", {"alignment": "Good"}, "0"),
        ("Undead", {"alignment": "Evil"}, "0"),
        ("Undead", {"alignment": "Evil", "willing": True}, "55"),
    ],
)
def test_the_chance_of_an_offer(alignment: str, more: dict[str, object], chance: str) -> None:
    world, _ = with_hero(alignment, **more)
    turn = offer(world, 100)
    assert [one.data["chance"] for one in told(turn, "offer refused")] == ([chance] if chance else [])
    assert failures(turn) == ([] if chance else ["ALIGNMENT"])


@pytest.mark.rule("AK-P2.1-08")
def test_an_unwilling_hero_serves_no_undead_king_even_a_great_psychic() -> None:
    world, _ = with_hero("Undead", alignment="Evil")
    set_level(world.characters[1], "PS", 8)
    assert only(offer(world, 1), "offer refused").data["chance"] == "0"


@pytest.mark.rule("AK-D2.0-12", "AK-D4.35-24")
def test_heraldry_and_a_great_psychic_raise_the_chance() -> None:
    world, _ = with_hero()
    world.kingdoms["AA"].inventions = [22]
    assert only(offer(world, 100), "offer refused").data["chance"] == "75"
    world, _ = with_hero()
    set_level(world.characters[1], "PS", 8)
    assert only(offer(world, 100), "offer refused").data["chance"] == "95"


@pytest.mark.rule("AK-D3.5-04")
def test_no_second_offer_in_a_year_and_no_orders_before_the_next() -> None:
    world, hero = with_hero()
    offer(world, 100)
    assert hero.offers == ["AA"]
    assert failures(offer(world, 1)) == ["REFUSED"]
    world, hero = with_hero()
    offer(world, 1)
    turn = step(turn_of(world, {"AA": f"CHAR {hero.id}\n2 PR ME"}), "2b", act)
    assert failures(turn) == ["NEW"]


@pytest.mark.rule("AK-D3.5-05")
def test_of_two_kingdoms_the_first_success_takes_him() -> None:
    world, hero = with_hero()
    rival = world.characters[2]
    rival.province = HOME
    turn = always(turn_of(world, {"AA": "CHAR 1\n1 HI 4", "BB": "CHAR 2\n1 HI 4"}), 1)
    carry_out(turn, hire)
    carry_out(turn, hire, 1)
    assert (hero.kingdom, failures(turn), world.kingdoms["BB"].gold) == ("AA", ["TAKEN"], 10)


@pytest.mark.rule("AK-D3.5-01", "AK-D2.2-01", "AK-D2.2-09", "AK-D9.1-04")
@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"status": "defending"}, "DEFENDS", "leads the defence"),
        ({"province": 83}, "NOT HERE", "is not in P82 (82)"),
        ({"kingdom": "AA", "status": "serving"}, "YOURS", "Ishara is already in your service"),
        ({"status": "dead"}, "NOT HERE", "is not in"),
        ({"skills": {"ME": 9, "AR": 9, "TA": 9, "EX": 9}}, "GOLD", "wants 12 gold a year, and you have 10"),
    ],
)
def test_who_cannot_be_hired(change: dict[str, object], code: str, words: str) -> None:
    world, hero = with_hero()
    for name, value in change.items():
        setattr(hero, name, value)
    turn = offer(world, 1)
    assert failures(turn) == [code]
    assert words in turn.failures[0].why


@pytest.mark.rule("AK-D2.2-09")
def test_a_kingdom_employs_at_most_eight_heroes() -> None:
    world, _ = with_hero()
    for _ in range(8):
        add_character(world, "AA", HOME, {"ME": 1})
    assert failures(offer(world, 1)) == ["FULL"]


@pytest.mark.rule("AK-D2.2-01", "AK-D3.5-01")
def test_a_hero_in_an_inn_is_hired_when_the_inn_is_known() -> None:
    from postern.rulesets.adventurer_kings.world import Feature

    world, hero = with_hero(inn=1)
    world.provinces[HOME].features.append(Feature("Inn"))
    assert failures(offer(world, 1)) == ["NOT HERE"]
    world.provinces[HOME].features[0].found_by.append("AA")
    assert failures(offer(world, 1)) == []
    assert (hero.kingdom, hero.inn) == ("AA", 0)


@pytest.mark.rule("AK-D2.2-07", "AK-D2.2-08", "AK-2.3-10")
@pytest.mark.parametrize(
    ("king", "race", "hero", "levels", "pay"),
    [
        ("Neutral", "Human", ("Evil", "Elf"), 5, 4),
        ("Divine", "Dwarf", ("Good", "Dwarf"), 6, 1),
        ("Divine", "Human", ("Evil", "Elf"), 3, 5),  # counted from Good: four steps
        ("Undead", "Human", ("Evil", "Elf"), 4, 3),
        ("Neutral", "Human", ("Neutral", "Human"), 1, 1),  # never less than 1
    ],
)
def test_the_pay_of_a_hero(king: str, race: str, hero: tuple[str, str], levels: int, pay: int) -> None:
    world = empty_world(alignment=king)
    world.kingdoms["AA"].race = race
    one = add_character(world, "AA", HOME, {"ME": levels}, alignment=hero[0], race=hero[1])
    assert wage(one, world.kingdoms["AA"]) == pay


@pytest.mark.rule("AK-D3.7-01", "AK-D2.2-11", "AK-D2.2-12")
def test_a_dismissed_hero_is_free_where_he_stands_and_waits_a_year() -> None:
    world = empty_world()
    hero = add_character(world, "AA", 120, {"ME": 2}, items=[11], loyal=True)
    army = add_army(world, "AA", "LE", 120, hero.id)
    turn = turn_of(world, {"AA": f"CHAR 1\n1 FI {hero.name}"})
    assert carry_out(turn, dismiss_hero)
    assert (hero.status, hero.kingdom, hero.province, hero.items, army.leader, army.owner) == ("free", "", 120, [11], 0, "AA")
    world.characters[2].province = 120
    again = turn_of(world, {"BB": f"CHAR 2\n1 HI {hero.id}"})
    carry_out(again, hire)
    assert failures(again) == ["REFUSED"]
    hero.offers = []  # the next year
    assert carry_out(always(turn_of(world, {"BB": f"CHAR 2\n1 HI {hero.id}"}), 1), hire)
    assert hero.kingdom == "BB"


@pytest.mark.rule("AK-D3.7-01")
@pytest.mark.parametrize(("whom", "code"), [("1", "KING"), ("2", "NO CHARACTER"), ("TOVE", "NO CHARACTER")])
def test_kings_and_others_heroes_are_not_dismissed(whom: str, code: str) -> None:
    turn = turn_of(empty_world(), {"AA": f"CHAR 1\n1 FI {whom}"})
    assert not carry_out(turn, dismiss_hero)
    assert failures(turn) == [code]


@pytest.mark.rule("AK-3.19-04", "AK-D3.19-01")
@pytest.mark.parametrize(("where", "rolls"), [(HOME, 2), (83, 0)])
def test_an_offer_that_was_made_teaches_druid_lore_whatever_came_of_it(where: int, rolls: int) -> None:
    world, hero = with_hero()
    hero.province = where
    turn = always(turn_of(world, {"AA": "CHAR 1\n1 HI 4"}), 100, 5)
    step(turn, "1b", act)
    assert hero.status == "free"
    assert world.characters[1].skills["DR"] == (2 if rolls else 1)
