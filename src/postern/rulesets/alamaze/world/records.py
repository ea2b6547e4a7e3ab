"""The state of a game: everything that is needed to run its turns, and nothing else; and where its artifacts are.

Areas have two letters (AC-03-01), kingdoms a code of two letters, groups a number and the code (AC-06-06). Influence is in
points, kept to two decimals (ruling 39); attrition and morale are in percent, food and gold in units, census in people.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from postern.rulesets.alamaze.tables import Edition, edition

PEOPLE = "people"
"""Who holds a prisoner of a neutral center (ruling 33)."""


@dataclass
class Leader:
    """A leader of a group; ``title`` is rank and step, ``Captain I`` (AC-06-80)."""

    name: str
    title: str


@dataclass
class Wizard:
    """A wizard, or with power 0 an adept (AC-23). ``form`` is "wraith" or "lich" for those who took it."""

    code: str
    name: str
    power: int
    form: str = ""


@dataclass
class Siege:
    """A siege laid by a group: where, and how many turns it has held (AC-21-16..25)."""

    area: str
    turns: int


@dataclass
class Group:
    """A group of a kingdom. Without an area it is inactive. ``brigades`` counts brigades by kind, in the order in which they
    joined. ``hidden`` is "", "masked" or "invisible"; ``unfed`` counts turns running without food."""

    id: str
    kingdom: str
    number: int
    area: str = ""
    brigades: dict[str, int] = field(default_factory=dict)
    leaders: list[Leader] = field(default_factory=list)
    wizards: list[Wizard] = field(default_factory=list)
    artifacts: list[str] = field(default_factory=list)
    morale: float = 100
    attrition: float = 0
    unfed: int = 0
    ambush: bool = False
    hidden: str = ""
    siege: Siege | None = None

    @property
    def size(self) -> int:
        """How many brigades it has."""
        return sum(self.brigades.values())

    @property
    def patrol(self) -> bool:
        """True for an active group without brigades (AC-06-19)."""
        return bool(self.area) and not self.brigades


@dataclass
class Figure:
    """A figure of the court: ruler, emissary, agent, fanatic or priestess. ``rank`` is the title of a political figure or the
    sort of any other ("Agent", "Fanatic", "High Priestess"); ``level`` is an agent's. ``area`` is its base. ``held_by`` is the
    kingdom that holds it prisoner, or PEOPLE; then ``area`` is where. ``deed`` says what it did last."""

    code: str
    name: str
    rank: str
    area: str
    level: int = 0
    held_by: str = ""
    deed: str = ""
    artifacts: list[str] = field(default_factory=list)
    exiled: bool = False
    """Lives with the 1st group while the kingdom has no center, and can do nothing (ruling 37)."""
    silent: bool = False
    """A prisoner who did not say which king he serves (AC-12-04)."""
    told_area: str = ""
    """Where his own king last heard that he is held, when he was taken elsewhere since; "" where nothing has changed."""

    @property
    def agent(self) -> bool:
        return self.rank in ("Agent", "Fanatic")

    @property
    def priestess(self) -> bool:
        return self.rank == "High Priestess"

    @property
    def political(self) -> bool:
        """A ruler or emissary."""
        return not self.agent and not self.priestess


@dataclass
class Skeleton:
    """A skeleton in a kingdom's closet: its code, whether a major one, and who knows of it (AC-10)."""

    code: str
    major: bool
    known_by: list[str] = field(default_factory=list)
    revealed: bool = False


@dataclass
class Fleet:
    """A kingdom's ships in one sea: how many, and their quality (AC-07)."""

    number: int
    quality: float


@dataclass
class CenterMemory:
    """A population center as a kingdom last saw it, and in which turn. The owner is "" for none, and None where it did not see
    the banner; figures are None where it did not see them."""

    turn: int
    owner: str | None
    defense: int | None = None
    census: int | None = None
    food: int | None = None
    gold: int | None = None


MASKED = "Masked"
"""The size word of a group that hides its size (AC-06-31)."""


@dataclass
class GroupMemory:
    """A foreign group as a kingdom last saw it: where, its size word or MASKED, its first leader ("" for none seen), and how
    many brigades it has, where somebody counted them."""

    turn: int
    area: str
    size: str
    leader: str = ""
    brigades: int | None = None


@dataclass
class FleetMemory:
    """A foreign kingdom's ships in a sea as they were last counted."""

    turn: int
    number: int
    quality: float


@dataclass
class FigureMemory:
    """A foreign figure as an agent last found it: its base, its rank, and an agent's level."""

    turn: int
    area: str
    rank: str
    level: int = 0


@dataclass
class Memory:
    """What a kingdom has seen and keeps on its map."""

    regions: dict[str, int] = field(default_factory=dict)
    """Areas whose region it knows."""
    centers: dict[str, CenterMemory] = field(default_factory=dict)
    groups: dict[str, GroupMemory] = field(default_factory=dict)
    sites: dict[str, int] = field(default_factory=dict)
    """Areas of unusual sightings, with the turn in which they were last seen."""
    controllers: dict[int, str] = field(default_factory=dict)
    """Who controls a region, "" for nobody, as its own centers there told it last."""
    artifacts: dict[str, str] = field(default_factory=dict)
    """Artifacts that it has heard of, by key, with where one was said to be; "" for nowhere."""
    powers: list[str] = field(default_factory=list)
    """Artifacts whose power it knows."""
    fleets: dict[str, dict[str, FleetMemory]] = field(default_factory=dict)
    """Foreign ships, by kingdom and sea."""
    figures: dict[str, dict[str, FigureMemory]] = field(default_factory=dict)
    """Foreign figures, by kingdom and code."""


@dataclass
class Kingdom:
    """A kingdom. ``seat`` is its player's name, "" for one that has none. ``reactions`` are those of the regions to it,
    ``declared`` whom it declared ally (A) or enemy (E), ``standing`` its standing orders as text."""

    code: str
    seat: str
    ruler: str
    capital: str
    food: int
    gold: int
    influence: float
    figures: dict[str, Figure] = field(default_factory=dict)
    reactions: dict[int, str] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    alternates: list[str] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)
    fleets: dict[str, Fleet] = field(default_factory=dict)
    skeletons: list[Skeleton] = field(default_factory=list)
    controlled: list[int] = field(default_factory=list)
    """Regions that it controls, as last counted."""
    gained: list[int] = field(default_factory=list)
    """Regions whose reaction rose by a level when it won control of them: with the control it goes again (AC-05-20)."""
    region_words: dict[int, str] = field(default_factory=dict)
    """Its influence in each region in a word, as it was told last (AC-05-13)."""
    objectives: list[str] = field(default_factory=list)
    rewarded: str = ""
    """"", or the sort of rewards that it has claimed: "lesser", "greater"."""
    conditions: list[str] = field(default_factory=list)
    recovered: int = 0
    """Artifacts that it won from unusual sightings, also if they were lost later (AC-26-20)."""
    points: int = 0
    """Status points so far; with those of the end once the game is over (AC-29)."""
    team: int = 0
    """The number of its team in a team game, 0 in others (AC-30-04)."""
    lost_rulers: dict[str, float] = field(default_factory=dict)
    """Rulers who were captured, by figure, with the influence that they had (ruling 36)."""
    lent_influence: float = 0
    """How much of its influence rests on what its ruler holds."""
    spells_told: int = -1
    """The highest power whose spells it was told."""
    missed: int = 0
    """Turns running without a letter; from ``missed_turns.standby`` on the kingdom is on standby (ruling 73)."""
    active: bool = True
    memory: Memory = field(default_factory=Memory)

    def lower_ranks(self) -> list[Figure]:
        """Its political figures that are no rulers and no prisoners, in the order in which they came."""
        return [one for one in self.figures.values() if one.political and one.code != self.ruler and not one.held_by]


@dataclass
class Center:
    """A population center. ``owner`` is a kingdom or "". ``defense`` is the base defense. ``told_rich``: its wealth was
    announced (AC-04-35). Artifacts lie here by order 910."""

    area: str
    name: str
    type: str
    defense: int
    census: int
    food: int
    gold: int
    owner: str = ""
    told_rich: bool = False
    destroyed: bool = False
    artifacts: list[str] = field(default_factory=list)


@dataclass
class Issue:
    """An issue before the High Council: its type, its words as ordered, and whether the ballot is open (AC-11-03..07)."""

    type: int
    details: list[str]
    open: bool


@dataclass
class Council:
    """The High Council: its members in the order in which they came, and the issue to vote on (AC-11)."""

    members: list[str] = field(default_factory=list)
    issue: Issue | None = None
    first: int = 0
    """The turn in which the first chair was filled, 0 before (ruling 56)."""
    complete: bool = False
    """All chairs have been filled once."""
    removed: dict[str, int] = field(default_factory=dict)
    """Kings who were removed, with the turn: in the next they may not bid (AC-11-23)."""


@dataclass
class Sighting:
    """An unusual sighting that is still there: where, and which of its secondary terrains (AC-03-08)."""

    site: int
    area: str
    item: str


@dataclass
class World:
    """A whole game when the orders of ``turn`` are awaited. ``turns`` is its last turn."""

    edition: str
    turn: int
    turns: int
    kingdoms: dict[str, Kingdom]
    groups: dict[str, Group]
    centers: dict[str, Center]
    training_price: int
    """What training an agent costs; order 994 moves it (ruling 44)."""
    sightings: dict[int, Sighting] = field(default_factory=dict)
    council: Council = field(default_factory=Council)
    status_quo: dict[str, float] = field(default_factory=dict)
    """How much emissaries strengthened the order in a center when they last could, by area (ruling 33)."""
    lost_artifacts: dict[str, str] = field(default_factory=dict)
    """Artifacts that lie in the wild, by key, with the area."""
    secret_victory: bool = True
    """Whether the Secret Victory can be won in this game (AC-30-01, AC-30-09)."""
    ends_after: int = 0
    """The turn after which the five player rule ends the game; 0 for none (ruling 68)."""
    finished: bool = False
    winners: list[str] = field(default_factory=list)
    victory: str = ""
    """How the game was won: "Rex", "Team", "Secret", "Lion's Share", ..."""
    own: str = ""
    """The kingdom that imagines this world, "" for the world as it is: others are then as that kingdom knows them."""

    @property
    def tables(self) -> Edition:
        return edition(self.edition)

    def seated(self) -> list[Kingdom]:
        """The kingdoms that play, in the order of their codes."""
        return [one for _, one in sorted(self.kingdoms.items()) if one.seat and one.active]

    def known(self) -> list[Kingdom]:
        """The kingdoms whose affairs are known here: all, and in an imagined world the one that imagines it."""
        return [self.kingdoms[self.own]] if self.own else list(self.kingdoms.values())

    def kingdom_of(self, seat: str) -> Kingdom:
        """The kingdom of a player. Raises KeyError for a name that leads none."""
        for one in self.kingdoms.values():
            if one.seat == seat:
                return one
        raise KeyError(seat)

    def groups_of(self, code: str) -> list[Group]:
        """A kingdom's groups by number."""
        return sorted((one for one in self.groups.values() if one.kingdom == code), key=lambda one: one.number)

    def groups_at(self, area: str) -> list[Group]:
        """The groups in an area, by kingdom and number."""
        return sorted((one for one in self.groups.values() if one.area == area), key=lambda one: (one.kingdom, one.number))

    def centers_of(self, code: str) -> list[Center]:
        """A kingdom's centers, by area."""
        return [one for _, one in sorted(self.centers.items()) if one.owner == code]

    def region_of(self, area: str) -> int:
        """The number of the region in which an area lies (AC-05-12)."""
        return self.tables.areas[area].region

    def figures_at(self, area: str) -> Iterator[tuple[Kingdom, Figure]]:
        """Figures whose base is in an area, prisoners too, by kingdom."""
        for _, kingdom in sorted(self.kingdoms.items()):
            for figure in kingdom.figures.values():
                if figure.area == area:
                    yield kingdom, figure


Holder: TypeAlias = Group | Figure | Center


@dataclass(frozen=True)
class Place:
    """Where an artifact is: the area, the kingdom that has it ("" for none), and what holds it. ``site`` is the number of the
    sighting that hides it, 0 for none."""

    area: str
    kingdom: str = ""
    holder: Holder | None = None
    site: int = 0

    @property
    def sort(self) -> str:
        """What sort of holder it is, in a word."""
        words = {Group: "group", Figure: "figure", Center: "population center"}
        return words[type(self.holder)] if self.holder is not None else "wild"


def places(world: World) -> Iterator[tuple[str, Place]]:
    """All artifacts with where they are: with groups, figures and centers, in sightings, in the wild."""
    for _, group in sorted(world.groups.items()):
        yield from ((key, Place(group.area, group.kingdom, group)) for key in group.artifacts)
    for code, kingdom in sorted(world.kingdoms.items()):
        for figure in kingdom.figures.values():
            yield from ((key, Place(figure.area, code, figure)) for key in figure.artifacts)
    for area, center in sorted(world.centers.items()):
        yield from ((key, Place(area, center.owner, center)) for key in center.artifacts)
    yield from ((one.item, Place(one.area, site=site)) for site, one in sorted(world.sightings.items()) if one.item)
    yield from ((key, Place(area)) for key, area in sorted(world.lost_artifacts.items()))
