"""What a player's printout says of a province: the only form in which a world reaches a view (QJ-05-23, QJ-06-20).

Entries are frozen: once printed, a fact stays as it was printed. The book's one-line codes are made in ``printout.py``.
"""

from __future__ import annotations

from dataclasses import dataclass


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
