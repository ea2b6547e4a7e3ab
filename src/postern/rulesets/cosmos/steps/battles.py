"""Step h of a phase: battles, hex by hex in the order of their numbers (CF-15-01, ruling 2.1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from postern.rulesets.cosmos import navy
from postern.rulesets.cosmos.battle.aftermath import dead_at_sea, finish
from postern.rulesets.cosmos.battle.segment import fight_out
from postern.rulesets.cosmos.battle.start import begin, groups, hostile_pairs, taking_part
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Unit, World


class Navy(Protocol):
    """What battles at sea need of ships (CF-12.2, rulings 5.11, 5.12)."""

    def melee_at_sea(self, world: World, unit: Unit) -> Fraction:
        """The melee strength of each individual of an embarked unit."""

    def warships_per_size(self, world: World, code: str) -> Fraction:
        """The warships of a nation for each unit of size that it has at sea."""

    def lose_ships(self, turn: Turn, code: str, freed: int, per_size: Fraction) -> object:
        """Takes from a nation the ships lost with individuals of this combined size."""


def fight(turn: Turn) -> None:
    """Fights all battles of this phase."""
    fight_all(turn, navy)


def fight_all(turn: Turn, ships: Navy) -> None:
    """The same with what is known of ships. What was stormed in this phase is then forgotten."""
    turn.fought.clear()
    for whole, units in groups(turn):
        alive = [unit for unit in units if unit.id in turn.world.units]
        if hostile_pairs(turn.world, alive) and (involved := taking_part(turn, alive)):
            sailing = sorted({unit.owner for unit in involved if unit.embarked})
            per_size = {code: ships.warships_per_size(turn.world, code) for code in sailing}
            battle = begin(turn, whole, involved, ships.melee_at_sea if sailing else _on_land)
            fight_out(battle)
            finish(battle)
            for code, dead in dead_at_sea(battle).items():
                if dead:
                    ships.lose_ships(turn, code, dead, per_size[code])
    turn.stormed.clear()


def _on_land(world: World, unit: Unit) -> Fraction:
    raise ValueError(f"unit {unit.id} is not at sea")
