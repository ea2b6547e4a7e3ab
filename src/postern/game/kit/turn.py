"""A turn at work, and the table of steps that runs it.

A game gives its own turn (``class Turn(TurnAtWork[World, Issued])`` with whatever only a turn knows) and one table of steps in
the order of the rules. A step is a function of the turn: it changes the world, tells events, and fails or notes orders.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar, cast

from postern.game.chance import Chance, Stream
from postern.game.events import Event
from postern.game.orders import OrderSheet
from postern.game.ruleset import BrokenOrder

W = TypeVar("W")
O = TypeVar("O")  # noqa: E741  the type of a game's orders
I = TypeVar("I", bound="IssuedOrder[Any]")  # noqa: E741  the type of an order with its giver

BROKEN = "BROKEN"
BROKE = ("An error in the program kept this order from being carried out.", "The game master hears of it with the turn.")
"""The code, reason and remedy of the failure of an order on which the program itself raised."""
MOST_SUSPECTS = 100
"""How many of the orders that a step took up last are suspected when the step raises."""


class Sign(NamedTuple):
    """What an order is known by in another run of the same turn: its giver, its line, and its form or place."""

    seat: str
    line: int
    code: str


@dataclass(frozen=True)
class IssuedOrder(Generic[O]):
    """An order with its giver, its line in the giver's letter (0: none), and its form as answers write it."""

    seat: str
    order: O
    line: int
    code: str

    @property
    def sign(self) -> Sign:
        """What the order is known by in another run of the turn."""
        return Sign(self.seat, self.line, self.code)

    @classmethod
    def of(cls, seat: str, sheet: OrderSheet, kind: type[O]) -> list[Self]:
        """The orders of a sheet as a turn takes them, in the order of the lines; what is not of this kind is no order."""
        return [cls(seat, one.data, one.line, one.code) for one in sheet.orders if isinstance(one.data, kind)]


@dataclass(frozen=True)
class Failure(Generic[I]):
    """An order that was not carried out, or not as written (``note``): the reason in numbers, and what to write instead.

    ``code`` names the sort of failure ("NOT ADJACENT"), ``paste`` is a line that could be sent as it stands, ``step`` the label
    of the step in which it showed. The remedy rests on ``beside``, another order of the same giver, where there is one.
    """

    issued: I
    code: str
    why: str
    remedy: str = ""
    paste: str = ""
    note: bool = False
    step: str = ""
    beside: I | None = None

    def event(self) -> Event:
        """The failure as its giver is told it: ``order-note`` or ``order-failed``."""
        issued = self.issued
        data = {"line": issued.line, "code": self.code, "text": issued.code, "why": self.why}
        data |= {"remedy": self.remedy, "paste": self.paste}
        return Event("order-note" if self.note else "order-failed", self.step, frozenset({issued.seat}), data)


@dataclass
class TurnAtWork(Generic[W, I]):
    """The turn being resolved: the world being changed, the orders in the order of processing, the chance of the turn.

    ``expected``: it runs on an imagined world to try orders out; what only chance decides is then left undone.
    """

    world: W
    orders: list[I]
    chance: Chance
    expected: bool = False

    step: str = "0"
    phase: int = 0
    events: list[Event] = field(default_factory=list)
    failures: list[Failure[I]] = field(default_factory=list)
    done: list[I] = field(default_factory=list)
    spared: Mapping[Sign, str] = field(default_factory=dict)
    """Orders on which this turn raised when it ran before, each with the trace: here they fail (``sparing``)."""
    taken: deque[Sign] = field(default_factory=lambda: deque(maxlen=MOST_SUSPECTS))
    """The orders that the present step took up last."""

    def seats(self) -> Collection[str]:
        """The names of all players, who alone can be told anything: those of the world's ``seats``, unless a game says who they
        are."""
        seats: Collection[str] = cast(Any, self.world).seats
        return seats

    def stream(self, *name: object) -> Stream:
        """The stream of chance of this turn with this name."""
        return self.chance.stream(*name)

    def tell(self, kind: str, to: Iterable[str], **data: Any) -> None:
        """Records that something happened, for these players (names that are no players are left out)."""
        self.events.append(Event(kind, self.step, frozenset(to).intersection(self.seats()), data))

    def fail(
        self, issued: I, code: str, why: str, remedy: str = "", paste: str = "", beside: I | None = None
    ) -> Literal[False]:
        """Records that an order could not be carried out: its giver reads why, and what would have been possible. Gives False,
        as whatever carries orders out does then. ``beside`` is another order of his on which the remedy rests: it is told only
        when that one did not fail too."""
        self.failures.append(Failure(issued, code, why, remedy, paste, step=self.step, beside=beside))
        return False

    def note(self, issued: I, code: str, why: str, remedy: str = "", paste: str = "") -> None:
        """Records that an order was carried out, but not wholly as written (a smaller amount, a shorter way)."""
        self.failures.append(Failure(issued, code, why, remedy, paste, note=True, step=self.step))

    def takes_up(self, issued: I) -> bool:
        """Note that an order is carried out from here on, and return True; fail it and return False when it broke the turn."""
        self.taken.append(issued.sign)
        if issued.sign not in self.spared:
            return True
        told = any(one.issued is issued and one.code == BROKEN for one in self.failures)
        return False if told else self.fail(issued, BROKEN, *BROKE)

    def each(self, orders: Iterable[I]) -> Iterator[I]:
        """Yield these orders as they are taken up one by one, without those that broke the turn."""
        return (issued for issued in orders if self.takes_up(issued))

    def broken(self) -> tuple[BrokenOrder, ...]:
        """Return the orders that this turn was run without, for the game master."""
        return tuple(BrokenOrder(*sign, trace) for sign, trace in self.spared.items())

    def carried_out(self, issued: I) -> None:
        """Records that an order was carried out."""
        self.done.append(issued)

    def told_failures(self) -> list[Failure[I]]:
        """The failures as their givers read them, without a remedy that rests on an order which failed itself."""
        failed = {id(failure.issued) for failure in self.failures if not failure.note}
        return [replace(one, remedy="") if one.beside and id(one.beside) in failed else one for one in self.failures]


T = TypeVar("T", bound=TurnAtWork[Any, Any])
R = TypeVar("R")


class StepRaised(Exception):
    """A step raised (the cause): its label, and the orders that may be at fault, the likeliest first."""

    def __init__(self, step: str, suspects: tuple[Sign, ...]) -> None:
        super().__init__(f"step {step} raised")
        self.step = step
        self.suspects = suspects


@dataclass(frozen=True, eq=False)
class Step(Generic[T]):
    """One step: its label, its name, and the function that does it."""

    label: str
    name: str
    run: Callable[[T], None]


def in_turn(*parts: Callable[[T], None]) -> Callable[[T], None]:
    """A step that is done in parts, one behind the other."""

    def run_parts(turn: T) -> None:
        for part in parts:
            part(turn)

    return run_parts


@dataclass(frozen=True, eq=False)
class Phases(Generic[T]):
    """Steps that run again in each of so many phases. In phase 7 step ``e`` has the label ``7e``, and ``turn.phase`` is 7."""

    times: int
    steps: Sequence[Step[T]]


def laid_out(table: Sequence[Step[T] | Phases[T]]) -> Iterator[tuple[int, Step[T]]]:
    """All steps as they run, each with its phase (0 outside of phases)."""
    for one in table:
        if isinstance(one, Step):
            yield 0, one
        else:
            for phase in range(1, one.times + 1):
                yield from ((phase, replace(step, label=f"{phase}{step.label}")) for step in one.steps)


@lru_cache(maxsize=8)  # a game has one table
def _steps(table: tuple[Step[T] | Phases[T], ...]) -> tuple[tuple[int, Step[T]], ...]:
    return tuple(laid_out(table))


def run(
    table: Sequence[Step[T] | Phases[T]],
    turn: T,
    until: str = "",
    skip: Callable[[str], bool] | None = None,
    after: Callable[[str], None] | None = None,
) -> T:
    """Runs the steps on the turn, to the one with the label ``until`` ("": all), and gives the turn back.

    ``skip`` says of a label, when its turn has come, that the step is left out; ``after`` is called when a step is done.
    Raises ValueError when no step has the label ``until``.
    """
    steps = _steps(tuple(table))
    labels = [step.label for _, step in steps] if until else []
    for phase, step in steps[: labels.index(until) + 1 if until else None]:
        if skip is None or not skip(step.label):
            turn.step, turn.phase = step.label, phase
            if turn.taken:
                turn.taken.clear()
            try:
                step.run(turn)
            except Exception as error:
                suspects = tuple(dict.fromkeys((*_in_hand(error), *reversed(turn.taken))))
                if not suspects:
                    raise
                raise StepRaised(step.label, suspects) from error
            if after is not None:
                after(step.label)
    return turn


def _in_hand(error: BaseException) -> Iterator[Sign]:
    """Find the orders that functions had in hand when one of them raised, the innermost first."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    for frame in reversed(frames):
        for value in list(frame.f_locals.values()):
            issued = value if isinstance(value, IssuedOrder) else getattr(value, "issued", None)
            if isinstance(issued, IssuedOrder):
                yield issued.sign


def sparing(play: Callable[[Mapping[Sign, str]], R]) -> R:
    """Run a turn without the single orders on which it raises, so that each fails alone, and return it.

    ``play`` begins the turn afresh, with ``spared`` as it is given it, and runs it; the same orders, less those, give the same
    turn. Raises what the turn raises when no order can be blamed.
    """
    spared: Mapping[Sign, str] = {}
    while True:
        try:
            return play(spared)
        except StepRaised as raised:
            spared = _blamed(play, spared, raised)


def _blamed(play: Callable[[Mapping[Sign, str]], R], spared: Mapping[Sign, str], raised: StepRaised) -> Mapping[Sign, str]:
    """Find the order without which the turn comes further than it did; when no single one helps, blame all suspects."""
    cause = raised.__cause__ or raised
    fresh = [one for one in raised.suspects if one not in spared]
    if not fresh:
        raise cause
    trace = "".join(traceback.format_exception(cause))
    for one in fresh:
        tried = {**spared, one: trace}
        try:
            play(tried)
        except StepRaised as again:
            if (again.step, again.suspects[:1]) == (raised.step, raised.suspects[:1]):
                continue
        return tried
    return {**spared, **dict.fromkeys(fresh, trace)}
