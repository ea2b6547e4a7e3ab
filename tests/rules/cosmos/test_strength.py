"""The numbers of units: wounds, efficiency, presence (CF-2.3, CF-15.3)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from postern.rulesets.cosmos.rules.battle.fighters import fitness_of
from postern.rulesets.cosmos.world.records import Tactics, Unit
from postern.rulesets.cosmos.world.strength import (
    effective_presence,
    efficiency,
    first_tactics,
    levels,
    type_of,
    wound_pct,
    wound_points,
)
from tests.rules.cosmos.battles import at_war, fighter, open_hex, ready, turn_of
from tests.rules.cosmos.build import add_unit


@pytest.mark.rule("CF-2.3.2-09", "CF-2.3.2-01", "CF-2.3.2-03")
def test_the_effective_presence_of_the_books_light_infantry() -> None:
    """60 of a standard of 50, at 75%: 0.9."""
    world = at_war()
    unit = add_unit(world, "Am", "light infantry", open_hex(world), 60, tactics="attack")
    unit.wounds = [100] * 50  # light wounds: 70%, so 10 + 35 = 45 of 60
    assert efficiency(type_of(world.tables, unit), unit) == Fraction(3, 4)
    assert effective_presence(world.tables, unit) == Fraction(9, 10)


@pytest.mark.rule(
    "CF-2.3.1-16",
    "CF-2.3.2-01",
    "CF-2.3.2-02",
    "CF-2.3.2-03",
    "CF-2.3.2-04",
    "CF-2.3.2-05",
    "CF-2.3.2-06",
    "CF-2.3.2-07",
    "CF-2.3.2-08",
)
@pytest.mark.parametrize(
    ("kind", "number", "tactics", "hidden", "presence"),
    [
        ("medium infantry", 100, "attack", False, 2.0),
        ("medium infantry", 100, "charge", False, 2.0),
        ("medium infantry", 100, "defend", False, 1.0),
        ("medium infantry", 100, "avoid", False, 1.0),
        ("medium infantry", 100, "flee", False, 1.0),
        ("medium infantry", 100, "attack", True, 1.0),
        ("bone warriors", 40, "attack", False, 1.0),  # mindless
        ("bone warriors", 40, "defend", True, 0.25),  # one eighth
        ("general", 1, "attack", False, 0.0),
        ("giant", 1, "attack", False, 1.0),  # an individual that influences control
        ("giant", 1, "defend", True, 0.25),
        ("dire wolves", 20, "attack", False, 0.0),
    ],
)
def test_effective_presence(kind: str, number: int, tactics: str, hidden: bool, presence: float) -> None:
    world = at_war()
    unit = add_unit(world, "Am", kind, open_hex(world), number, tactics=tactics, hidden=hidden)
    assert float(effective_presence(world.tables, unit)) == presence


@pytest.mark.rule("CF-15.3-01", "CF-15.3-02", "CF-2.3.1-04")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("medium infantry", "100 70 30 0"),
        ("light cavalry", "100 100 70 30 30 0"),
        ("noble", "100 100 70 70 30 30 0 0"),
        ("goblin rabble", "100 70 30"),
    ],
)
def test_efficiency_by_lost_wound_points(kind: str, expected: str) -> None:
    tables = at_war().tables
    assert " ".join(map(str, fitness_of(tables.unit_types[tables.type_numbers[kind]]))) == expected


@pytest.mark.rule("CF-15.3-03", "CF-15.3-04", "CF-15.3-06")
def test_the_attacks_of_the_books_heavy_infantry() -> None:
    """17 individuals at about 50% have 9 attacks: rounded up."""
    world = at_war()
    unit = add_unit(world, "Am", "heavy infantry", open_hex(world), 17, tactics="attack")
    add_unit(world, "Gh", "goblin rabble", unit.position)
    # 5 unhurt, 4 with light wounds (70%), 2 with heavy ones (30%), 6 incapacitated: 8.4 of 17
    unit.wounds = [100] * 4 + [200] * 2 + [300] * 6
    kind = type_of(world.tables, unit)
    assert efficiency(kind, unit) == Fraction(84, 170)
    assert fighter(ready(turn_of(world)), unit).count_attacks() == 9
    assert (wound_points(kind, unit), wound_pct(kind, unit)) == (68 - 4 - 4 - 18, 62)
    assert levels(kind, unit) == {"unwounded": 5, "light wounds": 4, "heavy wounds": 2, "incapacitated": 6}


@pytest.mark.rule("CF-2.3.1-02")
def test_a_mass_unit_of_one_is_still_a_mass_unit() -> None:
    world = at_war()
    unit = add_unit(world, "Am", "medium infantry", open_hex(world), 1)
    kind = type_of(world.tables, unit)
    assert kind.mass
    assert float(effective_presence(world.tables, unit)) == 0.02
    assert not type_of(world.tables, Unit(1, "Am", world.tables.type_numbers["knight"], "190")).mass


@pytest.mark.rule(
    "CF-2.3-02",
    "CF-2.3.1-01",
    "CF-2.3.1-03",
    "CF-2.3.1-04",
    "CF-2.3.1-05",
    "CF-2.3.1-07",
    "CF-2.3.1-08",
    "CF-2.3.1-09",
    "CF-2.3.1-10",
)
@pytest.mark.parametrize(
    ("kind", "attributes"),
    [
        ("light infantry", ("human", 50, 20, 200, 4, 4, 16, 8, 24, 100)),
        ("dwarven axemen", ("dwarven", 40, 15, 160, 5, 2, 14, 10, 20, 95)),
        ("light cavalry", ("human", 25, 10, 100, 6, 12, 64, 24, 24, 110)),
        ("griffon", ("animal", 1, 1, 1, 14, 10, 60, 40, 12, 200)),
    ],
)
def test_attributes_of_unit_types(kind: str, attributes: tuple[object, ...]) -> None:
    """Class, standard, least and most individuals, wound points, size, weight, capacity, regeneration, awareness."""
    tables = at_war().tables
    row = tables.unit_types[tables.type_numbers[kind]]
    found = (
        row.unit_class,
        row.std,
        row.min,
        row.max,
        row.wp,
        row.size,
        row.weight,
        row.capacity,
        row.regen_phases,
        row.awareness,
    )
    assert found == attributes


@pytest.mark.rule("CF-15.6-10", "CF-15.6-14", "CF-15.6.2-05")
@pytest.mark.parametrize("slug", ["thalmar", "two_tides"])
def test_the_first_tactics_of_units(slug: str) -> None:
    tables = at_war(slug=slug).tables
    starts = [one for one in tables.start_units.values() if tables.nations[one.owner].played]
    assert {one.tactics for one in starts} == {"flee", "charge", "attack"}
    assert [one.tactics for one in starts] == [first_tactics(tables.unit_types[one.type_no]) for one in starts]


@pytest.mark.rule("CF-2.3-07", "CF-2.3-08")
def test_how_units_are_called() -> None:
    world = at_war()
    turn = turn_of(world)
    knight = add_unit(world, "Am", "knight", "1501", name="Sir Aloqaine")
    foot = add_unit(world, "Am", "light infantry", "1501")
    assert [turn.called(one) for one in (knight, foot)] == ["3101(Am) Sir Aloqaine (Knight)", "3102(Am) Light Infantry"]
    for slug in ("thalmar", "two_tides"):
        codes = list(at_war(slug=slug).tables.nations)
        assert len(codes) == len({one.lower() for one in codes})
        assert {len(one) for one in codes} <= {1, 2}


@pytest.mark.rule("CF-2.3.2-05")
@pytest.mark.parametrize(("tactics", "presence"), [("attack", 0.5), ("defend", 0.5)])
def test_who_has_no_attack_counts_half(monkeypatch: pytest.MonkeyPatch, tactics: Tactics, presence: float) -> None:
    """Only once: an unarmed unit that defends counts no less."""
    world = at_war()
    unit = add_unit(world, "Am", "medium infantry", open_hex(world), 50, tactics=tactics)
    row = world.tables.unit_types[unit.type]
    bare = replace(row, melee_strength=0, melee_attacks=0, missile_form="")
    tuned = replace(world.tables, unit_types={**world.tables.unit_types, unit.type: bare})
    assert float(effective_presence(tuned, unit)) == presence
    unit.tactics = "attack"
    assert float(effective_presence(world.tables, unit)) == 1
