"""How the game ends: victories, the last who plays, the five player rule and the last turn (AC-30, rulings 67, 68, 77)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.victory.checks import Claims, team_members
from postern.rulesets.alamaze.victory.points import award, award_interim, standings, total
from postern.rulesets.alamaze.world import Kingdom, World

Side: TypeAlias = list[Kingdom]
"""A kingdom, or all members of a team who play."""
Victory: TypeAlias = Literal["Rex", "Team", "Secret", "Lion's Share", "Last", ""]


def conclude(turn: Turn) -> None:
    """At the end of a turn: interim points, then whatever ends the game, then the points of the end. Nothing of it happens
    before the turn."""
    if turn.expected or turn.world.finished:
        return
    award_interim(turn)
    _claimed(turn)
    _last_who_plays(turn)
    _five_players(turn)
    _last_turn(turn)
    if turn.world.finished:
        award(turn, final=True)
        rows = [[one.seat, one.score, one.rank] for one in standings(turn.world)]
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


def best(some: Sequence[Side], world: World) -> Side:
    """Of several sides the one with most regions, then influence, then status points; equals share (ruling 67)."""

    def key(side: Side) -> tuple[int, float, int]:
        influence = round(sum(one.influence for one in side), 2)
        return (sum(len(one.controlled) for one in side), influence, sum(total(world, one) for one in side))

    keys = [key(side) for side in some]
    return [one for side, reached in zip(some, keys, strict=True) if reached == max(keys) for one in side]


def _claimed(turn: Turn) -> None:
    """Rex goes before Team, and Team before Secret (ruling 67)."""
    world, claims = turn.world, turn.state(Claims)
    if claims.rex:
        finish(turn, "Rex", best([[world.kingdoms[code]] for code in claims.rex], world))
    elif claims.teams:
        finish(turn, "Team", best([team_members(world, team) for team in claims.teams], world))
    elif claims.secret:
        finish(turn, "Secret", best([[world.kingdoms[code]] for code in claims.secret], world))


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


def _last_turn(turn: Turn) -> None:
    """The Lion's Share: most status points after the last turn; among equals regions, then influence (AC-30-06)."""
    world = turn.world
    if world.finished or world.turn not in (world.turns, world.ends_after):
        return
    all_sides = sides(world)
    points = [sum(total(world, one) for one in side) for side in all_sides]
    most = [side for side, reached in zip(all_sides, points, strict=True) if reached == max(points)]
    finish(turn, "Lion's Share", best(most, world))
