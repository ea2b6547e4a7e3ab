"""Foreign figures of which a computer kingdom knows where they are."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey


@dataclass(frozen=True)
class Known:
    """A foreign figure that an agent found at its base."""

    kingdom: str
    code: str
    area: str
    rank: str
    level: int
    turn: int


def figures_known(survey: Survey) -> list[Known]:
    """Figures of rivals that were found not long ago, the latest first."""
    oldest = survey.world.turn - NUMBERS.intrigue.memory
    found = [
        Known(other, code, one.area, one.rank, one.level, one.turn)
        for other, known in sorted(survey.kingdom.memory.figures.items())
        if other in survey.rivals
        for code, one in sorted(known.items())
        if one.turn >= oldest
    ]
    return sorted(found, key=lambda one: (-one.turn, one.kingdom, one.code))


def prisoners_held(survey: Survey) -> list[Known]:
    """Our prisoners who named their king, the highest ranks first."""
    ranks = [*survey.tables.emissary_ranks]
    held = [
        Known(other.code, one.code, one.area, one.rank, one.level, survey.world.turn)
        for _, other in sorted(survey.world.kingdoms.items())
        if other.code != survey.code
        for one in other.figures.values()
        if one.held_by == survey.code
    ]
    return sorted(held, key=lambda one: (-(ranks.index(one.rank) if one.rank in ranks else one.level), one.kingdom, one.code))
