"""The land as it is, and as a nation knows it: terrains, illusions, and what lies on the sides of hexes (ruling 5.2)."""

from __future__ import annotations

from typing import NamedTuple

from postern.rulesets.cosmos.places import terrain_at
from postern.rulesets.cosmos.scenario import CONTENT
from postern.rulesets.cosmos.world import Nation, World

_UNKNOWN = CONTENT.toml("movement")["unknown_terrain"]
_NOTHING: frozenset[str] = frozenset()


class Ground(NamedTuple):
    """The terrain of a position, and the false one that an illusion shows there; "" for none."""

    terrain: str
    illusion: str = ""


class Land:
    """The land as it is."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.tables = world.tables
        self._grounds: dict[str, Ground] = {}

    def ground(self, position: str) -> Ground:
        """What a position outside of locations is like, worked out once."""
        found = self._grounds.get(position)
        if found is None:
            found = self._grounds[position] = self._look(position)
        return found

    def _look(self, position: str) -> Ground:
        if position[0] in "ou":
            return Ground(terrain_at(self.world, position))
        place = int(position)
        return Ground(self.tables.hexes[place].terrain, self.world.hexes[place].illusion)

    def between(self, here: str, there: str) -> frozenset[str]:
        """What lies on the side between two positions; nothing when one is over or under the surface."""
        if here[0] in "ou" or there[0] in "ou":
            return _NOTHING
        return self.tables.between.get((int(here), int(there)), _NOTHING)


class KnownLand(Land):
    """The land as a nation plans its ways: plains where it has seen nothing. Nations that nobody plays know it all."""

    def __init__(self, world: World, nation: Nation) -> None:
        super().__init__(world)
        self._all = not self.tables.nations[nation.code].played
        self._hexes = nation.memory.hexes

    def _look(self, position: str) -> Ground:
        """What the nation thinks a position is like."""
        if self._all or position[0] in "ou":
            return super()._look(position)
        known = self._hexes.get(int(position))
        if known is None:
            return Ground(_UNKNOWN)
        real = known.real or known.terrain or self.tables.hexes[int(position)].terrain
        return Ground(real, known.terrain if known.terrain != real else "")

    def between(self, here: str, there: str) -> frozenset[str]:
        """What the nation knows to lie there: it has seen one of the two hexes."""
        found = super().between(here, there)
        return found if not found or self._all or int(here) in self._hexes or int(there) in self._hexes else _NOTHING
