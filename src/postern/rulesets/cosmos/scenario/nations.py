"""The nations of a scenario, played or not (CF-5, ``nations.csv``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from postern.rulesets.cosmos.amounts import Amounts
from postern.rulesets.cosmos.scenario.cells import Exact


@dataclass(frozen=True)
class NationType:
    """A nation as the scenario describes it. Nations without a home are played by nobody (``nations.csv``)."""

    no: int
    code: str
    name: str
    people: str = ""
    ruler_type: int = 0
    home: int = 0
    admin_base: int = 0
    major_limit: int = 0
    tax: Exact = Fraction(0)
    villeinage: Exact = Fraction(0)
    trade_factor: Exact = Fraction(0)
    eff_gold: int = 100
    eff_food: int = 100
    eff_wood: int = 100
    eff_iron: int = 100
    eff_population: int = 100
    eff_mounts: int = 100
    arms_recipe: Amounts = field(default_factory=dict)
    warship_cost: Amounts = field(default_factory=dict)
    transport_cost: Amounts = field(default_factory=dict)
    launch_phases: int = 0
    warship_upkeep: Amounts = field(default_factory=dict)
    transport_upkeep: Amounts = field(default_factory=dict)
    embark_phases: int = 0
    sea_lane_cost: int = 0
    home_move_cost: Amounts = field(default_factory=dict)
    faction: str = ""
    stance: str = ""
    """The policy towards all players of a nation that nobody plays; neutral unless told otherwise."""
    settles: bool = False
    """A nation that nobody plays and yet holds locations (CF-14.3-04)."""
    quests: bool = False
    """A nation that exists in quest mode alone."""
    mounts: str = ""
    """The mounts that it breeds, "" for none."""
    mana: str = ""
    """The kind of mana that its temples give."""

    @property
    def played(self) -> bool:
        """True for a nation that a player can lead."""
        return self.home > 0
