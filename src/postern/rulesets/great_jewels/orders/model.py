"""The orders of chapter 29 as typed data. Reading makes them; the steps of the turn carry them out.

A quantity of None means ALL (``#``). A target leader of None means the garrison of the province where the giver stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from postern.game.kit.turn import IssuedOrder
from postern.rulesets.great_jewels.world import Force, People, Terrain

Goods = Literal["troops", "zorans", "rams", "towers"]
Mode = Literal["attack", "assault", "conditional"]


@dataclass(frozen=True, slots=True)
class Transfer:
    """LnnTqqTLmm, LnnTqqTG, Gp1TqqTLmm and their kin (QJ-29 transfer orders)."""

    source: Force
    goods: Goods
    quantity: int | None
    leader: int | None


@dataclass(frozen=True, slots=True)
class GiveTalisman:
    """TnnLmm, TnnG."""

    talisman: int
    leader: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """LnnMp1p2..., LnnFp1p2... (exclusive). LnnM* and LnnF* are read into the path they copy."""

    leader: int
    path: tuple[str, ...]
    force_march: bool = False


@dataclass(frozen=True, slots=True)
class Sail:
    """LnnSp1 (exclusive)."""

    leader: int
    province: str


@dataclass(frozen=True, slots=True)
class Raid:
    """LnnRqqp1, Gp1Rqqp2; province None: ``*``, qq troops to each surrounding province."""

    source: Force
    quantity: int | None
    province: str | None


@dataclass(frozen=True, slots=True)
class Muster:
    """Gp1M."""

    province: str


@dataclass(frozen=True, slots=True)
class Attack:
    """LnnALmm, LnnKG, Gp1CLmm and their kin (exclusive)."""

    source: Force
    mode: Mode
    leader: int | None


@dataclass(frozen=True, slots=True)
class BuildCsps:
    """Gp1BCqq."""

    province: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Autobuild:
    """Gp1BC+, Gp1BC-."""

    province: str
    on: bool


@dataclass(frozen=True, slots=True)
class BuildNavies:
    """Gp1BNqq."""

    province: str
    quantity: int


@dataclass(frozen=True, slots=True)
class BuildRoad:
    """Gp1BD."""

    province: str


@dataclass(frozen=True, slots=True)
class BuildEngines:
    """Gp1BRqqLmm, Gp1BSqqLmm."""

    province: str
    goods: Literal["rams", "towers"]
    quantity: int
    leader: int


@dataclass(frozen=True, slots=True)
class DeclareAlly:
    """A=player, N=player (``ally`` False)."""

    player: str
    ally: bool = True


@dataclass(frozen=True, slots=True)
class NoWaylay:
    """LnnN, Gp1N."""

    force: Force


@dataclass(frozen=True, slots=True)
class SetPeace:
    """LnnP, LnnQ (``peace`` False)."""

    leader: int
    peace: bool = True


@dataclass(frozen=True, slots=True)
class Hostile:
    """LnnH."""

    leader: int


@dataclass(frozen=True, slots=True)
class AcceptEngines:
    """LnnE."""

    leader: int


@dataclass(frozen=True, slots=True)
class AutoWaylay:
    """Z, ZN (``on`` False)."""

    on: bool


@dataclass(frozen=True, slots=True)
class Destroy:
    """LnnXRqq, LnnXSqq, Gp1XCqq, Gp1XNqq, Gp1XD (quantity 1)."""

    force: Force
    what: Literal["rams", "towers", "csps", "navies", "road"]
    quantity: int | None


@dataclass(frozen=True, slots=True)
class Ravage:
    """Rp1 (exclusive for the garrison of p1)."""

    province: str


@dataclass(frozen=True, slots=True)
class BuyMercenaries:
    """LnnY."""

    leader: int


@dataclass(frozen=True, slots=True)
class Unlock:
    """LnnUp1, LnnUp1=player."""

    leader: int
    province: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Spell:
    """Tn=... of a Great Jewel or Lesser Stone: TL, B, S, P, C, X, L, D or G.

    ``province`` is the target (for D the origin, ``second`` the goal); G carries the geas order's text and the victim. T99
    uses G too.
    """

    talisman: int
    letter: Literal["TL", "B", "S", "P", "C", "X", "L", "D", "G"]
    leader: int = 0
    province: str = ""
    second: str = ""
    terrain: Terrain | None = None
    order: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True)
class UseTalisman:
    """Tnn=... of every other talisman that takes an order; which field is set follows from the talisman."""

    talisman: int
    province: str = ""
    garrison: str = ""
    leader: int = 0
    number: int = 0
    player: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """D=PLAYER, D=*, either with (ANON); at most 10 lines of 140 characters."""

    to: str
    lines: tuple[str, ...]
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class EndVote:
    """E=nn with the orders of turn 1."""

    turn: int


@dataclass(frozen=True, slots=True)
class ChoosePeople:
    """TYPE=name with the orders of turn 1."""

    people: People


QJOrder = (
    Transfer
    | GiveTalisman
    | Move
    | Sail
    | Raid
    | Muster
    | Attack
    | BuildCsps
    | Autobuild
    | BuildNavies
    | BuildRoad
    | BuildEngines
    | DeclareAlly
    | NoWaylay
    | SetPeace
    | Hostile
    | AcceptEngines
    | AutoWaylay
    | Destroy
    | Ravage
    | BuyMercenaries
    | Unlock
    | Spell
    | UseTalisman
    | Message
    | EndVote
    | ChoosePeople
)


@dataclass(frozen=True, slots=True)
class Issued(IssuedOrder[QJOrder]):
    """An order with its giver and its place in the giver's letter. ``geas``: forced on the seat by another player."""

    geas: bool = False


def giver_of(order: QJOrder) -> Force | None:
    """The force that carries an order out; None for orders of the player himself and for talisman orders."""
    match order:
        case Transfer(source=source) | Raid(source=source) | Attack(source=source):
            return source
        case NoWaylay(force=force) | Destroy(force=force):
            return force
        case (
            Move(leader=leader)
            | Sail(leader=leader)
            | SetPeace(leader=leader)
            | Hostile(leader=leader)
            | AcceptEngines(leader=leader)
            | BuyMercenaries(leader=leader)
            | Unlock(leader=leader)
        ):
            return Force(leader=leader)
        case (
            Muster(province=province)
            | BuildCsps(province=province)
            | Autobuild(province=province)
            | BuildNavies(province=province)
            | BuildRoad(province=province)
            | BuildEngines(province=province)
            | Ravage(province=province)
        ):
            return Force(garrison=province)
    return None


def is_exclusive(order: QJOrder) -> bool:
    """True for the orders marked (*) in chapter 29 (talisman orders are judged by their catalogue entry)."""
    return isinstance(order, Move | Sail | Attack | Ravage)
