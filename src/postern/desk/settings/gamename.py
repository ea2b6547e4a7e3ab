"""The name of a game as people type it: QJ1, qj 1, QJ–1, and QJ-1O1 with a letter for a digit."""

from __future__ import annotations

import re

_DASH = "\u2010\u2011\u2013\u2014_"
PATTERN = rf"[A-Za-z][A-Za-z0-9]*(?:-|\s?[{_DASH}]\s?)[\dOoIl]+"
"""A name with a dash. Text for other patterns, without groups."""
_PARTS = re.compile(rf"(?P<letters>.*?[A-Za-z])[\s{_DASH}-]*(?P<number>[\dOoIl]+)")
_DIGITS = str.maketrans("OoIl", "0011")


def game_name(typed: str) -> str:
    """The name as games are named: in capitals, a dash, and digits behind it; what is no such name comes back in capitals."""
    found = _PARTS.fullmatch(typed.strip())
    if found is None:
        return typed.strip().upper()
    return f"{found['letters'].upper()}-{found['number'].translate(_DIGITS)}"
