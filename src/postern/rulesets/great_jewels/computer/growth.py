"""Growing: what a place would bring, and to whom; raiding and marching into new land, gathering against what is guarded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from postern.game.chance import Stream
from postern.rulesets.great_jewels.computer.finds import carries_harm, railhead
from postern.rulesets.great_jewels.computer.supply import keep
from postern.rulesets.great_jewels.computer.survey import Survey, unseen_homes
from postern.rulesets.great_jewels.computer.war import garrison_defence, leader_defence, striking_power
from postern.rulesets.great_jewels.rules import scoring
from postern.rulesets.great_jewels.rules.economy import base_rates
from postern.rulesets.great_jewels.rules.scoring import banded, bonus_points, zoran_points
from postern.rulesets.great_jewels.tables import FAVOURITE, JEWELS, KEYS, PROVINCES, distance, neighbours
from postern.rulesets.great_jewels.world.records import Leader, Province, ProvinceEntry

_LAST = 25
"""The turn on which a game ends if nobody knows better."""
_SHORTEST, _LONGEST = 2, 12
_MEMORY = 8
"""Turns for which what was seen of others' lands counts."""
_JEWEL, _KEY, _TALISMAN = 300, 12, 6
"""Points a turn that a talisman is thought to be worth."""
_GROWING = ("AZONI", "RILRIS")
"""Whose citadels and hoards have brought them more with each turn, and will."""
_HELD = 2  # of three provinces taken this many are still ours later on


def turns_left(survey: Survey) -> int:
    """For how many turns what is taken now will probably bring points."""
    return max(_SHORTEST, min(_LONGEST, _LAST - survey.view.turn))


def points_a_turn(people: str, place: ProvinceEntry | Province, levy: int, tax: int) -> int:
    """What an owner of this people scores each turn for a province as it stands."""
    match people:
        case "AZONI":
            return banded(place.csps)
        case "QUNTAG":
            return banded(levy) + banded(tax)
        case "RILRIS":
            return zoran_points(place.zorans)
    return 0


def standing(survey: Survey) -> dict[str, int]:
    """What each player whom we know seems to score in a turn, from what was seen of him and from what his home is likely to
    hold; the Oracle knows it."""
    if survey.view.oracle:
        return dict(survey.view.oracle)
    points: dict[str, int] = defaultdict(int)
    for name, entry in (dict(survey.view.entries) | unseen_homes(survey)).items():
        if name in survey.view.provinces or entry.turn < survey.view.turn - _MEMORY:
            continue
        people = survey.view.met.get(entry.tag)
        if people:
            points[entry.tag] += points_a_turn(str(people), entry, entry.levy, entry.tax)
        for one in entry.leaders:
            if survey.view.met.get(one.owner) == "SLENTH" and not one.killed:
                points[one.owner] += bonus_points(one.bonus)
    return dict(points)


def rivalry(survey: Survey) -> dict[str, int]:
    """In hundredths how much it is worth to take a point from a player: most from who is ahead, little from the others."""
    points = standing(survey)
    ranked = sorted((name for name in points if name != survey.view.seat), key=lambda name: (-points[name], name))
    weights = (100, 80, 60, 50, 40)
    return {name: weights[place] if place < len(weights) else 20 for place, name in enumerate(ranked)}


def worth(survey: Survey, entry: ProvinceEntry, rivals: Mapping[str, int]) -> int:
    """Points until the end of the game that taking this place is worth: what we gain, and what its owner loses."""
    left = turns_left(survey)
    owner = survey.owner(entry)
    theirs = str(survey.view.met.get(owner, "")) if owner else ""
    gain = _gain(survey, entry, theirs, left)
    for one in entry.talismans:
        gain += left * (_JEWEL if one.number in JEWELS else _KEY if one.number in KEYS else _TALISMAN)
    if not theirs:
        return gain
    denied = points_a_turn(theirs, entry, entry.levy, entry.tax) * left
    if theirs in _GROWING:
        denied += denied * left // (2 * survey.view.turn)
    weight = rivals.get(owner, 20)
    return gain * (30 + weight) // 100 + 2 * denied * weight // 100


def _gain(survey: Survey, entry: ProvinceEntry, theirs: str, left: int) -> int:
    levy, tax = base_rates(survey.view.people, survey.view.terrain(entry.name))
    kept = left * _HELD // 3
    gain = (levy + tax) * kept  # troops and zorans serve everybody
    match survey.people:
        case "AZONI":
            gain += banded(entry.csps) * kept
        case "QUNTAG":
            gain += (banded(levy) + banded(tax)) * kept
        case "RILRIS":
            gain += 2 * entry.zorans + 2 * tax * kept
        case "SLENTH":
            troops = entry.garrison + sum(one.troops for one in entry.leaders if one.owner == entry.tag and not one.killed)
            gain += scoring.troop_points(theirs) * troops + 8 * (levy + tax)
    return gain


def resistance(survey: Survey, entry: ProvinceEntry) -> int:
    """Attack factors that it takes to clear a place, with what has probably come to it since it was seen."""
    age = survey.view.turn - entry.turn
    grown = entry.garrison + age * entry.levy if entry.garrison else 0
    csps = entry.csps + 5 * age if survey.view.met.get(entry.tag) == "AZONI" and age else entry.csps
    walls = 4 if entry.tag != "MERC" else 8
    armies = sum(leader_defence(one) for one in survey.enemies(entry.name))
    return max(garrison_defence(entry), walls * (grown + 2 * min(grown, csps))) + armies


def is_army(survey: Survey, leader: Leader, least: int) -> bool:
    """An army that is free to go: large enough, and not needed where it stands."""
    here = leader.province
    if survey.troops[leader.number] < least:
        return False
    if here not in survey.view.provinces:
        return True
    guards = survey.garrisons[here] or sum(survey.troops[one.number] for one in survey.leaders_at(here)) > least
    return bool(guards) and not survey.enemies(here)


_RAIDERS = 4  # two chances in three to take an empty province (QJ-14-06)
_DELIVERY = 12  # what it is worth to bring a harmful talisman to an enemy: more than any empty land
_SCOUTS_FROM = 5  # first turn on which land next door is looked at by a single raider
_SCOUTS = 1  # a turn
_SCOUTS_EVERY = 3  # turns, except to where armies gather
_STALE = 4  # turns after which land is looked at again, unless armies gather against it
_LEFT_BY_SCOUTS = 4  # troops in a garrison that spares no scout
_UNKNOWN = 3  # what it is worth to an army to look at land that nobody has seen lately
_EXPLORERS, _EXPLORED = 20, 5  # troops of an army that need not fear what it may find, and what a look is worth to it
_FEW = 5  # troops from which an army goes out to fight
_STACK = 10  # troops without a leader that are worth fetching
_MOST_WAITING = 6  # what a great stack of them is worth beyond that
_NEW_LAND = 6  # last turn on which land that nobody has seen is likely to be free


def raid_out(survey: Survey) -> None:
    """Raids of four from garrisons that can spare them into empty provinces which nobody is marching to."""
    for province in survey.own():
        if not province.besieged:
            _raid(survey, province, neighbours(province.name))


def raid_by_rail(survey: Survey) -> None:
    """As ``raid_out``, into the nearest of all lands, from where the Underground Railroad is laid down: before its troops are
    handed out to leaders."""
    for province in survey.own():
        if province.name == railhead(survey):
            _raid(survey, province, PROVINCES)


def _raid(survey: Survey, province: Province, goals: Iterable[str]) -> None:
    base = province.name
    if base in survey.raided or survey.enemies(base):
        return
    spare = (survey.garrisons[base] - keep(survey, province)) // _RAIDERS
    free = [
        name
        for name in sorted(goals, key=lambda name: (-_worth(survey, name), distance(base, name), name))
        if name in survey.empty and name not in survey.aimed and not survey.enemies(name) and _seems_free(survey, name)
    ][: max(0, spare)]
    for target in free:
        survey.order(f"G{base}R{_RAIDERS}{target}")
    survey.garrisons[base] -= _RAIDERS * len(free)
    survey.aimed.update(free)


def _seems_free(survey: Survey, name: str) -> bool:
    """Whether land that nobody is known to hold may still be so."""
    return survey.view.turn <= _NEW_LAND or survey.fresh(name)


def scout(survey: Survey) -> None:
    """A raider to the place next door that most needs to be looked at, from the largest garrison beside it."""
    if survey.view.turn < _SCOUTS_FROM:
        return
    unseen: dict[str, list[str]] = {}
    for province in survey.own():
        able = survey.garrisons[province.name] > _LEFT_BY_SCOUTS and province.name not in (*survey.raided, *survey.barred)
        if able and not province.besieged:
            for name in neighbours(province.name):
                if _is_worth_a_look(survey, name):
                    unseen.setdefault(name, []).append(province.name)
    if survey.view.turn % _SCOUTS_EVERY:
        unseen = {name: bases for name, bases in unseen.items() if name in survey.goals}
    for name, bases in sorted(unseen.items(), key=lambda item: _urgency(survey, item[0]))[:_SCOUTS]:
        base = max(bases, key=lambda one: (survey.garrisons[one], one))
        survey.order(f"G{base}R1{name}")
        survey.garrisons[base] -= 1


def _urgency(survey: Survey, name: str) -> tuple[bool, int, str]:
    """The sooner a place is looked at: where armies gather, then what was seen longest ago."""
    entry = survey.entry(name)
    return (name not in survey.goals, entry.turn if entry is not None else 0, name)


def _is_worth_a_look(survey: Survey, name: str) -> bool:
    """True for land of players and neutrals that we have not seen for a while, or that armies gather against; an ally is not
    raided, and nobody gets into a siege."""
    if name in survey.view.provinces or survey.fresh(name) or name in survey.aimed or survey.terrain(name) == "I":
        return False
    entry = survey.entry(name)
    if entry is None:
        return True
    known = entry.tag in (*survey.view.players, "-----") and not survey.spares(entry.tag)
    if name not in survey.goals and survey.view.turn - entry.turn < _STALE:
        return False
    return known and "-S" not in entry.flags


def _worth(survey: Survey, name: str) -> int:
    """How much we would like to own an empty province."""
    return 3 if survey.terrain(name) == FAVOURITE[survey.people] else 2


def campaign(survey: Survey) -> None:
    """Armies that together can take a guarded place go there together, first to what is worth most for what it takes; who is
    there waits."""
    rivals = rivalry(survey)
    armies = [one for one in survey.leaders() if survey.troops[one.number] >= _FEW and not _guards_alone(survey, one)]
    paths = {one.number: survey.reach(one) for one in armies}
    for needed, name in sorted(_prizes(survey), key=lambda prize: _merit(survey, prize[0], prize[1], rivals)):
        owner = _defender(survey, name)
        near = [one for one in armies if one.number not in survey.busy and (name in paths[one.number] or one.province == name)]
        chosen: list[Leader] = []
        for leader in sorted(near, key=lambda one: (one.province != name, -survey.strength(one), one.number)):
            if survey.people == "SLENTH" or striking_power(survey, chosen, owner) < needed:  # experience scores for Slenth
                chosen.append(leader)
        if not chosen or striking_power(survey, chosen, owner) < needed:
            continue
        survey.aimed.add(name)
        for leader in chosen:
            if leader.province == name:
                survey.busy.add(leader.number)
            else:
                survey.move(leader, paths[leader.number][name])


def _merit(survey: Survey, needed: int, name: str, rivals: Mapping[str, int]) -> tuple[int, str]:
    """The order of prizes: own land first, then by worth."""
    if name in survey.view.provinces:
        return -1_000_000, name
    return -1000 * worth(survey, survey.view.entries[name], rivals) // (needed + 20), name


def _defender(survey: Survey, name: str) -> str:
    """Against whom an army fights there: the owner, or in own land the greatest of those who have come."""
    if name not in survey.view.provinces:
        return survey.owner(survey.view.entries[name])
    return max(survey.enemies(name), key=lambda one: (one.troops, -one.number)).owner


def _prizes(survey: Survey) -> Iterator[tuple[int, str]]:
    """Guarded places of others, and own ones with enemies in them, each with the attack factors it takes."""
    for name in survey.view.provinces:
        armies = [one for one in survey.enemies(name) if one.troops and not one.fogged and not survey.spares(one.owner)]
        if armies and name not in survey.barred:
            yield sum(leader_defence(one) for one in armies), name
    for name, entry in survey.view.entries.items():
        owner = survey.owner(entry)
        if name in survey.view.provinces or name in survey.barred or entry.tag == "MERC" or survey.spares(owner):
            continue
        needed = garrison_defence(entry) + sum(4 * (one.troops + one.bonus) for one in survey.enemies(name))
        if needed:
            yield needed, name


def march(survey: Survey, stream: Stream) -> None:
    """Every free leader goes where he does most good: new land near by, a guarded place he can storm, or the front."""
    for leader in survey.leaders():
        if _guards_alone(survey, leader):
            continue
        paths = survey.reach(leader)
        target = _best(survey, leader, paths, stream)
        if target is not None:
            survey.aimed.add(target)
            survey.move(leader, paths[target])


def _guards_alone(survey: Survey, leader: Leader) -> bool:
    """True when the leader holds a province whose garrison is gone and enemies are near."""
    empty = survey.garrisons.get(leader.province) == 0
    return empty and survey.threat(leader.province) > 0


def best_near(survey: Survey, leader: Leader) -> int:
    """How good the best is that he could take from nobody or from others at the end of a march."""
    abroad = (name for name in survey.reach(leader) if name not in survey.view.provinces)
    return max((promise(survey, leader, name) for name in abroad), default=0)


def _best(survey: Survey, leader: Leader, paths: dict[str, tuple[str, ...]], stream: Stream) -> str | None:
    stay = promise(survey, leader, leader.province) if leader.province in survey.view.provinces else 0
    if survey.devoured(leader.province):
        stay = -1
    scored = []
    for name in sorted(paths):
        if survey.standing_in and name in survey.view.provinces and stay >= 0:
            continue
        score = promise(survey, leader, name)
        if score > stay:
            scored.append((10 * score - len(paths[name]), stream.below(4), name))
    return max(scored)[2] if scored else None


def promise(survey: Survey, leader: Leader, name: str) -> int:
    """How good it would be to end the march here, 0: not at all."""
    if name in survey.aimed:
        return 0
    if name in survey.empty:
        return _score_empty(survey, leader, name)
    if name in survey.view.provinces:
        return _score_own(survey, leader, name)
    return _score_foreign(survey, leader, name)


def _score_empty(survey: Survey, leader: Leader, name: str) -> int:
    """Land that nobody is known to hold. What was not seen just now is later in the game somebody's by now, and death to a
    leader without troops."""
    if survey.enemies(name):
        return 0
    if not _seems_free(survey, name):
        troops = survey.troops[leader.number]
        return 0 if not troops or survey.standing_in else _UNKNOWN if troops < _EXPLORERS else _EXPLORED
    unseen = survey.entry(name) is None
    return 4 + _worth(survey, name) + (1 if unseen else 0)


def _score_own(survey: Survey, leader: Leader, name: str) -> int:
    """An own province: better when it is threatened and he can help, when it has troops for him, or lies at the front."""
    troops = survey.troops[leader.number]
    if survey.threat(name) and troops:
        return 5
    place = survey.view.provinces[name]
    spare = survey.garrisons[name] - keep(survey, place) if name != leader.province and not place.besieged else 0
    if spare >= _STACK and spare > troops:
        return 6 + min(_MOST_WAITING, spare // _STACK)
    if not troops:
        return 0 if survey.threat(name) else 1 + max(0, min(3, spare // 3))
    return max(0, 4 - survey.front[name])


def _score_foreign(survey: Survey, leader: Leader, name: str) -> int:
    """A place of somebody else: good when he can take it, worth a gathering when he and others near by could."""
    entry = survey.entry(name)
    if entry is None or entry.tag == "MERC":
        return 0
    owner = survey.owner(entry)
    if survey.spares(owner):
        return 0
    needed = garrison_defence(entry, survey.towers[leader.number])
    if owner and carries_harm(survey, leader):
        return _DELIVERY
    needed += sum(4 * (one.troops + one.bonus) for one in survey.enemies(name))
    if not needed:
        return 9 if owner else 0
    if striking_power(survey, [leader], owner) >= needed:
        return 10 + len(entry.talismans) + (2 if owner else 0)
    together = [other for other in survey.leaders() if distance(other.province, name) <= 2]
    if striking_power(survey, together, owner) >= needed and survey.troops[leader.number] > _FEW:
        return 5 + len(entry.talismans)
    return 0
