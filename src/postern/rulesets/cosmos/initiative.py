"""Initiative: who acts sooner among those of the same priority (CF-4-15, ruling 2.3)."""

from __future__ import annotations

from postern.rulesets.cosmos.places import terrain_at
from postern.rulesets.cosmos.strength import efficiency, force_of, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Unit

_FAMILIARITY = {"n": 3, "f": 2, "u": 1, "a": 0}


def initiative(turn: Turn, unit: Unit) -> int:
    """How soon a leader or single unit acts among those of the same priority, in hundredths; more is sooner (ruling 2.3)."""
    world, tables = turn.world, turn.tables
    terrain = terrain_at(world, unit.position)
    kinds = [type_of(tables, one) for one in force_of(world, unit)]
    worst = min(
        _FAMILIARITY[ground.familiarity] if (ground := tables.grounds[k.move_profile].get(terrain)) else 0 for k in kinds
    )
    cost = max(min(20, tables.moves[kind.move_profile].get(terrain, 20)) for kind in kinds)
    luck = turn.chance_of("initiative", unit.id).between(0, 30)
    fit = efficiency(type_of(tables, unit), unit)
    return 100 * (40 * worst + 4 * (20 - cost) + luck) + int(5000 * fit) + int(10 * (unit.morale + 100))
