"""Effects that only change a number or a flag: a row each in ``data/effects.csv``.

``change`` is ``yes`` or ``no``, or ``is``, ``plus``, ``times`` or ``at least`` with a number. It is made when all conditions of
``when`` hold, parted by "and" (``_CONDITIONS``). ``traits`` are those of ``hooks.py``; ``shown``: all others see it act.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from postern.game.kit.content import split
from postern.rulesets.great_jewels.rates import levy_rate
from postern.rulesets.great_jewels.tables import CONTENT, decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.talismans.rings import in_force
from postern.rulesets.great_jewels.talismans.yields import SEARCHING
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman, Terrain

Condition = Callable[[Turn, Talisman, Any], bool]
"""Whether an effect works now; asked with the context of its hook."""


@dataclass(frozen=True, slots=True)
class _Row:
    talismans: Annotated[tuple[int, ...], split()]
    hook: Annotated[tuple[str, ...], split()]
    change: str
    why: str
    when: Annotated[tuple[str, ...], split(" and ")] = ()
    traits: Annotated[tuple[str, ...], split()] = ()
    shown: bool = False


def _is_unknown(name: str) -> Condition:
    nature = decided("unknown")["names"].index(f"X {name.upper()}") + 1
    return lambda turn, talisman, context: bool(turn.world.unknown == nature)


def _leads_into(terrain: Terrain) -> Condition:
    return lambda turn, talisman, province: turn.province(province).terrain is terrain


_CONDITIONS: dict[str, Condition] = {
    "ring": lambda turn, talisman, context: in_force(turn, talisman),
    "garrison": lambda turn, talisman, context: bool(talisman.province),
    "leader": lambda turn, talisman, context: bool(talisman.leader),
    "counting": lambda turn, talisman, context: talisman.counter > 0,
    "searching": lambda turn, talisman, context: talisman.counter == SEARCHING,
    "transferred": lambda turn, talisman, context: bool(talisman.transferred),
    "levied": lambda turn, talisman, context: levy_rate(turn.world, turn.province(talisman.province)) > 0,
    "at sea": lambda turn, talisman, context: "-S" in turn.flags[Force(leader=talisman.leader)],
    "in person": lambda turn, talisman, strike: strike.in_person,
    "into mountain": _leads_into(Terrain.MOUNTAIN),
    "into forest": _leads_into(Terrain.FOREST),
    **{name: _is_unknown(name) for name in ("whetstone", "millstone", "scarecrow", "lodestone")},
}

_CHANGES: dict[str, Callable[[Any, Any], Any]] = {
    "is": lambda value, number: type(value)(number),
    "plus": operator.add,
    "times": operator.mul,
    "at least": max,
}


def _change(text: str) -> Callable[[Any], Any]:
    """What the words make of a value."""
    if text in ("yes", "no"):
        return lambda value: text == "yes"
    words, _, amount = text.rpartition(" ")
    change, number = _CHANGES[words], Fraction(amount) if "/" in amount else int(amount)
    return lambda value: change(value, number)


def _register(row: _Row) -> None:
    change, conditions = _change(row.change), [_CONDITIONS[name] for name in row.when]

    def effect(turn: Turn, talisman: Talisman, context: Any, value: Any) -> Any:
        if not all(holds(turn, talisman, context) for holds in conditions):
            return value
        if row.shown:
            turn.shown.add(talisman.number)
        return change(value)

    for name in row.hook:
        hook: hooks.Hook[Any, Any] = getattr(hooks, name)
        hook.add(*row.talismans, **dict.fromkeys(row.traits, True))(effect)


for _row in CONTENT.table("effects", _Row, lambda row: (row.talismans, row.hook)).values():
    _register(_row)
