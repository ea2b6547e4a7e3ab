"""The answer to a letter: what stands, what is wrong, and what nobody mentioned (rulings 2 and 4)."""

from __future__ import annotations

from dataclasses import replace

from postern.game.kit.trial import ReadBack, Trial, failures_by_order, verdict
from postern.game.kit.turn import Failure
from postern.game.orders import OrderSheet, Verdict
from postern.rulesets.alamaze.tryout import try_out
from postern.rulesets.alamaze.turn import UNSURE, Issued, Turn
from postern.rulesets.alamaze.view import View


def check(sheet: OrderSheet, view: View) -> Verdict:
    """The orders tried on the world as the kingdom knows it."""
    return verdict(sheet, tried(sheet, try_out(sheet, view)), sheet.problems, ())


def tried(sheet: OrderSheet, trial: Trial[Turn, Issued]) -> list[ReadBack[Failure[Issued]]]:
    """Each order of a sheet with its words and what stands against it."""
    found = failures_by_order(trial.issued, trial.turn, _soften)
    orders = []
    for place, order in enumerate(sheet.orders):
        failures = tuple(found.get(place, ()))
        stands = all(one.note for one in failures)
        orders.append(ReadBack(order, order.words if stands else "", failures))
    return orders


def _soften(failure: Failure[Issued], behind: bool) -> Failure[Issued]:
    """A failure that rests on what the player cannot know is a warning: the line is kept."""
    return replace(failure, note=True) if failure.code == UNSURE else failure
