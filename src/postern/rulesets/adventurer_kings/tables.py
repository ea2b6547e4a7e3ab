"""The tables of the rulebook and those decided beside it, loaded once, joined and checked. ``docs/rules/adventurer_kings.tsv``
has the clauses that the rows bear."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from postern.game.kit.content import Content, split, unjoined
from postern.game.kit.grid import Grid, Hexes

CONTENT = Content("postern.rulesets.adventurer_kings")
COLUMNS, ROWS = 18, 9
SEA = "Sea"
KINGS_START = 1
"""The first number of the one series of characters (AK-D1.2-13)."""

Words = Annotated[tuple[str, ...], split()]
Share = Annotated[Fraction, BeforeValidator(Fraction)]
Levels = Annotated[
    Mapping[str, int], BeforeValidator(lambda cell: {k: int(n) for k, n in (p.split() for p in cell.split(";"))})
]
"""Levels of abilities: ``ME 2;WH 1``."""
Weights = Annotated[Mapping[str, int], BeforeValidator(lambda cell: _weights(cell))]
"""What is drawn with which weight: ``LE 35;PH 20``."""


def _weights(cell: str) -> dict[str, int]:
    found = {}
    for part in cell.split(";"):
        name, _, weight = part.rpartition(" ")
        found[name] = int(weight)
    return found


@dataclass(frozen=True)
class Terrain:
    """A terrain: average tax, basic exploration in percent, how the battle line is thrown (``line`` + a die), and the chance of
    a random encounter in percent."""

    name: str
    letter: str
    tax: int
    explore: int
    line: int
    line_die: int
    encounter: int


@dataclass(frozen=True)
class Race:
    """A race of characters or armies: the Druid level with which others lead its armies, the terrain and the army type in which
    it fights better (AK-6.3-20 to 28). Only humanoids are characters."""

    name: str
    plural: str
    druid: int
    humanoid: bool = False
    home: str = ""
    favours: str = ""


@dataclass(frozen=True)
class ArmyType:
    """A type of armies. ``race`` is its own one, "" where it takes that of the natives. ``moves``: over land, in water and
    along coasts, or everywhere. ``carries`` so many land armies at sea."""

    code: str
    name: str
    plural: str
    attack: int
    defend: int
    speed: int
    pay: int
    moves: Literal["land", "water", "air"]
    race: str = ""
    home: Words = ()
    adverse: Words = ()
    nemesis: Words = ()
    carries: int = 0
    traits: Words = ()


@dataclass(frozen=True)
class Quality:
    """A level of quality: what it multiplies strength with, the chance in percent that training raises it, and whether it rises
    by itself at the end of a year. Above the highest row the level itself is the multiplier (AK-D7.2-07)."""

    level: int
    name: str
    multiplier: Share
    training: Share = Fraction(0)
    rises: bool = False


@dataclass(frozen=True)
class Ability:
    """One of the fifteen abilities, with the secret powers of skills 5 and 8."""

    code: str
    name: str
    group: Literal["martial", "magic", "special"]
    power_5: str
    power_8: str
    words_5: str
    words_8: str


@dataclass(frozen=True)
class Alignment:
    """An alignment. ``reduction`` is in percent a step. ``bonus`` and ``barred`` are the magic in which a Divine or Undead King
    is better and in which he can never be; Heroes have the alignment ``hero`` in its place."""

    name: str
    place: int
    reduction: int
    magic: str = ""
    special: str = ""
    fanatic: int = 0
    bonus: str = ""
    barred: str = ""
    kings_only: bool = False
    traits: Words = ()
    hero: str = ""


@dataclass(frozen=True)
class Temper:
    """A temper. ``rage`` is a die of hit points more, ``elan`` and ``parry`` change the own and the opponent's chance to hit,
    ``flee`` that of flight; ``cowed`` is what a Berserk opponent takes from the own chance. All chances are in percent.
    ``flight`` is when he flees: never, when the odds are bad, when a blow could kill him, or at any hurt as well."""

    name: str
    refuse_least: int
    refuse_most: int
    rage: int = 0
    elan: int = 0
    parry: int = 0
    flee: int = 0
    cowed: int = 0
    begs: bool = False
    flight: Literal["", "odds", "blow", "any"] = ""


@dataclass(frozen=True)
class March:
    """What a level of March or Naval gives: moves more for armies of speed 1 and 2 and for faster ones, and the chance in
    percent that two leaders unite who come from the same province, from adjacent ones, or from afar."""

    level: int
    slow: int
    fast: int
    same: int
    adjacent: int
    far: int


@dataclass(frozen=True)
class Spying:
    """What a level of Spy gives, in percent: to escape notice, the margin of error, to pursue or trail."""

    level: int
    escape: int
    error: int
    follow: int


@dataclass(frozen=True)
class Experience:
    """The chance in percent that an action or tactic improves an ability ("": that of the spell, or of the battle's place)."""

    name: str
    chance: int
    ability: str = ""


@dataclass(frozen=True)
class Spell:
    """A spell. ``die`` and ``per_level`` are its damage, ``reach`` how many provinces off its target may lie. ``base`` and
    ``each`` are its own chance at its level and for each level more, in percent; ``turns`` the terrain that it makes."""

    code: str
    name: str
    school: str
    kind: Literal["action", "battle", "encounter"]
    level: int
    words: str
    secret: bool = False
    reach: int = 0
    die: int = 0
    per_level: Share = Fraction(0)
    enemy_to_hit: int = 0
    quality: int = 0
    strength: int = 0
    tax: Share = Fraction(1)
    base: int = 0
    each: int = 0
    turns: str = ""


@dataclass(frozen=True)
class Item:
    """A magic item. ``quality_for`` and ``no_druid_for`` name army types, races, ``land`` or ``all``; ``hit_by_melee`` and
    ``hit_by_arrow`` change opponents' chances to hit. ``magical``: it counts for the Arch-Mage."""

    number: int
    name: str
    tier: int
    kind: str
    words: str
    levels: Levels | None = None
    damage: int = 0
    quality_for: Words = ()
    no_druid_for: Words = ()
    hit_by_melee: int = 0
    hit_by_arrow: int = 0
    spell: str = ""
    spell_level: int = 0
    use: str = ""
    magical: bool = False
    traits: Words = ()


@dataclass(frozen=True)
class Monster:
    """A kind of monsters. ``damage`` is the die of its blow, ``talk`` the Druid level for which it listens; ``spells`` are
    ``SCHOOL-CODE LEVEL``."""

    name: str
    kind: str
    tier: int
    hit_points: int
    melee: int
    damage: int
    missile: int
    missile_damage: int
    speed: Literal["Slow", "Medium", "Fast"]
    alignment: str
    talk: int
    undead: bool = False
    spells: Weights | None = None
    traits: Words = ()


@dataclass(frozen=True)
class FeatureKind:
    """A kind of features: in which terrains, how often, of which tiers, with which guardians or Heroes for hire."""

    name: str
    terrains: Words
    weight: int
    tiers: str = ""
    guardians: Annotated[tuple[str, ...], split(";")] = ()
    heroes_least: int = 0
    heroes_most: int = 0


@dataclass(frozen=True)
class Invention:
    """An invention: what it raises, and by how much (a level, gold, a factor or percent)."""

    number: int
    name: str
    kind: Literal["tax", "strength", "ability", "other"]
    value: Share
    words: str
    applies_to: Words = ()


@dataclass(frozen=True)
class Office:
    """An imperial office with its share of the score in percent; ``short`` is its name in one word."""

    code: str
    name: str
    share: int
    power: str
    short: str = ""


@dataclass(frozen=True)
class Home:
    """Where a race's Kings begin, and with which army types (AK-D1.2-07)."""

    race: str
    terrain: str
    first: str
    second: Words


@dataclass(frozen=True)
class Levy:
    """Which army types a province of these natives and this terrain has."""

    race: str
    terrain: str
    weights: Weights


@dataclass(frozen=True)
class Natives:
    """Which natives a terrain has."""

    terrain: str
    weights: Weights


@dataclass(frozen=True)
class Draw:
    """One result of a table that is thrown on: the faces of the die for which it stands."""

    draw: str
    first: int
    last: int
    die: int
    value: str


@dataclass(frozen=True)
class Aptitude:
    """The chance in percent that an aptitude rises in place of the skill (AK-P2.0-08)."""

    skill: int
    rise: int


@dataclass(frozen=True)
class Constant:
    """A number by name."""

    name: str
    value: Share


@dataclass(frozen=True)
class Riddle:
    """A riddle with its answer of one word."""

    answer: str
    text: str


@dataclass(frozen=True)
class Treasure:
    """What a guardian of this tier keeps: so many dice of gold and ``more``, and by tier the chance in percent of an item."""

    tier: int
    dice: int
    more: int
    items: Weights


class Tables:
    """All tables by their keys."""

    @cached_property
    def terrains(self) -> dict[str, Terrain]:
        return CONTENT.table("terrains", Terrain, lambda one: one.name)

    @cached_property
    def races(self) -> dict[str, Race]:
        return CONTENT.table("races", Race, lambda one: one.name)

    @cached_property
    def armies(self) -> dict[str, ArmyType]:
        return CONTENT.table("armies", ArmyType, lambda one: one.code)

    @cached_property
    def qualities(self) -> dict[int, Quality]:
        return CONTENT.table("qualities", Quality, lambda one: one.level)

    @cached_property
    def abilities(self) -> dict[str, Ability]:
        return CONTENT.table("abilities", Ability, lambda one: one.code)

    @cached_property
    def alignments(self) -> dict[str, Alignment]:
        return CONTENT.table("alignments", Alignment, lambda one: one.name)

    @cached_property
    def tempers(self) -> dict[str, Temper]:
        return CONTENT.table("tempers", Temper, lambda one: one.name)

    @cached_property
    def march(self) -> dict[int, March]:
        return CONTENT.table("march", March, lambda one: one.level)

    @cached_property
    def spying(self) -> dict[int, Spying]:
        return CONTENT.table("spying", Spying, lambda one: one.level)

    @cached_property
    def experience(self) -> dict[str, Experience]:
        return CONTENT.table("experience", Experience, lambda one: one.name)

    @cached_property
    def spells(self) -> dict[str, Spell]:
        return CONTENT.table("spells", Spell, lambda one: one.code)

    @cached_property
    def items(self) -> dict[int, Item]:
        return CONTENT.table("items", Item, lambda one: one.number)

    @cached_property
    def monsters(self) -> dict[str, Monster]:
        return CONTENT.table("monsters", Monster, lambda one: one.name)

    @cached_property
    def features(self) -> dict[str, FeatureKind]:
        return CONTENT.table("features", FeatureKind, lambda one: one.name)

    @cached_property
    def inventions(self) -> dict[int, Invention]:
        return CONTENT.table("inventions", Invention, lambda one: one.number)

    @cached_property
    def offices(self) -> dict[str, Office]:
        return CONTENT.table("offices", Office, lambda one: one.code)

    @cached_property
    def homes(self) -> dict[str, Home]:
        return CONTENT.table("homes", Home, lambda one: one.race)

    @cached_property
    def levies(self) -> dict[tuple[str, str], Levy]:
        return CONTENT.table("levies", Levy, lambda one: (one.race, one.terrain))

    @cached_property
    def natives(self) -> dict[str, Natives]:
        return CONTENT.table("natives", Natives, lambda one: one.terrain)

    @cached_property
    def draws(self) -> dict[str, list[Draw]]:
        found: dict[str, list[Draw]] = {}
        for one in CONTENT.table("draws", Draw, lambda row: (row.draw, row.first)).values():
            found.setdefault(one.draw, []).append(one)
        return found

    @cached_property
    def aptitudes(self) -> dict[int, Aptitude]:
        return CONTENT.table("aptitudes", Aptitude, lambda one: one.skill)

    @cached_property
    def constants(self) -> dict[str, Constant]:
        return CONTENT.table("constants", Constant, lambda one: one.name)

    @cached_property
    def riddles(self) -> dict[str, Riddle]:
        return CONTENT.table("riddles", Riddle, lambda one: one.answer)

    @cached_property
    def treasures(self) -> dict[int, Treasure]:
        return CONTENT.table("treasures", Treasure, lambda one: one.tier)

    @cached_property
    def names(self) -> Mapping[str, Any]:
        """Names by what they are for: ``provinces``, and a list of men and one of women a race."""
        return CONTENT.toml("names")

    def number(self, name: str) -> int:
        """Return a constant that is a whole number. Raises KeyError for one that there is not."""
        return int(self.constants[name].value)

    def share(self, name: str) -> Fraction:
        """Return a constant as a fraction. Raises KeyError for one that there is not."""
        return self.constants[name].value

    def faults(self) -> Iterator[str]:
        """Say where tables do not fit each other, a line each."""
        terrains: dict[Hashable, str] = dict.fromkeys(self.terrains, "terrains.csv")
        armies: dict[Hashable, str] = dict.fromkeys(self.armies, "armies.csv")
        races: dict[Hashable, str] = dict.fromkeys(self.races, "races.csv")
        monsters: dict[Hashable, str] = dict.fromkeys(self.monsters, "monsters.csv")
        spells: dict[Hashable, str] = dict.fromkeys(self.spells, "spells.csv")
        abilities: dict[Hashable, str] = dict.fromkeys(self.abilities, "abilities.csv")
        humanoids: dict[Hashable, str] = {name: "races.csv" for name, one in self.races.items() if one.humanoid}
        yield from unjoined("natives.csv", self.natives, terrains)
        yield from unjoined("natives.csv", (race for one in self.natives.values() for race in one.weights), races, False)
        yield from unjoined("levies.csv", (race for race, _ in self.levies), races, False)
        yield from unjoined("levies.csv", (terrain for _, terrain in self.levies), terrains)
        yield from unjoined("levies.csv", (code for one in self.levies.values() for code in one.weights), armies, False)
        yield from unjoined("homes.csv", self.homes, humanoids)
        for one in self.armies.values():
            yield from unjoined(f"armies.csv, {one.code}", (*one.home, *one.adverse), terrains, False)
            yield from unjoined(f"armies.csv, {one.code}", one.nemesis, armies, False)
        for kind in self.features.values():
            yield from unjoined(f"features.csv, {kind.name}", kind.terrains, terrains, False)
            yield from unjoined(f"features.csv, {kind.name}", kind.guardians, monsters, False)
        for item in self.items.values():
            yield from unjoined(f"items.csv, {item.name}", [item.spell] if item.spell else [], spells, False)
            yield from unjoined(f"items.csv, {item.name}", item.levels or (), abilities, False)
        yield from unjoined("spells.csv", (one.school for one in self.spells.values()), abilities, False)


def _joined() -> Tables:
    found = Tables()
    if faults := list(found.faults()):
        raise ValueError("\n".join(faults))
    return found


TABLES = _joined()
_SHAPE = Hexes("columns")
GRID: Grid[int] = Grid(
    _SHAPE,
    {row * COLUMNS + column + 1: _SHAPE.cell(column, row, "odd") for row in range(ROWS) for column in range(COLUMNS)},
    periods=(_SHAPE.cell(COLUMNS, 0, "odd"),),
)
"""The 162 provinces by number, row by row, round from east to west (AK-D1.1-01 to 03)."""
