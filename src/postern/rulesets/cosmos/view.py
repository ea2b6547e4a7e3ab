"""What one player may know: the world as the nation imagines it. Reading, checking and forecasting see nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.cosmos.imagined import imagined
from postern.rulesets.cosmos.names import number_of
from postern.rulesets.cosmos.turn import Actor
from postern.rulesets.cosmos.world import Nation, World


@dataclass(frozen=True)
class View:
    """A player's knowledge when the orders of the world's turn are awaited. ``world`` is never changed: turns run on copies."""

    seat: str
    code: str
    world: World

    @property
    def nation(self) -> Nation:
        """The player's own nation."""
        return self.world.nations[self.code]

    def number(self, text: str) -> int:
        """The ID that a number or an alias stands for now; 0 for an alias that stands for nothing yet."""
        return number_of(self.world, self.nation, text)

    def own(self, text: str) -> Actor | None:
        """The own unit or location with this number or alias."""
        number = self.number(text)
        thing = self.world.units.get(number) or self.world.locations.get(number)
        return thing if thing is not None and thing.owner == self.code else None

    def knows(self, number: int) -> bool:
        """True when there is such a hex, or the player knows of a unit, location or item with this number."""
        world = self.world
        kept = number in self.nation.memory.items or number in self.nation.memory.units
        return kept or any(number in things for things in (world.hexes, world.locations, world.units, world.items))


def view_of(world: World, seat: str) -> View:
    """What a player may know. Raises KeyError for a seat that leads no nation."""
    nation = world.nation_of(seat)
    return View(seat, nation.code, imagined(world, nation.code))
