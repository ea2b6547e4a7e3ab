"""Ravaging, mercenaries, unlocking, and the choices of turn 1 (QJ-29-60 to QJ-29-63, QJ-02-18, QJ-04-01)."""

from __future__ import annotations

from functools import partial

from postern.game.kit.orders import OrderKind, Refusal, Saying, form
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD
from postern.rulesets.great_jewels.orders.model import BuyMercenaries, ChoosePeople, EndVote, QJOrder, Ravage, Unlock
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.wording import counted, spoken
from postern.rulesets.great_jewels.world import People

EARLIEST_END, LATEST_END = 20, 30
_PAID = r"(?: WITH (?:ALL )?ZORANS(?: (?:HE )?CARRIES)?)?"
_FOR = r"(?:(?:YOUR )?ARMIES|(?:YOU )?(?:AND )?<player>)"


def _ravaging_leader(leader: int, province: str) -> Refusal:
    why = "A leader ravages nothing: only its owner ravages a province."
    return Refusal(NOT_UNDERSTOOD, why, f"R{province} ravages {province} if it is yours.")


def _vote(turn: int) -> QJOrder | Refusal:
    if EARLIEST_END <= turn <= LATEST_END:
        return EndVote(turn)
    return Refusal(
        NOT_UNDERSTOOD,
        f"The ending turn is a number from {EARLIEST_END} to {LATEST_END}; you wrote {turn}.",
        "Nearest possible:",
        f"E={min(max(turn, EARLIEST_END), LATEST_END)}",
    )


def _people(people: str) -> QJOrder | Refusal:
    if people not in People.__members__:
        return Refusal(NOT_UNDERSTOOD, f"There is no character type {people}.", f"The types are {', '.join(People)}.")
    return ChoosePeople(People(people))


def _ravage_words(order: Ravage, scene: Scene) -> str:
    points = _ravage_points(order.province, scene)
    return f"{spoken(order.province)} is ravaged ({points}its rates are halved until T/O rolls over)"


def _ravage_points(province: str, scene: Scene) -> str:
    """What it brings a Slenth, and costs everybody else, by the rates on the printout (QJ-04-22)."""
    entry = scene.view.entries.get(province)
    if entry is None or province not in scene.view.provinces:
        return ""
    points = int(decided("ravaging")["points"]) * (entry.levy + entry.tax)
    return f"you {'gain' if scene.view.people is People.SLENTH else 'lose'} {counted(points, 'point')}; "


def _buy_words(order: BuyMercenaries, scene: Scene) -> str:
    """With what he pays: as many of his zorans as the price and the most that one may buy allow (QJ-26-07, QJ-26-08)."""
    hired = scene.expected.hired.get(order.leader)
    price = "all the zorans he carries"
    if hired is not None:
        troops, cost = hired
        price = f"the zorans he carries ({counted(troops, 'troop')} for {counted(cost, 'zoran')})"
    return f"L{order.leader} buys mercenaries with {price}"


def _unlock_words(order: Unlock, scene: Scene) -> str:
    whom = f"you and {order.player}" if order.player else "your armies"
    return f"L{order.leader} tries to unlock the Forbidden City in {spoken(order.province)} for {whom}"


def _vote_words(order: EndVote, scene: Scene) -> str:
    return f"you would like the game to end on turn {order.turn}"


def _people_words(order: ChoosePeople, scene: Scene) -> str:
    return f"you play {order.people}"


_kind = partial(OrderKind, group="other")
_RAVAGE = partial(Saying, make=Ravage)
_UNLOCK = partial(Saying, make=Unlock)
_VOTE = partial(Saying, make=_vote)

KINDS = (
    _kind(
        "ravage",
        Ravage,
        (form("R<province:p1>", "ravage: halves levy and tax rates; Slenth +8 x (levy+tax), others minus"),),
        giver="garrison",
        step="8",
        words=_ravage_words,
        said=(
            _RAVAGE(r"(?:RAVAGES?|LAY WASTE(?: TO)?|PLUNDERS?|PILLAGES?) <province:own>"),
            _RAVAGE(r"<province:own> (?:RAVAGES?|RAVAGED)"),
            Saying(r"L<leader:nn> (?:RAVAGES?|LAYS? WASTE(?: TO)?|PLUNDERS?|PILLAGES?) <province:p1>", _ravaging_leader),
        ),
    ),
    _kind(
        "mercenaries",
        BuyMercenaries,
        (
            form(
                "L<leader:nn>Y",
                "buy mercenaries: 3 zorans per troop with all zorans carried, at most 25, not two turns running",
            ),
        ),
        giver="leader",
        step="3a",
        words=_buy_words,
        said=(
            Saying(
                rf"L<leader:nn> (?:BUYS?|HIRES?|PURCHASES?)(?: ALL)?(?: MERC(?:ENARIE|ENARY)?S?| TROOPS| MERCS)?{_PAID}",
                BuyMercenaries,
            ),
            Saying(r"(?:BUY|HIRE) MERC(?:ENARIES|S)? (?:WITH |FOR |BY )?L<leader:nn>", BuyMercenaries),
        ),
    ),
    _kind(
        "unlocking",
        Unlock,
        (
            form(
                "L<leader:nn>U<province:p1>",
                "unlock Forbidden City: lets in your own armies; leader beside the city with a key",
                player="",
            ),
        ),
        giver="leader",
        step="5a",
        words=_unlock_words,
        said=(
            _UNLOCK(
                r"L<leader:nn> (?:TR(?:Y|IES) TO )?(?:UNLOCKS?|OPENS?)(?: FORBIDDEN)?(?: CITY| FC)*(?: IN| AT)? "
                rf"<province:p1>(?: (?:FOR|=) ?{_FOR})?"
            ),
            _UNLOCK(
                r"(?:UNLOCK|OPEN)(?: FORBIDDEN)?(?: CITY)?(?: FC)?(?: IN| AT)? <province:p1>"
                "(?: FOR <player>)? WITH L<leader:nn>"
            ),
        ),
    ),
    _kind(
        "unlocking for others",
        Unlock,
        (form("L<leader:nn>U<province:p1>=<player>", "unlock Forbidden City for another: lets in the named player's armies"),),
        giver="leader",
        step="5a",
        words=_unlock_words,
    ),
    _kind(
        "ending turn",
        _vote,
        (form("E=<turn:nn>", "names the ending turn, 20 to 30 (turn 1 only)"),),
        type=EndVote,
        giver="player",
        step="0",
        words=_vote_words,
        near=(Saying("E=<turn:number>", _vote),),
        said=(
            _VOTE(r"(?:END(?:ING)?(?: OF)?(?: GAME)?|ENDING TURN|END TURN|GAME ENDS?)(?: ON| AT| ?=| TURN)* ?<turn:number>"),
            _VOTE(r"(?:.*\b)?GAME (?:TO )?ENDS?(?: ON| AT| IN| AFTER)* <turn:number>"),
            _VOTE(r"VOTES? (?:FOR )?<turn:number>"),
        ),
    ),
    _kind(
        "people",
        _people,
        (form("TYPE=<people:name>", "chooses your character type (turn 1 only)"),),
        type=ChoosePeople,
        giver="player",
        step="0",
        words=_people_words,
        said=(
            Saying(r"(?:CHARACTER |PLAY )?(?:TYPE|AS)(?: =)? <people:people>", _people),
            Saying(r"PLAY <people:people>", _people),
        ),
    ),
)
