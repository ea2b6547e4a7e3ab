"""Emissaries, rulers, influence, regions and their reactions (AC-05, AC-08, AC-09, AC-19)."""

from __future__ import annotations

from postern.rulesets.alamaze.court import enchanted, favour, knowledge, politics, prisoners, relocation, renown
from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {
    **enchanted.HANDLERS,
    **favour.HANDLERS,
    **knowledge.HANDLERS,
    **politics.HANDLERS,
    **prisoners.HANDLERS,
    **relocation.HANDLERS,
    **renown.HANDLERS,
}
