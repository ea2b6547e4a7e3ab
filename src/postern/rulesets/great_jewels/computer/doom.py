"""The Sword of Doom: a small army strikes a great one, and mostly kills it to the last man (T49)."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.danger import foes_in
from postern.rulesets.great_jewels.computer.survey import Survey

_SWORD = 49
_WORTH_THE_RISK = 10
"""Troops of what it strikes, and more than the bearer's own: he loses all of his one time in four."""


def strike_with_doom(survey: Survey) -> None:
    """The bearer strikes the largest army of a foe beside him, or the garrison of a foe in whose land he is."""
    sword = survey.view.talismans.get(_SWORD)
    if sword is None or not sword.leader or sword.leader in survey.busy or _SWORD in survey.handed:
        return
    if max(sword.gained, sword.dead_until) >= survey.view.turn or not survey.troops[sword.leader]:
        return
    place = survey.view.leaders[sword.leader].province
    entry = survey.entry(place)
    if entry is None or not survey.fresh(place) or entry.tag == "MERC":
        return
    aims = [(one.troops, f"L{one.number}") for one in foes_in(survey, place)]
    if survey.owner(entry) in survey.foes:
        aims.append((entry.garrison, "G"))
    troops, aim = max(aims, default=(0, ""))
    if troops >= _WORTH_THE_RISK and troops > survey.troops[sword.leader]:
        survey.order(f"L{sword.leader}A{aim}", sword.leader)


def seeks_prey(survey: Survey, number: int) -> bool:
    """Whether this leader carries the sword, with somebody to lead, and so is to go to where a foe's troops are."""
    sword = survey.view.talismans.get(_SWORD)
    return sword is not None and sword.leader == number and _SWORD not in survey.handed and survey.troops[number] > 0
