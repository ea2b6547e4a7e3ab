"""The map and what lies on it, as rows of tables.

- What stands in cells of the tables besides words and numbers.
- The map: areas, regions, seas, centers, and how regions think of kingdoms (AC-03 to AC-05, AC-14).
- Artifacts, unusual sightings, and rows of effects (rulings 50 and 51).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator

from postern.game.kit.content import split

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Rows from the north and columns from the west: area BC is in the second row and the third column (AC-03-01..03)."""
TERRAINS = ("Plains", "Forest", "Mountain", "Marsh", "Desert", "Sea")

Codes = Annotated[tuple[str, ...], split(";")]
Numbers = Annotated[tuple[int, ...], split(";")]
Yes = Annotated[bool, BeforeValidator(lambda cell: cell == "yes" if isinstance(cell, str) else cell)]
NoLevel = Annotated[int | None, BeforeValidator(lambda cell: None if cell == "-" else cell)]
"""A power level; None for what comes never."""
NoRoll = Annotated[int | None, BeforeValidator(lambda cell: None if cell in ("automatic", "N/A") else cell)]
"""A chance in percent; None for what is not rolled for."""
_DANGERS: Mapping[object, int | None] = {"yes": 0, "no": None, "N/A": None, "power 5+": 5}
Danger = Annotated[int | None, BeforeValidator(lambda cell: _DANGERS.get(cell, cell))]
"""From which level of the victim a mission is dangerous: "yes", "no" or "power 5+"."""


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


@dataclass(frozen=True)
class Artifact:
    """An artifact: its class and quality, what it does, and what has to hold it (ruling 50)."""

    item_key_decided: str
    short_number: str
    name: str
    class_: str = ""
    quality: str = ""
    alignment: str = ""
    combat_percent: float = 0
    encounter_points: float = 0
    effects: str = ""
    order_enabled: str = ""
    holder_decided: str = ""
    figures_decided: Codes = ()
    """Names of those who join the finder, for an artifact that is no thing."""


@dataclass(frozen=True)
class SightingRow:
    """An unusual sighting: where it is and who guards what (ruling 51)."""

    site: int
    area: str
    quality: str
    item_key_decided: str = ""
    guardian_strength: float = 0
    enigma_tactic: int = 0
    terrain: str = ""
    secondary_terrain: str = ""


@dataclass(frozen=True)
class EffectRow:
    """What a source changes, in the vocabulary of ``effects.py``. ``target`` may name several, with ``;`` between them."""

    id: str
    source_kind: str
    source: str
    effect: str
    target: Codes
    amount: str
    condition: str = ""
