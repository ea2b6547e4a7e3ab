"""Bribing and hiring units of others: bribe, hire (CF-7.4.2, CF-7.4.3, rulings 4.1, 4.3). Charming is a spell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from postern.rulesets.cosmos.amounts import HUNDRED, put
from postern.rulesets.cosmos.economy.sources import pay, told_lack
from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.policies import declare_enemy
from postern.rulesets.cosmos.sight.look import sees_itself
from postern.rulesets.cosmos.taking_over import (
    NUMBERS,
    bribable,
    change_nation,
    for_hire,
    hire_price,
    mean_morale,
    nations_of,
    price,
)
from postern.rulesets.cosmos.turn import CosmosOrder, Doing
from postern.rulesets.cosmos.world import Tactics, Unit


def _seen_here(doing: Doing, numbers: tuple[str, ...]) -> list[Unit]:
    """The foreign units of a list that stand at exactly the unit's position in its mode, and that its nation sees."""
    own, seen = doing.unit, doing.turn.sees.get(doing.actor.owner, set())
    return [
        one
        for one in _foreign(doing, numbers)
        if one.id in seen and (one.position, one.questing) == (own.position, own.questing)
    ]


def _foreign(doing: Doing, numbers: tuple[str, ...]) -> list[Unit]:
    """The units of other nations in a list, each once."""
    listed = (doing.world.units.get(number) for number in dict.fromkeys(map(doing.number, numbers)))
    return [one for one in listed if one is not None and one.owner != doing.actor.owner]


@dataclass(frozen=True)
class Bribe(CosmosOrder):
    """Offers gold for units of others, to all that are named together: all are bribed or none (CF-7.4.2-02..14)."""

    result: str
    amount: int
    units: tuple[str, ...]
    name = "bribe"

    def begin(self, doing: Doing) -> int | None:
        row = doing.world.tables.leaders.get(doing.unit.type)
        if row is None or not row.bribe:
            doing.fail("Units of this type cannot bribe.")
            return None
        if self.amount < 1 or not self._targets(doing):
            doing.fail("None of these is a unit here that can be bribed.", "Common troops that you see where you stand can be.")
            return None
        if not pay(doing.turn, doing.unit, {"gold": self.amount}):
            doing.fail(told_lack(doing.world, doing.unit, {"gold": self.amount}))
            return None
        return 1

    def _targets(self, doing: Doing) -> list[Unit]:
        return [one for one in _seen_here(doing, self.units) if bribable(doing.world.tables, one)]

    def effect(self, doing: Doing) -> bool:
        targets = self._targets(doing)
        if not targets:
            put(doing.nation.pool, "gold", self.amount * HUNDRED)
            doing.fail("The units to be bribed are not here any more.")
            return True
        least, greatest = price(doing.world, targets, self.result)
        threshold = doing.turn.chance_of("bribe", doing.unit.id).between(least, greatest)
        if self.amount >= threshold:
            self._succeed(doing, targets)
        else:
            self._fail(doing, targets)
        return True

    def _succeed(self, doing: Doing, targets: list[Unit]) -> None:
        turn, victims = doing.turn, nations_of(targets)
        named = [turn.called(one) for one in targets]
        turn.tell_owner(doing.unit, "bribed", units=named, effect=self.result, gold=self.amount)
        for unit in targets:
            if self.result == "defect":
                change_nation(turn, unit, doing.actor.owner)
                unit.bought, unit.charmed_from = True, ""
            elif self.result == "desert":
                turn.tell_of(unit, "deserted")
                turn.remove(unit)
            else:
                turn.bribed[unit.id] = unit.tactics = cast(Tactics, self.result)
        if self.result in NUMBERS["makes_enemies"]:
            for victim in victims:
                declare_enemy(turn, victim, doing.actor.owner)

    def _fail(self, doing: Doing, targets: list[Unit]) -> None:
        """Half of the gold comes back. The other half goes to the nations of faithful units, or is lost (CF-7.4.2-12, 13)."""
        back = self.amount // 2
        put(doing.nation.pool, "gold", back * HUNDRED)
        kept, nations = self.amount - back, nations_of(targets)
        if mean_morale(targets) >= 0:
            for code in nations:
                put(doing.world.nations[code].pool, "gold", kept // len(nations) * HUNDRED)
                doing.turn.tell("bribe taken", doing.turn.seat_of(code), gold=kept // len(nations), nation=doing.actor.owner)
        named = [doing.turn.called(one) for one in targets]
        doing.turn.tell_owner(doing.unit, "bribe failed", units=named, back=back)


@dataclass(frozen=True)
class Hire(CosmosOrder):
    """Hires units that offer themselves in view, each as long as the gold suffices (CF-7.4.3-02, CF-7.4.3-03)."""

    units: tuple[str, ...]
    name = "hire"

    def _offers(self, doing: Doing) -> list[Unit]:
        """The listed units that offer themselves and see the hirer himself, as he sees them."""
        turn, hirer = doing.turn, doing.unit
        offers = (one for one in _foreign(doing, self.units) if for_hire(doing.world, one))
        return [one for one in offers if sees_itself(turn, hirer, one) and sees_itself(turn, one, hirer)]

    def begin(self, doing: Doing) -> int | None:
        row = doing.world.tables.leaders.get(doing.unit.type)
        if row is None or not row.hire:
            doing.fail("Units of this type cannot hire.")
            return None
        if not self._offers(doing):
            doing.fail("None of these offers itself, or you do not see each other.")
            return None
        return 1

    def effect(self, doing: Doing) -> bool:
        for unit in self._offers(doing):
            cost, old, tactics = hire_price(doing.world.tables, unit), unit.owner, unit.tactics
            if not pay(doing.turn, doing.unit, cost):
                doing.fail(told_lack(doing.world, doing.unit, cost))
                continue
            change_nation(doing.turn, unit, doing.actor.owner)
            unit.tactics, unit.behaviour = tactics, ""
            unit.bought, unit.charmed_from = True, old
        return True


TAKING_OVER = family("taking_over", {"bribe": Bribe, "hire": Hire})
