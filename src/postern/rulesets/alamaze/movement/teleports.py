"""Moves by magic that pass no area: wizards to another group (88, 830), whole groups (850 to 853, the Gem of Planes 729)."""

from __future__ import annotations

from postern.rulesets.alamaze.effects import Asked, holds
from postern.rulesets.alamaze.group_end import end_if_empty
from postern.rulesets.alamaze.magic.casting import caster, wizard_of
from postern.rulesets.alamaze.movement.changes import move_wizard
from postern.rulesets.alamaze.movement.marches import near
from postern.rulesets.alamaze.movement.travel import jump, may_move, water
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Group

TELEPORTS = (850, 851, 852, 853)


def join(doing: Doing) -> bool:
    """88, 830: the wizard joins another own group, wherever it stands; it must have room for him."""
    group, into = doing.own_group(), doing.own_group(doing.order.into)
    if group is None or into is None:
        return False
    if group is into:
        return doing.fail(f"The wizard is with {group.id} already.")
    most = doing.tables.whole("group.wizards")
    if len(into.wizards) >= most:
        return doing.fail(f"{into.id} has {most} wizards already; it cannot take another.")
    if (found := caster(doing)) is None:
        return False
    _, wizard = found
    move_wizard(doing.turn, wizard, group, into)
    doing.tell("wizard-teleported", wizard=wizard.name, start=group.id, goal=into.id, area=into.area)
    end_if_empty(doing.turn, group, into)
    return doing.done(f"{wizard.name} is with {into.id}")


def teleport(doing: Doing) -> bool:
    """850 to 853: the wizard's group is at another area, any but water. It is the group's one move of the turn."""
    group = doing.own_group()
    if (
        group is None
        or not may_move(doing, group)
        or not _fits(doing, group, doing.tables.spells[doing.order.number].largest_group)
    ):
        return False
    if not near(doing, group, doing.order.area) or not _dry(doing, doing.order.area) or caster(doing) is None:
        return False
    return jump(doing, group, doing.order.area, "teleported")


def gem(doing: Doing) -> bool:
    """729: the Gem of Planes moves the group, the larger the more power its wizard has (ruling 84)."""
    group, area = doing.own_group(), doing.order.area
    if group is None or not may_move(doing, group):
        return False
    if not holds(Asked(doing.world, doing.code, group=group), "order_access", "729"):
        return doing.fail(f"{group.id} does not have the Gem of Planes.", code="NO MEANS")
    wizard = wizard_of(group, doing.order.wizard)
    if wizard is None:
        ours = ", ".join(f"{one.code} ({one.power or 'adept'})" for one in group.wizards) or "none"
        return doing.fail(f"{group.id} has no wizard {doing.order.wizard}.", f"Wizards of {group.id}: {ours}.")
    words = [one.word for one in doing.tables.size_words if one.brigades_low]
    if not _fits(doing, group, words[min(wizard.power, len(words) - 1)]):
        return False
    if not near(doing, group, area, doing.tables.whole("move.flight_areas")) or not _dry(doing, area):
        return False
    return jump(doing, group, area, "teleported")


def _fits(doing: Doing, group: Group, word: str) -> bool:
    """False after a failure if the group is larger than this size word says."""
    most = next(one.brigades_high for one in doing.tables.size_words if one.word == word)
    if most is None or group.size <= most:
        return True
    return doing.fail(f"{group.id} has {group.size} brigades; {doing.order.number} moves at most {most} here.")


def _dry(doing: Doing, area: str) -> bool:
    return not water(doing.world, area) or doing.fail(f"{area} is water; nobody can be set down there.")


HANDLERS: Handlers = {88: join, 729: gem, 830: join, **dict.fromkeys(TELEPORTS, teleport)}
