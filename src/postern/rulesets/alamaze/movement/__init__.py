"""Marches, transfers between groups, ambush, pursuit, interception (AC-06, AC-18)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {}
