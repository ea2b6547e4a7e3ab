"""Who sees what now (ruling 9): at the start of each phase everybody looks about, and again where somebody has moved. How well
a viewer sees, and how hard a thing is to see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from types import MappingProxyType

from postern.rulesets.cosmos.rules.magic import casters_of, illusions, immune, spell_sight
from postern.rulesets.cosmos.rules.memory import remember
from postern.rulesets.cosmos.tables.scenario import CONTENT, Scenario, scenario
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, inside_of, level, location_at, outwards, terrain_at
from postern.rulesets.cosmos.world.records import Item, Unit, World
from postern.rulesets.cosmos.world.strength import item_bonus, item_row

NUMBERS = CONTENT.toml("sight")
FAMILIARITY: dict[str, float] = NUMBERS["familiarity"]
_FARTHEST = len(NUMBERS["distance_factors"]) - 1


@cache
def hexes_in_sight(slug: str, number: int, terrain: str) -> tuple[tuple[int, int], ...]:
    """The hexes that can be seen from one of this terrain, with their distances: none is farther than the greater of both
    viewing ranges (CF-18-02)."""
    tables = scenario(slug)
    own = tables.terrains[terrain].viewing_range
    found = []
    for other in tables.grid.within(number, _FARTHEST):
        far = tables.grid.distance(number, other)
        if far <= max(own, tables.terrains[tables.hexes[other].terrain].viewing_range):
            found.append((other, far))
    return tuple(found)


@cache
def sights_from(slug: str, number: int, terrain: str) -> tuple[tuple[int, float], ...]:
    """The hexes in sight of one of this terrain, with what the distance leaves of the sight into them (CF-18-03)."""
    beside = float(NUMBERS["beside_factor"])
    found = hexes_in_sight(slug, number, terrain)
    return tuple((other, distance_factor(far) if far else beside) for other, far in found)


def viewing_terrain(world: World, position: str) -> str:
    """The terrain from which one looks out at a position."""
    terrain = terrain_at(world, position)
    return terrain if terrain in world.tables.terrains else world.tables.hexes[hex_of(world, position)].terrain


def awareness(turn: Turn, unit: Unit) -> float:
    """The awareness of a unit where it stands, before distance and search, with items and spells (CF-18-04, CF-18-05, CF-18-08,
    ``spells.csv``)."""
    tables = turn.tables
    kind = tables.unit_types[unit.type]
    terrain = viewing_terrain(turn.world, unit.position)
    ground = tables.grounds[kind.move_profile].get(terrain)
    fit = FAMILIARITY[ground.familiarity] if ground else FAMILIARITY["a"]
    found = kind.awareness * (tables.terrains[terrain].view_pct / 100) * fit
    found *= (1 + item_bonus(turn.world, unit, "awareness") / 100) * spell_sight(turn, unit.position, unit.until)
    return found * NUMBERS["battle_factor"] if unit.id in turn.fought else found


def search_factor(unit: Unit, exact: bool, target: int = 0) -> float:
    """By how much a search makes a unit see better, for a thing at the very spot or elsewhere (CF-18.1-02, CF-18.1-05)."""
    phases = min(unit.searched, int(NUMBERS["most_search"])) if unit.search_spot == unit.position else 0
    if not phases:
        return 1.0
    if unit.wanted:
        return 1 + phases * float(NUMBERS["find_wanted" if target == unit.wanted else "find_others"])
    return 1 + phases * float(NUMBERS["search_exact" if exact else "search_elsewhere"])


def hiding(turn: Turn, unit: Unit) -> float:
    """How hard a unit is to see (CF-18-07, CF-18.2-01)."""
    tables = turn.tables
    kind = tables.unit_types[unit.type]
    terrain = viewing_terrain(turn.world, unit.position)
    found = NUMBERS["hide_basis"] * _by_size(4, kind.size * unit.individuals)
    found *= float(kind.hide_factor) * (tables.terrains[terrain].cover_pct / 100)
    found *= 1 + item_bonus(turn.world, unit, "hiding") / 100
    if unit.hidden:
        ground = tables.grounds[kind.move_profile].get(terrain)
        found *= NUMBERS["hidden_factor"] * FAMILIARITY[ground.familiarity if ground else "a"]
    if unit.id in turn.moved or unit.id in turn.fought:
        found *= NUMBERS["moved_factor"]
    return float(found)


def item_hiding(tables: Scenario, item: Item) -> float:
    """How hard an item that lies somewhere is to see."""
    return float(NUMBERS["item_basis"] * _by_size(1, item_row(tables, item).size))


def _by_size(standard: int, size: int) -> float:
    return sqrt(sqrt(standard / size))


def distance_factor(far: int) -> float:
    """By how much distance dims what is seen in another hex (CF-18-03)."""
    return float(NUMBERS["distance_factors"][far])


_BESIDE = float(NUMBERS["beside_factor"])
_MODES = {"": (False, True), "military": (False,), "quest": (True,)}
"""In which modes (questing or not) locations of a kind are seen (CF-20.1-07..09)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A position, the hex in which it lies, whether one can look into it from that hex, and what one sees from it.

    ``outwards``: itself and the positions around it. ``sights``: if one can look out, the hexes in sight, with what their
    distance leaves of the sight.
    """

    position: str
    hex: int
    open: bool
    outwards: tuple[str, ...]
    sees_out: bool
    surface: bool
    sights: tuple[tuple[int, float], ...]


class Spots(dict[str, Spot]):
    """The spots of one phase, each worked out once; those on the surface, which never change, are taken over from before."""

    def __init__(self, world: World, before: Mapping[str, Spot] = MappingProxyType({})) -> None:
        super().__init__((position, spot) for position, spot in before.items() if spot.surface)
        self._world = world

    def __missing__(self, position: str) -> Spot:
        world, around = self._world, tuple(outwards(self._world, position))
        kinds = [world.tables.location_types[one.type] for place in around if (one := location_at(world, place)) is not None]
        place, sees_out = hex_of(world, position), all(one.sees_out for one in kinds)
        sights = (
            sights_from(world.scenario, place, viewing_terrain(world, str(place))) if sees_out and place in world.hexes else ()
        )
        open_, surface = all(one.seen_into for one in kinds), level(world, position) == "surface"
        found = self[position] = Spot(position, place, open_, around, sees_out, surface, sights)
        return found


def spots_of(turn: Turn) -> Spots:
    """The spots of this phase."""
    return turn.looked_at or Spots(turn.world)


@dataclass
class Gaze:
    """How well a nation sees in one mode: at exact positions, at hexes, and at things that its units look for by name.

    ``veiled`` are the hexes under illusions, in which everything is harder to see; ``through`` those that somebody sees as they
    are.
    """

    veiled: Mapping[int, str] = field(default_factory=dict)
    exact: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    hexes: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    wanted: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    through: set[int] = field(default_factory=set)

    def at(self, spot: Spot, thing: int) -> float:
        """How well the nation sees a thing at a spot; 0 where nobody can look."""
        best = self.hexes.get(spot.hex, 0.0) if spot.open else 0.0
        if spot.position in self.exact:
            best = max(best, self.exact[spot.position], self.wanted.get(thing, 0.0))
        return best


def look(turn: Turn) -> None:
    """Everybody looks about. What was seen before stays seen until it moves or hides."""
    world = turn.world
    spots = turn.looked_at = Spots(world, turn.looked_at or {})
    gazes = turn.gazes = _gazes(turn)
    units = [(unit, hiding(turn, unit), spots[unit.position]) for unit in world.units.values() if unit.position]
    for code, own in gazes.items():
        before = turn.sees.get(code, set())
        seen = {
            unit.id
            for unit, hidden, spot in units
            if unit.owner != code and _sees(turn, own[unit.questing].at(spot, unit.id), unit, hidden, before)
        }
        turn.sees[code] = seen | set(_things(turn, code, own, spots)) | {one for one in before if one not in world.units}
    remember(
        turn,
        {code: set(own[False].hexes) for code, own in gazes.items()},
        {code: own[False].through for code, own in gazes.items()},
    )


def look_again(turn: Turn, moved: Sequence[Unit]) -> None:
    """After some units have moved within a phase: who sees them where they are now, and what they see there. What they saw from
    where they were stays in view until the phase ends (ruling 9)."""
    world, spots = turn.world, spots_of(turn)
    gazes: dict[str, dict[bool, Gaze]] = turn.gazes
    for unit in moved:
        if unit.position and unit.owner in gazes:
            _spread(turn, gazes[unit.owner][unit.questing], unit.position, awareness(turn, unit), unit)
    for code, own in gazes.items():
        before = turn.sees.setdefault(code, set())
        near = _near(world, moved, spots) if any(unit.owner == code for unit in moved) else moved
        for unit in near:
            if unit.owner != code and unit.position:
                seen = _sees(turn, own[unit.questing].at(spots[unit.position], unit.id), unit, hiding(turn, unit), before)
                (before.add if seen else before.discard)(unit.id)
        if near is not moved:
            before |= set(_things(turn, code, own, spots))


def look_over_walls(turn: Turn, force: Sequence[Unit]) -> None:
    """Who storms looks into the locations where it stands as if they were open: it can attack only whom it sees (CF-15.6.1-04,
    CF-18-09)."""
    world, code = turn.world, force[0].owner
    inside = {str(one.id) for one in inside_of(world, force[0].position)}
    best = max(awareness(turn, unit) * search_factor(unit, exact=False) for unit in force) * _BESIDE
    garrison = (unit for unit in world.units.values() if unit.position in inside and unit.questing == force[0].questing)
    turn.sees.setdefault(code, set()).update(unit.id for unit in garrison if best >= hiding(turn, unit))


def _near(world: World, moved: Sequence[Unit], spots: Spots) -> list[Unit]:
    """The units within sight of those that moved."""
    around: set[int] = set()
    for unit in moved:
        if unit.position:
            place = spots[unit.position].hex
            around |= {number for number, _ in hexes_in_sight(world.scenario, place, viewing_terrain(world, str(place)))}
    return [unit for unit in world.units.values() if unit.position and spots[unit.position].hex in around]


def _sees(turn: Turn, gaze: float, unit: Unit, hidden: float, before: Set[int]) -> bool:
    """True for a unit that a nation sees now. Once seen, it stays so while it stands in view and neither moves nor hides."""
    return gaze > 0 and (gaze >= hidden or (unit.id in before and unit.id not in turn.moved and not unit.hidden))


def _gazes(turn: Turn) -> dict[str, dict[bool, Gaze]]:
    """What each nation sees with, in military mode (False) and in questing mode (True; CF-20.1-06)."""
    world, tables = turn.world, turn.tables
    veiled = illusions(world)
    found = {code: {False: Gaze(veiled), True: Gaze(veiled)} for code in world.nations}
    for unit in world.units.values():
        if unit.owner in found and unit.position:
            _spread(turn, found[unit.owner][unit.questing], unit.position, awareness(turn, unit), unit)
    basis = float(NUMBERS["hex_awareness"])
    for number, one in world.hexes.items():
        if one.owner in found:
            strength = basis * spell_sight(turn, str(number), {})
            view = tables.terrains[tables.hexes[number].terrain].view_pct
            _spread(turn, found[one.owner][False], str(number), strength * view / 100, None)
    for location in world.locations.values():
        sees = tables.location_types[location.type].sees
        if location.owner in found and sees:
            terrain = viewing_terrain(world, location.outside)
            strength = sees * spell_sight(turn, str(location.id), {})
            _spread(
                turn, found[location.owner][False], str(location.id), strength * tables.terrains[terrain].view_pct / 100, None
            )
    _scry(turn, {code: own[False] for code, own in found.items()})
    return found


def _scry(turn: Turn, gazes: Mapping[str, Gaze]) -> None:
    """Adds the hexes that nations see by magic in this phase (ruling 18.14)."""
    spells = [one for one in turn.tables.spells if one.kind == "scry"]
    for number, one in turn.world.hexes.items() if spells else ():
        casters = casters_of(turn.world, str(number), spells[0].mark, turn.now) if one.until else ()
        for code in (code for code in casters if code in gazes):
            gaze = gazes[code]
            view = turn.tables.terrains[turn.tables.hexes[number].terrain].view_pct
            strength = spells[0].strength * view / 100 * _veil(gaze, number, False)
            gaze.exact[str(number)] = max(gaze.exact[str(number)], strength)
            gaze.hexes[number] = max(gaze.hexes[number], strength * _BESIDE)


def _reveal(turn: Turn, gaze: Gaze, unit: Unit) -> None:
    """A caster of truesight sees all within its range in this phase, however hidden (ruling 18.14)."""
    reach = max((one.range for one in turn.tables.spells if one.kind == "reveal"), default=0)
    for number in turn.tables.grid.within(hex_of(turn.world, unit.position), reach):
        gaze.hexes[number] = gaze.exact[str(number)] = float("inf")
        gaze.through.add(number)
    gaze.exact[unit.position] = float("inf")


def _veil(gaze: Gaze, number: int, clear: bool) -> float:
    """What an illusion leaves of the sight into its hex, for a viewer who sees through it or not (CF-19.2-12)."""
    if number not in gaze.veiled:
        return 1.0
    return 1 / float(NUMBERS["illusion"]["immune" if clear else "others"])


def sees_itself(turn: Turn, unit: Unit, other: Unit) -> bool:
    """True when this very unit, not merely its nation, sees another unit (CF-19.1.1-03)."""
    if other.owner == unit.owner or not other.position or other.questing != unit.questing:
        return other.owner == unit.owner
    gaze = Gaze(illusions(turn.world))
    _spread(turn, gaze, unit.position, awareness(turn, unit), unit)
    known = other.id in turn.sees.get(unit.owner, set())
    return known and gaze.at(Spots(turn.world)[other.position], other.id) >= hiding(turn, other)


def _spread(turn: Turn, gaze: Gaze, position: str, strength: float, unit: Unit | None) -> None:
    """Adds one viewer: its own spot, everything at zero distance, and the hexes around (CF-18-02, CF-18-03)."""
    clear = unit is not None and bool(gaze.veiled) and immune(turn.world, unit)
    if unit is not None and unit.until.get("revealing", -1) >= turn.now:
        _reveal(turn, gaze, unit)
    near = strength * (search_factor(unit, exact=True) if unit else 1.0)
    far_off = strength * (search_factor(unit, exact=False) if unit else 1.0)
    spot = spots_of(turn)[position]
    if spot.surface:
        near *= _veil(gaze, spot.hex, clear)
    gaze.exact[position] = max(gaze.exact[position], near)
    if unit is not None and unit.wanted:
        gaze.wanted[unit.wanted] = max(gaze.wanted[unit.wanted], strength * search_factor(unit, True, unit.wanted))
    beside = far_off * _BESIDE
    for one in spot.outwards if spot.sees_out else (position,):
        gaze.exact[one] = max(gaze.exact[one], beside)
    hexes = gaze.hexes
    for number, factor in spot.sights:
        seen = far_off * factor
        if gaze.veiled:
            seen *= _veil(gaze, number, clear)
            if clear and number in gaze.veiled:
                gaze.through.add(number)
        if number not in hexes or seen > hexes[number]:
            hexes[number] = seen


def _things(turn: Turn, code: str, gazes: dict[bool, Gaze], spots: Spots) -> Iterable[int]:
    """The locations and the items that a nation can see now."""
    world, tables = turn.world, turn.tables
    for location in world.locations.values():
        kind = tables.location_types[location.type]
        spot = spots[location.outside]
        if location.owner == code or any(gazes[mode].at(spot, location.id) >= kind.hidden for mode in _MODES[kind.mode]):
            yield location.id
    for item in world.items.values():
        if item.position and gazes[item.quest].at(spots[item.position], item.id) >= item_hiding(tables, item):
            yield item.id
