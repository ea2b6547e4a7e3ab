"""The world of a game: everything that lasts from turn to turn. What never changes stands in its scenario.

Positions are texts: a hex ("190"), the air over it or the ground under it ("o190", "u190"), the inside of a location
("1501"), or "" for nowhere (fleeing, travelling). ``places`` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

from postern.rulesets.cosmos.tables.amounts import HUNDRED, Stock
from postern.rulesets.cosmos.tables.scenario import PHASES, Scenario, charted, scenario

DOMINATED = "dominated"
"""In the states of a unit: it serves by the spell ``dominate`` (CF-11.7.1-04)."""
Policy = Literal["ally", "neutral", "enemy"]
Tactics = Literal["charge", "attack", "defend", "avoid", "flee"]


@dataclass
class Pending:
    """An order that waits to be executed, as its text, with the orders of its block (CF-4.1-03).

    ``begun``: paid for and under way; ``left`` phases until it, or its next part, is done. ``paid`` is what it cost, in whole
    amounts. ``memory`` is what the order must keep until then, each kind of order its own. ``source`` is the order of this
    turn's letters from which it comes (see ``Turn.issued``), 0 for an order of an earlier turn; between turns it is 0.
    """

    text: str
    inner: list[Pending] = field(default_factory=list)
    begun: bool = False
    left: int = 0
    paid: dict[str, int] = field(default_factory=dict)
    memory: dict[str, int | str] = field(default_factory=dict)
    source: int = 0


@dataclass
class Unit:
    """A unit: one individual, or many of a mass type. ``wounds`` has the damage of each wounded individual in hundredths of a
    wound point, least first; all others are unhurt.

    ``leader`` is the unit that leads its force, 0 for a single unit or a leader, whose ``members`` are in the order of the
    force
    list without himself. ``until`` has the moments (see ``World.moment``) at which states end: hasted, flying, weakened,
    shielded ...
    ``program`` is what it still has to do. ``creator`` is who animated it, and gives it mana (CF-6-12).
    """

    id: int
    owner: str
    type: int
    position: str
    individuals: int = 1
    name: str = ""
    wounds: list[int] = field(default_factory=list)
    tactics: Tactics = "attack"
    spirit: int = 0
    """Its morale in hundredths of a point (CF-9.2-04: halving what is cut would never reach what the book prints)."""
    leader: int = 0
    members: list[int] = field(default_factory=list)
    hidden: bool = False
    questing: bool = False
    embarked: bool = False
    autotake: bool = False
    flee_when: int = 0
    retreat_when: int = 0
    retreat_spot: str = ""
    carries: Stock = field(default_factory=dict)
    until: dict[str, int] = field(default_factory=dict)
    charmed_from: str = ""
    bought: bool = False
    creator: int = 0
    program: list[Pending] = field(default_factory=list)
    searched: int = 0
    """Phases for which it has searched at ``search_spot``; ``wanted`` is the ID of what it looks for, 0 for anything."""
    search_spot: str = ""
    wanted: int = 0
    came_from: str = ""
    """The position from which it came with its last step, at the moment ``arrived`` (CF-11.7.2-01)."""
    arrived: int = 0
    behaviour: str = ""
    start: str = ""

    @property
    def morale(self) -> Fraction:
        """Its morale in points."""
        return Fraction(self.spirit, HUNDRED)

    @property
    def charmed(self) -> bool:
        """True for a charmed or dominated unit, which fights a little worse (CF-7.4.1-02). A hired one only remembers from whom
        it came."""
        return bool(self.charmed_from) and not self.bought


@dataclass
class Location:
    """A location. ``outside`` is the position in which it stands. ``sapping`` is hidden damage. ``besieged`` since the
    beginning
    of a turn counts whole turns; 0: not. ``limit``: most manpower a mine uses, -1 for no limit."""

    id: int
    type: str
    outside: str
    name: str = ""
    owner: str = ""
    size: int = 0
    max_size: int = 0
    trade_rating: int = 0
    rating: int = 0
    strength: int = 0
    damage: int = 0
    sapping: int = 0
    besieged: bool = False
    besieged_all_turn: bool = False
    limit: int = -1
    stores: Stock = field(default_factory=dict)
    program: list[Pending] = field(default_factory=list)
    until: dict[str, int] = field(default_factory=dict)
    unique: bool = True
    noted: dict[str, int] = field(default_factory=dict)
    since: int = 0
    """The turn in which its owner took it over from another, or from nobody; 0: it was his from the beginning."""


@dataclass
class Hex:
    """What can change of a hex: its owner, what lies there, and spells upon it by the moment at which they end."""

    owner: str = ""
    stores: Stock = field(default_factory=dict)
    until: dict[str, int] = field(default_factory=dict)
    illusion: str = ""


@dataclass
class Item:
    """An item: held by a unit, or lying at a position. ``quest``: in quest mode (CF-20.1-10)."""

    id: int
    type: str
    name: str
    owner: str = ""
    holder: int = 0
    position: str = ""
    quest: bool = False
    until: int = 0
    used: bool = False


@dataclass
class Work:
    """Something that a nation builds: a location at a position, or ships; ``left`` phases until it is done."""

    kind: str
    what: str
    position: str = ""
    number: int = 1
    left: int = 0
    paid: dict[str, int] = field(default_factory=dict)


@dataclass
class Sighting:
    """A foreign unit as a nation last saw it: in this turn and phase, with what could be counted (CF-18-14)."""

    id: int
    owner: str
    type: int
    name: str
    position: str
    individuals: int
    wound_pct: int
    efficiency_pct: int
    turn: int
    phase: int
    gone: bool = False
    mark: str = ""
    questing: bool = False
    embarked: bool = False
    moving: str = ""


@dataclass
class HexMemory:
    """What a nation knows of a hex: when it was last seen, whose it was, what terrain it seemed to have."""

    turn: int
    owner: str = ""
    terrain: str = ""
    real: str = ""


@dataclass
class LocationMemory:
    """What a nation knows of a location, as it last saw it."""

    id: int
    type: str
    outside: str
    name: str
    owner: str
    size: int
    rating: int
    strength: int
    damage: int
    turn: int


@dataclass
class Memory:
    """All that a nation remembers: its map, its map notes, what it has read of (blurbs, by kind and key)."""

    hexes: dict[int, HexMemory] = field(default_factory=dict)
    locations: dict[int, LocationMemory] = field(default_factory=dict)
    units: dict[int, Sighting] = field(default_factory=dict)
    items: dict[int, str] = field(default_factory=dict)
    sea_lanes: list[int] = field(default_factory=list)
    routes: list[int] = field(default_factory=list)
    blurbs: list[str] = field(default_factory=list)
    dead: list[int] = field(default_factory=list)


@dataclass
class Nation:
    """A nation. ``seat`` is its player, "" for a nation that nobody plays. ``pool`` is in hundredths.

    ``admin_limit`` is the administration limit of the coming turn, as printed in the last report. ``produced`` and its
    neighbours are last turn's columns of the resource table. ``next_unit`` is the number of its next new unit.
    ``alias_counts`` has the last number of each counting alias ("troop.").
    """

    code: str
    number: int
    seat: str = ""
    home: int = 0
    ruler: int = 0
    heir: int = 0
    policies: dict[str, Policy] = field(default_factory=dict)
    pool: Stock = field(default_factory=dict)
    warships: int = 0
    transports: int = 0
    aliases: dict[str, int] = field(default_factory=dict)
    alias_counts: dict[str, int] = field(default_factory=dict)
    works: list[Work] = field(default_factory=list)
    limit_arms: int = -1
    admin_limit: int = 0
    missed: int = 0
    next_unit: int = 0
    points: int = 0
    bonus: int = 0
    start_value: int = 0
    kept: int = 0
    """Points that stay whatever is lost later."""
    deeds: list[str] = field(default_factory=list)
    rulers_slain: list[str] = field(default_factory=list)
    produced: Stock = field(default_factory=dict)
    used: Stock = field(default_factory=dict)
    lost: Stock = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)
    new_blurbs: int = 0
    """How many of the blurbs in its memory came with the last turn."""
    detailed_battles: bool = True
    eliminated: bool = False


@dataclass
class World:
    """A whole game between two turns."""

    scenario: str
    turn: int
    turns: int
    nations: dict[str, Nation]
    units: dict[int, Unit]
    locations: dict[int, Location]
    hexes: dict[int, Hex]
    items: dict[int, Item] = field(default_factory=dict)
    next_location: int = 1700
    next_item: int = 2100
    next_npc_unit: int = 7001
    signals: dict[int, list[int]] = field(default_factory=dict)
    """Signals that nobody has answered: the receiver, and who sent them."""
    finished: bool = False
    winners: list[str] = field(default_factory=list)
    edition: int = 1
    charted: dict[int, str] | None = None
    """In a world that a nation imagines: the terrain of each hex that it knows, as it seemed to be. None in a real world."""

    @property
    def tables(self) -> Scenario:
        """The scenario of this game; in an imagined world with a map that shows what is known alone."""
        return scenario(self.scenario) if self.charted is None else self._chart

    @cached_property
    def _chart(self) -> Scenario:
        """The scenario with the map of an imagined world, which stays as it is."""
        return charted(self.scenario, frozenset((self.charted or {}).items()))

    def moment(self, phase: int) -> int:
        """A phase of this turn as a number that grows through the game: states end at such moments."""
        return (self.turn - 1) * PHASES + phase

    def seated(self) -> Iterator[Nation]:
        """The nations that players lead, in the order of their numbers."""
        return (one for one in self.nations.values() if one.seat and not one.eliminated)

    def nation_of(self, seat: str) -> Nation:
        """The nation of a player. Raises KeyError when there is none."""
        for nation in self.nations.values():
            if nation.seat == seat and seat:
                return nation
        raise KeyError(seat)

    def seats(self) -> tuple[str, ...]:
        """The names of all players, those whose nations are gone among them."""
        return tuple(one.seat for one in self.nations.values() if one.seat)

    def slot_of(self, number: int) -> str:
        """The code of the nation whose slot a unit number lies in, "" for none: which they are is known to all (ruling 4.9)."""
        first, size = (int(self.tables.settings[key]) for key in ("unit_slot_first", "unit_slot_size"))
        for code, one in self.tables.nations.items():
            begin, further = first + size * (one.no - 1), 10_000 + 1_000 * one.no
            if one.played and (begin < number < begin + size or further <= number < further + 1_000):
                return code
        return ""

    def policy(self, one: str, other: str) -> Policy:
        """The policy of one nation towards another; its own units are allies. Nobody's things are neutral to all."""
        if one == other:
            return "ally"
        return self.nations[one].policies.get(other, "neutral") if one in self.nations and other in self.nations else "neutral"

    def hostile(self, one: str, other: str) -> bool:
        """True when at least one of two nations holds the other as enemy (rulings: which policy counts)."""
        return "enemy" in (self.policy(one, other), self.policy(other, one))

    def friendly(self, one: str, other: str) -> bool:
        """True for the nation itself and those it holds as allies."""
        return self.policy(one, other) == "ally"

    def __getstate__(self) -> dict[str, object]:
        """What a copy of a world takes over: its records, not the scenario's map, which worlds share."""
        return {name: value for name, value in vars(self).items() if name != "_chart"}
