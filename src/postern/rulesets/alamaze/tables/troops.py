"""Brigades, leaders, sizes of groups, arms and terrain (AC-06, AC-18)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.tables.cells import Yes


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
