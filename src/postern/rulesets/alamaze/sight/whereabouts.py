"""Where artifacts are, and by which name an order means one (ruling 50)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postern.rulesets.alamaze.edition import Edition
from postern.rulesets.alamaze.world import Center, Figure, Group, World


@dataclass(frozen=True)
class Place:
    """Where an artifact is: the area, what holds it, and the kingdom that has it, "" for none. ``site`` is the number of the
    sighting that hides it, 0 for none."""

    area: str
    kingdom: str = ""
    holder: Group | Figure | Center | None = None
    site: int = 0

    @property
    def sort(self) -> str:
        """What sort of holder it is, in a word."""
        words = {Group: "group", Figure: "figure", Center: "population center"}
        return words[type(self.holder)] if self.holder is not None else "wild"


def artifact_key(tables: Edition, said: str) -> str:
    """The key of an artifact by its key or its short number; "" for one that does not exist."""
    if said in tables.artifacts:
        return said
    return next((key for key, one in tables.artifacts.items() if one.short_number == said), "")


def places(world: World) -> Iterator[tuple[str, Place]]:
    """All artifacts with where they are: with groups, figures and centers, then in the wild."""
    for _, group in sorted(world.groups.items()):
        yield from ((key, Place(group.area, group.kingdom, group)) for key in group.artifacts)
    for code, kingdom in sorted(world.kingdoms.items()):
        for figure in kingdom.figures.values():
            yield from ((key, Place(figure.area, code, figure)) for key in figure.artifacts)
    for area, center in sorted(world.centers.items()):
        yield from ((key, Place(area, center.owner, center)) for key in center.artifacts)
    yield from ((one.item, Place(one.area, site=site)) for site, one in sorted(world.sightings.items()) if one.item)
    yield from ((key, Place(area)) for key, area in sorted(world.lost_artifacts.items()))


def place_of(world: World, key: str) -> Place | None:
    """Where an artifact is; None for one that is nowhere any more."""
    return next((place for one, place in places(world) if one == key), None)
