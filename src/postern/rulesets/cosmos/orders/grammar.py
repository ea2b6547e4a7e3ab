"""All families of orders as one grammar. A new family is one more name here."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache
from itertools import chain

from postern.game.kit.content import unjoined
from postern.game.kit.orders.grammar import Grammar
from postern.game.kit.orders.kinds import OrderKind, Refusal
from postern.rulesets.cosmos.orders.families.building import BUILDING, FORTIFICATIONS
from postern.rulesets.cosmos.orders.families.control import CONTROL, TAKING_OVER
from postern.rulesets.cosmos.orders.families.forces import FORCES, TACTICS
from postern.rulesets.cosmos.orders.families.items import ITEMS
from postern.rulesets.cosmos.orders.families.movement import MOVEMENT, SIGHT
from postern.rulesets.cosmos.orders.families.nations import NAMING, NATIONS
from postern.rulesets.cosmos.orders.families.programs import PROGRAMS, WAITING
from postern.rulesets.cosmos.orders.families.questing import QUESTING
from postern.rulesets.cosmos.orders.families.recruiting import MERGING, RECRUITING
from postern.rulesets.cosmos.orders.families.resources import RESOURCES
from postern.rulesets.cosmos.orders.families.ships import SHIPS
from postern.rulesets.cosmos.orders.families.spells import SPELLS
from postern.rulesets.cosmos.orders.order import TYPES
from postern.rulesets.cosmos.tables.scenario import CONTENT

FAMILIES: dict[str, tuple[OrderKind, ...]] = {
    "waiting": WAITING,
    "programs": PROGRAMS,
    "naming": NAMING,
    "nations": NATIONS,
    "forces": FORCES,
    "sight": SIGHT,
    "control": CONTROL,
    "resources": RESOURCES,
    "recruiting": RECRUITING,
    "merging": MERGING,
    "building": BUILDING,
    "fortifications": FORTIFICATIONS,
    "movement": MOVEMENT,
    "ships": SHIPS,
    "tactics": TACTICS,
    "items": ITEMS,
    "taking_over": TAKING_OVER,
    "casting": SPELLS,
    "questing": QUESTING,
}
"""The kinds of orders by families. Each family but the spells has its forms in ``data/orders/NAME.toml``."""

_SIDE_TABLES = {"order_traits": True, "order_help": False, "order_arguments": False, "unused_by_computers": False}
"""What says more of orders by their names, and whether it has a row for each."""


def table_faults() -> Iterator[str]:
    """What the tables beside the orders say of orders that there are not, and which orders they leave out."""
    known: dict[Hashable, str] = {kind.name: f"orders/{name}.toml" for name, kinds in FAMILIES.items() for kind in kinds}
    for table, whole in _SIDE_TABLES.items():
        yield from unjoined(f"{table}.csv", (row["name"] for row in CONTENT.rows(table)), known, whole)


@cache
def grammar() -> Grammar:
    """The grammar of all orders; a ``*`` stands for an optional argument that is left out (CF-3.1-15).

    Raises ValueError, a line each, for side tables that do not fit the orders.
    """
    if wrong := list(table_faults()):
        raise ValueError("\n".join(wrong))
    return Grammar(chain.from_iterable(FAMILIES.values()), TYPES, blank="*")


@cache
def position_orders() -> frozenset[str]:
    """The orders that name positions: there ``$walld`` is the alias $wall, to be reached directly (CF-11.2-08)."""
    return frozenset(kind.name for kind, form in grammar().forms if ":position>" in form.text or "<position>" in form.text)


@cache
def naming_orders() -> frozenset[str]:
    """The orders whose last word is an alias that they define, not one that they use (CF-21.6-10)."""
    return frozenset(kind.name for kind, form in grammar().forms if ":$alias>" in form.text)


def block_of(text: str) -> bool:
    """True for an order of a program in which other orders can stand."""
    found = grammar().find(text)
    return found is not None and found.kind is not None and found.kind.block


def order_of(text: str) -> object:
    """The order that a text of a program says. Raises ValueError for a text that is none: programs hold only what was read."""
    found = grammar().find(text)
    if found is None or isinstance(found.order, Refusal):
        raise ValueError(f"a program holds {text!r}, which is no order")
    return found.order
