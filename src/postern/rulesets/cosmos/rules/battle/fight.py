"""A battle being fought: who takes part, who may engage whom, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from postern.game.chance import Stream
from postern.rulesets.cosmos.rules.battle.fighters import Field, Fighter, Record, Spot
from postern.rulesets.cosmos.rules.nations import declare_enemy
from postern.rulesets.cosmos.rules.off_map import RETREAT, drop_all, flee, retreat
from postern.rulesets.cosmos.rules.works import reduction, walled
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.land import Ground
from postern.rulesets.cosmos.tables.numbers import BATTLE, MORALE
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import location_at, terrain_at
from postern.rulesets.cosmos.world.records import Unit, World

BREAKS = int(MORALE["minimum before fleeing"]) * HUNDRED
_HIGHEST = int(MORALE["maximum"]) * HUNDRED
_ON_SHIPS = Ground(HUNDRED, "f")


@dataclass
class Fight:
    """One battle. ``fighters`` are in the order in which they act; ``sees`` has what each nation involved sees of the
    others."""

    turn: Turn
    battlefield: Field
    fighters: list[Fighter]
    stream: Stream
    record: Record
    sees: dict[str, set[int]]
    segment: int = 0
    volleyed: set[str] = field(default_factory=set)
    """Locations whose stormers have been shot at."""
    watched: dict[str, set[str]] = field(default_factory=dict)
    """The nations of units that each player can see at the start."""
    _hostile: dict[tuple[str, str], bool] = field(default_factory=dict)
    _foes: dict[str, list[Fighter]] = field(default_factory=dict)
    """The enemies that each nation sees, until anybody leaves or is revealed."""
    _terrains: dict[str, str] = field(default_factory=dict)

    @property
    def world(self) -> World:
        return self.turn.world

    def present(self) -> list[Fighter]:
        """Those who are still there, in the order in which they act."""
        return [one for one in self.fighters if not one.fate]

    def hostile(self, one: Fighter, other: Fighter) -> bool:
        """True for units of nations of which one holds the other as enemy."""
        pair = (one.owner, other.owner)
        if pair not in self._hostile:
            self._hostile[pair] = one.owner != other.owner and self.world.hostile(*pair)
        return self._hostile[pair]

    def seen(self, by: Fighter, other: Fighter) -> bool:
        """True when a unit's nation sees another unit: before the battle, or because it fought (CF-18.2-04)."""
        return other.revealed or other.unit.id in self.sees[by.owner]

    def foes(self, one: Fighter) -> list[Fighter]:
        """The enemies that a unit sees."""
        if one.owner not in self._foes:
            self._foes[one.owner] = [
                other for other in self.fighters if not other.fate and self.hostile(one, other) and self.seen(one, other)
            ]
        return self._foes[one.owner]

    def ground(self, one: Fighter) -> Ground:
        """How a unit fights in the terrain where it stands; that of ships is neither good nor bad."""
        if one.sea_borne:
            return _ON_SHIPS
        return self.turn.tables.grounds[one.kind.move_profile].get(self.terrain(one), _ON_SHIPS)

    def terrain(self, one: Fighter) -> str:
        """The terrain in which a unit stands on the field."""
        place = one.spot.place
        if place not in self._terrains:
            self._terrains[place] = terrain_at(self.world, place)
        return self._terrains[place]

    def missile_cap(self, one: Fighter) -> int | None:
        """How far missiles reach in the terrain where a unit stands; None for no limit (CF-15.5-05)."""
        row = self.turn.tables.terrains.get(self.terrain(one))
        return row.missile_cap if row else None

    def move_cost(self, one: Fighter) -> int | None:
        """The phases that a hex of this terrain costs a unit; None when it cannot go there."""
        return self.turn.tables.moves[one.kind.move_profile].get(self.terrain(one))

    def flies(self, one: Fighter) -> bool:
        """True for a unit that flies in combat: walls are nothing to it (CF-16-10)."""
        air = self.turn.tables.grounds[one.kind.move_profile].get(BATTLE.flyers_terrain)
        return air is not None and air.modifier > 0

    def wall_between(self, one: Spot, other: Spot) -> str:
        """The walled location of which one position is inside and the other outside; "" for none."""
        crossed = self.battlefield.crossed(one, other)
        location = location_at(self.world, crossed) if crossed not in ("", "-") else None
        return crossed if location is not None and walled(location) else ""

    def behind_walls(self, one: Fighter) -> bool:
        """True for a unit inside a walled location that could go out of it."""
        location = location_at(self.world, one.spot.place) if one.spot.place != self.battlefield.root else None
        return location is not None and walled(location)

    def reduction(self, outer: Fighter, inner: Fighter) -> Fraction:
        """What the fortification between them takes from one outside who fights one inside; nothing from who flies
        (CF-16-06)."""
        wall = self.wall_between(outer.spot, inner.spot)
        if not wall or wall != inner.spot.place or self.flies(outer):
            return Fraction(0)
        location = location_at(self.world, wall)
        assert location is not None
        return reduction(self.turn.tables, location)

    def may_engage(self, one: Fighter, other: Fighter) -> bool:
        """True when tactics, walls and sorties let a unit attack an enemy that it sees, wherever both are on the field
        (CF-15.6.1-02..13)."""
        here, there = one.spot.place, other.spot.place
        if here == there:
            return True
        crossed = self.battlefield.crossed(one.spot, other.spot)
        if crossed == "-" or one.sortied or (other.sortied and there != self.battlefield.root and crossed == there):
            return False
        if self.wall_between(one.spot, other.spot):
            outer, inner = (one, other) if crossed == there else (other, one)
            return outer.storms and self.reduction(outer, inner) < 1
        return True

    # --- what becomes of them -----------------------------------------------------------------------------------------------

    def show(self, attacker: Fighter, other: Fighter) -> None:
        """Who attacks or is attacked hides no more in this battle; who attacks has left its defensive position."""
        attacker.covered = False
        for one in (attacker, other):
            if not one.revealed:
                self._foes.clear()
            one.revealed = one.fought = True

    def declare(self, attacker: Fighter, victim: Fighter) -> None:
        """The attacked nation declares the attacker enemy (CF-5.4-04)."""
        declare_enemy(self.turn, victim.owner, attacker.owner)

    def lower(self, one: Fighter, hundredths: int) -> None:
        """Takes from the battle morale of a unit; below the least it flees (CF-9.2.1-02)."""
        one.spirit -= hundredths
        if one.spirit < BREAKS and not one.fate:
            self.flees(one, "morale")

    def raise_(self, one: Fighter, points: int) -> None:
        """Adds to the battle morale of a unit."""
        one.spirit = min(_HIGHEST, one.spirit + points * HUNDRED)

    def flees(self, one: Fighter, why: str) -> None:
        """A unit leaves the battle at once, home or to its retreat spot (ruling 7.11, CF-20.5)."""
        one.sync()
        self._leaves(one, "fled")
        returned: dict[str, int] = {}
        if why == RETREAT:
            retreat(self.turn, one.unit)
        else:
            returned = flee(self.turn, one.unit, why)
        self.record.fled(one, why, returned)

    def dies(self, one: Fighter, by: Fighter) -> None:
        """The last of a unit is dead."""
        self._leaves(one, "destroyed")
        slay(self.turn, one.unit, by.owner)
        self.record.destroyed(one)

    def _leaves(self, one: Fighter, fate: Literal["fled", "destroyed"]) -> None:
        one.fate = fate
        self._foes.clear()

    def individuals(self, army: int) -> int:
        """How many individuals of an army are still there."""
        return sum(one.living for one in self.present() if one.army == army)


def slay(turn: Turn, unit: Unit, by: str) -> None:
    """Takes a unit out whose last individual is dead: what it carried lies there, and who slew a ruler is remembered
    (``victory.csv``)."""
    nation = turn.world.nations[unit.owner]
    if nation.ruler == unit.id and by != unit.owner:
        turn.world.nations[by].rulers_slain.append(nation.code)
    drop_all(turn, unit)
    turn.tell_of(unit, "destroyed", place=unit.position)
    turn.remove(unit)


def start_segment(fight: Fight, fighters: Iterable[Fighter]) -> None:
    """Everybody has its attacks and its room again, and has done nothing yet (rulings 7.3, 7.6)."""
    fight.segment += 1
    for one in fighters:
        one.left, one.room = one.count_attacks(), one.full_room()
        one.did = one.met = False
        one.alert = bool(fight.foes(one))
    fight.record.segment(fight.segment)
