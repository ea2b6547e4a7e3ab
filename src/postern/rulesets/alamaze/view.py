"""What one player may know: the world as the kingdom imagines it. Reading, checking and forecasting see nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.imagined import imagined
from postern.rulesets.alamaze.world import Kingdom, World


@dataclass(frozen=True)
class View:
    """A player's knowledge when the orders of the world's turn are awaited. ``world`` is never changed: turns run on copies."""

    seat: str
    code: str
    world: World

    @property
    def kingdom(self) -> Kingdom:
        """The player's own kingdom."""
        return self.world.kingdoms[self.code]


def view_of(world: World, seat: str) -> View:
    """What a player may know. Raises KeyError for a seat that leads no kingdom."""
    code = world.kingdom_of(seat).code
    return View(seat, code, imagined(world, code))
