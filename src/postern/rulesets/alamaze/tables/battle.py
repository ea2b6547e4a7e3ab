"""Tactics, stages, parley, and the spells of battle (AC-21)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.tables.cells import Yes


@dataclass(frozen=True)
class Tactic:
    """A tactic of attack or defense, and the losses at which it retreats (AC-21-28..34)."""

    tac: int
    mode: str
    name: str
    retreat_at_casualties_pct: int


@dataclass(frozen=True)
class Stage:
    """A stage of a battle: which value strikes and with what share of it (rulings 23 and 24)."""

    battle: str
    order: int
    stage: str
    value_used: str
    first_side_pct: int
    second_side_pct: int = 0
    retreat_check: str = ""


@dataclass(frozen=True)
class ParleyRow:
    """Points for and against a center that is asked to surrender (ruling 34)."""

    part: str
    value: str = ""
    points: float = 0


@dataclass(frozen=True)
class BattleSpell:
    """What a spell does in a battle (ruling 49): points for each level, morale of both sides, armour for each level up to the
    limit, points on the enemy's threshold of losses, less with a Marshal. ``lasting`` spells work in all battles of the turn
    against the same group."""

    number: int
    points_per_level: float = 0
    own_morale: float = 0
    enemy_morale: float = 0
    armour_per_level: float = 0
    enemy_threshold: float = 0
    enemy_threshold_marshal: float = 0
    caster_safe: Yes = False
    lasting: Yes = False


@dataclass(frozen=True)
class CenterSpell:
    """A spell that breaks the defense of a center of one type, and its chances to anger the region (ruling 49)."""

    number: int
    type: str
    defense: int
    reaction_pct: int
    reaction_destroyed_pct: int
