"""The tables, loaded and checked once: the book's (``data/*.csv``) and our own decisions (``data/decided.toml``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from postern.game.kit.content import Content

CONTENT = Content("postern.rulesets.great_jewels")
rows = CONTENT.rows
_DECIDED = CONTENT.toml("decided")
_Land = Literal["C", "M", "F"]


def decided(section: str) -> dict[str, Any]:
    """One section of ``data/decided.toml``: numbers which the book leaves open (ruling by part). Raises KeyError without it."""
    return dict(_DECIDED[section])


@dataclass(frozen=True, slots=True)
class _Factors:
    attacker: str
    defender: str
    attack_factors: int
    assault_factors: int


@dataclass(frozen=True, slots=True)
class PeopleRow:
    """What ``data/character_types.csv`` says of a people: its terrains from best to worst, and the CSPs that a province of
    it may build in a turn."""

    type: str
    most_favourable: _Land
    in_between: _Land
    least_favourable: _Land
    csps_per_turn: int


_FACTORS = CONTENT.table("attack_factors", _Factors, lambda row: (row.attacker, row.defender))
PEOPLES = CONTENT.table("character_types", PeopleRow, lambda row: row.type)

ATTACK_FACTORS = {pair: row.attack_factors for pair, row in _FACTORS.items()}
"""Attack factors per troop, by attacker and defender type; NONPLAYER for all non-player forces (QJ-18-06 to QJ-18-09)."""

ASSAULT_FACTORS = {pair: row.assault_factors for pair, row in _FACTORS.items()}
"""The same when assaulting: one more (QJ-18-10)."""

FAVOURITE: dict[str, str] = {name: row.most_favourable for name, row in PEOPLES.items()}
"""The letter of each people's most favourable terrain (QJ-05-18)."""

CSPS_A_TURN = {name: row.csps_per_turn for name, row in PEOPLES.items()}
"""CSPs which a province of each people may build in a turn (QJ-13-03)."""
