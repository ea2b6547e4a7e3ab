"""Talismans that build, hire and raid: T60, T91, T125, T129."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import coastal
from postern.rulesets.great_jewels.rates import levy_rate
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import (
    AFTER_BUILDING,
    AT_INCOME,
    CSP_LIMIT,
    CSP_PRICE,
    IN_STRONGHOLD,
    RAIDS_ANYWHERE,
)
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman

_NUMBERS = decided("movement_talismans")


def _drives(turn: Turn, talisman: Talisman) -> bool:
    """T60 works while the levy rate is above 0 (QJ-28.1-075)."""
    return levy_rate(turn.world, turn.province(talisman.province)) > 0


@CSP_LIMIT.add(60)
def drive_far(turn: Turn, talisman: Talisman, nothing: None, limit: int) -> int:
    """T60: up to 10 CSPs a turn (QJ-28.1-074)."""
    return int(_NUMBERS["slave_driver_csps"]) if _drives(turn, talisman) else limit


@CSP_PRICE.add(60)
def drive_cheap(turn: Turn, talisman: Talisman, nothing: None, price: int) -> int:
    """T60: 2 zorans a CSP (QJ-28.1-074)."""
    return int(_NUMBERS["slave_driver_price"]) if _drives(turn, talisman) else price


@AFTER_BUILDING.add(60)
def wear_out(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T60: the levy rate falls by 1 each turn, before the levy, and stays down when it is gone (QJ-28.1-075, -076)."""
    if _drives(turn, talisman):
        turn.province(talisman.province).levy_lost += 1


@AT_INCOME.add(91)
def launch(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T91: one navy each turn in a coastal province, free (QJ-28.1-166)."""
    province = turn.province(talisman.province)
    if coastal(province.name):
        province.navies += 1
        turn.tell("navy launched", to=[province.owner], province=province.name, navies=province.navies)


@IN_STRONGHOLD.add(125)
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


@RAIDS_ANYWHERE.add(129)
def tunnel_network(turn: Turn, talisman: Talisman, nothing: None, anywhere: bool) -> bool:
    """T129: raids to any province, out of a siege too (QJ-28.1-290, -291)."""
    return True
