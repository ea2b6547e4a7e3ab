"""Computer players: they see a ``View``, and write the letter that a person would send."""

from __future__ import annotations

from postern.game.chance import Chance
from postern.game.kit.planner import proofread
from postern.game.ruleset import Level
from postern.rulesets.adventurer_kings.computer.ideas import PLANNER
from postern.rulesets.adventurer_kings.computer.survey import Survey
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.reading import read


def plan(view: View, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
    """Return a computer player's orders. Standing in for a player who wrote nothing it only has characters practise."""
    survey = Survey(view, chance.turn(view.world.turn).stream("plan", view.seat), level, standing_in)
    PLANNER.fill(survey)
    return proofread(survey, view, read)
