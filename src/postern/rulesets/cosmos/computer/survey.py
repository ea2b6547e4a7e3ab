"""What a computer nation makes of its view: its forces, who is dangerous where, how far it is to everywhere, and what there is
to take and to beat off: hexes, towns and castles, enemies before own towns, each with its worth."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from postern.game.chance import Stream
from postern.game.kit.grid import cheapest
from postern.game.kit.orders.digits import is_number
from postern.game.ruleset import Level
from postern.rulesets.cosmos.computer.numbers import NUMBERS, Letter, Skill
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.rules.control import control_time, helpers, owned_neighbours
from postern.rulesets.cosmos.rules.movement.costs import KnownLand, Pace
from postern.rulesets.cosmos.tables.scenario import PHASES, Scenario
from postern.rulesets.cosmos.tables.units import LeaderType, UnitType
from postern.rulesets.cosmos.world.places import hex_of, inside_of, location_at, outwards, terrain_at
from postern.rulesets.cosmos.world.records import Location, Nation, Unit, World
from postern.rulesets.cosmos.world.strength import efficiency, force_of

_MEDIUM = 10
"""The combat rating of medium infantry, in which strength is reckoned (ruling 7.14)."""


@dataclass
class Survey:
    """A view with the plans made so far. Its world is a copy: forces that are to be formed are formed in it at once."""

    view: View
    letter: Letter
    stream: Stream
    level: Level = "normal"
    standing_in: bool = False
    claimed: set[str] = field(default_factory=set)
    """Positions that somebody is on the way to take."""
    claimed_hexes: set[int] = field(default_factory=set)
    """Hexes to which a scout goes, and those around."""
    busy: set[int] = field(default_factory=set)
    """Units that have their work."""

    def __post_init__(self) -> None:
        for unit in self.own:
            for one in unit.program:
                self.claimed.update(one.text.split()[1:])
            if unit.program and unit.program[0].text.startswith("control"):
                self.claimed.add(unit.position)

    @property
    def world(self) -> World:
        return self.view.world

    @cached_property
    def tables(self) -> Scenario:
        """The scenario with the map that the nation knows."""
        return self.view.world.tables

    @property
    def code(self) -> str:
        return self.view.code

    @property
    def nation(self) -> Nation:
        return self.view.nation

    @cached_property
    def skill(self) -> Skill:
        return NUMBERS.levels[self.level]

    @property
    def turns_left(self) -> int:
        """Turns of the game, this one among them: 1 at least, for a game that has ended is asked for a letter, too."""
        return max(1, self.world.turns - self.world.turn + 1)

    @property
    def phases_left(self) -> int:
        return self.turns_left * PHASES

    @cached_property
    def own(self) -> list[Unit]:
        """The nation's units on the map."""
        return [unit for _, unit in sorted(self.world.units.items()) if unit.owner == self.code and unit.position]

    @cached_property
    def places(self) -> list[Location]:
        """The nation's locations."""
        return [one for _, one in sorted(self.world.locations.items()) if one.owner == self.code]

    @cached_property
    def land(self) -> list[int]:
        """The nation's hexes."""
        return sorted(number for number, one in self.world.hexes.items() if one.owner == self.code)

    def kind(self, unit: Unit) -> UnitType:
        return self.tables.unit_types[unit.type]

    def leads(self, unit: Unit) -> LeaderType | None:
        """The row of a unit that can control land; None for another."""
        row = self.tables.leaders.get(unit.type)
        return row if row is not None and row.control_base else None

    def idle(self, unit: Unit) -> bool:
        """True for a unit that leads nobody's force but its own, and has nothing to do."""
        return not (unit.leader or unit.program or unit.id in self.busy or unit.questing or unit.embarked)

    def troops_at(self, position: str) -> list[Unit]:
        """Own mass units at a position that no leader has, the weakest first."""
        found = [one for one in self.own if one.position == position and self.kind(one).mass and self.idle(one)]
        return sorted((one for one in found if not one.members), key=lambda one: (self.might([one]), one.id))

    # --- strength -----------------------------------------------------------------------------------------------------------

    def garrison_of(self, position: str) -> float:
        """How strong the troops are to be that stay in a place, in medium infantry: in proportion to its points, 0 for a place
        without size."""
        place = location_at(self.world, position)
        if place is None or not place.size or place.owner != self.code:
            return 0.0
        rows = (row for row in self.tables.victory if (row.kind, row.type) == ("location", place.type))
        points = sum(row.points * place.size for row in rows)
        return max(NUMBERS.work.garrison, points * NUMBERS.work.garrison_per_point)

    def might(self, units: Iterable[Unit]) -> float:
        """What units are worth in a battle, in medium infantry (ruling 7.14)."""
        return sum(self.worth_of(self.kind(one), one.individuals) * float(efficiency(self.kind(one), one)) for one in units)

    def worth_of(self, kind: UnitType, individuals: int) -> float:
        """What so many unhurt individuals of a type are worth, in medium infantry."""
        found = math.sqrt(kind.combat_rating / _MEDIUM) * individuals
        for ability, pct in NUMBERS.fighting.morale_pct.items():
            if kind.able(ability):
                found *= pct / 100
        return found

    @cached_property
    def _strangers(self) -> dict[str, float]:
        """What stood where of others, by position, as far as it was seen in the last turns."""
        found: dict[str, float] = defaultdict(float)
        since = self.world.turn - NUMBERS.fighting.remembered
        for seen in self.nation.memory.units.values():
            kind = self.tables.unit_types[seen.type]
            stays = not seen.gone or seen.turn >= since
            if stays and not seen.questing and not self.world.friendly(self.code, seen.owner):
                found[seen.position] += self.worth_of(kind, seen.individuals)
        return found

    def foes_in(self, place: int) -> float:
        """The strength of strangers in the open of a hex."""
        return self._strangers.get(str(place), 0.0)

    def defenders(self, location: Location) -> float:
        """The strength behind the walls of a location, with what the walls are worth; a guess where nobody was seen."""
        inner = [str(one.id) for one in self.world.locations.values() if one.outside == str(location.id)]
        inside = sum(self._strangers.get(place, 0.0) for place in (str(location.id), *inner))
        if location.owner:
            inside = inside or self._guess(location)
        walls = NUMBERS.fighting.walls_pct
        return inside * walls[min(location.rating, len(walls) - 1)] / 100

    def _guess(self, location: Location) -> float:
        """The strength of a garrison of which nobody was seen: less in a place into which one sees from outside."""
        guess, seen = NUMBERS.fighting.unseen.get(location.type, 0), self.nation.memory.locations.get(location.id)
        looked = seen is not None and seen.turn >= self.world.turn - NUMBERS.fighting.remembered
        if looked and self.tables.location_types[location.type].seen_into:
            return guess * NUMBERS.fighting.hidden_pct / 100
        return guess

    def threats(self) -> Iterator[tuple[int, float]]:
        """Hexes in or beside own towns and castles where enemies of the nation stand now, with their strength."""
        homes = {
            hex_of(self.world, one.outside) for one in self.places if self.tables.location_types[one.type].influences_control
        }
        near = {other for place in homes for other in (place, *self.tables.grid.neighbours(place))}
        found: dict[int, float] = defaultdict(float)
        for unit in self.world.units.values():
            if unit.owner != self.code and self.world.hostile(self.code, unit.owner) and not unit.questing:
                place = hex_of(self.world, unit.position)
                if place in near and unit.position == str(place):
                    found[place] += self.might([unit])
        yield from sorted(found.items())

    # --- ways ---------------------------------------------------------------------------------------------------------------

    def reach(self, leader: Unit, start: int = 0) -> dict[int, int]:
        """The phases in which a force can be in each hex near it, from where it is or from another hex."""
        force = force_of(self.world, leader)
        start = start or hex_of(self.world, leader.position)
        key = (start, tuple(sorted({(self.kind(one).move_profile, bool(one.carries)) for one in force})))
        if key not in self._reaches:
            pace = Pace(self.world, force, self.world.moment(1))
            if pace.overloaded:
                return {start: 0}
            land = KnownLand(self.world, self.nation)

            def onward(way: tuple[int, ...]) -> Iterator[tuple[int, int]]:
                for there in self.tables.grid.neighbours(way[-1]):
                    phases = pace.time(land, str(way[-1]), str(there))
                    if phases is not None:
                        yield there, phases

            budget = min(NUMBERS.work.reach, self.phases_left)
            self._reaches[key] = {way[-1]: phases for way, phases in cheapest(start, onward, 0, budget)}
        return self._reaches[key]

    @cached_property
    def _reaches(self) -> dict[tuple[object, ...], dict[int, int]]:
        return {}


_PERCENT = 100
_HELPLESS = 0.5
"""Strength of strangers that do not keep a hex from being taken."""


@dataclass(frozen=True)
class Target:
    """A position to be taken, or (``fight``) where enemies are to be beaten. ``foe`` is the strength that stands against it."""

    position: str
    place: int
    worth: float
    foe: float = 0.0
    owner: str = ""
    fight: bool = False


def targets(survey: Survey) -> list[Target]:
    """All targets that are known and not taken care of."""
    found = [*_hexes(survey), *_places(survey), *_threats(survey)]
    return [one for one in found if one.position not in survey.claimed]


def points_of(survey: Survey, location: Location) -> float:
    """The victory points of owning a location until the end (``victory.csv``)."""
    found = 0
    for row in survey.tables.victory:
        if row.type == location.type and row.kind == "location":
            found += row.points * location.size if row.per == "size" else row.points
        elif row.type == location.type and row.kind == "each turn":
            found += row.points * survey.turns_left
    return float(found)


def may_take(survey: Survey, owner: str) -> bool:
    """True for what nobody owns, what enemies own, and what nations own on which war may be made."""
    world = survey.world
    if not owner or world.policy(survey.code, owner) == "enemy":
        return True
    if survey.standing_in or world.friendly(survey.code, owner):
        return False
    return world.turn >= (survey.skill.war_from if survey.tables.nations[owner].played else 1)


def _hexes(survey: Survey) -> Iterator[Target]:
    world, tables = survey.world, survey.tables
    inside: dict[int, list[Location]] = {}
    for one in world.locations.values():
        if is_number(one.outside) and int(one.outside) in world.hexes:
            inside.setdefault(int(one.outside), []).append(one)
    for place in sorted(survey.nation.memory.hexes):
        owner = world.hexes[place].owner
        if owner == survey.code or not tables.land(place) or not may_take(survey, owner):
            continue
        here = inside.get(place, [])
        walled = [one for one in here if tables.location_types[one.type].influences_control]
        if any(one.owner and world.hostile(survey.code, one.owner) for one in walled):
            continue  # who holds the town holds the hex (CF-14-04)
        worth = NUMBERS.worth.enemy_hex if owner else NUMBERS.worth.hex
        worth += sum(points_of(survey, one) for one in here if one not in walled)
        yield Target(str(place), place, worth, survey.foes_in(place), owner)


def _places(survey: Survey) -> Iterator[Target]:
    for number, one in sorted(survey.world.locations.items()):
        kind = survey.tables.location_types[one.type]
        if one.owner == survey.code or not kind.influences_control or kind.mode or not may_take(survey, one.owner):
            continue
        worth = points_of(survey, one) * NUMBERS.worth.land_pct / _PERCENT
        place = hex_of(survey.world, one.outside)
        outer = [survey.world.locations[int(spot)] for spot in outwards(survey.world, str(number)) if int(spot) != place]
        guarded = [each for each in outer if each.owner != survey.code and may_take(survey, each.owner)]
        foe = sum(survey.defenders(each) for each in guarded) + survey.foes_in(place)
        yield Target(str(number), place, worth, foe, one.owner)


def _threats(survey: Survey) -> Iterator[Target]:
    for place, foe in survey.threats():
        yield Target(str(place), place, NUMBERS.worth.threat, foe, fight=True)


def work(survey: Survey, leader: Unit, target: Target, taken: frozenset[str] = frozenset()) -> int | None:
    """The phases in which a force takes a target once it is there; None when it cannot. ``taken`` will be owned by then."""
    if target.fight:
        return 1 if target.foe <= _able(survey, leader) else None
    row, world = survey.leads(leader), survey.world
    if row is None or target.foe > max(_able(survey, leader), _HELPLESS):
        return None
    if not efficiency(survey.kind(leader), leader):
        return None  # he is incapacitated
    if target.owner and not row.can_neutralise:
        return None
    if row.helpers == "required" and not any(True for _ in helpers(world, leader)):
        return None
    if row.needs_owned_neighbour and not (
        _neighbours(survey, target) & taken or owned_neighbours(world, survey.code, target.position)
    ):
        return None
    if terrain_at(world, target.position) not in survey.tables.moves[survey.kind(leader).move_profile]:
        return None
    phases = control_time(world, replace(leader, position=target.position))
    inner = [one for one in inside_of(world, target.position) if one.owner and world.hostile(survey.code, one.owner)]
    return phases * (1 + len(inner))


def _neighbours(survey: Survey, target: Target) -> set[str]:
    return {str(one) for one in survey.tables.grid.neighbours(target.place)}


def _able(survey: Survey, leader: Unit) -> float:
    """How strong a defence a force may attack."""
    force = [leader, *(survey.world.units[number] for number in leader.members)]
    return survey.might(force) * _PERCENT / survey.skill.margin_pct
