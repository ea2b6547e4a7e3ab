"""Missions of agents and what guards against them (AC-12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from postern.game.kit.content import split
from postern.rulesets.alamaze.tables.cells import Danger, NoRoll, Numbers


@dataclass(frozen=True)
class AgentAction:
    """A mission against one sort of target: chances in percent before the agent's level counts (ruling 42). ``target`` names
    ranks or things; what is "per level" counts for each level of the victim. Success is None for what needs no luck.
    ``danger`` is the level of the victim from which a caught agent dies; None for no danger."""

    mission: str
    target: Annotated[tuple[str, ...], split("/")]
    order: Numbers
    success_base_pct: NoRoll = None
    success_per_victim_level_pct: int = 0
    capture_base_pct: NoRoll = None
    capture_per_victim_level_pct: int = 0
    danger: Danger = None
    extra_gold: int = 0


@dataclass(frozen=True)
class Countermeasure:
    """What an agent who watches takes from the success of others, and adds to their capture (ruling 42)."""

    order: int
    base_pct: int
    per_level_pct: int
    home_bonus_pct: int = 0
