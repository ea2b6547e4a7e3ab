"""Highway Bribery: an enemy army that stands beside the talisman is bought with the zorans that lie there."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.entries import LeaderEntry
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.catalogue import JEWELS

_BRIBERY = 130
_PRICE: int = decided("powers")["bribe"]
_WORTH_BUYING = 10
"""Troops of an army that is worth its price."""


def bribe(survey: Survey) -> None:
    """The largest army that can be paid, from the bearer's purse or from the own province where he stands, changes sides."""
    talisman = survey.view.talismans.get(_BRIBERY)
    if talisman is None or talisman.dead_until >= survey.view.turn:
        return
    place = survey.place_of(talisman)
    own = survey.view.provinces.get(place)
    chest = survey.zorans[place] if own is not None and not own.besieged else 0
    purse = survey.view.leaders[talisman.leader].zorans if talisman.leader else 0
    rich = max(chest, purse)
    able = [one for one in survey.enemies(place) if _may_be_bought(survey, one) and one.troops * _PRICE <= rich]
    if not able:
        return
    bought = max(able, key=lambda one: (one.troops, one.bonus, -one.number))
    price = bought.troops * _PRICE
    if chest >= price:
        survey.order(f"G{place}T{price}ZL{bought.number}")
        survey.zorans[place] -= price
    else:
        survey.order(f"L{talisman.leader}T{price}ZL{bought.number}")
    survey.order(f"T{_BRIBERY}L{bought.number}")
    survey.handed[_BRIBERY] = bought.number
    survey.enemies(place).remove(bought)


def _may_be_bought(survey: Survey, one: LeaderEntry) -> bool:
    """A player's army in full view, without a Great Jewel."""
    jewelled = any(held.number in JEWELS for held in one.talismans)
    return one.owner in survey.view.players and one.troops >= _WORTH_BUYING and not one.fogged and not jewelled
