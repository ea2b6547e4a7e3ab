"""The letter that a computer kingdom writes: no more orders than it may give, and no more than it can pay (ruling 5)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Letter:
    """Orders so far, the most important first. ``gold`` and ``food`` are what is left for orders."""

    limit: int
    gold: int
    food: int
    lines: list[str] = field(default_factory=list)

    def order(self, *words: object, gold: int = 0, food: int = 0) -> bool:
        """Adds an order with its price: False when there are too many, or when it cannot be paid for."""
        if len(self.lines) >= self.limit or not self.pays(gold, food):
            return False
        self.gold -= gold
        self.food -= food
        self.lines.append(" ".join(str(one) for one in words))
        return True

    def pays(self, gold: int, food: int = 0) -> bool:
        """True when this can be paid."""
        return gold <= max(self.gold, 0) and food <= max(self.food, 0)
