"""Kingdoms and their people at the start, ranks, prices of hiring (AC-02, AC-08)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.tables.cells import Codes, Numbers


@dataclass(frozen=True)
class KingdomRow:
    """A kingdom at the start: its people, its means and its terrain abilities (rulings 19 to 22)."""

    code: str
    name: str
    home_region: int
    capital_area: str
    capital_name: str
    influence: float
    ruler: str
    agent_cap: int
    magic_potential: int
    research_gold_per_level: int
    spell_school: str
    rite_percent: int
    reinforcement_turns: Numbers
    reinforcement_brigades: int
    food: int
    gold: int
    default_attack_tactic: int
    default_defense_tactic: int
    threshold_factor: float
    retreat_loss_factor: float
    alignment: str
    skeletons: int
    terrain_plains: str
    terrain_forest: str
    terrain_mountain: str
    terrain_marsh: str
    terrain_desert: str
    terrain_sea: str
    reaction_region_1: str
    reaction_region_2: str
    reaction_region_3: str
    reaction_region_4: str
    reaction_region_5: str
    reaction_region_6: str
    reaction_region_7: str
    reaction_region_8: str
    reaction_region_9: str
    reaction_region_10: str
    naval_quality: float = 0
    fleets: int = 0
    fleet_sea: str = ""
    natural_enemy: str = ""

    def ability(self, terrain: str) -> str:
        """How at home its troops are in a terrain: Standard, Advantage, Flight, ..."""
        return str(getattr(self, f"terrain_{terrain.lower()}"))

    def start_reaction(self, region: int) -> str:
        """The reaction of a region at turn 0."""
        return str(getattr(self, f"reaction_region_{region}"))


@dataclass(frozen=True)
class StartGroup:
    """A group at turn 0; without an area it is inactive."""

    group: str
    kingdom: str
    number: int
    brigade_code: str = ""
    area: str = ""
    brigades: int = 0
    leaders: Codes = ()
    morale: float = 100
    attrition: float = 0


@dataclass(frozen=True)
class StartFigure:
    """A named figure at turn 0: ``kind`` is a rank, Agent, Wizard, ...; ``group`` only for those with one."""

    kingdom: str
    kind: str
    name: str
    code: str
    area: str = ""
    level: int = 0
    group: str = ""


@dataclass(frozen=True)
class EmissaryRank:
    """A rank of emissaries: its share of the ruler's influence, and what each of its acts costs (AC-08-12..17)."""

    rank_order: int
    rank: str
    power_percent: int
    gold_cost: int


@dataclass(frozen=True)
class HireRow:
    """A figure that can be hired (order 510)."""

    code: str
    figure: str
    gold: int
    influence_cost: float
    level: int = 0
