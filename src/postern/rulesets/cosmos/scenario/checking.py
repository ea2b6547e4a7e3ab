"""What the files of a scenario say of each other that cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.kit.digits import is_number
from postern.rulesets.cosmos.scenario.tables import Scenario


def faults(one: Scenario) -> Iterator[str]:
    """What the files say of each other that cannot be."""
    terrains, profiles = set(one.terrains), set(one.moves)
    for place in one.hexes.values():
        if place.terrain not in terrains:
            yield f"hexes.csv: {place.hex} has the unknown terrain {place.terrain!r}"
    for kind, sides in one.sides.items():
        for side in sides:
            here, there = sorted(side)
            if here not in one.hexes or not one.grid.adjacent(here, there):
                yield f"edges.csv: {kind} joins {here} and {there}, which are no neighbours"
    for unit in one.unit_types.values():
        if unit.move_profile not in profiles or unit.move_profile not in one.grounds:
            yield f"unit_types.csv: {unit.name} has the unknown profile {unit.move_profile!r}"
    for caster in one.casters.keys() - {unit.name for unit in one.unit_types.values()}:
        yield f"casters.csv: {caster} is no unit type"
    for spell in one.spells:
        for caster in set(spell.casters) - one.casters.keys():
            yield f"spells.csv: {caster} casts {spell.spell} and stands not in casters.csv"
    yield from _strangers(one)
    for location in one.locations.values():
        if location.type not in one.location_types:
            yield f"locations.csv: {location.id} has the unknown type {location.type!r}"
        if not _is_place(one, location.outside):
            yield f"locations.csv: {location.id} lies in {location.outside}, which is nowhere"
        if location.wall_rating > location.wall_strength // 3:
            yield f"locations.csv: {location.id} has a rating above a third of its strength"
    for way in one.connections.values():
        if not (_is_place(one, way.start) and _is_place(one, way.goal)) or way.terrain not in terrains:
            yield f"connections.csv: {way.start} to {way.goal} through {way.terrain} cannot be"
    for start in one.start_units.values():
        own_type = one.unit_types.get(start.type_no)
        if own_type is None:
            yield f"start_units.csv: {start.id} is of no known type"
        elif not own_type.min <= start.individuals <= own_type.max:
            yield f"start_units.csv: {start.id} has {start.individuals} of {own_type.min} to {own_type.max} {own_type.name}"
        if not _is_place(one, start.position):
            yield f"start_units.csv: {start.id} stands in {start.position}, which is nowhere"
    for nation in one.nations.values():
        rulers = [unit for unit in one.start_units.values() if unit.owner == nation.code and unit.role == "ruler"]
        if nation.played and (len(rulers) != 1 or nation.home not in one.locations):
            yield f"nations.csv: {nation.code} needs one ruler and a home"


def _strangers(one: Scenario) -> Iterator[str]:
    """Rows that speak of unit types, nations or places that the scenario has not."""
    types, nations = one.unit_types.keys(), one.nations.keys()
    for leader in one.leaders.values():
        for number in {leader.no, *leader.leads, *leader.subordinates} - types:
            yield f"leaders.csv: {leader.no} speaks of {number}, which is no unit type"
    for recruiter, made in one.recruiting:
        for number in {recruiter, made} - types:
            yield f"recruiting.csv: {recruiter} recruits {made}, and {number} is no unit type"
    for unit in one.unit_types.values():
        for code in set(unit.nations) - nations - {"all", "any"}:
            yield f"unit_types.csv: {unit.name} is of {code}, which is no nation"
    for code in one.pools.keys() - nations:
        yield f"start_resources.csv: {code} is no nation"
    for start in one.start_units.values():
        if start.owner not in nations:
            yield f"start_units.csv: {start.id} is owned by {start.owner}, which is no nation"
    for row in one.victory:
        if row.kind in ("location", "each turn") and row.type not in one.location_types:
            yield f"victory.csv: {row.kind} {row.type} counts, and there is no such type of location"
    for deed in one.deeds.values():
        for place in {deed.location, deed.tells} - {0} - one.locations.keys():
            yield f"quest_deeds.csv: {deed.no} speaks of {place}, which is no location"
    for route in one.routes:
        if route.start not in one.locations or not _is_place(one, str(route.to)):
            yield f"travel_routes.csv: {route.start} to {route.to} joins what is nowhere"


def _is_place(one: Scenario, position: str) -> bool:
    return is_number(position) and (int(position) in one.hexes or int(position) in one.locations)
