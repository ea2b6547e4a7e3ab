"""How a battle would go, for a kingdom that asks before the turn: run on what it knows (its imagined world), without chance
and without spells that have not been cast."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.alamaze.battle.assault import storm
from postern.rulesets.alamaze.battle.field import fight
from postern.rulesets.alamaze.battle.host import POPULATION, Aid, Stance, host
from postern.rulesets.alamaze.battle.walls import defense_of, is_capital
from postern.rulesets.alamaze.group_values import size_word
from postern.rulesets.alamaze.outlook import Outlook, outlook
from postern.rulesets.alamaze.world import Center, Group, World


def assault_outlook(world: World, group: Group, center: Center, tactic: int, factor: float = 1.0) -> Outlook:
    """The outlook of an attack on a center whose defense is known, over all that its readiness may be (ruling 15).
    ``factor`` is that of plunder or of a refused threat (``battle.centers.FACTORS``)."""
    attacker = host(world, group, Stance("attack", tactic), Aid(), against=center.owner, terrain=POPULATION)
    if is_capital(world, center):
        days = [1 + world.tables.value("pc.modifier_capital")]
    else:
        span = round(world.tables.value("pc.modifier_range") * 100)
        days = [1 + percent / 100 for percent in range(-span, span + 1)]
    walls = defense_of(world, center) * factor
    return _word([storm(world.tables, attacker, walls * day).taken for day in days])


def battle_outlook(world: World, group: Group, enemy: Group, tactic: int, *, ready: bool) -> Outlook:
    """The outlook of an attack on a foreign group, over all sizes that its size word allows. ``ready``: it defends by the
    second tactic, else it is surprised."""
    own = host(world, group, Stance("attack", tactic), Aid(), against=enemy.kingdom)
    way = Stance("defend" if ready else "surprised")
    won = []
    for size in _sizes(world, enemy):
        kind = next(iter(enemy.brigades), "")
        seen = Group(enemy.id, enemy.kingdom, enemy.number, enemy.area, {kind: size})
        won.append(fight(world.tables, own, host(world, seen, way, Aid(), against=group.kingdom)).holder == 0)
    return _word(won)


def _sizes(world: World, enemy: Group) -> Iterator[int]:
    """How many brigades a group of its size word may have; of the largest word no more than half as much again."""
    word = size_word(world.tables, enemy.size)
    row = next(one for one in world.tables.size_words if one.word == word)
    return iter(range(max(row.brigades_low, 1), (row.brigades_high or row.brigades_low * 3 // 2) + 1))


def _word(won: list[bool]) -> Outlook:
    return outlook(100 * sum(won) / len(won))
