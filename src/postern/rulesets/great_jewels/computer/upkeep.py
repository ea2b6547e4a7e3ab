"""Standing orders and last resorts of provinces: citadels that build themselves, works that no enemy shall get, musters."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.danger import foes_in, will_fall
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.geography import distance, neighbours
from postern.rulesets.great_jewels.world import Province

_HIGH_ENOUGH = 20  # points of a home's citadel that nobody scores by
_NEAR_HOME = 2  # steps from which couriers fetch what lies there
_RAZED = 8  # citadel points that may be destroyed in a turn (QJ-16-06)
_WORTH_A_MUSTER = 12  # troops


def autobuild(survey: Survey) -> None:
    """After the building orders: where each turn's zorans go into the citadel anyway, it builds by itself from now on; not any
    longer where a home has points enough, or the Drevonyx feeds."""
    for province in survey.own():
        name = province.name
        built = [order for order in survey.orders if order.startswith(f"G{name}BC")]
        if province.autobuild and not _builds_always(survey, province):
            survey.order(f"G{name}BC-")
        elif built and not province.autobuild and _builds_always(survey, province):
            survey.orders[survey.orders.index(built[0])] = f"G{name}BC+"


def _builds_always(survey: Survey, province: Province) -> bool:
    home = survey.view.player.home
    if survey.devoured(province.name):
        return False
    if survey.people == "AZONI":
        return distance(province.name, home) > _NEAR_HOME
    return province.name == home and province.csps < _HIGH_ENOUGH and survey.people != "RILRIS"


def raze(survey: Survey) -> None:
    """What is surely lost is worth less to him who takes it: navies, roads that lead nowhere of ours, citadels for Azoni."""
    for province in survey.own():
        if not will_fall(survey, province.name):
            continue
        name = province.name
        captor = foes_in(survey, name)[0].owner
        if province.csps and survey.view.met.get(captor) == "AZONI":
            survey.order(f"G{name}XC{min(_RAZED, province.csps)}")
        if province.navies:
            survey.order(f"G{name}XN#")
        if province.road and not any(other in survey.roads for other in neighbours(name) if other in survey.view.provinces):
            survey.order(f"G{name}XD")


def muster(survey: Survey) -> None:
    """Deep in the realm all troops around go to the leader who waits for most of them: the levies of the turn guard their
    places before anybody could come."""
    waiting = {survey.ends.get(number, one.province) for number, one in survey.view.leaders.items()}
    best = max(((_mustered(survey, name), name) for name in sorted(waiting) if name in survey.view.provinces), default=(0, ""))
    troops, hub = best
    if troops < _WORTH_A_MUSTER:
        return
    survey.order(f"G{hub}M")
    for name in neighbours(hub):
        survey.raided.add(name)
        survey.garrisons[name] = 0


def _mustered(survey: Survey, hub: str) -> int:
    """The troops that a muster would bring there, 0 where it would be a risk, or where others have plans with them."""
    around = [survey.view.provinces[name] for name in neighbours(hub) if name in survey.view.provinces]
    if len(around) < len([name for name in neighbours(hub) if survey.terrain(name) != "I"]):
        return 0
    if survey.view.provinces[hub].besieged or hub in survey.barred or hub in survey.raided or survey.enemies(hub):
        return 0
    for place in around:
        risky = survey.front[place.name] < 2 or survey.threat(place.name) or place.name == survey.view.player.home
        if risky or place.besieged or place.name in survey.raided or survey.devoured(place.name):
            return 0
    return sum(survey.garrisons[place.name] for place in around)
