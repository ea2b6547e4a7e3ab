"""An edition of Alamaze: its tables, each loaded and checked once, and its numbers by name.

Rows have the names of their files' columns. Columns that only explain (clauses, decisions, notes) are left out.
"""

from __future__ import annotations

from postern.rulesets.alamaze.tables.kingdoms import BrigadeType, KingdomRow, Reward, StatusRow
from postern.rulesets.alamaze.tables.land import LETTERS, TERRAINS, EffectRow, Region, Resistance, SightingRow
from postern.rulesets.alamaze.tables.loader import Edition, edition
from postern.rulesets.alamaze.tables.orders import AgentAction, OrderRow, OrderWords, RegionalSpell, SpellRow

__all__ = [
    "LETTERS",
    "TERRAINS",
    "AgentAction",
    "BrigadeType",
    "Edition",
    "EffectRow",
    "KingdomRow",
    "OrderRow",
    "OrderWords",
    "Region",
    "RegionalSpell",
    "Resistance",
    "Reward",
    "SightingRow",
    "SpellRow",
    "StatusRow",
    "edition",
]
