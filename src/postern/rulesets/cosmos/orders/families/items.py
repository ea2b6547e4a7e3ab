"""Items: take, drop, give, autotake, make, use (CF-2.4, CF-10, rulings 1.11, 10.5, 11.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, NationOrder, family
from postern.rulesets.cosmos.rules.economy.sources import pay, told_lack
from postern.rulesets.cosmos.rules.movement.costs import capacity, load
from postern.rulesets.cosmos.tables.amounts import HUNDRED, put
from postern.rulesets.cosmos.tables.units import ItemType
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world.places import location_at, outwards, owner_of
from postern.rulesets.cosmos.world.records import Item, Nation, Unit
from postern.rulesets.cosmos.world.strength import heal, item_row, type_of

OWN_MANA = "mana"
"""In the cost of an item: mana of the maker's own kind."""


def lying_here(turn: Turn, unit: Unit) -> list[Item]:
    """The items at a unit's position that its nation sees and that are of its mode (CF-18-09, CF-20.1-10)."""
    seen = turn.sees.get(unit.owner, set())
    here = (item for _, item in sorted(turn.world.items.items()) if item.position == unit.position)
    return [item for item in here if item.quest == unit.questing and item.id in seen]


def guardian(turn: Turn, unit: Unit) -> Unit | None:
    """A monster that guards what lies in its quest location while it lives (ruling 11.3)."""
    monsters = (one for one in turn.units_at(unit.position) if turn.tables.nations[one.owner].quests)
    return next(monsters, None) if unit.questing else None


def take(turn: Turn, unit: Unit, items: Iterable[Item]) -> None:
    """A unit picks items up; they belong to its nation at once (CF-10-03)."""
    for item in items:
        item.holder, item.position, item.owner, item.quest = unit.id, "", unit.owner, unit.questing
        turn.tell_of(unit, "took", item=item.name, number=item.id)


def not_too_heavy(turn: Turn, unit: Unit, items: Iterable[Item]) -> list[Item]:
    """The items, in this order, that a unit's force can carry besides what it has (CF-10-04)."""
    force = [turn.world.units[number] for number in (unit.id, *unit.members)]
    room = sum((capacity(type_of(turn.tables, one), one) - load(turn.world, one) for one in force), Fraction(0))
    found = []
    for item in items:
        weight = item_row(turn.tables, item).weight
        if weight <= room:
            found.append(item)
            room -= weight
    return found


def auto_take(turn: Turn) -> None:
    """Step d of a phase: made items whose time is up are gone; units in auto-take mode pick up what they can carry, unless
    they are members of a force (CF-10-08, CF-10-09)."""
    world = turn.world
    for number, item in sorted(world.items.items()):
        if item.until and item.until < turn.now:
            del world.items[number]
    for _, unit in sorted(world.units.items()):
        free = unit.autotake and unit.position and not unit.leader and guardian(turn, unit) is None
        if free and (found := lying_here(turn, unit)):
            take(turn, unit, not_too_heavy(turn, unit, found))


def _held(doing: Doing, numbers: Iterable[str]) -> list[Item] | None:
    """The listed items, each held by the unit or a member of its force; None when one is not (told already)."""
    force, found = {one.id for one in doing.force}, []
    for number in filter(None, map(doing.number, numbers)):  # zero IDs are dropped from lists (ruling 1.7)
        item = doing.world.items.get(number)
        if item is None or item.holder not in force:
            doing.fail(f"Nobody in this force has item {number}.")
            return None
        found.append(item)
    return found


@dataclass(frozen=True)
class Take(CosmosOrder):
    """Picks up items at the unit's position (CF-10-03, CF-10-04)."""

    items: tuple[str, ...] | None = None
    name = "take"

    def begin(self, doing: Doing) -> int | None:
        here = {item.id for item in lying_here(doing.turn, doing.unit)}
        for number in filter(None, map(doing.number, self.items or ())):
            if number not in here:
                doing.fail(f"You see no item {number} here.", "Items are taken at exactly the position of the unit.")
                return None
        if here and (monster := guardian(doing.turn, doing.unit)):
            doing.fail(f"{doing.turn.called(monster)} guards what lies here.", "Slay it first.")
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        turn, unit = doing.turn, doing.unit
        if self.items:
            take(turn, unit, (doing.world.items[one] for one in filter(None, map(doing.number, self.items))))
        else:
            take(turn, unit, not_too_heavy(turn, unit, lying_here(turn, unit)))
        return True


@dataclass(frozen=True)
class Drop(CosmosOrder):
    """The force lays items down: those listed, or all that it carries (CF-10-10, CF-10-11)."""

    items: tuple[str, ...] | None = None
    name = "drop"

    def begin(self, doing: Doing) -> int | None:
        return None if _held(doing, self.items or ()) is None else 0

    def effect(self, doing: Doing) -> bool:
        force = {one.id for one in doing.force}
        carried = [item for _, item in sorted(doing.world.items.items()) if item.holder in force]
        for item in (_held(doing, self.items) or ()) if self.items else carried:
            item.holder, item.position = 0, doing.unit.position
            item.owner = owner_of(doing.world, item.position) or item.owner
            doing.turn.tell_of(doing.unit, "dropped", item=item.name, number=item.id)
        return True


@dataclass(frozen=True)
class Give(CosmosOrder):
    """Hands items of the force to a unit at the same position (CF-10-12)."""

    to: str
    items: tuple[str, ...]
    name = "give"

    def begin(self, doing: Doing) -> int | None:
        unit, other = doing.unit, doing.world.units.get(doing.number(self.to))
        seen = other is not None and (other.owner == unit.owner or other.id in doing.turn.sees.get(unit.owner, set()))
        if other is None or other.position != unit.position or other.questing != unit.questing or not seen:
            doing.fail(f"{self.to} is no unit that you see at this position.")
            return None
        return None if _held(doing, self.items) is None else 0

    def effect(self, doing: Doing) -> bool:
        turn, other = doing.turn, doing.world.units[doing.number(self.to)]
        for item in _held(doing, self.items) or ():
            item.holder, item.owner = other.id, other.owner
            seats = {*turn.witnesses(doing.unit), *turn.seat_of(other.owner)}
            data = {"who": doing.unit.id, "owner": doing.unit.owner, "name": turn.called(doing.unit)}
            turn.tell("gave", seats, **data, item=item.name, number=item.id, receiver=turn.called(other))
        return True


@dataclass(frozen=True)
class AutoTake(CosmosOrder, NationOrder):
    """Switches auto-take mode of the unit itself, of units of its force, or of any units as a nation order (CF-10-06, 07)."""

    switch: str
    units: tuple[str, ...] | None = None
    name = "autotake"

    def begin(self, doing: Doing) -> int | None:
        force = {one.id for one in doing.force}
        for number in filter(None, map(doing.number, self.units or ())):
            if number not in force:
                doing.fail(f"{number} is not in this force.", "Order it to the nation, or to the unit itself.")
                return None
        return 0

    def effect(self, doing: Doing) -> bool:
        listed = [doing.world.units[one] for one in filter(None, map(doing.number, self.units or ()))]
        for unit in listed if self.units else [doing.unit]:
            unit.autotake = self.switch == "on"
        return True

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        numbers = [number for number in (turn.number(nation, text) for text in self.units or ()) if number]
        if not self.units:
            return turn.fail(issued, "NO UNITS", "A nation's order autotake names its units.", f"{issued.code} 3102")
        for number in numbers:
            unit = turn.world.units.get(number)
            if unit is None or unit.owner != nation.code:
                return turn.fail(issued, "NOT POSSIBLE", f"{number} is no unit of yours.")
        for number in numbers:
            turn.world.units[number].autotake = self.switch == "on"
        return True


@dataclass(frozen=True)
class Make(CosmosOrder):
    """Makes an item, which the unit then holds. What it cost is lost when the order is broken off (CF-10-02)."""

    kind: str
    name = "make"

    def row(self, doing: Doing) -> ItemType | None:
        """What is made: by its number, or by the ID of its row."""
        tables = doing.world.tables
        return tables.made_items.get(int(self.kind)) or next(
            (one for one in tables.made_items.values() if one.id == int(self.kind)), None
        )

    def begin(self, doing: Doing) -> int | None:
        row, unit = self.row(doing), doing.unit
        if row is None or unit.type not in row.makers:
            doing.fail(f"{type_of(doing.world.tables, unit).name} cannot make {row.name if row else self.kind}.")
            return None
        caster = doing.world.tables.caster(unit.type)
        cost = {caster.mana if name == OWN_MANA and caster else name: number for name, number in row.cost.items()}
        if not pay(doing.turn, unit, cost):
            doing.fail(told_lack(doing.world, unit, cost))
            return None
        doing.pending.paid = cost
        return row.phases

    def effect(self, doing: Doing) -> bool:
        row, unit, world = self.row(doing), doing.unit, doing.world
        if row is None:
            raise ValueError(f"a unit makes {self.kind!r}, which is no item")
        until = doing.turn.now + row.lasts if row.lasts else 0
        item = Item(world.next_item, row.type, row.name, unit.owner, unit.id, quest=unit.questing, until=until)
        world.items[item.id] = item
        world.next_item += 1
        doing.turn.tell_of(unit, "made", item=item.name, number=item.id)
        return True


@dataclass(frozen=True)
class Use(CosmosOrder):
    """Uses an item up (ruling 1.11, ``items.csv``): it brings goods to the pool, or heals an individual unit at the same
    position."""

    item: str
    target: str | None = None
    name = "use"

    def begin(self, doing: Doing) -> int | None:
        held = _held(doing, [self.item])
        if held is None:
            return None
        row = item_row(doing.world.tables, held[0]) if held else None
        if row is None or not row.use:
            doing.fail(f"{held[0].name if held else self.item} is nothing to use.")
            return None
        if row.used_in and not self._own_place(doing, row.used_in):
            doing.fail(f"{row.name} is used in a {row.used_in} of your own.")
            return None
        return 1 if "wounds" not in row.use or self._patient(doing) else None

    def _own_place(self, doing: Doing, sort: str) -> bool:
        inside = (location_at(doing.world, one) for one in outwards(doing.world, doing.unit.position))
        return any(one is not None and one.type == sort and one.owner == doing.actor.owner for one in inside)

    def _patient(self, doing: Doing) -> Unit | None:
        """The individual unit that is healed: the user, or the target; None when it cannot be (told already)."""
        unit = doing.world.units.get(doing.number(self.target)) if self.target else doing.unit
        here = unit is not None and unit.position == doing.unit.position and unit.questing == doing.unit.questing
        if unit is None or not here or type_of(doing.world.tables, unit).mass or not unit.wounds:
            doing.fail("It heals one wounded individual unit at the same position.")
            return None
        return unit

    def effect(self, doing: Doing) -> bool:
        item = doing.world.items[doing.number(self.item)]
        for what, number in item_row(doing.world.tables, item).use.items():
            if what == "wounds":
                patient = self._patient(doing)
                if patient is not None:
                    healed = heal(patient, number)
                    doing.turn.tell_of(patient, "healed", points=healed, by=item.name)
            else:
                put(doing.nation.pool, what, number * HUNDRED)
                doing.turn.tell_owner(doing.unit, "used item", item=item.name, goods={what: number})
        del doing.world.items[item.id]
        return True


ITEMS = family("items", {"take": Take, "drop": Drop, "give": Give, "autotake": AutoTake, "make": Make, "use": Use})
