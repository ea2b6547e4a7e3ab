"""Spells upon the caster, its force, and units of others: truesight, fly, runeshield, haste, heal, charm (CF-19)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.economy.sources import at_hand
from postern.rulesets.cosmos.orders.spells import Cast, own_mana
from postern.rulesets.cosmos.places import zero_distance
from postern.rulesets.cosmos.scenario import Spell
from postern.rulesets.cosmos.sight.look import look
from postern.rulesets.cosmos.strength import heal, type_of
from postern.rulesets.cosmos.taking_over import charm
from postern.rulesets.cosmos.turn import Doing
from postern.rulesets.cosmos.world import Unit


@dataclass(frozen=True)
class Reveal(Cast):
    """The caster sees all within range in this phase, and better for a time (ruling 18.14)."""

    def work(self, doing: Doing, spell: Spell) -> None:
        doing.unit.until[spell.mark] = doing.turn.now + spell.lasts
        doing.unit.until["revealing"] = doing.turn.now
        look(doing.turn)


@dataclass(frozen=True)
class MarkSelf(Cast):
    """Leaves a state on the caster: fly."""

    def touched(self, doing: Doing) -> list[Unit]:
        """The units that it reaches."""
        return [doing.unit]

    def work(self, doing: Doing, spell: Spell) -> None:
        for unit in self.touched(doing):
            unit.until[spell.mark] = max(unit.until.get(spell.mark, 0), doing.turn.now + spell.lasts)


@dataclass(frozen=True)
class MarkForce(MarkSelf):
    """Leaves a state on the whole force: runeshield."""

    def touched(self, doing: Doing) -> list[Unit]:
        return doing.force


@dataclass(frozen=True)
class MarkUnits(MarkSelf):
    """Leaves a state on listed units of the force, up to so many individuals together: haste."""

    units: tuple[str, ...]

    def touched(self, doing: Doing) -> list[Unit]:
        numbers = {doing.number(one) for one in self.units}
        return [one for one in doing.force if one.id in numbers]

    def hindrance(self, doing: Doing, spell: Spell) -> str:
        units = self.touched(doing)
        if not units:
            return "None of these units is in the caster's force."
        many = sum(one.individuals for one in units)
        return f"It reaches {spell.most} individuals, not {many}." if many > spell.most else ""


@dataclass(frozen=True)
class Heal(Cast):
    """Gives wound points back to units of the force: the listed ones first, then as they stand in it (``spells.csv``)."""

    units: tuple[str, ...] | None = None

    def _patients(self, doing: Doing) -> list[Unit]:
        first = [doing.number(one) for one in self.units or ()]
        listed = [one for number in first for one in doing.force if one.id == number]
        return [*listed, *(one for one in doing.force if one.id not in first)]

    def _wounds(self, doing: Doing) -> int:
        return sum(damage // HUNDRED for one in self._patients(doing) for damage in one.wounds)

    def hindrance(self, doing: Doing, spell: Spell) -> str:
        return "" if self._wounds(doing) else "Nobody in the force has wounds that it can heal."

    def price(self, doing: Doing, spell: Spell) -> int:
        mana = at_hand(doing.world, doing.unit, own_mana(doing)) // HUNDRED
        return spell.cost * max(1, min(spell.most, self._wounds(doing), mana // spell.cost))

    def work(self, doing: Doing, spell: Spell) -> None:
        left = sum(doing.pending.paid.values()) // spell.cost
        for unit in self._patients(doing):
            if healed := heal(unit, left):
                doing.turn.tell_of(unit, "healed", points=healed, by=self.name)
            left -= healed


@dataclass(frozen=True)
class Charm(Cast):
    """Makes units of others serve the caster's nation (CF-7.4.1-01, ruling 4.2)."""

    units: tuple[str, ...]

    def _targets(self, doing: Doing) -> list[Unit]:
        world, unit, seen = doing.world, doing.unit, doing.turn.sees.get(doing.actor.owner, set())
        listed = (world.units.get(number) for number in dict.fromkeys(map(doing.number, self.units)))
        return [
            one
            for one in listed
            if one is not None
            and one.owner != unit.owner
            and one.id in seen
            and one.questing == unit.questing
            and zero_distance(world, unit.position, one.position)
        ]

    def _possible(self, doing: Doing, spell: Spell) -> list[Unit]:
        return [one for one in self._targets(doing) if not spell.targets or one.type in spell.targets]

    def hindrance(self, doing: Doing, spell: Spell) -> str:
        return "" if self._possible(doing, spell) else "None of these is a unit here that can be charmed."

    def price(self, doing: Doing, spell: Spell) -> int:
        return sum(_charm_price(doing, one) for one in self._possible(doing, spell))

    def work(self, doing: Doing, spell: Spell) -> None:
        left = sum(doing.pending.paid.values())
        for unit in self._possible(doing, spell):
            left -= _charm_price(doing, unit)
            if left >= 0:  # only those that were paid for
                charm(doing.turn, unit, doing.actor.owner, spell.mark)


def _charm_price(doing: Doing, unit: Unit) -> int:
    """What a unit costs to charm: the mana for which one makes such units; for types that nobody makes, a point for each wound
    point (CF-7.4.1-04)."""
    kind = type_of(doing.world.tables, unit)
    mana = sum(number for name, number in kind.cost.items() if name.endswith(" mana"))
    return -(-mana * unit.individuals // kind.std) if mana else kind.wp * unit.individuals
