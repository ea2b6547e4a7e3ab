"""Spells that show what is hidden: centers (751) and groups (761) of a region, and the power of an artifact (796; AC-06-109,
ruling 49)."""

from __future__ import annotations

from postern.rulesets.alamaze.artifacts.holding import artifact_key, place_of
from postern.rulesets.alamaze.artifacts.prizes import power
from postern.rulesets.alamaze.group_values import size_word
from postern.rulesets.alamaze.magic.casting import able, caster, spend
from postern.rulesets.alamaze.regions import centers_in
from postern.rulesets.alamaze.turn import NOT_YOURS, Doing, Handlers
from postern.rulesets.alamaze.world import CenterMemory, GroupMemory

_TYPES = {"C": "City", "T": "Town", "V": "Village"}


def unveil_centers(doing: Doing) -> bool:
    """751: all cities, towns or villages of the region where the group stands."""
    order, memory = doing.order, doing.kingdom.memory
    if order.code not in _TYPES:
        return doing.fail(f"Column C: {order.code} is no kind of center.", "Write C for cities, T for towns, V for villages.")
    if (found := caster(doing)) is None:
        return False
    region = doing.world.region_of(found[0].area)
    if doing.turn.expected:
        return doing.done("cast")
    seen = [one for one in centers_in(doing.world, region) if one.type == _TYPES[order.code]]
    for one in seen:
        known = memory.centers.setdefault(one.area, CenterMemory(doing.world.turn, one.owner))
        known.turn, known.owner = doing.world.turn, one.owner
        memory.regions[one.area] = region
    names = [f"{one.name} ({one.area})" for one in seen]
    doing.tell("centers-unveiled", region=region, type=_TYPES[order.code], number=len(seen), centers=names)
    return doing.done(f"{len(seen)} found")


def unveil_groups(doing: Doing) -> bool:
    """761: all foreign groups of a size in the region. Masks and invisibility hide theirs."""
    memory, tables = doing.kingdom.memory, doing.tables
    words = {one.word.upper().replace(" ", "_"): one.word for one in tables.size_words}
    wanted = words.get(doing.order.code)
    if wanted is None:
        return doing.fail(f"Column C: {doing.order.code} is no size of groups.", f"Write one of {', '.join(words)}.")
    if (found := caster(doing)) is None:
        return False
    region = doing.world.region_of(found[0].area)
    if doing.turn.expected:
        return doing.done("cast")
    seen = []
    for id, group in sorted(doing.world.groups.items()):
        inside = group.area and doing.world.region_of(group.area) == region
        if inside and group.kingdom != doing.code and not group.hidden and size_word(tables, group.size) == wanted:
            memory.groups[id] = GroupMemory(doing.world.turn, group.area, wanted)
            seen.append(f"{id} in {group.area}")
    doing.tell("groups-unveiled", region=region, size=wanted, number=len(seen), groups=seen)
    return doing.done(f"{len(seen)} found")


def learn_power(doing: Doing) -> bool:
    """796: what an artifact of ours does that lies where the wizard is, or that somebody of ours holds there."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    key = artifact_key(doing.tables, doing.order.artifact)
    place = place_of(doing.world, key) if key else None
    if place is None or place.kingdom != doing.code:
        return doing.fail(f"We do not have the artifact {doing.order.artifact}.", code=NOT_YOURS)
    row = doing.tables.artifacts[key]
    if place.area != group.area:
        return doing.fail(f"{row.name} is in {place.area}; {group.id} is in {group.area}.", "The wizard has to be where it is.")
    spend(doing, group, wizard)
    if key not in doing.kingdom.memory.powers:
        doing.kingdom.memory.powers.append(key)
    doing.tell("artifact-power", artifact=key, number=row.short_number, name=row.name, **power(doing.turn, key))
    return doing.done(f"the power of {row.name} is known")


HANDLERS: Handlers = {751: unveil_centers, 761: unveil_groups, 796: learn_power}
