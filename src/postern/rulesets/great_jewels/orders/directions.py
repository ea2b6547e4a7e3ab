"""Directions of the compass in place of a province: told which provinces lie there, with the order to paste."""

from __future__ import annotations

import re

from postern.game.kit.orders import Refusal
from postern.rulesets.great_jewels.geography import STEPS, exists, hex_of, name_of
from postern.rulesets.great_jewels.orders.examples import leader_named
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import listed
from postern.rulesets.great_jewels.world import Leader

_NAMES = ("east", "south-east", "south-west", "west", "north-west", "north-east")
_STEP = dict(zip(_NAMES, STEPS, strict=True))
_SIDES = {"north": ("north-west", "north-east"), "south": ("south-west", "south-east")}
_SHORT = {"E": "east", "W": "west", "N": "north", "S": "south"}
_SHORT |= {"SE": "south-east", "SW": "south-west", "NE": "north-east", "NW": "north-west"}
COMPASS = re.compile(r"\b(?:(NORTH|SOUTH)(?:[- ]?(EAST|WEST))?|(EAST|WEST)|(NE|NW|SE|SW|[NESW])(?=$))(?:WARDS?|ERN)?\b")


def compass_refusal(spaced: str, view: View) -> Refusal | None:
    """The refusal of words in capitals that send an own leader to some side; None for any other words."""
    found = COMPASS.search(spaced)
    leader = leader_named(spaced, view)
    if found is None or leader is None:
        return None
    side = _SHORT[found[4]] if found[4] else "-".join(word.lower() for word in found.groups()[:3] if word)
    ways = [(name, way) for way in _SIDES.get(side, (side,)) if (name := _beside(leader, way))]
    why = "The map names provinces, not directions: "
    forced = "F" if re.search(r"\bFORCE|\bRUSH", spaced) else "M"
    if not ways:
        return Refusal("NOT UNDERSTOOD", f"{why}{side} of {leader.province}, where L{leader.number} is, lies the sea.")
    codes = [f"L{leader.number}{forced}{name}" for name, _ in ways]
    if len(ways) == 1:
        return Refusal("NOT UNDERSTOOD", f"{why}{ways[0][1]} of {leader.province} lies {ways[0][0]}.", "To go there:", codes[0])
    lies = listed([f"{name} ({way})" for name, way in ways])
    return Refusal("NOT UNDERSTOOD", f"{why}{side} of {leader.province} lie {lies}.", f"Write {listed(codes, 'or')}")


def _beside(leader: Leader, way: str) -> str:
    (row, number), (down, along) = hex_of(leader.province), _STEP[way]
    place = (row + down, number + along)
    name = name_of(place) if 1 <= place[0] <= 19 and 1 <= place[1] <= 19 else ""
    return name if exists(name) else ""
