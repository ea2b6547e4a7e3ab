"""Changes of the land itself by spells and talismans, and who sees them happen."""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Terrain


def witnesses(turn: Turn, name: str, *others: str) -> set[str]:
    """The owner of a province and of every leader there, and these others."""
    return {*others, turn.province(name).owner, *(leader.owner for leader in turn.leaders_in(name))}


def change_terrain(turn: Turn, name: str, terrain: Terrain, to: Iterable[str]) -> None:
    """The province has another terrain from now on; its rates follow (QJ-28.1-099, QJ-28.2-15). ``to`` are told."""
    province = turn.province(name)
    before, province.terrain = province.terrain, terrain
    turn.tell("terrain changed", to=to, province=name, before=before.value, terrain=terrain.value)
