"""What items do for whoever holds them: the column ``bonus`` of ``items.csv`` (ruling 10.5).

Bonuses by name: melee, missile, range, defence, sea-defence (added), poison (percent more damage), fear, morale (points),
ladders, strikeward (percent less), awareness, hiding (percent more), engines, admin (how many), illusion-immune and personal
(it has the property).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from postern.rulesets.cosmos.scenario import ItemType, Scenario
from postern.rulesets.cosmos.world import Item, Unit, World

Bonus = Mapping[str, int]


def item_row(tables: Scenario, item: Item) -> ItemType:
    """The row of an item; those of one type that units made share theirs."""
    return tables.made_types.get(item.type) or tables.items.get(item.id) or ItemType(item.id, item.name, item.type)


def bonus_of(world: World, item: Item) -> Bonus:
    """What an item does; nothing for one that is spent."""
    return {} if item.used else item_row(world.tables, item).bonus


def held(world: World, holders: Iterable[Unit]) -> dict[int, list[Item]]:
    """The items of these units by their holder, in the order of their numbers."""
    found: dict[int, list[Item]] = {unit.id: [] for unit in holders}
    for _, item in sorted(world.items.items()):
        if item.holder in found:
            found[item.holder].append(item)
    return found


def best(world: World, items: Iterable[Item]) -> dict[str, int]:
    """The bonuses of several items together: of the same kind only the best counts (ruling 10.5)."""
    found: dict[str, int] = {}
    for item in items:
        for name, number in bonus_of(world, item).items():
            found[name] = max(number, found.get(name, 0))
    return found


def item_bonus(world: World, unit: Unit, kind: str) -> int:
    """What the items that a unit holds add of one kind: the best of them, 0 for none (CF-2.4-02, ruling 10.5)."""
    own = (item for item in world.items.values() if item.holder == unit.id)
    return max((bonus_of(world, item).get(kind, 0) for item in own), default=0)
