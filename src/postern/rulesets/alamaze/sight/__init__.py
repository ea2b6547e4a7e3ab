"""What kingdoms see: at the end of a turn, by reconnaissance, from afar (AC-20)."""

from __future__ import annotations

from postern.rulesets.alamaze.sight import scrying
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = scrying.HANDLERS
