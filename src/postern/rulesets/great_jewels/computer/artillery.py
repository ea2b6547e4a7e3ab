"""Artillery: what an army without a better goal does to a neighbour's land from next door (T124, T132)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.computer.war import garrison_defence, leader_defence, striking_power
from postern.rulesets.great_jewels.entries import ProvinceEntry
from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.world import Leader

_ARTILLERY, _CATAPULTS = 124, 132
_SHARE = 3  # field artillery strikes with a third of the factors
_RAMS_A_CSP: int = decided("combat")["catapult_rams_a_csp"]
_RAM_PRICE: int = decided("building")["engine"]
_WORTH_A_SHOT = 3  # troops
_WORTH_A_THROW = 4  # CSPs


def bombard(survey: Survey) -> None:
    """Field artillery strikes whom it kills, or where it kills most; nothing comes back. Catapults throw what rams the bearer
    has, and the province can pay, at the highest citadel."""
    gunner = _bearer(survey, _ARTILLERY)
    if gunner is not None:
        shots = sorted(_shots(survey, gunner), reverse=True)
        if shots and shots[0][1] >= _WORTH_A_SHOT:
            survey.order(f"T{_ARTILLERY}={shots[0][2]}", gunner.number)
    thrower = _bearer(survey, _CATAPULTS)
    if thrower is not None:
        _throw(survey, thrower)


def _bearer(survey: Survey, number: int) -> Leader | None:
    """The own leader who may use it now, with an army that has nothing else to do."""
    talisman = survey.view.talismans.get(number)
    if talisman is None or number in survey.handed or max(talisman.gained, talisman.dead_until) >= survey.view.turn:
        return None
    free = talisman.leader and talisman.leader not in survey.busy and survey.troops[talisman.leader] > 0
    return survey.view.leaders[talisman.leader] if free else None


def _targets(survey: Survey, leader: Leader) -> Iterator[ProvinceEntry]:
    """The land next door, as seen now, of players whom we strike."""
    for name in neighbours(leader.province):
        entry = survey.entry(name)
        if entry is not None and survey.fresh(name) and not entry.fogged and survey.owner(entry) in survey.foes:
            yield entry


def _shots(survey: Survey, gunner: Leader) -> Iterator[tuple[bool, int, str]]:
    """What he may aim at: whether it is destroyed, how many troops die, how it is written."""
    for entry in _targets(survey, gunner):
        for one in survey.enemies(entry.name):
            if one.owner in survey.foes and one.troops and not one.fogged:
                power, needed = striking_power(survey, [gunner], one.owner) // _SHARE, leader_defence(one)
                yield power >= needed, min(one.troops, one.troops * power // needed), f"L{one.number}"
        if entry.garrison:
            power, needed = striking_power(survey, [gunner], entry.tag) // _SHARE, garrison_defence(entry)
            yield power >= needed, min(entry.garrison, entry.garrison * power // needed), f"G{entry.name}"


def _throw(survey: Survey, thrower: Leader) -> None:
    here = survey.view.provinces.get(thrower.province)
    chest = survey.zorans[here.name] if here is not None and not here.besieged and survey.people != "RILRIS" else 0
    built = min(chest // _RAM_PRICE, survey.troops[thrower.number] - thrower.rams)
    csps, target = max(((entry.csps, entry.name) for entry in _targets(survey, thrower) if entry.garrison), default=(0, ""))
    built = max(0, min(built, csps * _RAMS_A_CSP - thrower.rams))
    if min(csps, (thrower.rams + built) // _RAMS_A_CSP) < _WORTH_A_THROW:
        return
    if built and here is not None:
        survey.order(f"G{here.name}BR{built}L{thrower.number}")
        survey.zorans[here.name] -= built * _RAM_PRICE
    survey.order(f"T{_CATAPULTS}={target}", thrower.number)
