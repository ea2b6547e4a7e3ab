"""Step 7b: the guardians of Forbidden Cities (chapter 24)."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps import combat
from postern.rulesets.great_jewels.turn import Turn


def guardians_strike(turn: Turn) -> None:
    """Step 7b: in every guarded city the guardians strike at once at the leaders who entered in step 7 (QJ-24-09)."""
    for name, province in turn.world.provinces.items():
        if not province.city:
            continue
        entrants = [
            leader.number
            for leader in turn.leaders_in(name)
            if leader.owner in turn.world.players and leader.number in turn.moved
        ]
        if entrants:
            combat.guardians_fight(turn, name, entrants)
