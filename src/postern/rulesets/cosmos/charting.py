"""The map that a nation knows at the start: its own land, two hexes around it, the outline of the coast (ruling 9)."""

from __future__ import annotations

from postern.rulesets.cosmos.places import hex_of
from postern.rulesets.cosmos.world import HexMemory, LocationMemory, Nation, World

_AROUND = 2


def chart_start(world: World) -> None:
    """Gives each nation that players can lead its memory of hexes, sea lanes and locations at the start."""
    for code, nation in world.nations.items():
        if world.tables.nations[code].played:
            _remember(world, nation)


def _remember(world: World, nation: Nation) -> None:
    tables, memory = world.tables, nation.memory
    own = [place for place, one in world.hexes.items() if one.owner == nation.code]
    near = {other for place in own for other in tables.grid.within(place, _AROUND)}
    for place in sorted(near | _coast(world)):
        owner = world.hexes[place].owner if place in near else ""
        memory.hexes[place] = HexMemory(turn=0, owner=owner, terrain=tables.hexes[place].terrain)
    lanes = {place for side in tables.sides.get("sea lane", ()) for place in side}
    memory.sea_lanes = sorted(near & lanes)
    for number in sorted(world.locations):
        one = world.locations[number]
        plain = tables.location_types[one.type].influences_control and hex_of(world, one.outside) in near
        if one.owner == nation.code or plain:
            memory.locations[number] = LocationMemory(
                id=one.id,
                type=one.type,
                outside=one.outside,
                name=one.name,
                owner=one.owner,
                size=one.size,
                rating=one.rating,
                strength=one.strength,
                damage=one.damage,
                turn=0,
            )


def _coast(world: World) -> set[int]:
    """The ocean hexes along the coast: they show its outline, not what lies behind it."""
    tables = world.tables
    return {place for place in tables.hexes if not tables.land(place) and any(map(tables.land, tables.grid.neighbours(place)))}
