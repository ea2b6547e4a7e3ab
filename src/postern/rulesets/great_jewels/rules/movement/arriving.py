"""Coming into a province by whatever way: random places and sudden journeys, and ways through the air in step 7, the Magic
Carpet (T78, QJ-28.1-123 to 128) and the spell Transport Leader (QJ-28.2).
"""

from __future__ import annotations

from collections.abc import Collection

from postern.game.chance import Stream
from postern.rulesets.great_jewels.rules import hooks, monsters
from postern.rulesets.great_jewels.rules.checks import settle_crew
from postern.rulesets.great_jewels.rules.forces import is_stronghold
from postern.rulesets.great_jewels.rules.hooks import has_jewel, usable
from postern.rulesets.great_jewels.tables import PROVINCES, decided
from postern.rulesets.great_jewels.turn.orders import Issued, UseTalisman
from postern.rulesets.great_jewels.turn.state import CARPET, Turn
from postern.rulesets.great_jewels.world.records import LOTU, NOBODY, Force, Leader, Province, Terrain, leader_force


def enter(turn: Turn, number: int, to: str) -> None:
    """The leader comes into a province, by whatever way: it is shown to his owner, a dragon there eats his army, and some
    garrisons are besieged at once."""
    leader = turn.world.leaders[number]
    turn.place_leader(number, to)
    turn.visit(leader.owner, to)
    monsters.devour_army(turn, number)
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


_RULES = decided("movement_talismans")


def rider(turn: Turn, issued: Issued) -> Leader | None:
    """The giver's leader who holds the carpet, or None with a failure."""
    carpet = turn.world.talismans[CARPET]
    leader = turn.leader(carpet.leader) if carpet.leader else None
    if leader is None or leader.owner != issued.seat:
        turn.fail(
            issued, "TALISMAN NOT USABLE", "T78 is not with one of your leaders.", "It flies with the leader who carries it."
        )
        return None
    if not usable(turn, carpet):
        why = f"T78 does nothing for L{leader.number} this turn."
        if has_jewel(turn, Force(leader=leader.number)):
            why = f"T78 does not work on L{leader.number}, for he carries a Great Jewel."
        turn.fail(issued, "TALISMAN NOT USABLE", why)
        return None
    return leader


def may_fly(turn: Turn, issued: Issued, order: UseTalisman, leader: Leader) -> bool:
    """Step 5b: anywhere but into Forbidden Cities and impassable terrain."""
    goal = turn.province(order.province)
    if goal.name == leader.province:
        turn.fail(issued, "NOT ADJACENT", f"L{leader.number} is in {goal.name} already.")
    elif goal.city:
        turn.fail(issued, "LOCKED", f"{goal.name} is a Forbidden City; the carpet does not fly there.")
    elif goal.terrain is Terrain.IMPASSABLE:
        turn.fail(issued, "IMPASSABLE", f"{goal.name} is impassable; the carpet does not fly there.")
    elif shut := _sealed_end(turn, leader, goal.name):
        turn.fail(issued, "SEALED", f"{shut} is sealed by a spell; nobody enters or leaves it this turn.")
    else:
        return True
    return False


def _sealed_end(turn: Turn, leader: Leader, goal: str) -> str:
    for name in (leader.province, goal):
        if name in turn.sealed and not hooks.MAY_ENTER.fold(turn, Force(leader=leader.number), False, name):
            return name
    return ""


def fly(turn: Turn, order: UseTalisman, leader: Leader) -> bool:
    """The flight: 3 troops for each point of bonus ride, up to a quarter of them fall off, siege equipment stays behind."""
    before = leader.troops
    left_behind = leader.rams + leader.towers
    leader.rams = leader.towers = 0
    leader.troops = min(leader.troops, int(_RULES["carpet_troops_a_bonus"]) * leader.bonus)
    too_many = before - leader.troops
    fell = 0
    if not turn.expected:
        percent = turn.stream("carpet", leader.number).between(0, int(_RULES["carpet_loss_percent"]))
        fell = leader.troops * percent // 100
        leader.troops -= fell
    settle_crew(turn, leader.number)
    start = leader.province
    turn.flag(Force(leader=leader.number), "-M")
    turn.tell(
        "flew",
        to=[leader.owner],
        leader=leader.number,
        start=start,
        goal=order.province,
        before=before,
        too_many=too_many,
        fell=fell,
        left_behind=left_behind,
    )
    _lift(turn, leader, order.province)
    return True


def _lift(turn: Turn, leader: Leader, goal: str) -> None:
    turn.visit(leader.owner, leader.province)
    turn.departures[leader.province].append(f"L{leader.number}->AIR")
    turn.moved.add(leader.number)
    enter(turn, leader.number, goal)
    end_move(turn, leader.number)


def check_teleport(turn: Turn, number: int) -> None:
    """Step 5b: whom a spell will carry off counts as leaving; seals and talismans that hold him, have sent him away or have
    bought him void the spell's effect."""
    leader, goal = turn.leader(number), turn.teleports[number]
    if leader is not None and not held_back(turn, leader, goal):
        turn.leaving.add(number)
        return
    if leader is not None:
        turn.tell("not carried off", to=[leader.owner], leader=number, goal=goal, reason=held_back(turn, leader, goal))
    del turn.teleports[number]


def held_back(turn: Turn, leader: Leader, goal: str) -> str:
    """Why the spell does not carry this leader off, "" when it does; certain from the end of step 2e on."""
    province = turn.province(goal)
    if province.city or province.terrain is Terrain.IMPASSABLE:
        return f"nobody can be set down in {goal}"
    if shut := _sealed_end(turn, leader, goal):
        return f"{shut} is sealed"
    if Force(leader=leader.number) in turn.void:
        return "he was banished or bribed this turn"
    return hooks.MAY_MOVE.fold(turn, Force(leader=leader.number), "", None)


def teleport(turn: Turn, number: int) -> None:
    """Step 7a, last: the spell sets the leader down with his whole army; nobody waylays him."""
    leader = turn.leader(number)
    if leader is None or Force(leader=number) in turn.void:
        return
    goal = turn.teleports[number]
    turn.flag(Force(leader=number), "-M")
    turn.tell("carried off", to=[leader.owner], leader=number, start=leader.province, goal=goal)
    _lift(turn, leader, goal)
