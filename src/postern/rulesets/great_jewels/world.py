"""The world of Quest of the Great Jewels: everything that a turn starts from, and nothing derived.

Plain mutable records. A turn works on a copy (``copy_world``); JSON in and out is ``document.py``. Who holds what is said
once: a talisman names its holder, a leader its province, a province its owner.
"""

from __future__ import annotations

import copy
import operator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from postern.rulesets.great_jewels.entries import ProvinceEntry


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
    return Force(leader=number)


def garrison_force(province: str) -> Force:
    return Force(garrison=province)


@dataclass(slots=True)
class Province:
    """One of the 253 provinces. Unowned: ``owner`` is "". The full rates follow from terrain, owner, trait and rises."""

    name: str
    terrain: Terrain
    trait: int = 0  # hidden, -2 to 2: levy base + trait, tax base - trait
    owner: str = NOBODY
    garrison: int = 0
    csps: int = 0
    navies: int = 0
    zorans: int = 0
    road: bool = False
    turns_owned: int = 0  # T/O, 1 to 5 when owned
    rises: int = 0  # rate rises earned since capture
    levy_lost: int = 0  # by T60, since capture
    chain_gang: bool = False  # T59: tax base is 1 until capture
    chained_rises: int = 0  # rises earned before T59 came: the tax has lost them
    ravaged: bool = False
    wasted: bool = False  # laid waste by a dragon: base rates 1/1
    home_of: str = ""  # first owner holds his home without a break: home rates
    city: str = ""  # name of the Forbidden City while it is guarded
    dragon: int = 0  # strength of the dragon that lives here, 0: none
    mercenary: bool = False
    discovered: bool = False  # a mercenary province that any player has seen
    mercenaries_gone: Annotated[bool, Field(exclude_if=operator.not_)] = False  # a player held it and lost it; the tunnels stay
    autobuild: bool = False
    besieged: bool = False
    tunnels: list[str] = field(default_factory=list)  # dug ones (T76); mercenary tunnels follow from ``mercenary``


@dataclass(slots=True)
class Leader:
    """A living leader. Dead leaders are removed from the world."""

    number: int
    owner: str
    province: str
    troops: int = 0
    bonus: int = 0
    zorans: int = 0
    rams: int = 0
    towers: int = 0
    at_peace: bool = False
    force_marched: int = 0  # turn of the last force march, 0: never
    bought: int = 0  # turn of the last purchase of mercenaries, 0: never
    newborn: bool = False  # appeared in the turn just run (flag -*)


@dataclass(slots=True)
class Talisman:
    """One of the 152. Its holder is a leader or a province (garrison, treasure or hoard there); neither: out of play."""

    number: int
    name: str
    leader: int = 0
    province: str = ""
    gained: int = 0  # turn in which the present holder got it, by any way (note 1 counts from here)
    transferred: int = 0  # turn of the last executed transfer order (notes 2, -T)
    dead_until: int = 0  # does nothing up to and including this turn (mischief)
    counter: int = 0  # T48 invisibility left, T80 countdown, T151 strength, T118 state, ...
    word: str = ""  # last spell of a jewel, T116's guise, T131's last find, ...
    used: int = 0  # turn of the last use that ``word`` speaks of

    @property
    def holder(self) -> Force | None:
        if self.leader:
            return Force(leader=self.leader)
        return Force(garrison=self.province) if self.province else None


@dataclass(slots=True)
class Drevonyx:
    """A Drevonyx; the list in the world is in order of age."""

    size: int
    province: str
    asleep: bool = True


@dataclass(slots=True)
class Player:
    """A player position and all that only it knows. The name is the owner tag of its provinces and leaders."""

    name: str
    people: People
    account: int
    home: str
    score: int = 0
    allies: list[str] = field(default_factory=list)
    met: list[str] = field(default_factory=list)
    waylay: bool = True
    banned: bool = False  # from buying mercenaries
    end_vote: int = 0  # 20 to 30, 0: not named
    key_sets: list[str] = field(default_factory=list)  # complete sets whose bonus stands in the score
    wands_done: bool = False
    missed: int = 0  # turns missed in a row
    out: bool = False
    seen: dict[str, ProvinceEntry] = field(default_factory=dict)  # the latest entry of each province ever listed
    told: dict[str, list[str]] = field(default_factory=dict)  # answers of spying talismans on the latest printout


@dataclass(slots=True)
class World:
    """A whole game between two turns. ``turn`` is the turn whose orders are awaited."""

    game: str
    turn: int
    players: dict[str, Player]  # in seat order
    provinces: dict[str, Province]
    leaders: dict[int, Leader]
    talismans: dict[int, Talisman]
    drevonyxes: list[Drevonyx]
    terrain_map: dict[str, Terrain]  # the printed map which everybody was sent
    road_map: list[str]  # provinces with roads on that map
    end_turn: int = 0  # secret; fixed when turn 1 runs
    unknown: int = 1  # which of the eight T64 is
    cities_taken: list[str] = field(default_factory=list)  # names of Forbidden Cities that have fallen
    fat_lady_sung: bool = False
    next_leader: int = 1
    finished: bool = False
    winners: list[str] = field(default_factory=list)


def copy_world(world: World) -> World:
    """A deep copy to work on; entries that players have seen are frozen and shared."""
    fresh = copy.copy(world)
    fresh.players = {name: _copy_player(player) for name, player in world.players.items()}
    fresh.provinces = {name: _copy_province(province) for name, province in world.provinces.items()}
    fresh.leaders = {number: copy.copy(leader) for number, leader in world.leaders.items()}
    fresh.talismans = {number: copy.copy(talisman) for number, talisman in world.talismans.items()}
    fresh.drevonyxes = [copy.copy(drevonyx) for drevonyx in world.drevonyxes]
    fresh.cities_taken = list(world.cities_taken)
    fresh.winners = list(world.winners)
    return fresh


def _copy_player(player: Player) -> Player:
    fresh = copy.copy(player)
    fresh.allies, fresh.met = list(player.allies), list(player.met)
    fresh.key_sets, fresh.seen = list(player.key_sets), dict(player.seen)
    fresh.told = {key: list(lines) for key, lines in player.told.items()}
    return fresh


def _copy_province(province: Province) -> Province:
    fresh = copy.copy(province)
    fresh.tunnels = list(province.tunnels)
    return fresh
