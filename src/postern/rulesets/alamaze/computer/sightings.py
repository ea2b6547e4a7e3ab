"""Unusual sightings: groups go to those that are known, when their leaders and wizards can hope to win; artifacts come to whom
they serve (AC-03-08..09, AC-06-103..110, rulings 50 and 51)."""

from __future__ import annotations

from postern.rulesets.alamaze.artifacts.encounters import GUARDED, INVESTIGATE, JOIN, Party, strength
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.effects import Asked, rows
from postern.rulesets.alamaze.world import Group, Wizard

_TACTICS = (1, 2, 3)
_PALANTIR = 972


def known(survey: Survey) -> set[str]:
    """Areas of sightings that the kingdom has seen."""
    return {one.area for one in survey.world.sightings.values()}


def ride(survey: Survey) -> None:
    """Groups that stand at a sighting and do not fight ride out, with as many wizards and as much caution as it takes."""
    for group in survey.groups:
        if group.area not in known(survey) or group.id in survey.defending or survey.rests():
            continue
        chosen = plan_ride(survey, group)
        if chosen is None or not survey.stream.percent(NUMBERS.sites.try_pct):
            continue
        tactic, riders, guarded = chosen
        if not survey.letter.order(INVESTIGATE, group.id, "-", tactic):
            return
        for wizard in guarded:
            if survey.letter.order(GUARDED, group.id, wizard.code):
                survey.busy.add(f"{group.id} {wizard.code}")
        for wizard in riders:
            survey.letter.order(JOIN, group.id, wizard.code)


def plan_ride(survey: Survey, group: Group) -> tuple[int, list[Wizard], list[Wizard]] | None:
    """The most careful way to win: tactic, wizards who ride along, and wizards who strike from safety; None for no hope. Those
    in safety do half as much, so that they ride openly only where that is not enough."""
    need = NUMBERS.sites.strength
    leaders = tuple(group.leaders)
    free = [one for one in group.wizards if f"{group.id} {one.code}" not in survey.busy and one.power]
    free.sort(key=lambda one: (-one.power, one.code))
    needed = survey.tables.spell_power(survey.code, GUARDED)
    able = [one for one in free if needed is not None and one.power >= needed]
    parties = [Party(leaders, (), ())] if leaders else []
    parties += [Party(leaders, (), tuple(able[:number])) for number in range(1, len(able) + 1)]
    parties += [Party(leaders, tuple(free[:number]), ()) for number in range(1, len(free) + 1)]
    for tactic in _TACTICS:
        for party in parties:
            if strength(survey.turn, group, party, tactic) >= need:
                return tactic, list(party.wizards), list(party.guarded)
    return None


def worth(survey: Survey, group: Group) -> dict[str, float]:
    """The sightings that a group can go to with hope, with what they are worth to it beside centers."""
    if not known(survey) or plan_ride(survey, group) is None:
        return {}
    return dict.fromkeys(sorted(known(survey) - survey.claimed), NUMBERS.sites.worth)


def gaze(survey: Survey) -> None:
    """A Palantir shows the center worth most whose defense nobody knows."""
    unknown = [
        (value, area)
        for area, value in survey.wanted.items()
        if not survey.defense_known(area) and area not in survey.looked_at
    ]
    for group in survey.groups:
        sources = {row.source for row in rows(Asked(survey.world, survey.code, group=group), "order_access", str(_PALANTIR))}
        for key in sorted(sources):
            if unknown and survey.letter.order(_PALANTIR, survey.tables.artifacts[key].short_number, max(unknown)[1]):
                survey.looked_at.add(max(unknown)[1])
                unknown.remove(max(unknown))
