"""What nations build: fortifications (CF-16) as battles and sieges see them, their ratings, volumes, costs, damage, collapses;
navies, what ships carry, where one embarks, warships in battle (CF-12, rulings 5.10 to 5.12); and works that go on beside
all else, phase by phase (CF-4.4, CF-13-02, rulings 2.1, 2.7)."""

from __future__ import annotations

import math
from fractions import Fraction

from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.tables.amounts import put
from postern.rulesets.cosmos.tables.land import LocationType
from postern.rulesets.cosmos.tables.numbers import BATTLE, ECONOMY
from postern.rulesets.cosmos.tables.scenario import CONTENT, Scenario
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, inside_of, level, location_at, owner_of, store_at
from postern.rulesets.cosmos.world.records import Location, Nation, Unit, Work, World
from postern.rulesets.cosmos.world.strength import presence_of, size_of, type_of


def _reductions() -> dict[tuple[bool, int], Fraction]:
    found = {}
    for row in CONTENT.rows("fortification_reduction"):
        rating = int(row["rating"].rstrip("+"))
        found[row["kind"] == "specialised", rating] = Fraction(row["attacker_reduction_pct"]) / 100
    return found


_REDUCTIONS = _reductions()
_HIGHEST = max(rating for _, rating in _REDUCTIONS)


def effective_rating(location: Location) -> int:
    """The rating that is left of a fortification: a layer falls with each multiple of its strength in damage (CF-16-04)."""
    broken = location.damage // location.strength if location.strength else location.rating
    return max(0, location.rating - broken)


def walled(location: Location) -> bool:
    """True for a location that must be stormed: with an effective rating, or of a kind that protects without one (CF-15.6.1-01,
    CF-16-05)."""
    return effective_rating(location) > 0 or location.type in BATTLE.protecting


def blocking_factor(tables: Scenario, location: Location) -> int:
    """How many individuals trying to enter a single one inside can block (CF-16-11)."""
    rating = effective_rating(location)
    if not rating:
        return BATTLE.blocking["open"]
    if tables.location_types[location.type].specialised:
        return BATTLE.blocking["specialised"]
    return min(BATTLE.blocking["walls"] + rating, BATTLE.blocking["most"])


def reduction(tables: Scenario, location: Location) -> Fraction:
    """The part of its combat value that an attacker into a fortification loses: 0 to 1 (CF-16-07, CF-16-08)."""
    rating = min(effective_rating(location), _HIGHEST)
    return _REDUCTIONS[tables.location_types[location.type].specialised, rating] if rating else Fraction(0)


_WALLS = ECONOMY.walls


def kind_of(world: World, location: Location) -> LocationType:
    """The row of a location's type."""
    return world.tables.location_types[location.type]


def wall_length(world: World, location: Location) -> int:
    """How long the walls are: as the city is large; fixed for castles and the like (CF-16.1-02)."""
    return kind_of(world, location).wall_length or location.size


def wall_cost(volume: int) -> dict[str, int]:
    """What so much volume of walls costs (CF-16.1-01, CF-16.1-03)."""
    return {"gold": volume * _WALLS.gold_per_volume, "manpower": volume * _WALLS.manpower_per_volume}


def wall_upkeep(world: World, location: Location) -> dict[str, int]:
    """What the walls cost each turn, whatever their strength (CF-16.1-08)."""
    if not kind_of(world, location).wall_upkeep:
        return {}
    gold = location.rating * wall_length(world, location) * _WALLS.upkeep_per_rating_and_length
    return {"gold": gold} if gold else {}


def most_rating(world: World, location: Location) -> int:
    """The greatest rating that type, terrain and strength allow (CF-16.2-05..07)."""
    tables = world.tables
    ground = tables.terrains[tables.hexes[hex_of(world, location.outside)].terrain].max_wall_rating
    limits = [kind_of(world, location).max_rating, location.strength // _WALLS.rating_per_strength]
    return min(limits if ground is None else [*limits, ground])


def most_damage(location: Location) -> int:
    """The most damage that walls can have (CF-16.3-02, ruling 8.1)."""
    return location.strength * (location.rating + 1)


def trim(location: Location) -> None:
    """Lowers what a change of the strength has left too high: rating, damage, sapping (CF-16.2-07, CF-16.3-02)."""
    location.rating = min(location.rating, location.strength // _WALLS.rating_per_strength)
    location.damage = min(location.damage, most_damage(location))
    location.sapping = min(location.sapping, _WALLS.most_sapping * location.strength)


def harm(location: Location, points: int) -> int:
    """Adds damage, as much as there can be. Gives how much it was."""
    before = location.damage
    location.damage = min(before + points, most_damage(location))
    return location.damage - before


def sapping_effect(location: Location) -> float:
    """How much damage a point of sapping comes to on average: 1 at stability 4, about 1.22 at 3, 0.86 at 5 (ruling 8.3)."""
    stability = Fraction(location.strength, location.rating)
    return math.pow(_WALLS.even_stability / stability, _WALLS.stability_exponent)


def collapse(turn: Turn) -> None:
    """In each phase: undermined walls may collapse, which turns sapping into damage (CF-16.3.1-06, CF-16.3.1-07)."""
    for number, location in sorted(turn.world.locations.items()):
        if not location.sapping or not location.rating or turn.expected:
            continue
        luck = turn.chance_of("collapse", number)
        chance = min(Fraction(_WALLS.collapse_pct * location.sapping, location.strength), Fraction(_WALLS.most_collapse_pct))
        if not luck.odds(chance.numerator, 100 * chance.denominator):
            continue
        part = -(-location.sapping * luck.between(50, 100) // 100)
        location.sapping -= part
        points = harm(location, round(part * luck.between(50, 150) / 100 * sapping_effect(location)))
        turn.tell_of(location, "walls collapsed", damage=points, rating=effective_rating(location))


def settle_fortifications(turn: Turn) -> None:
    """At the end of the turn: broken walls lose a rating, castles and forts without any vanish (CF-16.3-07..09)."""
    for _, location in sorted(turn.world.locations.items()):
        if location.rating and not effective_rating(location):
            location.rating -= 1
            location.damage = max(0, location.damage - location.strength)
            location.damage = min(location.damage, most_damage(location))
            turn.tell_of(location, "walls lowered", rating=location.rating)
        if location.rating:
            continue
        if kind_of(turn.world, location).vanishes:
            turn.tell_of(location, "location destroyed")
            remove_location(turn, location)
        elif location.strength and location.damage >= location.strength:
            location.strength = location.damage = location.sapping = 0
            turn.tell_of(location, "walls lost")


def remove_location(turn: Turn, location: Location) -> None:
    """Takes a location out of the game; what was in it is then outside of it (ruling 2.1, step 4)."""
    world, inside = turn.world, str(location.id)
    for unit in turn.units_at(inside):
        turn.put(unit, location.outside)
    for inner in inside_of(world, inside):
        inner.outside = location.outside
    for item in world.items.values():
        if item.position == inside:
            item.position = location.outside
    outer = store_at(world, location.outside)
    if outer is not None:
        for name, number in location.stores.items():
            put(outer, name, number)
    for nation in world.nations.values():
        if nation.home == location.id:
            nation.home = hex_of(world, location.outside)
        nation.works = [work for work in nation.works if work.position != inside]
    del world.locations[location.id]


_NUMBERS: dict[str, int] = CONTENT.toml("movement")["sea"]


def capacity(nation: Nation) -> int:
    """The combined size of units that the ships of a nation can carry (CF-12.1-01)."""
    return nation.warships * _NUMBERS["warship_capacity"] + nation.transports * _NUMBERS["transport_capacity"]


def at_sea(world: World, code: str) -> int:
    """The combined size of all embarked units of a nation."""
    return sum(size_of(world.tables, unit) for unit in world.units.values() if unit.embarked and unit.owner == code)


def assigned(world: World, code: str) -> int:
    """The capacity in use: units at sea, and forces that have begun to embark (CF-12-12)."""
    found = 0
    for unit in world.units.values():
        if unit.owner != code or unit.leader or not unit.program:
            continue
        if unit.program[0].begun and unit.program[0].text.startswith("embark "):
            found += sum(size_of(world.tables, one) for one in (unit, *(world.units[number] for number in unit.members)))
    return found + at_sea(world, code)


def harbour(world: World, code: str, coast: int, ocean: int) -> bool:
    """True when a nation can embark between this coastal hex and this ocean hex beside it: over a bay or at the mouth of a
    large river, some nations also over beaches and where a small river ends (CF-12-04..06, CF-12-10)."""
    tables = world.tables
    kinds = tables.between.get((coast, ocean), frozenset())
    if not tables.land(coast) or tables.land(ocean) or not tables.grid.adjacent(coast, ocean):
        return False
    if kinds & {"bay", "river mouth"}:
        return True
    if code not in tables.settings.get("embark_at_beaches", "").split():
        return False
    shared = set(tables.grid.neighbours(coast)).intersection(tables.grid.neighbours(ocean))
    return "beach" in kinds or any("small river" in tables.between.get((coast, one), ()) for one in shared)


def ports(world: World, code: str) -> list[int]:
    """The hexes of a nation in which it can build ships: with a bay or the mouth of a large river (ruling 2.7)."""
    tables = world.tables
    found = {one for kind in ("bay", "river mouth") for side in tables.sides.get(kind, ()) for one in side}
    return sorted(one for one in found if tables.land(one) and world.hexes[one].owner == code)


# --- battles at sea -----------------------------------------------------------------------------------------------------------


def warships_per_size(world: World, code: str) -> Fraction:
    """The warships of a nation for each unit of size that it has at sea, at most one for 125 (CF-12.2-03, CF-12.2-04)."""
    size = at_sea(world, code)
    most = Fraction(1, _NUMBERS["size_per_warship"])
    return min(Fraction(world.nations[code].warships, size), most) if size else Fraction(0)


def melee_at_sea(world: World, unit: Unit) -> Fraction:
    """The melee strength of each individual of an embarked unit, which is that of the warships with it (ruling 5.12). A marine
    has at least its own (``unit_types.csv``)."""
    kind = world.tables.unit_types[unit.type]
    share = warships_per_size(world, unit.owner) * _NUMBERS["size_per_warship"]
    found = Fraction(_NUMBERS["strength"] * kind.size, _NUMBERS["strength_size"]) * share * _NUMBERS["strength_share"]
    return max(found, Fraction(kind.melee_strength)) if kind.able("marine") else found


def lose_ships(turn: Turn, code: str, freed: int, per_size: Fraction) -> tuple[int, int]:
    """Takes from a nation the ships lost with embarked individuals of this combined size who were killed in a battle;
    ``per_size`` is ``warships_per_size`` before it. Gives the warships and transports lost (ruling 5.11)."""
    nation = turn.world.nations[code]
    expected = per_size * freed
    rest = max(Fraction(0), freed - _NUMBERS["warship_capacity"] * expected) / _NUMBERS["transport_capacity"]
    luck = turn.chance_of("ships lost", code)
    warships, transports = (
        min(owned, int(one) + luck.odds((one - int(one)).numerator, (one - int(one)).denominator))
        for owned, one in ((nation.warships, expected), (nation.transports, rest))
    )
    nation.warships -= warships
    nation.transports -= transports
    if warships or transports:
        turn.tell("ships lost", turn.seat_of(code), nation=code, warships=warships, transports=transports)
    return warships, transports


BUILD = "build"


def progress_works(turn: Turn) -> None:
    """One phase of every work: it pauses beside enemies, ends when its place is lost, or is done."""
    for nation in sorted(turn.world.nations.values(), key=lambda one: one.number):
        for work in list(nation.works):
            _progress(turn, nation, work)


def _progress(turn: Turn, nation: Nation, work: Work) -> None:
    world = turn.world
    if work.kind != BUILD:
        if build_ships(turn, nation, work):
            nation.works = [one for one in nation.works if one is not work]
    elif work.position and (not _exists(world, work.position) or owner_of(world, work.position) != nation.code):
        _end(turn, nation, work, "work lost")
    elif not work.position or not enemies_at(world, nation.code, work.position):
        work.left -= 1
        if not work.left:
            found_location(turn, nation, work.what, work.position)
            _end(turn, nation, work, "work done")


def build_ships(turn: Turn, nation: Nation, work: Work) -> bool:
    """One phase of work at ships. It goes on in any own harbour without enemies that influence control, and is lost with the
    last harbour (ruling 2.7). True when the work is over: done or lost."""
    world = turn.world
    places = ports(world, nation.code)
    facts = {"nation": nation.code, "ships": work.what, "number": work.number}
    if not places:
        turn.tell("ships abandoned", turn.seat_of(nation.code), **facts)
        return True
    if all(_disturbed(world, nation.code, place) for place in places):
        return False
    work.left -= 1
    if work.left:
        return False
    setattr(nation, work.what, getattr(nation, work.what) + work.number)
    turn.tell("ships built", turn.seat_of(nation.code), **facts)
    return True


def _disturbed(world: World, code: str, place: int) -> bool:
    near = (unit for unit in world.units.values() if unit.position == str(place) and world.hostile(unit.owner, code))
    return presence_of(world.tables, near) > 0


def _end(turn: Turn, nation: Nation, work: Work, kind: str) -> None:
    nation.works = [one for one in nation.works if one is not work]
    turn.tell(kind, turn.seat_of(nation.code), owner=nation.code, what=work.what, position=work.position, number=work.number)


def _exists(world: World, position: str) -> bool:
    return is_number(position) and (int(position) in world.hexes or int(position) in world.locations)


def enemies_at(world: World, nation: str, *positions: str) -> bool:
    """True when hostile units that can influence control stand at one of these positions."""
    return any(
        unit.position in positions
        and type_of(world.tables, unit).influences_control
        and not unit.questing
        and not unit.embarked
        and world.hostile(unit.owner, nation)
        for unit in world.units.values()
    )


def place_fault(world: World, kind: LocationType, position: str) -> str:
    """Why a location of a type cannot be built at a position; "" when it can, whoever builds it."""
    if not _exists(world, position) or not world.tables.land(hex_of(world, position)):
        return f"Nothing can be built at {position}."
    around = location_at(world, position)
    ground = around.type if around else "hex" if level(world, position) == "surface" else ""
    if ground not in kind.built_in:
        return f"A {kind.type} is built in: {', '.join(kind.built_in)}."
    if kind.one_per_position and any(one.type == kind.type for one in inside_of(world, position)):
        return f"A {kind.type} stands there already."
    return ""


def found_location(turn: Turn, nation: Nation, what: str, position: str) -> Location:
    """A new location of a nation, with its first walls (ruling 4.9, ``locations.csv``)."""
    world, kind = turn.world, turn.tables.location_types[what]
    new = Location(world.next_location, what, position, owner=nation.code, unique=False)
    new.rating, new.strength = kind.start_rating, kind.start_strength
    world.locations[new.id] = new
    world.next_location += 1
    turn.tell_of(new, "location built", type=what, position=position)
    return new


def progress(turn: Turn) -> None:
    """One phase of all works, and of what sappers have begun."""
    progress_works(turn)
    collapse(turn)
