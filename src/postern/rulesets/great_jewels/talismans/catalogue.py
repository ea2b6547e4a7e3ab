"""The 152 talismans: number, name, class, notes and where they work, from ``data/talismans.csv`` (QJ-28.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from postern.game.kit.content import split
from postern.rulesets.great_jewels.tables import CONTENT

JEWELS = (1, 2, 3)
KEYS = tuple(range(4, 29))
RINGS = {
    "AZONI": tuple(range(29, 32)),
    "QUNTAG": tuple(range(32, 36)),
    "RILRIS": tuple(range(36, 40)),
    "SLENTH": tuple(range(40, 45)),
}
PALANTIRI = (45, 46, 47)
WANDS = {"AZONI": 95, "QUNTAG": 96, "RILRIS": 97, "SLENTH": 98}
STONES = {"G": 133, "TL": 134, "P": 135, "L": 136, "S": 137, "C": 138, "X": 139, "D": 140, "B": 141}


@dataclass(frozen=True, slots=True)
class Power:
    """A talisman's row in the catalogue.

    ``strength``: class A (strong) to C (weak), "" for the jewels. ``notes``: the numbers of the notes (1 to 8) that hold
    for it. ``on``: which holders it works for. ``power``: what it does, in whole sentences, for handbook, reports and answers.
    ``orders``: an example of each order that uses it.
    """

    number: int
    name: str
    on: Literal["leader", "garrison", "both", "transfer"]
    power: str
    edition: int
    """The first edition of the tables that has it."""
    strength: Literal["A", "B", "C", ""] = ""
    notes: Annotated[frozenset[int], split()] = frozenset()
    orders: Annotated[tuple[str, ...], split(" or ")] = ()


CATALOGUE = CONTENT.table("talismans", Power, lambda power: power.number)
"""Every talisman by its number, of all editions."""

EDITION = max(power.edition for power in CATALOGUE.values())
"""The newest edition: new games are begun with it, and keep it."""


@cache
def catalogue_of(edition: int) -> frozenset[int]:
    """The numbers of the talismans that games begun with this edition have."""
    return frozenset(number for number, power in CATALOGUE.items() if power.edition <= edition)
