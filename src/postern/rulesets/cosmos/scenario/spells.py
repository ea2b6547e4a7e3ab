"""The spells of a scenario (CF-19)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from postern.game.kit.content import split
from postern.rulesets.cosmos.scenario.cells import Numbers, Phrases, Words


@dataclass(frozen=True)
class Spell:
    """A spell (``spells.csv``). ``kind`` says which class carries it out (``orders/casting.py``).

    It takes ``time`` phases and ``cost`` mana of the caster's own kind, each once, or ``per`` power, wound point or unit type.
    ``most`` is the greatest power, or how many wound points or individuals it reaches. ``mark`` is the state that it leaves for
    so many phases (``lasts``; see ``magic``). ``strength`` and ``form`` are of an attack for each power; ``where_pct`` holds in
    the terrains ``where``, ``class_pct`` for units of ``classes``; units with the ability ``spares`` are unharmed. ``walls`` is
    the damage to fortifications for each power. ``friends`` and ``others`` are what it does to the morale of those.
    """

    spell: str
    order: str
    kind: str
    casters: Annotated[tuple[str, ...], split(", ")] = ()
    effect: str = ""
    range: int = 0
    time: int = 0
    cost: int = 0
    per: str = ""
    most: int = 0
    lasts: int = 0
    mark: str = ""
    form: str = ""
    strength: int = 0
    where: Phrases = ()
    where_pct: int = 100
    classes: Words = ()
    class_pct: int = 100
    spares: str = ""
    walls: int = 0
    awareness_pct: int = 100
    friends: int = 0
    others: int = 0
    targets: Numbers = ()
    at_sea: bool = False
    dispelled: bool = False
