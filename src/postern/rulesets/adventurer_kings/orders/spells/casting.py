"""A spell about to be cast, where it reaches, and the register of what spells do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from postern.game.kit.report.telling import listed
from postern.rulesets.adventurer_kings.orders.finding import province
from postern.rulesets.adventurer_kings.tables import GRID, Item, Spell
from postern.rulesets.adventurer_kings.turn import Doing
from postern.rulesets.adventurer_kings.world import Army

Deed = Callable[[], object]


class Impossible(Exception):
    """A spell cannot be cast; why was said."""


@dataclass(frozen=True)
class Casting:
    """A spell about to be cast, at a level, with its chance in percent, by an ``item`` or by skill."""

    doing: Doing
    spell: Spell
    target: str
    level: int
    chance: Fraction | int
    item: Item | None = None

    @property
    def order(self) -> str:
        """The order without its target."""
        return f"US {self.item.number}" if self.item else f"CA {self.spell.code}"

    def fail(self, code: str, why: str, remedy: str = "", target: str = "") -> NoReturn:
        """Say why it cannot be cast, and raise Impossible; ``target`` is one at which it could."""
        self.doing.fail(code, why, remedy, f"{self.order} {target}" if target else "")
        raise Impossible


SPELLS: dict[str, Callable[[Casting], Deed]] = {}
"""What each spell does, by its code."""


def spell(code: str) -> Callable[[Callable[[Casting], Deed]], Callable[[Casting], Deed]]:
    """Register what a spell does."""

    def register(call: Callable[[Casting], Deed]) -> Callable[[Casting], Deed]:
        SPELLS[code] = call
        return call

    return register


def place_of(casting: Casting) -> int:
    """Return the province at which it is cast, within its reach; without a target that of the caster. Raises Impossible."""
    doing, own = casting.doing, casting.doing.who.province
    place = province(doing, casting.target) if casting.target else own
    if place is None:
        raise Impossible
    distance, reach = GRID.distance(own, place), casting.spell.reach
    if distance > reach:
        near = f" or {listed([str(one) for one in GRID.neighbours(own)], 'or')}" if reach == 1 else ""
        why = f"{doing.turn.place(place)} is {distance} provinces away, and {casting.spell.name} reaches {reach}."
        casting.fail("TOO FAR", why, f"You could name {own}{near}.", str(own))
    return place


def tell(casting: Casting, kind: str, place: int, **facts: Any) -> None:
    """Tell the caster's kingdom and whoever sees the province of what a spell did there."""
    doing = casting.doing
    seats = {*doing.turn.witnesses(place, doing.kingdom.code)}
    told = {"who": doing.who.id, "name": doing.who.title, "place": doing.who.province, "target": place}
    doing.turn.tell(kind, seats, where=doing.turn.place(place), **told, **facts)


def within(casting: Casting) -> list[int]:
    """All provinces that a spell of reach 1 reaches."""
    own = casting.doing.who.province
    return [own, *GRID.neighbours(own)]


def wrong_terrain(casting: Casting, number: int, what: str, near: list[int]) -> NoReturn:
    """Say that a province has not the terrain that the spell needs, and which have; raise Impossible."""
    remedy = f"Within reach are {listed([str(one) for one in near])}." if near else "None is within reach."
    casting.fail("TERRAIN", f"{casting.doing.turn.place(number)} is {what}.", remedy, str(near[0]) if near else "")


def raised_army(doing: Doing, **facts: Any) -> Army:
    """Add an army that the caster leads, and return it."""
    who = doing.who
    return doing.world.new_army(province=who.province, owner=doing.kingdom.code, leader=who.id, **facts)
