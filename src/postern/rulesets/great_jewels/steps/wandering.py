"""Random places and sudden journeys: leaders and talismans that are carried off somewhere else."""

from __future__ import annotations

from collections.abc import Collection

from postern.game.chance import Stream
from postern.rulesets.great_jewels.geography import PROVINCES
from postern.rulesets.great_jewels.steps.arriving import enter
from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, NOBODY, Force, Leader, Province, Terrain, leader_force


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
