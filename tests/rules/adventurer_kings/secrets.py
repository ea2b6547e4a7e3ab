"""What a kingdom may not know of a world, what it does see, and what cannot reach it in a year."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from postern.rulesets.adventurer_kings.rules.memory import visited, watched
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Character, Kingdom, World
from tests.kit.game import Far, Hidden


def _own(world: World, seat: str) -> Kingdom:
    return world.kingdom_of(seat)


def _other(world: World, seat: str, pick: int) -> Kingdom:
    others = [one for one in world.kingdoms.values() if one.seat != seat]
    return others[pick % len(others)]


def _foreign(world: World, seat: str, pick: int) -> Character:
    own = _own(world, seat).code
    found = [one for one in world.characters.values() if one.kingdom != own and one.alive]
    return found[pick % len(found)]


def _unseen(world: World, seat: str, pick: int) -> int:
    """A province whose inside the kingdom has never seen."""
    own = _own(world, seat)
    inside = watched(world, own.code)
    found = [number for number in world.provinces if number not in inside and not visited(own, number)]
    return found[pick % len(found)]


def _king(world: World, seat: str) -> int:
    return _own(world, seat).king


def treasury(world: World, seat: str, pick: int) -> str:
    """What others have."""
    one = _other(world, seat, pick)
    one.gold += 10 + pick % 90
    return f"GIVEGOLD 1 TO {one.code}"


def inventions(world: World, seat: str, pick: int) -> str:
    """What others have invented."""
    one = _other(world, seat, pick)
    one.inventions = [*one.inventions, next(number for number in TABLES.inventions if number not in one.inventions)]
    return f"SCI {one.code}"


def exploration(world: World, seat: str, pick: int) -> None:
    """How much others have explored."""
    one = _other(world, seat, pick)
    one.exploration[_unseen(world, seat, pick)] = 37


def skills(world: World, seat: str, pick: int) -> str:
    """How good the characters of others are."""
    one = _foreign(world, seat, pick)
    one.skills["ME"], one.aptitudes["ME"] = (one.skills.get("ME", 0) + 1) % 9, 9
    return f"CHAR {_king(world, seat)}\n1 PU {one.id}"


def plans(world: World, seat: str, pick: int) -> str:
    """How others mean to fight, and what they carry."""
    one = _foreign(world, seat, pick)
    one.plan, one.items = "ME, FL" if one.plan != "ME, FL" else "ME", [*one.items, 11]
    return f"CHAR {_king(world, seat)}\n1 EN {one.id} : ME"


def marks(world: World, seat: str, pick: int) -> str:
    """Who is loyal, and who would serve whom."""
    one = _foreign(world, seat, pick)
    one.loyal, one.willing = not one.loyal, not one.willing
    return f"CHAR {_king(world, seat)}\n1 HI {one.id}"


def quality(world: World, seat: str, pick: int) -> str:
    """How good the armies of others are."""
    own = _own(world, seat).code
    foreign = [one for one in world.armies.values() if one.owner != own]
    one = foreign[pick % len(foreign)]
    one.quality = (one.quality + 1) % 6
    return f"CHAR {_king(world, seat)}\n1 MO {one.province}"


def taxes(world: World, seat: str, pick: int) -> str:
    """What an unseen province yields, as long as the word for it stays."""
    number = _unseen(world, seat, pick)
    one = world.provinces[number]
    one.tax = {0: 1, 1: 2, 2: 1, 3: 4, 4: 5, 5: 6, 6: 5, 7: 8, 8: 9, 9: 10, 10: 9}[min(10, one.tax)]
    return f"CHAR {_king(world, seat)}\n1 SP {number}"


def treasures(world: World, seat: str, pick: int) -> str:
    """What lies in features that the kingdom has not found, and who keeps them."""
    own = _own(world, seat).code
    number = _unseen(world, seat, pick)
    for feature in world.provinces[number].features:
        if own not in feature.found_by:
            feature.gold, feature.discovery = feature.gold + 5, feature.discovery + 1
            if feature.guardian is not None:
                feature.guardian.hit_points = feature.guardian.full = 49
    return f"CHAR {_king(world, seat)}\n1 SE {number}.1 : SC"


def mercenaries(world: World, seat: str, pick: int) -> None:
    """Mercenaries out of sight."""
    world.new_army(type="LE", race="Human", quality=2, province=_unseen(world, seat, pick), mercenary=True)


def refusals(world: World, seat: str, pick: int) -> None:
    """Who refused whom this year."""
    one = _foreign(world, seat, pick)
    one.offers = [] if one.offers else [_other(world, seat, pick).code]


HIDDEN: tuple[Hidden, ...] = (
    *(treasury, inventions, exploration, skills, plans, marks, quality, taxes, treasures, mercenaries, refusals),
)


# --- what is seen ----------------------------------------------------------------------------------------------------------


def own_gold(world: World, seat: str) -> None:
    """The own treasury."""
    _own(world, seat).gold += 7


def own_skill(world: World, seat: str) -> None:
    """The King's skills."""
    king = world.characters[_king(world, seat)]
    king.skills["SG"], king.aptitudes["SG"] = 6, 9


def own_item(world: World, seat: str) -> None:
    """What the King carries."""
    world.characters[_king(world, seat)].items.append(27)


SHOWN: tuple[Callable[[World, str], None], ...] = (own_gold, own_skill, own_item)


# --- what is far -----------------------------------------------------------------------------------------------------------


def _untouched(world: World, after: World) -> list[int]:
    """Provinces in which nobody was or is in this year, and of which nobody learnt anything."""
    been = {one.province for each in (world, after) for one in each.characters.values()}
    learnt = {
        number
        for code, kingdom in after.kingdoms.items()
        for number, share in kingdom.exploration.items()
        if share != world.kingdoms[code].exploration.get(number, 0)
    }
    owned = {number for number, one in after.provinces.items() if one.owner or world.provinces[number].owner}
    return [number for number in world.provinces if number not in been | learnt | owned]


def _riches(world: World, pick: int, places: list[int]) -> None:
    """Gold in a feature where nobody goes."""
    features = [one for number in places for one in world.provinces[number].features]
    if features:
        features[pick % len(features)].gold += 3


def _hidden_deeper(world: World, pick: int, places: list[int]) -> None:
    """How hard such a feature is to find."""
    features = [one for number in places for one in world.provinces[number].features]
    if features:
        features[pick % len(features)].discovery += 1


def _drilled(world: World, pick: int, places: list[int]) -> None:
    """The quality of armies that nobody meets."""
    armies = [one for one in world.armies.values() if one.province in places and not one.mercenary]
    if armies:
        armies[pick % len(armies)].quality += 1


def far(world: World, after: World, seat: str) -> tuple[Far, ...]:
    """What changes nothing for anybody this year."""
    places = _untouched(world, after)
    return tuple(partial(change, places=places) for change in (_riches, _hidden_deeper, _drilled))


def near(world: World, seat: str) -> None:
    """A richer home."""
    world.provinces[_own(world, seat).home].tax += 2
