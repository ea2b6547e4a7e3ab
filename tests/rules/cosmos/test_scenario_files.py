"""What the loader says of files of a scenario that do not fit together."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.cosmos.scenario import SCENARIOS, Connection, scenario
from postern.rulesets.cosmos.scenario.checking import faults


@pytest.mark.parametrize("slug", SCENARIOS)
def test_the_files_fit_together(slug: str) -> None:
    assert list(faults(scenario(slug))) == []


@pytest.mark.parametrize(
    ("table", "key", "changes", "told"),
    [
        ("hexes", 205, {"terrain": "marsh"}, "hexes.csv: 205 has the unknown terrain 'marsh'"),
        ("unit_types", 1, {"name": "Duke", "move_profile": "hover"}, "unit_types.csv: Duke has the unknown profile 'hover'"),
        ("locations", 1501, {"type": "palace"}, "locations.csv: 1501 has the unknown type 'palace'"),
        ("locations", 1501, {"outside": "99999"}, "locations.csv: 1501 lies in 99999, which is nowhere"),
        (
            "locations",
            1501,
            {"wall_rating": 3, "wall_strength": 8},
            "locations.csv: 1501 has a rating above a third of its strength",
        ),
        ("start_units", 3101, {"type_no": 999}, "start_units.csv: 3101 is of no known type"),
        ("start_units", 3101, {"position": "99999"}, "start_units.csv: 3101 stands in 99999, which is nowhere"),
        ("nations", "Am", {"home": 99}, "nations.csv: Am needs one ruler and a home"),
    ],
)
def test_a_row_that_does_not_fit_is_told(table: str, key: Any, changes: dict[str, Any], told: str) -> None:
    one = scenario("thalmar")
    rows = getattr(one, table)
    tables: dict[str, Any] = {table: {**rows, key: replace(rows[key], **changes)}}
    assert told in faults(replace(one, **tables))


def test_too_many_individuals_are_told() -> None:
    one = scenario("thalmar")
    row = one.start_units[3101]
    kind = one.unit_types[row.type_no]
    units = {**one.start_units, 3101: replace(row, individuals=kind.max + 1)}
    told = f"start_units.csv: 3101 has {kind.max + 1} of {kind.min} to {kind.max} {kind.name}"
    assert list(faults(replace(one, start_units=units))) == [told]


def test_a_feature_between_hexes_far_apart_is_told() -> None:
    one = scenario("thalmar")
    sides = {**one.sides, "ford": frozenset({frozenset({101, 205})})}
    assert list(faults(replace(one, sides=sides))) == ["edges.csv: ford joins 101 and 205, which are no neighbours"]


def test_a_connection_to_nowhere_is_told() -> None:
    one = scenario("thalmar")
    ways = {("205", "99999"): Connection("205", "99999", Fraction(1), "cave")}
    assert list(faults(replace(one, connections=ways))) == ["connections.csv: 205 to 99999 through cave cannot be"]


def test_casters_and_spells_must_agree() -> None:
    """Who casts makes mana, or its spells could not be paid; who makes mana is a unit type."""
    one = scenario("thalmar")
    mage = one.casters["Mage"]
    others = {name: row for name, row in one.casters.items() if name != "Mage"}
    assert "spells.csv: Mage casts firestrike and stands not in casters.csv" in faults(replace(one, casters=others))
    assert list(faults(replace(one, casters={**one.casters, "Nobody": mage}))) == ["casters.csv: Nobody is no unit type"]
