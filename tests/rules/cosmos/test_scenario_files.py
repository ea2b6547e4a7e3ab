"""What the loader says of files of a scenario that do not fit together."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from postern.game.kit.orders.file import declared
from postern.rulesets.cosmos.orders import order
from postern.rulesets.cosmos.orders.grammar import FAMILIES, grammar
from postern.rulesets.cosmos.orders.order import family
from postern.rulesets.cosmos.tables.land import Connection
from postern.rulesets.cosmos.tables.orders import FILES, OrderRow
from postern.rulesets.cosmos.tables.scenario import SCENARIOS, faults, scenario


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
        ("leaders", 51, {"leads": (1, 998)}, "leaders.csv: 51 speaks of 998, which is no unit type"),
        ("unit_types", 1, {"nations": ("Xx",)}, "unit_types.csv: Light Infantry is of Xx, which is no nation"),
        ("start_units", 3101, {"owner": "Xx"}, "start_units.csv: 3101 is owned by Xx, which is no nation"),
    ],
)
def test_a_row_that_does_not_fit_is_told(table: str, key: Any, changes: dict[str, Any], told: str) -> None:
    one = scenario("thalmar")
    rows = getattr(one, table)
    tables: dict[str, Any] = {table: {**rows, key: replace(rows[key], **changes)}}
    assert told in faults(replace(one, **tables))


def test_keys_that_lead_nowhere_are_told() -> None:
    one = scenario("thalmar")
    row = next(iter(one.recruiting.values()))
    changed = replace(
        one,
        recruiting={(51, 997): row},
        pools={**one.pools, "Xx": {"gold": 1}},
        victory=(*one.victory, replace(one.victory[0], type="palace")),
        deeds={1: replace(one.deeds[1], location=99999)},
        routes=(replace(one.routes[0], to=99999),),
    )
    start = one.routes[0].start
    assert set(faults(changed)) == {
        "recruiting.csv: 51 recruits 997, and 997 is no unit type",
        "start_resources.csv: Xx is no nation",
        "victory.csv: location palace counts, and there is no such type of location",
        "quest_deeds.csv: 1 speaks of 99999, which is no location",
        f"travel_routes.csv: {start} to 99999 joins what is nowhere",
    }


def test_an_order_without_its_section_and_a_section_without_its_order_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = dict(FILES["movement"])
    sections["glide"] = sections.pop("farmove")
    monkeypatch.setattr(order, "FILES", {**FILES, "movement": sections, "flight": {}})
    classes = {kind.name: kind.made for kind in FAMILIES["movement"]}
    with pytest.raises(ValueError, match="there is no class") as told:
        family("movement", {**classes, "sneak": classes["move"]})
    assert str(told.value).splitlines() == [
        "orders/movement.toml [glide]: there is no class for it",
        "orders/movement.toml: there is no section [farmove] for FarMove",
        "orders/movement.toml [sneak]: its class is named move",
    ]
    monkeypatch.setattr("postern.rulesets.cosmos.orders.grammar.FILES", {**FILES, "flight": {}})
    with pytest.raises(ValueError, match="data/orders: there is no family for flight"):
        grammar.__wrapped__()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"priority": None}, "orders/movement.toml [move], priority: Field required"),
        ({"topic": None}, "orders/movement.toml [move], topic: Field required"),
        ({"giver": None}, "orders/movement.toml [move], giver: Field required"),
        ({"questing": "never"}, "orders/movement.toml [move], questing: Input should be 'yes', 'no', 'only' or 'types'"),
        ({"prioritty": 3}, "orders/movement.toml [move], prioritty: there is no such column"),
    ],
)
def test_what_a_section_of_an_order_lacks_or_has_too_much_is_told(changes: dict[str, Any], told: str) -> None:
    section = {column: value for column, value in {**FILES["movement"]["move"], **changes}.items() if value is not None}
    with pytest.raises(ValueError, match="move") as raised:
        declared({"orders/movement": {"move": section}}, OrderRow)
    assert str(raised.value) == told


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
