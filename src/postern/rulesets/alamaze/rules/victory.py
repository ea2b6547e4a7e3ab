"""Points, the end of the game, kingdoms that leave it, and the month as a whole.

- Status points and the final table (AC-29, ruling 69).
- How the game ends: victories, the last who plays, the five player rule and the last turn (AC-30, rulings 67, 68, 77).
- Missed turns: standby, and kingdoms that leave the game (AC-28-08..10, ruling 73).
- What a kingdom reads of the month as a whole: its influence before and after, how many orders it gave, how far its goals
  are, and what its own people say of each region (AC-05-13, AC-09-03, AC-30-11, ruling 70).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from postern.game.ruleset import Standing
from postern.rulesets.alamaze.rules.effects import drop_artifact, stores
from postern.rulesets.alamaze.rules.figures import free
from postern.rulesets.alamaze.rules.groups import end_if_empty
from postern.rulesets.alamaze.rules.measures import MEASURES, OF_RIVAL, prisoners, progress
from postern.rulesets.alamaze.rules.regions import controller, leave, order_limit, words_by_region
from postern.rulesets.alamaze.tables import StatusRow
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Kingdom, World


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


def count_missed(turn: Turn) -> None:
    """Turns running without a letter: after some the kingdom is on standby, after some more it leaves the game. A letter, of
    the old player or a new one, ends the standby."""
    if turn.expected:
        return
    for kingdom in turn.world.seated():
        if kingdom.seat in turn.submitted:
            kingdom.missed = 0
            continue
        kingdom.missed += 1
        if kingdom.missed >= turn.tables.whole("missed_turns.dropped"):
            drop(turn, kingdom)
        elif kingdom.missed == turn.tables.whole("missed_turns.standby"):
            turn.tell_all("standby", kingdom=kingdom.code)


def drop(turn: Turn, kingdom: Kingdom) -> None:
    """A kingdom leaves the game: its artifacts lie in the wild, its centers are neutral, its groups, fleets and figures are
    gone, but for those in the prisons of others; its own prisoners are free, and its chair is empty."""
    world = turn.world
    for store in list(stores(world, kingdom.code)):
        for key in list(store):
            drop_artifact(turn, key)
    for center in world.centers_of(kingdom.code):
        center.owner = ""
    for group in world.groups_of(kingdom.code):
        group.brigades, group.leaders, group.wizards = {}, [], []
        end_if_empty(turn, group)
    for home, figure in prisoners(world, kingdom.code):
        if home.active:
            free(turn, home, figure)
        else:
            del home.figures[figure.code]
    kingdom.figures = {code: one for code, one in kingdom.figures.items() if one.held_by}
    kingdom.fleets, kingdom.declared = {}, {}
    kingdom.controlled, kingdom.gained, kingdom.standing = [], [], []
    kingdom.ruler, kingdom.active = "", False
    if kingdom.code in world.council.members:
        leave(turn, kingdom, "gone")
    turn.tell_all("kingdom-left", kingdom=kingdom.code)


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
