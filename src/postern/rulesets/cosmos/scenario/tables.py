"""All tables of one scenario together, and what is looked up in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from postern.game.kit.grid import Grid, Hexes
from postern.rulesets.cosmos.scenario.goals import Deed, Route, VictoryRow
from postern.rulesets.cosmos.scenario.goods import ItemType, Resource
from postern.rulesets.cosmos.scenario.land import Connection, Ground, HexRow, Side, Terrain
from postern.rulesets.cosmos.scenario.locations import LocationRow, LocationType
from postern.rulesets.cosmos.scenario.nations import NationType
from postern.rulesets.cosmos.scenario.spells import Spell
from postern.rulesets.cosmos.scenario.units import Caster, LeaderType, Recruiting, StartUnit, UnitType

PHASES = 24
"""Phases of a turn (CF-4-09)."""


@dataclass(frozen=True)
class Scenario:
    """All tables of one scenario."""

    slug: str
    settings: Mapping[str, str]
    terrains: Mapping[str, Terrain]
    moves: Mapping[str, Mapping[str, int]]
    """Phases by profile and terrain (or "road", "small river", "ford" ...); a terrain that is impossible is not there."""
    grounds: Mapping[str, Mapping[str, Ground]]
    """How a profile fights in each terrain."""
    over_walls: Mapping[str, int]
    """Percent of its strength with which a profile fights over walls."""
    unit_types: Mapping[int, UnitType]
    leaders: Mapping[int, LeaderType]
    casters: Mapping[str, Caster]
    """Who makes mana, by the name of the unit type."""
    recruiting: Mapping[tuple[int, int], Recruiting]
    nations: Mapping[str, NationType]
    location_types: Mapping[str, LocationType]
    locations: Mapping[int, LocationRow]
    hexes: Mapping[int, HexRow]
    sides: Mapping[str, frozenset[Side]]
    """What lies on sides of hexes, by kind: "road" and "sea lane" join the two, "small river", "ford", "bay" lie between."""
    between: Mapping[tuple[int, int], frozenset[str]]
    """The same by the two hexes, seen from the first: of a half road it has "road here" or "road there"."""
    connections: Mapping[tuple[str, str], Connection]
    start_units: Mapping[int, StartUnit]
    pools: Mapping[str, Mapping[str, int]]
    resources: Mapping[str, Resource]
    victory: tuple[VictoryRow, ...]
    deeds: Mapping[int, Deed]
    items: Mapping[int, ItemType]
    spells: tuple[Spell, ...]
    routes: tuple[Route, ...]

    @property
    def name(self) -> str:
        return self.settings["name"]

    @property
    def turns(self) -> int:
        """How many turns a game has unless it is set up otherwise."""
        return int(self.settings["turns"])

    @cached_property
    def grid(self) -> Grid[int]:
        """The hexes by number: neighbours, directions, distances (CF-2.1.1-01)."""
        hexes = Hexes("columns")
        return Grid(hexes, {one.hex: hexes.cell(one.col, one.row) for one in self.hexes.values()})

    @cached_property
    def made_items(self) -> Mapping[int, ItemType]:
        """What units can make, by the number that the order make names."""
        return {one.number: one for one in self.items.values() if one.number}

    @cached_property
    def made_types(self) -> Mapping[str, ItemType]:
        """The same by the type that every item so made has."""
        return {one.type: one for one in self.made_items.values()}

    def caster(self, type_no: int) -> Caster | None:
        """What mana units of a type make; None when they make none."""
        return self.casters.get(self.unit_types[type_no].name)

    def spells_of(self, type_no: int) -> Mapping[str, Spell]:
        """The spells that units of a type cast, by name."""
        return self._spells.get(self.unit_types[type_no].name, {})

    @cached_property
    def _spells(self) -> Mapping[str, Mapping[str, Spell]]:
        found: dict[str, dict[str, Spell]] = {}
        for one in self.spells:
            for caster in one.casters:
                found.setdefault(caster, {})[one.spell] = one
        return found

    @cached_property
    def type_numbers(self) -> Mapping[str, int]:
        """The numbers of unit types by their names in small letters."""
        return {one.name.lower(): one.no for one in self.unit_types.values()}

    def nation(self, text: str) -> str | None:
        """The code of the nation with this number or code, whatever its letters; None when there is none (CF-5-03)."""
        return self._nation_names.get(text.lower())

    @cached_property
    def _nation_names(self) -> Mapping[str, str]:
        codes = {code.lower(): code for code in self.nations}
        return codes | {str(one.no): code for code, one in self.nations.items()}

    def people(self, code: str) -> tuple[str, ...]:
        """The kinds of population of a nation, its main one first."""
        words = self.nations[code].people.split()
        return tuple(word for word in words if word in self.resources and self.resources[word].kind == "population")

    def resource(self, name: str) -> Resource:
        """The row of a resource; all kinds of mana share one. Raises KeyError for a name that is none."""
        return self.resources["mana" if name.endswith(" mana") else name]

    def on_side(self, kind: str, one: int, other: int) -> bool:
        """True when this kind of feature lies on the side between two hexes."""
        return frozenset((one, other)) in self.sides.get(kind, frozenset())

    @cached_property
    def factions(self) -> Mapping[str, tuple[str, ...]]:
        """The codes of the nations of each faction; nothing in a scenario without factions (CF-5.1-01)."""
        names = dict.fromkeys(one.faction for one in self.nations.values() if one.faction)
        return {name: tuple(code for code, one in self.nations.items() if one.faction == name) for name in names}

    def land(self, place: int) -> bool:
        """True for a hex that is no ocean."""
        return not self.hexes[place].terrain.endswith(" ocean")
