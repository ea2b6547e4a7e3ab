"""What a kingdom reads of the month as a whole: its influence before and after, how many orders it gave, how far its goals are,
and what its own people say of each region (AC-05-13, AC-09-03, AC-30-11, ruling 70)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.influence import order_limit
from postern.rulesets.alamaze.regions import controller, words_by_region
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.victory.measures import OF_RIVAL, progress
from postern.rulesets.alamaze.world import Kingdom, World


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
    for kingdom in turn.world.known():
        given = sum(one.seat == kingdom.seat for one in turn.orders)
        limit = order_limit(turn.world, kingdom)
        turn.state(Openings).of[kingdom.code] = Opening(_hundredths(kingdom), given, limit)


def close(turn: Turn) -> None:
    """At the end: the month is told, and what was told is remembered."""
    for kingdom in turn.world.known():
        code = kingdom.code
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


def _goals(world: World, kingdom: Kingdom) -> dict[str, list[float | None]]:
    """How far its objectives and secret conditions are: what it has and needs, one behind the other. A measure that looks at
    another kingdom tells only whether it is reached: 1 or 0 of 1, and None where the king cannot know (ruling 208)."""
    found = {}
    for code in (*kingdom.objectives, *kingdom.conditions):
        parts: list[float | None] = []
        for measure, _, have, least in progress(world, kingdom, code, as_known=OF_RIVAL):
            if have is not None and measure in OF_RIVAL:
                parts += [int(have >= least), 1]
            else:
                parts += [None if have is None else round(have, 2), 1 if measure in OF_RIVAL else least]
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
