"""One seat's orders tried out: the real steps of the turn run on the world as that seat knows it (``imagined.py``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from postern.game.chance import Chance
from postern.game.kit import trial as kit
from postern.game.kit.turn import Sign, run, sparing
from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.imagined import imagine
from postern.rulesets.great_jewels.orders.model import NOUNS, Issued, QJOrder
from postern.rulesets.great_jewels.orders.scene import Expected
from postern.rulesets.great_jewels.sequence import SEQUENCE
from postern.rulesets.great_jewels.steps.ways import movement_points
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import mixed
from postern.rulesets.great_jewels.world import Force

AFTER_ENGINES, AFTER_BUILDING = "3b", "12"
NO_ORDERS_FAIL_IN = frozenset("6+ 7+ 11+ 13a 13b 13c 14a 14b 15b 15c".split())
"""Steps in which no order is carried out: left out when only the orders are judged."""
_GOODS: dict[str, str] = {many: what for what, (_, many) in NOUNS.items()}
NEVER_TRIED = frozenset("15b 15c".split())


@dataclass(frozen=True)
class Trial(kit.Trial[Turn, Issued]):
    """A turn tried out, with what it comes to for plain words about the orders."""

    expected: Expected


def try_out(sheet: OrderSheet, view: View, *, whole: bool) -> Trial:
    """Runs the steps on a freshly imagined world. ``whole``: with income and sieges, else only steps that judge orders."""
    issued = tuple(Issued.of(view.seat, sheet, QJOrder))
    left_out = NEVER_TRIED if whole else NO_ORDERS_FAIL_IN
    zorans: dict[str, dict[str, int]] = {}
    csps: dict[str, int] = {}

    def play(spared: Mapping[Sign, str]) -> Turn:
        turn = Turn(imagine(view), list(issued), Chance("expected"), expected=True, spared=spared)

        def look(label: str) -> None:
            if label in (AFTER_ENGINES, AFTER_BUILDING):
                zorans[label] = _treasuries(turn, view)
                csps.update({name: turn.province(name).csps for name in view.provinces})

        return run(SEQUENCE, turn, skip=left_out.__contains__, after=look)

    turn = sparing(play)
    expected = Expected(
        handed=_handed(turn),
        crewless=_crewless(turn),
        doomed=_doomed(turn),
        groups=_groups(turn),
        hired=_hired(turn),
        built=zorans[AFTER_ENGINES],
        done=zorans[AFTER_BUILDING],
        csps=csps,
        **_journeys(turn),
    )
    return Trial(issued, turn, expected)


def _treasuries(turn: Turn, view: View) -> dict[str, int]:
    """The zorans in the seat's own provinces now."""
    places = [turn.province(name) for name in view.provinces]
    return {place.name: place.zorans for place in places if place.owner == view.seat}


def _handed(turn: Turn) -> dict[tuple[str, str, str, int], int]:
    """What receivers have after each transfer; 0 stands for all of the goods."""
    found = {}
    for event in turn.events:
        if event.kind == "transferred":
            data = event.data
            names = (data["giver"], data["receiver"], _GOODS[data["goods"]])
            found[*names, int(data["quantity"])] = found[*names, 0] = int(data["now"])
    return found


def _crewless(turn: Turn) -> dict[tuple[int, str], int]:
    """What leaders without the troops for it lose once transfers are done."""
    short = [event.data for event in turn.events if event.kind == "crew short" and event.step == "2g"]
    return {(data["leader"], goods): data[goods] for data in short for goods in _GOODS.values() if goods in data}


def _doomed(turn: Turn) -> frozenset[tuple[str, str]]:
    """The raids whose troops die by enemy leaders: the force and the goal."""
    dead = [event.data for event in turn.events if event.kind == "raided" and event.data["outcome"] == "killed by enemies"]
    return frozenset((data["source"], data["province"]) for data in dead)


def _groups(turn: Turn) -> dict[tuple[Force, int], tuple[str, ...]]:
    """Where the groups of each raid on all sides go: not everywhere when troops are short or a side is closed to them."""
    goals: dict[tuple[Force, int], list[str]] = {}
    for party in turn.raids:
        if party.around:
            goals.setdefault((party.source, party.troops), []).append(party.target)
    return {sent: tuple(dict.fromkeys(names)) for sent, names in goals.items()}


def _hired(turn: Turn) -> dict[int, tuple[int, int]]:
    """The mercenaries that leaders buy, and what for."""
    bought = [event.data for event in turn.events if event.kind == "bought mercenaries"]
    return {data["leader"]: (data["troops"], data["cost"]) for data in bought}


def _journeys(turn: Turn) -> dict[str, dict[int, str]]:
    """Where moves end and what they cost, from the events of the trial."""
    ends: dict[int, str] = {}
    costs: dict[int, str] = {}
    for event in turn.events:
        if event.kind == "moved" and event.data["path"]:
            leader = int(event.data["leader"])
            ends[leader] = str(event.data["path"][-1])
            cost, points = (mixed(Fraction(event.data[key])) for key in ("cost", "points"))
            died = int(event.data["died"])
            costs[leader] = f"cost {cost} of {points}" + (f"; {died} of his troops die on the way" if died else "")
            walker = turn.leader(leader)
            if walker and died and event.data["whole"] and Fraction(event.data["cost"]) <= movement_points(turn, walker):
                costs[leader] += f", none with L{leader}M{''.join(event.data['path'])}"
        elif event.kind == "sailed":
            leader = int(event.data["leader"])
            ends[leader] = str(event.data["landfall"])
            drift, loss = event.data["drift_percent"], event.data["storm_percent"]
            losses = "as many" if loss == drift else f"{loss} percent"
            costs[leader] = f"storms: {drift} percent to drift, {losses} to lose troops"
    return {"ends": ends, "costs": costs}
