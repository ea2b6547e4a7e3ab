"""Ships sold and built: orders 245 and 748 (AC-07, ruling 32)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from postern.rulesets.alamaze.sea.power import rating, sea_of, ships_needed, take_ships
from postern.rulesets.alamaze.treasury import TRADE, book, pay
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Fleet


@dataclass
class Shipyards:
    """How many fleets each kingdom built in each sea in this turn."""

    built: dict[tuple[str, str], int] = field(default_factory=dict)


def sell(doing: Doing) -> bool:
    """245: ships that no group at sea needs are sold, by their quality (AC-07-12)."""
    order, kingdom = doing.order, doing.kingdom
    if not _is_sea(doing):
        return False
    number, fleet = order.quantity or 0, kingdom.fleets.get(order.sea)
    name = doing.tables.seas[order.sea].sea
    if fleet is None or not number:
        return doing.fail(f"We have {rating(kingdom, order.sea)} fleets in the {name}; {number} cannot be sold.")
    needed = ships_needed(doing.world, doing.code, order.sea)
    if number > fleet.number - needed:
        spare = max(fleet.number - needed, 0)
        why = f"Of our {fleet.number} fleets in the {name} groups at sea need {needed}; {spare} can be sold."
        return doing.fail(why, paste=f"245 {order.sea} {spare}" if spare else "")
    gold = math.floor(number * fleet.quality * doing.tables.value("sea.sale_gold_per_quality"))
    take_ships(kingdom, order.sea, number)
    book(doing.turn, kingdom, TRADE, gold=gold)
    doing.tell("fleets-sold", sea=name, number=number, gold=gold)
    return doing.done(f"{number} sold for {gold:,} gold")


def build(doing: Doing) -> bool:
    """748: fleets are built at an own center in the sea or beside it. The first have the kingdom's quality at a fixed price; of
    later ones more gold makes better ships, and the sea's quality is the mean of all (ruling 32)."""
    order, tables, kingdom = doing.order, doing.tables, doing.kingdom
    base = tables.kingdoms[doing.code].naval_quality
    if not base:
        return doing.fail("Our people build no ships; they fly.")
    if not _is_sea(doing) or not _shipyard(doing):
        return False
    price, number, have = order.quantity or 0, order.second_quantity or 0, rating(kingdom, order.sea)
    if not _number_fits(doing, number, have) or not _price_fits(doing, price, have):
        return False
    if not pay(doing, price * number):
        return False
    default = tables.value("sea.first_price")
    better = base + (price - default) / 1_000
    fleet = kingdom.fleets.setdefault(order.sea, Fleet(0, base))
    mean = (fleet.number * fleet.quality + number * better) / (fleet.number + number)
    fleet.number += number
    fleet.quality = min(math.floor(mean * 10 + 0.5) / 10, tables.value("sea.quality_maximum"))
    yards = doing.turn.state(Shipyards).built
    yards[doing.code, order.sea] = yards.get((doing.code, order.sea), 0) + number
    name = tables.seas[order.sea].sea
    doing.tell("fleets-built", sea=name, number=number, fleets=fleet.number, quality=f"{fleet.quality:g}")
    return doing.done(f"{fleet.number} fleets of quality {fleet.quality:g} in the {name}", price * number)


def _is_sea(doing: Doing) -> bool:
    letters = ", ".join(f"{letter} ({one.sea})" for letter, one in doing.tables.seas.items())
    return doing.order.sea in doing.tables.seas or doing.fail(f"There is no sea {doing.order.sea}.", f"Seas: {letters}.")


def _shipyard(doing: Doing) -> bool:
    """False after a failure if the center is not ours, or does not lie in the sea or beside the area of it that is named."""
    order, world = doing.order, doing.world
    name, center = doing.tables.seas[order.sea].sea, world.centers.get(order.area)
    if center is None or center.destroyed or center.owner != doing.code:
        return doing.fail(f"We have no center at {order.area}.", "Fleets are built at an own center at the sea.")
    grid = doing.tables.grid
    if order.second_area not in grid or sea_of(world, order.second_area) != order.sea:
        return doing.fail(f"{order.second_area} is no area of the {name}.", "The last column is an area of the sea.")
    if grid.distance(order.area, order.second_area) > 1:
        return doing.fail(f"{order.second_area} is not beside {order.area}.")
    return True


def _number_fits(doing: Doing, number: int, have: int) -> bool:
    tables, sea = doing.tables, doing.order.sea
    built = doing.turn.state(Shipyards).built.get((doing.code, sea), 0)
    per_turn, most = tables.whole("sea.fleets_per_turn"), tables.whole("sea.fleets_maximum")
    if not number or built + number > per_turn:
        return doing.fail(f"One to {per_turn} fleets can be built in a sea and turn; {built} are, {number} are ordered.")
    if have + number > most:
        return doing.fail(f"A kingdom has at most {most} fleets in a sea; we have {have}.")
    return True


def _price_fits(doing: Doing, price: int, have: int) -> bool:
    tables = doing.tables
    first, low, high = (tables.whole(f"sea.{one}_price") for one in ("first", "lowest", "highest"))
    if not have and price != first:
        return doing.fail(f"The first fleets in a sea cost {first:,} gold each.", f"Write {first} as the gold.")
    if not low <= price <= high:
        return doing.fail(f"A fleet costs {low:,} to {high:,} gold, not {price:,}.")
    return True


HANDLERS: Handlers = {245: sell, 748: build}
