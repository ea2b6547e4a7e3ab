"""What each order does, by number: the handlers of all subjects in one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from postern.rulesets.alamaze import (
    agents,
    battle,
    council,
    court,
    economy,
    movement,
    priestess,
    sea,
    sight,
    trade,
    victory,
)
from postern.rulesets.alamaze.artifacts import encounters
from postern.rulesets.alamaze.magic import spells
from postern.rulesets.alamaze.turn import Handler

_SUBJECTS = (
    *(battle, encounters, economy, trade, council, court, agents, priestess),
    *(spells, movement, sea, sight, victory),
)


def _joined() -> Iterator[tuple[int, Handler]]:
    seen: set[int] = set()
    for subject in _SUBJECTS:
        for number, handler in subject.HANDLERS.items():
            if number in seen:
                raise ValueError(f"{number} has two handlers")
            seen.add(number)
            yield number, handler


HANDLERS: Mapping[int, Handler] = dict(sorted(_joined()))
