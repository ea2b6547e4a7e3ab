"""What a seat does in its orders, for the count of a league: the kinds of orders and talismans that it uses, and what computer
players should do little of: scouts, crowds, idle armies.
"""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.orders.families import GRAMMAR
from postern.rulesets.great_jewels.tables import ATTACK_FACTORS, CATALOGUE, KEYS, RINGS, rows
from postern.rulesets.great_jewels.turn import orders
from postern.rulesets.great_jewels.turn.orders import QJOrder
from postern.rulesets.great_jewels.world.records import LeaderEntry, Province, Talisman

_BY_ORDER: dict[str, type[QJOrder]] = {"S": orders.Sail, "F": orders.Move, "U": orders.Unlock}
"""By the letter after the leader in a talisman's example (``L13SK18``): the order of its bearer that makes use of it."""


def _is_passive(number: int) -> bool:
    """True for a talisman that works by being held, as the catalogue says: it has a holder, and no order. A key scores."""
    return number in KEYS or (CATALOGUE[number].on != "transfer" and not CATALOGUE[number].orders)


def _name(number: int) -> str:
    return f"T{number} {CATALOGUE[number].name}{' (held)' if _is_passive(number) else ''}"


USABLE = (
    *dict.fromkeys(form.name or kind.name for kind, form in GRAMMAR.forms if kind.group != "talisman"),
    *(_name(number) for number in CATALOGUE),
)
"""Every kind of order and every talisman; those that work by being held are marked so, and count where they work."""
UNUSED = {row["name"]: row["reason"] for row in rows("unused_by_computers")}
"""Which of them computer players never use, and why."""


def uses(sheet: OrderSheet, view: View) -> tuple[str, ...]:
    """The kinds of the orders on this sheet, the talismans that these orders use or that are held where they work, and what
    there is of ``EXCESS``."""
    if view.standings:
        return ()  # the game is over: no seat leaves anything undone
    given = [order.data for order in sheet.orders if isinstance(order.data, QJOrder)]
    working = [one.number for one in view.talismans.values() if _is_held(view, one) or _is_ordered(one, given)]
    found = [GRAMMAR.name_of(order) for order in given if not isinstance(order, orders.UseTalisman)]
    return (*found, *(_name(number) for number in working), *excess(given, view))


def _is_held(view: View, talisman: Talisman) -> bool:
    """Whether it works by being held, and is held where it does."""
    number, power = talisman.number, CATALOGUE[talisman.number]
    rings = [people for people, numbers in RINGS.items() if number in numbers]
    if not _is_passive(number) or (rings and rings != [str(view.people)]):
        return False
    return number in KEYS or power.on in ("both", "leader" if talisman.leader else "garrison")


def _is_ordered(talisman: Talisman, given: list[QJOrder]) -> bool:
    """Whether one of these orders hands it over where that is what makes it work, is its own, or is one of its bearer for which
    he has it."""
    power = CATALOGUE[talisman.number]
    for order in given:
        match order:
            case orders.Spell(talisman=number) | orders.UseTalisman(talisman=number):
                if number == talisman.number:
                    return True
            case orders.GiveTalisman(talisman=number):
                if number == talisman.number and (power.on == "transfer" or 2 in power.notes):
                    return True
            case orders.Sail(leader=number) | orders.Unlock(leader=number) | orders.Move(leader=number, force_march=True):
                kinds = [_BY_ORDER.get(example.lstrip("L0123456789")[:1]) for example in power.orders]
                if number == talisman.leader and type(order) in kinds:
                    return True
    return False


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
        if isinstance(order, orders.Raid) and order.quantity == 1:
            yield SCOUT
        if isinstance(order, orders.Attack) and order.leader and order.mode != "conditional":
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
    """Whether what stands in the place could kill an army of no ally twice over."""
    if one.owner in view.player.allies or one.owner not in view.players:
        return False
    here = [leader for leader in view.leaders.values() if leader.province == place.name]
    force = place.garrison + sum(leader.troops + min(leader.bonus, leader.troops) for leader in here)
    people = view.met.get(one.owner)
    factor = ATTACK_FACTORS[str(view.people), people.value if people else "NONPLAYER"]
    return force * factor >= _TWICE * (_DEFENCE * (one.troops + min(one.bonus, one.troops)) + one.bonus + 1)
