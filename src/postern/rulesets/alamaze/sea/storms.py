"""Storms at sea: spells 660 and 661 (ruling 49). A storm rages for the turn in which it is called."""

from __future__ import annotations

from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.magic.casting import caster, spell_level
from postern.rulesets.alamaze.movement.travel import Marches
from postern.rulesets.alamaze.sea.power import sea_of
from postern.rulesets.alamaze.turn import Doing, Handlers


def storm(doing: Doing) -> bool:
    """660: nobody is carried, and nobody flies, into an area of the sea. A sea has one storm at a time."""
    storms, area = doing.turn.state(Marches).storms, doing.order.area
    if not _in_sight(doing):
        return False
    if any(sea_of(doing.world, one) == doing.order.sea for one in storms):
        return doing.unsure("A storm rages on this sea already.")
    if (found := caster(doing)) is None:
        return False
    storms[area] = spell_level(doing.world, *found)
    doing.tell("storm", area=area, sea=doing.tables.seas[doing.order.sea].sea, wizard=found[1].name)
    return doing.done(f"a storm at {area}")


def calm(doing: Doing) -> bool:
    """661: ends a storm, surely one of an equal or weaker wizard, less likely that of a stronger one."""
    storms, area = doing.turn.state(Marches).storms, doing.order.area
    if not _in_sight(doing):
        return False
    if area not in storms:
        return doing.unsure(f"No storm is known at {area}.")
    if (found := caster(doing)) is None:
        return False
    per_level = doing.tables.value("storm.dispel_per_level_pct")
    percent = 100 - per_level * max(storms[area] - spell_level(doing.world, *found), 0)
    ended = happens(doing.turn, percent, "calm", doing.order.group, area)
    if ended:
        del storms[area]
    doing.tell("storm-calmed" if ended else "storm-goes-on", area=area, wizard=found[1].name)
    return doing.done("the storm ends" if ended else "the storm goes on")


def _in_sight(doing: Doing) -> bool:
    """False after a failure if the area is not in the sea, or too far from the caster's group."""
    group, order, most = doing.own_group(), doing.order, doing.tables.whole("storm.distance")
    if group is None:
        return False
    if order.sea not in doing.tables.seas or order.area not in doing.tables.areas:
        return doing.fail("Write the letter of a sea and one of its areas.")
    if sea_of(doing.world, order.area) != order.sea:
        return doing.fail(f"{order.area} is no area of the {doing.tables.seas[order.sea].sea}.")
    distance = doing.tables.grid.distance(group.area, order.area)
    return distance <= most or doing.fail(f"{order.area} is {distance} areas from {group.id}; the limit is {most}.")


HANDLERS: Handlers = {660: storm, 661: calm}
