"""The sequence of a turn as one table (AC-15, ruling 11): fixed steps at their places among the numbers of orders.

An order's number is its place. Read this first: ``FIXED`` says what happens by itself, ``GATHERED`` which numbers are carried
out together, and each other number runs order by order through its handler.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from postern.game.kit.turn import Step
from postern.rulesets.alamaze.handlers import HANDLERS
from postern.rulesets.alamaze.movement import pursuit
from postern.rulesets.alamaze.sea import drowning
from postern.rulesets.alamaze.steps import beginning, ending
from postern.rulesets.alamaze.turn import Doing, Turn

Run = Callable[[Turn], None]

FIXED: tuple[tuple[float, str, Run], ...] = (
    (0, "standing orders, the limit, the order of processing", beginning.gather),
    (703, "where groups stand before they move", pursuit.remember_starts),
    (899.4, "groups on the water without ships", drowning.drown),
    (998, "the end of the turn", ending.next_turn),
)
GATHERED: tuple[tuple[float, str, Run], ...] = ()
"""Numbers whose orders of all kingdoms act together, as battles and trades in pairs do."""


def carry_out(number: int, turn: Turn) -> None:
    """Carries out the orders with this number, one by one."""
    for issued in turn.by_number.get(number, ()):
        doing = Doing(turn, issued)
        if doing.kingdom.active:
            HANDLERS[number](doing)


def _steps() -> tuple[Step[Turn], ...]:
    single: list[tuple[float, str, Run]] = [(n, f"orders {n}", partial(carry_out, n)) for n in HANDLERS]
    places = [*FIXED, *GATHERED, *single]
    ordered = sorted(places, key=lambda one: one[0])
    numbers = [place for place, _, _ in ordered]
    if len(set(numbers)) != len(numbers):
        raise ValueError("a place of the sequence is taken twice")
    return tuple(Step(f"{place:g}", name, run) for place, name, run in ordered)


SEQUENCE = _steps()
