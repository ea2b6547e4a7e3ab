"""The High Council and skeletons in closets (AC-10, AC-11)."""

from __future__ import annotations

from postern.rulesets.alamaze.council import skeletons
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {**skeletons.HANDLERS}
