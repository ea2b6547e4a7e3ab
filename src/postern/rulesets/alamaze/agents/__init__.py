"""Agents and fanatics, hiring and training, prisoners (AC-12)."""

from __future__ import annotations

from postern.rulesets.alamaze.agents import deeds, demon, errands, hiring, watch
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {**watch.HANDLERS, **deeds.HANDLERS, **errands.HANDLERS, **hiring.HANDLERS, **demon.HANDLERS}
