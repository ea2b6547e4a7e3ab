"""A unit in battle: its attacks, its individuals with their wounds, its morale; the battlefield, a star of positions round
midfield with locations at the ends of arms (CF-15.7.1); and what happened, as data for reports (CF-15-03)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from postern.rulesets.cosmos.tables.amounts import HUNDRED, nearest
from postern.rulesets.cosmos.tables.numbers import BATTLE, FORMATION_PCT, TACTICS, percent
from postern.rulesets.cosmos.tables.units import UnitType
from postern.rulesets.cosmos.world.places import location_at, outwards
from postern.rulesets.cosmos.world.records import Tactics, Unit, World
from postern.rulesets.cosmos.world.strength import EFFICIENCY, efficiency, wound_level, wound_pct, wound_points

NEVER = -9
"""The segment of a last charge of who never charged."""


class Spot(NamedTuple):
    """A position of the battlefield: the place on the map to which it belongs, and where it is on the star: on which arm, so
    many steps from midfield."""

    place: str
    arm: int = 0
    step: int = 0


@dataclass(frozen=True)
class Attack:
    """One way to attack: ``rolls`` of damage for each individual, missiles so many steps far, an area of so much size."""

    melee: bool
    form: str
    strength: Fraction
    rolls: int = 1
    reach: int = 0
    area: int = 0


@dataclass(eq=False, slots=True)
class Fighter:
    """A unit taking part in a battle.

    ``able`` and ``down`` have the damage of each individual in hundredths, of those who can fight and the incapacitated.
    ``spirit`` is the battle morale in hundredths, ``before`` the morale before the battle. ``left`` individuals can still
    attack in this segment, ``room`` in hundredths of size is left for those who attack it.
    """

    unit: Unit
    kind: UnitType
    army: int
    spot: Spot
    attacks: tuple[Attack, ...]
    defence: Fraction
    initiative: int
    able: list[int]
    down: list[int]
    spirit: int
    before: int
    began: int = 0
    """Its individuals at the start."""
    sea_borne: bool = False
    storms: bool = False
    ladders: int = 0
    fear: int = 0
    """How much its aura takes from the morale of enemies, of all or of mass units alone."""
    dread: int = 0
    heartens: int = 0
    vigour: Fraction = Fraction(1)
    """What states make of its strength: weakened, charmed, a poisoned weapon."""
    disabled: bool = False
    sortied: bool = False
    revealed: bool = False
    fate: Literal["", "fled", "destroyed"] = ""
    fit: int = 0
    left: int = 0
    room: int = 0
    alert: bool = True
    did: bool = False
    met: bool = False
    """In melee in this segment."""
    charged: int = NEVER
    charged_late: bool = False
    fresh: bool = False
    """Has charged, and not yet attacked in melee since."""
    covered: bool = False
    fought: bool = False
    dealt: int = 0
    killed: int = 0
    owner: str = ""
    tactics: Tactics = "attack"
    rank: int = 0
    """Where it stands: the lower ranks must be fully engaged first (CF-15.4-10)."""
    aggressiveness: int = 0
    armed: bool = False

    def __post_init__(self) -> None:
        row = TACTICS[self.unit.tactics]
        self.owner, self.tactics, self.armed = self.unit.owner, self.unit.tactics, bool(self.attacks)
        self.rank, self.aggressiveness = row.engaged_rank, row.aggressiveness

    @property
    def morale(self) -> Fraction:
        """Its battle morale."""
        return Fraction(self.spirit, HUNDRED)

    @property
    def living(self) -> int:
        """Its individuals, the incapacitated among them."""
        return len(self.able) + len(self.down)

    @property
    def missiles(self) -> bool:
        """True when it has an attack with missiles."""
        return any(not one.melee for one in self.attacks)

    @property
    def fighting_size(self) -> int:
        """The effective size of one attacking individual, in hundredths (CF-15.4-05)."""
        return self.kind.size * (FORMATION_PCT if self.kind.mass and self.kind.able("formation") else HUNDRED)

    def points(self) -> int:
        """The wound points it has left."""
        return self.kind.wp * self.living - sum(one // HUNDRED for one in self.able) - sum(one // HUNDRED for one in self.down)

    def health(self) -> int:
        """The same in hundredths, with marginal damage."""
        return self.kind.wp * self.living * HUNDRED - sum(self.able) - sum(self.down)

    def full_room(self) -> int:
        """The size of those who may attack it in a segment, in hundredths (CF-15.4-01..08)."""
        if not self.kind.mass:
            return BATTLE.room_pct["single"] * self.kind.size
        room = self.living * self.kind.size * BATTLE.room_pct["mass"] * TACTICS[self.tactics].target_pct // HUNDRED
        return room * FORMATION_PCT // HUNDRED if self.kind.able("formation") else room

    def count_attacks(self) -> int:
        """How many of its individuals can attack: individuals x efficiency, rounded up (CF-15.3-06)."""
        return 0 if self.disabled else -(-self.fit // HUNDRED)

    def sort(self) -> int:
        """Parts its individuals again after damage: who can fight, who is incapacitated. Takes the dead out, and counts
        them."""
        kind, most = self.kind, self.kind.wp * HUNDRED
        fitness = fitness_of(kind)
        living = self.living
        everybody = [one for one in (*self.able, *self.down) if one < most]
        fits = [fitness[one // HUNDRED] for one in everybody]
        self.able, self.down, self.fit = everybody, [], sum(fits)
        if not all(fits):
            self.able = [one for one, fit in zip(everybody, fits, strict=True) if fit]
            self.down = [one for one, fit in zip(everybody, fits, strict=True) if not fit]
        return living - len(everybody)

    def sync(self) -> None:
        """Writes its individuals and wounds back into the unit."""
        self.unit.individuals = self.living
        self.unit.wounds = sorted(one for one in (*self.able, *self.down) if one)


def fitness_of(kind: UnitType) -> tuple[int, ...]:
    """The combat efficiency of an individual of a type in percent, by how many wound points it has lost."""
    found = _FITNESS.get((kind.no, kind.wp))
    if found is None:
        found = tuple(int(EFFICIENCY[wound_level(kind, lost * HUNDRED)] * HUNDRED) for lost in range(kind.wp))
        _FITNESS[kind.no, kind.wp] = found
    return found


_FITNESS: dict[tuple[int, int], tuple[int, ...]] = {}


def attacks_of(kind: UnitType, bonus: dict[str, int], at_sea: Fraction | None) -> tuple[Attack, ...]:
    """The attacks of a type with what items add. ``at_sea`` is its melee strength on ships, None on land (CF-12.2-02,
    CF-12.2-06)."""
    found = []
    strength, form, rolls = Fraction(kind.melee_strength), kind.melee_form, max(1, kind.melee_attacks)
    if at_sea is not None and (not kind.able("marine") or at_sea > strength):
        strength, form, rolls = at_sea, BATTLE.form_at_sea, 1
    if strength := strength + bonus.get("melee", 0):
        found.append(Attack(True, form or BATTLE.form_without_weapon, strength, rolls))
    form, _, area = kind.missile_form.partition(" area:")
    shots = Fraction(int(kind.missile_strength or 0) + bonus.get("missile", 0))
    reach = max(kind.missile_range, bonus.get("range", 0))
    if shots and reach:
        found.append(Attack(False, form or BATTLE.form_without_missile, shots, 1, reach, int(area or 0)))
    return tuple(found)


def defence_against(fighter: Fighter, form: str) -> Fraction | None:
    """The defence against an attack form; None when it is immune (ruling 7.4)."""
    for word in fighter.kind.defence_factors:
        name, _, factor = word.partition(":")
        if name == form:
            return None if factor == "immune" else fighter.defence * Fraction(factor)
    return fighter.defence


def state_factor(unit: Unit, now: int, *states: str) -> Fraction:
    """What the states that a unit is in make of its strength or defence; each lasts to the end of its moment."""
    factor = Fraction(1)
    for state in states:
        if unit.until.get(state, -1) >= now:
            factor *= percent(BATTLE.state_pct[state])
    return factor


@dataclass
class Field:
    """``root`` is the outermost place: a hex with its star, or a location (or the sea), which is one position.

    ``arms`` numbers the arms by whose they are: an army, or the location that stands at the end.
    """

    world: World
    root: str
    star: bool
    arms: dict[int | str, int] = field(default_factory=dict)
    _outsides: dict[Spot, Spot | None] = field(default_factory=dict)

    def arm(self, whose: int | str) -> int:
        """The arm of an army or location."""
        return self.arms.setdefault(whose, len(self.arms) + 1)

    def start(self, army: int, place: str) -> Spot:
        """Where a unit of an army begins that stands at this place of the map (CF-15.7.1-02..07)."""
        if not self.star:
            return Spot(place)
        if place == self.root:
            return Spot(place, self.arm(army), BATTLE.steps_to_midfield)
        chain = list(outwards(self.world, place))
        return Spot(place, self.arm(chain[chain.index(self.root) - 1]), BATTLE.steps_to_midfield)

    def outside(self, spot: Spot) -> Spot | None:
        """The position directly outside of a location's inside; None for the outermost place."""
        if spot.place == self.root:
            return None
        if spot not in self._outsides:
            location = location_at(self.world, spot.place)
            self._outsides[spot] = spot._replace(place=location.outside) if location else None
        return self._outsides[spot]

    def melee(self, one: Spot, other: Spot) -> bool:
        """True at zero distance: at one position, or inside and directly outside of a location (CF-15.7.1-10)."""
        if one.place == other.place:
            return one == other
        return self.outside(one) == other or self.outside(other) == one

    def crossed(self, one: Spot, other: Spot) -> str:
        """The location that lies between two positions of which one is in it and the other in the place around it; "" when they
        are in the same place; "-" when more than one location lies between (CF-15.6.1-10)."""
        if one.place == other.place:
            return ""
        for inner, outer in ((one, other), (other, one)):
            location = location_at(self.world, inner.place)
            if location is not None and location.outside == outer.place:
                return inner.place
        return "-"

    def steps(self, one: Spot, other: Spot) -> int:
        """The distance along the star; inside and outside of a location are at none (CF-15.7.1-09)."""
        if one.arm == other.arm or not one.step or not other.step:
            return abs(one.step - other.step)
        return one.step + other.step

    def towards(self, one: Spot, other: Spot) -> Spot:
        """One step from a position to another: out of a location, and along the star (ruling 7.9)."""
        outer = self.outside(one)
        if outer is not None and self.crossed(one, other) == one.place:
            return outer
        if one.step and one.arm != other.arm:
            return _at(one.place, one.arm, one.step - 1)
        return _at(one.place, other.arm, one.step + (other.step > one.step) - (other.step < one.step))


def _at(place: str, arm: int, step: int) -> Spot:
    """A position along the star; midfield is on no arm."""
    return Spot(place, arm if step else 0, step)


Data = dict[str, Any]


@dataclass
class Record:
    """The account of one battle. ``segments`` has a dict for each, with a list under each sort of thing that happened."""

    called: Callable[[Any], str]
    segments: list[Data] = field(default_factory=list)
    units: dict[int, Data] = field(default_factory=dict)
    course: list[dict[int, int]] = field(default_factory=list)
    """The wound points of each unit at the start, and after each segment."""

    def segment(self, number: int) -> None:
        """Begins the account of a segment."""
        self.segments.append({"number": number})

    def note(self, sort: str, **data: Any) -> None:
        """Adds one thing that happened in this segment."""
        self.segments[-1].setdefault(sort, []).append(data)

    def enters(self, one: Fighter) -> None:
        """A unit takes part: how it is at the start."""
        self.units[one.unit.id] = {
            "id": one.unit.id,
            "owner": one.owner,
            "name": self.called(one.unit),
            "type": one.kind.no,
            "mass": one.kind.mass,
            "army": one.army,
            "place": one.unit.position,
            "tactics": one.tactics,
            "storms": one.storms,
            "sorties": one.sortied,
            "hidden": one.unit.hidden,
            "rating": f"{float(one.kind.combat_rating):.1f}",
            "before": _state(one),
        }

    def attack(self, one: Fighter, other: Fighter, how: str, **data: Any) -> None:
        """One attack: by how many, how many wounds it did, how many it killed, how many critical hits."""
        self.note("attacks", by=one.unit.id, on=other.unit.id, how=how, **data)

    def fled(self, one: Fighter, why: str, returned: dict[str, int]) -> None:
        """A unit fled, as it was then."""
        self.note("fled", unit=one.unit.id, why=why, returned=returned)
        self.units[one.unit.id]["fled_with"] = _state(one)

    def destroyed(self, one: Fighter) -> None:
        """The last of a unit died."""
        self.note("destroyed", unit=one.unit.id)

    def count(self, fighters: Iterable[Fighter]) -> None:
        """Counts what each unit has left."""
        self.course.append({one.unit.id: 0 if one.fate else one.points() for one in fighters})

    @property
    def eventful(self) -> bool:
        """True when anybody attacked or fled."""
        return any(sort in segment for segment in self.segments for sort in ("attacks", "fled"))

    def leaves(self, one: Fighter) -> None:
        """How a unit is at the end."""
        gone = {"individuals": 0, "points": 0, "wounds": 0, "efficiency": 0, "morale": nearest(one.spirit)}
        self.units[one.unit.id] |= {
            "after": gone if one.fate else _state(one),
            "fate": one.fate,
            "dealt": one.dealt,
            "killed": one.killed,
        }

    def told_to(self, sees: Callable[[int], bool]) -> Data:
        """The account for one nation: what befell units that it does not see is left out."""
        known = {number for number in self.units if sees(number)}

        def part(segment: Data) -> Data:
            found: Data = {"number": segment["number"]}
            for sort, things in segment.items():
                if sort == "number":
                    continue
                if kept := [one for one in things if known.issuperset(v for k, v in one.items() if k in ("by", "on", "unit"))]:
                    found[sort] = kept
            return found

        def left(points: dict[int, int]) -> dict[str, int]:
            found: dict[str, int] = {}
            for number in sorted(known):
                owner = self.units[number]["owner"]
                found[owner] = found.get(owner, 0) + points[number]
            return found

        units = [self.units[number] for number in sorted(known)]
        return {"units": units, "segments": list(map(part, self.segments)), "course": list(map(left, self.course))}


def _state(one: Fighter) -> dict[str, int]:
    unit, kind = one.unit, one.kind
    one.sync()
    return {
        "individuals": unit.individuals,
        "points": wound_points(kind, unit),
        "wounds": wound_pct(kind, unit),
        "efficiency": round(100 * efficiency(kind, unit)),
        "morale": nearest(one.spirit),
    }
