"""Objectives, secret conditions, status points, all ways to win (AC-26, AC-29, AC-30)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {}
