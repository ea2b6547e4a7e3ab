"""Before all orders: the standing list changes, standing orders join the letter, orders are counted, sorted and shuffled
(AC-15, AC-27, rulings 5, 6 and 12).
"""

from __future__ import annotations

from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.alamaze.orders.unread import unread
from postern.rulesets.alamaze.rules.regions import order_limit, standing_limit
from postern.rulesets.alamaze.tables.grammar import CANCEL, CREATE, Command, grammar
from postern.rulesets.alamaze.turn import Doing, Issued, Turn
from postern.rulesets.alamaze.world.records import Kingdom

_SLOTS = 50
"""``50 n`` with n below this strikes out slot n (ruling 6)."""


def gather(turn: Turn) -> None:
    """All orders of the turn by number, in the order of processing."""
    own = turn.world.own
    for kingdom in [one for one in turn.world.seated() if own in ("", one.code)]:
        letter = [one for one in turn.orders if one.seat == kingdom.seat]
        limit = order_limit(turn.world, kingdom)
        taken = _taken(turn, letter, limit)
        for issued in letter:
            if id(issued) not in taken:
                turn.fail(issued, "TOO MANY", f"The limit is {limit} orders; this one is beyond it and is ignored.")
        counted = [issued for issued in letter if id(issued) in taken]
        _change_standing(turn, kingdom, counted)
        _shorten(turn, kingdom)
        standing = [_standing(turn, kingdom, text) for text in kingdom.standing]
        for issued in [*standing, *(one for one in counted if one.order.number not in (CANCEL, CREATE))]:
            turn.by_number.setdefault(issued.order.number, []).append(issued)
    for number, issued_orders in turn.by_number.items():
        if not turn.expected:
            turn.by_number[number] = turn.stream("order", number).shuffled(issued_orders)


def _taken(turn: Turn, letter: list[Issued], limit: int) -> frozenset[int]:
    """The orders of a letter that are within its limit, by ``id``: those that were refused when they came have what place is
    left, and are all tried when a letter is answered, so that each is told what is wrong with it."""
    counted = [id(one) for one in letter if id(one) not in turn.uncounted][:limit]
    others = [id(one) for one in letter if id(one) in turn.uncounted]
    return frozenset([*counted, *(others if turn.expected else others[: limit - len(counted)])])


def _standing(turn: Turn, kingdom: Kingdom, text: str) -> Issued:
    found = grammar(turn.world.edition).find(text.upper())
    if found is None or not isinstance(found.order, Command):
        raise ValueError(f"{kingdom.code} has the standing order {text!r}, which is none")
    return Issued(kingdom.seat, found.order, 0, text)


def _change_standing(turn: Turn, kingdom: Kingdom, letter: list[Issued]) -> None:
    """First all cancellations, then all that is new (ruling 6)."""
    for issued in turn.each(one for one in letter if one.order.number == CANCEL):
        _cancel(Doing(turn, issued))
    for issued in turn.each(one for one in letter if one.order.number == CREATE):
        _create(Doing(turn, issued))


def _cancel(doing: Doing) -> bool:
    """Strikes a standing order: slot n, or the one whose number and first columns match (AC-27-08)."""
    standing, words = doing.kingdom.standing, doing.order.rest.split()
    slots = "; ".join(f"{place}. {one}" for place, one in enumerate(standing, 1)) or "none"
    if len(words) == 1 and int(words[0]) < _SLOTS:
        if not 0 < int(words[0]) <= len(standing):
            return doing.fail(f"There is no standing order {words[0]}.", f"Standing orders: {slots}.")
        struck = standing.pop(int(words[0]) - 1)
        return doing.done(f"standing order {struck} struck out")
    found = next((one for one in standing if one.split()[: len(words)] == words), None)
    if found is None:
        return doing.fail(f"No standing order begins with {doing.order.rest}.", f"Standing orders: {slots}.")
    standing.remove(found)
    return doing.done(f"standing order {found} struck out")


def _create(doing: Doing) -> bool:
    """Puts an order on the standing list, from this turn on (AC-27-10)."""
    found = grammar(doing.world.edition).find(doing.order.rest)
    if found is None or isinstance(found.order, Refusal):
        why = unread(doing.tables, doing.code, grammar(doing.world.edition), doing.order.rest)
        return doing.fail(why.why, why.remedy, f"{CREATE} {why.paste}" if why.paste else "")
    number = found.order.number
    row = doing.tables.orders.get(number)
    if (row is not None and not row.standing_decided) or number in doing.tables.never_standing:
        return doing.fail(f"{number} cannot be a standing order.", "Give it again each turn.", doing.order.rest)
    limit = standing_limit(doing.world, doing.kingdom)
    if len(doing.kingdom.standing) >= limit:
        return doing.fail(f"The standing list is full: {limit} orders.", "Strike one out with 50 and its number.")
    doing.kingdom.standing.append(grammar(doing.world.edition).code_of(found.order))
    return doing.done("standing order created")


def _shorten(turn: Turn, kingdom: Kingdom) -> None:
    """When a region was lost, the orders created last are dropped (AC-27-06, ruling 6)."""
    limit = standing_limit(turn.world, kingdom)
    for text in kingdom.standing[limit:]:
        turn.tell_kingdoms("standing-dropped", (kingdom.code,), text=text, limit=limit)
    del kingdom.standing[limit:]
