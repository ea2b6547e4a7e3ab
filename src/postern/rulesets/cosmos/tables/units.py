"""Who and what is in a scenario: nations, played or not (CF-5), unit types, who leads and who recruits, the units at the start
(CF-2.3), resources and items (CF-2.4, CF-6), spells (CF-19)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator

from postern.game.kit.content import split
from postern.rulesets.cosmos.tables.amounts import Amounts, Exact, Numbers, Phrases, Words


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


@dataclass(frozen=True)
class NationType:
    """A nation as the scenario describes it. Nations without a home are played by nobody (``nations.csv``)."""

    no: int
    code: str
    name: str
    people: str = ""
    ruler_type: int = 0
    home: int = 0
    admin_base: int = 0
    major_limit: int = 0
    tax: Exact = Fraction(0)
    villeinage: Exact = Fraction(0)
    trade_factor: Exact = Fraction(0)
    eff_gold: int = 100
    eff_food: int = 100
    eff_wood: int = 100
    eff_iron: int = 100
    eff_population: int = 100
    eff_mounts: int = 100
    arms_recipe: Amounts = field(default_factory=dict)
    warship_cost: Amounts = field(default_factory=dict)
    transport_cost: Amounts = field(default_factory=dict)
    launch_phases: int = 0
    warship_upkeep: Amounts = field(default_factory=dict)
    transport_upkeep: Amounts = field(default_factory=dict)
    embark_phases: int = 0
    sea_lane_cost: int = 0
    home_move_cost: Amounts = field(default_factory=dict)
    faction: str = ""
    stance: str = ""
    """The policy towards all players of a nation that nobody plays; neutral unless told otherwise."""
    settles: bool = False
    """A nation that nobody plays and yet holds locations (CF-14.3-04)."""
    quests: bool = False
    """A nation that exists in quest mode alone."""
    mounts: str = ""
    """The mounts that it breeds, "" for none."""
    mana: str = ""
    """The kind of mana that its temples give."""

    @property
    def played(self) -> bool:
        """True for a nation that a player can lead."""
        return self.home > 0


@dataclass(frozen=True)
class Resource:
    """What a resource weighs, how it decays, and what comes back of it (CF-6.5, CF-6.7, CF-7)."""

    resource: str
    kind: str
    weight_per_unit: Exact
    size_per_unit: Exact
    decay_pct_per_turn: int
    decay_basis: str
    transfer_arrives_pct: int
    store_arrives_pct: int
    disband_recovery_pct: int
    flee_recovery_pct_at_home: int
    recruit_interrupt_recovery_pct: int
    tax_weight: Exact
    villeinage_weight: Exact


@dataclass(frozen=True)
class StartResource:
    """How much of a resource a nation has in its pool at the start."""

    nation: str
    resource: str
    pool: int


def read_bonus(cell: object) -> object:
    """``melee:30 personal`` as a mapping; a word without a number counts 1."""
    if not isinstance(cell, str):
        return cell
    return {name: number or "1" for name, _, number in (word.partition(":") for word in cell.split())}


@dataclass(frozen=True)
class ItemType:
    """An item of the scenario, or one that units make: how large and heavy it is, and what it does for its holder.

    ``bonus`` has what it adds, each by its name (``strength``). What can be made has a ``number``, its ``makers`` by type, what
    it costs ("mana" is of the maker's own kind), the phases that it takes, and the phases for which it ``lasts``, 0 for ever.
    ``use`` is what it brings once, in a location ``used_in`` where one is named.
    """

    id: int
    name: str
    type: str
    size: int = 1
    weight: int = 0
    start_position: str = ""
    bonus: Annotated[Mapping[str, int], BeforeValidator(read_bonus)] = field(default_factory=dict)
    number: int = 0
    makers: Numbers = ()
    cost: Amounts = field(default_factory=dict)
    phases: int = 0
    lasts: int = 0
    use: Amounts = field(default_factory=dict)
    used_in: str = ""


@dataclass(frozen=True)
class Spell:
    """A spell (``spells.csv``). ``kind`` says which class carries it out (``orders/families/spells.py``).

    It takes ``time`` phases and ``cost`` mana of the caster's own kind, each once, or ``per`` power, wound point or unit type.
    ``most`` is the greatest power, or how many wound points or individuals it reaches. ``mark`` is the state that it leaves for
    so many phases (``lasts``; see ``magic``). ``strength`` and ``form`` are of an attack for each power; ``where_pct`` holds in
    the terrains ``where``, ``class_pct`` for units of ``classes``; units with the ability ``spares`` are unharmed. ``walls`` is
    the damage to fortifications for each power. ``friends`` and ``others`` are what it does to the morale of those.
    """

    spell: str
    order: str
    kind: str
    casters: Annotated[tuple[str, ...], split(", ")] = ()
    effect: str = ""
    range: int = 0
    time: int = 0
    cost: int = 0
    per: str = ""
    most: int = 0
    lasts: int = 0
    mark: str = ""
    form: str = ""
    strength: int = 0
    where: Phrases = ()
    where_pct: int = 100
    classes: Words = ()
    class_pct: int = 100
    spares: str = ""
    walls: int = 0
    awareness_pct: int = 100
    friends: int = 0
    others: int = 0
    targets: Numbers = ()
    at_sea: bool = False
    dispelled: bool = False
