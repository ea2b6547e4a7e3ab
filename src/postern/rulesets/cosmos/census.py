"""What a seat does in its orders, for the count of a league: the kinds of orders that it gives, and what computer nations
should do little of: leaders without work, troops that nobody leads, gold that lies about."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.kit.sheets import Given
from postern.game.orders import OrderSheet
from postern.rulesets.cosmos.amounts import whole
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.scenario import CONTENT
from postern.rulesets.cosmos.view import View

_SYSTEM = "system"
"""The giver of orders that nobody can give."""
_HOARD = 400
"""More whole gold than this lies about."""

USABLE = tuple(kind.name for kind in grammar().kinds if kind.giver != _SYSTEM)
"""Every kind of order."""
UNUSED = {row["name"]: row["reason"] for row in CONTENT.rows("unused_by_computers")}
"""Which of them computer nations never give, and why."""
IDLE = "leader without orders who could take land"
CROWD = "mass unit outside of the capital that nobody leads"
HOARD = f"turn with more than {_HOARD} gold in the pool"
EXCESS = (IDLE, CROWD, HOARD)


def uses(sheet: OrderSheet, view: View) -> tuple[str, ...]:
    """The kinds of the orders on this sheet, those in blocks too, and what there is of ``EXCESS``."""
    given = [one for order in sheet.orders if isinstance(order.data, Given) for one in _every(order.data)]
    named = [one.code.split(" ")[0] for one in given]
    return (*(one for one in named if one in _NAMES), *_excess(view, {one.head.name for one in given}))


_NAMES = frozenset(USABLE)


def _every(given: Given) -> Iterator[Given]:
    yield given
    for one in given.inner:
        yield from _every(one)


def _excess(view: View, ordered: set[str]) -> Iterator[str]:
    tables, nation = view.world.tables, view.nation
    for unit in view.world.units.values():
        if unit.owner != view.code or not unit.position or unit.leader or unit.questing:
            continue
        row, kind = tables.leaders.get(unit.type), tables.unit_types[unit.type]
        at_work = bool(unit.program) or str(unit.id) in ordered
        if row is not None and row.control_base and not at_work and unit.id != nation.ruler:
            yield IDLE
        if kind.mass and not at_work and not unit.members and unit.position != str(nation.home):
            yield CROWD
    if whole(nation.pool, "gold") > _HOARD:
        yield HOARD
