"""Features of provinces with their guardians, and the treasures that they keep: the ten artifacts first, then other items."""

from __future__ import annotations

from collections import Counter

from postern.game.chance import Chance, Stream
from postern.game.kit.grid import steps_from
from postern.rulesets.adventurer_kings.rules.creation import guardian_of, new_guardian, rolled, treasure_gold, treasure_tiers
from postern.rulesets.adventurer_kings.tables import GRID, TABLES, FeatureKind
from postern.rulesets.adventurer_kings.world import Feature, Province, World

ARTIFACT = "artifact"


def add_features(dice: Stream, one: Province) -> None:
    """Give a province its features: different kinds of its terrain by weight (AK-D1.1-40, AK-DF-01); a home one of tier 1."""
    number = 1 if one.home_of else int(rolled(dice, "features_sea" if one.at_sea else "features_land"))
    may = [kind for kind in TABLES.features.values() if one.terrain in kind.terrains and (not one.home_of or 1 in tiers(kind))]
    for _ in range(number):
        kind = dice.weighted(may, [each.weight for each in may])
        may.remove(kind)
        weights = tiers(kind)
        tier = 1 if one.home_of else dice.weighted(list(weights), list(weights.values())) if weights else 0
        most = TABLES.number(f"feature_magic_discovery_max_{'sea' if one.at_sea else 'land'}")
        guardian = new_guardian(dice, guardian_of(dice, kind.name, tier), 1) if tier else None
        one.features.append(Feature(kind.name, tier, dice.between(1, most), guardian))


def tiers(kind: FeatureKind) -> dict[int, int]:
    """Return the tiers that a kind of features may have, with their weights."""
    return {int(tier): int(weight) for tier, weight in (one.split(":") for one in kind.tiers.split())}


def add_treasures(world: World, chance: Chance, continents: dict[int, int]) -> None:
    """Place the artifacts, each in a feature of tier 3 (AK-DF-24), then gold and other items (AK-DF-22, AK-DF-23)."""
    dice = chance.stream("setup", "treasures")
    artifacts = [one.number for one in TABLES.items.values() if one.kind == ARTIFACT]
    _raise_tiers(world, len(artifacts))
    _spread(dice, world, continents, artifacts)
    others = {tier: _others(tier) for tier in TABLES.treasures}
    decks = {tier: dice.shuffled(numbers) for tier, numbers in others.items()}
    for one in _guarded(world):
        one.gold = treasure_gold(dice, one.tier)
        for tier in treasure_tiers(dice, one.tier):
            if tier != one.tier or not one.items:
                one.items.append(decks[tier].pop() if decks[tier] else dice.choice(others[tier]))


def _others(tier: int) -> list[int]:
    return [one.number for one in TABLES.items.values() if one.tier == tier and one.kind != ARTIFACT]


def _guarded(world: World) -> list[Feature]:
    return [one for place in world.provinces.values() for one in place.features if one.guardian]


def _raise_tiers(world: World, artifacts: int) -> None:
    """Raise the strongest guardians' features of tier 2 where there are too few of tier 3."""
    most = max(TABLES.treasures)
    missing = artifacts - sum(one.tier == most for one in _guarded(world))
    lower = [one for one in _guarded(world) if one.tier == most - 1]
    lower.sort(key=lambda one: -(one.guardian.full if one.guardian else 0))
    for one in lower[: max(missing, 0)]:
        one.tier = most


def _spread(dice: Stream, world: World, continents: dict[int, int], artifacts: list[int]) -> None:
    """Deal artifacts to features of the highest tier, always where the fewest are; at sea the nearest continent counts."""
    places: dict[int, list[Feature]] = {}
    for number, one in world.provinces.items():
        highest = [feature for feature in one.features if feature.tier == max(TABLES.treasures)]
        places.setdefault(_continent(continents, number), []).extend(highest)
    dealt: Counter[int] = Counter()
    for item in dice.shuffled(artifacts):
        left = [continent for continent, features in places.items() if features]
        least = min(dealt[continent] for continent in left)
        continent = dice.choice(sorted(one for one in left if dealt[one] == least))
        feature = dice.choice(places[continent])
        places[continent] = [one for one in places[continent] if one is not feature]
        feature.items.append(item)
        dealt[continent] += 1


def _continent(continents: dict[int, int], place: int) -> int:
    return next(continents[near] for near in steps_from([place], GRID.neighbours) if near in continents)
