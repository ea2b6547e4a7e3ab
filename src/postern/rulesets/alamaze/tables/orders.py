"""Orders, spells, missions and tactics, as rows of tables.

- Orders and spells as they are written (rulings 7 and 49).
- Missions of agents and what guards against them (AC-12).
- Tactics, stages, parley, and the spells of battle (AC-21).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from postern.game.kit.content import split
from postern.rulesets.alamaze.tables.land import LETTERS, Danger, NoLevel, NoRoll, Numbers, Yes


@dataclass(frozen=True, kw_only=True)
class Columned:
    """What stands in the columns of an order: a word for its sort, then what it means, ``GRP own group``. ``words`` read the
    order back. ``handler`` names what it does, ``needs`` what that wants, ``pays`` its prices, ``acts`` the need that finds
    who uses up his one action (``orders.declared``)."""

    words: str = ""
    handler: str = ""
    needs: str = ""
    pays: str = ""
    acts: str = ""
    col_a: str = ""
    col_b: str = ""
    col_c: str = ""
    col_d: str = ""
    col_e: str = ""
    col_f: str = ""
    col_g: str = ""
    col_h: str = ""
    col_i: str = ""
    col_j: str = ""

    def column(self, place: int) -> str:
        """What stands in a column, from 0, in words: ``own group``; "" where the table does not say."""
        return str(getattr(self, f"col_{LETTERS[place].lower()}", "")).partition(" ")[2]


@dataclass(frozen=True, kw_only=True)
class OrderRow(Columned):
    """An order: how it is written, who gives it, when it may be given and what it costs (ruling 7)."""

    number: int
    name: str
    performer: str
    form: str
    example: str
    cost: str
    phase: str
    summary: str
    sole_action: str = ""
    first_turn: int = 1
    standing_decided: Yes = False
    restriction: str = ""


@dataclass(frozen=True, kw_only=True)
class SpellRow(Columned):
    """A spell: how it is written, and at what power each school has it (ruling 49)."""

    number: int
    name: str
    cast_phase: str
    form_decided: str
    example_decided: str
    numeric_effect: str
    level_dark: NoLevel = None
    level_arch: NoLevel = None
    level_shadow: NoLevel = None
    level_noble: NoLevel = None
    level_common: NoLevel = None
    dispellable_by_92: Yes = False
    largest_group: str = ""

    def level(self, school: str) -> int | None:
        """The power at which a school has the spell; None for never."""
        level = getattr(self, f"level_{school.lower()}")
        return None if level is None else int(level)


@dataclass(frozen=True)
class OrderWords:
    """Words with which an order may begin in place of its number. ``next`` says what has to stand behind them: "group",
    "figure" (a code of two letters) or several of these; ``number`` may be followed by columns that the words say already."""

    words: str
    number: str
    next: str = ""


@dataclass(frozen=True)
class RegionalSpell:
    """What a spell does to groups or centers of a region, and with which chance (ruling 49)."""

    number: int
    succeeds_pct: int
    morale: float = 0
    attrition: float = 0
    food_percent: int = 0
    census_percent: int = 0


@dataclass(frozen=True)
class Potential:
    """Chances in percent of research beyond the potential of a kingdom, by levels beyond it (ruling 48)."""

    potential: int
    beyond_1: int
    beyond_2: int
    beyond_3: int
    beyond_4: int

    def beyond(self, levels: int) -> int:
        """The chance for a power so many levels beyond the potential; sure up to it."""
        return int(getattr(self, f"beyond_{levels}", 0)) if levels > 0 else 100


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
