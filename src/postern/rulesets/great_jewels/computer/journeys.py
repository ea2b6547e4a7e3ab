"""Going farther than a march: force marches (QJ-07-10, QJ-07-11), voyages by sea or through the air, couriers with zorans, and
leaders without troops who go to dragons together for a hoard and up to five points of bonus.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from postern.rulesets.great_jewels.computer.growth import best_near, promise
from postern.rulesets.great_jewels.computer.survey import BOOTS, Survey
from postern.rulesets.great_jewels.rules.movement.sailing import navy_price
from postern.rulesets.great_jewels.tables import CATALOGUE, COAST, JEWELS, PROVINCES, coastal, decided, sailing_distance
from postern.rulesets.great_jewels.world.records import Leader

_HALF_POINTS = 2 * int(decided("movement")["points_force_marching"])
_TROOPS_A_BONUS = 2
_SERGEANT = 113
_WORTHWHILE = 6
"""What a goal must promise (growth.promise): new land, troops that wait for a leader, a place that the army can take."""
_WORTH_TROOPS = 10
"""What it must promise when the sergeant drives men to death for it."""


class _Forced(Survey):
    """The same plans, for a leader who marches by force."""

    def points(self, leader: Leader) -> int:
        return _HALF_POINTS


def march_by_force(survey: Survey) -> None:
    """Each free leader who may, when the best that he reaches so is better than what he reaches as always."""
    forced = object.__new__(_Forced)
    vars(forced).update(vars(survey))
    for leader in survey.leaders():
        least = _least(survey, leader)
        if not least:
            continue
        near, paths = survey.reach(leader), forced.reach(leader)
        best = max(((promise(survey, leader, name), name) for name in paths if name not in near), default=(0, ""))
        here = max((promise(survey, leader, name) for name in (*near, leader.province)), default=0)
        if best[0] >= least and best[0] > max(here, best_near(survey, leader)):
            if leader.rams:
                survey.order(f"L{leader.number}XR#")
            survey.aimed.add(best[1])
            survey.order(f"L{leader.number}F{''.join(paths[best[1]])}", leader.number)
            survey.ends[leader.number] = best[1]


def _least(survey: Survey, leader: Leader) -> int:
    """What a goal must promise him, 0 if he may not march by force, or would lose men by it to no purpose."""
    held = {one.number for one in survey.held(leader.number)}
    troops = survey.troops[leader.number]
    if leader.force_marched >= survey.view.turn - 1 > 0 or survey.towers[leader.number] or BOOTS in held:
        return 0
    if survey.garrisons.get(leader.province) == 0 and survey.threat(leader.province):
        return 0
    if troops <= _TROOPS_A_BONUS * leader.bonus:
        return _WORTHWHILE
    return _WORTH_TROOPS if _SERGEANT in held and troops > 2 * leader.bonus else 0


_RANGE: int = decided("sailing")["range"]
_RIDERS: int = decided("movement_talismans")["carpet_troops_a_bonus"]
_CARPET = 78
_AT_SEA, _IMPERIAL_NAVIES = (71, 72, 150), 83
_ROUND_THE_LAND = len(COAST)
_WORTH_A_VOYAGE = 5
"""What a goal must promise (growth.promise): new land, or a place that the army can take."""
_HARDENED = 8
"""Troops from which an army may land where somebody guards the shore: the landing costs some of them."""
_MEMORY = 3
"""Turns after which what was seen of a far place is worth nothing."""


def sail(survey: Survey) -> None:
    """From own harbours, with a navy that lies there or can be paid: who has nothing to do on his own shore."""
    navies = {place.name: place.navies for place in survey.own() if coastal(place.name) and not place.besieged}
    for leader in sorted(survey.leaders(), key=lambda one: not _is_sailor(survey, one)):
        home = leader.province
        if home not in navies or not survey.troops[leader.number] or survey.threat(home):
            continue
        price = navy_price(survey.view.provinces[home])
        if not navies[home] and survey.zorans[home] < price:
            continue
        farthest = _ROUND_THE_LAND if _holds(survey, leader, _IMPERIAL_NAVIES) else _RANGE
        goal = best_far(survey, leader, (name for name in COAST if 0 < sailing_distance(home, name) <= farthest))
        if goal:
            if navies[home]:
                navies[home] -= 1
            else:
                survey.order(f"G{home}BN1")
                survey.zorans[home] -= price
            survey.aimed.add(goal)
            survey.order(f"L{leader.number}S{goal}", leader.number)


def _is_sailor(survey: Survey, leader: Leader) -> bool:
    """Whether he carries a talisman that serves at sea, and so sails before the others."""
    return any(_holds(survey, leader, number) for number in (*_AT_SEA, _IMPERIAL_NAVIES))


def _holds(survey: Survey, leader: Leader, number: int) -> bool:
    """Whether he has it with him, and it works for him this turn (notes 1 and 5)."""
    held = {one.number: one for one in survey.held(leader.number)}
    one = held.get(number)
    late = 1 in CATALOGUE[number].notes and one is not None and one.gained >= survey.view.turn
    shut = 5 in CATALOGUE[number].notes and not held.keys().isdisjoint(JEWELS)
    return one is not None and one.dead_until < survey.view.turn and not late and not shut


def fly(survey: Survey) -> None:
    """The Magic Carpet carries its bearer, with as many troops as it bears, to what is best on the whole map."""
    carpet = survey.view.talismans.get(_CARPET)
    if carpet is None or carpet.dead_until >= survey.view.turn or carpet.leader in survey.busy:
        return
    rider = survey.view.leaders.get(carpet.leader)
    if rider is None or any(one.number in JEWELS for one in survey.held(rider.number)) or _CARPET in survey.handed:
        return
    if survey.troops[rider.number] > _RIDERS * rider.bonus:
        return
    goal = best_far(survey, rider, PROVINCES)
    if goal:
        survey.aimed.add(goal)
        survey.order(f"T{_CARPET}={goal}")
        survey.busy.add(rider.number)


def best_far(survey: Survey, leader: Leader, goals: Iterable[str]) -> str:
    """The most promising of these, "" when none is worth more than what he can reach on foot."""
    able = [name for name in goals if name != leader.province and _may_go(survey, leader, name)]
    best = max(((promise(survey, leader, name), name) for name in able), default=(0, ""))
    return best[1] if best[0] >= _WORTH_A_VOYAGE and best[0] > best_near(survey, leader) else ""


def _may_go(survey: Survey, leader: Leader, name: str) -> bool:
    """Land that was seen lately and is neither ours nor barred; a guarded shore only for an army that can bear the landing."""
    entry = survey.entry(name)
    if entry is None or name in survey.view.provinces or name in survey.barred or entry.turn < survey.view.turn - _MEMORY:
        return False
    return not entry.garrison or survey.troops[leader.number] >= max(_HARDENED, entry.garrison)


_LOAD = 15
"""Zorans from which a load is worth the way."""
_ENOUGH = {"AZONI": 60, "RILRIS": 100_000}
"""By people: zorans at home beyond which no more are brought. The others have no use for a hoard."""
_PROVINCES_A_COURIER = 5


def carry_home(survey: Survey) -> None:
    """The weakest leaders fetch zorans from provinces a day's march from home, and lay them down there."""
    home = survey.view.provinces.get(survey.view.player.home)
    if home is None or home.besieged or survey.people not in _ENOUGH:
        return
    for leader in survey.leaders_at(home.name):
        if leader.zorans:
            survey.order(f"L{leader.number}T#ZG")
            survey.zorans[home.name] += leader.zorans
    if survey.zorans[home.name] > _ENOUGH[survey.people]:
        return
    wanted = 1 + len(survey.view.provinces) // _PROVINCES_A_COURIER
    weakest = sorted(survey.leaders(), key=lambda one: (one.province == home.name, survey.strength(one), one.number))
    for leader in weakest:
        if wanted and leader.province in survey.view.provinces:
            wanted -= _fetch(survey, leader) if leader.province == home.name else _bring(survey, leader, home.name)


def _bring(survey: Survey, leader: Leader, home: str) -> bool:
    """He takes what lies where he stands, and a troop to carry it, and marches home. True when it is worth it."""
    place = leader.province
    load = survey.zorans[place]
    crew = survey.troops[leader.number] or survey.garrisons[place] > 1
    if load + leader.zorans < _LOAD or survey.view.provinces[place].besieged or not crew or survey.enemies(place):
        return False
    paths = survey.reach(leader)
    if home not in paths:
        return False
    if not survey.troops[leader.number]:
        survey.order(f"G{place}T1TL{leader.number}")
        survey.troops[leader.number] += 1
        survey.garrisons[place] -= 1
    if load:
        survey.order(f"G{place}T{load}ZL{leader.number}")
        survey.zorans[place] = 0
    survey.move(leader, paths[home])
    return True


def _fetch(survey: Survey, leader: Leader) -> bool:
    """He goes where most lies that no other is fetching. True when there is such a place."""
    paths = survey.reach(leader)
    rich = [at for at in paths if survey.zorans.get(at, 0) >= _LOAD and at not in survey.aimed and not survey.enemies(at)]
    if rich:
        goal = max(rich, key=lambda at: (survey.zorans[at], at))
        survey.aimed.add(goal)
        survey.move(leader, paths[goal])
    return bool(rich)


_STRENGTH: int = decided("contents")["dragon_strength"]
_GOOD_ODDS = Fraction(3, 5)  # to go in, and to stay
_WANTED_ODDS = Fraction(4, 5)
_LEAST_BONUS = 4
_LANCE = 145
_LANCE_ODDS = Fraction(2, 3)


def hunt(survey: Survey) -> None:
    """Who is with a dragon stays while the odds are good; where enough leaders can reach one this turn they go in."""
    for name, entry in sorted(survey.view.entries.items()):
        if entry.tag != "-DRAGON-":
            continue
        inside = survey.leaders_at(name)
        party = list(inside)
        paths = {one.number: survey.reach(one, (name,)) for one in survey.leaders() if _is_hunter(survey, one)}
        able = [one for one in survey.leaders() if name in paths.get(one.number, ())]
        for leader in sorted(able, key=lambda one: (survey.troops[one.number], -one.bonus, one.number)):
            if _odds(survey, party) < _WANTED_ODDS:
                party.append(leader)
        if _odds(survey, party) < _GOOD_ODDS:
            continue
        survey.busy.update(one.number for one in inside)
        for leader in party[len(inside) :]:
            if survey.troops[leader.number]:
                survey.order(f"L{leader.number}T#TG")
                survey.garrisons[leader.province] += survey.troops[leader.number]
                survey.troops[leader.number] = 0
            survey.move(leader, paths[leader.number][name])


def _odds(survey: Survey, party: list[Leader]) -> Fraction:
    """The chance that they slay it in one turn (QJ-25-09)."""
    spared = Fraction(1)
    for leader in party:
        lance = any(one.number == _LANCE for one in survey.held(leader.number))
        spared *= 1 - (_LANCE_ODDS if lance else Fraction(leader.bonus, leader.bonus + _STRENGTH))
    return 1 - spared


def _is_hunter(survey: Survey, leader: Leader) -> bool:
    """Experienced, and without troops or where he can leave them."""
    place = survey.view.provinces.get(leader.province)
    leaves = place is not None and not place.besieged and not survey.threat(place.name)
    return leader.bonus >= _LEAST_BONUS and (leaves or not survey.troops[leader.number])
