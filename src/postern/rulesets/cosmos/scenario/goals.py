"""What a scenario gives points for, and the routes to quests (``victory.csv``, ``quest_deeds.csv``, CF-20)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class VictoryRow:
    """What brings points (``victory.csv``). ``kind`` says of what: a location or hex owned, an item held, items (``per``)
    inside of a location owned (``count`` at least), each turn for good, rulers. ``per``: "size", "of hexes" (one location at
    most counts for each ``count`` hexes owned), or the sort of item."""

    kind: str
    points: int
    type: str = ""
    per: str = ""
    count: int = 1


@dataclass(frozen=True)
class Deed:
    """A deed of questing units (``quest_deeds.csv``): a search of so many ``phases`` at the location (a clue, which ``tells``
    of a lair; a vigil, which needs a major character), or the slaying of a lair's monsters. A clue or vigil counts once a
    nation."""

    no: int
    kind: str
    location: int
    points: int
    phases: int = 0
    tells: int = 0
    first_mana: int = 0


@dataclass(frozen=True)
class Route:
    """A travel route from a location to another or to a hex: its phases and its price in gold, for ``each`` individual where
    it says so (CF-20.4)."""

    start: int
    to: int
    name: str
    phases: int
    gold: int = 0
    each: bool = False
