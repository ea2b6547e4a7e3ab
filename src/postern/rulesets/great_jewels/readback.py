"""A tried-out turn read back order by order: what each comes to, in words, and what keeps it from more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from postern.game.kit.trial import ReadBack, failures_by_order
from postern.game.orders import Order, OrderSheet
from postern.rulesets.great_jewels.orders.families import parse, words_of
from postern.rulesets.great_jewels.orders.model import Move, QJOrder, Raid
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.tryout import Trial
from postern.rulesets.great_jewels.turn import Failure
from postern.rulesets.great_jewels.unknowable import softened
from postern.rulesets.great_jewels.view import View


def read_back(sheet: OrderSheet, trial: Trial, view: View) -> list[ReadBack[Failure]]:
    """Every order of the sheet, in its order."""
    failures = failures_by_order(trial.issued, trial.turn, lambda one, later: _beside(one, softened(one, view), later))
    scene = Scene(view, trial.expected)
    result = []
    for index, order in enumerate(sheet.orders):
        found = failures.get(index, [])
        stands = all(failure.note for failure in found)
        words = words_of(_as_reduced(order, found), scene) if stands else ""
        result.append(ReadBack(order, words, tuple(found)))
    return result


def _beside(raw: Failure, softer: Failure, later: bool) -> Failure:
    """What the seat cannot know of an order for whose force another order stands: ``later`` than that one, it fails whatever
    is true; earlier, it is that one which fails if this can be carried out."""
    if raw.beside is None or not softer.note:
        return softer
    if later:
        return raw
    return replace(softer, why=f"{softer.why} Then {raw.beside.code} is not carried out; otherwise that order stands alone.")


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
