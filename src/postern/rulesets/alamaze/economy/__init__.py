"""Production, seasons, upkeep, reinforcements, recruits, improvements of centers (AC-14, AC-16, AC-17, AC-25)."""

from __future__ import annotations

from postern.rulesets.alamaze.economy import improving, rations, recruiting
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {**rations.HANDLERS, **improving.HANDLERS, **recruiting.HANDLERS}
