"""An edition of Alamaze: its tables, each loaded and checked once, and its numbers by name.

Rows have the names of their files' columns. Columns that only explain (clauses, decisions, notes) are left out.
"""

from __future__ import annotations

from postern.rulesets.alamaze.tables.agents import AgentAction
from postern.rulesets.alamaze.tables.cells import LETTERS, TERRAINS
from postern.rulesets.alamaze.tables.goals import Reward, StatusRow
from postern.rulesets.alamaze.tables.kingdoms import KingdomRow
from postern.rulesets.alamaze.tables.land import Region, Resistance
from postern.rulesets.alamaze.tables.orders import OrderRow, OrderWords, RegionalSpell, SpellRow
from postern.rulesets.alamaze.tables.tables import Edition, edition
from postern.rulesets.alamaze.tables.things import EffectRow, SightingRow
from postern.rulesets.alamaze.tables.troops import BrigadeType

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
