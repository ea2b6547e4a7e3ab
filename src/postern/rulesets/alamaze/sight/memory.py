"""What a kingdom sees goes into its memory, with the turn, and is told (AC-20). Map, view and forecasts rest on it alone."""

from __future__ import annotations

from typing import Any

from postern.rulesets.alamaze.group_values import size_word
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import (
    MASKED,
    Center,
    CenterMemory,
    Figure,
    FigureMemory,
    Fleet,
    FleetMemory,
    Group,
    GroupMemory,
    Kingdom,
    World,
)


def hidden(group: Group) -> bool:
    """True for a group that ordinary eyes do not see: in ambush, or invisible (AC-20-01, ruling 29)."""
    return group.ambush or group.hidden == "invisible"


def shown_size(world: World, group: Group, through_masks: bool = False) -> str:
    """The size word that others read (AC-06-19..31)."""
    return MASKED if group.hidden == "masked" and not through_masks else size_word(world.tables, group.size)


def first_leader(group: Group) -> str:
    """The first leader with his rank, "" for none (ruling 70)."""
    return f"{group.leaders[0].title} {group.leaders[0].name}" if group.leaders else ""


def see_region(kingdom: Kingdom, world: World, area: str) -> None:
    """A kingdom knows in which region an area lies that it was in (AC-03-12)."""
    kingdom.memory.regions[area] = world.region_of(area)


def see_group(turn: Turn, kingdom: Kingdom, group: Group, through_masks: bool = False, count: bool = False) -> dict[str, Any]:
    """A foreign group is seen; gives what was seen of it. Masked groups show no size and no leader unless somebody sees
    through the mask; ``count``: the brigades are counted."""
    size = shown_size(turn.world, group, through_masks)
    leader = first_leader(group) if size != MASKED else ""
    brigades = group.size if count and size != MASKED else None
    kingdom.memory.groups[group.id] = GroupMemory(turn.world.turn, group.area, size, leader, brigades)
    return {
        "group": group.id,
        "kingdom": group.kingdom,
        "area": group.area,
        "size": size,
        "leader": leader,
        "brigades": brigades,
    }


def forget_absent(turn: Turn, kingdom: Kingdom, area: str) -> None:
    """Groups and sights that were remembered in an area are struck out where it is seen that they are not there any more."""
    memory, world = kingdom.memory, turn.world
    there = {one.id for one in world.groups_at(area)}
    for id in [id for id, one in memory.groups.items() if one.area == area and id not in there]:
        del memory.groups[id]
    if area in memory.sites and not any(one.area == area for one in world.sightings.values()):
        del memory.sites[area]


def see_center(turn: Turn, kingdom: Kingdom, center: Center, banner: bool = True, values: bool = False) -> dict[str, Any]:
    """A center is seen: where it is and its type, its ``banner``, and its ``values``. What was known before and not seen now
    stays known. Gives what was seen."""
    memory = kingdom.memory.centers
    known = memory.get(center.area, CenterMemory(0, None))
    known.turn = turn.world.turn
    data: dict[str, Any] = {"area": center.area, "name": center.name, "type": center.type}
    if banner:
        known.owner = data["owner"] = center.owner
    if values:
        known.defense, known.census, known.food, known.gold = center.defense, center.census, center.food, center.gold
        data |= {"defense": center.defense, "census": center.census, "food": center.food, "gold": center.gold}
    memory[center.area] = known
    return data


def forget_figures(kingdom: Kingdom, area: str) -> None:
    """Foreign figures that were found in an area are struck out before it is looked at anew."""
    for known in kingdom.memory.figures.values():
        for code in [code for code, one in known.items() if one.area == area]:
            del known[code]


def see_figure(turn: Turn, kingdom: Kingdom, other: Kingdom, figure: Figure) -> dict[str, Any]:
    """A foreign figure is found at its base, with what it did last."""
    known = kingdom.memory.figures.setdefault(other.code, {})
    known[figure.code] = FigureMemory(turn.world.turn, figure.area, figure.rank, figure.level)
    return {
        "figure": figure.name,
        "code": figure.code,
        "rank": figure.rank,
        "level": figure.level,
        "of": other.code,
        "deed": figure.deed,
    }


def see_site(turn: Turn, kingdom: Kingdom, area: str) -> bool:
    """True where an unusual sighting is, which then is known (AC-20-03)."""
    there = any(one.area == area for one in turn.world.sightings.values())
    if there:
        kingdom.memory.sites[area] = turn.world.turn
    return there


def see_fleet(turn: Turn, kingdom: Kingdom, other: Kingdom, sea: str) -> dict[str, Any]:
    """A foreign kingdom's ships in a sea are counted; the sea by its letter."""
    fleet = other.fleets.get(sea, Fleet(0, 0))
    kingdom.memory.fleets.setdefault(other.code, {})[sea] = FleetMemory(turn.world.turn, fleet.number, fleet.quality)
    return {"kingdom": other.code, "sea": sea, "fleets": fleet.number, "tenths": round(fleet.quality * 10)}
