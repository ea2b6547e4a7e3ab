"""Sea power: fleets, transport, patrols, battles at sea (AC-07, AC-22)."""

from __future__ import annotations

from postern.rulesets.alamaze.sea import patrols, shipyards, storms, transport
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {**shipyards.HANDLERS, **storms.HANDLERS, **patrols.HANDLERS, **transport.HANDLERS}
