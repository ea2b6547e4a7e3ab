"""Orders read back in plain words, with their consequence in numbers where it is known."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.families import FAMILIES
from postern.rulesets.great_jewels.orders.model import QJOrder
from postern.rulesets.great_jewels.orders.scene import Scene


def words_of(order: QJOrder, scene: Scene) -> str:
    """Plain words for one order in this scene."""
    for family in FAMILIES:
        if text := family.words(order, scene):
            return text
    raise AssertionError(f"no family has words for {order!r}")
