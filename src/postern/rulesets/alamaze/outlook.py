"""Chances as words: what a king is told of the odds before a turn."""

from __future__ import annotations

from typing import TypeAlias

from postern.game.kit.report.hints import Odds

Outlook: TypeAlias = Odds


def outlook(percent: float) -> Outlook:
    """The word for a chance in percent."""
    return "certain" if percent >= 100 else "likely" if percent > 50 else "doubtful" if percent > 0 else "hopeless"
