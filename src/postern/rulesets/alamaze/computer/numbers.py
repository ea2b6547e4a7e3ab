"""What tunes computer kingdoms: ``data/computer.toml``, checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import TypeAdapter

from postern.game.ruleset import Level
from postern.rulesets.alamaze.report.reading import CONTENT
from postern.rulesets.alamaze.rules.effects import Outlook


@dataclass(frozen=True)
class Skill:
    """How well a level plays."""

    resting_pct: int
    politics_pct: int
    storms_if: tuple[Outlook, ...]
    battles_if: tuple[Outlook, ...]
    margin_pct: int
    missions: bool
    council: bool
    enemies: bool
    hires: int
    reserve: int


@dataclass(frozen=True)
class Worth:
    """What centers and unknown areas are worth to a kingdom."""

    village: float
    town: float
    city: float
    capital: float
    share_pct: int
    foreign_pct: int
    unknown: float


@dataclass(frozen=True)
class Army:
    """How groups are led."""

    horizon: int
    danger: int
    small: int
    parley_pct: int
    recruits: int
    calls: int
    calls_rich: int
    most: int
    rich: int
    upkeep_turns: int
    worn: int


@dataclass(frozen=True)
class Purse:
    """How gold is spent."""

    influence: int
    steps: int
    most_gold: int
    bid_low: int
    bid_high: int
    title_influence: int
    gold_rich: int
    food_enough: int


@dataclass(frozen=True)
class Rewards:
    """Which rewards are asked for, the first first."""

    wishes: tuple[str, ...]


@dataclass(frozen=True)
class Goals:
    """From which strengths on objectives are chosen that need them."""

    agents_from: int
    masters_from: int
    magic_from: int
    mages_from: int
    wide_from: int
    titles_most: int
    court_power: int
    demon_rank_pct: int


@dataclass(frozen=True)
class Pursuit:
    """What centers are worth in percent by what the goals ask of their regions."""

    sought_pct: int
    near_pct: int
    near_from_pct: int
    held_pct: int
    aside_pct: int


@dataclass(frozen=True)
class Court:
    """How the ruler, emissaries and the Council are used."""

    title_influence: float
    titles: int
    titles_from: int
    titles_rich: int
    denigrate_share_pct: int
    influence_first: float
    raise_gold: int
    woo_gold: int
    denigrate_gold: int
    emissaries: int
    emissaries_rich: int
    agents_rich: int
    hires: int
    bid_asked: int
    bid_share_pct: int
    chair_gold: int
    chair_spare: int
    enemies: int
    influence_spare: float


@dataclass(frozen=True)
class Intrigue:
    """What agents risk, and what for."""

    foul_pct: int
    capture_pct: int
    watch_level: int
    harm_level: int
    fanatics: int
    heal_attrition: int
    search_groups: int
    ransom_gold: int
    memory: int


@dataclass(frozen=True)
class Trade:
    """Deals between kingdoms that know each other's terms: a lot of food for gold."""

    lot_food: int
    lot_gold: int
    spare_food: int
    spare_gold: int
    low_food: int
    low_gold: int


@dataclass(frozen=True)
class Field:
    """How groups behave beside battles and marches to centers."""

    rest_below: int
    intercept_areas: int
    hide_pct: int
    plunder_pct: int
    jump_pct: int
    bloody_pct: int
    loss_weight: float


@dataclass(frozen=True)
class MagicRule:
    """What wizards do when."""

    urgent_from: int
    urgent_power: int
    scholars: int
    fair_pct: int
    war_power: int
    death_size: int
    least_gain_pct: int
    heal_from: int
    raven_power: int
    dark_areas: int
    region_worth: float
    home_centers: int
    people: int
    muster_per_1000: float


@dataclass(frozen=True)
class Protection:
    """What is done for a threatened capital."""

    spells_pct: int
    builders_pct: int
    highest_walls: int
    steps: int


@dataclass(frozen=True)
class Sites:
    """How unusual sightings are met."""

    strength: float
    worth: float
    try_pct: int


@dataclass(frozen=True)
class Ships:
    """How many fleets are built, and when."""

    rich: int
    fleets: int
    patrol_from: int


@dataclass(frozen=True)
class Numbers:
    """All of them."""

    levels: Mapping[Level, Skill]
    worth: Worth
    army: Army
    purse: Purse
    rewards: Rewards
    goals: Goals
    pursuit: Pursuit
    court: Court
    intrigue: Intrigue
    trade: Trade
    field: Field
    magic: MagicRule
    protection: Protection
    sites: Sites
    ships: Ships


NUMBERS = TypeAdapter(Numbers).validate_python(CONTENT.toml("computer"))
