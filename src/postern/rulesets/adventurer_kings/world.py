"""The world of a game: everything that lasts from year to year, and its document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from postern.game.kit.documents import WorldDocuments, beyond, strangers
from postern.rulesets.adventurer_kings.tables import GRID, SEA, TABLES, ArmyType, Terrain

Relation = Literal["Allied", "Neutral", "Enemy"]
RELATIONS: tuple[Relation, ...] = ("Enemy", "Neutral", "Allied")
Status = Literal["serving", "defending", "free", "dead", "valhalla", "gone"]
"""A character serves a kingdom, leads the defence of a province without an owner, is free, lies dead in his province, or (a
King) is in Valhalla; "gone" is an Heir whose King came back."""


@dataclass
class Agreement:
    """What a guardian wants of a kingdom (AK-D5.4-03): ``tribute`` with an amount, ``riddle``, ``item``, or ``deed`` with the
    feature ("45.2") whose guardian is to die. ``year`` is that of the talk."""

    kind: Literal["tribute", "riddle", "item", "deed"]
    gold: int = 0
    feature: str = ""
    year: int = 0


@dataclass
class Guardian:
    """A monster that keeps a feature. By kingdom: ``agreements``, the year in which it was last ``attacked`` effectively;
    ``peace`` has the kingdoms that it no longer raids, ``paid`` those that had their half points for it. ``since`` is the year
    in which it came, ``fled`` the one in which it fled: it is back at the end of that (AK-D5.0-11)."""

    kind: str
    full: int
    hit_points: int
    riddle: str = ""
    since: int = 1
    agreements: dict[str, Agreement] = field(default_factory=dict)
    attacked: dict[str, int] = field(default_factory=dict)
    peace: list[str] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    fled: int = 0


@dataclass
class Feature:
    """A feature of a province. ``discovery`` is the exploration at which it is found; ``found_by`` has kingdoms in the order of
    discovery, ``scouted`` by kingdom the year of what it knows of the inside."""

    kind: str
    tier: int = 0
    discovery: int = 1
    guardian: Guardian | None = None
    gold: int = 0
    items: list[int] = field(default_factory=list)
    found_by: list[str] = field(default_factory=list)
    scouted: dict[str, int] = field(default_factory=dict)


@dataclass
class Remains:
    """A destroyed army that lies in a province."""

    race: str
    type: str
    owner: str


@dataclass
class Province:
    """A province. ``home_of`` is the kingdom that began there. ``turned`` is its terrain for the rest of the year by a
    spell, ""
    for its own. ``recruited``, ``blessed``, ``shaken`` and ``raided`` (percent of the tax) are of this year; ``lying`` are
    items that nobody carries."""

    terrain: str
    name: str
    tax: int
    native: str = ""
    types: list[str] = field(default_factory=list)
    owner: str = ""
    home_of: str = ""
    features: list[Feature] = field(default_factory=list)
    remains: list[Remains] = field(default_factory=list)
    lying: list[int] = field(default_factory=list)
    turned: str = ""
    recruited: int = 0
    blessed: bool = False
    shaken: bool = False
    raided: int = 0

    @property
    def land(self) -> Terrain:
        """The terrain as it is now."""
        return TABLES.terrains[self.turned or self.terrain]

    @property
    def at_sea(self) -> bool:
        """Whether it is a Sea province now."""
        return self.land.name == SEA


@dataclass
class Army:
    """An army. ``leader`` is a character, 0 for a garrison. ``used`` are the movement points spent this year. ``mercenary``: of
    nobody, wandering; without an owner and not mercenary it defends its province. ``stranded``: it stayed on the bed of a
    parted sea (AK-P4.2-06)."""

    id: int
    race: str
    type: str
    quality: int
    province: int
    owner: str = ""
    leader: int = 0
    used: int = 0
    mercenary: bool = False
    skeletal: bool = False
    bitten: bool = False
    stranded: bool = False

    @property
    def kind(self) -> ArmyType:
        """The row of its type."""
        return TABLES.armies[self.type]

    @property
    def title(self) -> str:
        """Its name by number, race and type: "191st Elf Bowmen" (AK-P1.4-05)."""
        ending = "th" if self.id % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(self.id % 10, "th")
        return f"{self.id}{ending} {'' if self.kind.race else self.race + ' '}{self.kind.name}"

    def has(self, trait: str) -> bool:
        """Return whether its type has this trait."""
        return trait in self.kind.traits


@dataclass
class Character:
    """A King or Hero. ``merit`` is the tally of events by office, in half points. ``offers`` are the kingdoms that he refused
    this year, ``hired`` the year in which he took service. ``spells`` are those of this year that go on, each with its level;
    ``illusion`` is the terrain of Illusory Terrain. ``heir_of``: a Royal Heir, of that dead King; without ``levelled`` he
    has no
    levels yet. ``inn`` is the number of the feature in which a free Hero is found, 0 for the open. ``raised_by`` has those who
    tried to bring him back this year."""

    id: int
    name: str
    race: str
    alignment: str
    temper: str
    province: int
    kingdom: str = ""
    status: Status = "free"
    king: bool = False
    woman: bool = False
    skills: dict[str, int] = field(default_factory=dict)
    aptitudes: dict[str, int] = field(default_factory=dict)
    items: list[int] = field(default_factory=list)
    loyal: bool = False
    willing: bool = False
    plan: str = ""
    hired: int = 0
    inn: int = 0
    offers: list[str] = field(default_factory=list)
    merit: dict[str, int] = field(default_factory=dict)
    spells: dict[str, int] = field(default_factory=dict)
    illusion: str = ""
    used_items: list[int] = field(default_factory=list)
    heir_of: int = 0
    levelled: bool = True
    died: int = 0
    rises: bool = False
    raised_by: list[int] = field(default_factory=list)

    @property
    def alive(self) -> bool:
        """Whether he walks the world."""
        return self.status not in ("dead", "valhalla", "gone")

    @property
    def title(self) -> str:
        """His name with the title of a King."""
        if not self.king or not self.levelled:
            return self.name
        return f"Queen {self.name}" if self.woman else f"King {self.name}"


@dataclass
class Inside:
    """What a kingdom saw of the inside of a feature: the year, the guardian as it was then with what it agreed with the
    kingdom, gold, and how many items; ``riddle`` is the text of the one that the guardian asked."""

    year: int
    guardian: Guardian | None = None
    gold: int = 0
    items: int = 0
    riddle: str = ""


@dataclass
class Seen:
    """What a kingdom remembers of a province: terrain by ``known``, the wealth word ("" when not told), the year of the last
    look
    from inside or next to it, and who owned it then; ``visited`` is the year of the last look from inside, with ``armies``
    by type
    and the characters who were there (``heroes``), whom each of them served (``serving``); ``inside`` is what it knows of
    features by number."""

    wealth: str = ""
    year: int = 0
    owner: str = ""
    visited: int = 0
    armies: dict[str, int] = field(default_factory=dict)
    heroes: list[int] = field(default_factory=list)
    serving: dict[int, str] = field(default_factory=dict)
    inside: dict[int, Inside] = field(default_factory=dict)


@dataclass
class Kingdom:
    """A kingdom. ``exploration`` is in percent by province, ``seen`` what it remembers of the map, ``relations`` to all others
    by code. ``learnt`` are the alignments of other Kings that it knows (AK-P2.1-11). ``free_naming``: its first orders may
    still name Heroes and home."""

    code: str
    number: int
    seat: str
    name: str
    alignment: str
    race: str
    king: int
    home: int
    gold: int
    exploration: dict[int, int] = field(default_factory=dict)
    seen: dict[int, Seen] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)
    inventions: list[int] = field(default_factory=list)
    missed: int = 0
    given_up: bool = False
    heir_until: int = 0
    learnt: dict[str, str] = field(default_factory=dict)


@dataclass
class World:
    """A game. ``turn`` is the year whose orders are awaited, ``turns`` the last one; ``offices`` has who led each office at the
    end of the last year, ``invented`` which kingdom was first with an invention. ``election`` is the leader of the group whose
    election is announced, ``elected_year`` the year of the last one. ``emperor`` is a kingdom; ``scores`` are those of a
    finished game in tenths, the best kingdom first."""

    seats: list[str]
    turn: int = 1
    turns: int = 15
    kingdoms: dict[str, Kingdom] = field(default_factory=dict)
    provinces: dict[int, Province] = field(default_factory=dict)
    characters: dict[int, Character] = field(default_factory=dict)
    armies: dict[int, Army] = field(default_factory=dict)
    offices: dict[str, int] = field(default_factory=dict)
    invented: dict[int, str] = field(default_factory=dict)
    election: str = ""
    elected_year: int = 0
    emperor: str = ""
    winners: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    finished: bool = False
    next_character: int = 1
    next_army: int = 1

    def kingdom_of(self, seat: str) -> Kingdom:
        """Return the kingdom of a seat. Raises KeyError for a seat that there is not."""
        return next((one for one in self.kingdoms.values() if one.seat == seat), None) or self.kingdoms[seat]

    def of(self, who: Character | Army) -> Kingdom | None:
        """Return the kingdom that someone serves, None for nobody's."""
        code = who.kingdom if isinstance(who, Character) else who.owner
        return self.kingdoms.get(code)

    def king(self, kingdom: Kingdom) -> Character:
        """Return the King, or the Heir in his place."""
        return self.characters[kingdom.king]

    def serving(self, code: str) -> list[Character]:
        """Return the living characters of a kingdom by number."""
        return [one for one in self.characters.values() if one.kingdom == code and one.status == "serving"]

    def led_by(self, who: int) -> list[Army]:
        """Return the armies that a character leads, by number."""
        return [one for one in self.armies.values() if one.leader == who]

    def armies_in(self, place: int) -> list[Army]:
        """Return the armies in a province, by number."""
        return [one for one in self.armies.values() if one.province == place]

    def characters_in(self, place: int) -> list[Character]:
        """Return the living characters in a province, by number."""
        return [one for one in self.characters.values() if one.province == place and one.alive]

    def owned(self, code: str) -> list[int]:
        """Return the provinces of a kingdom by number."""
        return [number for number, one in self.provinces.items() if one.owner == code]

    def relation(self, one: str, other: str) -> Relation:
        """Return the relation of two kingdoms: Allied with oneself, Enemy where one is nobody (AK-P8.1-01)."""
        if one == other:
            return "Allied"
        return self.kingdoms[one].relations.get(other, "Neutral") if one and other else "Enemy"

    def coastal(self, place: int) -> bool:
        """Return whether a land province touches Sea now."""
        return not self.provinces[place].at_sea and any(self.provinces[near].at_sea for near in GRID.neighbours(place))

    def new_army(self, **fields: Any) -> Army:
        """Add an army under the next number (AK-D6.1-03), and return it."""
        one = self.armies[self.next_army] = Army(self.next_army, **fields)
        self.next_army += 1
        return one

    def new_character(self, **fields: Any) -> Character:
        """Add a character under the next number (AK-D1.2-13), and return him."""
        one = self.characters[self.next_character] = Character(self.next_character, **fields)
        self.next_character += 1
        return one


def leads(armies: Iterable[Army]) -> bool:
    """Return whether there is an army among these."""
    return any(True for _ in armies)


_KEYS = {
    "provinces.*.terrain": "terrain",
    "provinces.*.turned": "terrain?",
    "provinces.*.native": "race?",
    "provinces.*.types.*": "army type",
    "provinces.*.owner": "kingdom?",
    "provinces.*.home_of": "kingdom?",
    "provinces.*.features.*.kind": "feature",
    "provinces.*.features.*.guardian.kind": "monster",
    "provinces.*.features.*.items.*": "item",
    "provinces.*.lying.*": "item",
    "armies.*.type": "army type",
    "armies.*.race": "race",
    "armies.*.province": "province",
    "armies.*.owner": "kingdom?",
    "armies.*.leader": "character?",
    "characters.*.race": "race",
    "characters.*.alignment": "alignment",
    "characters.*.temper": "temper",
    "characters.*.province": "province",
    "characters.*.kingdom": "kingdom?",
    "characters.*.items.*": "item",
    "characters.*.skills.#": "ability",
    "characters.*.aptitudes.#": "ability",
    "kingdoms.*.alignment": "alignment",
    "kingdoms.*.king": "character",
    "kingdoms.*.home": "province",
    "kingdoms.*.exploration.#": "province",
    "kingdoms.*.inventions.*": "invention",
    "kingdoms.*.relations.#": "kingdom",
    "scores.#": "kingdom",
    "offices.#": "office",
    "offices.*": "character",
}
_BOUNDS: dict[str, tuple[float, float]] = {
    "turn": (1, 21),
    "turns": (1, 20),
    "provinces.*.tax": (0, 20),
    "armies.*.quality": (-1, 20),
    "armies.*.used": (0, 20),
    "kingdoms.*.gold": (0, 1_000_000),
    "kingdoms.*.exploration.*": (0, 100),
    "characters.*.skills.*": (0, 9),
    "characters.*.aptitudes.*": (0, 9),
}


def _faults(world: World) -> Iterator[str]:
    """What the records say of each other that cannot be."""
    sets: dict[str, Collection[Any]] = {
        "terrain": TABLES.terrains,
        "race": TABLES.races,
        "army type": TABLES.armies,
        "feature": TABLES.features,
        "monster": TABLES.monsters,
        "item": TABLES.items,
        "alignment": TABLES.alignments,
        "temper": TABLES.tempers,
        "ability": TABLES.abilities,
        "invention": TABLES.inventions,
        "office": TABLES.offices,
        "province": world.provinces,
        "kingdom": world.kingdoms,
        "character": world.characters,
    }
    yield from strangers(world, _KEYS, sets)
    yield from beyond(world, _BOUNDS)
    for number, army in world.armies.items():
        leader = world.characters.get(army.leader)
        if leader is not None and (leader.province != army.province or leader.kingdom != army.owner):
            yield f"armies.{number}.leader: {army.leader} is not with it"


def _ordered(world: World) -> World:
    """Everything by number, kingdoms in the order of theirs."""
    tables: dict[str, Any] = {
        name: dict(sorted(getattr(world, name).items())) for name in ("provinces", "characters", "armies")
    }
    return replace(world, **tables)


WORLDS = WorldDocuments(World, (), _ordered, _faults)
