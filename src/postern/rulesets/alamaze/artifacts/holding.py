"""Where artifacts are, who may have them, how they change hands, and what becomes of those in the wild (AC-06-103..109,
AC-21-64, rulings 28, 50 and 84)."""

from __future__ import annotations

from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Holder, Place, Sighting, World, places


def artifact_key(tables: Edition, said: str) -> str:
    """The key of an artifact by its key or its short number; "" for one that does not exist."""
    return said if said in tables.artifacts else tables.artifact_numbers.get(said, "")


def place_of(world: World, key: str) -> Place | None:
    """Where an artifact is; None for one that is nowhere any more."""
    return next((place for one, place in places(world) if one == key), None)


def suits(tables: Edition, key: str, kingdom: str) -> bool:
    """False for a good artifact in the hands of an evil kingdom, and the reverse (AC-21-64, ruling 28)."""
    return {tables.artifacts[key].alignment, tables.kingdoms[kingdom].alignment} != {"good", "evil"}


def give_artifact(turn: Turn, key: str, kingdom: str, holder: Holder) -> bool:
    """A group, figure or center of a kingdom has the artifact from now on, wherever it was before. Where alignment forbids
    that, it lies in the wild, and False is given."""
    take_away(turn.world, key)
    if not suits(turn.tables, key, kingdom):
        drop_artifact(turn, key)
        return False
    holder.artifacts.append(key)
    return True


def take_away(world: World, key: str) -> None:
    """Takes an artifact from where it is; a sighting that hid it is gone."""
    place = place_of(world, key)
    if place is None:
        return
    if place.holder is not None:
        place.holder.artifacts.remove(key)
    elif place.site:
        del world.sightings[place.site]
    else:
        del world.lost_artifacts[key]


def drop_artifact(turn: Turn, key: str, area: str = "") -> str:
    """An artifact lies in the wild, in this area or in one by lot; gives the area (rulings 28 and 73)."""
    take_away(turn.world, key)
    where = area or turn.stream("wild", key).choice(wild_areas(turn.world))
    turn.world.lost_artifacts[key] = where
    return where


def wild_areas(world: World) -> list[str]:
    """Areas of land without a center, a sighting, or an artifact that lies there."""
    taken = {*world.centers, *(one.area for one in world.sightings.values()), *world.lost_artifacts.values()}
    return [area for area, one in world.tables.areas.items() if one.terrain != "Sea" and area not in taken]


def guard_the_lost(turn: Turn) -> None:
    """Artifacts in the wild are hidden again by their guardians: where they lie, or in a wild area by lot where a center, water
    or another sighting is."""
    world = turn.world
    for key, area in sorted(world.lost_artifacts.items()):
        del world.lost_artifacts[key]
        free = wild_areas(world)
        place = area if area in free else turn.stream("hidden", key).choice(free)
        site = turn.tables.sites[key]
        world.sightings[site] = Sighting(site, place, key)
