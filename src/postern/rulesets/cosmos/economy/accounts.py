"""What a turn's economy keeps count of: production by phases, the columns of the resource table, transfers on their way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from postern.rulesets.cosmos.amounts import HUNDRED, Stock, put


@dataclass
class Account:
    """What a nation produced, used and lost in this turn, in hundredths (CF-6.1-06)."""

    produced: Stock = field(default_factory=dict)
    used: Stock = field(default_factory=dict)
    lost: Stock = field(default_factory=dict)

    def use(self, amounts: Mapping[str, int]) -> None:
        """Counts whole amounts as used."""
        for name, number in amounts.items():
            put(self.used, name, number * HUNDRED)


@dataclass
class Growth:
    """For how many phases a position worked for a nation; ``rich`` is their sum in percent, as spells raise or lower food and
    population."""

    phases: int = 0
    rich: int = 0


@dataclass(frozen=True)
class Shipment:
    """A transfer on its way: the whole amounts that will arrive."""

    sender: str
    receiver: str
    goods: Mapping[str, int]
