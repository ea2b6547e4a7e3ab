"""The answer to orders before the turn runs (``check``), and what would follow from them (``forecast``).

The real steps run on an imagined world with this seat's orders alone (``tryout.py``); what fails there becomes a Problem
with its line, the reason in numbers and what to write instead. What the seat cannot know is told as a note, never as an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postern.game.orders import Order, OrderSheet, Problem, Reading, Verdict
from postern.rulesets.great_jewels.forecast import forecast
from postern.rulesets.great_jewels.idle import idle_phrases
from postern.rulesets.great_jewels.imagined import imagine
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD
from postern.rulesets.great_jewels.orders.guessing import GUESS
from postern.rulesets.great_jewels.orders.reading import read
from postern.rulesets.great_jewels.readback import read_back
from postern.rulesets.great_jewels.tryout import try_out
from postern.rulesets.great_jewels.turn import Failure
from postern.rulesets.great_jewels.unknowable import softened
from postern.rulesets.great_jewels.view import View

__all__ = ["check", "forecast", "imagine"]


def check(sheet: OrderSheet, view: View) -> Verdict:
    """What can be known before the turn runs: orders read back with their consequences, every problem once, what is idle."""
    trial = try_out(sheet, view, whole=False)
    accepted, problems = [], [_sound(one, view) for one in sheet.problems]
    lines = sheet.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for one in read_back(sheet, trial, view):
        problems += [_problem(lines, one.order, failure) for failure in one.failures]
        if one.words:
            accepted.append(Reading(one.order.line, one.order.code, one.words))
    problems.sort(key=lambda one: (one.line, one.column))
    return Verdict(tuple(accepted), tuple(problems), idle_phrases(view, sheet, trial))


def _sound(problem: Problem, view: View) -> Problem:
    """The problem, with its guess only when that could be carried out; any other line to paste that could not, with what keeps
    it."""
    if not problem.paste:
        return problem
    guessed = problem.code == NOT_UNDERSTOOD and problem.remedy == GUESS
    trial = try_out(read(problem.paste, view), view, whole=False)
    against = [failure for failure in trial.turn.failures if not softened(failure, view).note]
    if not against and (trial.issued or not guessed):
        return problem
    if against and not guessed:
        first = against[0]
        return replace(problem, why=f"{problem.why} {first.why}", remedy=first.remedy, paste=first.paste)
    return replace(problem, remedy="HELP ORDERS shows the forms.", paste="")


def _problem(lines: Sequence[str], order: Order, failure: Failure) -> Problem:
    text = order.text.split("\n")[0]
    paste = failure.paste if failure.paste != order.code else ""
    column = _column(lines, order.line, text)
    mere_note = failure.note and not paste  # an order that stands only in part has a better form, and wants mending
    return Problem(failure.code, order.line, failure.why, failure.remedy, paste, column, text, mere_note, order.code)


def _column(lines: Sequence[str], line: int, text: str) -> int:
    """Where a piece begins in its line, from 1; 1 when it was put together from several."""
    return max(lines[line - 1].find(text), 0) + 1 if 0 < line <= len(lines) else 1
