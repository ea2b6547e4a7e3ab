"""Forbidden Cities: keys are brought to a city that they fit, armies gather round it, and enter together."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.computer.war import garrison_defence, leader_defence
from postern.rulesets.great_jewels.entries import ProvinceEntry
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, KEYS
from postern.rulesets.great_jewels.world import Leader, Talisman

_SKELETON_KEY = 84
_UNKNOWN_STRENGTH = 240
"""Troops with which to enter a city of which nothing is known: enough for seven of the ten."""
_GATHERING = 5
"""Steps from which armies are called to a city."""
_WORTHWHILE = 12
"""Troops from which an army is worth calling."""


def storm_cities(survey: Survey) -> None:
    """One city at a time: where the keys are at hand and the armies beside it suffice they enter, else they gather."""
    plans = []
    for name, entry in sorted(survey.view.entries.items()):
        if not _is_guarded(survey, entry):
            continue
        keyed = [leader for leader in survey.leaders() if _fits(survey, leader, entry.tag)]
        if keyed:
            steps = survey.steps_to(name)
            armies = [one for one in survey.leaders() if steps.get(one.province, 99) <= _GATHERING and _is_army(survey, one)]
            strength = sum(survey.troops[one.number] for one in armies)
            nearest = min(steps.get(leader.province, 99) for leader in keyed)
            if nearest <= 2 * _GATHERING and strength >= _needed(entry) * 2 // 3:
                plans.append((nearest, -strength, name, keyed, armies, steps))
    for nearest, _, name, keyed, armies, steps in sorted(plans, key=lambda plan: plan[:3])[:1]:
        beside = [one for one in armies if steps[one.province] == 1]
        bearers = [one for one in keyed if steps.get(one.province) == 1]
        strength = sum(survey.troops[one.number] for one in beside)
        if bearers and strength >= _needed(survey.view.entries[name]):
            _enter(survey, name, bearers, beside)
        elif nearest <= _GATHERING:
            _gather(survey, [*keyed, *(one for one in armies if one not in keyed)], steps)
        else:
            _gather(survey, keyed[:1], steps)


def _is_guarded(survey: Survey, entry: ProvinceEntry) -> bool:
    return entry.locked or entry.tag not in (*survey.view.players, "-----", "MERC", "-DRAGON-")


def _is_army(survey: Survey, leader: Leader) -> bool:
    """An army that is free to go: strong enough to be of use, and not needed where it stands."""
    besieged = leader.province in survey.view.provinces and bool(survey.enemies(leader.province))
    return survey.troops[leader.number] >= _WORTHWHILE and not besieged


def _needed(entry: ProvinceEntry) -> int:
    """Troops to enter with: they are struck at once, and have to be enough then to kill the guardians."""
    if entry.locked:
        return _UNKNOWN_STRENGTH
    guards = [one for one in entry.leaders if not one.killed]
    strike = 3 * (entry.garrison + sum(one.troops + one.bonus for one in guards)) // 4
    kill = (garrison_defence(entry) + sum(leader_defence(one) for one in guards)) // 4
    return strike + kill


def _fits(survey: Survey, leader: Leader, city: str) -> bool:
    return any(
        (_is_key(one, city) or one.number == _SKELETON_KEY) and one.gained < survey.view.turn
        for one in survey.held(leader.number)
    )


def _is_key(talisman: Talisman, city: str) -> bool:
    """True for a key whose name has the city's: the Gold Rush opens nothing."""
    return talisman.number in KEYS and city in CATALOGUE[talisman.number].name.split()


def _enter(survey: Survey, name: str, bearers: list[Leader], armies: list[Leader]) -> None:
    best = max(bearers, key=lambda leader: (_keys(survey, leader, name), -leader.number))
    survey.order(f"L{best.number}U{name}")
    for leader in armies:
        survey.order(f"L{leader.number}M{name}", leader.number)
    survey.busy.update(one.number for one in bearers)  # the keys stay outside if their bearers have no army


def _keys(survey: Survey, leader: Leader, name: str) -> int:
    city = survey.view.entries[name].tag
    return sum(_is_key(one, city) for one in survey.held(leader.number))


def _gather(survey: Survey, leaders: list[Leader], steps: dict[str, int]) -> None:
    """Each of these comes as near as he can this turn, and waits beside the city."""
    for leader in leaders:
        if steps.get(leader.province) == 1:
            survey.busy.add(leader.number)
            continue
        paths = survey.reach(leader)
        safe = [at for at in paths if 1 <= steps.get(at, 99) < steps.get(leader.province, 99) and _is_safe(survey, at)]
        if safe:
            goal = min(safe, key=lambda at: (steps[at], at not in survey.view.provinces, at))
            survey.move(leader, paths[goal])


def _is_safe(survey: Survey, name: str) -> bool:
    entry = survey.entry(name)
    return name in survey.view.provinces or entry is None or (not survey.enemies(name) and entry.tag != "MERC")
