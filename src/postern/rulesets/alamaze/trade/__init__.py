"""The open market, trades, and gifts (AC-24)."""

from __future__ import annotations

from postern.rulesets.alamaze.trade import gifts, market
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {**gifts.HANDLERS, **market.HANDLERS}
