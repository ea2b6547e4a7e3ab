"""Step h of a phase: battles, hex by hex in the order of their numbers (CF-15-01, gaps 2.1)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module

from postern.rulesets.cosmos.battle.aftermath import finish, lost_at_sea
from postern.rulesets.cosmos.battle.segment import fight_out
from postern.rulesets.cosmos.battle.start import AtSea, begin, groups, hostile_pairs, taking_part
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Nation, Unit, World

LoseShips = Callable[[Turn, Nation, int, int], None]
"""Takes ships from a nation for the size of its embarked dead, of the size that was embarked before (gaps 5.11)."""


def fight(turn: Turn) -> None:
    """Fights all battles of this phase."""
    fight_all(turn, _sea_strength, _lose_ships)


def fight_all(turn: Turn, strength_at_sea: AtSea, lose_ships: LoseShips) -> None:
    """The same with functions for the melee strength of embarked units and the loss of ships. What was stormed in this phase
    is then forgotten."""
    turn.fought.clear()
    for whole, units in groups(turn):
        alive = [unit for unit in units if unit.id in turn.world.units]
        if hostile_pairs(turn.world, alive) and (involved := taking_part(turn, alive)):
            battle = begin(turn, whole, involved, strength_at_sea)
            fight_out(battle)
            finish(battle)
            for code, (dead, before) in lost_at_sea(battle).items():
                lose_ships(turn, turn.world.nations[code], dead, before)
    turn.stormed.clear()


def _sea_strength(world: World, unit: Unit) -> Fraction:
    found: Fraction = import_module("postern.rulesets.cosmos.movement.ships").sea_strength(world, unit)
    return found


def _lose_ships(turn: Turn, nation: Nation, dead: int, before: int) -> None:
    if dead:
        import_module("postern.rulesets.cosmos.movement.ships").lose_ships(turn, nation, dead, before)
