"""What kingdoms remember: provinces, their wealth and owners, who was there, the inside of features (AK-D1.4-02 to 09)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

from postern.game.kit.copying import copied
from postern.game.kit.knowledge import Unknown
from postern.rulesets.adventurer_kings.tables import GRID, TABLES, Terrain
from postern.rulesets.adventurer_kings.world import Army, Feature, Guardian, Inside, Kingdom, Province, Seen, World

WEALTH = ("Rich", "Prosperous", "Poor")
VEIL = "veil"
"""The secret power whose spell hides the armies that a character leads (AK-D2.0-13)."""


def wealth(tax: int) -> str:
    """Return the word for a tax base: Rich, Prosperous or Poor (AK-P1.1-15)."""
    least = (TABLES.number("wealth_rich_least"), TABLES.number("wealth_prosperous_least"), 0)
    return next(word for word, value in zip(WEALTH, least, strict=True) if tax >= value)


def usual_wealth(terrain: Terrain) -> str:
    """Return how wealthy a known province is taken to be where no word was told (AK-P1.1-16)."""
    return wealth(terrain.tax)


def likely_tax(seen: Seen, terrain: Terrain) -> int:
    """Return the tax base that a province may have which was not entered yet: the middle of its word, else the terrain's usual
    one."""
    rich, prosperous = TABLES.number("wealth_rich_least"), TABLES.number("wealth_prosperous_least")
    middles = {"Rich": rich + 1, "Prosperous": (rich + prosperous) // 2, "Poor": prosperous // 2}
    return middles.get(seen.wealth, terrain.tax)


def visited(kingdom: Kingdom, number: int) -> bool:
    """Return whether somebody of the kingdom has been in a province: it is explored further than from the start."""
    given = TABLES.number("start_exploration_adjacent") if number in GRID.neighbours(kingdom.home) else 0
    return kingdom.exploration.get(number, 0) > given


def watched(world: World, code: str) -> set[int]:
    """Return the provinces whose inside a kingdom sees now: its own, and where a character of it stands (AK-D1.4-02)."""
    return {one.province for one in world.serving(code)} | set(world.owned(code))


def in_sight(world: World, code: str, place: int) -> list[Army]:
    """Return the armies that a kingdom sees in a province whose inside it sees, without foreign ones under a Veil."""
    return [one for one in world.armies_in(place) if one.owner == code or not veiled(world, one)]


def veiled(world: World, army: Army) -> bool:
    """Return whether the leader of an army hides it (AK-D2.0-13)."""
    leader = world.characters.get(army.leader)
    hiding = {one.code for one in TABLES.spells.values() if one.secret and one.name.lower() == VEIL}
    return leader is not None and not hiding.isdisjoint(leader.spells)


def remember(world: World) -> None:
    """Write down what every kingdom sees at the end of a year, once ``turn`` is that of the coming year; and at the start."""
    for kingdom in world.kingdoms.values():
        look(world, kingdom)


def look(world: World, kingdom: Kingdom) -> None:
    """Write what a kingdom sees now into its memory; in a forecast, what it would see of what it knows. Doing it again changes
    nothing. Provinces beside those where it has been become known in outline (AK-P1.1-18, AK-P3.1-04)."""
    code, year = kingdom.code, world.turn - 1
    inside = watched(world, code)
    been = inside | {number for number in kingdom.exploration if visited(kingdom, number)}
    stood = {one.province for one in world.serving(code)}
    close = stood | _beside(stood)
    explored = {number for number, share in kingdom.exploration.items() if share}
    for number in sorted(been | _beside(been) | explored | kingdom.seen.keys()):
        province, seen = world.provinces[number], kingdom.seen.setdefault(number, Seen())
        if not isinstance(province.tax, Unknown) and (number in been or _told(kingdom, number)):
            seen.wealth = wealth(province.tax)
        _see_owner(kingdom, number, province, seen, number in close or number in inside, year)
        if number in inside:
            _see_inside(world, code, number, seen, year)
        for place, feature in enumerate(province.features, 1):
            if code in feature.found_by and code in feature.scouted:
                _see_feature(code, place, feature, seen)
    _learn_alignments(world, kingdom, inside)


def _beside(places: Iterable[int]) -> set[int]:
    return {near for place in places for near in GRID.neighbours(place)}


def _told(kingdom: Kingdom, number: int) -> bool:
    """Whether the wealth of a province is told on first sight (AK-D1.4-08): by a hash of kingdom and province, so that it stays
    the same however often one looks, and draws nothing from the year's chance."""
    key = f"wealth/{kingdom.code}/{kingdom.number}/{kingdom.home}/{number}"
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") % 100 < TABLES.number("wealth_word_pct")


def _see_owner(kingdom: Kingdom, number: int, province: Province, seen: Seen, close: bool, year: int) -> None:
    """Owners are known where something is explored, as of the last year in which a character stood there or next to it
    (AK-D1.4-09); who took a province from the kingdom itself is public."""
    lost = seen.owner == kingdom.code != province.owner
    if close:
        seen.year = year
    if (close and kingdom.exploration.get(number, 0)) or lost or province.owner == kingdom.code:
        seen.owner = province.owner


def _see_inside(world: World, code: str, number: int, seen: Seen, year: int) -> None:
    """Armies by type and characters, exact (AK-D1.4-05)."""
    there = [one for one in world.characters_in(number) if _shows(world, code, number, one.inn)]
    seen.visited = year
    seen.armies = dict(sorted(Counter(one.type for one in in_sight(world, code, number) if one.owner != code).items()))
    seen.heroes = [one.id for one in there if one.kingdom != code]
    seen.serving = {one.id: one.kingdom for one in there if one.kingdom != code}


def _shows(world: World, code: str, number: int, inn: int) -> bool:
    """Whether a character is to be seen: in the open, or in a feature that the kingdom has found."""
    features = world.provinces[number].features
    return not inn or (inn <= len(features) and code in features[inn - 1].found_by)


def see_inside(world: World, code: str, number: int, place: int) -> None:
    """A character of a kingdom sees the inside of a feature by its number: the kingdom remembers it as it is at this moment,
    whatever others do there later (AK-D1.4-04)."""
    feature = world.provinces[number].features[place - 1]
    feature.scouted[code] = world.turn
    seen = world.kingdoms[code].seen.setdefault(number, Seen())
    seen.inside[place] = _inside(code, feature)


def _inside(code: str, feature: Feature) -> Inside:
    guardian = feature.guardian
    known = _met(guardian, code, guardian.hit_points) if guardian is not None else None
    return Inside(feature.scouted[code], known, feature.gold, len(feature.items), _riddle(guardian, code))


def _see_feature(code: str, place: int, feature: Feature, seen: Seen) -> None:
    """The inside of a feature, where it was scouted since the memory; of a guardian that is still there only what it agreed
    with the kingdom."""
    guardian, old = feature.guardian, seen.inside.get(place)
    if old is None or old.year < feature.scouted[code]:
        seen.inside[place] = _inside(code, feature)
    elif guardian is not None and old.guardian is not None and guardian.since == old.guardian.since:
        old.guardian, old.riddle = _met(guardian, code, old.guardian.hit_points), _riddle(guardian, code)


def _met(one: Guardian, code: str, left: int) -> Guardian:
    """A guardian as a kingdom knows it."""
    return Guardian(
        *(one.kind, left, left),
        since=one.since,
        agreements={code: copied(one.agreements[code])} if code in one.agreements else {},
        attacked={code: one.attacked[code]} if code in one.attacked else {},
        peace=[code] if code in one.peace else [],
        paid=[code] if code in one.paid else [],
    )


def _riddle(one: Guardian | None, code: str) -> str:
    """The text of the riddle that a guardian asked."""
    asked = one is not None and code in one.agreements and one.agreements[code].kind == "riddle"
    return TABLES.riddles[one.riddle].text if one is not None and asked and one.riddle in TABLES.riddles else ""


def _learn_alignments(world: World, kingdom: Kingdom, inside: set[int]) -> None:
    """Of a King whom it sees a kingdom learns the alignment, and of a Divine or Undead one when their lands touch
    (AK-P2.1-11)."""
    touched = _beside(world.owned(kingdom.code))
    for other in world.kingdoms.values():
        if other.code == kingdom.code or other.code in kingdom.learnt:
            continue
        king = world.characters.get(other.king)
        seen = king is not None and king.alive and king.province in inside
        near = TABLES.alignments[other.alignment].kings_only and not touched.isdisjoint(world.owned(other.code))
        if seen or near:
            kingdom.learnt[other.code] = other.alignment
