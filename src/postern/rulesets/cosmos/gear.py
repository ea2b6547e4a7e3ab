"""What items do for whoever holds them in battle and flight: the column ``bonus`` of ``items.csv`` (gaps 15.9, 10.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from postern.rulesets.cosmos.scenario import CONTENT
from postern.rulesets.cosmos.world import Item, Unit, World

Bonus = Mapping[str, int]
"""Bonuses by name: melee, missile, range, defence, sea-defence, poison, fear, morale, ladders, personal."""


@cache
def _bonuses(slug: str) -> dict[str, dict[str, int]]:
    """The bonuses of each item by its number, and of those that units make by their type, too. Raises ValueError for a bonus
    that is no number."""
    found: dict[str, dict[str, int]] = {}
    for row in CONTENT.rows(f"{slug}/items"):
        words = (word.partition(":") for word in row["bonus"].split())
        bonus = {name: int(number or 1) for name, _, number in words}
        found[row["id"]] = bonus
        if row["can_be_made"] == "yes":
            found[row["type"]] = bonus
    return found


def bonus_of(world: World, item: Item) -> Bonus:
    """What an item does; nothing for one that is spent."""
    rows = _bonuses(world.scenario)
    return {} if item.used else rows.get(item.type, rows.get(str(item.id), {}))


def held(world: World, holders: Iterable[Unit]) -> dict[int, list[Item]]:
    """The items of these units by their holder, in the order of their numbers."""
    found: dict[int, list[Item]] = {unit.id: [] for unit in holders}
    for _, item in sorted(world.items.items()):
        if item.holder in found:
            found[item.holder].append(item)
    return found


def best(world: World, items: Iterable[Item]) -> dict[str, int]:
    """The bonuses of several items together: of the same kind only the best counts (gaps 10.5)."""
    found: dict[str, int] = {}
    for item in items:
        for name, number in bonus_of(world, item).items():
            found[name] = max(number, found.get(name, 0))
    return found
