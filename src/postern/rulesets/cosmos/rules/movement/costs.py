"""What a step costs a force: terrain, load, haste, sneaking, illusions, roads and rivers (CF-11.1, CF-11.2, ruling 5.1), over
the land as it is, and as a nation knows it (ruling 5.2)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from postern.rulesets.cosmos.rules.magic import immune
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.tables.units import UnitType
from postern.rulesets.cosmos.world.places import step_length, terrain_at
from postern.rulesets.cosmos.world.records import Nation, Unit, World
from postern.rulesets.cosmos.world.strength import CARRIES, item_row, levels, type_of

_UNKNOWN = CONTENT.toml("movement")["unknown_terrain"]
_NOTHING: frozenset[str] = frozenset()


class Ground(NamedTuple):
    """The terrain of a position, and the false one that an illusion shows there; "" for none."""

    terrain: str
    illusion: str = ""


class Land:
    """The land as it is."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.tables = world.tables
        self._grounds: dict[str, Ground] = {}

    def ground(self, position: str) -> Ground:
        """What a position outside of locations is like, worked out once."""
        found = self._grounds.get(position)
        if found is None:
            found = self._grounds[position] = self._look(position)
        return found

    def _look(self, position: str) -> Ground:
        if position[0] in "ou":
            return Ground(terrain_at(self.world, position))
        place = int(position)
        return Ground(self.tables.hexes[place].terrain, self.world.hexes[place].illusion)

    def between(self, here: str, there: str) -> frozenset[str]:
        """What lies on the side between two positions; nothing when one is over or under the surface."""
        if here[0] in "ou" or there[0] in "ou":
            return _NOTHING
        return self.tables.between.get((int(here), int(there)), _NOTHING)


class KnownLand(Land):
    """The land as a nation plans its ways: plains where it has seen nothing. Nations that nobody plays know it all."""

    def __init__(self, world: World, nation: Nation) -> None:
        super().__init__(world)
        self._all = not self.tables.nations[nation.code].played
        self._hexes = nation.memory.hexes

    def _look(self, position: str) -> Ground:
        """What the nation thinks a position is like."""
        if self._all or position[0] in "ou":
            return super()._look(position)
        known = self._hexes.get(int(position))
        if known is None:
            return Ground(_UNKNOWN)
        real = known.real or known.terrain or self.tables.hexes[int(position)].terrain
        return Ground(real, known.terrain if known.terrain != real else "")

    def between(self, here: str, there: str) -> frozenset[str]:
        """What the nation knows to lie there: it has seen one of the two hexes."""
        found = super().between(here, there)
        return found if not found or self._all or int(here) in self._hexes or int(there) in self._hexes else _NOTHING


_NUMBERS = CONTENT.toml("movement")
_SNEAK, _HASTE = Fraction(_NUMBERS["sneak"]), Fraction(_NUMBERS["haste"])
_ILLUSION = {name: Fraction(number) for name, number in _NUMBERS["illusion"].items()}
_LOADS = [
    (Fraction(row["up_to"]), row["included"] == "true", Fraction(row["move_cost_factor"]))
    for row in CONTENT.rows("encumbrance")
]
_CROSSED = frozenset(("small river", "large river", "ford", "bridge"))


def load_factor(load: Fraction, capacity: Fraction) -> Fraction | None:
    """By what a load multiplies the move cost; None when it is too heavy to move (CF-11.1.1-02..06)."""
    for share, included, factor in _LOADS:
        if load < share * capacity or (load == share * capacity and (included or not load)):
            return factor
    return None


def capacity(kind: UnitType, unit: Unit) -> Fraction:
    """What a unit can carry: wounded individuals carry less (CF-11.1.1-07)."""
    return sum((CARRIES[level] * number for level, number in levels(kind, unit).items()), Fraction(0)) * kind.capacity


def load(world: World, unit: Unit) -> Fraction:
    """What a unit has to be carried for: its items, its resources, its incapacitated individuals (ruling 5.6)."""
    kind = type_of(world.tables, unit)
    goods = (world.tables.resource(name).weight_per_unit * number / HUNDRED for name, number in unit.carries.items())
    items = sum(item_row(world.tables, item).weight for item in world.items.values() if item.holder == unit.id)
    return sum(goods, Fraction(0)) + items + kind.weight * levels(kind, unit).get("incapacitated", 0)


def shared_load(world: World, force: Iterable[Unit]) -> dict[int, Fraction] | None:
    """By what each unit's move cost is multiplied when a force shares its load: who is never slowed takes what he can, the
    others all the same part of what they can (ruling 5.6). None when it is too much for them together."""
    members = [(unit, type_of(world.tables, unit)) for unit in force]
    left = sum((load(world, unit) for unit, _ in members), Fraction(0))
    tireless = sum((capacity(kind, unit) for unit, kind in members if kind.able("unslowed")), Fraction(0))
    left = max(Fraction(0), left - tireless)
    factor = load_factor(left, sum((capacity(kind, unit) for unit, kind in members if not kind.able("unslowed")), Fraction(0)))
    if factor is None:
        return None
    return {unit.id: Fraction(1) if kind.able("unslowed") else factor for unit, kind in members}


def sees_through_illusions(world: World, unit: Unit) -> bool:
    """True for a unit that is immune to illusions (ruling 10.2)."""
    return immune(world, unit)


@dataclass(frozen=True)
class _Member:
    """One unit of a moving force: its costs by terrain, what multiplies them, and whether illusions deceive it."""

    costs: dict[str, int]
    factor: Fraction
    immune: bool


class Pace:
    """How fast a force moves now. It goes at the speed of its slowest member (CF-11.1-03)."""

    def __init__(self, world: World, force: Sequence[Unit], now: int, sneaking: bool = False) -> None:
        self._world = world
        self.sneak = _SNEAK if sneaking else Fraction(1)
        self._nation = world.tables.nations[force[0].owner]
        factors = shared_load(world, force)
        self.overloaded = factors is None
        self._members = [_member(world, unit, (factors or {}).get(unit.id, Fraction(1)) * self.sneak, now) for unit in force]
        self._known: dict[str, Fraction | None] = {}
        self._times: dict[object, int | None] = {}

    def terrain(self, terrain: str) -> Fraction | None:
        """What a whole hex of a terrain costs the force; None when a member cannot enter it (CF-2.3.1-12)."""
        if terrain not in self._known:
            costs = [(one.costs.get(terrain), one.factor) for one in self._members]
            able = [cost * factor for cost, factor in costs if cost is not None]
            self._known[terrain] = max(able) if len(able) == len(costs) else None
        return self._known[terrain]

    def hex(self, ground: Ground, road: bool = False) -> Fraction | None:
        """What a hex costs: its terrain or the road through it, more under an illusion (CF-19.2-05..09, CF-11.2.2-01). Who is
        deceived does not find the road."""
        real = self.terrain(ground.terrain)
        if real is None:
            return None
        immune = [one.immune for one in self._members]
        deceptive = bool(ground.illusion) and ground.illusion != ground.terrain
        by_road = self.terrain("road") if road and (not deceptive or all(immune)) else None
        real = real if by_road is None else min(real, by_road)
        if not deceptive:
            return real
        if all(immune):
            return real * _ILLUSION["all_immune"]
        seeming = max(
            one.costs.get(ground.illusion, _ILLUSION["impossible"]) * one.factor for one in self._members if not one.immune
        )
        if any(immune):
            return max(real, (real + seeming) / 2) * _ILLUSION["some_immune"]
        return max(real, seeming) * _ILLUSION["none_immune"]

    def river(self, kinds: frozenset[str]) -> int | None:
        """The phases that the river on a side adds, by ford or bridge if that is quicker; None when it cannot be crossed."""
        crossed = kinds & _CROSSED
        most = 0
        for one in self._members if crossed else ():
            ways = [one.costs[way] for way in crossed if way in one.costs]
            if not ways:
                return None
            most = max(most, min(ways))
        return most

    def time(self, land: Land, here: str, there: str) -> int | None:
        """The phases of a step between two neighbouring positions outside of locations; None when it cannot be made
        (CF-11.2-02, CF-2.1.2-11, CF-2.1.2-12)."""
        one, other, kinds = land.ground(here), land.ground(there), land.between(here, there)
        surface = here[0] not in "ou" and there[0] not in "ou"
        key: object = (one, other, kinds)
        if not surface:
            key = (key, here[0] + there[0] + "=" * (here.lstrip("ou") == there.lstrip("ou")))
        if key not in self._times:
            length = Fraction(1) if surface else step_length(self._world, here, there)
            self._times[key] = self._time(one, other, kinds, length)
        return self._times[key]

    def _time(self, one: Ground, other: Ground, kinds: frozenset[str], length: Fraction) -> int | None:
        first = self.hex(one, bool(kinds & {"road", "road here"}))
        second = self.hex(other, bool(kinds & {"road", "road there"}))
        extra = self.river(kinds)
        if first is None or second is None or extra is None:
            return None
        return max(1, math.ceil((first + second) / 2 * length) + extra)

    def through(self, terrain: str, length: Fraction) -> int | None:
        """The phases of a way of this length through one terrain, as connections are (CF-11.4-03)."""
        cost = self.terrain(terrain)
        return None if cost is None else max(1, math.ceil(cost * length))

    def by_sea(self) -> int:
        """The phases from one hex of a sea lane to the next (CF-12-08)."""
        return math.ceil(self._nation.sea_lane_cost * self.sneak)

    def half_into(self, air: str, inside: str) -> int | None:
        """The phases between a position over or under a hex and the inside of an open location on it (CF-11.3-06)."""
        first, second = self.terrain(air), self.terrain(inside)
        return None if first is None or second is None else max(1, math.ceil((first + second) / 4))


def _member(world: World, unit: Unit, factor: Fraction, now: int) -> _Member:
    kind = type_of(world.tables, unit)
    costs = dict(world.tables.moves[kind.move_profile])
    if unit.until.get("flying", 0) >= now:
        costs.setdefault("air", _NUMBERS["flying_air_cost"])
    hasted = _HASTE if unit.until.get("hasted", 0) >= now else Fraction(1)
    return _Member(costs, factor * hasted, sees_through_illusions(world, unit))
