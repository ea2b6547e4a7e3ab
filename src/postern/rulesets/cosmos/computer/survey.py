"""What a computer nation makes of its view: its forces, who is dangerous where, and how far it is to everywhere."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from postern.game.chance import Stream
from postern.game.kit.grid import cheapest
from postern.game.ruleset import Level
from postern.rulesets.cosmos.computer.letter import Letter
from postern.rulesets.cosmos.computer.numbers import NUMBERS, Skill
from postern.rulesets.cosmos.movement.costs import Pace
from postern.rulesets.cosmos.movement.land import KnownLand
from postern.rulesets.cosmos.places import hex_of, location_at
from postern.rulesets.cosmos.scenario import PHASES, LeaderType, Scenario, UnitType
from postern.rulesets.cosmos.strength import efficiency, force_of
from postern.rulesets.cosmos.view import View
from postern.rulesets.cosmos.world import Location, Nation, Unit, World

_MEDIUM = 10
"""The combat rating of medium infantry, in which strength is reckoned (ruling 7.14)."""
_QUEST = "quest"


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

    def is_quest_place(self, location: Location) -> bool:
        """True for a location that only questing units find."""
        return self.tables.location_types[location.type].mode == _QUEST
