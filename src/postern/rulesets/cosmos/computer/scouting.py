"""Scouts: they go where the map is blank, and where towns were not looked into for long (CF-18)."""

from __future__ import annotations

from postern.rulesets.cosmos.computer.numbers import NUMBERS
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.world import Unit

_EACH = 4
"""About how many phases a scout takes for a hex."""
_LUCK = 8
"""So many phases farther may be as good."""
_SIGHT = 2
"""What lies so near to where a scout goes, he sees."""


def explore(survey: Survey) -> None:
    """Sends each scout without work through a few blank hexes, each the nearest to the one before, a little by luck."""
    for scout in (one for one in survey.own if is_scout(survey, one) and survey.idle(one)):
        goals = _goals(survey, scout)
        if goals:
            survey.letter.order(scout.id, f"farmove {' '.join(map(str, goals))}", *["hide"] * _in_danger(survey, goals[-1]))


def is_scout(survey: Survey, unit: Unit) -> bool:
    """True for an individual that leads nobody, casts nothing and is no major character."""
    kind = survey.kind(unit)
    return not kind.mass and not kind.major and kind.allowance > 0 and unit.type not in survey.tables.leaders


def _goals(survey: Survey, scout: Unit) -> list[int]:
    reach, grid = survey.reach(scout), survey.tables.grid
    goals: list[int] = []
    for _ in range(NUMBERS.work.searching):
        blank = [one for one in reach if _blank(survey, one) and one not in survey.claimed_hexes]
        if not blank:
            break
        last = goals[-1] if goals else 0
        far = {one: grid.distance(last, one) * _EACH if last else reach[one] for one in blank}
        goals.append(min(blank, key=lambda one: (far[one] + survey.stream.below(_LUCK), one)))
        survey.claimed_hexes.update(grid.within(goals[-1], _SIGHT))
    return goals


def _blank(survey: Survey, place: int) -> bool:
    """True for a hex that is not on the map, or was seen long ago and is not the nation's."""
    seen = survey.nation.memory.hexes.get(place)
    if seen is None:
        return True
    return seen.turn < survey.world.turn - NUMBERS.fighting.remembered and survey.world.hexes[place].owner != survey.code


def _in_danger(survey: Survey, place: int) -> bool:
    """True for a hex where somebody may look for a scout: that of others, or one where strangers stand."""
    owner = survey.world.hexes[place].owner
    return bool(owner and not survey.world.friendly(survey.code, owner)) or survey.foes_in(place) > 0
