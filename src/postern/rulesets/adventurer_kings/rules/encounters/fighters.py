"""The two sides of an encounter and the encounter itself while it lasts: what each brings into it and what befalls it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from postern.game.chance import Stream
from postern.rulesets.adventurer_kings.rules.abilities.levels import (
    blade,
    has_invention,
    level,
    office,
    power,
    trait,
    worn,
)
from postern.rulesets.adventurer_kings.rules.plans import AGGRESSIVE, Tactic, read_plan
from postern.rulesets.adventurer_kings.tables import TABLES, Item, Monster, Temper
from postern.rulesets.adventurer_kings.turn import Throw, Turn
from postern.rulesets.adventurer_kings.world import Character, Feature, Guardian, Kingdom

Why = Literal["search", "meeting", "random", "duel"]
Range = Literal["Spell", "Bow", "Melee"]
GENERATED = Tactic("")
"""A tactic that the computer chooses when its turn comes."""
FLEE = Tactic("FL")
_POWERS = ("two_arrows", "far_arrows", "two_blows")
_CALM = Temper("", 0, 0)


@dataclass
class Fighter:
    """A side. ``tactics`` are those of its plan still to come, ``last`` the one that is repeated; ``traits`` come from items,
    powers, offices, the kingdom and the kind of monster. ``spells`` act on it, ``images`` take the next hits; ``cast``
    counts spells by school. ``hurt`` is of the round, ``wounded`` of the whole, ``attempted`` what may be learnt: tactic and
    ability."""

    name: str
    alignment: str
    full: int
    melee: int
    archery: int
    tactics: list[Tactic] = field(default_factory=list)
    who: Character | None = None
    kingdom: Kingdom | None = None
    monster: Monster | None = None
    guardian: Guardian | None = None
    magic: dict[str, int] = field(default_factory=dict)
    items: Sequence[Item] = ()
    traits: frozenset[str] = frozenset()
    weapon: int = 0
    beast_bonus: int = 0
    temper: Temper = _CALM
    starts: bool = False
    hit_points: int = 0
    start: int = 0
    plan: str = ""
    last: Tactic | None = None
    spells: set[str] = field(default_factory=set)
    images: int = 0
    cast: Counter[str] = field(default_factory=Counter)
    used: set[int] = field(default_factory=set)
    dazed: bool = False
    afraid: bool = False
    begged: bool = False
    hurt: bool = False
    wounded: bool = False
    attempted: dict[tuple[str, str], None] = field(default_factory=dict)
    fates: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hit_points = self.hit_points or self.full
        self.start = self.hit_points
        self.plan = ", ".join(str(one) for one in self.tactics if one.code)
        self.last = next((one for one in reversed(self.tactics) if one.code in AGGRESSIVE), None)

    @property
    def hero(self) -> Character:
        """The character, of a side that is one."""
        assert self.who is not None
        return self.who

    @property
    def realm(self) -> Kingdom:
        """The kingdom, of a side that serves one."""
        assert self.kingdom is not None
        return self.kingdom

    @property
    def undead(self) -> bool:
        """Whether it is an undead monster or an Undead character."""
        return self.monster.undead if self.monster else self.is_("undead")

    @property
    def speed(self) -> str:
        """The speed of a monster; characters are Medium (AK-D5.2-01)."""
        return self.monster.speed if self.monster else "Medium"

    @property
    def king(self) -> bool:
        """Whether it is a King."""
        return self.who is not None and self.who.king

    def is_(self, trait: str) -> bool:
        """Return whether its alignment has this trait."""
        return trait in TABLES.alignments[self.alignment].traits

    def fate(self, tactic: Tactic, word: str, thrown: Throw | None = None, **more: Any) -> None:
        """Note what became of a tactic of the plan."""
        self.fates.append({"tactic": str(tactic), "word": word, **_figures(thrown), **more})


@dataclass
class Encounter:
    """An encounter of two, the one who began it first. ``blows`` is what a witness would tell, ``carried`` the gold of a random
    monster, ``gold`` and ``items`` what was taken, ``learnt`` what the character learnt who came; ``gifts`` wait for the talk.
    ``outcome`` is "" while it lasts, ``loser`` who died, fled or left."""

    turn: Turn
    why: Why
    place: int
    sides: tuple[Fighter, Fighter]
    stream: Stream
    feature: Feature | None = None
    label: str = ""
    friendly: bool = False
    range: Range = "Spell"
    round: int = 0
    outcome: str = ""
    loser: Fighter | None = None
    blows: list[dict[str, Any]] = field(default_factory=list)
    carried: int = 0
    gold: int = 0
    items: list[int] = field(default_factory=list)
    learnt: dict[str, Any] = field(default_factory=dict)
    gifts: list[Tactic] = field(default_factory=list)

    @property
    def lair(self) -> Feature:
        """The feature, of a search."""
        assert self.feature is not None
        return self.feature

    def end(self, outcome: str, loser: Fighter | None = None) -> None:
        """Bring it to its end."""
        self.outcome, self.loser = outcome, loser

    def other(self, one: Fighter) -> Fighter:
        """Return the opponent."""
        return self.sides[1] if one is self.sides[0] else self.sides[0]

    def tell(self, by: Fighter, tactic: Tactic, word: str, thrown: Throw | None = None, damage: int = 0) -> None:
        """Note what a witness sees: who did what with which throw, and how many hit points his opponent has left."""
        told = _figures(thrown) | {"round": self.round, "range": self.range, "side": self.sides.index(by), "actor": by.name}
        self.blows.append(told | {"tactic": str(tactic), "word": word, "damage": damage, "left": self.other(by).hit_points})


def _figures(thrown: Throw | None) -> dict[str, Any]:
    return thrown.told() if thrown is not None else {"chance": "", "throw": 0, "then": "", "yes": False}


def of_character(turn: Turn, who: Character, tactics: Sequence[Tactic], stream: Stream) -> Fighter:
    """Return a character as a side, with full hit points (AK-P5.0-09, AK-D5.0-08, AK-D4.35-22, AK-D10.1-02)."""
    world, kingdom, temper = turn.world, turn.world.of(who), TABLES.tempers[who.temper]
    items, hand = worn(who), blade(who)
    at_work = [item for item in items if item is hand or "ME" not in (item.levels or {})]
    full = has_invention(world, who, "Medicine") or TABLES.number("character_hit_points")
    full += stream.between(1, temper.rage) if temper.rage else 0
    full += TABLES.number("strong_hit_points") if power(who, "hit_points") else 0
    full += TABLES.number("defender_hit_points") if office(world, who, "DE") else 0
    return Fighter(
        who.title,
        who.alignment,
        full,
        level(world, who, "ME"),
        level(world, who, "AR"),
        list(tactics),
        who=who,
        kingdom=kingdom,
        magic={one.code: level(world, who, one.code) for one in TABLES.abilities.values() if one.group == "magic"},
        items=items,
        traits=frozenset(
            [one for item in at_work for one in item.traits]
            + [one for one in _POWERS if power(who, one)]
            + [one for one in ("duelists", "magicians") if trait(kingdom, one)]
            + [one for one in ("HP", "AM") if office(world, who, one)]
        ),
        weapon=sum(item.damage for item in at_work),
        beast_bonus=has_invention(world, who, "Bestiary"),
        temper=temper,
    )


def of_monster(kind: str, hit_points: int, full: int = 0, guardian: Guardian | None = None) -> Fighter:
    """Return a monster as a side."""
    row = TABLES.monsters[kind]
    magic = {one.split("-")[0]: many for one, many in (row.spells or {}).items()}
    side = Fighter(kind, row.alignment, full or hit_points, row.melee, row.missile, monster=row, guardian=guardian, magic=magic)
    side.hit_points = side.start = hit_points
    side.traits = frozenset(row.traits)
    return side


def written_plan(who: Character) -> list[Tactic]:
    """Return the tactics of a character's special plan, [] without one."""
    found = read_plan(who.plan.upper()) if who.plan else None
    return list(getattr(found, "tactics", ()))


def own_plan(who: Character) -> list[Tactic]:
    """Return the tactics that a character uses whom somebody meets: his special plan, or one by temper (AK-P5.10-01,
    AK-D5.10-01). [] means generated ones."""
    flight = TABLES.tempers[who.temper].flight
    if found := written_plan(who):
        return found
    if who.king or flight in ("", "odds"):
        return []
    return [GENERATED, FLEE] if flight == "blow" else [FLEE]


def opens_hostile(tactics: Sequence[Tactic]) -> bool:
    """Return whether the first tactic of a plan is aggressive; generated ones are (AK-D5.4-06)."""
    return not tactics or tactics[0] == GENERATED or tactics[0].code in AGGRESSIVE
