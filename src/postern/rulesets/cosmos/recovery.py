"""Recovery of wounds (CF-15.3.1, ruling 7.16)."""

from __future__ import annotations

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Unit

_WORDS = 1 << 64


def recover(turn: Turn) -> None:
    """At the end of a phase each wounded individual may regain a wound point. Then what the units did in it is forgotten."""
    for number in sorted(turn.world.units):
        unit = turn.world.units[number]
        if unit.wounds:
            _recover(turn, unit)
    turn.acted.clear()


def _recover(turn: Turn, unit: Unit) -> None:
    kind = type_of(turn.tables, unit)
    hurt = [place for place, damage in enumerate(unit.wounds) if damage >= HUNDRED]
    if not kind.regen_phases or not hurt:
        return
    # the chance is pace / (2 x phases): 2 is the usual pace
    least = -(-_WORDS * pace(turn, unit) // (2 * kind.regen_phases))
    drawn = turn.chance_of("recovery", unit.id).words(len(hurt))
    for place, word in zip(hurt, drawn, strict=True):
        if word < least:
            unit.wounds[place] -= HUNDRED
    unit.wounds = sorted(damage for damage in unit.wounds if damage)


def pace(turn: Turn, unit: Unit) -> int:
    """How fast wounds heal: 1 after combat, 4 for who did absolutely nothing, else 2 (CF-15.3.1-02)."""
    if unit.id in turn.fought:
        return 1
    busy = unit.id in turn.acted or unit.id in turn.moved or not unit.position
    return 2 if busy else 4
