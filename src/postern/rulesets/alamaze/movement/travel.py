"""How groups get from area to area: what each area costs, how far the points reach, and where a way ends (AC-18, ruling 20)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.effects import Asked, amount, holds, rows
from postern.rulesets.alamaze.group_values import change_morale
from postern.rulesets.alamaze.turn import Doing, Turn
from postern.rulesets.alamaze.world import Group, World

Blocked = Callable[[str], str]
"""Why an area cannot be entered, "" where it can."""


@dataclass
class Marches:
    """What movement remembers during a turn."""

    ordered: dict[str, int] = field(default_factory=dict)
    """By group the number of its one movement order (AC-18-06)."""
    starts: dict[str, str] = field(default_factory=dict)
    """Where each group stood before all movement."""
    tracks: set[str] = field(default_factory=set)
    """Groups that left a track over land, which others can follow."""
    uncertain: set[str] = field(default_factory=set)
    """Groups whose place cannot be foreseen before the turn, because they follow or intercept others."""
    storms: dict[str, int] = field(default_factory=dict)
    """Areas under a storm, with the power of its caster."""


@dataclass(frozen=True)
class Way:
    """A way as far as it can be gone: the areas entered, the points spent, and why it ends before its goal, if it does."""

    areas: tuple[str, ...]
    points: float
    why: str = ""


def flies(world: World, group: Group) -> bool:
    """True for a group all of whose brigades fly, for a patrol of a kingdom that flies, and for the holder of a flying
    artifact that carries it. Over water it needs no ships."""
    asked = Asked(world, group.kingdom, group=group)
    winged = {row.source for row in rows(asked, "fly", "brigade")}
    natural = set(group.brigades) <= winged if group.brigades else holds(asked, "fly", "patrol")
    return natural or holds(asked, "order_access", "727")


def water(world: World, area: str) -> bool:
    """True for an area of a sea, islands too (AC-03-05)."""
    return bool(world.tables.areas[area].sea)


def to_enter(world: World, group: Group, area: str) -> float:
    """The points that a group needs to enter an area, by its terrain and its kingdom's chart (AC-18-03)."""
    tables = world.tables
    terrain = tables.areas[area].terrain
    row = tables.movement_costs[tables.kingdoms[group.kingdom].ability(terrain)]
    if row.walks_as and not flies(world, group):
        row = tables.movement_costs[row.walks_as]
    return row.to_enter(terrain)


def points_of(world: World, group: Group) -> float:
    """The points of a normal move (AC-18-02)."""
    target = "group" if group.brigades else "patrol"
    return amount(Asked(world, group.kingdom, group=group), "move_points", target, world.tables.value("move.points"))


def reach_of(world: World, group: Group) -> float:
    """The most points that it can spend, by a force march where its morale allows one (AC-18-11..15)."""
    tables = world.tables
    forced = group.morale >= tables.value("move.force_march_needs")
    return max(points_of(world, group), tables.value("move.force_march_points") if forced else 0)


def find_way(world: World, group: Group, path: Sequence[str], reach: float, blocked: Blocked, to_center: bool = False) -> Way:
    """As much of a path as can be gone with so many points. ``to_center``: to the first area with a center (AC-18-17)."""
    spent = 0.0
    for place, area in enumerate(path):
        if why := blocked(area):
            return Way(tuple(path[:place]), spent, why)
        cost = to_enter(world, group, area)
        if spent + cost > reach:
            why = f"{area} would need {spent + cost:g} points, and {group.id} has {reach:g}{_tired(world, group)}"
            return Way(tuple(path[:place]), spent, why)
        spent += cost
        center = world.centers.get(area)
        if to_center and center is not None and not center.destroyed:
            return Way(tuple(path[: place + 1]), spent)
    return Way(tuple(path), spent)


def _tired(world: World, group: Group) -> str:
    least = world.tables.value("move.force_march_needs")
    return "" if group.morale >= least else f" (a force march needs a morale of {least:g})"


def may_move(doing: Doing, group: Group) -> bool:
    """False after a failure if the group has had its one movement order (AC-18-06)."""
    before = doing.turn.state(Marches).ordered.get(group.id)
    if before is None:
        return True
    return doing.fail(f"{group.id} already has {before}; a group has one movement order a turn.")


def proper_path(doing: Doing, group: Group, most: int) -> bool:
    """False after a failure if the path of the order does not lead from area to adjacent area (AC-18-07, AC-18-09)."""
    path, grid = doing.order.path, doing.tables.grid
    if path and path[0] == group.area:
        rest = " ".join(path[1:])
        paste = doing.issued.code.replace(" ".join(path), rest) if rest else ""
        return doing.fail(f"{group.id} stands in {group.area}; list only the areas entered.", paste=paste)
    if not path:
        return doing.fail("It names no area.", "List the areas entered, each adjacent to the one before.")
    if len(path) > most:
        return doing.fail(f"The way has {len(path)} areas; {most} can be written.", "List fewer areas.")
    for before, area in zip((group.area, *path), path, strict=False):
        if area not in grid:
            return doing.fail(f"There is no area {area} on the map.")
        if not grid.adjacent(before, area):
            around = ", ".join(grid.neighbours(before))
            return doing.fail(f"{area} is not adjacent to {before}.", f"Around {before} lie {around}.")
    return True


def enter(turn: Turn, group: Group, areas: Sequence[str]) -> None:
    """The group goes through these areas and stands in the last, beside its center and never inside (AC-18-10). An ambush ends;
    a siege does at the end of movement."""
    if not areas:
        return
    activity = turn.state(Activity)
    activity.moved.add(group.id)
    activity.passed.setdefault(group.id, []).extend(areas)
    group.area = areas[-1]
    group.ambush = False


def go(doing: Doing, group: Group, way: Way, kind: str, forced: bool = True) -> bool:
    """Carries out a movement order: the group goes its way, pays for a force march (AC-18-13), and the way and its points are
    told. ``kind`` is the event's. A way that ends early is told too."""
    turn, start = doing.turn, group.area
    turn.state(Marches).ordered[group.id] = doing.order.number
    normal = points_of(turn.world, group)
    enter(turn, group, way.areas)
    marched = forced and way.points > normal
    if marched:
        change_morale(turn.world, group, turn.tables.value("move.force_march_morale"))
    told = {"group": group.id, "start": start, "areas": list(way.areas), "points": f"{way.points:g}", "forced": marched}
    doing.tell(kind, **told, goal=group.area)
    if way.why:
        doing.note(f"{group.id} stops in {group.area}: {way.why}.")
    return doing.done(f"{' '.join([start, *way.areas])}, {way.points:g} points{' by force march' if marched else ''}")


def jump(doing: Doing, group: Group, area: str, kind: str) -> bool:
    """Carries out a movement order that passes nothing: through the air or by magic."""
    start = group.area
    doing.turn.state(Marches).ordered[group.id] = doing.order.number
    enter(doing.turn, group, [area])
    doing.tell(kind, group=group.id, start=start, goal=area)
    return doing.done(f"from {start} to {area}")
