"""The types of orders of chapter 29. ``orders/families.py`` has the table that says how each is written, read and carried out.

A quantity of None means ALL (``#``). A target leader of None means the garrison of the province where the giver stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from postern.game.kit.turn import IssuedOrder
from postern.rulesets.great_jewels.world.records import Force, People, Terrain

Goods = Literal["troops", "zorans", "rams", "towers"]
Mode = Literal["attack", "assault", "conditional"]
What = Literal["rams", "towers", "csps", "navies", "road"]
Letter = Literal["TL", "B", "S", "P", "C", "X", "L", "D", "G"]

NOUNS: dict[Goods | What, tuple[str, str]] = {
    "troops": ("troop", "troops"),
    "zorans": ("zoran", "zorans"),
    "rams": ("ram", "rams"),
    "towers": ("siege tower", "siege towers"),
    "csps": ("citadel point", "citadel points"),
    "navies": ("navy", "navies"),
    "road": ("road", "roads"),
}
"""What players call one and many of what orders speak of."""

SIGNS: dict[Goods | What, str] = {"troops": "T", "zorans": "Z", "rams": "R", "towers": "S", "csps": "C", "navies": "N"}
"""What stands for them in codes."""


class QJOrder:
    """An order. ``giver`` is the force that carries it out, None for orders of the player himself and of talismans; ``sole``
    marks the orders of which a force has one a turn, (*) in chapter 29."""

    __slots__ = ()
    sole: ClassVar[bool] = False

    @property
    def giver(self) -> Force | None:
        return None


@dataclass(frozen=True, slots=True)
class BySource(QJOrder):
    """An order of an army or garrison that sends something."""

    source: Force

    @property
    def giver(self) -> Force | None:
        return self.source


@dataclass(frozen=True, slots=True)
class ByForce(QJOrder):
    """An order of an army or garrison about itself."""

    force: Force

    @property
    def giver(self) -> Force | None:
        return self.force


@dataclass(frozen=True, slots=True)
class ByLeader(QJOrder):
    """An order of a leader."""

    leader: int

    @property
    def giver(self) -> Force | None:
        return Force(leader=self.leader)


@dataclass(frozen=True, slots=True)
class ByGarrison(QJOrder):
    """An order of a garrison."""

    province: str

    @property
    def giver(self) -> Force | None:
        return Force(garrison=self.province)


@dataclass(frozen=True, slots=True)
class Transfer(BySource):
    """LnnTqqTLmm, LnnTqqTG, Gp1TqqTLmm and their kin (QJ-29 transfer orders)."""

    goods: Goods
    quantity: int | None
    leader: int | None


@dataclass(frozen=True, slots=True)
class GiveTalisman(QJOrder):
    """TnnLmm, TnnG."""

    talisman: int
    leader: int | None


@dataclass(frozen=True, slots=True)
class Move(ByLeader):
    """LnnMp1p2..., LnnFp1p2... (exclusive). LnnM* and LnnF* are read into the path they copy."""

    sole: ClassVar[bool] = True
    path: tuple[str, ...]
    force_march: bool = False


@dataclass(frozen=True, slots=True)
class Sail(ByLeader):
    """LnnSp1 (exclusive)."""

    sole: ClassVar[bool] = True
    province: str


@dataclass(frozen=True, slots=True)
class Raid(BySource):
    """LnnRqqp1, Gp1Rqqp2; province None: ``*``, qq troops to each surrounding province."""

    quantity: int | None
    province: str | None


@dataclass(frozen=True, slots=True)
class Muster(ByGarrison):
    """Gp1M."""


@dataclass(frozen=True, slots=True)
class Attack(BySource):
    """LnnALmm, LnnKG, Gp1CLmm and their kin (exclusive)."""

    sole: ClassVar[bool] = True
    mode: Mode
    leader: int | None


@dataclass(frozen=True, slots=True)
class BuildCsps(ByGarrison):
    """Gp1BCqq."""

    quantity: int


@dataclass(frozen=True, slots=True)
class Autobuild(ByGarrison):
    """Gp1BC+, Gp1BC-."""

    on: bool


@dataclass(frozen=True, slots=True)
class BuildNavies(ByGarrison):
    """Gp1BNqq."""

    quantity: int


@dataclass(frozen=True, slots=True)
class BuildRoad(ByGarrison):
    """Gp1BD."""


@dataclass(frozen=True, slots=True)
class BuildEngines(ByGarrison):
    """Gp1BRqqLmm, Gp1BSqqLmm."""

    goods: Literal["rams", "towers"]
    quantity: int
    leader: int


@dataclass(frozen=True, slots=True)
class DeclareAlly(QJOrder):
    """A=player, N=player (``ally`` False)."""

    player: str
    ally: bool = True


@dataclass(frozen=True, slots=True)
class NoWaylay(ByForce):
    """LnnN, Gp1N."""


@dataclass(frozen=True, slots=True)
class SetPeace(ByLeader):
    """LnnP, LnnQ (``peace`` False)."""

    peace: bool = True


@dataclass(frozen=True, slots=True)
class Hostile(ByLeader):
    """LnnH."""


@dataclass(frozen=True, slots=True)
class AcceptEngines(ByLeader):
    """LnnE."""


@dataclass(frozen=True, slots=True)
class AutoWaylay(QJOrder):
    """Z, ZN (``on`` False)."""

    on: bool


@dataclass(frozen=True, slots=True)
class Destroy(ByForce):
    """LnnXRqq, LnnXSqq, Gp1XCqq, Gp1XNqq, Gp1XD (quantity 1)."""

    what: What
    quantity: int | None


@dataclass(frozen=True, slots=True)
class Ravage(ByGarrison):
    """Rp1 (exclusive for the garrison of p1)."""

    sole: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class BuyMercenaries(ByLeader):
    """LnnY."""


@dataclass(frozen=True, slots=True)
class Unlock(ByLeader):
    """LnnUp1, LnnUp1=player."""

    province: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Spell(QJOrder):
    """Tn=... of a Great Jewel or Lesser Stone: TL, B, S, P, C, X, L, D or G.

    ``province`` is the target (for D the origin, ``second`` the goal); G carries the geas order's text and the victim. T99
    uses G too.
    """

    talisman: int
    letter: Letter
    leader: int = 0
    province: str = ""
    second: str = ""
    terrain: Terrain | None = None
    order: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True)
class UseTalisman(QJOrder):
    """Tnn=... of every other talisman that takes an order; which field is set follows from the talisman."""

    talisman: int
    province: str = ""
    garrison: str = ""
    leader: int = 0
    number: int = 0
    player: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Message(QJOrder):
    """D=PLAYER, D=*, either with (ANON); at most 10 lines of 140 characters."""

    to: str
    lines: tuple[str, ...]
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class EndVote(QJOrder):
    """E=nn with the orders of turn 1."""

    turn: int


@dataclass(frozen=True, slots=True)
class ChoosePeople(QJOrder):
    """TYPE=name with the orders of turn 1."""

    people: People


@dataclass(frozen=True, slots=True)
class Issued(IssuedOrder[QJOrder]):
    """An order with its giver and its place in the giver's letter. ``geas``: forced on the seat by another player."""

    geas: bool = False
