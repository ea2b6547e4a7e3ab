"""Orders as their rows declare them: an effect by name, what it needs, what it costs, and whose one action it is.

An order's row (``orders.csv``, ``spells.csv``) names its handler, a function that a family registers here as an effect. An
effect that gets what its row's needs found returns what came of it, in words: action, price and line in the list of orders
are seen to here. One that finds and pays by itself returns True, or False after a failure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from postern.game.kit.orders.declaring import Declaration, Declarations, Declared, groups_of, prices_of
from postern.rulesets.alamaze.orders import acting
from postern.rulesets.alamaze.orders.acting import act, any_kingdom, caster, center_of, consul, demon_prince, did, region
from postern.rulesets.alamaze.orders.acting import ruler as able_ruler
from postern.rulesets.alamaze.rules import figures
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.tables.orders import OrderRow, SpellRow
from postern.rulesets.alamaze.turn import Doing, pay
from postern.rulesets.alamaze.world.records import Center, Figure, Group

ORDERS = Declarations[Doing]()
"""The needs, prices and effects of the families of ``orders``. The needs of many families are those of this module."""
for _need in (any_kingdom, caster, consul, demon_prince, region, Doing.other_kingdom):
    ORDERS.need(_need)


@ORDERS.need
def group(doing: Doing) -> Group | None:
    """Find the own group of column A."""
    return doing.own_group()


@ORDERS.need
def own_center(doing: Doing) -> Center | None:
    """Find the own center in the area of the order."""
    return acting.own_center(doing, doing.order.area)


@ORDERS.need
def priestess(doing: Doing) -> Figure | None:
    """Find the High Priestess of the order."""
    return doing.own_figure(of="priestess")


@ORDERS.need
def ruler(doing: Doing) -> Figure | None:
    """Find the own ruler, whom the order names."""
    return doing.own_figure(of="ruler")


@ORDERS.need
def awake_ruler(doing: Doing) -> Figure | None:
    """Find the own ruler for an order that does not name him."""
    return able_ruler(doing)


@ORDERS.need
def emissary(doing: Doing) -> Figure | None:
    """Find the emissary of the order."""
    return doing.own_figure(of="emissary")


@ORDERS.need
def workplace(doing: Doing, emissary: Figure) -> Center | None:
    """Find the center that the emissary is based in (AC-08-02, AC-08-03, AC-08-32)."""
    return center_of(doing, emissary)


@ORDERS.price
def rank_cost(doing: Doing, emissary: Figure) -> int:
    """Return what the work of an emissary costs, by his rank."""
    return figures.rank_cost(doing.turn, emissary)


def declarations(tables: Edition, together: frozenset[int]) -> Iterator[Declaration]:
    """Give what the rows of an edition declare, but for numbers that the turn carries out together. Raises ValueError for a
    row that names no handler, and for one that must not."""
    rows: list[tuple[str, int, OrderRow | SpellRow]] = [("orders.csv", number, row) for number, row in tables.orders.items()]
    rows += [("spells.csv", number, row) for number, row in tables.spells.items()]
    for file, number, row in rows:
        where, elsewhere = f"data/{file}, {number}", file == "spells.csv" and number in tables.orders
        if row.handler and (elsewhere or number in together):
            raise ValueError(f"{where}: what the order does stands elsewhere; leave out the handler {row.handler!r}")
        if row.handler:
            try:
                yield Declaration(number, where, row.handler, groups_of(row.needs), prices_of(row.pays), row.acts)
            except ValueError as wrong:
                raise ValueError(f"{where}: {wrong}") from None
        elif not elsewhere and number not in together:
            raise ValueError(f"{where}: no handler; name a function that a family of orders registers as an effect")


def joined(tables: Edition, together: frozenset[int]) -> dict[int, Declared[Doing]]:
    """Return the orders of an edition by number, each joined to its functions. Raises ValueError for what does not fit."""

    def figure(name: str) -> Callable[[Doing], int] | None:
        plain = tables.figure(name)
        return None if plain is None else lambda doing: plain

    found = ORDERS.joined(declarations(tables, together), figure)
    return {cast(int, number): order for number, order in found.items()}


def carry_out(doing: Doing, order: Declared[Doing]) -> bool:
    """Carries an order out; False after a failure, and then it costs nothing (ruling 4)."""
    found = order.found(doing)
    if found is None:
        return False
    price, figure = order.price(doing, found), found.get(order.row.acts)
    gold, food = price.get("gold", 0), price.get("food", 0)
    if figure is not None and not act(doing, figure, gold, food):
        return False
    if figure is None and price and not pay(doing, gold, food):
        return False
    result = order.effect(doing, found)
    if not isinstance(result, str):
        return bool(result)
    return doing.done(result, gold, food) if figure is None else did(doing, figure, result, gold, food)
