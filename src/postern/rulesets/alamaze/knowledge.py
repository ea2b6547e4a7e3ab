"""What one player may know: the world as the kingdom imagines it. Reading, checking and forecasting see nothing else.

The engine of the game runs on it. What is the kingdom's own stands in full. Others are as they were last seen, and what nobody
told it is not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from postern.game.chance import Chance
from postern.game.kit.copying import copied
from postern.game.kit.knowledge import unknown
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import (
    Center,
    CenterMemory,
    Fleet,
    Group,
    GroupMemory,
    Kingdom,
    Memory,
    Sighting,
    Skeleton,
    World,
)

_UNKNOWN = "Tolerant"
"""How regions are taken to react to others: nobody tells."""


def imagined(world: World, code: str) -> World:
    """A fresh world of what a kingdom knows, and nothing else. It may be changed freely."""
    own = copied(world.kingdoms[code])
    own.skeletons = [Skeleton(one.code, one.major, [], True) for one in own.skeletons if one.revealed]
    for figure in own.figures.values():
        figure.area, figure.told_area = figure.told_area or figure.area, ""
    tables, memory = world.tables, own.memory
    groups = {id: copied(one) for id, one in world.groups.items() if one.kingdom == code}
    groups |= {id: _group(tables, id, one) for id, one in memory.groups.items() if one.turn >= world.turn - 1}
    centers = {area: _center(tables, area, code, one) for area, one in memory.centers.items() if area in world.centers}
    centers |= {area: _base(tables, one, code, memory.centers.get(area)) for area, one in _bases(world, own)}
    centers |= {area: copied(one) for area, one in world.centers.items() if one.owner == code}
    kingdoms = {one: own if one == code else _foreign(other, code, memory) for one, other in world.kingdoms.items()}
    for region, ruler in memory.controllers.items():
        if ruler and ruler != code:
            kingdoms[ruler].controlled.append(region)
    return World(
        edition=world.edition,
        turn=world.turn,
        turns=world.turns,
        kingdoms=kingdoms,
        groups=dict(sorted(groups.items())),
        centers=dict(sorted(centers.items())),
        sightings={place: Sighting(place, area, "") for place, area in enumerate(sorted(memory.sites), 1)},
        council=copied(world.council),
        training_price=world.training_price,
        secret_victory=world.secret_victory,
        ends_after=world.ends_after,
        finished=world.finished,
        winners=list(world.winners),
        victory=world.victory,
        own=code,
    )


def _foreign(one: Kingdom, own: str, memory: Memory) -> Kingdom:
    """Another kingdom: that it plays is known to all. To us, what it declared us, those of its figures that are our prisoners
    and named their king, its skeletons that we know, its ships where we counted them."""
    prisoners = {code: copied(figure) for code, figure in one.figures.items() if figure.held_by == own and not figure.silent}
    for figure in prisoners.values():
        figure.told_area = ""
    skeletons = [Skeleton(bone.code, bone.major, [own], bone.revealed) for bone in one.skeletons if _known(bone, own)]
    seen = {sea: Fleet(some.number, some.quality) for sea, some in memory.fleets.get(one.code, {}).items() if some.number}
    influence = unknown(f"the influence of {one.code}")
    known = Kingdom(one.code, one.seat, "", "", 0, 0, influence, active=one.active, figures=prisoners, skeletons=skeletons)
    known.fleets = seen
    known.reactions = dict.fromkeys(one.reactions, _UNKNOWN)
    known.declared = {own: one.declared[own]} if own in one.declared else {}
    known.team = one.team
    return known


def _known(skeleton: Skeleton, own: str) -> bool:
    return skeleton.revealed or own in skeleton.known_by


def _group(tables: Edition, id: str, seen: GroupMemory) -> Group:
    """A foreign group of its kingdom's own brigades: as many as were counted, else as its size word says at least, one for a
    masked group."""
    words = {one.word: one.brigades_low for one in tables.size_words}
    least = words.get(seen.size, 1) if seen.brigades is None else seen.brigades
    code = id[1:]
    brigade = next((one.brigade_code for one in tables.start_groups.values() if one.kingdom == code), "")
    return Group(id, code, int(id[0]), seen.area, {brigade: least} if least else {})


def _bases(world: World, own: Kingdom) -> Iterator[tuple[str, Center]]:
    """The centers where its figures live."""
    areas = {one.area for one in own.figures.values() if not one.held_by}
    return ((area, one) for area, one in world.centers.items() if area in areas and not one.destroyed)


def _base(tables: Edition, center: Center, own: str, seen: CenterMemory | None) -> Center:
    """Figures tell whose banner flies over their base; its values are as they were seen."""
    return _center(tables, center.area, own, replace(seen or CenterMemory(0, ""), owner=center.owner))


def _center(tables: Edition, area: str, own: str, seen: CenterMemory) -> Center:
    """A center as it was last seen. One that was ours then is ours no more, or it would be among our own."""
    row = tables.centers[area]
    owner = "" if seen.owner in (None, own) else seen.owner
    defense, census, food, gold = seen.defense or 0, seen.census or 0, seen.food or 0, seen.gold or 0
    return Center(area, row.name, row.type, defense, census, food, gold, owner or "")


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

    def place(self, area: str) -> str:
        """An area with the name of its center, where one is known: ``Wenenmere KP``."""
        center = self.world.centers.get(area)
        return f"{center.name} {area}" if center is not None else area


def view_of(world: World, seat: str) -> View:
    """What a player may know. Raises KeyError for a seat that leads no kingdom."""
    code = world.kingdom_of(seat).code
    return View(seat, code, imagined(world, code))


def asked_turn(world: World) -> Turn:
    """A turn of this world that is only asked: for the rules that want one. Nothing is done in it."""
    return Turn(world, [], Chance("expected").turn(world.turn), expected=True)
