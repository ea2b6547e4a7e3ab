"""Spells upon centers before they are attacked: wards, domes, and those that break walls (spells 130 to 157, ruling 49)."""

from __future__ import annotations

from postern.rulesets.alamaze.battle.walls import Defenses, defense_of, destroy
from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.magic.casting import caster
from postern.rulesets.alamaze.regions import change_reaction
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Center

WARD, DOME, DISPEL_DOME = 130, 135, 136


def _center(doing: Doing, same_area: bool) -> Center | None:
    """The center of the order, in the area or at least in the region of the caster's group; None after a failure."""
    group, area = doing.own_group(), doing.order.area
    if group is None:
        return None
    center = doing.world.centers.get(area)
    if center is None or center.destroyed:
        doing.fail(f"We know of no center in {area}.")
    elif same_area and group.area != area:
        doing.fail(f"{group.id} is in {group.area}; the spell reaches the center in its own area alone.")
    elif doing.world.region_of(group.area) != doing.world.region_of(area):
        doing.fail(f"{center.name} ({area}) is not in the region of {group.id}.", "The spell reaches its own region.")
    else:
        return center
    return None


def protect(doing: Doing) -> bool:
    """130: one spell that damages the center fails. 135: no attack on it this turn, sieges apart. 136: such a dome is gone."""
    center, number = _center(doing, same_area=False), doing.order.number
    if center is None or caster(doing) is None:
        return False
    known = doing.turn.state(Defenses)
    if number == WARD:
        known.wards[center.area] = known.wards.get(center.area, 0) + 1
    elif number == DOME:
        known.domes.add(center.area)
    elif center.area in known.domes:
        known.domes.remove(center.area)
        doing.tell("dome-broken", area=center.area, name=center.name)
    else:
        return doing.done("there was no dome")
    return doing.done("cast")


def destroy_walls(doing: Doing) -> bool:
    """155 to 157: breaks so much of the defense of a center of its type for good; with no more than that it is destroyed."""
    row = doing.tables.center_spells[doing.order.number]
    center = _center(doing, same_area=True)
    if center is None:
        return False
    if center.type != row.type:
        fitting = next(one.number for one in doing.tables.center_spells.values() if one.type == center.type)
        why = f"{center.name} is a {center.type.lower()}; {row.number} is for a {row.type.lower()}."
        return doing.fail(why, f"Spell {fitting} is for it.")
    if caster(doing) is None:
        return False
    known, turn, owner = doing.turn.state(Defenses), doing.turn, center.owner
    others = (owner,) if owner else ()
    data = {"area": center.area, "name": center.name, "owner": owner, "spell": row.number}
    if turn.expected:
        return doing.done("cast")
    if known.wards.get(center.area, 0):
        known.wards[center.area] -= 1
        doing.tell("ward-held", *others, **data)
        return doing.done("a ward held")
    destroyed = defense_of(doing.world, center) <= row.defense
    doing.tell("walls-broken", *others, **data, by=row.defense, destroyed=destroyed)
    center.defense = max(center.defense - row.defense, 0)
    if destroyed:
        destroy(turn, center, "")
    percent = row.reaction_destroyed_pct if destroyed else row.reaction_pct
    if happens(turn, percent, "walls", center.area, doing.code):
        change_reaction(turn, doing.kingdom, doing.world.region_of(center.area), -1, f"spell {row.number}")
    return doing.done("destroyed" if destroyed else "walls broken")


HANDLERS: Handlers = {
    WARD: protect,
    DOME: protect,
    DISPEL_DOME: protect,
    155: destroy_walls,
    156: destroy_walls,
    157: destroy_walls,
}
