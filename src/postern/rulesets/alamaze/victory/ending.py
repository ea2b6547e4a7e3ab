"""How the game ends: victories, the last who plays, the five player rule and the last turn (AC-30, rulings 67, 68, 77)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.victory.points import award, award_interim, standings, total
from postern.rulesets.alamaze.world import Kingdom, World

Side: TypeAlias = list[Kingdom]
"""A kingdom, or all members of a team who play."""
Measure: TypeAlias = Callable[[Side], float]
Victory: TypeAlias = Literal["Rex", "Team", "Secret", "Lion's Share", "Last", ""]


@dataclass
class Claims:
    """Who may have won in this turn, and who asked for which check."""

    rex: list[str] = field(default_factory=list)
    teams: list[int] = field(default_factory=list)
    secret: list[str] = field(default_factory=list)
    asked: set[tuple[str, int]] = field(default_factory=set)


def team_members(world: World, team: int) -> list[Kingdom]:
    """The members of a team that play, by code."""
    return [one for one in world.seated() if one.team == team]


def conclude(turn: Turn) -> None:
    """At the end of a turn: interim points, then whatever ends the game, then the points of the end, which decide after the
    last turn. Nothing of it happens before the turn."""
    world = turn.world
    if turn.expected or world.finished:
        return
    award_interim(turn)
    _claimed(turn)
    _last_who_plays(turn)
    _five_players(turn)
    last = world.turn in (world.turns, world.ends_after) and not world.finished
    if world.finished or last:
        award(turn, final=True)
    if last:
        _lions_share(turn)
    if world.finished:
        rows = [[one.seat, one.score, one.rank] for one in standings(world)]
        turn.tell_all("final-table", rows=rows)


def finish(turn: Turn, victory: Victory, winners: Side) -> None:
    """The game is over, won by these kings."""
    world = turn.world
    world.finished, world.victory = True, victory
    world.winners = sorted(one.seat for one in winners)
    turn.tell_all("game-over", victory=victory, winners=sorted(one.code for one in winners))


def sides(world: World) -> list[Side]:
    """All who can win: teams, and kingdoms without one."""
    teams = sorted({one.team for one in world.seated() if one.team})
    return [team_members(world, one) for one in teams] + [[one] for one in world.seated() if not one.team]


def leading(some: Sequence[Side], *measures: Measure) -> Side:
    """Of several sides the one that leads by the first measure, among equals by the next; who is equal in all shares. A measure
    is only asked for where those before leave equals."""
    left = list(some)
    for measure in measures:
        if len(left) > 1:
            reached = [measure(side) for side in left]
            left = [side for side, number in zip(left, reached, strict=True) if number == max(reached)]
    return [one for side in left for one in side]


def _regions(side: Side) -> float:
    return sum(len(one.controlled) for one in side)


def _influence(side: Side) -> float:
    return round(sum(one.influence for one in side), 2)


def _points(side: Side) -> float:
    return sum(one.points for one in side)


def _claimed(turn: Turn) -> None:
    """Rex goes before Team, and Team before Secret; of several who reach the same, most regions, then influence, then status
    points (ruling 67)."""
    world, claims = turn.world, turn.state(Claims)
    measures = (_regions, _influence, lambda side: sum(total(world, one) for one in side))
    if claims.rex:
        finish(turn, "Rex", leading([[world.kingdoms[code]] for code in claims.rex], *measures))
    elif claims.teams:
        finish(turn, "Team", leading([team_members(world, team) for team in claims.teams], *measures))
    elif claims.secret:
        finish(turn, "Secret", leading([[world.kingdoms[code]] for code in claims.secret], *measures))


def _last_who_plays(turn: Turn) -> None:
    """Where only one side is left it has won; where none is, nobody."""
    left = sides(turn.world)
    if not turn.world.finished and len(left) < 2:
        finish(turn, "Last" if left else "", left[0] if left else [])


def _five_players(turn: Turn) -> None:
    """When few are left the game ends two turns later (AC-30-07, AC-30-08, ruling 68)."""
    world, tables = turn.world, turn.tables
    if world.finished or world.ends_after or not tables.has("five_player_rule"):
        return
    few = len(world.seated()) <= tables.whole("five_players.kingdoms")
    if few and len(world.kingdoms) >= tables.whole("five_players.at_start"):
        world.ends_after = world.turn + tables.whole("five_players.turns")
        turn.tell_all("five-players", ends_after=world.ends_after)


def _lions_share(turn: Turn) -> None:
    """Most status points after the last turn; among equals regions, then influence (AC-30-06)."""
    finish(turn, "Lion's Share", leading(sides(turn.world), _points, _regions, _influence))
