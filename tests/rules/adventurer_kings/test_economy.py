"""Taxes (chapter 9): what provinces bring, and the account of the year."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.rules.realm.economy import collect, tax_base, wealth, world_wealth
from postern.rulesets.adventurer_kings.rules.realm.economy import pay as pay_all
from postern.rulesets.adventurer_kings.sequence import SEQUENCE
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, only, relate, step, told, turn_of
from tests.rules.adventurer_kings.realm import seats

TERRAINS = {1: "Plain", 2: "Desert", 3: "Forest", 4: "Mountain", 5: "Jungle", 6: "Sea"}


def taxes(world: World, code: str = "AA") -> int:
    """The gold that a kingdom collects."""
    turn = step(turn_of(world), "4", collect)
    return sum(amount for kind, amount, _ in turn.account.get(code, []) if kind == "taxes")


def with_province(tax: int, terrain: str = "Plain", inventions: tuple[int, ...] = ()) -> World:
    """A world in which AA has province 100 alone."""
    world = empty_world()
    world.provinces[82].owner = ""
    place = world.provinces[100]
    place.owner, place.tax, place.terrain = "AA", tax, terrain
    world.kingdoms["AA"].inventions = list(inventions)
    return world


@pytest.mark.rule("AK-P9.1-02", "AK-D9.1-01")
def test_each_province_brings_its_tax_to_who_owns_it_at_the_end_of_the_year() -> None:
    world = empty_world()
    world.provinces[100].owner = "AA"
    turn = step(turn_of(world), "4", collect)
    assert [world.kingdoms[code].gold for code in ("AA", "BB", "CC")] == [10 + 8 + 4, 18, 18]
    assert [one.data["gold"] for one in turn.events if one.kind == "taxes" and seats(one) == "A"] == [12]


@pytest.mark.rule("AK-D9.1-01", "AK-D9.1-02", "AK-D0-05", "AK-P4.2-08")
@pytest.mark.parametrize(
    ("blessed", "shaken", "contested", "raided", "gold"),
    [
        (False, False, False, 0, 7),
        (True, False, False, 0, 11),  # 11.2
        (False, True, False, 0, 4),  # 3.5
        (False, False, True, 0, 4),
        (False, False, False, 25, 5),  # 5.25
        (False, False, False, 75, 2),  # 1.75
        (True, True, True, 50, 1),  # 7 x 1.6 x 0.5 x 0.5 x 0.5 = 1.4
        (True, True, False, 25, 4),  # 4.2, where rounding in between would give 5
    ],
)
def test_percentages_of_a_province_apply_one_after_another_and_are_rounded_once(
    blessed: bool, shaken: bool, contested: bool, raided: int, gold: int
) -> None:
    world = with_province(6, inventions=(1,))  # Crop Rotation
    place = world.provinces[100]
    place.blessed, place.shaken, place.raided = blessed, shaken, raided
    if contested:
        relate(world, "AA", "BB", "Enemy")
        add_army(world, "BB", "LE", 100)
    assert taxes(world) == gold


@pytest.mark.rule("AK-D9.1-01")
@pytest.mark.parametrize("relation", ["Neutral", "Allied"])
def test_armies_of_others_contest_a_province_only_as_enemies(relation: str) -> None:
    world = with_province(6)
    relate(world, "AA", "BB", relation)
    add_army(world, "BB", "LE", 100)
    assert taxes(world) == 6


@pytest.mark.rule("AK-D4.35-03", "AK-D4.35-04", "AK-D4.35-05", "AK-D4.35-06", "AK-D4.35-07", "AK-D4.35-08", "AK-P9.1-03")
@pytest.mark.parametrize("number", TERRAINS)
@pytest.mark.parametrize("terrain", TERRAINS.values())
def test_inventions_of_the_land_add_1_to_each_province_of_their_terrain(number: int, terrain: str) -> None:
    world = with_province(5, terrain, (number,))
    assert taxes(world) == (6 if TERRAINS[number] == terrain else 5)


@pytest.mark.rule("AK-D4.35-08")
def test_fishing_needs_a_sea_with_a_tax_base() -> None:
    assert taxes(with_province(0, "Sea", (6,))) == 0
    assert taxes(with_province(0, "Plain", (1,))) == 1


@pytest.mark.rule("AK-D9.1-03", "AK-D10.1-02", "AK-D4.35-25")
@pytest.mark.parametrize(
    ("treasurer", "coinage", "gold"),
    [(False, False, 50), (True, False, 53), (False, True, 53), (True, True, 55)],  # 52.5 is rounded up
)
def test_treasurer_and_coinage_add_5_percent_each_to_the_sum(treasurer: bool, coinage: bool, gold: int) -> None:
    world = with_province(50, inventions=(23,) if coinage else ())
    world.offices = {"TR": 1 if treasurer else 2}
    assert taxes(world) == gold


@pytest.mark.rule("AK-D9.1-01", "AK-D10.2-03")
def test_the_tax_base_is_the_printed_one_with_inventions_alone() -> None:
    world = with_province(6, inventions=(1,))
    place = world.provinces[100]
    place.blessed, place.raided = True, 75
    assert (tax_base(world, 100), wealth(world, "AA")) == (7, 7)
    assert world_wealth(world) == 158 * 4 + 3 * 8 + 7  # an unowned home counts as well


@pytest.mark.rule("AK-D1.2-14")
def test_a_kingdom_without_provinces_has_no_tax() -> None:
    world = empty_world()
    world.provinces[82].owner = ""
    turn = step(turn_of(world), "4", collect)
    assert world.kingdoms["AA"].gold == 10
    assert "A" not in [seats(one) for one in told(turn, "taxes")]


@pytest.mark.rule("AK-P9.1-01", "AK-D3.0-10", "AK-P9.2-01", "AK-D3.18-01")
def test_the_year_ends_with_raids_taxes_gifts_pay_recovery_diplomacy_offices_victory() -> None:
    names = [getattr(one, "name", "phases") for one in SEQUENCE]
    assert names[2:] == [
        *("phases", "raids", "revenue", "gifts of gold", "pay", "recovery", "diplomacy", "merit and offices", "victory")
    ]


@pytest.mark.rule("AK-D1.4-07")
def test_the_account_has_old_gold_each_line_and_new_gold() -> None:
    world = empty_world()
    add_character(world, "AA", 82, {"ME": 3}, name="Ansgar")
    add_army(world, "AA", "LE", 82)
    add_army(world, "AA", "LE", 82)
    turn = turn_of(world)
    turn.pay(world.kingdoms["AA"], 4, "recruiting", what="2 Legions")
    step(turn, "4", collect)
    step(turn, "6", pay_all)
    ledger = next(one for one in turn.events if one.kind == "ledger" and seats(one) == "A")
    lines = [["recruiting: 2 Legions", -4], ["taxes: 1 province", 8], ["pay: Ansgar", -1], ["pay: Legions (2)", -4]]
    assert ledger.data == {"old": 10, "lines": lines, "new": 9}


@pytest.mark.rule("AK-D9.1-04")
def test_gold_is_never_below_0() -> None:
    world = empty_world()
    turn = turn_of(world)
    assert not turn.pay(world.kingdoms["AA"], 11, "bribe")
    assert turn.pay(world.kingdoms["AA"], 10, "bribe")
    assert world.kingdoms["AA"].gold == 0


def test_a_forecast_reckons_with_the_own_kingdom_alone() -> None:
    world = empty_world()
    for code in ("BB", "CC"):
        world.kingdoms[code].exploration, world.kingdoms[code].gold = {}, 0
    turn = turn_of(world, expected=True)
    step(turn, "4", collect)
    step(turn, "6", pay_all)
    assert (world.kingdoms["AA"].gold, world.kingdoms["BB"].gold) == (18, 0)
    assert seats(only(turn, "ledger")) == "A"
