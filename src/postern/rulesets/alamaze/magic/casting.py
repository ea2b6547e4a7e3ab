"""Who casts a spell: a wizard of an own group, once a turn, with the power that the school of the kingdom asks for (AC-23)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.turn import Doing
from postern.rulesets.alamaze.world import Group, Wizard

ADEPTS_MAY = (91, 139, 800)
"""What adepts may cast (AC-23-12, ruling 86)."""


@dataclass
class Cast:
    """Who cast what in this turn: by group and code of the wizard the number of the spell (AC-23-25)."""

    spells: dict[tuple[str, str], int] = field(default_factory=dict)


def wizard_of(group: Group, said: str) -> Wizard | None:
    """The wizard of a group by code, or by power: the first of that power (ruling 3)."""
    if said.isdigit():
        return next((one for one in group.wizards if one.power == int(said)), None)
    return next((one for one in group.wizards if one.code == said), None)


def caster(doing: Doing) -> tuple[Group, Wizard] | None:
    """The group and the wizard of a spell, who has cast by this; None after a failure."""
    group = doing.own_group()
    if group is None:
        return None
    order, said = doing.order, doing.order.wizard
    cast = doing.turn.state(Cast).spells
    ready = [one for one in group.wizards if (group.id, one.code) not in cast]
    wizard = wizard_of(group, said)
    if said.isdigit():
        wizard = next((one for one in ready if one.power == int(said)), wizard)
    if wizard is None:
        _nobody(doing, group, said)
        return None
    if (before := cast.get((group.id, wizard.code))) is not None:
        doing.fail(f"{wizard.name} also casts {before} this turn; one spell a wizard and turn.")
        return None
    if not may_cast(doing, group, wizard, order.number):
        return None
    cast[group.id, wizard.code] = order.number
    return group, wizard


def _nobody(doing: Doing, group: Group, said: str) -> None:
    with_us = ", ".join(f"{one.code} ({one.power or 'adept'})" for one in group.wizards) or "none"
    for other in doing.world.groups_of(doing.code):
        if (found := wizard_of(other, said)) is not None and not said.isdigit():
            why = f"{said} ({found.name}) is with {other.id}, not with {group.id}."
            doing.fail(why, f"Wizards of {group.id}: {with_us}.", code="NOT YOURS")
            return
    doing.fail(f"{group.id} has no wizard {said}.", f"Wizards of {group.id}: {with_us}.", code="NOT YOURS")


def may_cast(doing: Doing, group: Group, wizard: Wizard, number: int) -> bool:
    """True when a wizard has the power for a spell; False after a failure that names what he has instead."""
    tables, spell = doing.tables, doing.tables.spells[number]
    school = tables.kingdoms[doing.code].spell_school
    needed = spell.level(school)
    if not wizard.power and number not in ADEPTS_MAY:
        may = ", ".join(map(str, ADEPTS_MAY[:-1]))
        return doing.fail(f"{wizard.name} ({wizard.code}) is an adept.", f"Adepts may use {may} and {ADEPTS_MAY[-1]} only.")
    if needed is None:
        return doing.fail(f"{number} {spell.name} is no spell of our school ({school}).")
    if wizard.power >= needed:
        return True
    near = [
        (one.level(school), n)
        for n, one in tables.spells.items()
        if one.cast_phase == spell.cast_phase and 0 < (one.level(school) or 0) <= wizard.power
    ]
    have = f"Nearest he has: {max(near)[1]} {tables.spells[max(near)[1]].name}." if near else ""
    why = (
        f"{number} {spell.name} is a spell of power {needed} for our school ({school}); {wizard.name} has power {wizard.power}."
    )
    return doing.fail(why, have)
