"""Sieges: armies from far and near gather round one great place of another player, and enter together."""

from __future__ import annotations

from collections.abc import Mapping

from postern.rulesets.great_jewels.computer import aims
from postern.rulesets.great_jewels.computer.hearsay import unseen_homes
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.computer.war import striking_power
from postern.rulesets.great_jewels.entries import ProvinceEntry
from postern.rulesets.great_jewels.world import Leader

_LEAST = 8  # troops of an army that is worth calling
_FARTHEST = 12  # steps from which armies are called
_MARGIN = 13  # tenths of the resistance with which a siege is begun
_ENTRY = 11  # tenths with which the armies enter
_MEMORY = 6
_WORTHWHILE = 60  # points
_GOALS: dict[tuple[str, str], int] = {
    ("normal", "AZONI"): 1,
    ("normal", "QUNTAG"): 5,
    ("normal", "RILRIS"): 1,
    ("normal", "SLENTH"): 3,
    ("hard", "AZONI"): 0,
    ("hard", "QUNTAG"): 0,
    ("hard", "RILRIS"): 0,
    ("hard", "SLENTH"): 3,
}
"""How many places are besieged at a time: who scores by what he builds or hoards loses more by a war than he wins."""


def besiege(survey: Survey) -> None:
    """A few places at a time: the one that is worth most for what it takes first."""
    rivals = aims.rivalry(survey)
    known = {name: entry for name, entry in survey.view.entries.items() if _may_be_taken(survey, name, entry)}
    known |= unseen_homes(survey)
    for _ in range(_GOALS[survey.level, survey.people]):
        armies = [one for one in survey.leaders() if aims.is_army(survey, one, _LEAST)]
        plans = [plan for entry in known.values() if (plan := _plan(survey, entry, armies, rivals))]
        if not plans:
            return
        _, name, chosen, needed, steps = max(plans, key=lambda plan: plan[:2])
        survey.goals.append(name)
        _carry_out(survey, known[name], chosen, needed, steps)


def _may_be_taken(survey: Survey, name: str, entry: ProvinceEntry) -> bool:
    """Land of others, guarded or not, that was seen lately."""
    if name in survey.view.provinces or name in survey.barred or entry.turn < survey.view.turn - _MEMORY:
        return False
    if entry.tag in ("MERC", "-DRAGON-") or survey.spares(survey.owner(entry)):
        return False
    return bool(entry.garrison or survey.owner(entry))


Paths = dict[str, tuple[str, ...]]
_Plan = tuple[int, str, list[Leader], int, dict[str, int]]


def _plan(survey: Survey, entry: ProvinceEntry, armies: list[Leader], rivals: Mapping[str, int]) -> _Plan | None:
    """Which armies would take the place, and how good that would be; None when they do not suffice."""
    name = entry.name
    if name in survey.aimed or name in survey.goals:
        return None
    value = aims.worth(survey, entry, rivals)
    needed = max(1, aims.resistance(survey, entry))
    if value < _WORTHWHILE:
        return None
    steps = survey.steps_to(name)
    near = sorted(
        (one for one in armies if steps.get(one.province, 99) <= _FARTHEST), key=lambda one: _order(survey, one, steps)
    )
    chosen: list[Leader] = []
    for leader in near:
        if 10 * striking_power(survey, chosen, entry.tag) >= _MARGIN * needed:
            break
        chosen.append(leader)
    if 10 * striking_power(survey, chosen, entry.tag) < _MARGIN * needed or not chosen:
        return None
    far = max(steps[one.province] for one in chosen)
    return 1000 * value // (needed + 60) // (3 + far), name, chosen, needed, steps


def _order(survey: Survey, leader: Leader, steps: dict[str, int]) -> tuple[int, int, int]:
    return (steps[leader.province], -survey.strength(leader), leader.number)


def _carry_out(survey: Survey, entry: ProvinceEntry, chosen: list[Leader], needed: int, steps: dict[str, int]) -> None:
    """All who can be there this turn enter if they suffice; else they come as near as they safely can, and wait."""
    name, tag = entry.name, entry.tag
    inside = [one for one in chosen if one.province == name]
    paths = {one.number: survey.reach(one) for one in chosen}
    able = [one for one in chosen if name in paths[one.number]]
    enters = 10 * striking_power(survey, [*inside, *able], tag) >= _ENTRY * needed
    if enters:
        survey.aimed.add(name)
    waiting = []
    for leader in chosen:
        if leader in inside or (not enters and steps[leader.province] == 1):
            survey.busy.add(leader.number)
        elif enters and leader in able:
            survey.move(leader, paths[leader.number][name])
        else:
            waiting.append(leader)
    advance(survey, waiting, paths, steps)


def advance(survey: Survey, leaders: list[Leader], paths: Mapping[int, Paths], steps: Mapping[str, int]) -> None:
    """These come nearer to a place, to which ``steps`` leads from everywhere: into guarded land on the way which they can take
    together, if no safe land is as near, else each to where he can wait."""
    for stone in sorted({at for one in leaders for at in paths[one.number]}, key=lambda at: (steps.get(at, 99), at)):
        entry = survey.entry(stone)
        if not steps.get(stone, 0) or entry is None or not _may_be_taken(survey, stone, entry) or stone in survey.aimed:
            continue
        able = [one for one in leaders if stone in paths[one.number] and steps[stone] < _nearest(survey, one, paths, steps)]
        if able and 10 * striking_power(survey, able, entry.tag) >= _ENTRY * max(1, aims.resistance(survey, entry)):
            survey.aimed.add(stone)
            for leader in able:
                survey.move(leader, paths[leader.number][stone])
            leaders = [one for one in leaders if one not in able]
    for leader in leaders:
        near = paths[leader.number]
        safe = [at for at in near if 1 <= steps.get(at, 99) < steps[leader.province] and is_safe(survey, at)]
        if safe:
            goal = min(safe, key=lambda at: (steps[at], at not in survey.view.provinces, len(near[at]), at))
            survey.move(leader, near[goal])


def _nearest(survey: Survey, leader: Leader, paths: Mapping[int, Paths], steps: Mapping[str, int]) -> int:
    """How near he can come to the place and wait there."""
    safe = (steps[at] for at in paths[leader.number] if steps.get(at, 0) and is_safe(survey, at))
    return min(safe, default=steps[leader.province])


def is_safe(survey: Survey, name: str) -> bool:
    """Where an army may wait: own land, or land that nobody guards, without enemies."""
    entry = survey.entry(name)
    if survey.enemies(name):
        return False
    return name in survey.view.provinces or (entry is not None and not entry.garrison and entry.tag != "MERC")
