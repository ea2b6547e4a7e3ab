"""Units that nobody plays: who roams, and who comes back (ruling 15.8, ``start_units.csv``)."""

from __future__ import annotations

from postern.game.kit.digits import is_number
from postern.rulesets.cosmos.places import hex_of, level
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Pending, Unit, World


def roam(turn: Turn) -> None:
    """Before the first phase: units that roam go to prey beside them, or back when they are far from where they began, or else
    perhaps to some land near it."""
    if turn.expected:
        return
    for number in sorted(turn.world.units):
        unit = turn.world.units[number]
        if unit.behaviour.endswith("roam") and not turn.tables.nations[unit.owner].played and unit.position:
            turn.drop_program(unit)
            goal = _goal(turn, unit)
            if goal and str(goal) != unit.position:
                unit.program = [Pending(f"farmove {goal}")]


def _goal(turn: Turn, unit: Unit) -> int:
    """Where a roaming unit goes this turn; 0 for nowhere."""
    tables, world = turn.tables, turn.world
    here, start = hex_of(world, unit.position), hex_of(world, unit.start)
    reach = int(tables.settings["roaming_range"])
    prey = _prey(world, unit)
    if prey:
        return prey
    if tables.grid.distance(here, start) > reach:
        return start
    luck = turn.stream("roaming", unit.id)
    if not luck.percent(int(tables.settings["roaming_chance_pct"])):
        return 0
    return luck.choice([place for place in tables.grid.within(start, reach) if _passable(world, unit, place)])


def _passable(world: World, unit: Unit, place: int) -> bool:
    terrain = world.tables.hexes[place].terrain
    return world.tables.land(place) and terrain in world.tables.moves[type_of(world.tables, unit).move_profile]


def _prey(world: World, unit: Unit) -> int:
    """The adjacent hex, the first by number, where an enemy without influence on control stands in the open; 0 for none."""
    around = set(world.tables.grid.neighbours(hex_of(world, unit.position)))
    found = [
        int(one.position)
        for one in world.units.values()
        if is_number(one.position)
        and int(one.position) in around
        and level(world, one.position) == "surface"
        and world.hostile(one.owner, unit.owner)
        and not type_of(world.tables, one).influences_control
        and not (one.hidden or one.questing or one.embarked)
        and _passable(world, unit, int(one.position))
    ]
    return min(found, default=0)


def restore_wild(turn: Turn) -> None:
    """At the end of certain turns destroyed wild units come back where they began, if nobody owns the hex."""
    world, settings = turn.world, turn.tables.settings
    if str(world.turn) not in settings["wild_returns"].split():
        return
    present = {(unit.start, unit.behaviour) for unit in world.units.values()}
    for row in turn.tables.start_units.values():
        kind = row.role.partition(":")[0]
        if kind not in settings["wild_returning"].split() or row.id in world.units or (row.position, row.role) in present:
            continue
        if world.hexes[hex_of(world, row.position)].owner:
            continue
        unit = Unit(
            id=world.next_npc_unit,
            owner=row.owner,
            type=row.type_no,
            position=row.position,
            individuals=row.individuals,
            name=row.name,
            tactics=row.tactics,  # type: ignore[arg-type]  # the loader's table has tactics alone
            behaviour=row.role,
            start=row.position,
        )
        world.units[unit.id] = unit
        world.next_npc_unit += 1
