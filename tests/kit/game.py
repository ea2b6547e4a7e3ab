"""What a game declares to be proved by the kit."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from postern.desk.settings.rulesets import AnyRuleset
from postern.game.report import Report
from postern.game.ruleset import Outcome

Proof: TypeAlias = Literal["noninterference", "public", "round trip", "reading", "whole games", "accounts"]
"""What the kit proves, as far as clauses of a rulebook speak of it."""

Hidden: TypeAlias = Callable[[Any, str, int], "str | None"]
"""Changes a world in something that the seat may not know; the number picks which. May give orders that touch what it changed,
so that reading, checking and forecasting them is proved, too. They must not tell the change themselves."""
Far: TypeAlias = Callable[[Any, int], None]
"""Changes a world in something that cannot reach a seat in one turn; the number picks which."""


@dataclass(frozen=True)
class Held:
    """What a seat holds by the world: the ``names`` under which front pages tell of it, the ``areas`` and ``sites`` that the
    map shows as its own, and the figure of the front page that counts some of it."""

    names: frozenset[str]
    areas: frozenset[str]
    sites: frozenset[str]
    tile: tuple[str, int]


@dataclass(frozen=True)
class Game:
    """One game: its ruleset, and what must hold of it that no other game says in the same way."""

    rules: AnyRuleset
    hidden: tuple[Hidden, ...]
    """Changes of a world that a seat may not know of."""
    shown: tuple[Callable[[Any, str], None], ...]
    """Changes that a seat does see, so that the proof with ``hidden`` can fail."""
    far: Callable[[Any, Any, str], tuple[Far, ...]]
    """From a world, the world a turn later, and a seat: changes that cannot reach the seat in this turn."""
    near: Callable[[Any, str], None]
    """A change that does, so that the proof with ``far`` can fail."""
    sound: Callable[[Any], None]
    """Raises AssertionError for a world that there can never be between two turns."""
    ended: Callable[[Outcome[Any], int], None]
    """Raises AssertionError for an end, after this turn, that the rules do not know."""
    accounted: Callable[[Any, str], Any]
    """Plays a turn of computer players (from this seed) and returns the world after it. Raises AssertionError where something
    came from nothing, or went without being told."""
    held: Callable[[Any, str], Held]
    """What a seat holds by the world."""
    listed: Callable[[Report], frozenset[str]]
    """The areas that a report's list of holdings names."""
    last_turn: int
    """A game by computer players is over after so many turns at the latest."""
    words: tuple[str, ...]
    """Words and signs of which orders are made, names of a few places and forces among them."""
    phrases: tuple[str, ...]
    """Letters of orders as people write them, each kind of order at least once."""
    nothing_below: re.Pattern[str] = re.compile(r"(?!)")
    """A line below which nothing is read."""
    begins: re.Pattern[str] = re.compile(r"(?!)")
    """A line that only begins an order: it is none so long as nothing stands below it."""
    options: tuple[Mapping[str, Any], ...] = ()
    """Options of a game that are tried beside the plain one."""
    examples: int = 60
    """How many texts or changes are tried in each proof by chance: fewer where a turn takes long."""
    clauses: Mapping[Proof, tuple[str, ...]] = field(default_factory=dict)
    """The clauses of the game's ledger that are proved here."""

    @property
    def slug(self) -> str:
        return self.rules.slug
