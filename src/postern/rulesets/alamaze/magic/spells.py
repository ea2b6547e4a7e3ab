"""The handlers of all spells of this package."""

from __future__ import annotations

from postern.rulesets.alamaze.magic import on_group, regional, research, unveiling
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {**research.HANDLERS, **regional.HANDLERS, **unveiling.HANDLERS, **on_group.HANDLERS}
