"""What orders cost: allowances of units first, then the nation's administration points, line by line (CF-3.2, ruling 1.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from postern.game.kit.sheets import Given
from postern.rulesets.cosmos.orders.messages import Message
from postern.rulesets.cosmos.turn import TRAITS
from postern.rulesets.cosmos.world import Nation, World


@dataclass(frozen=True)
class Charge:
    """What one line cost its giver (0: the nation itself): an order of the allowance, an administration point, or nothing.
    ``paid`` False: neither was left, and the line is dropped."""

    line: int
    giver: int
    code: str
    allowance: int = 0
    points: int = 0
    paid: bool = True


@dataclass(frozen=True)
class Bill:
    """What is paid for of each order (None: it is dropped), what every line cost, and what is used: of the administration
    limit, and of the allowance of each unit."""

    paid: tuple[Given | None, ...]
    charges: tuple[Charge, ...]
    limit: int
    points: int
    allowances: Mapping[int, int]
    used: Mapping[int, int]

    @property
    def points_left(self) -> int:
        return self.limit - self.points


def is_free(order: Any) -> bool:
    """True for orders that cost nothing: names, aliases, home and heir, and messages (CF-3.2-11)."""
    return isinstance(order, Message) or TRAITS[order.name].free


def giver_of(given: Given) -> int:
    """The number of the unit or location that is ordered, 0 for the nation."""
    return int(given.head.name) if given.head.sort in ("unit", "location") else 0


def charge(world: World, nation: Nation, orders: Iterable[Given]) -> Bill:
    """Charges the orders of a letter in the order in which they are written. An outer order that cannot be paid goes with its
    block, an inner one alone (CF-3.2-12). Units have an allowance only if they were there when the turn began (CF-3.2-04)."""
    till = _Till(world, nation)
    paid = tuple(till.pay(given, giver_of(given)) for given in orders)
    return Bill(paid, tuple(till.charges), nation.admin_limit, till.points, till.allowances, till.used)


@dataclass
class _Till:
    world: World
    nation: Nation
    charges: list[Charge] = field(default_factory=list)
    points: int = 0
    allowances: dict[int, int] = field(default_factory=dict)
    used: dict[int, int] = field(default_factory=dict)

    def pay(self, given: Given, giver: int) -> Given | None:
        """The order with those of its block that are paid; None when it is not. All are charged to the same giver."""
        bill = self.charged(given, giver)
        self.charges.append(bill)
        if not bill.paid:
            return None
        inner = (self.pay(one, giver) for one in given.inner)
        return replace(given, inner=tuple(one for one in inner if one is not None))

    def charged(self, given: Given, giver: int) -> Charge:
        """The charge for this line alone."""
        bill = Charge(given.line, giver, given.code)
        if is_free(given.order):
            return bill
        if giver not in self.allowances:
            unit = self.world.units.get(giver)
            self.allowances[giver] = self.world.tables.unit_types[unit.type].allowance if unit else 0
        if self.used.get(giver, 0) < self.allowances[giver]:
            self.used[giver] = self.used.get(giver, 0) + 1
            return replace(bill, allowance=1)
        if self.points < self.nation.admin_limit:
            self.points += 1
            return replace(bill, points=1)
        return replace(bill, paid=False)
