"""The answer to a letter: its orders tried out by the steps of the turn on the world as the player knows it (``knowledge``),
read back with costs and phases, then problems, and what nobody mentioned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from postern.game.chance import Chance
from postern.game.kit.copying import copied
from postern.game.kit.orders.sheets import Given
from postern.game.kit.trial import ReadBack, failures_by_order, verdict
from postern.game.kit.turn import Sign, run, sparing
from postern.game.orders import Order, OrderSheet, Problem, Program, Verdict
from postern.game.report import Bullets, Section
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.orders.carrying_out import every
from postern.rulesets.cosmos.orders.families.programs import Signal, Time, WaitForSignals
from postern.rulesets.cosmos.orders.grammar import grammar, order_of
from postern.rulesets.cosmos.orders.letters import Bill, Charge, Message, charge, words_of
from postern.rulesets.cosmos.orders.reading import told
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.turn import Giver, Issued, Stage, Turn
from postern.rulesets.cosmos.world.places import called
from postern.rulesets.cosmos.world.records import Nation, Pending, World

APPENDED = "1"
"""The step after which all programs stand as the letter leaves them."""
SETTLED = "6"
"""The last step in which a program can lose orders. What comes behind it, points and limits, tells no order anything."""


_ACTED = ("2", "e")
"""The steps in which orders end: behind one that leaves nobody an order, nothing happens to any (``sequence``)."""


@dataclass(frozen=True)
class Entry:
    """An order in a program as the letter leaves it: its text, how deep in blocks, from which order of the letter it is (below
    0 for one of an earlier turn), and for a begun one the phases that are left."""

    text: str
    depth: int
    source: int
    begun: int | None = None


@dataclass
class Trial:
    """A letter tried out.

    ``issued``: all orders of the letter, those in blocks too. ``programs``: what stands in the program of each unit and
    location behind the letter. ``stages``: the steps of programs in this turn by the order from which they come; ``left``: the
    orders from which something is left for the next turn.
    """

    turn: Turn
    issued: Sequence[Issued] = ()
    programs: dict[int, list[Entry]] = field(default_factory=dict)
    stages: dict[int, list[Stage]] = field(default_factory=dict)
    left: frozenset[int] = frozenset()

    def source_of(self, issued: Issued) -> int:
        """The number under which an order of the letter stands in programs; 0 for one that stands in none."""
        return next((place for place, one in enumerate(self.turn.issued, 1) if one is issued), 0)


def try_out(sheet: OrderSheet, view: View, whole: bool = False) -> Trial:
    """Runs the turn with these orders alone on what the player knows: the ``whole`` of it, or as far as any order can still do
    or suffer something. Either gives the same answer."""
    letter = Issued.of(view.seat, sheet, Given)
    trial = sparing(lambda spared: _play(view, letter, spared, whole))
    turn = trial.turn
    inner = [one for one in turn.issued if all(one is not other for other in letter)]
    trial.issued = (*letter, *inner)
    for stage in turn.stages:
        trial.stages.setdefault(stage.source, []).append(stage)
    return trial


def _play(view: View, letter: list[Issued], spared: Mapping[Sign, str], whole: bool) -> Trial:
    world = copied(view.world)
    _number_old(world, view.code)
    turn = Turn(world, letter, Chance("expected").turn(world.turn), expected=True, spared=spared)
    turn.submitted = frozenset((view.seat,))
    trial, over = Trial(turn), False

    def look(label: str) -> None:
        nonlocal over
        if label == APPENDED:
            behind = _programs(world, view.code)
            trial.programs = {number: list(_entries(program)) for number, program in behind.items() if program}
        elif label == SETTLED:
            left = (one.source for program in _programs(world, view.code).values() for one in every(program))
            trial.left = frozenset(left)
            over = not whole
        elif not whole and label.endswith(_ACTED):
            over = not any(one.program for things in (world.units, world.locations) for one in things.values())

    run(SEQUENCE, turn, skip=lambda label: over, after=look)
    return trial


def _programs(world: World, code: str) -> Mapping[int, list[Pending]]:
    """The programs of a nation's units and locations by their numbers."""
    units = {n: one.program for n, one in sorted(world.units.items()) if one.owner == code}
    return units | {n: one.program for n, one in sorted(world.locations.items()) if one.owner == code}


def _number_old(world: World, code: str) -> None:
    """Orders of earlier turns are numbered -1, -2 ..., so that their steps are known again."""
    old = (one for program in _programs(world, code).values() for one in every(program))
    for place, one in enumerate(old, 1):
        one.source = -place


def _entries(program: Sequence[Pending], depth: int = 0) -> Iterator[Entry]:
    for one in program:
        yield Entry(one.text, depth, one.source, one.left if one.begun else None)
        yield from _entries(one.inner, depth + 1)


State = Literal["pending", "kept", "new"]
"""Of an order in a program: from an earlier turn, the same where the letter orders more, or of the letter."""


@dataclass(frozen=True)
class Step:
    """One order of a program: its text, how deep in blocks it stands, whether it is new, and when it is carried out."""

    text: str
    depth: int
    state: State
    when: str


@dataclass(frozen=True)
class Planned:
    """The program of a unit or location as it stands behind the letter."""

    actor: int
    called: str
    steps: tuple[Step, ...]


def check(sheet: OrderSheet, view: View) -> Verdict:
    """What can be known of a letter before the turn runs (CF-1.2-16). Orders that would fail stand, with a warning."""
    return verdict_of(try_out(sheet, view), sheet, view)


def verdict_of(trial: Trial, sheet: OrderSheet, view: View) -> Verdict:
    """What a letter that was tried out is answered."""
    bill = charge(view.world, view.nation, [order.data for order in sheet.orders])
    prices = {(one.line, one.code): price for one, price in _prices(bill)}
    doers = dict(_doers(sheet, view))
    failures = failures_by_order(trial.issued, trial.turn, lambda failure, beside: replace(failure, note=True))
    back = [
        ReadBack(
            _order(one),
            _words(one, doers[one.line, one.code], prices[one.line, one.code], trial, view),
            tuple(failures.get(place, ())),
        )
        for place, one in enumerate(trial.issued)
    ]
    back.sort(key=lambda one: one.order.line)
    problems = [*sheet.problems, *_endless(trial, view)]
    going_on = tuple(
        Program(plan.called, _lines(plan))
        for plan in programs_after(trial, view)
        if any(step.state != "new" for step in plan.steps)
    )
    return replace(verdict(sheet, back, problems, tuple(_unmentioned(trial, bill, view))), programs=going_on)


def _order(issued: Issued) -> Order:
    given: Given = issued.order
    return Order(given.line, given.text or given.code, given.code, "", given)


def _doers(sheet: OrderSheet, view: View) -> Iterator[tuple[tuple[int, str], str]]:
    """Who will carry out each order of a letter, those in blocks too."""

    def doers(given: Given, giver: Giver | None) -> Iterator[tuple[tuple[int, str], str]]:
        who = "a new unit" if giver is None else "your nation" if isinstance(giver, Nation) else str(giver.id)
        yield (given.line, given.code), who
        for one in given.inner:
            yield from doers(one, given.order.taker(giver, view))

    for order in sheet.orders:
        given: Given = order.data
        yield from doers(given, view.nation if given.head.sort == "nation" else view.own(given.head.name))


def _prices(bill: Bill) -> Iterator[tuple[Charge, str]]:
    """What each line costs in words, counted up: "allowance 2 of 4", "administration point 5 of 22", "free"."""
    used: Counter[int] = Counter()
    points = 0
    for one in bill.charges:
        used[one.giver] += one.allowance
        points += one.points
        if one.allowance:
            yield one, f"allowance {used[one.giver]} of {bill.allowances[one.giver]}"
        else:
            yield one, f"administration point {points} of {bill.limit}" if one.points else "free"


def _words(issued: Issued, who: str, price: str, trial: Trial, view: View) -> str:
    """An order read back: who does what, what it cost, and when."""
    given: Given = issued.order
    if isinstance(given.order, Message):
        return f"{words_of(given.order, view.world)}; free"
    words = " ".join(grammar().words_of(given.order, view, told).split())
    source = trial.source_of(issued)
    when = phases_of(trial, source) if source else ""
    return "; ".join(filter(None, (f"{who} {words}", price, when)))


# --- programs and their phases ---------------------------------------------------------------------------------------------


def phases_of(trial: Trial, source: int) -> str:
    """When an order is carried out, as far as can be known: ``phases 1 to 8, then 9 to 13``."""
    stages = trial.stages.get(source, [])
    failed = next((one for one in stages if one.failed and one.why), None)
    if stages and stages[0].text.startswith("repeat"):
        stages = stages[:1]  # it stands in the program again for each round
    spans = _joined([one for one in stages if not one.failed])
    parts = [f"{'phases' if ' to ' in spans[0] else 'phase'} {', then '.join(spans)}"] if spans else []
    if failed is not None:
        parts.append(f"fails in phase {failed.ends}")
    elif source in trial.left:
        parts.append("the rest is left for next turn" if spans else "left for next turn")
    return "; ".join(parts)


def _joined(stages: list[Stage]) -> list[str]:
    """The spans of steps; what goes on from phase to phase in steps of one is one span (a wait, a search)."""
    spans: list[tuple[int, int]] = []
    for one in stages:
        if spans and one.ends == one.begins == spans[-1][1] + 1 > 1:
            spans[-1] = (spans[-1][0], one.ends)
        else:
            spans.append((one.begins, one.ends))
    return [_span(*one) for one in spans]


def _span(begins: int, ends: int) -> str:
    """The phases from one to another; begun in an earlier turn (0), or not ended in this one (0)."""
    if begins == ends:
        return str(ends)
    return f"{begins or 1} to {ends}" if ends else f"{begins or 1} on"


def programs_after(trial: Trial, view: View) -> tuple[Planned, ...]:
    """The program of each unit and location that has one behind the letter (CF-1.2-16)."""
    found = []
    for number, entries in trial.programs.items():
        thing = view.world.units.get(number) or view.world.locations[number]
        changed = any(one.source > 0 for one in entries)
        steps = (Step(_text(one), one.depth, _state(one, changed), phases_of(trial, one.source)) for one in entries)
        found.append(Planned(number, called(view.world, thing), tuple(steps)))
    return tuple(found)


def _text(one: Entry) -> str:
    return one.text if one.begun is None else f"{one.text} (begun-{one.begun})"


def _state(one: Entry, changed: bool) -> State:
    return "new" if one.source > 0 else "kept" if changed else "pending"


def programs_section(plans: tuple[Planned, ...]) -> Section:
    """The programs as a part of an answer or report."""
    items = (f"{plan.called}: {'; '.join(_lines(plan))}" for plan in plans)
    return Section("programs", "Orders as they stand then", (Bullets(tuple(items)),))


def _lines(plan: Planned) -> tuple[str, ...]:
    """The orders of a program with when they are done."""
    return tuple(f"{'  ' * one.depth}{one.text} [{one.state}]{f': {one.when}' if one.when else ''}" for one in plan.steps)


# --- what is missing ---------------------------------------------------------------------------------------------------------


def _unmentioned(trial: Trial, bill: Bill, view: View) -> Iterator[str]:
    """Leaders with an allowance and without orders, and administration points that are left (they are not kept: CF-3.2-08)."""
    types = view.world.tables.unit_types
    for number, unit in view.world.units.items():
        kind = types[unit.type]
        idle = unit.owner == view.code and kind.allowance and unit.position and not unit.leader
        if idle and number not in trial.programs and not bill.used.get(number):
            yield f"{called(view.world, unit)} (allowance {kind.allowance})"
    if bill.points_left > 0:
        yield f"{bill.points_left} of {bill.limit} administration points, which are not kept"


def _endless(trial: Trial, view: View) -> Iterator[Problem]:
    """Notes on waits of the letter that cannot come true: for a turn behind the last, for a signal that nobody sends."""
    world = trial.turn.world
    sent = {number for one in _all_orders(trial, view) for number in _receivers(one, view)}
    for issued in trial.issued:
        given: Given = issued.order
        source, order = trial.source_of(issued), given.order
        if source not in trial.left:
            continue
        if isinstance(order, Time) and order.turn > world.turns:
            why = f"The game ends with turn {world.turns}: turn {order.turn} never comes."
            yield Problem("NEVER", given.line, why, text=given.text, note=True, order=given.code)
        elif isinstance(order, WaitForSignals) and not {0, int(given.head.name)} & sent:  # 0: to an alias not yet given
            why = f"No order of yours signals to {given.head.name}: it waits until one does."
            remedy = f"Give signal {given.head.name} to another."
            yield Problem("NEVER", given.line, why, remedy, text=given.text, note=True, order=given.code)


def _all_orders(trial: Trial, view: View) -> Iterator[str]:
    """The texts of all orders behind the letter: those of the letter, those of earlier turns, those of new units."""
    for program in trial.programs.values():
        yield from (one.text for one in program)
    world = trial.turn.world
    own: list[list[Pending]] = [one.program for one in world.units.values() if one.owner == view.code]
    for pending in own:
        yield from (one.text for one in every(pending))
    yield from (one.order.code for one in trial.issued)


def _receivers(text: str, view: View) -> set[int]:
    if not text.startswith("signal "):
        return set()
    order = order_of(text)
    return {view.number(one) for one in order.receivers} if isinstance(order, Signal) else set()
