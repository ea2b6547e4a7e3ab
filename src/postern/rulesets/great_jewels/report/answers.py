"""The answer to orders before the turn runs. What would follow from them is told in a forecast (``documents.py``).

The turn's real steps run with this seat's orders alone on the world as it knows it (``knowledge.py``). What fails there
becomes a Problem with its line, the reason in numbers and what to write instead. What the seat cannot know is no mistake, but
a note: a leader who may arrive or hides, a city that another player may unlock, an ally who may have agreed. Every order is
read back with what it comes to; then follows what nobody mentioned: leaders without orders, wealth that lies idle, the vote of
turn 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from postern.game.chance import Chance
from postern.game.kit import trial as kit
from postern.game.kit.report.telling import counted
from postern.game.kit.trial import ReadBack, failures_by_order, verdict
from postern.game.kit.turn import Sign, run, sparing
from postern.game.orders import Order, OrderSheet, Problem, Verdict
from postern.rulesets.great_jewels.knowledge import Expected, Scene, View, imagine
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD
from postern.rulesets.great_jewels.orders.families import parse, words_of
from postern.rulesets.great_jewels.orders.reading.guessing import GUESS
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.rules.movement.sailing import waits_for_host
from postern.rulesets.great_jewels.rules.movement.ways import movement_points
from postern.rulesets.great_jewels.sequence import SEQUENCE
from postern.rulesets.great_jewels.tables import hex_of, mixed, spoken
from postern.rulesets.great_jewels.turn.orders import (
    NOUNS,
    Attack,
    BuildEngines,
    EndVote,
    GiveTalisman,
    Issued,
    Move,
    QJOrder,
    Raid,
    Sail,
    Spell,
    Transfer,
    Unlock,
    UseTalisman,
)
from postern.rulesets.great_jewels.turn.state import EXCLUSIVE_TALISMANS, Failure, Turn
from postern.rulesets.great_jewels.world.records import Force, People

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


@lru_cache(maxsize=256)  # there are few costs of ways
def _told_points(said: str) -> str:
    return mixed(Fraction(said))


def _journeys(turn: Turn) -> dict[str, dict[int, str]]:
    """Where moves end and what they cost, from the events of the trial."""
    ends: dict[int, str] = {}
    costs: dict[int, str] = {}
    for event in turn.events:
        if event.kind == "moved" and event.data["path"]:
            leader = int(event.data["leader"])
            ends[leader] = str(event.data["path"][-1])
            cost, points = _told_points(event.data["cost"]), _told_points(event.data["points"])
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


def softened(failure: Failure, view: View) -> Failure:
    """The failure as it is when the seat could know of it; else a note that names what the order depends on."""
    if failure.note:
        return failure
    why = _depends(failure, view)
    return replace(failure, why=why, remedy="", paste="", note=True) if why else failure


def _depends(failure: Failure, view: View) -> str:
    match failure.issued.order:
        case Attack(leader=int(target)) if failure.code == "NOT THERE" and _may_be_anywhere(view, target):
            return f"L{target} is not on your printout there; the attack takes place only if he stands there in step 6."
        case Attack(source=Force(leader=leader), leader=None) if failure.code == "NOT THERE" and _in_fog(view, leader):
            place = view.leaders[leader].province
            return f"Fog hides whether {place} has garrison troops; the attack takes place only if it has."
        case Attack(source=Force(leader=leader), leader=None) if failure.code == "NOT THERE" and _at_home(view, leader):
            return f"{failure.why} The attack takes place only if {_host(view, leader)} hands the garrison some this turn."
        case Move(leader=leader) | Sail(leader=leader) if failure.step == "7a" and failure.code == "NO SUCH LEADER":
            return f"As far as you can see L{leader} falls in combat before he can move; he goes if he lives."
        case UseTalisman(talisman=78) if failure.step == "7a" and failure.code == "NO SUCH LEADER":
            return "As far as you can see its bearer falls in combat before he can move; he goes if he lives."
        case (
            Transfer(goods="rams" | "towers", source=Force(leader=giver), leader=int(target))
            | BuildEngines(province=giver, leader=target)
        ) if failure.code == "NOT YOURS" and (giver in view.leaders or giver in view.provinces) and _of_a_player(view, target):
            return f"{failure.why} You will not know before the turn runs."
        case Transfer(leader=int(target)) | GiveTalisman(leader=int(target)) | BuildEngines(leader=target) if (
            failure.code == "NO SUCH LEADER" and _may_be_given(failure.issued.order, view, target)
        ):
            here = f" {failure.remedy}" if failure.remedy else ""
            return f"L{target} is on none of your printouts of this turn; this is done only if he is there, unseen (T48).{here}"
        case Sail(leader=leader) if failure.code == "NO NAVY" and (owner := _host(view, leader)):
            return waits_for_host(leader, owner)
        case Move(leader=leader) if failure.code == "LOCKED":
            return f"{failure.why} It works only if it is unlocked for you this turn, by yourself or another player."
        case Unlock(province=province) if province not in view.entries and failure.code != "NOT ADJACENT":
            if failure.issued.order.leader in view.leaders:
                return f"You have not seen {province} yet; the order works only if it is a Forbidden City."
    return ""


def _in_fog(view: View, leader: int) -> bool:
    """True when fog hides the garrison of the province where this own leader stands."""
    own = view.leaders.get(leader)
    entry = view.current.get(own.province) if own else None
    return entry is not None and entry.fogged


def _at_home(view: View, leader: int) -> bool:
    """True when this own leader stands beside one of the other player who owns the province."""
    host, own = _host(view, leader), view.leaders.get(leader)
    entry = view.current.get(own.province) if own else None
    return entry is not None and any(one.owner == host and not one.killed for one in entry.leaders)


def _may_be_anywhere(view: View, leader: int) -> bool:
    """True for another's leader whom the latest printout shows nowhere."""
    if leader in view.leaders:
        return False
    return not any(one.number == leader for entry in view.current.values() for one in entry.leaders)


def _may_be_given(order: QJOrder, view: View, leader: int) -> bool:
    """True for another's leader who may stand unseen beside the giver, and could take this. Troops go to own leaders, who are
    never unseen, or from a garrison to those of an ally of the same people."""
    match order:
        case Transfer(goods="troops", source=source):
            kin = any(view.met.get(ally) is view.people for ally in view.player.allies)
            ours = kin and source.garrison in view.provinces
        case Transfer(source=source):
            ours = source.leader in view.leaders or source.garrison in view.provinces
        case BuildEngines(province=province):
            ours = province in view.provinces
        case GiveTalisman(talisman=talisman):
            held = view.talismans.get(talisman)
            ours = held is not None and not (held.province and view.provinces[held.province].besieged)
        case _:
            return False
    return ours and _may_be_anywhere(view, leader)


def _of_a_player(view: View, leader: int) -> bool:
    """True for a leader who was seen as another player's."""
    seen = Scene(view).seen_leader(leader)
    return seen is not None and leader not in view.leaders and seen[1].owner in view.players


def _host(view: View, leader: int) -> str:
    """The other player in whose province an own leader stands."""
    own = view.leaders.get(leader)
    entry = view.entries.get(own.province) if own else None
    return entry.tag if entry is not None and entry.tag in view.players and entry.tag != view.seat else ""


def read_back(sheet: OrderSheet, trial: Trial, view: View) -> list[ReadBack[Failure]]:
    """Every order of the sheet, in its order."""
    failures = failures_by_order(trial.issued, trial.turn, lambda one, later: _beside(one, softened(one, view), later))
    scene = Scene(view, trial.expected)
    result = []
    for index, order in enumerate(sheet.orders):
        found = failures.get(index, [])
        stands = all(failure.note for failure in found)
        words = words_of(_as_reduced(order, found), scene) if stands else ""
        result.append(ReadBack(order, words, tuple(found)))
    return result


def _beside(raw: Failure, softer: Failure, later: bool) -> Failure:
    """What the seat cannot know of an order for whose force another order stands: ``later`` than that one, it fails whatever
    is true; earlier, it is that one which fails if this can be carried out."""
    if raw.beside is None or not softer.note:
        return softer
    if later:
        return raw
    return replace(softer, why=f"{softer.why} Then {raw.beside.code} is not carried out; otherwise that order stands alone.")


def _around(order: QJOrder) -> bool:
    return isinstance(order, Raid) and order.province is None


def _as_reduced(order: Order, notes: Iterable[Failure]) -> QJOrder:
    """The order with the quantity to which it was reduced, for reading it back; moves tell themselves how far they come, and
    raids on all sides where they go."""
    asked: QJOrder = order.data
    for note in notes:
        less = parse(note.paste) if note.paste else None
        if less is not None and type(less) is type(asked) and not isinstance(less, Move) and not _around(less):
            return less
    return asked


WORTH_MENTIONING = 20
"""Zorans in a province from which an idle treasury is named: four citadel points."""
MOST_NAMED = 12
_RESTS = re.compile(r"L[0-9]{1,9} stays where it is")
"""What reading says of a leader whom the player told to stay."""


def idle_phrases(view: View, sheet: OrderSheet, trial: Trial) -> tuple[str, ...]:
    """Short phrases for the validation letter: idle leaders, then unspent wealth, then the vote if it is missing."""
    given = [order.data for order in sheet.orders]
    resting = {int(problem.why[1:].split()[0]) for problem in sheet.problems if _RESTS.match(problem.why)}
    phrases = _idle_leaders(view, given, resting) + _unspent(view, trial)
    if view.turn == 1 and not view.player.end_vote and not any(isinstance(order, EndVote) for order in given):
        phrases.append("the turn on which you would like the game to end (E=20 to E=30; 25 if you name none)")
    return tuple(phrases)


def _idle_leaders(view: View, orders: list[QJOrder], resting: set[int]) -> list[str]:
    mentioned = resting | {force.leader for order in orders if (force := order.giver) is not None}
    for order in orders:
        if isinstance(order, Transfer | GiveTalisman | BuildEngines | Spell) and order.leader:
            mentioned.add(order.leader)
        if isinstance(order, UseTalisman) and order.talisman in EXCLUSIVE_TALISMANS and order.talisman in view.talismans:
            mentioned.add(view.talismans[order.talisman].leader)
    idle = sorted(
        (one for one in view.leaders.values() if one.number not in mentioned),
        key=lambda one: (hex_of(one.province), one.number),
    )
    phrases = []
    for leader in idle[:MOST_NAMED]:
        load = [counted(leader.troops, "troop")]
        for amount, noun in ((leader.zorans, "zoran"), (leader.rams, "ram"), (leader.towers, "siege tower")):
            if amount:
                load.append(counted(amount, noun))
        phrases.append(f"L{leader.number} in {spoken(leader.province)} ({', '.join(load)})")
    if len(idle) > MOST_NAMED:
        phrases.append(counted(len(idle) - MOST_NAMED, "more leader"))
    return phrases


def _unspent(view: View, trial: Trial) -> list[str]:
    """Treasuries that these orders leave lying; a Rilris hoards on purpose, and autobuild will see to its own."""
    if view.people is People.RILRIS:
        return []
    rich = []
    for name, province in view.provinces.items():
        left = trial.expected.done.get(name, 0)
        if left >= WORTH_MENTIONING and not province.besieged and not province.autobuild:
            rich.append((left, name))
    rich.sort(key=lambda one: (-one[0], hex_of(one[1])))
    phrases = [f"{zorans} zorans unspent in {spoken(name)}" for zorans, name in rich[:MOST_NAMED]]
    if len(rich) > MOST_NAMED:
        more = counted(len(rich) - MOST_NAMED, "more treasury", "more treasuries")
        phrases.append(f"{more} of {WORTH_MENTIONING} zorans or more")
    return phrases


def check(sheet: OrderSheet, view: View) -> Verdict:
    """What can be known before the turn runs: orders read back with their consequences, every problem once, what is idle."""
    trial = try_out(sheet, view, whole=False)
    problems = [_sound(one, view) for one in sheet.problems]
    return verdict(sheet, read_back(sheet, trial, view), problems, idle_phrases(view, sheet, trial))


def _sound(problem: Problem, view: View) -> Problem:
    """The problem, with its guess only when that could be carried out; any other line to paste that could not, with what keeps
    it."""
    if not problem.paste:
        return problem
    guessed = problem.code == NOT_UNDERSTOOD and problem.remedy == GUESS
    trial = try_out(read(problem.paste, view), view, whole=False)
    against = [failure for failure in trial.turn.failures if not softened(failure, view).note]
    if not against and (trial.issued or not guessed):
        return problem
    if against and not guessed:
        first = against[0]
        return replace(problem, why=f"{problem.why} {first.why}", remedy=first.remedy, paste=first.paste)
    return replace(problem, remedy="HELP ORDERS shows the forms.", paste="")
