"""Status points and the final table (AC-29, ruling 69)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.game.ruleset import Standing
from postern.rulesets.alamaze.tables import StatusRow
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.victory.measures import MEASURES
from postern.rulesets.alamaze.world import Kingdom, World


@dataclass(frozen=True)
class Award:
    """One line of an award: for what, how many, and the points."""

    objective: str
    number: float
    points: int


def awards(world: World, kingdom: Kingdom, final: bool) -> list[Award]:
    """What a kingdom earns as things stand, by the column of the end or of an interim award (AC-29-02)."""
    found = []
    for row in world.tables.status_points:
        worth = row.final if final else row.interim
        number = _number(world, kingdom, row) if worth else 0
        if number:
            found.append(Award(row.objective, number, int(worth * number)))
    return found


def _number(world: World, kingdom: Kingdom, row: StatusRow) -> float:
    """How often a row counts: once for a number within its bounds, else for each, less those of a better row."""
    measure = MEASURES[row.measure]
    number = measure(world, kingdom, row.of)
    if row.least is not None:
        return number >= row.least and (row.below is None or number < row.below)
    return number - (measure(world, kingdom, row.less) if row.less else 0)


def total(world: World, kingdom: Kingdom) -> int:
    """The points that a kingdom has, with those of the end if it ended now."""
    coming = 0 if world.finished else sum(one.points for one in awards(world, kingdom, final=True))
    return kingdom.points + coming


def award(turn: Turn, final: bool = False) -> None:
    """Points for all kings who play; all that are awarded stay (AC-29-03, AC-29-04)."""
    for kingdom in turn.world.seated():
        lines = awards(turn.world, kingdom, final)
        gained = sum(one.points for one in lines)
        kingdom.points += gained
        rows = [[one.objective, one.points] for one in lines]
        turn.tell_kingdoms("status-points", (kingdom.code,), lines=rows, gained=gained, total=kingdom.points, final=final)


def award_interim(turn: Turn) -> None:
    """At the end of every sixth turn (AC-29-01)."""
    if turn.world.turn % turn.tables.whole("status.every") == 0:
        award(turn)


def standings(world: World) -> tuple[Standing, ...]:
    """The final table: winners first, then by status points, then those who left the game."""

    def key(kingdom: Kingdom) -> tuple[bool, bool, int]:
        return (kingdom.seat in world.winners, kingdom.active, kingdom.points)

    seated = sorted((one for one in world.kingdoms.values() if one.seat), key=lambda one: one.code)
    seated.sort(key=key, reverse=True)
    names = world.tables.kingdoms
    return tuple(
        Standing(one.seat, one.points, 1 + sum(key(other) > key(one) for other in seated), names[one.code].name)
        for one in seated
    )
