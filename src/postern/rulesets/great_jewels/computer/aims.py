"""Aims: what a place would bring, what it brings to whoever holds it, and who is ahead as far as one can see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from postern.rulesets.great_jewels.computer.hearsay import unseen_homes
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.computer.war import garrison_defence, leader_defence
from postern.rulesets.great_jewels.entries import ProvinceEntry
from postern.rulesets.great_jewels.rates import base_rates
from postern.rulesets.great_jewels.steps import kill_points
from postern.rulesets.great_jewels.steps.scoring import banded, bonus_points, zoran_points
from postern.rulesets.great_jewels.talismans.catalogue import JEWELS, KEYS
from postern.rulesets.great_jewels.world import Leader, Province

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
            gain += kill_points.troop_points(theirs) * troops + 8 * (levy + tax)
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
