"""What a kingdom reads of the month as a whole: its influence before and after, how many orders it gave, how far its goals are,
and what its own people say of each region (AC-05-13, AC-09-03, AC-30-11, ruling 70)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.influence import order_limit
from postern.rulesets.alamaze.regions import controller, words_by_region
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.victory.measures import progress
from postern.rulesets.alamaze.world import Kingdom, World

_OF_OTHERS = ("regions_above_rival", "above_rival")
"""Measures that compare with what another kingdom has."""


@dataclass(frozen=True)
class Opening:
    """How a kingdom stood when the turn began: influence in hundredths, orders given and allowed."""

    influence: int
    given: int
    limit: int


@dataclass
class Openings:
    """By kingdom."""

    of: dict[str, Opening] = field(default_factory=dict)


def remember(turn: Turn) -> None:
    """Before all orders."""
    for code, kingdom in turn.world.kingdoms.items():
        given = sum(one.seat == kingdom.seat for one in turn.orders)
        limit = order_limit(turn.world, kingdom)
        turn.state(Openings).of[code] = Opening(_hundredths(kingdom), given, limit)


def close(turn: Turn) -> None:
    """At the end: the month is told, and what was told is remembered."""
    for code, kingdom in turn.world.kingdoms.items():
        opening = turn.state(Openings).of[code]
        data = {
            "influence": [opening.influence, _hundredths(kingdom)],
            "given": opening.given,
            "limit": opening.limit,
            "goals": _goals(turn.world, kingdom),
        }
        turn.tell_kingdoms("month", (code,), **data)
        if not turn.expected:
            _hear(turn.world, kingdom)


def _goals(world: World, kingdom: Kingdom) -> dict[str, list[float]]:
    """How far its objectives and secret conditions are: what it has and needs, one behind the other. A measure that looks at
    another kingdom tells only whether it is reached: 1 or 0 of 1."""
    found = {}
    for code in (*kingdom.objectives, *kingdom.conditions):
        parts: list[float] = []
        for measure, _, have, least in progress(world, kingdom, code):
            parts += [round(have, 2), least] if measure not in _OF_OTHERS else [int(have >= least), 1]
        found[code] = parts
    return found


def _hundredths(kingdom: Kingdom) -> int:
    return round(kingdom.influence * 100)


def _hear(world: World, kingdom: Kingdom) -> None:
    """Its influence in all regions; where it has a center, also who controls the region."""
    own = {world.region_of(one.area) for one in world.centers_of(kingdom.code)}
    kingdom.region_words = words_by_region(world, kingdom.code)
    for region in sorted(own):
        kingdom.memory.controllers[region] = controller(world, region)
