"""Artifacts, unusual sightings, and rows of effects (rulings 50 and 51)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.tables.cells import Codes


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
