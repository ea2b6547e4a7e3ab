"""The numbers of battles and of the economy, from ``data/battle.toml``, ``data/economy.toml`` and the tables of the book:
typed, loaded and checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pydantic import TypeAdapter

from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.tables.amounts import HUNDRED, Exact
from postern.rulesets.cosmos.tables.scenario import CONTENT


@dataclass(frozen=True)
class BattleNumbers:
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


BATTLE: BattleNumbers = TypeAdapter(BattleNumbers).validate_python(CONTENT.toml("battle"))
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


@dataclass(frozen=True)
class Walls:
    """Costs, times and chances of fortifications (CF-16.1 to CF-16.3, rulings 8.1 to 8.6)."""

    gold_per_volume: int
    manpower_per_volume: int
    upkeep_per_rating_and_length: int
    rating_per_strength: int
    strength_phases: int
    rating_phases: int
    remove_phases: int
    unwalled_manpower: int
    repair_gold: int
    repair_manpower: int
    most_sapping: int
    engine_pct: int
    collapse_pct: int
    most_collapse_pct: int
    even_stability: int
    stability_exponent: float


@dataclass(frozen=True)
class Cities:
    """How cities grow (CF-13.1)."""

    expand_phases: int


@dataclass(frozen=True)
class Castles:
    """Which resources, or kinds of resources, a castle raises from which effective rating on (CF-13.2)."""

    at_rating_1: tuple[str, ...]
    at_rating_4: tuple[str, ...]


@dataclass(frozen=True)
class Trade:
    """How walls help trade (CF-6.6.3)."""

    rating_per_wall_rating: int


@dataclass(frozen=True)
class Transport:
    """What a transfer costs (CF-6.7-11, CF-6.7-12)."""

    load: int
    gold_per_load: int
    gold_per_hex: int
    least_gold: int


@dataclass(frozen=True)
class EconomyNumbers:
    """All of them."""

    walls: Walls
    cities: Cities
    castles: Castles
    trade: Trade
    transport: Transport
    spells: Mapping[str, int]


ECONOMY = TypeAdapter(EconomyNumbers).validate_python(CONTENT.toml("economy"))
