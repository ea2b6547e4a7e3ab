"""All families of orders as one grammar. A new family is one more name here."""

from __future__ import annotations

from functools import cache
from itertools import chain

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
from postern.rulesets.cosmos.tables.orders import FILES

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
"""The kinds of orders by families. Each family has its sections in ``data/orders/NAME.toml``."""


@cache
def grammar() -> Grammar:
    """The grammar of all orders; a ``*`` stands for an optional argument that is left out (CF-3.1-15).

    Raises ValueError for a file of orders without a family.
    """
    if left := FILES.keys() - FAMILIES.keys():
        raise ValueError(f"data/orders: there is no family for {', '.join(sorted(left))}")
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
