"""What a kingdom may not know of a world, what it does see, and what cannot reach it in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from postern.rulesets.alamaze.world.records import Center, Group, Kingdom, Skeleton, World
from tests.kit.game import Far, Hidden

_FAR = 10
"""Nothing that is so many areas away is seen, or comes near in one turn."""


def _others(world: World, seat: str) -> list[Kingdom]:
    return [one for one in world.seated() if one.seat != seat]


def _other(world: World, seat: str, pick: int) -> Kingdom:
    others = _others(world, seat)
    return others[pick % len(others)]


def _foreign_group(world: World, seat: str, pick: int) -> Group:
    own = world.kingdom_of(seat).code
    groups = [one for _, one in sorted(world.groups.items()) if one.kingdom != own and one.brigades]
    return groups[pick % len(groups)]


def _foreign_center(world: World, seat: str, pick: int) -> Center:
    own = world.kingdom_of(seat).code
    centers = [one for _, one in sorted(world.centers.items()) if one.owner != own]
    return centers[pick % len(centers)]


def _ours(world: World, seat: str) -> str:
    """A group of one's own."""
    return min(one.id for one in world.groups_of(world.kingdom_of(seat).code) if one.area)


def treasury(world: World, seat: str, pick: int) -> str:
    """What others have."""
    one = _other(world, seat, pick)
    one.gold += 100 + pick
    one.food += 10 + pick
    return f"201 {one.code} 1000 -\n202 {one.code} 1 1"


def influence(world: World, seat: str, pick: int) -> str:
    """How much others are listened to."""
    one = _other(world, seat, pick)
    one.influence = 8.01 + pick % 16
    return f"411 {one.code} 9000"


def brigades(world: World, seat: str, pick: int) -> str:
    """How strong a group of others is by now: what was seen of it is written down."""
    group = _foreign_group(world, seat, pick)
    kind = next(iter(group.brigades))
    group.brigades[kind] += 1 + pick % 3
    group.morale = 90
    return f"111 {_ours(world, seat)} {group.id}"


def wizards(world: World, seat: str, pick: int) -> None:
    """How mighty the wizards of others are."""
    for group in world.groups_of(_other(world, seat, pick).code):
        for one in group.wizards:
            one.power = (one.power + 1) % 9


def court(world: World, seat: str, pick: int) -> None:
    """Where the free figures of others are, and how good their agents."""
    other = _other(world, seat, pick)
    for figure in other.figures.values():
        if not figure.held_by:
            figure.area, figure.deed = other.capital, "nothing"
            figure.level += figure.agent


def moods(world: World, seat: str, pick: int) -> str:
    """How regions like others."""
    other = _other(world, seat, pick)
    region = 1 + pick % len(other.reactions)
    other.reactions[region] = "Tolerant" if other.reactions[region] != "Tolerant" else "Suspicious"
    return f"470 {world.kingdom_of(seat).ruler} {region}"


def friends(world: World, seat: str, pick: int) -> str:
    """What another kingdom thinks of the third ones."""
    one, third = _other(world, seat, pick), _other(world, seat, pick + 1)
    one.declared[third.code] = "A" if one.declared.get(third.code) != "A" else "E"
    return f"440 {one.code} E"


def aims(world: World, seat: str, pick: int) -> str:
    """What others want to reach, and how far they are."""
    one = _other(world, seat, pick)
    one.conditions, one.objectives = ["2A", "4A", "1B"], ["T2", "D1"]
    one.points += 1 + pick
    return "991 T4 P1\n995"


def skeletons(world: World, seat: str, pick: int) -> None:
    """What nobody knows of others."""
    _other(world, seat, pick).skeletons.append(Skeleton(f"{pick % 10_000:04}", major=False))


def habits(world: World, seat: str, pick: int) -> None:
    """What others have ordered for every turn."""
    one = _other(world, seat, pick)
    one.standing, one.alternates = [f"480 {one.ruler}"], [one.capital]


def memories(world: World, seat: str, pick: int) -> None:
    """What others have seen."""
    for one in _others(world, seat):
        one.memory.groups.clear()
        one.memory.regions.clear()


def walls(world: World, seat: str, pick: int) -> str:
    """What is in a center that is not ours: what an agent saw of it is written down."""
    center = _foreign_center(world, seat, pick)
    center.defense += 100
    center.gold += 10
    center.census += 1_000
    return f"720 {_ours(world, seat)} {center.area}\n170 {_ours(world, seat)}"


def hoards(world: World, seat: str, pick: int) -> None:
    """What a sighting hides."""
    sites = [one for _, one in sorted(world.sightings.items())]
    one, two = sites[pick % len(sites)], sites[(pick + 1) % len(sites)]
    one.item, two.item = two.item, one.item


HIDDEN: tuple[Hidden, ...] = (
    *(treasury, influence, brigades, wizards, court, moods, friends),
    *(aims, skeletons, habits, memories, walls, hoards),
)


def own_gold(world: World, seat: str) -> None:
    """Gold of one's own."""
    world.kingdom_of(seat).gold += 12_345


def own_morale(world: World, seat: str) -> None:
    """How a group of one's own feels."""
    code = world.kingdom_of(seat).code
    next(one for one in world.groups_of(code) if one.area).morale = 77


def own_walls(world: World, seat: str) -> None:
    """The defense of one's own centers."""
    for center in world.centers_of(world.kingdom_of(seat).code):
        center.defense += 111


SHOWN: tuple[Callable[[World, str], None], ...] = (own_gold, own_morale, own_walls)


# --- what cannot reach a seat ----------------------------------------------------------------------------------------------


def _places(world: World, code: str) -> set[str]:
    """The areas where anything of a kingdom is."""
    own = {one.area for one in world.groups_of(code) if one.area} | {one.area for one in world.centers_of(code)}
    return own | {one.area for one in world.kingdoms[code].figures.values()}


def _distant(worlds: Iterable[World], code: str) -> list[str]:
    """Groups that stand far from all of a kingdom, before and after the turn, and that it has never seen."""
    found: set[str] | None = None
    for world in worlds:
        own, grid = _places(world, code), world.tables.grid
        far_off = {
            id
            for id, group in world.groups.items()
            if group.kingdom != code
            and group.area
            and group.leaders
            and id not in world.kingdoms[code].memory.groups
            and min(grid.distance(group.area, place) for place in own) >= _FAR
        }
        found = far_off if found is None else found & far_off
    return sorted(found or ())


def _far_stranger(groups: list[str], owner: str, world: World, pick: int) -> None:
    """Another name for a leader who is far away; where nobody is, another code for a skeleton of which nobody knows."""
    if groups:
        world.groups[groups[pick % len(groups)]].leaders[0].name = "Far Stranger"
    else:
        world.kingdoms[owner].skeletons[0].code = "ABCD"


def _far_deed(owner: str, world: World, pick: int) -> None:
    """What the ruler of another kingdom did last, as he alone reads it."""
    kingdom = world.kingdoms[owner]
    kingdom.figures[kingdom.ruler].deed = f"far away, {pick}"


def _far_heir(owner: str, world: World, pick: int) -> None:
    """Where another kingdom would move its capital to, as long as it does not fall."""
    kingdom = world.kingdoms[owner]
    kingdom.alternates = [kingdom.capital]


def far(world: World, after: World, seat: str) -> tuple[Far, ...]:
    """Names of leaders far off, and what only their own king reads of another kingdom that keeps its capital."""
    code = world.kingdom_of(seat).code
    groups = _distant((world, after), code)
    safe = [one.code for one in world.seated() if one.seat != seat and after.kingdoms[one.code].capital == one.capital]
    closets = [one for one in safe if world.kingdoms[one].skeletons and not world.kingdoms[one].skeletons[0].known_by]
    return (partial(_far_stranger, groups, closets[0]), partial(_far_deed, safe[0]), partial(_far_heir, safe[-1]))


def near(world: World, seat: str) -> None:
    """Half of one's own food is gone."""
    world.kingdom_of(seat).food //= 2
