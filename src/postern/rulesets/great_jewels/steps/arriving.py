"""Coming into a province by whatever way: on foot, over sea, through the air."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps import dragons
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force


def enter(turn: Turn, number: int, to: str) -> None:
    """The leader comes into a province, by whatever way: it is shown to his owner, a dragon there eats his army, and some
    garrisons are besieged at once."""
    leader = turn.world.leaders[number]
    turn.place_leader(number, to)
    turn.visit(leader.owner, to)
    dragons.devour_army(turn, number)
    garrison = Force(garrison=to)
    owner = turn.province(to).owner
    hostile = leader.troops > 0 and not leader.at_peace and not turn.declared_ally(owner, leader.owner)
    easily = hooks.BESIEGED_BY_ANY.fold(turn, garrison, False, None) and hooks.MAY_BE_BESIEGED.fold(turn, garrison, True, None)
    if owner in turn.world.players and hostile and easily:
        turn.province(to).besieged = True


def end_move(turn: Turn, number: int) -> None:
    """The leader's move of this turn has ended where he stands."""
    hooks.ON_MOVE_END.fold(turn, Force(leader=number), None, turn.world.leaders[number].province)
