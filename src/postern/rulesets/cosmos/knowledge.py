"""What one player may know (``View``): the world as the nation imagines it. Reading, checking, forecasts and computer nations
see nothing else, and the engine of the game runs on it.

What is the nation's own stands in full. Others are as they were last seen, hexes off its map are plains without features,
and what nobody told it is not there. Where it cannot know, the friendlier guess is taken: others hold it as it holds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from postern.game.kit.copying import copied
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.turn import Actor
from postern.rulesets.cosmos.world.places import hex_of, location_at, number_of, outwards
from postern.rulesets.cosmos.world.records import Hex, Item, Location, Nation, Sighting, Unit, World


def imagined(world: World, code: str) -> World:
    """A fresh world of what a nation knows, and nothing else. It may be changed freely."""
    nation = copied(world.nations[code])
    units = {number: copied(unit) for number, unit in world.units.items() if unit.owner == code}
    units |= {seen.id: _sighted(world, seen) for seen in nation.memory.units.values() if seen.id not in units and not seen.gone}
    locations = dict(_locations(world, nation))
    known = World(
        scenario=world.scenario,
        turn=world.turn,
        turns=world.turns,
        nations={one.code: nation if one.code == code else _foreign(one, nation) for one in world.nations.values()},
        units=dict(sorted(units.items())),
        locations=dict(sorted(locations.items())),
        hexes={number: _hex(number, one, nation) for number, one in world.hexes.items()},
        items={number: copied(one) for number, one in world.items.items() if _holds(world, code, one)},
        signals={n: own for n, sent in world.signals.items() if n in units and (own := [one for one in sent if one in units])},
        finished=world.finished,
        winners=list(world.winners),
        edition=world.edition,
        charted=_chart(world, nation),
    )
    for unit in list(known.units.values()):
        if unit.position and not _exists(known, unit.position):
            del known.units[unit.id]  # inside of something that is not on the map
    return known


def _foreign(one: Nation, own: Nation) -> Nation:
    """Another nation: who leads it is known to all, its policies are not."""
    policies = {own.code: own.policies[one.code]} if one.code in own.policies else {}
    return Nation(code=one.code, number=one.number, seat=one.seat, policies=policies, eliminated=one.eliminated)


def _sighted(world: World, seen: Sighting) -> Unit:
    """A foreign unit as it was last seen, its wounds shared out evenly."""
    each = world.tables.unit_types[seen.type].wp * HUNDRED * (100 - seen.wound_pct) // 100
    return Unit(
        id=seen.id,
        owner=seen.owner,
        type=seen.type,
        position=seen.position,
        individuals=seen.individuals,
        name=seen.name,
        wounds=[each] * seen.individuals if each else [],
        questing=seen.questing,
        embarked=seen.embarked,
    )


def _locations(world: World, nation: Nation) -> Iterator[tuple[int, Location]]:
    """Own locations without the tunnels under their walls (CF-16.3.1-01), others as last seen; those that own things stand in
    are known."""
    for number, seen in nation.memory.locations.items():
        known = Location(number, seen.type, seen.outside, seen.name, seen.owner, seen.size, rating=seen.rating)
        known.strength, known.damage = seen.strength, seen.damage
        yield number, known
    for number, one in world.locations.items():
        if one.owner == nation.code:
            yield number, replace(copied(one), sapping=0)
    for place in _own_places(world, nation.code):
        for position in outwards(world, place):
            around = location_at(world, position)
            if around is not None and around.owner != nation.code:
                yield around.id, replace(copied(around), stores={}, program=[], until={}, noted={}, sapping=0)


def _own_places(world: World, code: str) -> list[str]:
    places = [unit.position for unit in world.units.values() if unit.owner == code and unit.position]
    return places + [one.outside for one in world.locations.values() if one.owner == code]


def _hex(number: int, one: Hex, nation: Nation) -> Hex:
    if one.owner == nation.code:
        return copied(one)
    seen = nation.memory.hexes.get(number)
    return Hex(owner=seen.owner if seen and seen.owner != nation.code else "")


def _chart(world: World, nation: Nation) -> dict[int, str]:
    """The terrain of the hexes on the nation's map, as it seemed; that of own hexes and where its units stand is known, too."""
    real = world.tables.hexes
    own = {hex_of(world, place) for place in _own_places(world, nation.code)}
    own |= {number for number, one in world.hexes.items() if one.owner == nation.code}
    seen = {number: one.terrain or real[number].terrain for number, one in nation.memory.hexes.items()}
    return {number: real[number].terrain for number in own} | seen


def _holds(world: World, code: str, item: Item) -> bool:
    """True for an item of the nation, or held by a unit of it."""
    return item.owner == code or (item.holder in world.units and world.units[item.holder].owner == code)


def _exists(world: World, position: str) -> bool:
    number = int(position.lstrip("ou"))
    return number in world.hexes or number in world.locations


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
