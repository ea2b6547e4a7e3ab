"""How the map looks: styles of terrain, symbols, emblems of the kingdoms."""

from __future__ import annotations

from collections.abc import Mapping

from postern.game.chart import Symbol
from postern.rulesets.alamaze.telling import CONTENT

STYLES: Mapping[str, str] = {row["terrain"]: row["style"] for row in CONTENT.rows("chart_styles")}
"""How each terrain is drawn."""
LETTERS: Mapping[str, str] = {row["terrain"]: row["letter"] for row in CONTENT.rows("chart_styles")}
"""How each terrain is written in the sketch."""
SYMBOLS: tuple[Symbol, ...] = CONTENT.symbols("symbols")
EMBLEMS: Mapping[str, Symbol] = {one.kind: one for one in CONTENT.symbols("emblems")}
"""The emblem of each kingdom, by its code."""
