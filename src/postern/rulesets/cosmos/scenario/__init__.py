"""A scenario: every terrain, unit type, nation, price and place of a game, from the files in its folder (CF-1-01).

``scenario(slug)`` loads a folder of ``data/`` once and checks it. A world names its scenario; nothing of it is copied there.
"""

from __future__ import annotations

from postern.rulesets.cosmos.scenario.cells import Exact
from postern.rulesets.cosmos.scenario.goals import Deed, Route, VictoryRow
from postern.rulesets.cosmos.scenario.goods import ItemType, Resource
from postern.rulesets.cosmos.scenario.land import Connection, Ground
from postern.rulesets.cosmos.scenario.loading import CONTENT, SCENARIOS, charted, scenario
from postern.rulesets.cosmos.scenario.locations import LocationType
from postern.rulesets.cosmos.scenario.spells import Spell
from postern.rulesets.cosmos.scenario.tables import PHASES, Scenario
from postern.rulesets.cosmos.scenario.units import LeaderType, Recruiting, UnitType

__all__ = [
    "CONTENT",
    "PHASES",
    "SCENARIOS",
    "Connection",
    "Deed",
    "Exact",
    "Ground",
    "ItemType",
    "LeaderType",
    "LocationType",
    "Recruiting",
    "Resource",
    "Route",
    "Scenario",
    "Spell",
    "UnitType",
    "VictoryRow",
    "charted",
    "scenario",
]
