"""Groups that march, pursue, intercept, or stay where they are.

- Marches over land, and through the air: orders 720, 725 and 727, spell 718 (AC-18, ruling 20).
- Following and intercepting groups: orders 731, 732 and 735 (ruling 7).
- Groups that stay where they are: ambush and rest, orders 730 and 745 (rulings 7 and 29).
"""

from __future__ import annotations

from postern.rulesets.alamaze.orders.acting import caster, spell_level
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.effects import Asked, holds
from postern.rulesets.alamaze.rules.groups import (
    Blocked,
    Marches,
    Way,
    change_morale,
    enter,
    find_way,
    flies,
    go,
    jump,
    may_move,
    points_of,
    proper_path,
    reach_of,
    to_enter,
    water,
)
from postern.rulesets.alamaze.rules.regions import allied
from postern.rulesets.alamaze.turn import Activity, Doing, Turn
from postern.rulesets.alamaze.world.records import Group

TO_CENTER = (715, 725)
"""Orders whose group stops in the first area with a center (AC-18-17)."""


def land_blocked(turn: Turn, group: Group) -> Blocked:
    """What ends a move without ships: water for those who walk (AC-18-20), a storm for those who fly."""
    if flies(turn.world, group):
        storms = turn.state(Marches).storms
        return lambda area: f"a storm rages at {area}" if area in storms else ""
    return lambda area: f"{area} is water" if water(turn.world, area) else ""


@ORDERS.effect()
def march(doing: Doing) -> bool:
    """720, 725: the group moves from area to area, by force march where it needs more than its normal points."""
    group = doing.own_group()
    if group is None or not may_move(doing, group) or not proper_path(doing, group, doing.tables.whole("move.areas")):
        return False
    if not _on_land(doing, group):
        return False
    blocked = land_blocked(doing.turn, group)
    to_center = doing.order.number in TO_CENTER
    way = find_way(doing.world, group, doing.order.path, reach_of(doing.world, group), blocked, to_center)
    return _set_out(doing, group, way.areas, way.why) and _gone(doing, group, go(doing, group, way, "marched"))


@ORDERS.effect()
def speed(doing: Doing) -> bool:
    """718: a march with more points the more power the wizard has, without a force march (ruling 49)."""
    tables, group = doing.tables, doing.own_group()
    if group is None or not may_move(doing, group) or not proper_path(doing, group, tables.whole("move.speed_areas")):
        return False
    if not _on_land(doing, group) or (found := caster(doing)) is None:
        return False
    reach = points_of(doing.world, group) + tables.value("move.speed_points_per_level") * spell_level(doing.world, *found)
    way = find_way(doing.world, group, doing.order.path, reach, land_blocked(doing.turn, group))
    return _set_out(doing, group, way.areas, way.why) and _gone(doing, group, go(doing, group, way, "marched", forced=False))


def _gone(doing: Doing, group: Group, done: bool) -> bool:
    """A march leaves a track that others can follow."""
    doing.turn.state(Marches).tracks.add(group.id)
    return done


def _on_land(doing: Doing, group: Group) -> bool:
    """False after a failure if the group is on the water or goes there first, and does not fly (AC-18-18, AC-18-20)."""
    path, world = doing.order.path, doing.world
    if flies(world, group):
        return True
    by_sea = f"{715 if doing.order.number == 725 else 710} {group.id} {' '.join(path)}"
    if water(world, group.area):
        return doing.fail(f"{group.id} is on the water; it needs a sea move.", "710 carries it by ship.", by_sea)
    if not water(world, path[0]):
        return True
    sea = doing.tables.areas[path[0]].sea
    fleet = doing.kingdom.fleets.get(doing.tables.sea_letters[sea])
    have = f"{fleet.number} there" if fleet else "none there"
    why = f"{path[0]} is water; by land the group would stay in {group.area}."
    return doing.fail(why, f"To cross, a fleet in the {sea} is needed for each brigade; we have {have}.", by_sea)


def _set_out(doing: Doing, group: Group, areas: tuple[str, ...], why: str) -> bool:
    """False after a failure if not even the first area can be entered."""
    return bool(areas) or doing.fail(f"{group.id} cannot leave {group.area}: {why}.")


@ORDERS.effect()
def fly(doing: Doing) -> bool:
    """727: an artifact carries the whole group through the air (ruling 84)."""
    group, area = doing.own_group(), doing.order.area
    if group is None or not may_move(doing, group):
        return False
    if not holds(Asked(doing.world, doing.code, group=group), "order_access", "727"):
        why = f"{group.id} has no artifact that could carry it through the air."
        return doing.fail(why, "A group of more than 5 brigades is too large for most.", code="NO MEANS")
    if not near(doing, group, area, doing.tables.whole("move.flight_areas")):
        return False
    if area in doing.turn.state(Marches).storms:
        return doing.unsure(f"A storm rages at {area}.")
    return jump(doing, group, area, "flew")


def near(doing: Doing, group: Group, area: str, most: int = 0) -> bool:
    """False after a failure if an area is not on the map, is the group's own, or lies too far away (0: however far)."""
    grid = doing.tables.grid
    if area not in grid:
        return doing.fail(f"There is no area {area} on the map.")
    if area == group.area:
        return doing.fail(f"{group.id} stands in {area} already.")
    if most and grid.distance(group.area, area) > most:
        return doing.fail(f"{area} is {grid.distance(group.area, area)} areas from {group.area}; the limit is {most}.")
    return True


def remember_starts(turn: Turn) -> None:
    """Before all movement: where each group stands."""
    turn.state(Marches).starts = {one.id: one.area for one in turn.world.groups.values() if one.area}


@ORDERS.effect()
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


@ORDERS.effect()
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


_KEEPS = (225, 230)
"""Orders to a group's quartermaster: a group without food or pay finds no rest."""
_QUIET = (701, 742)
"""Figures come and go without a sound: an ambush is not disturbed."""


@ORDERS.effect()
def ambush(doing: Doing) -> bool:
    """730: a small group that has done nothing else this turn hides, until it does something."""
    group = doing.own_group()
    if group is None or not may_move(doing, group) or not _idle(doing, group, besides=_QUIET):
        return False
    most = doing.tables.whole("ambush.brigades")
    if group.size > most:
        return doing.fail(f"{group.id} has {group.size} brigades; at most {most} can hide.")
    group.ambush = True
    doing.turn.state(Marches).ordered[group.id] = doing.order.number
    doing.tell("ambush", group=group.id, area=group.area)
    return doing.done("hidden")


@ORDERS.effect()
def rest(doing: Doing) -> bool:
    """745: in an own town or city the morale of a group that does nothing else rises, if no group of others is there."""
    group, world, tables = doing.own_group(), doing.world, doing.tables
    if group is None or not may_move(doing, group):
        return False
    center = world.centers.get(group.area)
    gain = tables.value(f"rest.{center.type.lower()}") if center is not None else 0
    if center is None or center.destroyed or center.owner != doing.code or not gain:
        return doing.fail(f"{group.id} is at no town or city of ours.", "A group rests in the area of one.")
    if not _idle(doing, group, also=_KEEPS):
        return False
    if group.unfed or group.id in doing.turn.state(Activity).unpaid:
        return doing.fail(f"{group.id} was not fed and paid this turn.")
    for other in world.groups_at(group.area):
        if not allied(world, doing.code, other.kingdom):
            return doing.unsure(f"A group that is not allied stands in {group.area}; {group.id} finds no rest.")
    before = group.morale
    change_morale(world, group, gain, tables.value("rest.highest"))
    doing.turn.state(Marches).ordered[group.id] = doing.order.number
    doing.tell("rested", group=group.id, area=group.area, morale=f"{group.morale:g}")
    return doing.done(f"morale {before:g} to {group.morale:g}")


def _idle(doing: Doing, group: Group, also: tuple[int, ...] = (), besides: tuple[int, ...] = ()) -> bool:
    """False after a failure if a group has or had anything else to do in this turn: what groups do, and what ``also`` names,
    but not ``besides``. Movement orders are told apart by ``may_move``."""
    activity, turn = doing.turn.state(Activity), doing.turn
    if group.id in activity.fights or group.id in activity.retreated:
        return doing.fail(f"{group.id} was in a battle this turn.")
    if group.id in activity.moved | activity.transferred | activity.defended | activity.acted_at_center:
        return doing.fail(f"{group.id} has done something else this turn.")
    for number, some in sorted(turn.by_number.items()):
        row = doing.tables.orders.get(number)
        works = row is not None and row.performer == "group" and row.sole_action != "move" and number not in besides
        for issued in some:
            same = issued.seat == doing.issued.seat and group.id in (issued.order.group, issued.order.into)
            if same and (works or number in also):
                return doing.fail(f"{group.id} also has {number}; it can do nothing else in the turn.")
    return True
