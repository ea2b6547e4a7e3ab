"""Spells of the court: against the rulers and figures of rivals, and for our own (AC-23)."""

from __future__ import annotations

from collections.abc import Sequence

from postern.rulesets.alamaze.computer.figures_known import Known, figures_known
from postern.rulesets.alamaze.computer.magic import cast, has, idle
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.world import Group, Wizard

_WARD, _SLEEP, _REVEAL, _SCANDAL, _CURSE, _INFURIATE, _DEMON = 301, 305, 370, 381, 386, 477, 941
_RULERS = ("King", "Queen", "Regent")


def conspire(survey: Survey) -> None:
    """Each wizard who is free and strong enough does one rival harm; no two strike the same figure by the same spell."""
    known = figures_known(survey)
    kings = [one for one in known if one.rank in _RULERS]
    for group, wizard in list(idle(survey)):
        if wizard.power < NUMBERS.goals.court_power or survey.rests():
            continue
        _strike_ruler(survey, group, wizard, kings) or _summon_demon(survey, group, wizard, known) or _infuriate(
            survey, group, wizard
        ) or _sleep(survey, group, wizard, known) or _ward(survey, group, wizard)


def _strike_ruler(survey: Survey, group: Group, wizard: Wizard, kings: Sequence[Known]) -> bool:
    """A scandal for a member of the Council, a curse for any: influence is what all orders hang on."""
    for king in kings:
        seated = king.kingdom in survey.world.council.members
        spells = ((_SCANDAL, ()),) if seated else ()
        for number, where in (*spells, (_CURSE, (king.area,)), (_REVEAL, ())):
            if has(survey, group, wizard, number) and _once(survey, number, king.kingdom):
                return cast(survey, group, wizard, number, king.kingdom, king.code, *where)
    return False


def _once(survey: Survey, number: int, what: str) -> bool:
    """True the first time that a spell is meant for something in this turn."""
    key = f"spell {number} {what}"
    if key in survey.busy:
        return False
    survey.busy.add(key)
    return True


def _summon_demon(survey: Survey, group: Group, wizard: Wizard, known: Sequence[Known]) -> bool:
    """A demon kills the highest emissary of a rival who was found."""
    ranks = survey.tables.emissary_ranks
    high = [one for one in known if one.rank in ranks and ranks[one.rank].power_percent >= NUMBERS.goals.demon_rank_pct]
    for one in high if has(survey, group, wizard, _DEMON) else ():
        if _once(survey, _DEMON, f"{one.kingdom} {one.code}"):
            return cast(survey, group, wizard, _DEMON, one.area, one.code, one.kingdom)
    return False


def _infuriate(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """The people of a region that we seek like the rival less who controls it, or has most centers in it."""
    region = survey.world.region_of(group.area)
    if region not in survey.regions_sought or not has(survey, group, wizard, _INFURIATE):
        return False
    owners = [one.owner for one in survey.world.centers.values() if survey.world.region_of(one.area) == region]
    others = sorted({one for one in owners if one not in ("", survey.code)})
    other = survey.rulers.get(region) or max(others, key=lambda one: (owners.count(one), one), default="")
    return bool(other) and _once(survey, _INFURIATE, str(region)) and cast(survey, group, wizard, _INFURIATE, other)


def _sleep(survey: Survey, group: Group, wizard: Wizard, known: Sequence[Known]) -> bool:
    """A figure of a rival sleeps where an agent of ours strikes at it, or who works in a region that we seek."""
    if not has(survey, group, wizard, _SLEEP):
        return False
    near = [one for one in known if survey.tables.grid.distance(group.area, one.area) <= survey.tables.whole("spell.range")]
    near.sort(key=lambda one: f"{one.kingdom} {one.code}" not in survey.looked_at)
    for one in near:
        struck = f"{one.kingdom} {one.code}" in survey.looked_at
        if (struck or survey.world.region_of(one.area) in survey.regions_sought) and _once(
            survey, _SLEEP, f"{one.kingdom} {one.code}"
        ):
            return cast(survey, group, wizard, _SLEEP, one.kingdom, one.code, one.area)
    return False


def _ward(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """The own ruler is safe from foul play where foreign agents were found near the capital."""
    king = survey.kingdom.figures.get(survey.kingdom.ruler)
    if king is None or king.held_by or not has(survey, group, wizard, _WARD):
        return False
    reach = survey.tables.whole("spell.range")
    spies = [one for one in figures_known(survey) if one.level and survey.tables.grid.distance(one.area, king.area) <= reach]
    near = survey.tables.grid.distance(group.area, king.area) <= reach
    return (
        near and bool(spies) and _once(survey, _WARD, king.code) and cast(survey, group, wizard, _WARD, survey.code, king.code)
    )
