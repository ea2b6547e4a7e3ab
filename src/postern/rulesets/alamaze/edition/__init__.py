"""An edition of Alamaze: its tables, each loaded and checked once, and its numbers by name.

Rows have the names of their files' columns. Columns that only explain (clauses, decisions, notes) are left out.
"""

from __future__ import annotations

from postern.rulesets.alamaze.edition.agents import AgentAction
from postern.rulesets.alamaze.edition.cells import LETTERS, TERRAINS
from postern.rulesets.alamaze.edition.goals import Reward, StatusRow
from postern.rulesets.alamaze.edition.kingdoms import KingdomRow
from postern.rulesets.alamaze.edition.land import Region, Resistance
from postern.rulesets.alamaze.edition.orders import OrderRow, OrderWords, RegionalSpell, SpellRow
from postern.rulesets.alamaze.edition.tables import Edition, edition
from postern.rulesets.alamaze.edition.things import EffectRow, SightingRow
from postern.rulesets.alamaze.edition.troops import BrigadeType

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
