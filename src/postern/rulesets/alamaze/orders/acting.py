"""Who carries out an order: figures of the court, and wizards who cast.

- What the orders of the court have in common: who acts, where, for how much, and whom another kingdom's figure is.
- Who casts a spell: a wizard of an own group, once a turn, with the power that his kingdom's list asks for (AC-23).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.game.kit.orders.digits import is_number
from postern.rulesets.alamaze.rules.effects import Asked, amount
from postern.rulesets.alamaze.tables import Edition, Region
from postern.rulesets.alamaze.turn import NOT_YOURS, Doing, Turn, pay
from postern.rulesets.alamaze.world.records import Center, Figure, Group, Kingdom, Wizard, World


def idle(turn: Turn) -> None:
    """At the beginning of a turn nobody has done anything yet."""
    for kingdom in turn.world.kingdoms.values():
        for figure in kingdom.figures.values():
            figure.deed = ""


def act(doing: Doing, figure: Figure, gold: int = 0, food: int = 0) -> bool:
    """Takes the figure's one action of the turn, and its price; False after a failure, and then neither is taken."""
    if not doing.sole(figure):
        return False
    if pay(doing, gold, food):
        return True
    del doing.turn.sole_actions[doing.code, figure.code]
    return False


def did(doing: Doing, figure: Figure, result: str, gold: int = 0, food: int = 0) -> bool:
    """The order is carried out, and this is what the figure did."""
    figure.deed = result
    return doing.done(result, gold, food)


def emissary_at_work(doing: Doing) -> tuple[Figure, Center] | None:
    """The emissary of the order and the center that he is based in; None after a failure (AC-08-02, AC-08-03, AC-08-32)."""
    figure = doing.own_figure(of="emissary")
    center = center_of(doing, figure) if figure is not None else None
    return None if figure is None or center is None else (figure, center)


def center_of(doing: Doing, emissary: Figure) -> Center | None:
    """The center that an emissary is based in; None after a failure."""
    center = doing.world.centers.get(emissary.area)
    if center is None:
        doing.fail(f"{emissary.name} is in no population center ({emissary.area}).", "Move him with 350 first.")
    return center


def ruler(doing: Doing) -> Figure | None:
    """The own ruler for an order that does not name him, if he can act; None after a failure."""
    figure = doing.kingdom.figures[doing.kingdom.ruler]
    return figure if doing.can_act(figure) else None


def consul(doing: Doing) -> Figure | None:
    """The Consul of the order; None after a failure."""
    return _of_rank(doing, "Consul")


def demon_prince(doing: Doing) -> Figure | None:
    """The Demon Prince of the order; None after a failure."""
    return _of_rank(doing, "Demon Prince")


def _of_rank(doing: Doing, rank: str) -> Figure | None:
    figure = doing.own_figure(of="political")
    if figure is not None and figure.rank != rank:
        fitting = " ".join(one.code for one in doing.kingdom.figures.values() if one.rank == rank) or "none"
        doing.fail(f"{figure.name} is a {figure.rank}; this order needs a {rank}.", f"Ours: {fitting}.")
        return None
    return figure


def region(doing: Doing) -> Region | None:
    """The region of the order; None after a failure."""
    regions = doing.tables.regions
    found = regions.get(doing.order.region or 0)
    if found is None:
        doing.fail(f"There is no region {doing.order.region}: regions run from {min(regions)} to {max(regions)}.")
    return found


def own_center(doing: Doing, area: str) -> Center | None:
    """The own center in an area; None after a failure."""
    center = doing.world.centers.get(area)
    if center is None or center.owner != doing.code:
        ours = ", ".join(one.area for one in doing.world.centers_of(doing.code)) or "none"
        doing.fail(f"We have no center in {area}.", f"Ours: {ours}.", code="NOT YOURS")
        return None
    return center


def any_kingdom(doing: Doing) -> Kingdom | None:
    """The kingdom of the order, which may be our own; None after a failure."""
    return doing.kingdom if doing.order.kingdom == doing.code else doing.other_kingdom()


def unknown(doing: Doing) -> bool:
    """True where the order is tried on an imagined world and names another kingdom: its figures and secrets are not there."""
    return doing.turn.expected and doing.order.kingdom != doing.code


def named_figure(doing: Doing, kingdom: Kingdom, code: str, area: str = "") -> Figure | None:
    """A figure of a kingdom by code, and based in this area where one is given; None after a failure."""
    figure = kingdom.figures.get(code)
    if figure is None:
        doing.unsure(f"{kingdom.code} has no figure {code}.")
        return None
    if area and figure.area != area:
        doing.unsure(f"{figure.name} ({code}) is not based in {area}.")
        return None
    return figure


def named_ruler(doing: Doing, kingdom: Kingdom) -> Figure | None:
    """The ruler of a kingdom, as a spell names him; None after a failure."""
    figure = named_figure(doing, kingdom, doing.order.figure, doing.order.area)
    if figure is not None and figure.code != kingdom.ruler:
        doing.unsure(f"{figure.name} does not rule {kingdom.code}.")
        return None
    return figure


NATURAL = (799, 800, 870, 871)
"""Spells for which only the wizard's own power counts, not what an artifact lends (ruling 50)."""


@dataclass
class Cast:
    """Who cast what in this turn: by group and code of the wizard the number of the spell (AC-23-25)."""

    spells: dict[tuple[str, str], int] = field(default_factory=dict)


def wizard_of(group: Group, said: str) -> Wizard | None:
    """The wizard of a group by code, or by power: the first of that power (ruling 3)."""
    if is_number(said):
        return next((one for one in group.wizards if one.power == int(said)), None)
    return next((one for one in group.wizards if one.code == said), None)


def spell_level(world: World, group: Group, wizard: Wizard) -> int:
    """The power at which a wizard's spells work: artifacts of his group lend some (AC-23-09). An adept has none to raise."""
    if not wizard.power:
        return 0
    lent = round(amount(Asked(world, group.kingdom, group=group), "level_bonus", "wizard", wizard.power))
    return min(lent, world.tables.whole("magic.effective_maximum"))


def caster(doing: Doing) -> tuple[Group, Wizard] | None:
    """The group and the wizard of a spell, who has cast by this; None after a failure."""
    found = able(doing)
    if found is not None:
        spend(doing, *found)
    return found


def spend(doing: Doing, group: Group, wizard: Wizard) -> None:
    """The wizard has cast his spell of the turn."""
    doing.turn.state(Cast).spells[group.id, wizard.code] = doing.order.number


def able(doing: Doing) -> tuple[Group, Wizard] | None:
    """The group and the wizard of a spell, who can cast it but has not yet; None after a failure."""
    group = doing.own_group()
    if group is None:
        return None
    said, cast = doing.order.wizard, doing.turn.state(Cast).spells
    ready = [one for one in group.wizards if (group.id, one.code) not in cast]
    wizard = wizard_of(group, said)
    if is_number(said):
        wizard = next((one for one in ready if one.power == int(said)), wizard)
    if wizard is None:
        nobody(doing, group, said)
        return None
    before = cast.get((group.id, wizard.code))
    if not _has_power(doing, group, wizard, before):
        return None
    if before is not None:
        doing.fail(f"{wizard.name} also casts {before} this turn; one spell a wizard and turn.")
        return None
    return group, wizard


def nobody(doing: Doing, group: Group, said: str) -> None:
    """Fails: there is no such wizard in the group. Says where he is, and who is there."""
    with_us = ", ".join(f"{one.code} ({one.power or 'adept'})" for one in group.wizards) or "none"
    for other in doing.world.groups_of(doing.code):
        if (found := wizard_of(other, said)) is not None and not is_number(said):
            why = f"{said} ({found.name}) is with {other.id}, not with {group.id}."
            doing.fail(why, f"Wizards of {group.id}: {with_us}.", code=NOT_YOURS)
            return
    doing.fail(f"{group.id} has no wizard {said}.", f"Wizards of {group.id}: {with_us}.", code=NOT_YOURS)


def _has_power(doing: Doing, group: Group, wizard: Wizard, before: int | None) -> bool:
    """True when a wizard has the power for a spell; False after a failure that names who or what else there is."""
    tables, number = doing.tables, doing.order.number
    name, needed = tables.spells[number].name, tables.spell_power(doing.code, number)
    if not wizard.power and needed != 0:
        may = [str(one.number) for one in tables.spells_of(doing.code, 0)]
        allowed = " and ".join(filter(None, (", ".join(may[:-1]), may[-1])))
        return doing.fail(f"{wizard.name} ({wizard.code}) is an adept.", f"Adepts may use {allowed} only.")
    school = tables.kingdoms[doing.code].spell_school
    if needed is None:
        return doing.fail(f"{number} {name} is no spell of our school ({school}).", _nearest(doing, group, wizard))
    if power_for(doing.world, group, wizard, number) >= needed:
        return True
    why = f"{number} {name} is a spell of power {needed} for our school ({school}); {wizard.name} has power {wizard.power}."
    also = f" He also casts {before} this turn; one spell a wizard and turn." if before is not None else ""
    return doing.fail(why + also, _instead(doing, group, wizard, needed))


def power_for(world: World, group: Group, wizard: Wizard, number: int) -> int:
    """The power with which a wizard comes to a spell."""
    return wizard.power if number in NATURAL else spell_level(world, group, wizard)


def _instead(doing: Doing, group: Group, wizard: Wizard, needed: int) -> str:
    """Who else of the group has the power for the spell, or what the wizard could cast."""
    number = doing.order.number
    others = [f"{one.name} ({one.code})" for one in group.wizards if power_for(doing.world, group, one, number) >= needed]
    return f"{' or '.join(others)} of {group.id} could cast it." if others else _nearest(doing, group, wizard)


def _nearest(doing: Doing, group: Group, wizard: Wizard) -> str:
    """The mightiest spell of the same phase that a wizard could cast, of several the one with the nearest number."""
    tables, number = doing.tables, doing.order.number
    power, phase = spell_level(doing.world, group, wizard), tables.spells[number].cast_phase
    fitting = [
        (at, -abs(one - number), one)
        for one, spell in tables.spells.items()
        if spell.cast_phase == phase and one != number and 0 < (at := _power(tables, doing.code, one)) <= power
    ]
    if not fitting:
        return ""
    best = max(fitting)[-1]
    return f"Nearest he has: {best} {tables.spells[best].name}."


def _power(tables: Edition, kingdom: str, number: int) -> int:
    return tables.spell_power(kingdom, number) or 0
