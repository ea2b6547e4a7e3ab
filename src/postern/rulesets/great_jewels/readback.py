"""A tried-out turn read back order by order: what each comes to, in words, and what keeps it from more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from postern.game.orders import Order, OrderSheet
from postern.rulesets.great_jewels.orders.families import parse, words_of
from postern.rulesets.great_jewels.orders.model import Move, QJOrder, Raid
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.tryout import Trial
from postern.rulesets.great_jewels.turn import Failure
from postern.rulesets.great_jewels.unknowable import softened
from postern.rulesets.great_jewels.view import View


@dataclass(frozen=True)
class ReadBack:
    """One order tried out. ``words`` is "" when it fails; ``failures`` is the error, or the notes on what was changed."""

    order: Order
    words: str
    failures: tuple[Failure, ...]


def read_back(sheet: OrderSheet, trial: Trial, view: View) -> list[ReadBack]:
    """Every order of the sheet, in its order."""
    failures = _by_order(trial, view)
    scene = Scene(view, trial.expected)
    result = []
    for index, order in enumerate(sheet.orders):
        found = failures.get(index, [])
        stands = all(failure.note for failure in found)
        words = words_of(_as_reduced(order, found), scene) if stands else ""
        result.append(ReadBack(order, words, tuple(found)))
    return result


def _by_order(trial: Trial, view: View) -> dict[int, list[Failure]]:
    """The failures of each order (by its index in the sheet): the first error, or all notes, each reason once."""
    places = {id(issued): index for index, issued in enumerate(trial.issued)}
    found: dict[int, list[Failure]] = {}
    for raw in trial.turn.told_failures():
        index = places.get(id(raw.issued))
        if index is None:
            continue
        failure = _beside(raw, softened(raw, view), index > places.get(id(raw.beside), -1) >= 0)
        known = found.setdefault(index, [])
        if all((one.code, one.why) != (failure.code, failure.why) for one in known):
            known.append(failure)
    return {index: _telling(failures) for index, failures in found.items()}


def _beside(raw: Failure, softer: Failure, later: bool) -> Failure:
    """What the seat cannot know of an order for whose force another order stands: ``later`` than that one, it fails whatever
    is true; earlier, it is that one which fails if this can be carried out."""
    if raw.beside is None or not softer.note:
        return softer
    if later:
        return raw
    return replace(softer, why=f"{softer.why} Then {raw.beside.code} is not carried out; otherwise that order stands alone.")


def _telling(failures: Iterable[Failure]) -> list[Failure]:
    every = list(failures)
    errors = [failure for failure in every if not failure.note]
    return errors[:1] or every


def _around(order: QJOrder) -> bool:
    return isinstance(order, Raid) and order.province is None


def _as_reduced(order: Order, notes: Iterable[Failure]) -> QJOrder:
    """The order with the quantity to which it was reduced, for reading it back; moves tell themselves how far they come, and
    raids on all sides where they go."""
    asked: QJOrder = order.data
    for note in notes:
        less = parse(note.paste) if note.paste else None
        if less is not None and type(less) is type(asked) and not isinstance(less, Move) and not _around(less):
            return less
    return asked
