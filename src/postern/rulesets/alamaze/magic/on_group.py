"""Late spells of a wizard upon his own group: healing, masks and invisibility, brigades that he calls, and the forms beyond
death (AC-06-31, AC-20-01, rulings 29 and 49)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.group_values import size_word
from postern.rulesets.alamaze.magic.casting import able, spend
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Group

MASKED, INVISIBLE = "masked", "invisible"
_HIDES = {821: MASKED, 822: MASKED, 845: INVISIBLE, 846: INVISIBLE, 847: INVISIBLE}
"""How a spell hides a group."""
_FORMS = {870: "wraith", 871: "lich"}
_SUMMONS = (860, 861, 862, 863, 866)


@dataclass
class Healed:
    """How often each group was healed by spell in this turn."""

    times: dict[str, int] = field(default_factory=dict)


def heal(doing: Doing) -> bool:
    """815: less attrition for food, the larger the group the less for the more; the second time in a turn helps less."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    if not group.brigades or not group.attrition:
        return doing.fail(f"{group.id} has no attrition to heal.")
    word = size_word(doing.tables, group.size).lower().replace(" ", "_")
    times = doing.turn.state(Healed).times
    food = doing.tables.whole(f"heal.{word}_food")
    if not pay(doing, food=food):
        return False
    spend(doing, group, wizard)
    points = doing.tables.value(f"heal.{word}") - (doing.tables.value("heal.again") if times.get(group.id) else 0)
    times[group.id] = times.get(group.id, 0) + 1
    group.attrition = max(round(group.attrition - points, 2), 0)
    return doing.done(f"attrition of {group.id} is now {group.attrition:g} percent", food=food)


def hide(doing: Doing) -> bool:
    """821, 822: its size is masked. 845 to 847: it is invisible. Both until the battles of the next turn are over."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    word, how = doing.tables.spells[doing.order.number].largest_group, _HIDES[doing.order.number]
    most = largest(doing.tables, word)
    if most is not None and group.size > most:
        return doing.fail(f"{group.id} has {group.size} brigades; {doing.order.number} hides at most {most}.")
    spend(doing, group, wizard)
    group.hidden = how
    return doing.done(f"{group.id} is {how}")


def largest(tables: Edition, word: str) -> int | None:
    """How many brigades a group of a size has at most; None for any number."""
    return next(one.brigades_high for one in tables.size_words if one.word == word)


def show(turn: Turn) -> None:
    """Masks and invisibility of the turn before are over when groups have fought and ridden out (ruling 29)."""
    for id, group in sorted(turn.world.groups.items()):
        if group.hidden:
            group.hidden = ""
            turn.tell_kingdoms("hiding-over", (group.kingdom,), group=id)


def summon(doing: Doing) -> bool:
    """860 to 866: brigades come out of a terrain, up to a number in a group."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    tables = doing.tables
    row, terrain = tables.summons[doing.order.number], tables.areas[group.area].terrain
    if terrain != row.terrain:
        return doing.fail(f"{row.creature} come in {row.terrain}; {group.id} stands in {terrain} ({group.area}).")
    if not _fits(doing, group, row.brigade_code, row.brigades_per_cast, row.max_per_group):
        return False
    spend(doing, group, wizard)
    group.brigades[row.brigade_code] = group.brigades.get(row.brigade_code, 0) + row.brigades_per_cast
    doing.tell("summoned", group=group.id, area=group.area, creature=row.creature, brigades=row.brigades_per_cast)
    return doing.done(f"{row.creature} joined {group.id}")


def _fits(doing: Doing, group: Group, kind: str, number: int, most: int) -> bool:
    """False after a failure where a group cannot have so many more brigades of a kind."""
    if group.brigades.get(kind, 0) + number > most:
        return doing.fail(f"{group.id} has {group.brigades[kind]} {kind}; {most} in a group is the most.")
    kinds = doing.tables.whole("group.brigade_types")
    if kind not in group.brigades and len(group.brigades) >= kinds:
        return doing.fail(f"{group.id} has {len(group.brigades)} kinds of brigades, the most there may be.")
    return True


def transform(doing: Doing) -> bool:
    """870, 871: the wizard is a wraith or a lich for good. He cannot die, and his power is bound."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    form = _FORMS[doing.order.number]
    if wizard.form:
        return doing.fail(f"{wizard.name} is a {wizard.form} already, for good.")
    spend(doing, group, wizard)
    wizard.form = form
    wizard.power = min(wizard.power, doing.tables.whole(f"{form}.power"))
    doing.tell("transformed", wizard=wizard.name, group=group.id, form=form, power=wizard.power)
    return doing.done(f"{wizard.name} is a {form} of power {wizard.power}")


HANDLERS: Handlers = {
    815: heal,
    **dict.fromkeys(_HIDES, hide),
    **dict.fromkeys(_SUMMONS, summon),
    **dict.fromkeys(_FORMS, transform),
}
