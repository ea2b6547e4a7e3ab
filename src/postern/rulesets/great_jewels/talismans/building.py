"""Talismans that build and hire: T60, T91, T123, T125."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import coastal
from postern.rulesets.great_jewels.rates import levy_rate
from postern.rulesets.great_jewels.steps import capture
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, Force, Talisman

_NUMBERS = decided("movement_talismans")


def _drives(turn: Turn, talisman: Talisman) -> bool:
    """T60 works while the levy rate is above 0 (QJ-28.1-075)."""
    return levy_rate(turn.world, turn.province(talisman.province)) > 0


@hooks.AFTER_BUILDING.add(60)
def wear_out(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T60: the levy rate falls by 1 each turn, before the levy, and stays down when it is gone (QJ-28.1-075, -076)."""
    if _drives(turn, talisman):
        turn.province(talisman.province).levy_lost += 1


@hooks.AT_INCOME.add(91)
def launch(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T91: one navy each turn in a coastal province, free (QJ-28.1-166)."""
    province = turn.province(talisman.province)
    if coastal(province.name):
        province.navies += 1
        turn.tell("navy launched", to=[province.owner], province=province.name, navies=province.navies)


@hooks.IN_STRONGHOLD.add(125)
def charm(turn: Turn, talisman: Talisman, place: str, nothing: None) -> None:
    """T125: it goes to the leader there with the highest bonus, then brings its carrier as many troops as his bonus, free
    (QJ-28.1-278, -279)."""
    if talisman.used == turn.number:
        return
    talisman.used = turn.number
    carrier = turn.world.leaders[talisman.leader]
    rivals = [leader for leader in turn.leaders_in(place) if leader.owner in turn.world.players]
    best = max(rivals, key=lambda leader: (leader.bonus, leader.number == carrier.number))
    if best.number != carrier.number:
        turn.place_talisman(talisman.number, Force(leader=best.number))
        data = {"leader": best.number, "owner": best.owner, "from_": carrier.number, "province": place}
        turn.tell("charisma passed", to=[carrier.owner, best.owner], **data)
    if best.bonus:
        best.troops += best.bonus
        turn.tell("charmed", to=[best.owner], leader=best.number, troops=best.bonus, province=place, now=best.troops)


@hooks.AFTER_BUILDING.add(123)
def found_city(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T123: on the turn of transfer, with as many percent as there are CSPs (60 at most), if a city has ever been captured: its
    garrison and all leaders there become guardians, and it bears the name of a fallen city (QJ-28.1-268
    to QJ-28.1-271)."""
    if turn.expected or not turn.world.cities_taken:
        return
    province = turn.province(talisman.province)
    stream = turn.stream("architect", province.name)
    if not stream.percent(min(province.csps, decided("powers")["architect_most"])):
        return
    name = stream.choice(sorted(set(turn.world.cities_taken)))
    told = turn.witnesses(province.name, turn.giver_of(talisman))
    leaders = turn.leaders_in(province.name)
    capture.lose_province(turn, province.name)
    province.city = name
    turn.world.cities_taken = [city for city in turn.world.cities_taken if city != name]
    turn.tell("city founded", to=told, province=province.name, city=name, leaders=[leader.number for leader in leaders])
    for player in told:
        turn.visit(player, province.name)
    for leader in leaders:
        leader.owner = LOTU
