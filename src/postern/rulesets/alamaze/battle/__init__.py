"""Battles of groups, attacks on centers, sieges, parley (AC-21)."""

from __future__ import annotations

from postern.rulesets.alamaze.battle import center_spells, centers, parley, siege, spells, stances
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {
    **spells.HANDLERS,
    **stances.HANDLERS,
    **center_spells.HANDLERS,
    **centers.HANDLERS,
    **parley.HANDLERS,
    **siege.HANDLERS,
}
