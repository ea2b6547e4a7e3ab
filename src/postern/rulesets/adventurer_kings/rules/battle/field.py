"""The field of a battle: units with where they stand and what they are worth, the two sides, and the battle itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from postern.game.chance import Stream
from postern.rulesets.adventurer_kings.rules.encounters.duel import Duel
from postern.rulesets.adventurer_kings.tables import Terrain
from postern.rulesets.adventurer_kings.turn import Throw, Turn
from postern.rulesets.adventurer_kings.world import Army, Character, Province

Stand = Literal["front", "outflank", "overfly", "line"]
Fate = Literal["", "destroyed", "escaped", "to sea", "regenerated"]


@dataclass(frozen=True)
class Factor:
    """One thing that makes a unit stronger or weaker: its stage (AK-6.3-69), its name and its value in words: "+1", "x1.25"."""

    stage: Literal["type", "quality", "special"]
    name: str
    value: str

    def told(self) -> dict[str, str]:
        """Return the facts of an event."""
        return {"stage": self.stage, "name": self.name, "value": self.value}


@dataclass(eq=False)
class Unit:
    """An army in a battle. ``owner`` and ``quality`` are those at its start. ``leader`` gave it his levels, ``source`` is the
    province from which he brought it in this phase, 0 for none; ``shaken``: he lost the duel. ``strength`` is without nemesis
    and events, ``final`` what counts in the column; ``share`` is that of its line. ``target`` is what it overflies."""

    army: Army
    leader: Character | None
    source: int
    owner: str
    quality: int
    basic: int = 0
    fanatical: bool = False
    shaken: bool = False
    factors: list[Factor] = field(default_factory=list)
    strength: Fraction = Fraction(0)
    column: int = 0
    stand: Stand = "line"
    line: int = 1
    share: Fraction = Fraction(1)
    target: Unit | None = None
    nemesis: Unit | None = None
    final: Fraction = Fraction(0)
    fate: Fate = ""
    to: int = 0
    escape: Throw | None = None
    rose: bool = False

    @property
    def strikes(self) -> bool:
        """Whether it fights the enemy's front with all its strength: in front, outflanking or overflying."""
        return self.stand != "line"

    @property
    def led_by(self) -> Character | None:
        """Its leader, unless the duel killed him (AK-D7.1-03)."""
        return self.leader if self.leader is not None and self.leader.alive else None


@dataclass(eq=False)
class Side:
    """One side. ``codes`` are its kingdoms ("" for nobody's), ``fell`` the commander who died in the duel."""

    codes: list[str]
    units: list[Unit]
    attacks: bool
    commander: Character | None = None
    fell: Character | None = None
    explored: int = 0
    united: list[tuple[Character, int]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Its key in events."""
        return "attackers" if self.attacks else "defenders"

    @property
    def leaders(self) -> list[Character]:
        """Who leads its units, each once."""
        return list({one.leader.id: one.leader for one in self.units if one.leader is not None}.values())

    def led(self, who: Character) -> list[Unit]:
        """Return the units that somebody leads."""
        return [one for one in self.units if one.leader is who]

    def column(self, number: int) -> list[Unit]:
        """Return its units in a column, those of reserves that do not count left out."""
        return [one for one in self.units if one.column == number and one.share]


@dataclass(eq=False)
class Battle:
    """A battle in a province, the ``number``-th there in this phase. ``length`` is the terrain's, ``columns`` the number of
    columns; ``sums`` have of each column the strength of the attackers and the defenders."""

    turn: Turn
    place: int
    number: int
    attackers: Side
    defenders: Side
    illusion: str = ""
    duel: Duel | None = None
    length: int = 0
    columns: int = 0
    event: Throw | None = None
    events: list[dict[str, Any]] = field(default_factory=list)
    sums: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)
    ratio: Fraction = Fraction(1)
    result: Literal["win", "lose", "contested"] = "contested"
    killed: list[Character] = field(default_factory=list)

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, the attackers first."""
        return self.attackers, self.defenders

    @property
    def province(self) -> Province:
        """The province."""
        return self.turn.world.provinces[self.place]

    @property
    def land(self) -> Terrain:
        """Its terrain as it is now."""
        return self.province.land

    @property
    def at_sea(self) -> bool:
        """Whether it is a sea battle."""
        return self.province.at_sea

    @property
    def loser(self) -> Side | None:
        """The side that lost, None where the province stays contested."""
        return {"win": self.defenders, "lose": self.attackers, "contested": None}[self.result]

    def foe(self, side: Side) -> Side:
        """Return the other side."""
        return self.defenders if side.attacks else self.attackers

    def called(self, side: Side) -> str:
        """Return a side in words: its kingdoms, or the people of the province."""
        kingdoms = self.turn.world.kingdoms
        return " and ".join(kingdoms[code].name if code else f"the people of {self.province.name}" for code in side.codes)

    def dice(self, *name: object) -> Stream:
        """Return the stream of this name in this battle."""
        return self.turn.dice(*name, self.place, self.number)

    def throw(self, chance: Fraction | int, *name: object) -> Throw:
        """Throw against a chance in percent in this battle."""
        return self.turn.throw(chance, *name, self.place, self.number)
