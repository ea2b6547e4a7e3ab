"""What all spells have in common, and the spells upon places: strikes, states, illusions, scry (CF-19, ruling 10.1)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from postern.game.kit.digits import is_number
from postern.rulesets.cosmos.economy.sources import pay, told_lack
from postern.rulesets.cosmos.magic.marks import ILLUSION, lift, mark
from postern.rulesets.cosmos.magic.strikes import shake, strike
from postern.rulesets.cosmos.places import distance, hex_of, location_at
from postern.rulesets.cosmos.scenario import Spell
from postern.rulesets.cosmos.sight.look import look, sees_itself
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import CosmosOrder, Doing


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
