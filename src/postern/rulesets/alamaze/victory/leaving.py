"""Missed turns: standby, and kingdoms that leave the game (AC-28-08..10, ruling 73)."""

from __future__ import annotations

from postern.rulesets.alamaze.artifacts.holding import drop_artifact
from postern.rulesets.alamaze.council.members import leave
from postern.rulesets.alamaze.figures import free
from postern.rulesets.alamaze.group_end import end_if_empty
from postern.rulesets.alamaze.trade.artifacts import stores
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.victory.measures import prisoners
from postern.rulesets.alamaze.world import Kingdom


def count_missed(turn: Turn) -> None:
    """Turns running without a letter: after some the kingdom is on standby, after some more it leaves the game. A letter, of
    the old player or a new one, ends the standby."""
    if turn.expected:
        return
    for kingdom in turn.world.seated():
        if kingdom.seat in turn.submitted:
            kingdom.missed = 0
            continue
        kingdom.missed += 1
        if kingdom.missed >= turn.tables.whole("missed_turns.dropped"):
            drop(turn, kingdom)
        elif kingdom.missed == turn.tables.whole("missed_turns.standby"):
            turn.tell_all("standby", kingdom=kingdom.code)


def drop(turn: Turn, kingdom: Kingdom) -> None:
    """A kingdom leaves the game: its artifacts lie in the wild, its centers are neutral, its groups, fleets and figures are
    gone, but for those in the prisons of others; its own prisoners are free, and its chair is empty."""
    world = turn.world
    for store in list(stores(world, kingdom.code)):
        for key in list(store):
            drop_artifact(turn, key)
    for center in world.centers_of(kingdom.code):
        center.owner = ""
    for group in world.groups_of(kingdom.code):
        group.brigades, group.leaders, group.wizards = {}, [], []
        end_if_empty(turn, group)
    for home, figure in prisoners(world, kingdom.code):
        if home.active:
            free(turn, home, figure)
        else:
            del home.figures[figure.code]
    kingdom.figures = {code: one for code, one in kingdom.figures.items() if one.held_by}
    kingdom.fleets, kingdom.declared = {}, {}
    kingdom.controlled, kingdom.gained, kingdom.standing = [], [], []
    kingdom.ruler, kingdom.active = "", False
    if kingdom.code in world.council.members:
        leave(turn, kingdom, "gone")
    turn.tell_all("kingdom-left", kingdom=kingdom.code)
