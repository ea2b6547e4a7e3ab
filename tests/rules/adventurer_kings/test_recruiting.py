"""Recruiting, at home, abroad and with allies, and mercenaries for hire (AK-3.4, AK-6.1)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders import acting
from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.armies import hire_army, recruit
from postern.rulesets.adventurer_kings.rules.endings import destroy
from postern.rulesets.adventurer_kings.rules.travel import points_left
from postern.rulesets.adventurer_kings.tables import SEA, TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import (
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    relate,
    step,
    told,
    turn_of,
)


def recruited(world: World, text: str, code: str = "AA", treats: set[tuple[str, str]] | None = None) -> Turn:
    """The year after the King's one Recruit."""
    king = world.kingdoms[code].king
    turn = turn_of(world, {code: f"CHAR {king}\n1 {text}"})
    turn.treats = treats or set()
    carry_out(turn, hire_army if "#" in text else recruit)
    return turn


def away(place: int = 83, **more: object) -> World:
    """King AA with 30 gold in an own province that is nobody's home."""
    world = empty_world()
    world.kingdoms["AA"].gold = 30
    world.characters[1].province = place
    world.provinces[place].owner = "AA"
    for name, value in more.items():
        setattr(world.provinces[place], name, value)
    return world


def guest(relation: str = "Allied") -> World:
    """King AA with 30 gold in a province of BB."""
    world = away()
    world.provinces[83].owner = "BB"
    relate(world, "AA", "BB", relation)
    return world


@pytest.mark.rule("AK-P6.1-01", "AK-P6.1-02")
@pytest.mark.parametrize(
    ("terrain", "native", "types", "text", "may"),
    [
        ("Plain", "Human", ["LE", "HC"], "LE", True),
        ("Plain", "Human", ["LE", "HC"], "HC", True),
        ("Plain", "Human", ["LE", "HC"], "LEGION", True),
        ("Plain", "Human", ["LE"], "HC", False),
        ("Plain", "Human", ["LE"], "XX", False),
        ("Plain", "Human", ["LE"], "GA", True),
        ("Forest", "Elf", ["BO"], "GA", True),
        ("Mountain", "Dwarf", ["AX"], "GA", True),
        ("Mountain", "Orc", ["PH"], "GA", True),
        ("Mountain", "Eagle", ["EA"], "GA", False),
        ("Mountain", "Dragon", ["DR"], "DR", True),
        (SEA, "Whale", ["WH"], "WH", True),
        (SEA, "Whale", ["WH"], "GA", False),
        (SEA, "", [], "GA", False),
    ],
)
def test_a_province_has_its_types_and_garrisons_where_a_humanoid_race_lives(
    terrain: str, native: str, types: list[str], text: str, may: bool
) -> None:
    world = away(terrain=terrain, native=native, types=types)
    turn = recruited(world, f"RE {text}")
    assert failures(turn) == ([] if may else ["TYPE"])
    assert [one.province for one in world.armies.values()] == ([83] if may else [])


@pytest.mark.rule("AK-P6.1-01")
def test_the_answer_lists_the_types_that_are_allowed() -> None:
    (failure,) = recruited(empty_world(), "RE EL").failures
    assert failure.remedy == "Allowed there are LE (Legion), HC (Heavy Cavalry), GA (Garrison)."
    assert failure.paste == "1 RE LE"


@pytest.mark.rule("AK-P6.1-03", "AK-D3.4-02")
@pytest.mark.parametrize(
    ("kind", "pay"), [("GA", 1), ("BO", 2), ("AX", 2), ("PH", 2), ("LE", 2), ("LC", 2), ("HC", 3), ("EL", 3)]
)
def test_an_army_costs_its_pay_at_once(kind: str, pay: int) -> None:
    world = away(types=[kind])
    turn = recruited(world, f"RE {kind} 2")
    assert world.kingdoms["AA"].gold == 30 - 2 * pay
    assert only(turn, "recruited").data["cost"] == 2 * pay
    ((line, amount, _),) = turn.account["AA"]
    assert (line, amount) == ("recruited", -2 * pay)


@pytest.mark.rule("AK-P6.1-04", "AK-P3.4-04", "AK-D3.4-02")
@pytest.mark.parametrize(
    ("place", "owner", "home_of", "most", "quality"),
    [
        (83, "AA", "", 2, 1),
        (82, "AA", "AA", 4, 2),
        (82, "BB", "AA", 4, 2),  # the old home, now an ally's
        (88, "AA", "BB", 2, 1),  # another's home, conquered
        (88, "BB", "BB", 2, 1),  # an ally's home
    ],
)
def test_a_home_yields_four_average_armies_to_its_first_king_alone(
    place: int, owner: str, home_of: str, most: int, quality: int
) -> None:
    world = away()
    world.characters[1].province = place
    world.provinces[place].owner, world.provinces[place].home_of = owner, home_of
    relate(world, "AA", "BB", "Allied")
    turn = recruited(world, "RE LE 5", treats={("BB", "AA")})
    assert [one.quality for one in world.armies.values()] == [quality] * most
    assert failures(turn) == ["FEWER"]
    assert turn.failures[0].note
    assert (TABLES.qualities[1].name, TABLES.qualities[2].name) == ("Green", "Average")


@pytest.mark.rule("AK-D3.4-01", "AK-D6.2-07")
def test_recruits_join_the_recruiter_with_full_movement() -> None:
    world = empty_world()
    turn = recruited(world, "RE LE")
    (army,) = world.armies.values()
    assert (army.leader, army.owner, army.race, army.type, army.province) == (1, "AA", "Human", "LE", 82)
    assert (army.used, points_left(world, army)) == (0, 2)
    assert only(turn, "recruited").data["titles"] == ["1st Human Legion"]


@pytest.mark.rule("AK-D3.4-02")
@pytest.mark.parametrize(
    ("home", "recruited_before", "wanted", "comes"),
    [(False, 0, 2, 2), (False, 1, 2, 1), (False, 2, 1, 0), (True, 2, 4, 2), (True, 4, 1, 0), (False, 4, 1, 0)],
)
def test_all_recruiters_share_what_a_province_yields_in_a_year(
    home: bool, recruited_before: int, wanted: int, comes: int
) -> None:
    world = away(recruited=recruited_before, home_of="AA" if home else "")
    turn = recruited(world, f"RE LE {wanted}")
    assert len(world.armies) == comes
    assert world.provinces[83].recruited == recruited_before + comes
    assert failures(turn) == ([] if comes == wanted else ["FEWER"] if comes else ["NONE LEFT"])


@pytest.mark.rule("AK-D3.4-02")
@pytest.mark.parametrize(("gold", "comes", "left", "code"), [(7, 2, 1, "FEWER"), (9, 3, 0, ""), (2, 0, 2, "GOLD")])
def test_with_too_little_gold_as_many_as_possible_come(gold: int, comes: int, left: int, code: str) -> None:
    world = empty_world()
    world.kingdoms["AA"].gold = gold
    turn = recruited(world, "RE HC 3")
    assert (len(world.armies), world.kingdoms["AA"].gold) == (comes, left)
    assert failures(turn) == ([code] if code else [])


@pytest.mark.rule("AK-P3.4-01", "AK-P3.4-03")
def test_an_ally_has_a_gold_for_each_army_that_is_recruited_with_him() -> None:
    world = guest()
    turn = recruited(world, "RE LE 2", treats={("BB", "AA")})
    assert not turn.failures
    assert (world.kingdoms["AA"].gold, world.kingdoms["BB"].gold) == (30 - 2 * 3, 12)
    assert {one.owner for one in world.armies.values()} == {"AA"}


@pytest.mark.rule("AK-P3.4-03", "AK-P3.4-01")
@pytest.mark.parametrize(
    ("relation", "treats", "code"),
    [
        ("Allied", {("AA", "BB")}, "NO TREAT"),
        ("Allied", set(), "NO TREAT"),
        ("Neutral", {("BB", "AA"), ("AA", "BB")}, "NOT YOURS"),
        ("Enemy", {("BB", "AA")}, "NOT YOURS"),
    ],
)
def test_a_guest_needs_alliance_and_the_owners_treat_of_the_year(
    relation: str, treats: set[tuple[str, str]], code: str
) -> None:
    world = guest(relation)
    assert failures(recruited(world, "RE LE", treats=treats)) == [code]
    assert not world.armies


@pytest.mark.rule("AK-P3.4-03")
def test_where_orders_are_tried_out_the_ally_is_taken_to_treat() -> None:
    turn = turn_of(guest(), {"AA": "CHAR 1\n1 RE LE"}, expected=True)
    assert carry_out(turn, recruit)


@pytest.mark.rule("AK-D3.4-01", "AK-D3.4-02")
@pytest.mark.parametrize(
    ("owner", "army", "code"),
    [("AA", "", "CONTESTED"), ("AA", "CC", "CONTESTED"), ("BB", "CC", "CONTESTED"), ("AA", "BB", ""), ("", "AA", "NOT YOURS")],
)
def test_nobody_recruits_beside_enemies_or_in_provinces_of_nobody(owner: str, army: str, code: str) -> None:
    world = away(owner=owner)
    relate(world, "AA", "BB", "Allied")
    relate(world, "AA" if owner == "AA" else "BB", "CC", "Enemy")
    add_army(world, army, "LE", 83)
    assert failures(recruited(world, "RE LE", treats={("BB", "AA")})) == ([code] if code else [])


@pytest.mark.rule("AK-D6.1-03")
def test_armies_have_one_series_of_numbers_of_which_none_comes_twice() -> None:
    world = empty_world()
    recruited(world, "RE LE 2")
    recruited(world, "RE LE", "BB")
    assert list(world.armies) == [1, 2, 3]
    destroy(turn_of(world), world.armies[3])
    recruited(world, "RE LE", "CC")
    assert list(world.armies) == [1, 2, 4]


@pytest.mark.rule("AK-P3.4-02")
@pytest.mark.parametrize("owner_recruits", [True, False])
def test_the_owner_recruits_before_a_quicker_ally(owner_recruits: bool) -> None:
    world = guest()
    host = add_character(world, "BB", 83)
    world.characters[1].skills["MA"] = 9
    orders = {"AA": "CHAR 1\n1 RE LE 2"} | ({"BB": f"CHAR {host.id}\n1 RE LE 2"} if owner_recruits else {})
    turn = always(turn_of(world, orders), *[100] * 9)
    turn.treats = {("BB", "AA")}
    step(turn, "1b", act)
    assert [one.owner for one in world.armies.values()] == (["BB", "BB"] if owner_recruits else ["AA", "AA"])
    assert failures(turn) == (["NONE LEFT"] if owner_recruits else [])


@pytest.mark.rule("AK-3.19-04", "AK-D3.19-01")
@pytest.mark.parametrize(("text", "face", "druid"), [("RE LE", 5, 2), ("RE LE", 6, 1), ("RE #1", 5, 2), ("RE EL", 1, 1)])
def test_recruiting_may_teach_druid(monkeypatch: pytest.MonkeyPatch, text: str, face: int, druid: int) -> None:
    monkeypatch.setattr(acting, "meets_monster", lambda turn, who, place: False)
    world = empty_world()
    add_army(world, "", "TR", 82, mercenary=True)
    turn = always(turn_of(world, {"AA": f"CHAR 1\n1 {text}"}), face)
    step(turn, "1b", act)
    assert world.characters[1].skills["DR"] == druid
    assert (TABLES.experience["recruit"].chance, TABLES.experience["recruit"].ability) == (5, "DR")


# --- mercenaries for hire ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D3.4-01", "AK-D6.2-07")
@pytest.mark.parametrize(("kind", "price"), [("LE", 4), ("TR", 6), ("DR", 8)])
def test_a_mercenary_army_costs_twice_its_pay_and_keeps_what_it_is(kind: str, price: int) -> None:
    world = empty_world()
    army = add_army(world, "", kind, 82, mercenary=True, quality=4, used=1, race="Orc")
    turn = recruited(world, f"RE #{army.id}")
    assert world.kingdoms["AA"].gold == 10 - price
    assert (army.owner, army.leader, army.mercenary, army.used) == ("AA", 1, False, 0)
    assert (army.type, army.race, army.quality) == (kind, "Orc", 4)
    assert only(turn, "mercenaries hired").data["cost"] == price
    assert world.provinces[82].recruited == 0


@pytest.mark.rule("AK-D3.4-01")
@pytest.mark.parametrize(
    ("place", "mercenary", "gold", "code"),
    [(83, True, 10, "NO MERCENARY"), (82, False, 10, "NO MERCENARY"), (82, True, 5, "GOLD")],
)
def test_only_a_mercenary_army_that_stands_there_is_hired_for_gold(place: int, mercenary: bool, gold: int, code: str) -> None:
    world = empty_world()
    world.kingdoms["AA"].gold = gold
    army = add_army(world, "", "TR", place, mercenary=mercenary)
    turn = recruited(world, f"RE #{army.id}")
    assert failures(turn) == [code]
    assert (army.owner, world.kingdoms["AA"].gold) == ("", gold)
    assert not told(turn, "mercenaries hired")
