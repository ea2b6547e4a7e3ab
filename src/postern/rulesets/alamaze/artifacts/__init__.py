"""Artifacts and unusual sightings (AC-20, AC-26)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {}
