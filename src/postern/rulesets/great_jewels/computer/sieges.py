"""Great places: armies from far and near gather round one and enter together; rams raze its citadel whatever becomes of the
army; keys are brought to the Forbidden City that they fit.
"""

from __future__ import annotations

from collections.abc import Mapping

from postern.rulesets.great_jewels.computer import growth
from postern.rulesets.great_jewels.computer.survey import Survey, unseen_homes
from postern.rulesets.great_jewels.computer.war import garrison_defence, leader_defence, striking_power
from postern.rulesets.great_jewels.rules.scoring import banded
from postern.rulesets.great_jewels.tables import CATALOGUE, KEYS, decided
from postern.rulesets.great_jewels.world.records import MERCENARY_TAG, Leader, ProvinceEntry, Talisman

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
    rivals = growth.rivalry(survey)
    known = {name: entry for name, entry in survey.view.entries.items() if _may_be_taken(survey, name, entry)}
    known |= unseen_homes(survey)
    for _ in range(_GOALS[survey.level, survey.people]):
        armies = [one for one in survey.leaders() if growth.is_army(survey, one, _LEAST)]
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
    value = growth.worth(survey, entry, rivals)
    needed = max(1, growth.resistance(survey, entry))
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
        if able and 10 * striking_power(survey, able, entry.tag) >= _ENTRY * max(1, growth.resistance(survey, entry)):
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


CATAPULTS = 132
_PRICE = int(decided("building")["engine"])
_LEAST_CSPS = 25
"""Points of a citadel that is worth razing."""
"""Rams of an army that is worth sending."""
_BLOW, _CSP_POINTS = 20, 5
"""Points of a citadel that a blow razes, and what Slenth score for each."""
_CREW = 15
"""Troops of an army that is worth equipping."""
"""Steps to the citadel from which armies are equipped."""
_ARMIES = {"QUNTAG": 10, "SLENTH": 4}
_SHARE = 5
"""Of so many troops on a march one serves a ram instead of fighting."""
_FEWEST_ALONG, _MOST_ALONG = 2, 8
_HIGH = 4
"""Citadel points that are worth the wood to an army that marches against them."""


def batter(survey: Survey) -> None:
    """Armies with rams that stand before the walls of a great citadel strike them."""
    for leader in survey.leaders():
        entry = survey.entry(leader.province)
        if leader.rams and entry is not None and survey.fresh(entry.name) and _is_target(survey, entry):
            survey.order(f"L{leader.number}AG", leader.number)


def raze(survey: Survey) -> None:
    """Armies near a great citadel of Azoni are given rams, and go there."""
    targets = _citadels(survey) if survey.people in _ARMIES else {}
    survey.saves = bool(targets)
    steps = {name: survey.steps_to(name) for name in targets}
    sent = sum(leader.rams >= _LEAST for leader in survey.leaders())
    for leader in sorted(survey.leaders(), key=lambda one: (-one.rams, one.bonus, one.number)):
        near = [name for name in targets if steps[name].get(leader.province, 99) <= _FARTHEST]
        throws = any(one.number == CATAPULTS for one in survey.held(leader.number))  # from next door, where he is
        if not near or survey.towers[leader.number] or throws:
            continue
        goal = max(near, key=lambda name: (_merit(survey, targets[name]) // (2 + steps[name][leader.province]), name))
        rams = leader.rams
        if rams < _LEAST and sent < _ARMIES[survey.people] and growth.is_army(survey, leader, _CREW):
            rams += _equip(survey, leader, targets[goal].csps)
            sent += rams >= _LEAST
        if rams >= _LEAST:
            _lead(survey, leader, goal, steps[goal])


def take_rams_along(survey: Survey) -> None:
    """Armies of Slenth that march against a citadel take rams along from the province that they leave: a ram costs less than
    the citadel point that it destroys brings (QJ-04-21)."""
    if survey.people != "SLENTH":
        return
    for number, goal in sorted(survey.ends.items()):
        leader = survey.view.leaders[number]
        place, entry = survey.view.provinces.get(leader.province), survey.entry(goal)
        if place is None or place.besieged or entry is None or survey.owner(entry) not in survey.foes:
            continue
        forced = f"L{number}F" in " ".join(survey.orders)
        if forced or not entry.garrison or entry.csps < _HIGH or survey.towers[number]:
            continue
        rams = min(survey.troops[number] // _SHARE, entry.csps, _MOST_ALONG) - leader.rams
        rams = min(rams, survey.zorans[place.name] // _PRICE)
        if rams >= _FEWEST_ALONG:
            survey.order(f"G{place.name}BR{rams}L{number}")
            survey.zorans[place.name] -= rams * _PRICE


def _citadels(survey: Survey) -> dict[str, ProvinceEntry]:
    """The great citadels that may be razed."""
    seen = {name: entry for name, entry in survey.view.entries.items() if entry.turn >= survey.view.turn - _MEMORY}
    return {name: entry for name, entry in (seen | unseen_homes(survey)).items() if _is_target(survey, entry)}


def _is_target(survey: Survey, entry: ProvinceEntry) -> bool:
    """A great citadel of Azoni whom we do not spare; Slenth score for those of all players."""
    owner = survey.owner(entry)
    if owner not in survey.foes or entry.name in survey.barred or not entry.garrison or entry.csps < _LEAST_CSPS:
        return False
    return survey.people == "SLENTH" or survey.view.met.get(owner) == "AZONI"


def _merit(survey: Survey, entry: ProvinceEntry) -> int:
    """Points that a blow takes from its owner until the end of the game, and gives to Slenth, times ten."""
    merit = 10 * _CSP_POINTS * _BLOW if survey.people == "SLENTH" else 0
    if survey.view.met.get(entry.tag) == "AZONI":
        merit += 10 * growth.turns_left(survey) * (banded(entry.csps) - banded(max(0, entry.csps - _BLOW)))
    return merit


def _equip(survey: Survey, leader: Leader, csps: int) -> int:
    """Builds as many rams as the army can serve, the province can pay for and the citadel is worth. Gives how many."""
    here = survey.view.provinces.get(leader.province)
    if here is None or here.besieged:
        return 0
    number = min(survey.zorans[here.name] // _PRICE, survey.troops[leader.number] - leader.rams, csps - leader.rams)
    if number + leader.rams < _LEAST:
        return 0
    survey.order(f"G{here.name}BR{number}L{leader.number}")
    survey.zorans[here.name] -= number * _PRICE
    return number


def _lead(survey: Survey, leader: Leader, goal: str, steps: dict[str, int]) -> None:
    """He goes the straight way, through land of others as well, as far as he bears the blows of those who are there."""
    paths = survey.reach(leader)
    nearer = [at for at in paths if steps.get(at, 99) < steps[leader.province] and (at == goal or _bears(survey, leader, at))]
    if nearer:
        end = min(nearer, key=lambda at: (steps[at], not is_safe(survey, at), len(paths[at]), at))
        survey.move(leader, paths[end])
    else:
        survey.busy.add(leader.number)


def _bears(survey: Survey, leader: Leader, name: str) -> bool:
    """Whether he loses less than half of his troops to those who are there when he goes on."""
    entry = survey.entry(name)
    if entry is None or name in survey.view.provinces:
        return True
    there = entry.garrison + sum(one.troops + one.bonus for one in survey.enemies(name))
    return entry.tag != MERCENARY_TAG and there <= survey.troops[leader.number]


_SKELETON_KEY = 84
_UNKNOWN_STRENGTH = 240
"""Troops with which to enter a city of which nothing is known: enough for seven of the ten."""
_GATHERING = 5
"""Steps from which armies are called to a city."""
_WORTH_CALLING = 12
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
    return survey.troops[leader.number] >= _WORTH_CALLING and not besieged


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
