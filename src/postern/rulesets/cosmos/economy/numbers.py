"""The numbers of ``data/economy.toml``, checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import TypeAdapter

from postern.rulesets.cosmos.scenario import CONTENT


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
class Numbers:
    """All of them."""

    walls: Walls
    cities: Cities
    castles: Castles
    trade: Trade
    transport: Transport
    spells: Mapping[str, int]


NUMBERS = TypeAdapter(Numbers).validate_python(CONTENT.toml("economy"))
