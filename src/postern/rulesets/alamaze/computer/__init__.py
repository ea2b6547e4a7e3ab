"""Computer kingdoms: they see a View alone, and write orders as a person would."""

from __future__ import annotations

from postern.game.chance import Chance
from postern.game.kit.copying import copied
from postern.game.kit.planner import proofread
from postern.game.ruleset import Level
from postern.rulesets.alamaze.computer import agents, battle, court, economy, groups, intrigue, magic, marching, ruler
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.knowledge import View
from postern.rulesets.alamaze.orders.reading import read
from postern.rulesets.alamaze.report.answers import check


def plan(view: View, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
    """Orders for this turn: groups win centers, emissaries usurp others, agents look and train, wizards cast and research, the
    ruler and the council raise influence, gold goes into troops and mines.

    ``standing_in``: for a player who missed the turn. Then groups defend themselves and sieges go on, and nothing is spent.
    """
    stream = chance.turn(view.world.turn).stream("computer", view.seat)
    survey = Survey(view, copied(view.world), stream, level, standing_in)
    if not survey.kingdom.active:
        return ""
    if standing_in:
        battle.fight(survey)
        battle.hold(survey)
    else:
        _play(survey)
    return proofread(survey.letter, view, read, check)


def _play(survey: Survey) -> None:
    """What is most important first: a letter may have only so many orders."""
    ruler.pursue_goals(survey)
    economy.trade(survey)
    economy.sell(survey)
    battle.fight(survey)
    battle.fight_by_magic(survey)
    groups.ride(survey)
    magic.begin_studies(survey)
    battle.shelter(survey)
    battle.build(survey)
    if survey.skill.council:
        ruler.vote(survey)
    ruler.rule(survey)
    if survey.skill.council and survey.letter.left["gold"] >= NUMBERS.court.woo_gold:
        court.consuls(survey, 1)
    court.promote(survey)
    court.send_emissaries(survey)
    magic.stay_to_study(survey)
    economy.recruit(survey)
    groups.gather(survey)
    marching.march(survey)
    magic.study(survey)
    if survey.skill.council:
        ruler.bid(survey)
        _intrigue(survey)
    court.give_titles(survey)
    agents.hire_needed(survey)
    agents.send_agents(survey)
    agents.hire_more(survey)
    economy.improve(survey)
    court.send_priestess(survey)
    groups.gaze(survey)
    economy.build(survey)
    if survey.skill.council:
        court.conspire(survey)
    magic.cast_late(survey)
    magic.create(survey)
    groups.combine(survey)
    economy.drill(survey)
    economy.patrol(survey)
    battle.hide_adepts(survey)
    if survey.skill.council:
        _idle_court(survey)


def _intrigue(survey: Survey) -> None:
    """What costs a ruler's word alone, or little gold."""
    ruler.name_alternates(survey)
    ruler.declare(survey)
    ruler.speak(survey)
    court.consuls(survey)
    court.demons(survey)
    intrigue.execute(survey)
    intrigue.escape(survey)
    intrigue.ransom(survey)
    agents.set_training_price(survey)


def _idle_court(survey: Survey) -> None:
    """What emissaries do who are left over, and deals with other kingdoms."""
    court.reveal(survey)
    ruler.deal_in_chairs(survey)
    economy.deal(survey)
    court.learn(survey)
    court.keep_order(survey)
