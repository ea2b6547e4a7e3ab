"""The units of a scenario: their types, who leads and who recruits, and which there are at the start (CF-2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Literal

from postern.game.kit.content import split
from postern.rulesets.cosmos.amounts import Amounts
from postern.rulesets.cosmos.scenario.cells import Exact, Numbers, Words


@dataclass(frozen=True)
class UnitType:
    """A unit type. A mass type has a standard, least and greatest number of individuals; others stand for one (CF-2.3.1-02)."""

    no: int
    name: str
    unit_class: str
    mass: bool
    wp: int
    size: int
    weight: int
    capacity: int
    awareness: int
    hide_factor: Exact
    influences_control: bool
    major: bool
    allowance: int
    admin_points: int
    move_profile: str
    defence: int = 0
    std: int = 1
    min: int = 1
    max: int = 1
    light_at: int = 0
    heavy_at: int = 0
    incap_at: int = 0
    regen_phases: int = 0
    nations: Words = ()
    abilities: Words = ()
    cost: Amounts = field(default_factory=dict)
    upkeep: Amounts = field(default_factory=dict)
    melee_form: str = ""
    melee_strength: int = 0
    melee_attacks: int = 0
    missile_form: str = ""
    missile_strength: str = ""
    missile_range: int = 0
    defence_factors: Words = ()
    combat_rating: Exact = Fraction(0)

    def able(self, ability: str) -> bool:
        """True when the type has this ability ("formation", "siege")."""
        return any(one.partition(":")[0] == ability for one in self.abilities)

    def degree(self, ability: str) -> int:
        """The number of an ability ("siege:4"); 0 when the type has it not."""
        found = (one.partition(":") for one in self.abilities)
        return next((int(number) for name, _, number in found if name == ability and number), 0)


@dataclass(frozen=True)
class LeaderType:
    """What a leader or character type can do for others: whom it leads and controls land with, whether it bribes or hires."""

    no: int
    leads: Numbers = ()
    max_units: int = 0
    max_individuals: int = 0
    bonus_per_phase: int = 0
    subordinates: Numbers = ()
    control_base: int = 0
    control_shared: int = 0
    needs_owned_neighbour: bool = False
    can_neutralise: bool = False
    helpers: str = ""
    bribe: bool = False
    hire: bool = False
    battle_bonus_mass: int = 0


@dataclass(frozen=True)
class Caster:
    """How much mana of which kind a type of units makes each turn, how much it can keep, and what it has at the start."""

    caster: str
    mana: str
    production_per_turn: int
    store_limit: int
    start_store: int


@dataclass(frozen=True)
class Recruiting:
    """How long a recruiter takes for a unit type, and where it can be had: in which terrains (``places``), or ``standing``
    in an "own" location of such a terrain, at "home" (for the ruler), on any "land". The nation must own one of the types of
    locations that it ``needs``, wherever that is (ruling 4.7)."""

    recruiter: int
    unit_type: int
    base_phases: int
    variable_phases: int
    places: Annotated[tuple[str, ...], split(";")] = ()
    standing: Literal["", "own", "home", "land"] = ""
    needs: Words = ()


@dataclass(frozen=True)
class StartUnit:
    """A unit at the start. ``role`` says ruler, heir, or how a unit of nobody behaves; ``creator`` is who animated it."""

    id: int
    owner: str
    type_no: int
    individuals: int
    position: str
    tactics: str
    name: str = ""
    role: str = ""
    creator: int = 0
