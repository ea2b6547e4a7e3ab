"""The 152 talismans: number, name, class, notes and where they work, from ``data/talismans.csv`` (QJ-28.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, cast

from postern.rulesets.great_jewels.tables import rows

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
    strength: str
    notes: frozenset[int]
    on: Literal["leader", "garrison", "both", "transfer"]
    power: str
    orders: tuple[str, ...]
    edition: int
    """The first edition of the tables that has it."""


CATALOGUE: dict[int, Power] = {
    int(row["number"]): Power(
        number=int(row["number"]),
        name=row["name"],
        strength=row["class"],
        notes=frozenset(int(note) for note in row["notes"].split()),
        on=cast(Literal["leader", "garrison", "both", "transfer"], row["on"]),
        power=row["power"],
        orders=tuple(filter(None, row["order"].split(" or "))),
        edition=int(row["edition"]),
    )
    for row in rows("talismans")
}
"""Every talisman by its number, of all editions."""

EDITION = max(power.edition for power in CATALOGUE.values())
"""The newest edition: new games are begun with it, and keep it."""


@cache
def catalogue_of(edition: int) -> frozenset[int]:
    """The numbers of the talismans that games begun with this edition have."""
    return frozenset(number for number, power in CATALOGUE.items() if power.edition <= edition)
