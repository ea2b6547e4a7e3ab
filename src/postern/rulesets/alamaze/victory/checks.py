"""Victory checks: orders 995, 996 and 997 (AC-30-02..05, AC-30-10..21, AC-30-49..52, rulings 66, 67, 77)."""

from __future__ import annotations

from typing import Literal

from postern.rulesets.alamaze.influence import change_influence
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn, gathered
from postern.rulesets.alamaze.victory.ending import Claims, team_members
from postern.rulesets.alamaze.victory.measures import met

_NOW = " as things stand"
"""What others order in this turn an answer cannot know."""


def secret_check(doing: Doing) -> bool:
    """995: all three secret conditions hold at the end of the turn."""
    if not doing.world.secret_victory:
        return doing.fail("There is no Secret Victory in this game.")
    if not _first(doing):
        return False
    reached = {code: met(doing.world, doing.kingdom, code) for code in doing.kingdom.conditions}
    missing = [code for code, one in reached.items() if one is False]
    if missing or not reached:
        return _failed(doing, "Secret", f"Not reached: {' '.join(missing)}.")
    if unclear := [code for code, one in reached.items() if one is None]:
        return doing.done(f"{' '.join(unclear)} cannot be judged from what we know; the check may fail and cost influence")
    doing.turn.state(Claims).secret.append(doing.code)
    return doing.done("all secret conditions are reached" + (_NOW if doing.turn.expected else ""))


def standard_check(doing: Doing) -> bool:
    """996: the kingdom controls so many regions."""
    if not _first(doing):
        return False
    need, have = doing.tables.whole("rex.regions"), len(doing.kingdom.controlled)
    if have < need:
        return _failed(doing, "Standard", f"{need} regions are needed; we control {have}.")
    doing.turn.state(Claims).rex.append(doing.code)
    return doing.done(f"{have} regions are ours" + (_NOW if doing.turn.expected else ""))


def team_check(turn: Turn) -> None:
    """997: all members of the team that play ask for it in this turn, and together control so many regions."""
    doings = [one for one in gathered(turn, 997) if _may_check(one) and _first(one)]
    for doing in doings:
        team = team_members(turn.world, doing.kingdom.team)
        asked = {one.code for one in doings}
        silent = [one.code for one in team if one.code not in asked]
        have, need = sum(len(one.controlled) for one in team), turn.tables.whole("team.regions")
        if silent:
            _failed(doing, "Team", f"{' and '.join(silent)} did not ask for it.")
        elif have < need:
            _failed(doing, "Team", f"{need} regions are needed; the team controls {have}.")
        else:
            claims = turn.state(Claims).teams
            claims += [] if doing.kingdom.team in claims else [doing.kingdom.team]
            doing.done(f"the team controls {have} regions")


def _may_check(doing: Doing) -> bool:
    return doing.kingdom.team != 0 or doing.fail("There are no teams in this game.", "The Standard Victory is 996.", "996")


def _first(doing: Doing) -> bool:
    """One check of a kind in a turn."""
    asked, key = doing.turn.state(Claims).asked, (doing.code, doing.order.number)
    if key in asked:
        return doing.fail(f"{doing.order.number} stands twice; once is enough.")
    asked.add(key)
    return True


def _failed(doing: Doing, check: Literal["Secret", "Standard", "Team"], why: str) -> bool:
    """A check that fails is told to all, and costs influence (AC-30-49, AC-30-50, AC-30-52)."""
    if doing.turn.expected:
        return doing.unsure(why, "A check that fails costs half a point of influence and is told to all.")
    doing.turn.tell_all("check-failed", kingdom=doing.code, check=check)
    change_influence(doing.turn, doing.kingdom, doing.tables.value("victory_check.failed_influence"), "victory check")
    return doing.done(f"failed: {why}")


HANDLERS: Handlers = {995: secret_check, 996: standard_check}
