"""What each order does, by number: the handlers of all subjects in one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from postern.rulesets.alamaze.trade import gifts
from postern.rulesets.alamaze.turn import Handler, Handlers

_SUBJECTS: tuple[Handlers, ...] = (gifts.HANDLERS,)


def _joined() -> Iterator[tuple[int, Handler]]:
    seen: set[int] = set()
    for subject in _SUBJECTS:
        for number, handler in subject.items():
            if number in seen:
                raise ValueError(f"{number} has two handlers")
            seen.add(number)
            yield number, handler


HANDLERS: Mapping[int, Handler] = dict(sorted(_joined()))
