"""Following and intercepting groups: orders 731, 732 and 735 (ruling 7)."""

from __future__ import annotations

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.group_values import change_morale
from postern.rulesets.alamaze.movement.marches import land_blocked
from postern.rulesets.alamaze.movement.travel import (
    Marches,
    Way,
    enter,
    find_way,
    flies,
    go,
    may_move,
    points_of,
    reach_of,
    to_enter,
    water,
)
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Group


def remember_starts(turn: Turn) -> None:
    """Before all movement: where each group stands."""
    turn.state(Marches).starts = {one.id: one.area for one in turn.world.groups.values() if one.area}


def pursue(doing: Doing) -> bool:
    """731, 735: the group takes the way of a foreign one that stood in its area before movement, at its own costs. A pursuer
    with brigades that ends beside it costs it morale and attrition. Who went by ship or by magic cannot be followed."""
    turn, group = doing.turn, doing.own_group()
    marches = turn.state(Marches)
    if group is None or not may_move(doing, group):
        return False
    target = doing.world.groups.get(doing.order.enemy)
    if target is not None and target.kingdom == doing.code:
        return doing.fail("It follows groups of other kingdoms.", "720 moves our own.")
    if target is None or not target.area or marches.starts.get(target.id) != group.area:
        return doing.unsure(f"{doing.order.enemy} is not known to be in the area of {group.id} ({group.area}).")
    if turn.expected:
        marches.ordered[group.id] = doing.order.number
        marches.uncertain.add(group.id)
        return doing.done(f"sets out after {target.id}")
    gone = turn.state(Activity).passed.get(target.id, ())
    path = list(gone) if target.id in marches.tracks else []
    way = find_way(doing.world, group, path, reach_of(doing.world, group), land_blocked(turn, group))
    if gone and not path:
        way = Way((), 0, f"the track of {target.id} is lost")
    if way.areas:
        marches.tracks.add(group.id)
    go(doing, group, way, "pursued")
    if target.area == group.area and group.brigades:
        change_morale(doing.world, target, turn.tables.value("pursuit.target_morale"))
        worst = turn.tables.value("group_attrition.maximum")
        target.attrition = min(round(target.attrition + turn.tables.value("pursuit.target_attrition"), 2), worst)
        doing.tell("harried", target.kingdom, group=group.id, target=target.id, area=group.area)
    return True


def intercept(doing: Doing) -> bool:
    """732: the group goes to meet a foreign one that has ended its move on land near it: the first that fits, by a way on which
    each step comes nearer, as far as a force march reaches. It costs morale, more for a way beyond the normal points, and
    something also when nobody came."""
    turn, world, group = doing.turn, doing.world, doing.own_group()
    if group is None or not may_move(doing, group) or not _targets_known(doing):
        return False
    marches, tables = turn.state(Marches), doing.tables
    marches.ordered[group.id] = doing.order.number
    if turn.expected:
        marches.uncertain.add(group.id)
        return doing.done("lies in wait")
    found = _target(doing, group)
    way = found[1] if found else Way((), 0)
    far = way.points > points_of(world, group)
    change_morale(world, group, tables.value("intercept.far_morale" if far else "intercept.morale"))
    if found is None:
        doing.tell("intercepted-nobody", group=group.id, area=group.area)
        return doing.done("nobody came")
    start = group.area
    enter(turn, group, way.areas)
    if way.areas:
        marches.tracks.add(group.id)
    doing.tell("intercepted", group=group.id, target=found[0].id, start=start, areas=list(way.areas), goal=group.area)
    return doing.done(f"{found[0].id} met in {group.area}")


def _targets_known(doing: Doing) -> bool:
    """False after a failure if a column names neither a kingdom of the game nor a group of one, or an own one."""
    for said in filter(None, (doing.order.target, doing.order.second_target)):
        code = said[-2:]
        if code == doing.code:
            return doing.fail("A group does not intercept those of its own kingdom.")
        if code not in doing.world.kingdoms:
            codes = " ".join(sorted(doing.world.kingdoms))
            return doing.fail(f"There is no kingdom {code} in this game.", f"Write a group or a kingdom. Codes: {codes}.")
    return True


def _target(doing: Doing, group: Group) -> tuple[Group, Way] | None:
    """Whom it meets, and by which way: the first criterion first, then the nearest, then by lot."""
    grid, radius = doing.tables.grid, doing.tables.whole("intercept.radius")
    for said in filter(None, (doing.order.target, doing.order.second_target)):
        fitting: list[tuple[int, Group, Way]] = []
        for _, other in sorted(doing.world.groups.items()):
            if said not in (other.id, other.kingdom) or not _open_to(doing, group, other):
                continue
            distance = grid.distance(group.area, other.area)
            way = _nearing_way(doing, group, other.area) if distance <= radius else None
            if way is not None:
                fitting.append((distance, other, way))
        if fitting:
            nearest = min(distance for distance, _, _ in fitting)
            choice = [(other, way) for distance, other, way in fitting if distance == nearest]
            return doing.turn.stream("intercept", group.id).choice(choice)
    return None


def _open_to(doing: Doing, group: Group, other: Group) -> bool:
    """True for a group that can be intercepted: on land, seen, and a patrol only by a patrol."""
    if not other.area or water(doing.world, other.area) or other.ambush:
        return False
    return bool(other.brigades) or not group.brigades


def _nearing_way(doing: Doing, group: Group, goal: str) -> Way | None:
    """The cheapest way each step of which comes nearer to the goal, None when there is none within its reach."""
    world, grid = doing.world, doing.tables.grid
    blocked, reach = land_blocked(doing.turn, group), reach_of(world, group)
    best: dict[str, Way] = {group.area: Way((), 0)}
    for _ in range(grid.distance(group.area, goal)):
        onward: dict[str, Way] = {}
        for here, way in best.items():
            for area in grid.neighbours(here):
                if grid.distance(area, goal) >= grid.distance(here, goal) or blocked(area):
                    continue
                points = way.points + to_enter(world, group, area)
                if points <= reach and (area not in onward or points < onward[area].points):
                    onward[area] = Way((*way.areas, area), points)
        best = onward
    found = best.get(goal)
    return None if found is None or (water(world, group.area) and not flies(world, group)) else found


HANDLERS: Handlers = {731: pursue, 732: intercept, 735: pursue}
