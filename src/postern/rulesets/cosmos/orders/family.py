"""A family of orders: its rows in ``data/orders/NAME.toml`` joined to the classes that carry them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from postern.game.kit.orderfile import OrderFile
from postern.game.kit.orders import OrderKind
from postern.rulesets.cosmos.scenario import CONTENT


def family(name: str, makers: dict[str, Callable[..., Any]]) -> tuple[OrderKind, ...]:
    """The order kinds of a file: each section is an order's name, ``makers`` has the class of each. A section says its
    ``giver``
    ("unit", "unit+location", "nation", ...), its ``forms``, and ``block = true`` where other orders stand inside.

    Raises KeyError for a section without a class and for a class without a section.
    """
    file = OrderFile({"words": {}, **CONTENT.toml(f"orders/{name}")})
    if unknown := set(makers) - set(file):
        raise KeyError(f"orders/{name}.toml has no section {', '.join(sorted(unknown))}")
    kinds = []
    for section in file:
        make = makers[section]
        if (named := getattr(make, "name", section)) != section:
            raise KeyError(f"the class of {section} is named {named}")
        kinds.append(file.kind(section, make))
    return tuple(kinds)
