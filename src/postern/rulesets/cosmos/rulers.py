"""Rulers and heirs: who follows a ruler that is lost (CF-5.5)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Nation


def replace_rulers(turn: Turn) -> None:
    """At the end of a phase: the heir follows a ruler who is no more, or else the unit of the ruler type with the lowest ID;
    a nation
    without a ruler that has such a unit again gets it (CF-5.5-06, CF-5.5-07, ruling 12.10)."""
    for nation in turn.world.nations.values():
        row = turn.tables.nations[nation.code]
        if not row.played or _is_of(turn, nation, nation.ruler):
            continue
        lost = nation.ruler
        candidates = sorted(
            one.id for one in turn.world.units.values() if one.owner == nation.code and one.type == row.ruler_type
        )
        nation.ruler = nation.heir if _is_of(turn, nation, nation.heir) else next(iter(candidates), 0)
        if nation.heir == nation.ruler:
            nation.heir = 0
        if nation.ruler:
            turn.tell_owner(turn.world.units[nation.ruler], "ruler", lost=lost)
        elif lost:
            turn.tell("no ruler", turn.seat_of(nation.code), lost=lost)


def _is_of(turn: Turn, nation: Nation, number: int) -> bool:
    unit = turn.world.units.get(number)
    return unit is not None and unit.owner == nation.code
