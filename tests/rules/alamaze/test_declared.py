"""What rows of orders declare is joined to what families of orders register, and what does not fit is refused with its row."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from postern.rulesets.alamaze.orders.declared import ORDERS, declarations, joined
from postern.rulesets.alamaze.sequence import TOGETHER, declared
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.tables.grammar import grammar
from postern.rulesets.alamaze.tables.loader import edition
from postern.rulesets.alamaze.tables.orders import OrderRow

Change = Callable[[Edition], None]
PERFORMERS = frozenset(
    "agent|consul|demon prince|emissary|group|holder of the Onyx Amulet|king|kingdom|priestess|wizard".split("|")
)
BY_THEMSELVES = frozenset({50, 60, 215})
"""Orders that are read back as they are written."""


def order(number: int, **cells: Any) -> Change:
    """Changes cells of an order."""
    return lambda tables: vars(tables).update(orders={**tables.orders, number: replace(tables.orders[number], **cells)})


def spell(number: int, **cells: Any) -> Change:
    """Changes cells of a spell."""
    return lambda tables: vars(tables).update(spells={**tables.spells, number: replace(tables.spells[number], **cells)})


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (order(470, handler="enamour"), "data/orders.csv, 470: there is no effect 'enamour'"),
        (order(470, handler=""), "data/orders.csv, 470: no handler; name a function that a family"),
        (spell(472, handler=""), "data/spells.csv, 472: no handler; name a function that a family"),
        (order(400, handler="enamor"), "data/orders.csv, 400: what the order does stands elsewhere; leave out the handler"),
        (spell(799, handler="research"), "data/spells.csv, 799: what the order does stands elsewhere; leave out the handler"),
        (order(470, needs="king"), "data/orders.csv, 470: there is no need 'king'"),
        (order(470, pays="gold enamour.gold"), "data/orders.csv, 470: there is no price 'enamour.gold' for gold"),
        (order(470, pays="enamor.gold"), "data/orders.csv, 470: 'enamor.gold' is no resource with its price: write them as"),
        (order(470, acts="king"), "data/orders.csv, 470: the action is that of 'king', which no need finds"),
    ],
)
def test_a_row_that_does_not_fit_is_refused(change: Change, fault: str) -> None:
    tables = Edition("classic")
    change(tables)
    with pytest.raises(ValueError, match="data/") as refused:
        joined(tables, TOGETHER)
    assert fault in str(refused.value)


def test_an_effect_that_no_row_names_is_told() -> None:
    tables = Edition("classic")
    order(600, handler="dwarven_defenses")(tables)
    assert ORDERS.unused(declarations(tables, TOGETHER)) == ["improve"]


def test_another_edition_may_give_an_effect_another_number() -> None:
    tables = Edition("classic")
    orders = dict(tables.orders)
    orders[475], orders[480] = replace(orders[480], number=475), replace(orders[475], number=480)
    vars(tables).update(orders=orders)
    found, usual = joined(tables, TOGETHER), declared("classic")
    assert (found[475].act, found[480].act) == (usual[480].act, usual[475].act)


@pytest.mark.parametrize("row", edition("classic").orders.values(), ids=lambda row: str(row.number))
def test_an_orders_example_is_read_as_it_and_somebody_known_gives_it(row: OrderRow) -> None:
    found = grammar("classic").find(row.example.upper())
    assert found is not None
    assert found.kind is not None
    assert found.kind.name == row.name
    assert row.words or row.number in BY_THEMSELVES
    assert {*re.split(", | or ", row.performer)} <= PERFORMERS
