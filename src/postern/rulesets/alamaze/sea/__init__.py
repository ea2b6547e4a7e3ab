"""Sea power: fleets, transport, patrols, battles at sea (AC-07, AC-22)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {}
