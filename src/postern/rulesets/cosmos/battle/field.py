"""The battlefield: a star of positions round midfield, locations at the ends of arms, and steps between them (CF-15.7.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.cosmos.battle.fighter import Spot
from postern.rulesets.cosmos.battle.numbers import NUMBERS
from postern.rulesets.cosmos.places import location_at, outwards
from postern.rulesets.cosmos.world import World


@dataclass
class Field:
    """``root`` is the outermost place: a hex with its star, or a location (or the sea), which is one position.

    ``arms`` numbers the arms by whose they are: an army, or the location that stands at the end.
    """

    world: World
    root: str
    star: bool
    arms: dict[int | str, int] = field(default_factory=dict)
    _outsides: dict[Spot, Spot | None] = field(default_factory=dict)

    def arm(self, whose: int | str) -> int:
        """The arm of an army or location."""
        return self.arms.setdefault(whose, len(self.arms) + 1)

    def start(self, army: int, place: str) -> Spot:
        """Where a unit of an army begins that stands at this place of the map (CF-15.7.1-02..07)."""
        if not self.star:
            return Spot(place)
        if place == self.root:
            return Spot(place, self.arm(army), NUMBERS.steps_to_midfield)
        chain = list(outwards(self.world, place))
        return Spot(place, self.arm(chain[chain.index(self.root) - 1]), NUMBERS.steps_to_midfield)

    def outside(self, spot: Spot) -> Spot | None:
        """The position directly outside of a location's inside; None for the outermost place."""
        if spot.place == self.root:
            return None
        if spot not in self._outsides:
            location = location_at(self.world, spot.place)
            self._outsides[spot] = spot._replace(place=location.outside) if location else None
        return self._outsides[spot]

    def melee(self, one: Spot, other: Spot) -> bool:
        """True at zero distance: at one position, or inside and directly outside of a location (CF-15.7.1-10)."""
        if one.place == other.place:
            return one == other
        return self.outside(one) == other or self.outside(other) == one

    def crossed(self, one: Spot, other: Spot) -> str:
        """The location that lies between two positions of which one is in it and the other in the place around it; "" when they
        are in the same place; "-" when more than one location lies between (CF-15.6.1-10)."""
        if one.place == other.place:
            return ""
        for inner, outer in ((one, other), (other, one)):
            location = location_at(self.world, inner.place)
            if location is not None and location.outside == outer.place:
                return inner.place
        return "-"

    def steps(self, one: Spot, other: Spot) -> int:
        """The distance along the star; inside and outside of a location are at none (CF-15.7.1-09)."""
        if one.arm == other.arm or not one.step or not other.step:
            return abs(one.step - other.step)
        return one.step + other.step

    def towards(self, one: Spot, other: Spot) -> Spot:
        """One step from a position to another: out of a location, and along the star (ruling 7.9)."""
        outer = self.outside(one)
        if outer is not None and self.crossed(one, other) == one.place:
            return outer
        if one.step and one.arm != other.arm:
            return _at(one.place, one.arm, one.step - 1)
        return _at(one.place, other.arm, one.step + (other.step > one.step) - (other.step < one.step))


def _at(place: str, arm: int, step: int) -> Spot:
    """A position along the star; midfield is on no arm."""
    return Spot(place, arm if step else 0, step)
