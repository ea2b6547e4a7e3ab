"""Units without support fall or sink (CF-2.1.2-08, ruling 5.9)."""

from __future__ import annotations

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.places import level, terrain_at
from postern.rulesets.cosmos.scenario import CONTENT
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Unit

_NUMBERS = CONTENT.toml("movement")


def let_fall(turn: Turn) -> None:
    """Lets fall, before the actions of a phase, who was brought in an earlier one to where nothing bears him: from over to the
    surface most individuals die, the others are left with a wound point; who sinks below the surface is destroyed."""
    for unit in [turn.world.units[number] for number in sorted(turn.world.units)]:
        if unit.position and not unit.embarked and not _borne(turn, unit):
            if level(turn.world, unit.position) == "over":
                _fall(turn, unit)
            else:
                turn.tell_of(unit, "sank", start=unit.position, dead=unit.individuals)
                turn.remove(unit)


def _borne(turn: Turn, unit: Unit) -> bool:
    """True where a unit can stay: where it could move, and on and under all firm ground. Flyers never fall."""
    kind, where = type_of(turn.tables, unit), level(turn.world, unit.position)
    if kind.able("flies") or unit.until.get("flying", 0) >= turn.now or where == "inside":
        return True
    terrain = terrain_at(turn.world, unit.position)
    if terrain in turn.tables.moves[kind.move_profile]:
        return True
    return where != "over" and not _is_water(turn, unit.position)


def _is_water(turn: Turn, position: str) -> bool:
    place = int(position.lstrip("ou"))
    return not turn.tables.land(place) or terrain_at(turn.world, f"u{place}") == "lake bottom"


def _fall(turn: Turn, unit: Unit) -> None:
    kind, start, before = type_of(turn.tables, unit), unit.position, unit.individuals
    luck = turn.chance_of("fall", unit.id)
    left = sum(not luck.percent(_NUMBERS["falling_dies_pct"]) for _ in range(before))
    turn.tell_of(unit, "fell", start=start, dead=before - left, left=left)
    if not left:
        turn.remove(unit)
        return
    unit.individuals, unit.wounds = left, [(kind.wp - _NUMBERS["falling_leaves"]) * HUNDRED] * left
    unit.wounds = [one for one in unit.wounds if one]
    turn.put(unit, start.removeprefix("o"))
