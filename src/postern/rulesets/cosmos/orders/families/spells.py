"""The orders to cast: each spell of the scenarios' tables is an order of its own name (CF-19, rulings 1.11, 10.1,
``spells.csv``). Spells upon places: strikes, states, illusions, scry; upon the caster, its force and others: truesight,
fly, runeshield, haste, heal, charm."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, family
from postern.rulesets.cosmos.rules.economy.sources import at_hand, pay, told_lack
from postern.rulesets.cosmos.rules.magic import ILLUSION, lift, mark, shake, strike
from postern.rulesets.cosmos.rules.nations import charm
from postern.rulesets.cosmos.rules.sight import look, sees_itself
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.orders import CASTING
from postern.rulesets.cosmos.tables.scenario import SCENARIOS, scenario
from postern.rulesets.cosmos.tables.units import Spell
from postern.rulesets.cosmos.world.places import distance, hex_of, location_at, zero_distance
from postern.rulesets.cosmos.world.records import Unit
from postern.rulesets.cosmos.world.strength import heal, type_of


@dataclass(frozen=True)
class Cast(CosmosOrder, ABC):
    """What all spells have in common: who casts it, what it costs, and how long it takes (ruling 10.1)."""

    def row(self, doing: Doing) -> Spell | None:
        """The row of this spell for the caster's type; None when it cannot cast it."""
        return doing.world.tables.spells_of(doing.unit.type).get(self.name)

    def begin(self, doing: Doing) -> int | None:
        spell = self.row(doing)
        if spell is None:
            doing.fail(f"{type_of(doing.world.tables, doing.unit).name} cannot cast {self.name}.")
            return None
        if doing.unit.embarked and not spell.at_sea:
            doing.fail("No such spell is cast aboard a ship.")
            return None
        if why := self.hindrance(doing, spell):
            doing.fail(why)
            return None
        cost = {own_mana(doing): self.price(doing, spell)}
        if not pay(doing.turn, doing.unit, cost):
            doing.fail(told_lack(doing.world, doing.unit, cost))
            return None
        doing.pending.paid = cost
        return spell.time

    def price(self, doing: Doing, spell: Spell) -> int:
        """How much mana it costs."""
        return spell.cost

    def hindrance(self, doing: Doing, spell: Spell) -> str:
        """Why it cannot be cast on its target: asked when it begins and when it goes off; "" when it can."""
        return ""

    def effect(self, doing: Doing) -> bool:
        spell = self.row(doing)
        if spell is None:
            raise ValueError(f"a unit casts {self.name}, which it cannot")
        if why := self.hindrance(doing, spell):
            doing.turn.tell_owner(doing.unit, "spell failed", spell=self.name, why=why)
        else:
            doing.turn.tell_owner(doing.unit, "cast", spell=self.name, mana=doing.pending.paid)
            self.work(doing, spell)
        return True

    @abstractmethod
    def work(self, doing: Doing, spell: Spell) -> None:
        """What the spell does."""


def own_mana(doing: Doing) -> str:
    """The kind of mana that the caster makes. Every type that has spells makes one: that is checked with the tables."""
    return doing.world.tables.casters[type_of(doing.world.tables, doing.unit).name].mana


def position_of(doing: Doing, text: str) -> str:
    """The position that a target names: of a unit, a location, a hex (by number or direction), over or under one; "" for
    none."""
    world, said = doing.world, text.lower()
    prefix = said[0] if said[0] in "ou" and len(said) > 1 else ""
    rest = said[len(prefix) :]
    here = hex_of(world, doing.unit.position)
    if rest == "h" or rest.upper() in world.tables.grid.shape.directions:
        number = here if rest == "h" else world.tables.grid.step(here, rest.upper())
        return f"{prefix}{number}" if number else ""
    number = doing.number(rest) if is_number(rest) or rest.startswith("$") else 0
    if not prefix and number in world.units:
        return world.units[number].position
    known = number in world.hexes or (not prefix and number in world.locations)
    return f"{prefix}{number}" if known else ""


def _out_of_reach(doing: Doing, spell: Spell, position: str) -> str:
    if not position:
        return "There is no such place."
    far = distance(doing.world, doing.unit.position, position)
    return f"It is {far} hexes away; {spell.spell} reaches {spell.range}." if far > spell.range else ""


@dataclass(frozen=True)
class _Aimed(Cast):
    """A spell on a position."""

    target: str

    def hindrance(self, doing: Doing, spell: Spell) -> str:
        return _out_of_reach(doing, spell, position_of(doing, self.target))


@dataclass(frozen=True)
class Strike(_Aimed):
    """Attacks all at a position, or at that of a unit which the caster himself sees (CF-19.1.1-02, CF-19.1.1-03)."""

    power: int

    def price(self, doing: Doing, spell: Spell) -> int:
        return spell.cost * self.power

    def hindrance(self, doing: Doing, spell: Spell) -> str:
        if self.power > spell.most:
            return f"The greatest power of {spell.spell} is {spell.most}."
        number = doing.number(self.target) if is_number(self.target) or self.target.startswith("$") else 0
        unit = doing.world.units.get(number)
        if unit is not None and not sees_itself(doing.turn, doing.unit, unit):
            return f"The caster does not see {number}."
        return super().hindrance(doing, spell)

    def work(self, doing: Doing, spell: Spell) -> None:
        strike(doing.turn, doing.unit, spell, self.power, position_of(doing, self.target))


@dataclass(frozen=True)
class Crumble(Strike):
    """Damages a fortification by so many points for each power, at most twice as many (``spells.csv``)."""

    def hindrance(self, doing: Doing, spell: Spell) -> str:
        location = location_at(doing.world, position_of(doing, self.target))
        if location is None or not location.strength:
            return f"{self.target} is no fortification."
        return super().hindrance(doing, spell)

    def work(self, doing: Doing, spell: Spell) -> None:
        location = location_at(doing.world, position_of(doing, self.target))
        if location is not None:
            least = spell.walls * self.power
            shake(doing.turn, doing.unit, location, doing.turn.chance_of("crumble", doing.unit.id).between(least, 2 * least))


def _mark(doing: Doing, spell: Spell, position: str) -> None:
    own = spell.friends or spell.others
    name = f"{spell.mark}:{doing.actor.owner}" if own else spell.mark
    mark(doing.turn, position, name, spell.lasts)


@dataclass(frozen=True)
class MarkHere(Cast):
    """Leaves a state where the caster stands: strikeward, holylight."""

    def work(self, doing: Doing, spell: Spell) -> None:
        _mark(doing, spell, doing.unit.position)


@dataclass(frozen=True)
class MarkThere(_Aimed):
    """Leaves a state at a position: blessing, blight, darknight."""

    def work(self, doing: Doing, spell: Spell) -> None:
        _mark(doing, spell, position_of(doing, self.target))


@dataclass(frozen=True)
class Dispel(_Aimed):
    """Ends spells that lie upon a position (CF-19.2-14)."""

    def work(self, doing: Doing, spell: Spell) -> None:
        place = position_of(doing, self.target)
        doing.turn.tell_owner(doing.unit, "dispelled", place=place, spells=lift(doing.turn, place))


@dataclass(frozen=True)
class Mirage(Cast):
    """Covers a whole hex with a false terrain; the newest illusion replaces an older (CF-19.2-01, ruling 10.2)."""

    hex: str
    terrain: str

    def hindrance(self, doing: Doing, spell: Spell) -> str:
        world, number = doing.world, doing.number(self.hex)
        if number not in world.hexes:
            return f"{self.hex} is no hex."
        if self.terrain not in {one.terrain for one in world.tables.hexes.values()}:
            return f"{self.terrain} is no terrain of hexes here."
        if world.hostile(doing.actor.owner, world.hexes[number].owner):
            return "It belongs to an enemy."
        return _out_of_reach(doing, spell, str(number))

    def work(self, doing: Doing, spell: Spell) -> None:
        one = doing.world.hexes[doing.number(self.hex)]
        one.illusion = self.terrain
        one.until.pop(ILLUSION, None)
        mark(doing.turn, str(doing.number(self.hex)), ILLUSION, spell.lasts)


@dataclass(frozen=True)
class Scry(Cast):
    """The nation sees a hex for this phase (ruling 18.14)."""

    hex: str

    def hindrance(self, doing: Doing, spell: Spell) -> str:
        known = doing.number(self.hex) in doing.world.hexes
        return _out_of_reach(doing, spell, str(doing.number(self.hex)) if known else "")

    def work(self, doing: Doing, spell: Spell) -> None:
        mark(doing.turn, str(doing.number(self.hex)), f"{spell.mark}:{doing.actor.owner}", 0)
        look(doing.turn)


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


_KINDS: Mapping[str, tuple[type[Cast], str]] = {
    "strike": (Strike, "<target:position> <power:power>"),
    "walls": (Crumble, "<target:position> <power:power>"),
    "mark here": (MarkHere, ""),
    "mark there": (MarkThere, "<target:position>"),
    "dispel": (Dispel, "<target:position>"),
    "illusion": (Mirage, "<hex> <terrain:terrain>"),
    "scry": (Scry, "<hex>"),
    "reveal": (Reveal, ""),
    "mark self": (MarkSelf, ""),
    "mark force": (MarkForce, ""),
    "mark units": (MarkUnits, "<units:unit>..."),
    "heal": (Heal, "<units:unit>...?"),
    "charm": (Charm, "<units:unit>..."),
}
"""The class that carries out each kind of spell, and the arguments of its order."""


def _all_spells() -> dict[str, Spell]:
    return {spell.spell: spell for slug in SCENARIOS for spell in scenario(slug).spells}


def _section(spell: Spell) -> dict[str, Any]:
    form = {"text": f"{spell.spell} {_KINDS[spell.kind][1]}".rstrip(), "help": spell.effect}
    return {"giver": "unit", "group": "magic", "words": f"casts {spell.spell}", "forms": [form]}


SPELLS = family(
    CASTING,
    {name: type(name, (_KINDS[spell.kind][0],), {"name": name}) for name, spell in _all_spells().items()},
    {name: _section(spell) for name, spell in _all_spells().items()},
)
