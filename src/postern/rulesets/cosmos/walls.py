"""Fortifications as battles and sieges see them: effective rating, what it takes from an attacker (CF-16)."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.cosmos.battle.numbers import NUMBERS
from postern.rulesets.cosmos.scenario import CONTENT, Scenario
from postern.rulesets.cosmos.world import Location


def _reductions() -> dict[tuple[bool, int], Fraction]:
    found = {}
    for row in CONTENT.rows("fortification_reduction"):
        rating = int(row["rating"].rstrip("+"))
        found[row["kind"] == "specialised", rating] = Fraction(row["attacker_reduction_pct"]) / 100
    return found


_REDUCTIONS = _reductions()
_HIGHEST = max(rating for _, rating in _REDUCTIONS)


def effective_rating(location: Location) -> int:
    """The rating that is left of a fortification: a layer falls with each multiple of its strength in damage (CF-16-04)."""
    broken = location.damage // location.strength if location.strength else location.rating
    return max(0, location.rating - broken)


def walled(location: Location) -> bool:
    """True for a location that must be stormed: with an effective rating, or of a kind that protects without one (CF-15.6.1-01,
    CF-16-05)."""
    return effective_rating(location) > 0 or location.type in NUMBERS.protecting


def blocking_factor(tables: Scenario, location: Location) -> int:
    """How many individuals trying to enter a single one inside can block (CF-16-11)."""
    rating = effective_rating(location)
    if not rating:
        return NUMBERS.blocking["open"]
    if tables.location_types[location.type].specialised:
        return NUMBERS.blocking["specialised"]
    return min(NUMBERS.blocking["walls"] + rating, NUMBERS.blocking["most"])


def reduction(tables: Scenario, location: Location) -> Fraction:
    """The part of its combat value that an attacker into a fortification loses: 0 to 1 (CF-16-07, CF-16-08)."""
    rating = min(effective_rating(location), _HIGHEST)
    return _REDUCTIONS[tables.location_types[location.type].specialised, rating] if rating else Fraction(0)
