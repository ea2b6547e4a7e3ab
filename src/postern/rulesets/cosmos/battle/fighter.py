"""A unit in battle: its attacks, its individuals with their wounds, its battle morale, and what it did in this segment."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.battle.numbers import FORMATION_PCT, NUMBERS, TACTICS, percent
from postern.rulesets.cosmos.scenario import UnitType
from postern.rulesets.cosmos.strength import EFFICIENCY, wound_level
from postern.rulesets.cosmos.world import Tactics, Unit

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
            return NUMBERS.room_pct["single"] * self.kind.size
        room = self.living * self.kind.size * NUMBERS.room_pct["mass"] * TACTICS[self.tactics].target_pct // HUNDRED
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
        strength, form, rolls = at_sea, NUMBERS.form_at_sea, 1
    if strength := strength + bonus.get("melee", 0):
        found.append(Attack(True, form or NUMBERS.form_without_weapon, strength, rolls))
    form, _, area = kind.missile_form.partition(" area:")
    shots = Fraction(int(kind.missile_strength or 0) + bonus.get("missile", 0))
    reach = max(kind.missile_range, bonus.get("range", 0))
    if shots and reach:
        found.append(Attack(False, form or NUMBERS.form_without_missile, shots, 1, reach, int(area or 0)))
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
            factor *= percent(NUMBERS.state_pct[state])
    return factor
