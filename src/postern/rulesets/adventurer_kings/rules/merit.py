"""Merit for offices: the tally of events that a character keeps (AK-D10.1-01). The part for levels is reckoned each year."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.adventurer_kings.turn import Turn, percent
from postern.rulesets.adventurer_kings.world import Character


def merit(turn: Turn, who: Character, office: str, points: Fraction | int, why: str) -> None:
    """Add points of merit for an office (a code of offices.csv) to a character, and tell his kingdom; halves are kept
    (AK-D9.2-05). ``why`` is a short phrase in words: "feature 45.1 first found"."""
    if not points:
        return
    who.merit[office] = who.merit.get(office, 0) + int(2 * points)
    turn.tell_kingdom(
        who.kingdom, "merit", who=who.id, name=who.title, office=office, points=percent(Fraction(points)), why=why
    )
