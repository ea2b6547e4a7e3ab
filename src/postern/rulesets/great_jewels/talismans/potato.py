"""The Hot Potato (T80): a hidden counter, and then nobody is left (QJ-28.1-132 to QJ-28.1-135)."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps import capture
from postern.rulesets.great_jewels.steps.death import kill_leader
from postern.rulesets.great_jewels.steps.landscape import witnesses
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import AT_END
from postern.rulesets.great_jewels.talismans.notes import usable
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Talisman, garrison_force, leader_force


@AT_END.add(80)
def tick(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """The counter starts (at 3 to 10) with the turn in which a player gains it and falls by 1 at the end of each turn; at
    zero all troops and leaders in the province die, it becomes neutral, and the talismans lie there."""
    if turn.expected:
        return
    if talisman.counter <= 0:
        low, high = decided("powers")["potato_fuse"]
        talisman.counter = turn.stream("hot potato").between(low, high)
    talisman.counter -= 1
    if talisman.counter == 0:
        _go_off(turn, talisman)


def _go_off(turn: Turn, talisman: Talisman) -> None:
    """Note 3 spares guardians and neutral garrisons. The province is lost before its leaders die: nobody rises again in it."""
    holder = talisman.holder
    assert holder is not None
    name = turn.place_of(holder)
    province = turn.province(name)
    leaders = [leader for leader in turn.leaders_in(name) if usable(turn, talisman, leader_force(leader.number))]
    told = witnesses(turn, name, turn.owner_of(holder))
    for player in told:
        turn.visit(player, name)
    turn.shown.add(talisman.number)
    troops = 0
    if usable(turn, talisman, garrison_force(name)):
        troops, province.garrison = province.garrison, 0
        capture.lose_province(turn, name)
    for leader in leaders:
        kill_leader(turn, leader.number, "hot potato", to=name)
    turn.tell("hot potato", to=told, province=name, troops=troops, leaders=[leader.number for leader in leaders])
