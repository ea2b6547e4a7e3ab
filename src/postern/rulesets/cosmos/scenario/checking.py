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


def _is_place(one: Scenario, position: str) -> bool:
    return is_number(position) and (int(position) in one.hexes or int(position) in one.locations)
