"""The world of Quest of the Great Jewels: everything that a turn starts from, and nothing derived.

Plain mutable records. A turn works on a copy (``copy_world``); JSON in and out is ``document.py``. Who holds what is said
once: a talisman names its holder, a leader its province, a province its owner.

What a player's printout says of a province is an entry, the only form in which a world reaches a view (QJ-05-23, QJ-06-20).
Entries are frozen: once printed, a fact stays as it was printed. The book's one-line codes are made in ``report/form.py``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import Field

from postern.rulesets.great_jewels.world.variants import PLAIN, Variant


@dataclass(frozen=True, slots=True)
class TalismanEntry:
    """A talisman as this player sees it (T116 may lie about number and name); flags ``-T`` and ``-!``."""

    number: int
    """T116 may lie about it."""
    name: str
    """T116 may lie about it."""
    flags: tuple[str, ...] = ()
    """-T, -!"""


@dataclass(frozen=True, slots=True)
class LeaderEntry:
    """A leader as this player sees him. Under the Fog of War (T82) only number and owner are known: ``fogged``."""

    number: int
    """As printed."""
    owner: str
    """The name of his player, or LOTU."""
    troops: int = 0
    """Troops of his army."""
    bonus: int = 0
    """His leader bonus."""
    zorans: int = 0
    """Zorans that he carries."""
    rams: int = 0
    """Battering rams."""
    towers: int = 0
    """Siege towers."""
    targets: tuple[str, ...] = ()
    """Whom he attacked: leaders, G for the garrison."""
    flags: tuple[str, ...] = ()
    """As printed: -M, -P and others."""
    talismans: tuple[TalismanEntry, ...] = ()
    """Those seen with him."""
    killed: bool = False
    """Killed in the turn: two dashes stand before him."""
    fogged: bool = False
    """Only number and owner are known (T82)."""
    geas: bool = False
    """The reader's own leader was under a geas."""


MERCENARY_TAG = "MERC"
"""What stands in brackets where mercenaries hold a province."""


@dataclass(frozen=True, slots=True)
class ProvinceEntry:
    """A province as printed on the printout of ``turn`` (the state in which the orders for that turn are given).

    ``tag`` is what stands in brackets: a player's name, ``-----``, ``-DRAGON-``, ``MERC``, ``LOTU`` or a city's name.
    ``locked``: a Forbidden City seen only from outside; nothing but name and tag is known then. ``fogged``: only tag and
    terrain (T82). Rates are 0 for provinces that no player owns.
    """

    name: str
    """As on the map: B4."""
    turn: int
    """The printout is for the orders of this turn."""
    tag: str
    """What stands in brackets."""
    terrain: str = ""
    """C, M, F or I."""
    levy: int = 0
    """Troops a turn."""
    tax: int = 0
    """Zorans a turn."""
    turns_owned: int = 0
    """T/O."""
    garrison: int = 0
    """Troops of the garrison."""
    csps: int = 0
    """Citadel points."""
    navies: int = 0
    """Navies in its port."""
    zorans: int = 0
    """Zorans in its treasury."""
    road: bool = False
    """Whether a road runs through it."""
    tunnels: tuple[str, ...] = ()
    """Where tunnels lead."""
    stronghold: bool = False
    """Mercenaries hold it or once held it: tunnels join it to all their strongholds."""
    targets: tuple[str, ...] = ()
    """Whom the garrison attacked."""
    flags: tuple[str, ...] = ()
    """As printed: -S besieged, -V ravaged and others."""
    talismans: tuple[TalismanEntry, ...] = ()
    """Those seen in the province."""
    leaders: tuple[LeaderEntry, ...] = ()
    """Those seen in the province."""
    departures: tuple[str, ...] = ()
    """Who was seen to leave, and where to: L10->C2, L11->SEA, L12->AIR."""
    drevonyxes: tuple[int, ...] = ()
    """Their sizes."""
    locked: bool = False
    """A Forbidden City seen only from outside."""
    fogged: bool = False
    """Only tag and terrain are known (T82)."""
    geas: bool = False
    """The reader's own garrison was under a geas."""


R = TypeVar("R", bound="World | Player | Province | Leader | Talisman | Drevonyx")


class Terrain(StrEnum):
    """The four terrain types (QJ-03-02)."""

    CLEAR = "C"
    MOUNTAIN = "M"
    FOREST = "F"
    IMPASSABLE = "I"


class People(StrEnum):
    """The four character types (QJ-02-03)."""

    AZONI = "AZONI"
    QUNTAG = "QUNTAG"
    RILRIS = "RILRIS"
    SLENTH = "SLENTH"


LOTU = "LOTU"
"""Owner of the guardian leaders of Forbidden Cities."""

NOBODY = ""
"""Owner of a province that no player owns; its garrison, if any, is neutral (or LOTU's in a Forbidden City)."""


@dataclass(frozen=True, slots=True, order=True)
class Force:
    """A leader (with or without troops) or the garrison of a province: what fights, holds talismans and gets orders.

    Exactly one of the two is set: ``leader`` (1 or more) or ``garrison`` (a province name). Leaders sort first.
    """

    garrison: str = ""
    leader: int = 0

    def __str__(self) -> str:
        return f"L{self.leader}" if self.leader else f"G{self.garrison}"


def leader_force(number: int) -> Force:
    """The force that a leader is, by his number."""
    return Force(leader=number)


def garrison_force(province: str) -> Force:
    """The force that the garrison of a province is."""
    return Force(garrison=province)


@dataclass(slots=True)
class Province:
    """One of the 253 provinces. Unowned: ``owner`` is "". The full rates follow from terrain, owner, trait and rises."""

    name: str
    """As on the map: B4."""
    terrain: Terrain
    """C clear, M mountain, F forest, I impassable."""
    trait: int = 0
    """Hidden, -2 to 2: it adds to the levy base and takes from the tax base."""
    owner: str = NOBODY
    """A player, or nobody: ""."""
    garrison: int = 0
    """Troops of the garrison."""
    csps: int = 0
    """Citadel points."""
    navies: int = 0
    """Navies in its port."""
    zorans: int = 0
    """Zorans in its treasury."""
    road: bool = False
    """Whether a road runs through it."""
    turns_owned: int = 0
    """T/O: 1 to 5 when owned, 0 when not."""
    rises: int = 0
    """Rate rises earned since capture."""
    levy_lost: int = 0
    """What T60 has taken from the levy since capture."""
    chain_gang: bool = False
    """T59 is at work: the tax base is 1 until capture."""
    chained_rises: int = 0
    """Rises earned before T59 came: the tax has lost them."""
    ravaged: bool = False
    """Rates are halved until the turns owned roll over."""
    wasted: bool = False
    """Laid waste by a dragon: base rates 1/1."""
    home_of: str = ""
    """The first owner, while he holds his home without a break: home rates."""
    city: str = ""
    """The name of the Forbidden City while it is guarded."""
    dragon: int = 0
    """Strength of the dragon that lives here; 0: none."""
    mercenary: bool = False
    """A stronghold of mercenaries, or what was one."""
    discovered: bool = False
    """A mercenary province that any player has seen."""
    mercenaries_gone: Annotated[bool, Field(exclude_if=operator.not_)] = False
    """A player held it and lost it: no mercenaries any more; the tunnels stay."""
    autobuild: bool = False
    """Zorans become citadel points by themselves (`BC+`)."""
    besieged: bool = False
    """Enemy leaders besiege it."""
    tunnels: list[str] = field(default_factory=list)
    """Where dug tunnels (T76) lead; those of mercenaries follow from `mercenary`."""


@dataclass(slots=True)
class Leader:
    """A living leader. Dead leaders are removed from the world."""

    number: int
    """The same as its key."""
    owner: str
    """A player, or LOTU: the guardians of the Forbidden Cities."""
    province: str
    """Where he stands."""
    troops: int = 0
    """Troops of his army."""
    bonus: int = 0
    """His leader bonus."""
    zorans: int = 0
    """Zorans that he carries."""
    rams: int = 0
    """Battering rams: one troop mans one."""
    towers: int = 0
    """Siege towers: three troops man one."""
    at_peace: bool = False
    """Ordered to be at peace (`L13P`), until hostile again (`L13H`)."""
    force_marched: int = 0
    """Turn of the last force march; 0: never."""
    bought: int = 0
    """Turn of the last purchase of mercenaries; 0: never."""
    newborn: bool = False
    """He appeared in the turn just run (flag -*)."""


@dataclass(slots=True)
class Talisman:
    """One of the 152. Its holder is a leader or a province (garrison, treasure or hoard there); neither: out of play."""

    number: int
    """1 to 152, the same as its key."""
    name: str
    """As in the rulebook."""
    leader: int = 0
    """The leader who holds it; 0: none."""
    province: str = ""
    """The province whose garrison, treasure or hoard holds it; "": none."""
    gained: int = 0
    """Turn in which the present holder got it, by any way (note 1 counts from here)."""
    transferred: int = 0
    """Turn of the last transfer order that was carried out (note 2, flag -T)."""
    dead_until: int = 0
    """It does nothing up to and including this turn (mischief)."""
    counter: int = 0
    """What it counts: T48's turns of invisibility left, T80's countdown, T151's strength, T118's state and others."""
    word: str = ""
    """What it remembers: the last spell of a jewel, T116's guise, T131's last find and others."""
    used: int = 0
    """Turn of the last use that `word` speaks of."""

    @property
    def holder(self) -> Force | None:
        """The leader or garrison that has it; None where nobody has it yet."""
        if self.leader:
            return Force(leader=self.leader)
        return Force(garrison=self.province) if self.province else None


@dataclass(slots=True)
class Drevonyx:
    """A Drevonyx; the list in the world is in order of age."""

    size: int
    """Its strength, 1 or more."""
    province: str
    """Where it is."""
    asleep: bool = True
    """Not yet awakened, or put to sleep."""


@dataclass(slots=True)
class Player:
    """A player position and all that only it knows. The name is the owner tag of its provinces and leaders."""

    name: str
    """Two to six letters; the tag of its provinces and leaders."""
    people: People
    """AZONI, QUNTAG, RILRIS or SLENTH: what it scores for."""
    account: int
    """The number of its account, as printed."""
    home: str
    """The province where it began."""
    score: int = 0
    """Points so far; other players do not see them."""
    allies: list[str] = field(default_factory=list)
    """Whom it has declared an ally."""
    met: list[str] = field(default_factory=list)
    """Whom it has met and may write to."""
    waylay: bool = True
    """Automatic waylay (`ZY`, `ZN`)."""
    banned: bool = False
    """It has fought in a stronghold of mercenaries and may buy there no more."""
    end_vote: int = 0
    """The last turn that it asked for, 20 to 30; 0: not named."""
    key_sets: list[str] = field(default_factory=list)
    """Complete sets of keys whose bonus stands in the score (Rilris)."""
    wands_done: bool = False
    """It has held all four wands once."""
    missed: int = 0
    """Turns missed in a row."""
    out: bool = False
    """Out of the game."""
    team: Annotated[int, Field(exclude_if=operator.not_)] = 0
    """Its team, from 1, in a game of teams; 0: none."""
    allied_since: Annotated[dict[str, int], Field(exclude_if=operator.not_)] = field(default_factory=dict)
    """The turn on which each ally was declared one."""
    overtures: Annotated[dict[str, str], Field(exclude_if=operator.not_)] = field(default_factory=dict)
    """Who wrote to it last turn of an alliance: "alliance", or "end" where one was given up."""
    seen: dict[str, ProvinceEntry] = field(default_factory=dict)
    """The latest entry of each province ever listed on its printouts."""
    told: dict[str, list[str]] = field(default_factory=dict)
    """Answers of spying talismans on the latest printout."""


@dataclass(slots=True)
class World:
    """A whole game between two turns. ``turn`` is the turn whose orders are awaited."""

    game: str
    """The name of the game."""
    turn: int
    """The turn whose orders are awaited, from 1."""
    players: dict[str, Player]
    """By name, in the order of their seats."""
    provinces: dict[str, Province]
    """By name, all 253."""
    leaders: dict[int, Leader]
    """By number, the living ones."""
    talismans: dict[int, Talisman]
    """By number, all 152."""
    drevonyxes: list[Drevonyx]
    """In order of age."""
    terrain_map: dict[str, Terrain]
    """The printed map that everybody was sent."""
    road_map: list[str]
    """Provinces with roads on that map."""
    edition: int = 1
    """The edition of the tables that the game was begun with: which talismans there are."""
    end_turn: int = 0
    """Secret; fixed when turn 1 runs; 0 before."""
    unknown: int = 1
    """Which of its eight natures the Unknown Talisman (T64) has, 1 to 8."""
    cities_taken: list[str] = field(default_factory=list)
    """Names of Forbidden Cities that have fallen."""
    fat_lady_sung: bool = False
    """T142 has been used, which is possible once a game."""
    next_leader: int = 1
    """The number of the next leader who appears."""
    finished: bool = False
    """Whether the game is over."""
    winners: list[str] = field(default_factory=list)
    """Once the game is over."""
    variant: Annotated[Variant, Field(exclude_if=PLAIN.__eq__)] = PLAIN
    """How victory is won, where not by the book alone."""

    def owner_of(self, force: Force | None) -> str:
        """The owner of a force: a player's name, LOTU, or "" for a neutral garrison, a dead leader and no force at all."""
        if force is None:
            return NOBODY
        if force.leader:
            return self.leaders[force.leader].owner if force.leader in self.leaders else NOBODY
        return self.provinces[force.garrison].owner

    def team_mates(self, name: str) -> list[str]:
        """The other players of this one's team; none in a game without teams."""
        team = self.players[name].team
        return [other for other, player in self.players.items() if team and player.team == team and other != name]


def fresh(record: R) -> R:
    """A copy of a record with lists and tables of its own; what is in them is shared."""
    kind: Callable[..., R] = type(record)
    values = _values_of(kind)(record)
    return kind(
        *[
            value if value.__class__ in _NEVER_CHANGED or not isinstance(value, list | dict) else value.copy()
            for value in values
        ]
    )


_NEVER_CHANGED = frozenset({int, str, bool})
"""The types of nearly all values, of which nothing else need be asked."""


@cache
def _values_of(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """What gives all values of a record, in the order of its fields."""
    return operator.attrgetter(*(one.name for one in fields(kind)))


def copy_world(world: World) -> World:
    """A deep copy to work on; entries that players have seen are frozen and shared."""
    copied = fresh(world)
    tables: tuple[dict[Any, Any], ...] = (copied.players, copied.provinces, copied.leaders, copied.talismans)
    for table in tables:
        table.update({key: fresh(record) for key, record in table.items()})
    copied.drevonyxes = [fresh(drevonyx) for drevonyx in world.drevonyxes]
    return copied
