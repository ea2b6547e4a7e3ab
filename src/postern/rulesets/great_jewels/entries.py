"""What a player's printout says of a province: the only form in which a world reaches a view (QJ-05-23, QJ-06-20).

Entries are frozen: once printed, a fact stays as it was printed. The book's one-line codes are made in ``printout.py``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TalismanEntry:
    """A talisman as this player sees it (T116 may lie about number and name); flags ``-T`` and ``-!``."""

    number: int
    name: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeaderEntry:
    """A leader as this player sees him. Under the Fog of War (T82) only number and owner are known: ``fogged``."""

    number: int
    owner: str
    troops: int = 0
    bonus: int = 0
    zorans: int = 0
    rams: int = 0
    towers: int = 0
    targets: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    talismans: tuple[TalismanEntry, ...] = ()
    killed: bool = False
    fogged: bool = False
    geas: bool = False


@dataclass(frozen=True, slots=True)
class ProvinceEntry:
    """A province as printed on the printout of ``turn`` (the state in which the orders for that turn are given).

    ``tag`` is what stands in brackets: a player's name, ``-----``, ``-DRAGON-``, ``MERC``, ``LOTU`` or a city's name.
    ``locked``: a Forbidden City seen only from outside; nothing but name and tag is known then. ``fogged``: only tag and
    terrain (T82). Rates are 0 for provinces that no player owns.
    """

    name: str
    turn: int
    tag: str
    terrain: str = ""
    levy: int = 0
    tax: int = 0
    turns_owned: int = 0
    garrison: int = 0
    csps: int = 0
    navies: int = 0
    zorans: int = 0
    road: bool = False
    tunnels: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    talismans: tuple[TalismanEntry, ...] = ()
    leaders: tuple[LeaderEntry, ...] = ()
    departures: tuple[str, ...] = ()  # "L10->C2", "L11->SEA", "L12->AIR"
    drevonyxes: tuple[int, ...] = ()
    locked: bool = False
    fogged: bool = False
    geas: bool = False  # the reader's own garrison was under a geas
