"""The early objective, status points, and how the game is won (AC-26, AC-29, AC-30)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Handlers
from postern.rulesets.alamaze.victory import checks, rewards

HANDLERS: Handlers = {**rewards.HANDLERS, **checks.HANDLERS}
