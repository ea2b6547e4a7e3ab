"""Trade: the open market, trades in pairs, gifts (AC-24)."""

from __future__ import annotations

from postern.rulesets.alamaze.trade import gifts
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = gifts.HANDLERS
