"""Questing: major characters look for hermitages, shrines and lairs, and do the deeds that count
(CF-20, rulings 11.1 to 11.7)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.cosmos.computer.letter import NATION
from postern.rulesets.cosmos.computer.numbers import NUMBERS
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.places import hex_of, owner_of
from postern.rulesets.cosmos.scenario import Deed
from postern.rulesets.cosmos.world import Unit

_RULE = NUMBERS.questing


def go_questing(survey: Survey) -> None:
    """Sends major characters who lead nobody on quests, heroes before casters, and gives those on quests their next deed."""
    away = [one for one in survey.own if one.questing]
    for unit in [one for one in away if not one.program and not one.leader]:
        _next_deed(survey, unit, [])
    free = [one for one in survey.own if _can_go(survey, one)]
    free.sort(key=lambda one: (bool(survey.tables.spells_of(one.type)), one.id))
    for unit in free[: max(0, survey.skill.quests - len(away))]:
        _hold_as_enemies(survey)
        if survey.turns_left >= _RULE.turns:
            begin = ["questing on", "retreatspot", f"retreatwhen {max(1, survey.kind(unit).wp * _RULE.retreat_pct // 100)}"]
            _next_deed(survey, unit, begin)


def _hold_as_enemies(survey: Survey) -> None:
    """Who lives in lairs is fought with: only enemies are attacked (CF-5.4-05)."""
    for code, one in survey.tables.nations.items():
        neutral = one.quests and survey.world.policy(survey.code, code) != "enemy"
        if neutral and survey.letter.order(NATION, f"policy {code.lower()} enemy"):
            survey.nation.policies[code] = "enemy"


def _can_go(survey: Survey, unit: Unit) -> bool:
    kind = survey.kind(unit)
    lone = kind.major and survey.leads(unit) is None and not unit.members and survey.idle(unit)
    return lone and owner_of(survey.world, unit.position) == survey.code


def _next_deed(survey: Survey, unit: Unit, first: list[str]) -> None:
    """Orders for the deed that counts most for its time, or to wander where nobody of the nation looked yet."""
    reach = survey.reach(unit)
    best: tuple[float, str, list[str]] = (0.0, "", [])
    for deed in survey.tables.deeds.values():
        known = survey.world.locations.get(deed.location)
        spot = str(deed.location)
        done = known is None or str(deed.no) in survey.nation.deeds or spot in survey.claimed
        if known is None or done or hex_of(survey.world, known.outside) not in reach or not _dares(survey, unit, deed):
            continue
        phases = reach[hex_of(survey.world, known.outside)] + deed.phases
        if phases < survey.phases_left:
            value = (deed.points + sum(_treasures(survey, spot))) / (phases + 1)
            best = max(best, (value, spot, [*_deed(unit, deed)]), key=lambda one: (one[0], one[1]))
    _, spot, lines = best
    if not spot:
        lines = list(_wander(survey, unit))
    if lines and survey.letter.order(unit.id, *first, *lines):
        survey.busy.add(unit.id)
        survey.claimed.add(spot)


def _deed(unit: Unit, deed: Deed) -> Iterator[str]:
    if not deed.phases:
        yield "mytactics attack"
    if unit.position != str(deed.location):
        yield f"farmove {deed.location}"
    yield f"search {deed.phases}" if deed.phases else f"search {_RULE.fight}"
    if not deed.phases:
        yield "take"


def _dares(survey: Survey, unit: Unit, deed: Deed) -> bool:
    """True for a deed without a fight, or one that the unit should win."""
    if deed.phases:
        return True
    guards = [one for one in survey.nation.memory.units.values() if one.position == str(deed.location)]
    types = survey.tables.unit_types
    strength = sum(float(types[one.type].combat_rating) * one.individuals for one in guards) or _RULE.guards
    return strength * survey.skill.margin_pct / 100 <= float(survey.kind(unit).combat_rating)


def _treasures(survey: Survey, spot: str) -> Iterator[int]:
    """The points of items that are known to lie in a lair."""
    for number, position in survey.nation.memory.items.items():
        kind = survey.tables.items.get(number)
        for row in survey.tables.victory if kind is not None and position == spot else ():
            if kind is not None and row.kind == "item" and row.type == kind.type:
                yield row.points


def _wander(survey: Survey, unit: Unit) -> Iterator[str]:
    """A way to look for places of quests: two hexes at some distance, by luck."""
    reach = survey.reach(unit)
    far = sorted(place for place, phases in reach.items() if _RULE.nearest <= phases <= _RULE.farthest)
    if far:
        goals = survey.stream.shuffled(far)[:2]
        yield f"farmove {' '.join(map(str, goals))}"
