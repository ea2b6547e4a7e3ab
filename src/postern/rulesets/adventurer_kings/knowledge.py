"""What one kingdom may know (``View``), as a world: reading, answers, forecasts, reports and computer players see nothing else.

What is the kingdom's own stands in full. What it has never seen is a plain without anything; tax that it does not know and the
quality of foreign armies raise when they are reckoned with (``kit/knowledge``). In doubt the friendlier guess is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from postern.game.kit.copying import copied
from postern.game.kit.knowledge import Unknown, unknown
from postern.rulesets.adventurer_kings.rules.abilities.levels import power
from postern.rulesets.adventurer_kings.rules.memory import in_sight, likely_tax, look, visited, watched
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import (
    Army,
    Character,
    Feature,
    Kingdom,
    Province,
    Seen,
    Status,
    World,
)

NOWHERE = 0
"""The province of a character of whom only the name is known."""
_LAND = next(iter(TABLES.terrains))
_RACE = next(name for name, one in TABLES.races.items() if one.humanoid)
_ALIGNMENT = next(name for name, one in TABLES.alignments.items() if one.special and not one.kings_only)
_TEMPER = next(iter(TABLES.tempers))
"""What stands for a terrain, race, alignment and temper that nobody told: the engine can run on it, no report says it."""
_SAGE = "sees_treasure"
_NEVER = 1_000
"""The discovery number of a feature that is not found."""


@dataclass(frozen=True)
class View:
    """A player's knowledge when the orders of the world's year are awaited. ``world`` is never changed."""

    seat: str
    code: str
    world: World

    @property
    def kingdom(self) -> Kingdom:
        """The player's own kingdom."""
        return self.world.kingdoms[self.code]

    @property
    def own(self) -> list[Character]:
        """The player's living characters."""
        return self.world.serving(self.code)

    def known(self, number: int) -> bool:
        """Return whether the player has seen a province, if only from beside it."""
        return number in self.kingdom.seen

    def been(self, number: int) -> bool:
        """Return whether the player knows natives, army types and tax: a province is his, or somebody of his was there."""
        return self.world.provinces[number].owner == self.code or visited(self.kingdom, number)

    def watched(self) -> set[int]:
        """Return the provinces whose inside the player sees now."""
        return watched(self.world, self.code)

    def place(self, number: int) -> str:
        """Return a province as sentences name it: "Sallow Down (100)", "province 5" where it was never seen."""
        return f"{self.world.provinces[number].name} ({number})" if self.known(number) else f"province {number}"


def view_of(world: World, seat: str) -> View:
    """Return what a player may know. Raises KeyError for a seat that there is not."""
    code = world.kingdom_of(seat).code
    return View(seat, code, imagined(world, code))


def imagined(world: World, code: str) -> World:
    """Return a fresh world of what a kingdom knows, and nothing else (AK-D1.4-02, 04, 05, 09). It may be changed freely."""
    own = copied(world.kingdoms[code])
    look(world, own)
    inside = watched(world, code)
    sage = any(power(one, _SAGE) for one in world.serving(code))
    armies = dict(_armies(world, code, inside))
    characters = dict(sorted(_characters(world, own, inside).items()))
    for army in armies.values():
        army.leader = army.leader if army.leader in characters else 0
    return World(
        seats=list(world.seats),
        turn=world.turn,
        turns=world.turns,
        kingdoms={one.code: own if one.code == code else _foreign(one, own) for one in world.kingdoms.values()},
        provinces={number: _province(number, one, own, number in inside, sage) for number, one in world.provinces.items()},
        characters=characters,
        armies=armies,
        offices=dict(world.offices),
        invented={number: who for number, who in world.invented.items() if who == code},
        election=world.election,
        elected_year=world.elected_year,
        emperor=world.emperor,
        winners=list(world.winners),
        scores=dict(world.scores),
        finished=world.finished,
        next_character=max(characters, default=0) + 1,
        next_army=max(armies, default=0) + 1,
    )


def _foreign(one: Kingdom, own: Kingdom) -> Kingdom:
    """Another kingdom: its names, its King, who gave up and all relations are public; treasury, exploration and inventions are
    never told (AK-D1.4-04); the alignment where it was learnt, the home where it was seen."""
    return Kingdom(
        code=one.code,
        number=one.number,
        seat=one.seat,
        name=one.name,
        alignment=own.learnt.get(one.code, _ALIGNMENT),
        race=_RACE,
        king=one.king,
        home=one.home if one.home in own.seen and visited(own, one.home) else NOWHERE,
        gold=unknown(f"the gold of {one.name}"),
        relations=dict(one.relations),
        given_up=one.given_up,
    )


def _province(number: int, one: Province, own: Kingdom, inside: bool, sage: bool) -> Province:
    """A province as far as it is known. One that a forecast enters for the first time has the tax that it probably has."""
    if number not in own.seen:
        return Province(_LAND, f"province {number}", unknown(f"the tax of province {number}"))
    seen, mine = own.seen[number], one.owner == own.code
    if not (mine or inside or visited(own, number)):
        known = Province(one.terrain, one.name, unknown(f"the tax of {one.name} ({number})"))
    else:
        tax = likely_tax(seen, one.land) if isinstance(one.tax, Unknown) else one.tax
        known = Province(one.terrain, one.name, tax, one.native, list(one.types))
        known.home_of = one.home_of
    known.owner = one.owner if inside else seen.owner
    known.features = list(_features(one.features, own.code, seen, sage))
    if inside and own.exploration.get(number) == 100:
        known.remains = copied(one.remains)
    if mine:
        known.turned, known.recruited, known.raided = one.turned, one.recruited, one.raided
        known.blessed, known.shaken = one.blessed, one.shaken
    return known


def _features(features: list[Feature], code: str, seen: Seen, sage: bool) -> Iterator[Feature]:
    """Features that the kingdom has found, each in its place: one that lies before them without being found is an empty one. A
    great sage knows the treasure in each of them (AK-D2.0-20)."""
    last = max((place for place, one in enumerate(features, 1) if code in one.found_by), default=0)
    for place, one in enumerate(features[:last], 1):
        if code not in one.found_by:
            yield Feature(next(iter(TABLES.features)), discovery=_NEVER)
            continue
        known = Feature(one.kind, discovery=0, found_by=[code])
        inside = seen.inside.get(place)
        if inside is not None:
            known.scouted, known.gold = {code: inside.year}, inside.gold
            known.guardian = copied(inside.guardian)
            known.tier = TABLES.monsters[inside.guardian.kind].tier if inside.guardian else 0
        if sage:
            known.gold, known.items = one.gold, list(one.items)
        yield known


def _armies(world: World, code: str, inside: set[int]) -> Iterator[tuple[int, Army]]:
    """Own armies in full; foreign ones where the inside is seen, exact but for their quality (AK-D1.4-05, AK-DMC-03)."""
    for number, one in world.armies.items():
        if one.owner == code:
            yield number, copied(one)
        elif one.province in inside and one in in_sight(world, code, one.province):
            yield number, replace(one, quality=unknown(f"the quality of army {number}"), used=0, bitten=False)


def _characters(world: World, own: Kingdom, inside: set[int]) -> dict[int, Character]:
    """Own characters, living or dead, in full; those seen now, and bodies; those remembered where they were last seen; and by
    name alone Kings and the leaders of offices."""
    public = {one.king for one in world.kingdoms.values()} | set(world.offices.values())
    found = {number: _named(world.characters[number]) for number in public if number in world.characters}
    for place, seen in sorted(own.seen.items(), key=lambda pair: pair[1].visited):
        for number in seen.heroes:
            if number in world.characters and place not in inside:
                found[number] = _remembered(world.characters[number], place, seen.serving.get(number, ""))
    for number, one in world.characters.items():
        if one.kingdom == own.code:
            found[number] = copied(one)
        elif one.province in inside and (number in own.seen[one.province].heroes or one.status == "dead"):
            found[number] = _seen(one, own.code)
    return found


def _named(one: Character) -> Character:
    """A character of whom only public news tells: whether a King lives is public (AK-D1.4-03)."""
    status = one.status if one.king else "serving"
    return Character(
        one.id, one.name, _RACE, _ALIGNMENT, _TEMPER, NOWHERE, one.kingdom, status, one.king, one.woman, died=one.died
    )


def _seen(one: Character, code: str) -> Character:
    """A foreign character who is seen: not his skills, items, plans and marks (AK-D1.4-04)."""
    return Character(
        *(one.id, one.name, one.race, one.alignment, one.temper, one.province, one.kingdom, one.status, one.king, one.woman),
        willing=True,
        inn=one.inn,
        offers=[code] if code in one.offers else [],
        heir_of=one.heir_of,
        levelled=one.levelled,
        died=one.died,
    )


def _remembered(one: Character, place: int, kingdom: str) -> Character:
    """A foreign character as he was last seen."""
    status: Status = "serving" if kingdom else "free"
    return Character(
        *(one.id, one.name, one.race, one.alignment, one.temper, place, kingdom), status, one.king, one.woman, willing=True
    )
