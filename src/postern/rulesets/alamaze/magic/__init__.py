"""Magic: who may cast, and what each spell does (AC-23)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {}
