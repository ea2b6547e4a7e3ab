"""What tunes computer nations: ``data/computer.toml``, checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import TypeAdapter

from postern.game.ruleset import Level
from postern.rulesets.cosmos.scenario import CONTENT


@dataclass(frozen=True)
class Skill:
    """How well a level plays."""

    resting_pct: int
    margin_pct: int
    war_from: int
    castles: int
    lords: int
    captains: int
    quests: int
    casts: bool
    army: int


@dataclass(frozen=True)
class Fighting:
    """How strength is reckoned, in medium infantry."""

    walls_pct: tuple[int, ...]
    unseen: Mapping[str, int]
    hidden_pct: int
    morale_pct: Mapping[str, int]
    remembered: int
    battering: int
    battered_from: int


@dataclass(frozen=True)
class Worth:
    """What targets are worth beside their points."""

    hex: float
    land_pct: int
    enemy_hex: float
    threat: float


@dataclass(frozen=True)
class Work:
    """How much leaders are given to do."""

    horizon: int
    reach: int
    searching: int
    garrison: int
    garrison_per_point: float
    gathering: int


@dataclass(frozen=True)
class Purse:
    """How gold is spent."""

    reserve: int
    castle_gold: int
    castle_hexes: int
    recruits: int
    improvements: int
    least_net: int
    lord_turns: int
    captain_turns: int
    castle_turns: int
    troop_turns: int


@dataclass(frozen=True)
class Care:
    """When what a nation has needs care."""

    many_units: int
    flee_pct: int
    enough_arms: int


@dataclass(frozen=True)
class Casting:
    """When spells pay."""

    least_foe: int


@dataclass(frozen=True)
class Questing:
    """How quests are gone about."""

    turns: int
    retreat_pct: int
    fight: int
    guards: int
    nearest: int
    farthest: int


@dataclass(frozen=True)
class Numbers:
    """All of them."""

    levels: Mapping[Level, Skill]
    fighting: Fighting
    worth: Worth
    work: Work
    purse: Purse
    care: Care
    casting: Casting
    questing: Questing


NUMBERS = TypeAdapter(Numbers).validate_python(CONTENT.toml("computer"))
