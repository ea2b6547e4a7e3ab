"""The world as one kingdom knows it, for checking letters and for forecasts: the engine of the game runs on it.

What is the kingdom's own stands in full. Others are as they were last seen, and what nobody told it is not there.
"""

from __future__ import annotations

from copy import deepcopy

from postern.rulesets.alamaze.edition import Edition
from postern.rulesets.alamaze.world import Center, CenterMemory, Group, GroupMemory, Kingdom, Sighting, Skeleton, World


def imagined(world: World, code: str) -> World:
    """A fresh world of what a kingdom knows, and nothing else. It may be changed freely."""
    own = deepcopy(world.kingdoms[code])
    own.skeletons = [Skeleton(one.code, one.major, [], True) for one in own.skeletons if one.revealed]
    tables, memory = world.tables, own.memory
    groups = {id: deepcopy(one) for id, one in world.groups.items() if one.kingdom == code}
    groups |= {id: _group(tables, id, one) for id, one in memory.groups.items() if one.turn >= world.turn - 1}
    centers = {area: _center(tables, area, one) for area, one in memory.centers.items() if area in world.centers}
    centers |= {area: deepcopy(one) for area, one in world.centers.items() if one.owner == code}
    kingdoms = {one: own if one == code else _foreign(other, code) for one, other in world.kingdoms.items()}
    for region, ruler in memory.controllers.items():
        if ruler and ruler != code:
            kingdoms[ruler].controlled.append(region)
    return World(
        edition=world.edition,
        turn=world.turn,
        turns=world.turns,
        kingdoms=kingdoms,
        groups=dict(sorted(groups.items())),
        centers=dict(sorted(centers.items())),
        sightings={site: Sighting(site, one.area, "") for site, one in world.sightings.items() if one.area in memory.sites},
        council=deepcopy(world.council),
        training_price=world.training_price,
        secret_victory=world.secret_victory,
        ends_after=world.ends_after,
        finished=world.finished,
        winners=list(world.winners),
        victory=world.victory,
        own=code,
    )


def _foreign(one: Kingdom, own: str) -> Kingdom:
    """Another kingdom: that it plays is known to all, what it declared us to us, and of its figures our prisoners, of its
    skeletons those that we know."""
    held = {code: deepcopy(figure) for code, figure in one.figures.items() if figure.held_by == own}
    declared = {own: one.declared[own]} if own in one.declared else {}
    known = [Skeleton(bone.code, bone.major, [own], bone.revealed) for bone in one.skeletons if _known(bone, own)]
    return Kingdom(
        one.code,
        one.seat,
        "",
        "",
        0,
        0,
        0,
        figures=held,
        declared=declared,
        skeletons=known,
        team=one.team,
        standby=one.standby,
        active=one.active,
    )


def _known(skeleton: Skeleton, own: str) -> bool:
    return skeleton.revealed or own in skeleton.known_by


def _group(tables: Edition, id: str, seen: GroupMemory) -> Group:
    """A foreign group as large as its size word says at least, of its kingdom's own brigades."""
    least = next(one.brigades_low for one in tables.size_words if one.word == seen.size)
    code = id[1:]
    brigade = next((one.brigade_code for one in tables.start_groups.values() if one.kingdom == code), "")
    return Group(id, code, int(id[0]), seen.area, {brigade: least} if least else {})


def _center(tables: Edition, area: str, seen: CenterMemory) -> Center:
    row = tables.centers[area]
    defense, census, food, gold = seen.defense or 0, seen.census or 0, seen.food or 0, seen.gold or 0
    return Center(area, row.name, row.type, defense, census, food, gold, seen.owner)
