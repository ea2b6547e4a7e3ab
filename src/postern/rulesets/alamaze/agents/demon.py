"""Summon Demon (spell 941): an assassin of a level of his own (ruling 49)."""

from __future__ import annotations

from postern.rulesets.alamaze.agents.odds import Attacker, odds
from postern.rulesets.alamaze.agents.targets import free_victim
from postern.rulesets.alamaze.court.enchanted import warded
from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.figures import die
from postern.rulesets.alamaze.magic.casting import caster
from postern.rulesets.alamaze.turn import Doing, Handlers

_AS = 940
"""The demon has the chances of an assassin of emissaries."""


def summon_demon(doing: Doing) -> bool:
    """941: a figure within reach of the group may die. A ward keeps the demon off; nobody learns who sent him."""
    group, tables = doing.own_group(), doing.tables
    if group is None or doing.other_kingdom() is None:
        return False
    away, most = tables.grid.distance(group.area, doing.order.area), tables.whole("scry.range")
    if away > most:
        return doing.fail(f"{doing.order.area} is {away} areas from {group.id}; the demon goes at most {most}.")
    if doing.turn.expected:
        return caster(doing) is not None and doing.done("a demon is sent")
    target = free_victim(doing)
    if target is None or caster(doing) is None:
        return False
    kingdom, figure = target.person()
    if warded(doing.turn, kingdom.code, figure.code):
        return doing.done(f"{target.name} was warded")
    chances = odds(doing.turn, _AS, Attacker(doing.code, level=tables.agent_value("demon_level")), target)
    if not happens(doing.turn, chances.success, "success.941", doing.code, target.name, group.id):
        return doing.done(f"{target.name} lives")
    die(doing.turn, kingdom, figure, "slain by a demon")
    return doing.done(f"{target.name} is dead")


HANDLERS: Handlers = {941: summon_demon}
