"""Who sees what now (ruling 9): at the start of each phase everybody looks about, and again where somebody has moved. How well
a viewer sees, and how hard a thing is to see. What nothing has changed is kept from look to look (``Sight``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import sqrt

from postern.rulesets.cosmos.rules.magic import casters_of, illusions, immune, spell_sight
from postern.rulesets.cosmos.rules.memory import remember
from postern.rulesets.cosmos.tables.scenario import Scenario
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import inside_of
from postern.rulesets.cosmos.world.records import Item, Unit, World
from postern.rulesets.cosmos.world.spots import NUMBERS, Spot, Spots, hexes_in_sight, viewing_terrain
from postern.rulesets.cosmos.world.strength import item_bonus, item_row

FAMILIARITY: dict[str, float] = NUMBERS["familiarity"]


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


_BESIDE = float(NUMBERS["beside_factor"])
_MODES = {"": (False, True), "military": (False,), "quest": (True,)}
"""In which modes (questing or not) locations of a kind are seen (CF-20.1-07..09)."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """What looks from a position: how well it sees there and farther off, and what it looks for by name.

    ``clear``: no illusion deceives it; ``reveals``: how far it sees all, however hidden (below 0: nowhere).
    """

    position: str
    near: float
    far_off: float
    wanted: int = 0
    for_wanted: float = 0.0
    clear: bool = False
    reveals: int = -1


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

    def copy(self) -> Gaze:
        """Return the same, to add others to."""
        return Gaze(self.veiled, self.exact.copy(), self.hexes.copy(), self.wanted.copy(), self.through.copy())

    def at(self, spot: Spot, thing: int) -> float:
        """How well the nation sees a thing at a spot; 0 where nobody can look."""
        best = self.hexes.get(spot.hex, 0.0) if spot.open else 0.0
        if spot.position in self.exact:
            best = max(best, self.exact[spot.position], self.wanted.get(thing, 0.0))
        return best

    def add(self, turn: Turn, viewer: Viewer, spots: Spots) -> None:
        """Adds one viewer: its own spot, everything at zero distance, and the hexes around (CF-18-02, CF-18-03)."""
        position, clear, near, exact = viewer.position, viewer.clear, viewer.near, self.exact
        spot = spots[position]
        if viewer.reveals >= 0:
            self._reveal(turn, viewer, spot)
        if spot.surface:
            near *= _veil(self, spot.hex, clear)
        exact[position] = max(exact[position], near)
        if viewer.wanted:
            self.wanted[viewer.wanted] = max(self.wanted[viewer.wanted], viewer.for_wanted)
        far_off = viewer.far_off
        beside = far_off * _BESIDE
        for one in spot.outwards if spot.sees_out else (position,):
            exact[one] = max(exact[one], beside)
        hexes = self.hexes
        for number, factor in spot.sights:
            seen = far_off * factor
            if self.veiled:
                seen *= _veil(self, number, clear)
                if clear and number in self.veiled:
                    self.through.add(number)
            if number not in hexes or seen > hexes[number]:
                hexes[number] = seen

    def _reveal(self, turn: Turn, viewer: Viewer, spot: Spot) -> None:
        """A caster of truesight sees all within its range in this phase, however hidden (ruling 18.14)."""
        for number in turn.tables.grid.within(spot.hex, viewer.reveals):
            self.hexes[number] = self.exact[str(number)] = float("inf")
            self.through.add(number)
        self.exact[viewer.position] = float("inf")

    def scry(self, number: int, strength: float) -> None:
        """Adds a hex that is seen by magic in this phase (ruling 18.14)."""
        strength *= _veil(self, number, False)
        self.exact[str(number)] = max(self.exact[str(number)], strength)
        self.hexes[number] = max(self.hexes[number], strength * _BESIDE)


@dataclass(slots=True)
class Figure:
    """A unit on the map as it sees and is seen, for as long as what it rests on (``key``) stays so.

    ``viewer``: what it adds to its nation's gaze. ``hidden``: how hard it is to see; ``still``: it neither moved nor hides.
    """

    key: tuple[object, ...]
    unit: Unit
    viewer: Viewer
    hidden: float
    spot: Spot
    still: bool


@dataclass
class Outlook:
    """What a nation sees with, in military mode (False) and in questing mode (True; CF-20.1-06), and what it saw with that.

    ``land``: what its hexes and locations alone see; ``signs``: what the land's gaze and those of its units rest on.
    ``stirred``: something was added to its gazes since.
    """

    land_signs: object = None
    land: Gaze = field(default_factory=lambda: Gaze())
    signs: object = None
    gazes: dict[bool, Gaze] = field(default_factory=dict)
    stirred: bool = False
    seen: frozenset[int] = frozenset()
    things: frozenset[int] = frozenset()


class Sight:
    """What is kept of who sees what, from one look to the next of a turn: only for whom something has changed anything is
    worked out again."""

    def __init__(self, world: World) -> None:
        self.spots = Spots(world)
        self.outlooks: dict[str, Outlook] = {code: Outlook() for code in world.nations}
        self.figures: dict[int, Figure] = {}
        self._sites: object = None
        self._places: object = None
        self._items: object = None

    def look(self, turn: Turn) -> None:
        """Everybody looks about."""
        world = turn.world
        sites = [(one.id, one.type, one.outside) for one in world.locations.values()]
        places = [one.owner for one in world.locations.values()]
        items = [(one.id, one.type, one.holder, one.position, one.quest, one.used) for one in world.items.values()]
        same_sites, same_items = sites == self._sites, items == self._items
        if not same_sites:
            self.spots = Spots(world)
        same_things = same_sites and same_items and places == self._places
        self._sites, self._places, self._items = sites, places, items
        veiled = illusions(world)
        changed = self._figure(turn, veiled, same_sites and same_items)
        fresh = self._gaze(turn, veiled, same_sites)
        for code, outlook in self.outlooks.items():
            self._see(turn, code, outlook, None if code in fresh else changed, same_things and code not in fresh)

    def _figure(self, turn: Turn, veiled: Mapping[int, str], same: bool) -> set[int]:
        """How all units see and are seen now. Gives those of which anything has changed."""
        world, before, moved, fought = turn.world, self.figures, turn.moved, turn.fought
        found: dict[int, Figure] = {}
        changed = set()
        for number, unit in world.units.items():
            if not unit.position:
                continue
            spot = self.spots[unit.position]
            spells = world.locations[spot.location].until if spot.location else world.hexes[spot.hex].until
            calm = not (veiled or unit.until or spells)
            looks = (unit.owner, unit.position, unit.type, unit.individuals, unit.questing, unit.hidden)
            key = (calm, looks, unit.searched, unit.search_spot, unit.wanted, number in moved, number in fought)
            known = before.get(number)
            if known is not None and same and calm and known.key == key:
                found[number] = known
                continue
            viewer = _viewer(turn, unit, awareness(turn, unit), bool(veiled))
            figure = Figure(key, unit, viewer, hiding(turn, unit), spot, number not in moved and not unit.hidden)
            found[number] = figure
            changed.add(number)
        self.figures = found
        return changed | (before.keys() - found.keys())

    def _gaze(self, turn: Turn, veiled: Mapping[int, str], same_sites: bool) -> set[str]:
        """What each nation sees with. Gives the nations for which that has changed."""
        land, scried = _lands(turn), _scried(turn)
        viewers: dict[str, dict[bool, list[Viewer]]] = {code: {False: [], True: []} for code in self.outlooks}
        for figure in self.figures.values():
            if figure.unit.owner in viewers:
                viewers[figure.unit.owner][figure.unit.questing].append(figure.viewer)
        fresh = set()
        for code, outlook in self.outlooks.items():
            land_signs = (land.get(code), veiled)
            if not same_sites or land_signs != outlook.land_signs:
                outlook.land_signs, outlook.land, outlook.signs = land_signs, Gaze(veiled), None
                for number, factor in land.get(code, ()):
                    outlook.land.add(turn, _viewer_of_land(turn, number, factor), self.spots)
            signs = (viewers[code], scried.get(code))
            if outlook.stirred or signs != outlook.signs:
                outlook.signs, outlook.stirred = signs, False
                outlook.gazes = {False: outlook.land.copy(), True: Gaze(veiled)}
                for mode, several in viewers[code].items():
                    for one in several:
                        outlook.gazes[mode].add(turn, one, self.spots)
                for number, strength in scried.get(code, ()):
                    outlook.gazes[False].scry(number, strength)
                fresh.add(code)
        return fresh

    def _see(self, turn: Turn, code: str, outlook: Outlook, changed: Set[int] | None, same_things: bool) -> None:
        """Who and what a nation sees now; ``changed`` has the units to look at again, None for all."""
        before = turn.sees.get(code, set())
        units = turn.world.units
        again: Iterable[int] = self.figures if changed is None else changed | (before ^ outlook.seen)
        seen = {one for one in before if one not in units} if changed is None else set(before)
        for number in again:
            figure = self.figures.get(number)
            if figure is None or figure.unit.owner == code:
                sees = False
            else:
                known = figure.still and number in before
                sees = _sees(outlook.gazes, figure.unit, figure.spot, figure.hidden, known)
            if sees:
                seen.add(number)
            elif number in units:
                seen.discard(number)
        if not same_things:
            outlook.things = frozenset(_things(turn, code, outlook.gazes, self.spots))
        seen |= outlook.things
        turn.sees[code], outlook.seen = seen, frozenset(seen)


def look(turn: Turn) -> None:
    """Everybody looks about. What was seen before stays seen until it moves or hides."""
    turn.sight = turn.sight or Sight(turn.world)
    turn.sight.look(turn)
    outlooks: Mapping[str, Outlook] = turn.sight.outlooks
    remember(
        turn,
        {code: own.gazes[False].hexes.keys() for code, own in outlooks.items()},
        {code: own.gazes[False].through for code, own in outlooks.items()},
    )


def look_again(turn: Turn, moved: Sequence[Unit]) -> None:
    """After some units have moved within a phase: who sees them where they are now, and what they see there. What they saw from
    where they were stays in view until the phase ends (ruling 9)."""
    if turn.sight is None:
        return
    world, spots = turn.world, turn.sight.spots
    outlooks: Mapping[str, Outlook] = turn.sight.outlooks
    for unit in moved:
        if unit.position and unit.owner in outlooks:
            outlooks[unit.owner].stirred = True
            _spread(turn, outlooks[unit.owner].gazes[unit.questing], unit.position, awareness(turn, unit), unit)
    for code, outlook in outlooks.items():
        own = outlook.gazes
        before = turn.sees.setdefault(code, set())
        near = _near(world, moved, spots) if any(unit.owner == code for unit in moved) else moved
        for unit in near:
            if unit.owner != code and unit.position:
                still = unit.id not in turn.moved and not unit.hidden
                seen = _sees(own, unit, spots[unit.position], hiding(turn, unit), still and unit.id in before)
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


def _sees(gazes: Mapping[bool, Gaze], unit: Unit, spot: Spot, hidden: float, known: bool) -> bool:
    """True for a unit that a nation sees now. Once ``known``, it stays so while it stands in view and neither moves nor
    hides."""
    gaze = gazes[unit.questing].at(spot, unit.id)
    return gaze > 0 and (known or gaze >= hidden)


def _viewer(turn: Turn, unit: Unit, strength: float, veiled: bool) -> Viewer:
    """A unit as it looks about from where it stands."""
    reveals = unit.until.get("revealing", -1) >= turn.now
    return Viewer(
        unit.position,
        strength * search_factor(unit, exact=True),
        strength * search_factor(unit, exact=False),
        unit.wanted,
        strength * search_factor(unit, True, unit.wanted) if unit.wanted else 0.0,
        veiled and immune(turn.world, unit),
        max((one.range for one in turn.tables.spells if one.kind == "reveal"), default=0) if reveals else -1,
    )


def _lands(turn: Turn) -> dict[str, list[tuple[int, float]]]:
    """The hexes and the locations that look about for each nation, with what spells do to their sight."""
    world, found = turn.world, defaultdict(list)
    for number, one in world.hexes.items():
        if one.owner:
            found[one.owner].append((number, spell_sight(turn, str(number), {}) if one.until else 1.0))
    for number, location in world.locations.items():
        if location.owner and turn.tables.location_types[location.type].sees:
            found[location.owner].append((number, spell_sight(turn, str(number), {}) if location.until else 1.0))
    return found


def _viewer_of_land(turn: Turn, number: int, factor: float) -> Viewer:
    """A hex or a location as it looks about."""
    world, tables = turn.world, turn.tables
    location = world.locations.get(number)
    basis = float(NUMBERS["hex_awareness"]) if location is None else tables.location_types[location.type].sees
    terrain = tables.hexes[number].terrain if location is None else viewing_terrain(world, location.outside)
    strength = basis * factor * tables.terrains[terrain].view_pct / 100
    return Viewer(str(number), strength, strength)


def _scried(turn: Turn) -> dict[str, list[tuple[int, float]]]:
    """The hexes that each nation sees by magic in this phase, with how well (ruling 18.14)."""
    spell = next((one for one in turn.tables.spells if one.kind == "scry"), None)
    found: dict[str, list[tuple[int, float]]] = {}
    if spell is None:
        return found
    for number in [number for number, one in turn.world.hexes.items() if one.until]:
        for code in casters_of(turn.world, str(number), spell.mark, turn.now):
            view = turn.tables.terrains[turn.tables.hexes[number].terrain].view_pct
            found.setdefault(code, []).append((number, spell.strength * view / 100))
    return found


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


def _spread(turn: Turn, gaze: Gaze, position: str, strength: float, unit: Unit) -> None:
    """Adds a unit, with so much awareness, to what its nation sees with."""
    spots = turn.sight.spots if turn.sight else Spots(turn.world)
    gaze.add(turn, _viewer(turn, unit, strength, bool(gaze.veiled)), spots)


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
