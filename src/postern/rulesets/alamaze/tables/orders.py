"""Orders and spells as they are written (rulings 7 and 49)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.tables.cells import LETTERS, NoLevel, Yes


@dataclass(frozen=True, kw_only=True)
class Columned:
    """What stands in the columns of an order: a word for its sort, then what it means, ``GRP own group``. ``words`` read the
    order back."""

    words: str = ""
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
