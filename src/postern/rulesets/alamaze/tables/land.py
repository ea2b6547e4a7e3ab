"""The map: areas, regions, seas, centers, and how regions think of kingdoms (AC-03 to AC-05, AC-14)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.tables.cells import Numbers, Yes


@dataclass(frozen=True)
class Area:
    """One square of the map (AC-03-01..06). ``sea`` is the sea in which it lies, ``coastal_to`` the sea at its coast."""

    area: str
    region: int
    terrain: str
    sea: str = ""
    coastal_to: str = ""


@dataclass(frozen=True)
class Region:
    """One of the regions (AC-05-12). ``off_season`` is when its harvest is poor (AC-14-09), ``census`` how many
    people live there at the start."""

    number: int
    name: str
    off_season: str
    neighbours: Numbers
    census: int
    food_factor: float = 1.0
    gold_factor: float = 1.0


@dataclass(frozen=True)
class Sea:
    """One of the seas; ``letter`` names it in orders."""

    sea: str
    letter: str


@dataclass(frozen=True)
class CenterRow:
    """A population center at the start (AC-04). ``start_controller`` is a kingdom, "" for a neutral one."""

    area: str
    name: str
    type: str
    base_defense: int
    census: int
    food: int
    gold: int
    start_controller: str = ""
    capital: Yes = False
    shown_on_public_map: Yes = False


@dataclass(frozen=True)
class Reaction:
    """A reaction of a region: what it does to politics, to morale and to parley (AC-05-08..11)."""

    reaction: str
    politics_factor: int
    end_of_turn_morale: int
    parley_points: int
    denigrate_points: int
    morale_cap: int | None = None


@dataclass(frozen=True)
class Resistance:
    """How much a center of each kind resists where the region reacts so (ruling 33)."""

    reaction: str
    factor: int
    village: float
    town: float
    city: float


@dataclass(frozen=True)
class InfluenceWord:
    """The word for a kingdom's share of a region's people (AC-05-13..16, ruling 40)."""

    word: str
    above_share: float | None = None
    at_least_share: float | None = None
    intelligence_from: str = ""


@dataclass(frozen=True)
class Season:
    """A season's share of production in percent, in regions with a winter or a summer as off-season (AC-14-09..12)."""

    season: str
    regions_1_6_food_percent: int
    regions_1_6_gold_percent: int
    regions_7_10_food_percent: int
    regions_7_10_gold_percent: int
