"""Computer nations: they see a View alone, and write orders as a person would."""

from __future__ import annotations

from dataclasses import replace

from postern.game.chance import Chance
from postern.game.kit.copying import copied
from postern.game.kit.planner import proofread
from postern.game.ruleset import Level
from postern.rulesets.cosmos.computer import figures, forces, purse
from postern.rulesets.cosmos.computer.numbers import Letter
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.orders.reading import read


def plan(view: View, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
    """Orders for this turn: leaders take hexes and towns, or defend; gold buys leaders, castles, cities and troops; scouts
    explore, casters cast, heroes go questing.

    ``standing_in``: for a player who missed the turn. Then leaders without orders take land that is nobody's, and nothing is
    spent, declared, stormed or risked.
    """
    own = replace(view, world=copied(view.world))
    stream = chance.turn(view.world.turn).stream("computer", view.seat)
    survey = Survey(own, Letter(own), stream, level, standing_in)
    if standing_in:
        forces.send_out(survey)
    else:
        purse.tend(survey)
        purse.send_away(survey)
        purse.spend(survey)
        figures.go_questing(survey)
        if survey.skill.casts:
            figures.cast(survey)
            purse.take_over(survey)
        forces.garrison(survey)
        forces.muster(survey)
        forces.send_out(survey)
        forces.explore(survey)
    return proofread(survey.letter, view, read)
