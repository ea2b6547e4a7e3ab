"""Production: what each center brings its owner, by season and siege (AC-14, rulings 17 and 55)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.economy.calendar import shares
from postern.rulesets.alamaze.effects import Asked, amount
from postern.rulesets.alamaze.treasury import PRODUCTION, book
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Center, World


@dataclass
class Harvest:
    """What each center brought in this turn, by area: food and gold."""

    brought: dict[str, tuple[int, int]] = field(default_factory=dict)


def yield_of(world: World, center: Center) -> tuple[int, int]:
    """Food and gold of a center in the world's turn. A center that eats food eats double in its off-season (AC-14-07)."""
    food_share, gold_share = shares(world.tables, world.turn, world.region_of(center.area))
    base = center.food
    if base > 0:
        base = int(amount(Asked(world, center.owner, center=center), "production", "food", base))
    food = base * food_share // 100 if base > 0 else base * (2 if food_share < 100 else 1)
    left = siege_share(world, center.area)
    return (food * left // 100 if food > 0 else food), center.gold * gold_share // 100 * left // 100


def siege_share(world: World, area: str) -> int:
    """What a siege leaves of the production, in percent (AC-21-23..25)."""
    turns = max((one.siege.turns for one in world.groups.values() if one.siege and one.siege.area == area), default=0)
    return world.tables.siege_shares.get(turns, 100)


def produce(turn: Turn) -> None:
    """Every kingdom gets what its centers bring. Only cities can make the food negative; what is missing is taken from the
    store, as far as there is any."""
    harvest = turn.state(Harvest).brought
    for kingdom in turn.world.kingdoms.values():
        food = gold = 0
        for center in turn.world.centers_of(kingdom.code):
            harvest[center.area] = yield_of(turn.world, center)
            food += harvest[center.area][0]
            gold += harvest[center.area][1]
        book(turn, kingdom, PRODUCTION, max(food, -kingdom.food), gold)
        brought = {one.area: list(harvest[one.area]) for one in turn.world.centers_of(kingdom.code)}
        turn.tell_kingdoms("harvest", (kingdom.code,), centers=brought)


def announce_riches(turn: Turn) -> None:
    """All kings hear of a center whose gold has grown beyond measure (AC-04-35, ruling 16)."""
    for _, center in sorted(turn.world.centers.items()):
        if not center.told_rich and center.gold > turn.tables.value("pc.rich_gold_announcement"):
            center.told_rich = True
            turn.tell_all("rich-center", area=center.area, name=center.name, owner=center.owner)
