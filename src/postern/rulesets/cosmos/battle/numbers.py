"""The numbers of battles, from ``data/battle.toml`` and the tables of the book: typed, loaded and checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pydantic import TypeAdapter

from postern.game.kit.digits import is_number
from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.scenario import CONTENT, Exact


@dataclass(frozen=True)
class Numbers:
    """What ``data/battle.toml`` holds; each name is explained there."""

    most_segments: int
    steps_to_midfield: int
    longest_charge_cost: int
    least_charge_terrain_pct: int
    flight_phases_per_hex: int
    least_recovered_pct: int
    lost_per_hex_pct: int
    cancelling_charges: str
    form_without_weapon: str
    form_without_missile: str
    form_at_sea: str
    flyers_terrain: str
    protecting: tuple[str, ...]
    peaceful: tuple[str, ...]
    vulnerability_pct: Mapping[str, int]
    state_pct: Mapping[str, int]
    room_pct: Mapping[str, int]
    charge_pct: Mapping[str, int]
    blocking: Mapping[str, int]


@dataclass(frozen=True)
class TacticsRow:
    """How a unit with these tactics behaves: ``aggressiveness`` says who acts first, ``engaged_rank`` who stands in front."""

    tactics: str
    aggressiveness: int
    engaged_rank: int
    target_size_factor: Exact

    @property
    def target_pct(self) -> int:
        """The percentage of its size that can be attacked (CF-15.4-02)."""
        return int(self.target_size_factor * HUNDRED)


@dataclass(frozen=True)
class CriticalRow:
    """The chance of a critical hit of one sort of unit against another, and what it does to the strength (CF-15.2)."""

    attacker: str
    defender: str
    chance_pct: int
    strength_factor: int = 1


NUMBERS: Numbers = TypeAdapter(Numbers).validate_python(CONTENT.toml("battle"))
TACTICS = CONTENT.table("tactics", TacticsRow, lambda one: one.tactics)
MORALE: Mapping[str, Fraction] = {
    row["item"]: Fraction(row["value"]) for row in CONTENT.rows("morale") if is_number(row["value"][-1])
}
FORMATION_PCT = 75
"""What formation makes of a unit's size, when it attacks and when it is attacked (CF-15.4-03, CF-15.4-05)."""
CRITICAL = {
    (one.attacker == "mass unit", one.defender == "mass unit"): one
    for one in CONTENT.table("critical_hits", CriticalRow, lambda one: (one.attacker, one.defender)).values()
}
"""Critical hits by whether attacker and defender are mass units."""


def percent(number: int) -> Fraction:
    """A percentage as a factor."""
    return Fraction(number, HUNDRED)
