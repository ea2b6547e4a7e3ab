"""The influence of rulers: within its bounds, with the echo at the natural enemy (AC-09, ruling 39)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Kingdom, World


def change_influence(turn: Turn, kingdom: Kingdom, amount: float, why: str) -> float:
    """Changes a ruler's influence by so many points, for a reason ("region", "council", "order 480", ...), and its natural
    enemy's by a share of it, the other way. Gives by how much it changed (AC-09-01, AC-09-13)."""
    changed = _change(turn, kingdom, amount, why)
    enemy = natural_enemy(turn.world, kingdom)
    if changed and enemy is not None and turn.tables.has("enemy_echo"):
        _change(turn, enemy, changed * turn.tables.value("influence.enemy_echo"), "natural enemy")
    return changed


def _change(turn: Turn, kingdom: Kingdom, amount: float, why: str) -> float:
    tables = turn.tables
    if turn.world.own not in ("", kingdom.code):
        return 0.0  # imagined: how others stand is not known
    before = kingdom.influence
    wanted = round(before + amount, 2)
    kingdom.influence = min(max(wanted, tables.value("influence.minimum")), tables.value("influence.maximum"))
    changed = round(kingdom.influence - before, 2)
    if changed:
        turn.tell_kingdoms("influence", (kingdom.code,), why=why, hundredths=round(changed * 100))
    return changed


def natural_enemy(world: World, kingdom: Kingdom) -> Kingdom | None:
    """The natural enemy of a kingdom, if it plays (AC-02)."""
    code = world.tables.kingdoms[kingdom.code].natural_enemy
    found = world.kingdoms.get(code)
    return found if found is not None and found.active else None


def order_limit(world: World, kingdom: Kingdom) -> int:
    """How many orders a letter may have (AC-09-03, ruling 5)."""
    return int(kingdom.influence) + world.tables.whole("orders.over_influence")


def standing_limit(world: World, kingdom: Kingdom) -> int:
    """How many standing orders a kingdom may have (AC-27-03..05)."""
    tables = world.tables
    return tables.whole("standing.base") + tables.whole("standing.per_region") * len(kingdom.controlled)
