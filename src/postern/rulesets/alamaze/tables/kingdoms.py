"""Kingdoms, their people and troops, and what they strive for, as rows of tables.

- Kingdoms and their people at the start, ranks, prices of hiring (AC-02, AC-08).
- Brigades, leaders, sizes of groups, arms and terrain (AC-06, AC-18).
- Objectives, secret conditions, rewards, status points (AC-26, AC-29, AC-30).
"""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.tables.land import Codes, Numbers, Yes


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


@dataclass(frozen=True)
class BrigadeType:
    """A kind of brigade: its values in the phases of a battle on open ground (rulings 18 and 23), and its upkeep a turn."""

    code: str
    name: str
    category: str
    infantry_value: float
    cavalry_value: float
    archer_value: float
    long_missile: float
    short_missile: float
    charge: float
    melee: float
    combined: float
    armour: float
    value_vs_pc: float
    food_per_turn: str = "0"
    gold_per_turn: int = 0
    max_per_group: int | None = None
    summon_spell_or_order: int | None = None
    men_li: int = 0
    men_mi: int = 0
    men_hi: int = 0
    men_gu: int = 0
    men_lc: int = 0
    men_mc: int = 0
    men_hc: int = 0
    men_ec: int = 0
    men_sk: int = 0
    men_ar: int = 0
    men_xa: int = 0
    men_ha: int = 0
    men_special: str = ""
    factor: float = 1.0


@dataclass(frozen=True)
class LeaderRank:
    """A rank of leaders, with its step, and what it adds to the fighting value (AC-06-80..82)."""

    rank_order: int
    rank: str
    bonus_percent: int
    step: str = ""

    @property
    def title(self) -> str:
        """As it is written: ``Captain I``."""
        return f"{self.rank} {self.step}".strip()


@dataclass(frozen=True)
class SizeWord:
    """The word for a group of so many brigades (AC-06-19..30)."""

    word: str
    brigades_low: int
    brigades_high: int | None = None


@dataclass(frozen=True)
class Arms:
    """What the terrain leaves of each arm, in percent (AC-06-57..66)."""

    terrain: str
    infantry_percent: int | None = None
    cavalry_percent: int | None = None
    archers_percent: int | None = None


@dataclass(frozen=True)
class TerrainAbility:
    """What being at home in a terrain adds in a fight there (ruling 20)."""

    terrain_trait: str
    combat_pct: int
    evasion: Yes = False


@dataclass(frozen=True)
class MovementCost:
    """Movement points to enter an area of each terrain (ruling 20). ``walks_as`` stands in a row of flight: the row of those
    who cannot fly."""

    terrain_trait: str
    plains: float
    forest: float
    mountain: float
    marsh: float
    desert: float
    sea: float
    walks_as: str = ""

    def to_enter(self, terrain: str) -> float:
        """The points for an area of this terrain."""
        return float(getattr(self, terrain.lower()))


@dataclass(frozen=True)
class Summons:
    """Brigades that a spell calls, and in which terrain (rulings 18 and 49)."""

    spell: int
    creature: str
    brigade_code: str
    brigades_per_cast: int
    terrain: str
    max_per_group: int


@dataclass(frozen=True)
class Objective:
    """An objective of the Early Strategic Objective, with its worth in points (AC-26-09..32)."""

    code: str
    points: int
    category: str
    objective: str
    default: Yes = False


@dataclass(frozen=True)
class Condition:
    """A secret victory condition; ``rival`` for one that needs a natural enemy (AC-30-23..46)."""

    code: str
    category: str
    condition: str
    default: Yes = False
    rival: Yes = False


@dataclass(frozen=True)
class Requirement:
    """What an objective or condition asks for: a measure of ``victory/measures.py``, of what, and how much at least."""

    code: str
    measure: str
    least: float
    of: str = ""


@dataclass(frozen=True)
class Reward:
    """A reward of the Early Strategic Objective: what it grants, and to which kingdoms only, or never (AC-26-58..72)."""

    code: str
    points: int
    reward: str
    grant: str
    rank: str = ""
    amount: int = 0
    only: Codes = ()
    never: Codes = ()


@dataclass(frozen=True)
class StatusRow:
    """What gives status points (AC-29-05..32): so many points for each of a measure, less those that another row counts; with
    ``least`` once, for a measure of at least so much and less than ``below``."""

    category: str
    objective: str
    measure: str
    of: str = ""
    less: str = ""
    least: float | None = None
    below: float | None = None
    interim: int = 0
    final: int = 0


@dataclass(frozen=True)
class PrisonerRow:
    """What prisoners of some ranks are worth in status points at an interim award, for each level where ``per_level``."""

    prisoner: str
    interim: int
    final: int
    ranks: Codes
    per_level: Yes = False
