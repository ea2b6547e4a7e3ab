"""What a player chooses on turn 1: objectives (order 991) and secret conditions (993; AC-26, AC-30, rulings 63 and 66)."""

from __future__ import annotations

from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.turn import Doing, Turn, gathered
from postern.rulesets.alamaze.victory.measures import rival
from postern.rulesets.alamaze.world import Kingdom, World

TERRITORIAL, TERRITORY = "Territorial", "Territory"
"""The categories from which one must be chosen (AC-26-43, AC-30-19)."""


def choose_objectives(turn: Turn) -> None:
    """991: of several that are right the first in the letter counts (ruling 63)."""
    for doing in sorted(gathered(turn, 991), key=lambda one: one.issued.line):
        _choose_objectives(doing)


def choose_conditions(turn: Turn) -> None:
    """993: the same for the secret conditions."""
    for doing in sorted(gathered(turn, 993), key=lambda one: one.issued.line):
        _choose_conditions(doing)


def _choose_objectives(doing: Doing) -> bool:
    if not _may_choose(doing, "objectives", doing.kingdom.objectives):
        return False
    chosen = _codes(doing)
    if why := objectives_fault(doing.tables, chosen):
        return doing.fail(why, f"Without a valid choice they are {' and '.join(default_objectives(doing.tables))}.")
    doing.kingdom.objectives = chosen
    points = sum(doing.tables.objectives[code].points for code in chosen)
    doing.tell("objectives", chosen=chosen, points=points, greater=points == doing.tables.whole("eso.most"), default=False)
    return doing.done(f"{points} points of objectives")


def _choose_conditions(doing: Doing) -> bool:
    if not doing.world.secret_victory:
        return doing.fail("There is no Secret Victory in this game.")
    if not _may_choose(doing, "conditions", doing.kingdom.conditions):
        return False
    chosen = _codes(doing)
    if why := conditions_fault(doing.world, doing.kingdom, chosen):
        return doing.fail(why, f"Without a valid choice they are {' '.join(default_conditions(doing.tables))}.")
    doing.kingdom.conditions = chosen
    doing.tell("conditions", chosen=chosen, default=False)
    return doing.done("secret conditions chosen")


def _may_choose(doing: Doing, what: str, have: list[str]) -> bool:
    number, only = doing.order.number, doing.tables.whole("eso.choice_turn")
    if doing.world.turn != only:
        return doing.fail(f"{number} may be given on turn {only} only.", f"Your {what} are fixed: see the victory part.")
    if have:
        return doing.fail(f"Your {what} are chosen by an earlier line: {' '.join(have)}.")
    return True


def _codes(doing: Doing) -> list[str]:
    order = doing.order
    return [one for one in (order.code, order.second_code, order.third_code, order.fourth_code) if one]


def objectives_fault(tables: Edition, chosen: list[str]) -> str:
    """What is wrong with a choice of objectives; "" for nothing (AC-26-36..43)."""
    for code in chosen:
        if code not in tables.objectives:
            return f"There is no objective {code}; there are {' '.join(tables.objectives)}."
    rows = [tables.objectives[code] for code in chosen]
    categories = [one.category for one in rows]
    if (fault := _twice(categories)) or TERRITORIAL not in categories:
        return fault or "One objective must be Territorial: T1 to T6."
    points, least, most = sum(one.points for one in rows), tables.whole("eso.least"), tables.whole("eso.most")
    if len(rows) < tables.whole("eso.fewest") or not least <= points <= most:
        return f"The objectives must have {least} to {most} points; these have {points}."
    return ""


def conditions_fault(world: World, kingdom: Kingdom, chosen: list[str]) -> str:
    """What is wrong with a choice of secret conditions; "" for nothing (AC-30-13, AC-30-19, AC-30-22, AC-30-41..43)."""
    tables = world.tables
    for code in chosen:
        if code not in tables.conditions:
            return f"There is no condition {code}; there are {' '.join(tables.conditions)}."
        if tables.conditions[code].rival and rival(world, kingdom) is None:
            return f"{code} needs a natural enemy; we have none."
    categories = [tables.conditions[code].category for code in chosen]
    if (fault := _twice(categories)) or TERRITORY not in categories:
        return fault or "One condition must be from Territory: 1A, 1B or 1C."
    if len(chosen) != tables.whole("secret.conditions"):
        return f"Exactly {tables.whole('secret.conditions')} conditions are chosen."
    return ""


def _twice(categories: list[str]) -> str:
    twice = next((one for one in categories if categories.count(one) > 1), "")
    return f"Only one may be chosen from a category; there are two from {twice}." if twice else ""


def default_objectives(tables: Edition) -> list[str]:
    """What a player has who chose nothing valid (AC-26-47)."""
    return [code for code, one in tables.objectives.items() if one.default]


def default_conditions(tables: Edition) -> list[str]:
    """The same for secret conditions (AC-30-47)."""
    return [code for code, one in tables.conditions.items() if one.default]


def choose_for_others(turn: Turn) -> None:
    """Whoever made no valid choice has the default one (AC-26-07, AC-30-18)."""
    tables = turn.tables
    for kingdom in turn.world.seated():
        if not kingdom.objectives:
            kingdom.objectives = default_objectives(tables)
            points = sum(tables.objectives[code].points for code in kingdom.objectives)
            told = {"points": points, "greater": points == tables.whole("eso.most"), "default": True}
            turn.tell_kingdoms("objectives", (kingdom.code,), chosen=kingdom.objectives, **told)
        if not kingdom.conditions and turn.world.secret_victory:
            kingdom.conditions = default_conditions(tables)
            turn.tell_kingdoms("conditions", (kingdom.code,), chosen=kingdom.conditions, default=True)
