"""Chances as words: what a king is told of the odds before a turn."""

from __future__ import annotations

from typing import Literal, TypeAlias

Outlook: TypeAlias = Literal["certain", "likely", "doubtful", "hopeless"]
"""It succeeds in all cases that can be; in more than half of them; in some; in none."""


def outlook(percent: float) -> Outlook:
    """The word for a chance in percent."""
    return "certain" if percent >= 100 else "likely" if percent > 50 else "doubtful" if percent > 0 else "hopeless"
