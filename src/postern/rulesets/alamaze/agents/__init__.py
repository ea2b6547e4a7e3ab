"""Agents and fanatics, prisoners (AC-12)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Handlers

HANDLERS: Handlers = {}
