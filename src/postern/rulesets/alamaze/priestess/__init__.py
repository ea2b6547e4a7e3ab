"""The High Priestess (AC-13)."""

from __future__ import annotations

from postern.rulesets.alamaze.priestess import care, divination
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {**divination.HANDLERS, **care.HANDLERS}
