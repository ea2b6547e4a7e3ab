"""All families of orders as one grammar. A new family is one more name here."""

from __future__ import annotations

from functools import cache

from postern.game.kit.grammar import Grammar
from postern.game.kit.orders import Refusal
from postern.rulesets.cosmos.orders import (
    control,
    forces,
    items,
    naming,
    programs,
    questing,
    sight,
    spells,
    taking_over,
    waiting,
)
from postern.rulesets.cosmos.orders.arguments import TYPES

FAMILIES = (waiting, programs, naming, forces, sight, control, items, taking_over, spells, questing)


@cache
def grammar() -> Grammar:
    """The grammar of all orders; a ``*`` stands for an optional argument that is left out (CF-3.1-15)."""
    return Grammar((kind for one in FAMILIES for kind in one.KINDS), TYPES, blank="*")


def order_of(text: str) -> object:
    """The order that a text of a program says. Raises ValueError for a text that is none: programs hold only what was read."""
    found = grammar().find(text)
    if found is None or isinstance(found.order, Refusal):
        raise ValueError(f"a program holds {text!r}, which is no order")
    return found.order
