"""Ships: built, sold, on patrol, under way with groups, in storms.

- Ships sold and built: orders 245 and 748 (AC-07, ruling 32).
- Fleets on sea patrol: they meet other patrols, and fleets that carry groups (AC-22, ruling 31).
- Groups carried over water: orders 710 and 715, spell 708 (AC-18-18..25, rulings 30 and 31).
- Storms at sea: spells 660 and 661 (ruling 49). A storm rages for the turn in which it is called.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from postern.rulesets.alamaze.orders.acting import caster, spell_level
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.orders.movement.marches import TO_CENTER
from postern.rulesets.alamaze.rules.effects import Asked, chance, happens
from postern.rulesets.alamaze.rules.groups import (
    Marches,
    Way,
    end_and_tell,
    find_way,
    flies,
    go,
    may_move,
    points_of,
    proper_path,
    reach_of,
    water,
)
from postern.rulesets.alamaze.rules.regions import allied
from postern.rulesets.alamaze.rules.sea import Navy, fight, losses_aboard, rating, sea_of, ships_for, ships_needed, take_ships
from postern.rulesets.alamaze.turn import TRADE, Doing, Turn, book, pay
from postern.rulesets.alamaze.world.records import Fleet, Group


@dataclass
class Shipyards:
    """How many fleets each kingdom built in each sea in this turn."""

    built: dict[tuple[str, str], int] = field(default_factory=dict)


@ORDERS.effect("sell_fleets")
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


@ORDERS.effect("build_fleets")
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


@dataclass
class Patrols:
    """The patrols of this turn."""

    ordered: set[tuple[str, str]] = field(default_factory=set)
    """Kingdoms and seas whose fleets were sent on patrol; these carry nobody in this turn (AC-18-25)."""
    out: dict[str, list[str]] = field(default_factory=dict)
    """By sea the kingdoms whose patrols are still out, in the order in which they sailed."""
    meetings: dict[str, int] = field(default_factory=dict)
    """How often each group was met on its way by sea (AC-22-14)."""


@ORDERS.effect()
def patrol(doing: Doing) -> bool:
    """705: the fleets of a sea look for others, over the whole of it. The patrol fights the first one of no ally that is out
    already; then both go home to port, but one with three times as many fleets stays out (AC-22-01..07)."""
    turn, sea = doing.turn, doing.order.sea
    if sea not in doing.tables.seas:
        letters = ", ".join(f"{letter} ({one.sea})" for letter, one in doing.tables.seas.items())
        return doing.fail(f"There is no sea {sea}.", f"Seas: {letters}.")
    name, patrols = doing.tables.seas[sea].sea, turn.state(Patrols)
    if not rating(doing.kingdom, sea):
        return doing.fail(f"We have no fleet in the {name}.", "748 builds fleets.", code="NO MEANS")
    if (doing.code, sea) in patrols.ordered:
        return doing.fail(f"Our fleets in the {name} are on patrol already.")
    patrols.ordered.add((doing.code, sea))
    others = list(patrols.out.setdefault(sea, []))
    patrols.out[sea].append(doing.code)
    doing.tell("sea-patrol", sea=name, fleets=rating(doing.kingdom, sea))
    for other in others:
        if doing.code in patrols.out[sea] and not _friends(turn, doing.code, other):
            _meet(turn, patrols, other, doing.code, sea)
    return doing.done(f"{rating(doing.kingdom, sea)} fleets out in the {name}" if doing.code in patrols.out[sea] else "in port")


def _friends(turn: Turn, one: str, other: str) -> bool:
    return allied(turn.world, one, other) and allied(turn.world, other, one)


def _meet(turn: Turn, patrols: Patrols, one: str, other: str, sea: str) -> None:
    """Two patrols fight; who does not stay out goes home."""
    sides = fight(turn, Navy(one), Navy(other), sea)[:2]
    stays = turn.tables.value("sea.stays_from")
    for side, enemy in (sides, sides[::-1]):
        if side.fleets < stays * enemy.fleets or not rating(turn.kingdom(side.kingdom), sea):
            patrols.out[sea].remove(side.kingdom)


def met_on_the_way(turn: Turn, group: Group, sea: str) -> bool:
    """A group is carried into a sea: each patrol out there that is no ally of it finds it with a chance, and they fight; the
    patrol then goes home (AC-22-04, AC-22-08..14). True while anything of the group is left."""
    patrols, tables = turn.state(Patrols), turn.tables
    for code in list(patrols.out.get(sea, ())):
        if patrols.meetings.get(group.id, 0) >= tables.whole("sea.meetings_maximum"):
            break
        if allied(turn.world, code, group.kingdom) or not rating(turn.kingdom(group.kingdom), sea):
            continue
        percent = chance(Asked(turn.world, code), "interdiction", tables.value("sea.patrol_vs_transport_pct"))
        if not happens(turn, percent, "interdiction", sea, code, group.id):
            continue
        patrols.meetings[group.id] = patrols.meetings.get(group.id, 0) + 1
        _, carried, _ = fight(turn, Navy(code), Navy(group.kingdom, group), sea)
        patrols.out[sea].remove(code)
        if not losses_aboard(turn, group, carried.share, f"{code} {sea}"):
            end_and_tell(turn, group, None, code if rating(turn.kingdom(code), sea) else "")
            return False
    return True


@ORDERS.effect()
def sail(doing: Doing) -> bool:
    """710, 715: ships carry the group along its way. In each sea of it the kingdom needs a ship for every brigade; the same
    ships carry any number of groups. Without enough of them, or into a storm, nobody sails (AC-18-21)."""
    world, group = doing.world, doing.own_group()
    if group is None or not may_move(doing, group) or not proper_path(doing, group, doing.tables.whole("move.areas")):
        return False
    to_center = doing.order.number in TO_CENTER
    way = find_way(world, group, doing.order.path, reach_of(world, group), lambda area: "", to_center)
    seas = [sea for sea in dict.fromkeys(sea_of(world, one) for one in (group.area, *way.areas)) if sea]
    if not seas:
        by_land = f"{725 if to_center else 720} {group.id} {' '.join(doing.order.path)}"
        return doing.fail("There is no water on this way.", "720 goes by land.", by_land)
    if not way.areas:
        return doing.fail(f"{group.id} cannot leave {group.area}: {way.why}.")
    if not all(_ships_carry(doing, group, sea) for sea in seas) or not _calm(doing, way):
        return False
    return _voyage(doing, group, way)


def _ships_carry(doing: Doing, group: Group, sea: str) -> bool:
    """False after a failure if the kingdom's ships in a sea are too few, or on patrol."""
    name, needed, have = doing.tables.seas[sea].sea, max(group.size, 1), rating(doing.kingdom, sea)
    if (doing.code, sea) in doing.turn.state(Patrols).ordered:
        return doing.fail(f"Our fleets in the {name} are on patrol (705); they carry nobody this turn.")
    if have >= needed:
        return True
    what = f"{group.size} brigades need" if group.size > 1 else f"{'A brigade' if group.size else 'A patrol'} needs"
    why = (
        f"{what} {needed} fleets in the {name}; we have {have}."
        if needed > 1
        else f"{what} a fleet in the {name}; we have none."
    )
    remedy = f"{group.id} flies; 720 takes it over the water." if flies(doing.world, group) else "748 builds fleets."
    return doing.fail(why, remedy, code="NO MEANS")


def _calm(doing: Doing, way: Way) -> bool:
    storms = doing.turn.state(Marches).storms
    found = next((area for area in way.areas if area in storms), "")
    return not found or doing.unsure(f"A storm rages at {found}; no ship sails there.")


def _voyage(doing: Doing, group: Group, way: Way) -> bool:
    """The group sails its way. Patrols may meet it where it enters a sea; what survives goes on, while ships for it are left,
    else it turns back to where it came from (AC-18-22, AC-18-23, AC-22-14)."""
    turn, world = doing.turn, doing.world
    met: set[str] = set()
    for place, area in enumerate(way.areas):
        sea = sea_of(world, area)
        if sea and sea not in met:
            met.add(sea)
            before = turn.state(Patrols).meetings.get(group.id, 0)
            alive = met_on_the_way(turn, group, sea)
            if not alive:
                turn.state(Marches).ordered[group.id] = doing.order.number
                return doing.done("lost at sea")
            fought = turn.state(Patrols).meetings.get(group.id, 0) > before
            if fought and rating(doing.kingdom, sea) < ships_for(world, group):
                back = tuple(way.areas[:place])
                return go(doing, group, Way(back, way.points, "too few ships are left, and it turned back"), "sailed")
    return go(doing, group, way, "sailed")


@ORDERS.effect()
def mist(doing: Doing) -> bool:
    """708: ships of mist carry a group over any sea, a brigade for each power of the wizard. No patrol meets them and no storm
    stops them; they end on land, and their pace is the normal one (ruling 49)."""
    world, group = doing.world, doing.own_group()
    if group is None or not may_move(doing, group) or not proper_path(doing, group, doing.tables.whole("move.areas")):
        return False
    if water(world, doing.order.path[-1]):
        return doing.fail(f"{doing.order.path[-1]} is water; ships of mist are gone when the way ends.", "End it on land.")
    if (found := caster(doing)) is None:
        return False
    if group.size > (power := spell_level(doing.world, *found)):
        return doing.fail(f"{group.id} has {group.size} brigades; a wizard of power {power} carries as many as that.")
    way = find_way(world, group, doing.order.path, points_of(world, group), lambda area: "")
    dry = [place for place, area in enumerate(way.areas) if not water(world, area)]
    if not dry:
        return doing.fail(f"{group.id} would not reach land: {way.why}.")
    areas = way.areas[: dry[-1] + 1]
    points = find_way(world, group, areas, way.points, lambda area: "").points
    return go(doing, group, Way(areas, points, way.why), "sailed", forced=False)


@ORDERS.effect()
def storm(doing: Doing) -> bool:
    """660: nobody is carried, and nobody flies, into an area of the sea. A sea has one storm at a time."""
    storms, area = doing.turn.state(Marches).storms, doing.order.area
    if not _in_sight(doing):
        return False
    if any(sea_of(doing.world, one) == doing.order.sea for one in storms):
        return doing.unsure("A storm rages on this sea already.")
    if (found := caster(doing)) is None:
        return False
    storms[area] = spell_level(doing.world, *found)
    doing.tell("storm", area=area, sea=doing.tables.seas[doing.order.sea].sea, wizard=found[1].name)
    return doing.done(f"a storm at {area}")


@ORDERS.effect()
def calm(doing: Doing) -> bool:
    """661: ends a storm, surely one of an equal or weaker wizard, less likely that of a stronger one."""
    storms, area = doing.turn.state(Marches).storms, doing.order.area
    if not _in_sight(doing):
        return False
    if area not in storms:
        return doing.unsure(f"No storm is known at {area}.")
    if (found := caster(doing)) is None:
        return False
    per_level = doing.tables.value("storm.dispel_per_level_pct")
    percent = 100 - per_level * max(storms[area] - spell_level(doing.world, *found), 0)
    ended = happens(doing.turn, percent, "calm", doing.order.group, area)
    if ended:
        del storms[area]
    doing.tell("storm-calmed" if ended else "storm-goes-on", area=area, wizard=found[1].name)
    return doing.done("the storm ends" if ended else "the storm goes on")


def _in_sight(doing: Doing) -> bool:
    """False after a failure if the area is not in the sea, or too far from the caster's group."""
    group, order, most = doing.own_group(), doing.order, doing.tables.whole("storm.distance")
    if group is None:
        return False
    if order.sea not in doing.tables.seas or order.area not in doing.tables.areas:
        return doing.fail("Write the letter of a sea and one of its areas.")
    if sea_of(doing.world, order.area) != order.sea:
        return doing.fail(f"{order.area} is no area of the {doing.tables.seas[order.sea].sea}.")
    distance = doing.tables.grid.distance(group.area, order.area)
    return distance <= most or doing.fail(f"{order.area} is {distance} areas from {group.id}; the limit is {most}.")
