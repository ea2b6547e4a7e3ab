"""Coming into a province by whatever way, and random places and sudden journeys: who is carried off somewhere else."""

from __future__ import annotations

from collections.abc import Collection

from postern.game.chance import Stream
from postern.rulesets.great_jewels.geography import PROVINCES
from postern.rulesets.great_jewels.steps import dragons
from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, NOBODY, Force, Leader, Province, Terrain, leader_force


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


def passable(province: Province) -> bool:
    """True for provinces that are neither impassable nor a Forbidden City."""
    return province.terrain is not Terrain.IMPASSABLE and not province.city


def random_province(turn: Turn, stream: Stream, but: str) -> str:
    """A random passable province that is no Forbidden City, other than ``but``."""
    return stream.choice([name for name in PROVINCES if name != but and passable(turn.province(name))])


def random_neutral(turn: Turn, stream: Stream, but: Collection[str] = ()) -> str:
    """A random province guarded by an ordinary neutral garrison, other than ``but``; "" when there is none left."""
    names = [name for name in PROVINCES if name not in but and _guarded(turn.province(name))]
    return stream.choice(names) if names else ""


def _guarded(province: Province) -> bool:
    ordinary = province.owner == NOBODY and not (province.city or province.dragon or is_stronghold(province))
    return ordinary and province.garrison > 0


def carry_off(turn: Turn, number: int, goal: str) -> None:
    """A leader and his army are set down in another province at once, through the air; a dragon there eats the army."""
    leader = turn.world.leaders[number]
    origin = leader.province
    turn.departures[origin].append(f"L{number}->AIR")
    turn.visit(leader.owner, origin)
    turn.moved.add(number)
    enter(turn, number, goal)


def lose_sight_of(turn: Turn, leader: Leader, seat: str) -> None:
    """An expected turn knows that he is carried off and not where to: another's leader is gone with all he has, an own one is
    left."""
    if leader.owner == seat:
        return
    for talisman in turn.held(leader_force(leader.number)):
        turn.place_talisman(talisman.number, None)
    turn.take_leader(leader.number)


def is_player(turn: Turn, force: Force) -> bool:
    """True when the force belongs to a player."""
    return turn.owner_of(force) not in (NOBODY, LOTU)
