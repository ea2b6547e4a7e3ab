"""What computer players should do little of, counted from a seat's orders and its view: scouts, crowds, idle armies."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.great_jewels.entries import LeaderEntry
from postern.rulesets.great_jewels.orders import model
from postern.rulesets.great_jewels.orders.model import QJOrder
from postern.rulesets.great_jewels.tables import ATTACK_FACTORS
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import Province

SCOUT = "raid of one troop"
CROWD = "army beyond the first at a leader without troops"
IDLE = "enemy army in own land where twice what kills it strikes at nobody"
EXCESS = (SCOUT, CROWD, IDLE)

_DEFENCE = 4
_TWICE = 2


def excess(given: list[QJOrder], view: View) -> Iterator[str]:
    """The names of ``EXCESS``, each as often as it is the case this turn."""
    struck: dict[int, int] = {}
    for order in given:
        if isinstance(order, model.Raid) and order.quantity == 1:
            yield SCOUT
        if isinstance(order, model.Attack) and order.leader and order.mode != "conditional":
            struck[order.leader] = struck.get(order.leader, 0) + 1
    for name, entry in view.current.items():
        quiet = name in view.provinces and not any(one.number in struck for one in entry.leaders)
        for one in entry.leaders:
            if one.owner == view.seat or one.killed or one.fogged:
                continue
            if not one.troops:
                yield from (CROWD for _ in range(struck.get(one.number, 0) - 1))
            elif quiet and _is_weak(view, view.provinces[name], one):
                yield IDLE


def _is_weak(view: View, place: Province, one: LeaderEntry) -> bool:
    """Whether what stands in the place could kill an army of no ally twice over (QJ-18-06 to QJ-18-24)."""
    if one.owner in view.player.allies or one.owner not in view.players:
        return False
    here = [leader for leader in view.leaders.values() if leader.province == place.name]
    force = place.garrison + sum(leader.troops + min(leader.bonus, leader.troops) for leader in here)
    people = view.met.get(one.owner)
    factor = ATTACK_FACTORS[str(view.people), people.value if people else "NONPLAYER"]
    return force * factor >= _TWICE * (_DEFENCE * (one.troops + min(one.bonus, one.troops)) + one.bonus + 1)
