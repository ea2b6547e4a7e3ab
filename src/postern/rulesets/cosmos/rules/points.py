"""Victory points (CF-5.3, ``victory.csv``), the administration limit (CF-3.2-09), who is first; and the end of the turn: what
the rules say happens then, points, limits, and the end of the game (CF-4-05, ruling 2.1, steps 4 and 7)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from postern.game.kit.orders.digits import is_number
from postern.game.ruleset import Standing
from postern.rulesets.cosmos.rules import nations, off_map
from postern.rulesets.cosmos.rules.memory import note_moving
from postern.rulesets.cosmos.rules.nations import restore_wild
from postern.rulesets.cosmos.rules.works import effective_rating, settle_fortifications
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.land import VictoryRow
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, outwards, owner_of
from postern.rulesets.cosmos.world.records import Item, Location, Nation, World
from postern.rulesets.cosmos.world.strength import item_bonus

_CASTLE_POINTS = int(
    next(row["value"] for row in CONTENT.rows("fortification_costs") if row["item"] == "castle bonus, administration points")
)


def held_by(world: World, item: Item) -> str:
    """The nation that holds an item by a unit or a location of its own, "" for none."""
    if item.holder in world.units:
        return world.units[item.holder].owner
    location = world.locations.get(int(item.position)) if is_number(item.position) else None
    return location.owner if location else ""


def counts_for(world: World, item: Item) -> str:
    """The nation for which an item counts, "" for none: of a unit that is on a quest only in a place of its own (ruling
    11.4)."""
    holder = world.units.get(item.holder)
    if holder is None or not holder.questing:
        return held_by(world, item)
    return holder.owner if holder.position and owner_of(world, holder.position) == holder.owner else ""


def _where(world: World, item: Item) -> str:
    return world.units[item.holder].position if item.holder in world.units else item.position


def _inside(world: World, location: Location, sort: str) -> int:
    """How many items of a sort lie or are carried inside of a location."""
    position = str(location.id)
    return sum(one.type == sort and position in outwards(world, _where(world, one)) for one in world.items.values())


def _owned(world: World, nation: Nation, sort: str) -> Iterator[Location]:
    return (one for one in world.locations.values() if one.owner == nation.code and one.type == sort)


def _of_the_moment(world: World, nation: Nation, row: VictoryRow) -> int:
    """What one row of the table brings a nation now."""
    hexes = sum(one.owner == nation.code for one in world.hexes.values())
    if row.kind == "hex":
        return row.points * hexes
    if row.kind == "location":
        found = sum(_worth(world, one, row) for one in _owned(world, nation, row.type))
        return min(found, row.points * (hexes // row.count)) if row.per == "of hexes" else found
    if row.kind == "item":
        return row.points * sum(one.type == row.type and counts_for(world, one) == nation.code for one in world.items.values())
    if row.kind == "items inside":
        return row.points * any(_inside(world, one, row.per) >= row.count for one in _owned(world, nation, row.type))
    if (row.kind, row.type) == ("ruler", "alive"):
        ruler = world.units.get(nation.ruler)
        return row.points if ruler is not None and ruler.position else 0
    if (row.kind, row.type) == ("ruler", "slain"):
        return row.points * len(nation.rulers_slain)
    return 0


def _worth(world: World, location: Location, row: VictoryRow) -> int:
    """What a location brings by a row: what was won counts after it was held over a turn, one size more each turn (ruling
    20.1)."""
    held = world.turn - location.since if location.since else location.size or 1
    return row.points * (min(held, location.size) if row.per == "size" else min(held, 1))


def sources(world: World, nation: Nation) -> dict[str, int]:
    """What a nation's points come from now, by the kind or type of the row, before what it began with is taken off."""
    found: dict[str, int] = {}
    for row in world.tables.victory:
        name = row.type if row.kind == "location" else row.kind
        found[name] = found.get(name, 0) + _of_the_moment(world, nation, row)
    found["kept"] = nation.kept
    found["deeds"] = sum(world.tables.deeds[int(deed)].points for deed in nation.deeds)
    return {name: points for name, points in found.items() if points}


def keep_points(world: World, nation: Nation) -> None:
    """Adds what a turn's end brings for good."""
    for row in world.tables.victory:
        owned = list(_owned(world, nation, row.type))
        if row.kind == "each turn":
            nation.kept += row.points * len(owned)
        elif row.kind == "each turn inside":
            nation.kept += row.points * sum(_inside(world, one, row.per) for one in owned)


def value(world: World, nation: Nation) -> int:
    """All that counts, before what the nation began with is taken off."""
    return sum(sources(world, nation).values())


def score(world: World) -> None:
    """Computes the points of all nations anew, and the bonus of the faction that leads (CF-5.3-02, CF-5.3-04)."""
    for nation in world.nations.values():
        if world.tables.nations[nation.code].played:
            nation.points = value(world, nation) - nation.start_value
            nation.bonus = 0
    averages = {name: _average(world, codes) for name, codes in world.tables.factions.items()}
    best = [name for name, average in averages.items() if average == max(averages.values())]
    if len(best) == 1:
        for code in world.tables.factions[best[0]]:
            world.nations[code].bonus = int(world.tables.settings["faction_bonus"])


def _average(world: World, codes: tuple[str, ...]) -> Fraction:
    nations = [world.nations[code] for code in codes]
    counted = [one for one in nations if one.seat] or nations
    return Fraction(sum(one.points for one in counted), len(counted))


def all_gates(world: World) -> str:
    """The faction that owns every location for which a scenario ends the game at once, "" for none (``victory.csv``)."""
    settings = world.tables.settings
    if "moon_gate_from_turn" not in settings or world.turn < int(settings["moon_gate_from_turn"]):
        return ""
    sorts = {row.type for row in world.tables.victory if row.kind == "each turn"}
    owners = {one.owner for one in world.locations.values() if one.type in sorts}
    return next((name for name, codes in world.tables.factions.items() if owners and owners <= set(codes)), "")


def admin_limit(world: World, nation: Nation) -> int:
    """How many orders beyond allowances a nation can give in the coming turn (CF-3.2-09)."""
    tables = world.tables
    row = tables.nations[nation.code]
    limit = row.admin_base
    strangers = {one.ruler_type for one in tables.nations.values()} - {row.ruler_type}
    for unit in world.units.values():
        if unit.owner == nation.code and unit.position and not unit.questing and unit.type not in strangers:
            limit += tables.unit_types[unit.type].admin_points
            limit += item_bonus(world, unit, "admin") if unit.id == nation.ruler else 0
    castled = {hex_of(world, str(one.id)) for one in functioning_castles(world) if one.owner == nation.code}
    return limit + _CASTLE_POINTS * len(castled)


def functioning_castles(world: World) -> Iterator[Location]:
    """Castles of effective rating 1 or more that are not besieged and stand in a hex of their owner (ruling 13)."""
    for one in world.locations.values():
        whole = world.tables.location_types[one.type].administers and effective_rating(one) and not one.besieged
        if whole and one.owner and world.hexes[hex_of(world, str(one.id))].owner == one.owner:
            yield one


def standings(world: World) -> tuple[Standing, ...]:
    """The final table: by points, then hexes owned, then gold (ruling 12.8)."""

    def key(nation: Nation) -> tuple[int, int, int]:
        hexes = sum(one.owner == nation.code for one in world.hexes.values())
        return (nation.points + nation.bonus, hexes, nation.pool.get("gold", 0) // HUNDRED)

    seated = sorted(
        (one for one in world.nations.values() if one.seat), key=lambda one: (*(-part for part in key(one)), one.number)
    )
    return tuple(
        Standing(one.seat, key(one)[0], 1 + sum(key(other) > key(one) for other in seated), world.tables.nations[one.code].name)
        for one in seated
    )


def return_home(turn: Turn) -> None:
    """Whoever fled, retreated or travelled appears when his time is up (ruling 2.1, step f); bribed tactics hold in the
    battles of the phase (CF-7.4.2-07)."""
    off_map.return_home(turn)
    off_map.arrive(turn)
    nations.bribed_tactics(turn)


def end_turn(turn: Turn) -> None:
    """Broken fortifications lose a rating, and what stands no longer vanishes (CF-16.3-07..09); what roams the land comes back
    (ruling 15.8). Who is seen on the way is noted (CF-19.1.2-02)."""
    note_moving(turn)
    settle_fortifications(turn)
    restore_wild(turn)
    nations.renew_offers(turn)


def count_points(turn: Turn) -> None:
    """Points, administration limits, who is gone, and whether the game is over (CF-5.3-04, rulings 12.8, 12.9,
    ``victory.csv``)."""
    world = turn.world
    for nation in world.nations.values():
        if turn.tables.nations[nation.code].played:
            keep_points(world, nation)
            nation.admin_limit = admin_limit(world, nation)
    gates = all_gates(world)
    for code in turn.tables.factions.get(gates, ()):
        world.nations[code].kept += int(turn.tables.settings["moon_gate_victory"])
    score(world)
    _eliminate(turn)
    if gates or world.turn >= world.turns or not any(True for _ in world.seated()):
        _finish(turn)
    world.turn += 1


def _eliminate(turn: Turn) -> None:
    """A nation without hexes, locations and units leaves the game; its points stay (ruling 12.9). Of others nobody
    can foresee it."""
    world = turn.world
    if turn.expected:
        return
    there = {one.owner for one in world.hexes.values()} | {one.owner for one in world.locations.values()}
    there |= {one.owner for one in world.units.values()}
    for nation in list(world.seated()):
        if nation.code not in there:
            nation.eliminated = True
            turn.tell("eliminated", world.seats(), nation=nation.code)


def _finish(turn: Turn) -> None:
    table = standings(turn.world)
    turn.world.finished = True
    turn.world.winners = [one.seat for one in table if one.rank == 1]
    turn.tell("over", turn.seats(), winners=turn.world.winners)
