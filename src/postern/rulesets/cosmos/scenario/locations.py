"""The locations of a scenario: their kinds, and which there are at the start (CF-2.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.cosmos.amounts import Amounts
from postern.rulesets.cosmos.scenario.cells import Words


@dataclass(frozen=True)
class LocationType:
    """A kind of location. Without an interior size it has room for all; without an interior terrain it is as outside.

    A wall is ``wall_length`` long, 0: as long as the location is large. A type that ``vanishes`` is gone when its walls are;
    one without food ``becomes`` another type at size 0. ``administers``: it is a centre of administration (CF-13.2).
    ``caster_mana`` is what casters inside produce more.
    """

    no: int
    type: str
    specialised: bool
    influences_control: bool
    interior_size: int | None = None
    interior_terrain: str = ""
    max_rating: int = 0
    max_size: int = 0
    build_cost: Amounts = field(default_factory=dict)
    build_phases: int = 0
    built_by: str = ""
    built_in: Words = ()
    expand_cost: Amounts = field(default_factory=dict)
    food_per_size: int = 0
    base_food: int = 0
    mined: str = ""
    manpower_each: int = 0
    most_mined: int = 0
    mana_per_turn: int = 0
    mode: str = ""
    orders: Words = ()
    hidden: int = 0
    """How hard it is to see."""
    seen_into: bool = False
    sees_out: bool = False
    sees: int = 0
    """The awareness with which it sees for its owner; 0: it sees nothing."""
    administers: bool = False
    """A castle: a centre of administration that raises production (CF-13.2)."""
    wall_length: int = 0
    wall_upkeep: bool = False
    start_rating: int = 0
    start_strength: int = 0
    one_per_position: bool = False
    vanishes: bool = False
    becomes: str = ""
    caster_mana: int = 0


@dataclass(frozen=True)
class LocationRow:
    """A location at the start."""

    id: int
    type: str
    name: str
    outside: str
    owner: str = ""
    size: int = 0
    max_size: int = 0
    base_trade_rating: int = 0
    wall_rating: int = 0
    wall_strength: int = 0
    notes: str = ""
