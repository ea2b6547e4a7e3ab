"""Marches over land, and through the air: orders 720, 725 and 727, spell 718 (AC-18, ruling 20)."""

from __future__ import annotations

from postern.rulesets.alamaze.effects import Asked, holds
from postern.rulesets.alamaze.magic.casting import caster, spell_level
from postern.rulesets.alamaze.movement.travel import (
    Blocked,
    Marches,
    find_way,
    flies,
    go,
    jump,
    may_move,
    points_of,
    proper_path,
    reach_of,
    water,
)
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Group

TO_CENTER = (715, 725)
"""Orders whose group stops in the first area with a center (AC-18-17)."""


def land_blocked(turn: Turn, group: Group) -> Blocked:
    """What ends a move without ships: water for those who walk (AC-18-20), a storm for those who fly."""
    if flies(turn.world, group):
        storms = turn.state(Marches).storms
        return lambda area: f"a storm rages at {area}" if area in storms else ""
    return lambda area: f"{area} is water" if water(turn.world, area) else ""


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


HANDLERS: Handlers = {718: speed, 720: march, 725: march, 727: fly}
