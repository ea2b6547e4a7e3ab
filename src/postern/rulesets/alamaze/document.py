"""The world as a JSON document: the same world gives the same bytes, and what is loaded is checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from postern.game.kit.documents import WorldDocuments
from postern.rulesets.alamaze.edition import edition
from postern.rulesets.alamaze.world import World

_SORTED = ("kingdoms", "groups", "centers", "sightings", "lost_artifacts", "status_quo")


def _ordered(world: World) -> World:
    """Everything by its key."""
    ordered: dict[str, Any] = {name: dict(sorted(getattr(world, name).items())) for name in _SORTED}
    return replace(world, **ordered)


def _faults(world: World) -> Iterator[str]:
    """What the records say of each other that cannot be."""
    try:
        tables = edition(world.edition)
    except ModuleNotFoundError:
        yield f"edition: there is no edition {world.edition!r}"
        return
    for code, kingdom in world.kingdoms.items():
        if code not in tables.kingdoms or kingdom.code != code:
            yield f"kingdoms.{code}: there is no such kingdom"
        if kingdom.food < 0 or kingdom.gold < 0:
            yield f"kingdoms.{code}: {kingdom.food} food and {kingdom.gold} gold cannot be"
        if not tables.value("influence.minimum") <= kingdom.influence <= tables.value("influence.maximum"):
            yield f"kingdoms.{code}.influence: {kingdom.influence} cannot be"
    if strangers := [one for one in world.council.members if one not in world.kingdoms]:
        yield f"council.members: there is no kingdom {', '.join(strangers)}"
    if len(world.council.members) > tables.whole("council.seats") or len(set(world.council.members)) < len(
        world.council.members
    ):
        yield f"council.members: {world.council.members} cannot be"
    for id, group in world.groups.items():
        if group.id != id or id != f"{group.number}{group.kingdom}" or group.kingdom not in world.kingdoms:
            yield f"groups.{id}: is {group.id}, of {group.kingdom!r}"
        if group.area and group.area not in tables.areas:
            yield f"groups.{id}.area: there is no area {group.area!r}"
        if unknown := [one for one in group.brigades if one not in tables.brigades]:
            yield f"groups.{id}.brigades: there is no brigade {', '.join(unknown)}"
        if any(number < 1 for number in group.brigades.values()):
            yield f"groups.{id}.brigades: {group.brigades} cannot be"
    for area, center in world.centers.items():
        if center.area != area or area not in tables.areas:
            yield f"centers.{area}: is {center.area}"
        if center.owner and center.owner not in world.kingdoms:
            yield f"centers.{area}.owner: there is no kingdom {center.owner!r}"


WORLDS = WorldDocuments(World, (), _ordered, _faults)
dump, load, schema = WORLDS.dump, WORLDS.load, WORLDS.schema
