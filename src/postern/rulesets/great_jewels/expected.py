"""The answer to orders before the turn runs; what would follow from them is told in ``forecast.py``.

The real steps run on an imagined world with this seat's orders alone (``tryout.py``); what fails there becomes a Problem
with its line, the reason in numbers and what to write instead. What the seat cannot know is told as a note, never as an error.
"""

from __future__ import annotations

from dataclasses import replace

from postern.game.kit.trial import verdict
from postern.game.orders import OrderSheet, Problem, Verdict
from postern.rulesets.great_jewels.idle import idle_phrases
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD
from postern.rulesets.great_jewels.orders.guessing import GUESS
from postern.rulesets.great_jewels.orders.reading import read
from postern.rulesets.great_jewels.readback import read_back
from postern.rulesets.great_jewels.tryout import try_out
from postern.rulesets.great_jewels.unknowable import softened
from postern.rulesets.great_jewels.view import View


def check(sheet: OrderSheet, view: View) -> Verdict:
    """What can be known before the turn runs: orders read back with their consequences, every problem once, what is idle."""
    trial = try_out(sheet, view, whole=False)
    problems = [_sound(one, view) for one in sheet.problems]
    return verdict(sheet, read_back(sheet, trial, view), problems, idle_phrases(view, sheet, trial))


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
