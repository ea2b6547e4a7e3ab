"""Who sees what now (gaps 9): at the start of each phase everybody looks about, and again where somebody has moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache

from postern.rulesets.cosmos.magic.marks import casters_of, illusions, immune, spell_sight
from postern.rulesets.cosmos.places import hex_of, inside_of, level, location_at, outwards
from postern.rulesets.cosmos.sight.memory import remember
from postern.rulesets.cosmos.sight.values import (
    NUMBERS,
    awareness,
    distance_factor,
    hexes_in_sight,
    hiding,
    item_hiding,
    search_factor,
    viewing_terrain,
)
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Unit, World

_BESIDE = float(NUMBERS["beside_factor"])
_MODES = {"": (False, True), "military": (False,), "quest": (True,)}
"""In which modes (questing or not) locations of a kind are seen (CF-20.1-07..09)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A position, the hex in which it lies, whether it is that hex itself, and whether one can look into it from there.

    ``beside`` are the positions around it that one sees from it, itself among them; ``sight`` the hexes that one sees from it,
    with what the distance leaves of the sight into each.
    """

    position: str
    hex: int
    surface: bool
    open: bool
    beside: tuple[str, ...]
    sight: tuple[tuple[int, float], ...]


class Spots(dict[str, Spot]):
    """The spots of one phase, each worked out once."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __missing__(self, position: str) -> Spot:
        world, own = self._world, hex_of(self._world, position)
        out = _sees_out(world, position)
        found = self[position] = Spot(
            position,
            own,
            level(world, position) == "surface",
            _seen_into(world, position),
            tuple(outwards(world, position)) if out else (position,),
            _hexes_seen(world.scenario, own, viewing_terrain(world, str(own))) if out else (),
        )
        return found


@cache
def _hexes_seen(slug: str, number: int, terrain: str) -> tuple[tuple[int, float], ...]:
    """The hexes that one sees from a hex of this terrain, with what the distance leaves of the sight into each."""
    return tuple((other, distance_factor(far) if far else _BESIDE) for other, far in hexes_in_sight(slug, number, terrain))


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


def _seen_into(world: World, position: str) -> bool:
    """True when one can look into this location, and into all around it, from the hex outside (CF-18-06)."""
    insides = (location_at(world, one) for one in outwards(world, position))
    return all(world.tables.location_types[one.type].seen_into for one in insides if one is not None)


def _sees_out(world: World, position: str) -> bool:
    insides = (location_at(world, one) for one in outwards(world, position))
    return all(world.tables.location_types[one.type].sees_out for one in insides if one is not None)


def look(turn: Turn) -> None:
    """Everybody looks about. What was seen before stays seen until it moves or hides."""
    world = turn.world
    spots = turn.looked_at = Spots(world)
    gazes = turn.gazes = _gazes(turn, spots)
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
    where they were stays in view until the phase ends (gaps 9)."""
    world, spots = turn.world, turn.looked_at or Spots(turn.world)
    gazes: dict[str, dict[bool, Gaze]] = turn.gazes
    for unit in moved:
        if unit.position and unit.owner in gazes:
            _spread(turn, gazes[unit.owner][unit.questing], spots[unit.position], awareness(turn, unit), unit)
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


def _gazes(turn: Turn, spots: Spots) -> dict[str, dict[bool, Gaze]]:
    """What each nation sees with, in military mode (False) and in questing mode (True; CF-20.1-06)."""
    world, tables = turn.world, turn.tables
    veiled = illusions(world)
    found = {code: {False: Gaze(veiled), True: Gaze(veiled)} for code in world.nations}
    for unit in world.units.values():
        if unit.position and unit.owner in found:
            _spread(turn, found[unit.owner][unit.questing], spots[unit.position], awareness(turn, unit), unit)
    basis = float(NUMBERS["hex_awareness"])
    for number, one in world.hexes.items():
        if one.owner in found:
            strength = basis * spell_sight(turn, str(number), {})
            view = tables.terrains[tables.hexes[number].terrain].view_pct
            _spread(turn, found[one.owner][False], spots[str(number)], strength * view / 100, None)
    for location in world.locations.values():
        sees = tables.location_types[location.type].sees
        if location.owner in found and sees:
            terrain = viewing_terrain(world, location.outside)
            strength = sees * spell_sight(turn, str(location.id), {})
            view = tables.terrains[terrain].view_pct
            _spread(turn, found[location.owner][False], spots[str(location.id)], strength * view / 100, None)
    _scry(turn, {code: own[False] for code, own in found.items()})
    return found


def _scry(turn: Turn, gazes: Mapping[str, Gaze]) -> None:
    """Adds the hexes that nations see by magic in this phase (gaps 15.8)."""
    spells = [one for one in turn.tables.spells if one.kind == "scry"]
    for number, one in turn.world.hexes.items() if spells else ():
        for code in set(casters_of(turn.world, str(number), spells[0].mark, turn.now)) & gazes.keys() if one.until else ():
            gaze, view = gazes[code], turn.tables.terrains[turn.tables.hexes[number].terrain].view_pct
            strength = spells[0].strength * view / 100 * _veil(gaze, number, False)
            gaze.exact[str(number)] = max(gaze.exact[str(number)], strength)
            gaze.hexes[number] = max(gaze.hexes[number], strength * _BESIDE)


def _reveal(turn: Turn, gaze: Gaze, unit: Unit) -> None:
    """A caster of truesight sees all within its range in this phase, however hidden (gaps 15.8)."""
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
    gaze, spots = Gaze(illusions(turn.world)), Spots(turn.world)
    _spread(turn, gaze, spots[unit.position], awareness(turn, unit), unit)
    known = other.id in turn.sees.get(unit.owner, set())
    return known and gaze.at(spots[other.position], other.id) >= hiding(turn, other)


def _spread(turn: Turn, gaze: Gaze, spot: Spot, strength: float, unit: Unit | None) -> None:
    """Adds one viewer: its own spot, everything at zero distance, and the hexes around (CF-18-02, CF-18-03)."""
    clear = unit is not None and bool(gaze.veiled) and immune(turn.world, unit)
    if unit is not None and unit.until.get("revealing", -1) >= turn.now:
        _reveal(turn, gaze, unit)
    near = strength * (search_factor(unit, exact=True) if unit else 1.0)
    far_off = strength * (search_factor(unit, exact=False) if unit else 1.0)
    if spot.surface:
        near *= _veil(gaze, spot.hex, clear)
    gaze.exact[spot.position] = max(gaze.exact[spot.position], near)
    if unit is not None and unit.wanted:
        gaze.wanted[unit.wanted] = max(gaze.wanted[unit.wanted], strength * search_factor(unit, True, unit.wanted))
    for one in spot.beside:
        gaze.exact[one] = max(gaze.exact[one], far_off * _BESIDE)
    hexes, veiled = gaze.hexes, gaze.veiled
    for number, factor in spot.sight:
        seen = far_off * factor
        if number in veiled:
            seen *= _veil(gaze, number, clear)
            if clear:
                gaze.through.add(number)
        if seen > hexes[number]:  # also notes that the hex is in view
            hexes[number] = seen


def _things(turn: Turn, code: str, gazes: dict[bool, Gaze], spots: Spots) -> Iterable[int]:
    """The locations and the items that a nation can see now."""
    world, tables = turn.world, turn.tables
    for location in world.locations.values():
        kind, spot = tables.location_types[location.type], spots[location.outside]
        if location.owner == code or any(gazes[mode].at(spot, location.id) >= kind.hidden for mode in _MODES[kind.mode]):
            yield location.id
    for item in world.items.values():
        if item.position and gazes[item.quest].at(spots[item.position], item.id) >= item_hiding(tables, item):
            yield item.id
