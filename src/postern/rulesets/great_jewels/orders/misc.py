"""Ravaging, mercenaries, unlocking, and the choices of turn 1 (QJ-29-60 to QJ-29-63, QJ-02-18, QJ-04-01)."""

from __future__ import annotations

import re

from postern.rulesets.great_jewels.orders.forms import Form, Refusal, clean
from postern.rulesets.great_jewels.orders.model import BuyMercenaries, ChoosePeople, EndVote, QJOrder, Ravage, Unlock
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.wording import counted, spoken
from postern.rulesets.great_jewels.world import People

EARLIEST_END, LATEST_END = 20, 30
PEOPLES = "|".join(People)
_PAID = r"(?: WITH (?:ALL )?ZORANS(?: (?:HE )?CARRIES)?)?"
_FOR = r"(?:(?:YOUR )?ARMIES|(?:YOU )?(?:AND )?<name>)"


def _ravage(match: re.Match[str]) -> QJOrder:
    return Ravage(clean(match["p"]))


def _ravaging_leader(match: re.Match[str]) -> Refusal:
    place = clean(match["r"])
    why = "A leader ravages nothing: only its owner ravages a province."
    return Refusal("NOT UNDERSTOOD", why, f"R{place} ravages {place} if it is yours.")


def _buy(match: re.Match[str]) -> QJOrder:
    return BuyMercenaries(int(match["n"]))


def _unlock(match: re.Match[str]) -> QJOrder:
    return Unlock(int(match["n"]), clean(match["p"]), match["name"] or "")


def _vote(match: re.Match[str]) -> QJOrder | Refusal:
    turn = int(match["q"] or match["v"])
    if not EARLIEST_END <= turn <= LATEST_END:
        nearest = min(max(turn, EARLIEST_END), LATEST_END)
        return Refusal(
            "NOT UNDERSTOOD",
            f"The ending turn is a number from {EARLIEST_END} to {LATEST_END}; you wrote {turn}.",
            "Nearest possible:",
            f"E={nearest}",
        )
    return EndVote(turn)


def _people(match: re.Match[str]) -> QJOrder | Refusal:
    name = match["people"]
    if name not in People.__members__:
        return Refusal("NOT UNDERSTOOD", f"There is no character type {name}.", f"The types are {', '.join(People)}.")
    return ChoosePeople(People(name))


BOOK = (
    Form(r"R<p>", _ravage, "Rp1", "ravages province p1"),
    Form(r"L<n>Y", _buy, "LnnY", "leader nn buys mercenaries with all his zorans"),
    Form(r"L<n>U<p>(?:=<name>)?", _unlock, "LnnUp1", "leader nn tries to unlock the Forbidden City in p1"),
    Form(r"E=(?:(?P<q>[0-9]{1,9})|(?P<v>(?!)))", _vote, "E=nn", "names the ending turn, 20 to 30 (turn 1 only)"),
    Form(r"TYPE=(?P<people>[A-Z]{1,20})", _people, "TYPE=name", "chooses your character type (turn 1 only)"),
)

PLAIN = (
    Form(r"(?:RAVAGES?|LAY WASTE(?: TO)?|PLUNDERS?|PILLAGES?) <own>", _ravage),
    Form(r"<own> (?:RAVAGES?|RAVAGED)", _ravage),
    Form(r"L<n> (?:RAVAGES?|LAYS? WASTE(?: TO)?|PLUNDERS?|PILLAGES?) <r>", _ravaging_leader),
    Form(rf"L<n> (?:BUYS?|HIRES?|PURCHASES?)(?: ALL)?(?: MERC(?:ENARIE|ENARY)?S?| TROOPS| MERCS)?{_PAID}", _buy),
    Form(r"(?:BUY|HIRE) MERC(?:ENARIES|S)? (?:WITH |FOR |BY )?L<n>", _buy),
    Form(
        rf"L<n> (?:TR(?:Y|IES) TO )?(?:UNLOCKS?|OPENS?)(?: FORBIDDEN)?(?: CITY| FC)*(?: IN| AT)? <p>(?: (?:FOR|=) ?{_FOR})?",
        _unlock,
    ),
    Form(r"(?:UNLOCK|OPEN)(?: FORBIDDEN)?(?: CITY)?(?: FC)?(?: IN| AT)? <p>(?: FOR <name>)? WITH L<n>", _unlock),
    Form(r"(?:END(?:ING)?(?: OF)?(?: GAME)?|ENDING TURN|END TURN|GAME ENDS?)(?: ON| AT| ?=| TURN)* ?(?P<q>[0-9]{1,9})", _vote),
    Form(r"(?:.*\b)?GAME (?:TO )?ENDS?(?: ON| AT| IN| AFTER)* (?P<q>[0-9]{1,9})|VOTES? (?:FOR )?(?P<v>[0-9]{1,9})", _vote),
    Form(rf"(?:CHARACTER |PLAY )?(?:TYPE|AS)(?: =)? (?P<people>{PEOPLES})", _people),
    Form(rf"PLAY (?P<people>{PEOPLES})", _people),
)


def code(order: QJOrder) -> str:
    """The book's form, or "" for orders of other families."""
    match order:
        case Ravage(province=province):
            return f"R{province}"
        case BuyMercenaries(leader=leader):
            return f"L{leader}Y"
        case Unlock(leader=leader, province=province, player=player):
            return f"L{leader}U{province}{f'={player}' if player else ''}"
        case EndVote(turn=turn):
            return f"E={turn}"
        case ChoosePeople(people=people):
            return f"TYPE={people}"
    return ""


def words(order: QJOrder, scene: Scene) -> str:
    """Plain words; "" for orders of other families."""
    match order:
        case Ravage(province=province):
            return f"{spoken(province)} is ravaged ({_ravage_points(province, scene)}its rates are halved until T/O rolls over)"
        case BuyMercenaries(leader=leader):
            return f"L{leader} buys mercenaries with {_price(leader, scene)}"
        case Unlock(leader=leader, province=province, player=player):
            whom = f"you and {player}" if player else "your armies"
            return f"L{leader} tries to unlock the Forbidden City in {spoken(province)} for {whom}"
        case EndVote(turn=turn):
            return f"you would like the game to end on turn {turn}"
        case ChoosePeople(people=people):
            return f"you play {people}"
    return ""


def _price(leader: int, scene: Scene) -> str:
    """What he pays: as many of his zorans as the price and the most that one may buy allow (QJ-26-07, QJ-26-08)."""
    hired = scene.expected.hired.get(leader)
    if hired is None:
        return "all the zorans he carries"
    troops, cost = hired
    return f"the zorans he carries ({counted(troops, 'troop')} for {counted(cost, 'zoran')})"


def _ravage_points(province: str, scene: Scene) -> str:
    """What it brings a Slenth, and costs everybody else, by the rates on the printout (QJ-04-22)."""
    entry = scene.view.entries.get(province)
    if entry is None or province not in scene.view.provinces:
        return ""
    points = int(decided("ravaging")["points"]) * (entry.levy + entry.tax)
    return f"you {'gain' if scene.view.people is People.SLENTH else 'lose'} {counted(points, 'point')}; "
