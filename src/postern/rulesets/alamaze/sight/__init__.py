"""What kingdoms see, and keep on their maps (AC-20)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {}
