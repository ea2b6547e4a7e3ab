"""What a turn won and lost in the end: the only source of "won" and "lost" in a report.

Single events mislead: a place can be won and lost again within a turn. Here only the owners before and after the turn count.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Net(Generic[K]):
    """The things of a turn's changes, each in one list at most, in the order of its first change.

    ``won`` are the reader's now and were not before, ``lost`` the other way round. ``regained`` were lost and won back,
    ``passed`` won and lost again. ``before`` and ``after`` have the owners of all these ("" for nobody).
    """

    won: tuple[K, ...]
    lost: tuple[K, ...]
    regained: tuple[K, ...]
    passed: tuple[K, ...]
    before: Mapping[K, str]
    after: Mapping[K, str]


def net(changes: Iterable[tuple[K, str, str]], now: Callable[[K], str | None], me: str) -> Net[K]:
    """Sum up a turn's changes of owner (thing, owner before, owner after), in the order of time, for the side ``me``.

    ``now`` gives a thing's owner after the turn as the world has it; None where it is not ``me``, and the changes tell who.
    """
    before: dict[K, str] = {}
    after: dict[K, str] = {}
    touched: set[K] = set()
    for thing, old, new in changes:
        before.setdefault(thing, old)
        after[thing] = new
        if me in (old, new):
            touched.add(thing)
    before = {thing: owner for thing, owner in before.items() if thing in touched}
    for thing in before:
        owner = now(thing)
        after[thing] = owner if owner is not None else "" if after[thing] == me else after[thing]

    def those(was: bool, is_now: bool) -> tuple[K, ...]:
        return tuple(thing for thing in before if ((before[thing] == me), (after[thing] == me)) == (was, is_now))

    return Net(
        won=those(False, True),
        lost=those(True, False),
        regained=those(True, True),
        passed=those(False, False),
        before=before,
        after={thing: after[thing] for thing in before},
    )
