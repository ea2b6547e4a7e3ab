"""Marches, transfers between groups, ambush, pursuit, interception (AC-06, AC-18)."""

from __future__ import annotations

from postern.rulesets.alamaze.movement import camps, marches, pursuit, teleports, transfers
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {
    **transfers.HANDLERS,
    **marches.HANDLERS,
    **teleports.HANDLERS,
    **pursuit.HANDLERS,
    **camps.HANDLERS,
}
