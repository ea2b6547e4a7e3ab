"""Moving: move, farmove, sneak, farsneak (CF-11, CF-18.2-09), done step by step, each an order of its own; searching and
hiding: search, find, hide, unhide (CF-18.1, CF-18.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from postern.rulesets.cosmos.orders.order import DIRECTIONS, CosmosOrder, Doing, family
from postern.rulesets.cosmos.rules.battle.start import impending_battle
from postern.rulesets.cosmos.rules.movement.costs import Pace
from postern.rulesets.cosmos.rules.movement.paths import NoWay, blockers, phases_of, route
from postern.rulesets.cosmos.rules.sight import look_again
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, location_at, outwards, terrain_at
from postern.rulesets.cosmos.world.records import Location, Unit, World
from postern.rulesets.cosmos.world.strength import size_of

_LONGEST_LEG = int(CONTENT.toml("movement")["longest_leg"])
_NO_TIME = 8
"""The priority of steps that take no time (CF-4.2-09)."""


@dataclass(frozen=True)
class _Goal:
    """A position of an order, and whether it is to be reached directly (CF-11.2-08)."""

    position: str
    direct: bool = False

    def __str__(self) -> str:
        return self.position + "d" * self.direct


@dataclass(frozen=True)
class Move(CosmosOrder):
    """Goes through all its positions, at most two hexes from one to the next (CF-11-01, CF-11-02)."""

    positions: tuple[str, ...]
    name = "move"
    far: ClassVar[bool] = False
    sneaking: ClassVar[bool] = False

    def priority(self, doing: Doing) -> int:
        """Steps into and out of locations come before those that take time."""
        if doing.pending.begun:
            return TRAITS[self.name].priority
        here = doing.unit.position
        try:
            goal = self._goal(doing, self.positions[0]).position
        except NoWay:
            return _NO_TIME
        if (here, goal) in doing.world.tables.connections:
            return TRAITS[self.name].priority
        chain = list(outwards(doing.world, here))
        if goal == here or (here in outwards(doing.world, goal)) or (len(chain) > 1 and goal[:1] not in ("o", "u")):
            return _NO_TIME
        return TRAITS[self.name].priority

    def begin(self, doing: Doing) -> int | None:
        """Finds the way to the first position and begins its first step alone; the rest stands behind it in the program."""
        turn, force, here = doing.turn, doing.force, doing.unit.position
        pace = Pace(doing.world, force, turn.now, self.sneaking)
        try:
            if not here:
                raise NoWay("It is nowhere that it could go from.")
            if pace.overloaded:
                raise NoWay("It is too heavily laden to move.")
            way, goals = self._way(doing, pace)
            if not way:
                doing.pending.memory = {"from": here, "to": here}
                return 0
            phases = phases_of(turn, force, pace, here, way[0])
            if phases is None:
                raise NoWay(f"It cannot go from {here} to {way[0]}.")
            if not phases:
                check_entry(turn, force, way[0])
        except NoWay as why:
            doing.fail(str(why))
            return None
        hide(turn, force, self.sneaking)
        later = f"{self.name} {' '.join(map(str, goals))}" if goals else ""
        doing.pending.memory = {"way": " ".join(way[1:]), "at": way[0]} if len(way) > 1 else {}
        doing.first_part(f"{self.name} {way[0]}", *filter(None, [later]))
        doing.pending.memory = {"from": here, "to": way[0], "since": turn.now}
        return phases

    def _way(self, doing: Doing, pace: Pace) -> tuple[list[str], list[_Goal | str]]:
        """The positions up to the next one that is named, and what is named from there on."""
        here, memory = doing.unit.position, doing.pending.memory
        named = list(self.positions)
        if memory.get("at") == here and memory.get("way"):
            way, goal = str(memory["way"]).split(), self._goal(doing, named[0])
        else:
            way = []
            while named and not way:
                goal = self._goal(doing, named[0])
                if goal.position == here:
                    named.pop(0)
                    continue
                self._check_length(doing.world, here, goal.position)
                way = route(doing.turn, doing.force, pace, here, goal.position, goal.direct)
            if not way:
                return [], []
        return way, [goal, *named[1:]] if len(way) > 1 else list(named[1:])

    def _check_length(self, world: World, here: str, there: str) -> None:
        far = world.tables.grid.distance(hex_of(world, here), hex_of(world, there))
        if not self.far and far > _LONGEST_LEG:
            raise NoWay(f"{there} is {far} hexes away; {self.name} goes at most {_LONGEST_LEG} from one position to the next.")

    def _goal(self, doing: Doing, text: str) -> _Goal:
        """The position that a word of the order means now (CF-11.2.1, CF-11.5). Raises NoWay for one that means none."""
        world = doing.world
        direct = text.endswith("d") and not (text.startswith("$") and doing.number(text))
        core = text.removesuffix("d") if direct else text
        here = hex_of(world, doing.unit.position)
        prefix, rest = (core[0], core[1:]) if core[0] in "ou" and core[1:] else ("", core)
        if rest == "h":
            return _Goal(f"{prefix}{here}", direct)
        if rest in DIRECTIONS:
            beside = world.tables.grid.step(here, rest.upper()) if here else None
            if beside is None:
                raise NoWay(f"There is no hex {rest.upper()} of {here}: the map ends there.")
            return _Goal(f"{prefix}{beside}", direct)
        number = doing.number(rest)
        if number in world.hexes:
            return _Goal(f"{prefix}{number}", direct)
        if number in world.locations and not prefix:
            return _Goal(str(number), direct)
        unit = world.units.get(number)
        if unit is not None and not prefix and unit.owner == doing.actor.owner and unit.position:
            return _Goal(unit.position, direct)
        raise NoWay(f"{text} is neither a hex nor a location nor the position of a unit of yours.")

    def effect(self, doing: Doing) -> bool:
        """Completes the step, unless a battle or a block prevents it for now."""
        turn, force, memory = doing.turn, doing.force, doing.pending.memory
        here, there = str(memory["from"]), str(memory["to"])
        if here == there or doing.unit.position != here:
            return True
        enemy = impending_battle(turn, force)
        if enemy is not None:
            if "delayed" not in memory:
                turn.tell_owner(doing.unit, "move delayed", goal=there, enemy=turn.called(enemy))
            memory["delayed"] = turn.now
            return False
        found = blockers(turn, force, here, there, int(memory["since"]))
        if found:
            if "blocked" not in memory:
                _tell_block(turn, doing.unit, there, found)
            memory["blocked"] = turn.now
            return False
        try:
            if location_at(doing.world, there) is not None:
                check_entry(turn, force, there)
        except NoWay as why:
            doing.fail(str(why))
            return True
        arrive(turn, force, there)
        return True


def _tell_block(turn: Turn, leader: Unit, goal: str, found: Sequence[Unit]) -> None:
    names = [turn.called(one) for one in found]
    owners = {seat for one in found for seat in turn.seat_of(one.owner)}
    facts = {"who": leader.id, "owner": leader.owner, "name": turn.called(leader), "goal": goal, "by": names}
    turn.tell("move blocked", {*turn.seat_of(leader.owner), *owners}, **facts)


def hide(turn: Turn, force: Sequence[Unit], hidden: bool) -> None:
    """Hides all units of a force, or shows them (CF-18.2-02, CF-18.2-11)."""
    changed = [unit for unit in force if unit.hidden != hidden]
    for unit in changed:
        unit.hidden = hidden
    if changed:
        turn.tell_owner(force[0], "hides" if hidden else "shows itself")


def arrive(turn: Turn, force: Sequence[Unit], there: str) -> None:
    """Puts a whole force to the end of its step, and tells those who see it go or come."""
    here = force[0].position
    seats = set(turn.witnesses(force[0]))
    for unit in force:
        turn.put(unit, there)
        unit.came_from, unit.arrived = here, turn.now
        turn.moved[unit.id] = here
    look_again(turn, force)
    leader = force[0]
    facts = {"who": leader.id, "owner": leader.owner, "name": turn.called(leader), "start": here, "goal": there}
    turn.tell("moved", seats | turn.witnesses(leader), **facts, others=[turn.called(one) for one in force[1:]])


def check_entry(turn: Turn, force: Sequence[Unit], there: str) -> None:
    """Tests whether a force can go to a position: into a location that it can see, with room and a terrain for all of it
    (CF-11.3-03, CF-2.2-09, CF-2.2-10). Raises NoWay."""
    world = turn.world
    location = location_at(world, there)
    if location is None or force[0].position in _insides(world, location):
        return
    if not _knows(turn, force, location):
        raise NoWay(f"It sees no location {there} there.")
    terrain = terrain_at(world, there)
    if any(terrain not in world.tables.moves[world.tables.unit_types[one.type].move_profile] for one in force):
        raise NoWay(f"Not all of the force can enter {turn.called(location)} ({terrain}).")
    room = world.tables.location_types[location.type].interior_size
    if room is None:
        return
    needed = sum(size_of(world.tables, unit) for unit in force)
    taken = sum(size_of(world.tables, unit) for unit in world.units.values() if there in outwards(world, unit.position))
    if taken + needed > room:
        raise NoWay(f"{turn.called(location)} has room for {room}; {taken} of it is taken, and the force needs {needed}.")


def _insides(world: World, location: Location) -> set[str]:
    """The positions directly inside of a location: who comes out of them is in it already."""
    return {str(one.id) for one in world.locations.values() if one.outside == str(location.id)}


def _knows(turn: Turn, force: Sequence[Unit], location: Location) -> bool:
    """True when a force sees a location: its nation has noted it, and it is there in the force's mode (CF-20.1-07..09)."""
    world, owner = turn.world, force[0].owner
    mode = world.tables.location_types[location.type].mode
    if mode and (mode == "quest") != force[0].questing:
        return False
    known = location.owner == owner or location.id in world.nations[owner].memory.locations
    return known or location.id in turn.sees.get(owner, ()) or not world.tables.nations[owner].played


@dataclass(frozen=True)
class FarMove(Move):
    """The same without a limit of distance (CF-11-04)."""

    name = "farmove"
    far = True


@dataclass(frozen=True)
class Sneak(Move):
    """Moves hidden, at twice the cost (CF-18.2-09..11)."""

    name = "sneak"
    sneaking = True


@dataclass(frozen=True)
class FarSneak(Move):
    """Sneaks without a limit of distance."""

    name = "farsneak"
    far = True
    sneaking = True


MOVEMENT = family("movement", {"move": Move, "farmove": FarMove, "sneak": Sneak, "farsneak": FarSneak})


def _search(doing: Doing, wanted: int) -> None:
    """Adds one phase of search at the present spot to every unit of the force (CF-18.1-02)."""
    for unit in doing.force:
        if unit.search_spot != unit.position or unit.wanted != wanted:
            unit.search_spot, unit.searched, unit.wanted = unit.position, 0, wanted
        unit.searched += 1


@dataclass(frozen=True)
class Search(CosmosOrder):
    """The force searches its position, a phase at a time (CF-18.1-01, CF-4.1-07)."""

    phases: int | None = None
    name = "search"

    def begin(self, doing: Doing) -> int | None:
        if (self.phases or 1) > 1:
            doing.first_part("search 1", f"search {(self.phases or 1) - 1}")
        return 1

    def effect(self, doing: Doing) -> bool:
        _search(doing, 0)
        return True


@dataclass(frozen=True)
class Find(CosmosOrder):
    """The force looks for one thing, until it sees it or so many phases are over (CF-18.1-04)."""

    thing: str
    phases: int | None = None
    name = "find"

    def begin(self, doing: Doing) -> int | None:
        if not doing.number(self.thing):
            doing.fail(f"{self.thing} stands for nothing.")
            return None
        return 0 if self._seen(doing) else 1

    def effect(self, doing: Doing) -> bool:
        number = doing.number(self.thing)
        if self._seen(doing):
            doing.turn.tell_owner(doing.unit, "found", thing=number)
            return True
        _search(doing, number)
        if self.phases is None or self.phases > 1:
            rest = "" if self.phases is None else f" {self.phases - 1}"
            doing.first_part(f"find {self.thing}{rest}", f"find {self.thing}{rest}")
        return True

    def _seen(self, doing: Doing) -> bool:
        number = doing.number(self.thing)
        return number in doing.turn.sees.get(doing.actor.owner, set())


@dataclass(frozen=True)
class Hide(CosmosOrder):
    """All units of the force become hidden (CF-18.2-07)."""

    name = "hide"

    def effect(self, doing: Doing) -> bool:
        for unit in doing.force:
            unit.hidden = True
        return True


@dataclass(frozen=True)
class Unhide(CosmosOrder):
    """All units of the force become unhidden (CF-18.2-08)."""

    name = "unhide"

    def effect(self, doing: Doing) -> bool:
        for unit in doing.force:
            unit.hidden = False
        return True


SIGHT = family("sight", {"search": Search, "find": Find, "hide": Hide, "unhide": Unhide})
