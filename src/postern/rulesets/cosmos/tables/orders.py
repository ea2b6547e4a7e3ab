"""What is declared of every order, a section of ``data/orders`` each: its forms, its help, what holds of it, and why computer
players never give it. Of spells, whose forms the scenarios have, ``data/orders/casting.toml`` says the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from postern.game.kit.orders.file import Section, declared
from postern.rulesets.cosmos.tables.scenario import CONTENT


@dataclass(frozen=True, kw_only=True)
class Traits:
    """What holds of every order of a name.

    Its priority (CF-4.2); whether it is free of charge (CF-3.2-11), a meta order (CF-4.3-01), possible in questing mode
    ("types": for types that can go questing; CF-20.3) and for stupid units (CF-3.1-18). ``force``: the whole force carries it
    out; other orders concern the leader alone (CF-8-03, CF-8-04). ``recovers``: the column of the resource table with what
    comes back when the order is broken off; without it nothing does (CF-6-02, CF-7.1-11). ``computers``: why computer players
    never give it; "" when they do.
    """

    name: str
    priority: int
    free: bool = False
    meta: bool = False
    questing: Literal["yes", "no", "only", "types"] = "yes"
    stupid: bool = False
    force: bool = False
    recovers: str = ""
    computers: str = ""


@dataclass(frozen=True, kw_only=True)
class OrderRow(Traits):
    """The section of an order that is no spell.

    HELP tells how long it ``takes`` and names a further ``topic``. ``units``: those that it names are "own", or own
    "individuals"; ``longest_leg`` is how many hexes its positions may be apart (CF-11-02), 0 for any.
    """

    giver: Literal["unit", "location", "nation", "system", "unit+location", "unit+nation", "unit+location+nation"]
    group: str
    words: str
    forms: list[dict[str, Any]]
    takes: str
    topic: str
    units: Literal["", "own", "individuals"] = ""
    longest_leg: int = 0


CASTING = "casting"
"""The file of the spells."""
FILES: Mapping[str, Mapping[str, Section]] = CONTENT.folder("orders")
ORDERS = declared({f"orders/{name}": file for name, file in FILES.items() if name != CASTING}, OrderRow)
TRAITS: Mapping[str, Traits] = dict(sorted({**ORDERS, **declared({f"orders/{CASTING}": FILES[CASTING]}, Traits)}.items()))
"""What holds of every order, by name."""
