"""What a kingdom sets out to reach, and when it claims it: orders 991, 992, 993, 995 and 996 (AC-26, AC-30)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer.aims import chosen_conditions, chosen_objectives, holds
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.victory.choices import conditions_fault, objectives_fault
from postern.rulesets.alamaze.victory.rewards import achieved_points, points_needed


def pursue(survey: Survey) -> None:
    """Chooses goals on their turn, and claims what holds."""
    world, kingdom, tables = survey.world, survey.kingdom, survey.tables
    if world.turn == tables.whole("eso.choice_turn"):
        _choose(survey)
    claims = (tables.whole("eso.first_claim"), tables.whole("eso.last_claim"))
    due = world.turn in claims and not kingdom.rewarded
    if due and achieved_points(world, kingdom, perhaps=True) >= points_needed(world, kingdom):
        survey.letter.order(992, *NUMBERS.rewards.wishes)
    if len(kingdom.controlled) >= tables.whole("rex.regions"):
        survey.letter.order(996)
    if (
        world.secret_victory
        and world.turn >= tables.orders[995].first_turn
        and kingdom.conditions
        and all(holds(world, kingdom, one) for one in kingdom.conditions)
    ):
        survey.letter.order(995)


def _choose(survey: Survey) -> None:
    """The first choices, by the strengths of the kingdom."""
    world, kingdom, tables = survey.world, survey.kingdom, survey.tables
    objectives = chosen_objectives(tables, survey.code)
    if not objectives_fault(tables, objectives):
        survey.letter.order(991, *objectives)
    conditions = chosen_conditions(tables, survey.code)
    if world.secret_victory and not conditions_fault(world, kingdom, conditions):
        survey.letter.order(993, *conditions)
