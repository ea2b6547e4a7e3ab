"""Artifacts that change hands: where a kingdom has them, and where they are brought (rulings 60 and 84)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.alamaze.world import Kingdom, World


def stores(world: World, code: str) -> Iterator[list[str]]:
    """Wherever a kingdom has artifacts: with groups, with figures that are free, and in its centers."""
    yield from (one.artifacts for one in world.groups_of(code))
    yield from (one.artifacts for one in world.kingdoms[code].figures.values() if not one.held_by)
    yield from (one.artifacts for one in world.centers_of(code))


def take(world: World, code: str, key: str, away: bool = True) -> bool:
    """Takes an artifact from a kingdom; False when it does not have it. ``away``: it is no longer there."""
    store = next((one for one in stores(world, code) if key in one), None)
    if store is not None and away:
        store.remove(key)
    return store is not None


def bring(world: World, kingdom: Kingdom, key: str, wanted: str) -> str:
    """Brings an artifact to an own active group or center; to the capital where that is not possible, and to the 1st group of a
    kingdom without centers. Gives where it is; "" of a kingdom of which nothing is known."""
    group, center = world.groups.get(wanted), world.centers.get(wanted)
    if group is not None and group.kingdom == kingdom.code and group.area:
        group.artifacts.append(key)
        return wanted
    if center is None or center.owner != kingdom.code:
        center = world.centers.get(kingdom.capital)
    if center is None or center.owner != kingdom.code:
        first = next(iter(world.groups_of(kingdom.code)), None)
        if first is not None:
            first.artifacts.append(key)
        return first.id if first is not None else ""
    center.artifacts.append(key)
    return center.area
