"""What a game is for the server, with a default for all that most games have alike.

A game gives its name, how many may play, its documents (``worlds``), its ``grammar`` or else ``read``, ``setup``, ``view``,
``report``, ``public``, ``standings``, ``uncovered`` and ``handbook``. For its turns it gives ``resolve``, ``check`` and
``forecast``, or as a ``TurnGame`` the table of its steps, and ``final``. In an ``OpenGame`` everybody sees everything; it gives
``sections`` and ``chart`` in place of views and reports. Where a game departs from a default it says so by a method of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar, cast

from postern.game.chance import Chance
from postern.game.chart import Chart
from postern.game.events import Deed, Event, seen
from postern.game.kit.copying import copied
from postern.game.kit.documents import WorldDocuments
from postern.game.kit.orders.grammar import Grammar
from postern.game.kit.orders.sheets import Given, Layout, read
from postern.game.kit.report.frames import (
    Occasion,
    final_section,
    forecast_report,
    public_report,
    turn_report,
    unread_blocks,
    won_by,
)
from postern.game.kit.signup import Names, read_name
from postern.game.kit.trial import ReadBack, failures_by_order, orders_section, problems_section, verdict
from postern.game.kit.turn import Failure, IssuedOrder, Phases, Sign, Step, TurnAtWork, run, sparing
from postern.game.orders import OrderSheet, Problem, Verdict
from postern.game.report import OrderForm, Report, Section
from postern.game.ruleset import Choice, Level, LinePart, Outcome, Signup, Standing, Uncovered

W = TypeVar("W")
V = TypeVar("V")
T = TypeVar("T", bound=TurnAtWork[Any, Any])


class Game(ABC, Generic[W, V]):
    """A ruleset with defaults."""

    title: str
    accent: str = "#7a1f3d"
    """The colour of reports."""
    worlds: WorldDocuments[W]
    grammar: Grammar | None = None
    """The orders, for a game whose letters are read as its ``layout`` says."""
    layout: Layout = Layout()
    names: Names = Names(2, 8, frozenset())
    """What seats may be called."""
    account: tuple[str, ...] = ("account",)
    usable: tuple[str, ...] = ()
    unused: Mapping[str, str] = {}
    excess: tuple[str, ...] = ()

    def active(self, world: W) -> tuple[str, ...]:
        """Return the seats that still play, in seat order: all ``seats`` of the world."""
        return tuple(cast(Any, world).seats)

    @abstractmethod
    def view(self, world: W, seat: str) -> V:
        """Return all that this seat may know. Raises KeyError for an unknown seat."""

    @abstractmethod
    def report(self, view: V, events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
        """Return the turn report of a seat, given the events that it may be told."""

    @abstractmethod
    def standings(self, view: V) -> tuple[Standing, ...]:
        """Return what this seat may know of the standings now."""

    def terms(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        """Return how a game with these options departs from the usual one: nothing."""
        return ()

    def signup(
        self, text: str, taken: Sequence[str], options: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[Signup | None, list[Problem]]:
        """Return the name that a JOIN letter gives its seat, and what is wrong with it."""
        return read_name(text, self.names, taken)

    def signup_choices(self, options: Mapping[str, Any], wishes: Sequence[Mapping[str, str]]) -> Sequence[Choice]:
        """Return what a JOIN letter may choose beside the name: nothing."""
        return ()

    def dump(self, world: W) -> bytes:
        """Return the world as canonical JSON."""
        return self.worlds.dump(world)

    def load(self, data: bytes) -> W:
        """Return the world from JSON, checked. Raises ValueError whose text says where and what is wrong."""
        return self.worlds.load(data)

    def schema(self) -> Mapping[str, Any]:
        """Return the JSON Schema of the world's document."""
        return self.worlds.schema()

    def turn(self, world: W) -> int:
        """Return the turn whose orders are awaited, from 1."""
        now: int = cast(Any, world).turn
        return now

    def quoted(self, lines: Sequence[str]) -> frozenset[int]:
        """Return the indexes of lines that are the body of a message order: none."""
        return frozenset()

    def line_part(self, line: str) -> LinePart:
        """Return the line's part in the game's layout; "" where each order says itself who is ordered."""
        return self.layout.part_of(line) if self.grammar is not None else ""

    def begins_order(self, line: str) -> bool:
        """Return whether an order of the game's grammar begins there; False without one: a mail program may have broken the
        line above any line."""
        return self.grammar is not None and self.layout.begins_order(self.grammar, line)

    def read(self, text: str, view: V) -> OrderSheet:
        """Return the orders of a letter, line by line, as grammar and layout read them (each ``data`` is a ``Given``)."""
        if self.grammar is None:
            raise NotImplementedError("A game without a grammar reads its letters itself.")
        return read(self.grammar, self.layout, text, view)

    def merge(self, filed: str, new: str, view: V) -> str:
        """Return the newest letter's orders alone: they take the place of all that were sent before."""
        return new

    def dated(self, report: Report, due: datetime) -> Report:
        """Return the report as it is: it has no place of its own for a date."""
        return report

    def deeds(self, before: W, after: W, events: Sequence[Event]) -> tuple[Deed, ...]:
        """Return what of a turn is told when the game is over: nothing."""
        return ()

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        """Return all orders in the game's own form."""
        return tuple(one.code for one in sheet.orders)

    def uses(self, sheet: OrderSheet, view: V) -> tuple[str, ...]:
        """Return the names of what the sheet makes use of: nothing."""
        return ()

    def holdings(self, view: V) -> Sequence[Section]:
        """Return the sections that say what the seat has: none."""
        return ()

    def called(self, view: V) -> Mapping[str, str]:
        """Return other words for seats: none."""
        return {}

    def plan(self, view: V, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
        """Return a computer player's orders: none."""
        return ""

    def last_turn(self, world: W) -> int:
        """Return the last turn after which a game may end. Raises ValueError where players cannot agree on an end."""
        raise ValueError("This game ends by its rules alone.")

    def end_after(self, world: W, turn: int) -> W:
        """Return the same world with another last turn (``turns``), on which the players have agreed. Raises ValueError for a
        turn that is past, or after ``last_turn``."""
        now, last = self.turn(world), self.last_turn(world)
        if not now <= turn <= last:
            raise ValueError(f"The game can end after any turn from {now} to {last}.")
        changed: Any = copied(world)
        changed.turns = turn
        return cast(W, changed)


class TurnGame(Game[W, V], Generic[W, V, T]):
    """A game whose turn is one table of steps."""

    sequence: ClassVar[Sequence[Step[Any] | Phases[Any]]]
    last_step: ClassVar[str]
    """The label of what comes after all steps, of which the turn's fingerprint of chance is told."""
    caution: ClassVar[str] = "This is a forecast, not a result: it knows only what you know, and nobody else acts in it."
    """What stands above a forecast."""

    def begin(self, world: W, given: Mapping[str, OrderSheet], chance: Chance, spared: Mapping[Sign, str]) -> T:
        """Return the turn before its first step: on ``world``, which is its own, with the sheets of the seats that sent one. It
        is a plain ``TurnAtWork`` with their orders as ``read`` gives them, seat by seat."""
        issued = [one for seat, sheet in given.items() for one in IssuedOrder[Given].of(seat, sheet, Given)]
        return cast(T, TurnAtWork(world, issued, chance, spared=spared))

    @abstractmethod
    def final(self, world: W) -> tuple[Standing, ...]:
        """Return the final table of a game that is over."""

    def imagined(self, view: V) -> W:
        """Return the world as the seat knows it, on which its orders are tried out: the view's own ``world``."""
        world: W = cast(Any, view).world
        return world

    def unmentioned(self, sheet: OrderSheet, view: V) -> tuple[str, ...]:
        """Return what the sheet leaves idle, one short phrase each: nothing."""
        return ()

    def tried(self, sheet: OrderSheet, view: V) -> tuple[T, list[ReadBack[Failure[Any]]]]:
        """Return the turn run on the imagined world with this sheet alone, and its orders read back with what failed."""
        seat, world = _seat(view), self.imagined(view)
        taken: list[Any] = []

        def play(spared: Mapping[Sign, str]) -> T:
            begun = self.begin(copied(world), {seat: sheet}, Chance("expected").turn(self.turn(world)), spared)
            begun.expected = True
            taken[:] = begun.orders
            run(self.sequence, begun, skip=lambda label: self.skips(begun, label))
            return begun

        turn = sparing(play)
        failures = failures_by_order(taken, turn, lambda failure, behind: failure)
        places = {(one.line, one.code): place for place, one in enumerate(taken)}
        back = []
        for order in sheet.orders:
            told = tuple(failures.get(places.get((order.line, order.code), -1), ()))
            back.append(ReadBack(order, order.words if all(one.note for one in told) else "", told))
        return turn, back

    def check(self, sheet: OrderSheet, view: V) -> Verdict:
        """Return the orders as they came out when tried, and the problems of reading."""
        return verdict(sheet, self.tried(sheet, view)[1], sheet.problems, self.unmentioned(sheet, view))

    def forecast(self, sheet: OrderSheet, view: V) -> Report:
        """Return what a report on the turn tried out would tell (its sections of ``account``), below the orders themselves."""
        turn, orders = self.tried(sheet, view)
        seat, now, after = _seat(view), cast(Any, self.imagined(view)), turn.world
        report = self.report(self.view(after, seat), seen(turn.events, seat))
        told = [one for one in report.sections if one.key in self.account]
        score = next((str(one.score) for one in self.standings(view) if one.seat == seat), "")
        occasion = Occasion(self.title, report.accent, now.turn, False, False, ())
        sections = [orders_section(orders), *problems_section(sheet, orders), *told]
        number, fact = len(sheet.orders), ("Score now", score)
        return forecast_report(occasion, seat, number, "the turn without your orders", fact, self.caution, sections)

    def shown_chance(self, there: Sequence[str], turn: T) -> Collection[str]:
        """Return the seats that may know the turn's fingerprint of chance: those that still play."""
        return there

    def skips(self, turn: T, label: str) -> bool:
        """Return whether the step of this label is left out now that its time has come: none is."""
        return False

    def close(self, before: W, turn: T, given: Mapping[str, OrderSheet]) -> None:
        """Do what follows from who sent orders and who did not, once all steps are done: nothing."""

    def told(self, before: W, turn: T, given: Mapping[str, OrderSheet]) -> Iterable[Event]:
        """Return what happened in the turn, in the order in which it is told: failures, and what the steps told."""
        return (*(failure.event() for failure in turn.told_failures()), *turn.events)

    def resolve(self, world: W, sheets: Mapping[str, OrderSheet], chance: Chance) -> Outcome[W]:
        """Run the turn. Seats without a sheet missed it. A single order that raises fails alone (``sparing``)."""
        there = self.active(world)
        given = {seat: sheets[seat] for seat in there if seat in sheets}
        of_turn = chance.turn(self.turn(world))

        def play(spared: Mapping[Sign, str]) -> T:
            begun = self.begin(copied(world), given, of_turn, spared)
            run(self.sequence, begun, skip=lambda label: self.skips(begun, label))
            return begun

        turn = sparing(play)
        self.close(world, turn, given)
        after: Any = turn.world
        seen_by = frozenset(self.shown_chance(there, turn))
        prints = Event("chance", self.last_step, seen_by, {"fingerprint": of_turn.fingerprint})
        events = (*self.told(world, turn, given), prints)
        out = tuple(sorted(set(there).difference(self.active(after))))
        table = self.final(after) if after.finished else ()
        return Outcome(after, events, after.finished, tuple(after.winners), table, out, turn.broken())


@dataclass
class OpenWorld(ABC):
    """What the world of every open game has. ``winners`` counts when it is ``finished``."""

    seats: list[str]
    turn: int = 1
    winners: list[str] = field(default_factory=list)
    finished: bool = False

    @abstractmethod
    def score(self, seat: str) -> int:
        """Return how well a seat stands."""


O = TypeVar("O", bound=OpenWorld)  # noqa: E741  the world of an open game


@dataclass(frozen=True)
class OpenView(Generic[O]):
    """What a seat knows where nothing is hidden: the world."""

    seat: str
    world: O


class OpenGame(TurnGame[O, OpenView[O], TurnAtWork[O, IssuedOrder[Given]]], Generic[O]):
    """A game in which everybody sees everything."""

    @abstractmethod
    def sections(self, world: O, events: Sequence[Event], reader: str) -> Sequence[Section]:
        """Return the sections of a report, for a seat or ("") for those who look on."""

    @abstractmethod
    def chart(self, world: O, reader: str = "") -> Chart:
        """Return the map, as a seat or ("") as those who look on see it."""

    def form(self, view: OpenView[O]) -> Sequence[str]:
        """Return the lines of the order form: none."""
        return ()

    def view(self, world: O, seat: str) -> OpenView[O]:
        """Return the world as a seat sees it. Raises KeyError for an unknown seat."""
        if seat not in world.seats:
            raise KeyError(seat)
        return OpenView(seat, world)

    def occasion(self, world: O) -> Occasion:
        """Return when and of what game a report on this world is."""
        return Occasion(self.title, self.accent, world.turn, world.turn == 1, world.finished, world.winners)

    def report(self, view: OpenView[O], events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
        """Return the turn report: the final table, the game's sections, lines without an order, the order form."""
        world, occasion = view.world, self.occasion(view.world)
        won = f"The game is over. It was won by {won_by(world.winners, view.seat)}."
        ends = [final_section(occasion, view.seat, self.final(world), "Score", "")]
        more = [Section("unread", "Not understood", tuple(unread_blocks(unread)))] if unread else []
        if lines := () if world.finished else self.form(view):
            more.append(Section("form", "Order form", (OrderForm(tuple(lines)),)))
        sections = [*ends, *self.sections(world, events, view.seat), *more]
        line = won if world.finished else f"Your orders for turn {world.turn} are awaited."
        return turn_report(occasion, view.seat, line, (), sections)

    def public(self, view: OpenView[O], events: Sequence[Event]) -> Report:
        """Return the same for those who look on."""
        occasion = self.occasion(view.world)
        ends = final_section(occasion, "", self.final(view.world), "Score", "")
        return public_report(occasion, "The game begins.", "The game goes on.", [ends, *self.sections(view.world, events, "")])

    def final(self, world: O) -> tuple[Standing, ...]:
        """Return the seats by their scores, the best first; those with the same score share a rank."""
        scores = {seat: world.score(seat) for seat in world.seats}
        ranks = {seat: 1 + sum(other > score for other in scores.values()) for seat, score in scores.items()}
        return tuple(Standing(seat, scores[seat], ranks[seat]) for seat in sorted(scores, key=ranks.__getitem__))

    def standings(self, view: OpenView[O]) -> tuple[Standing, ...]:
        """Return the table as it stands now."""
        return self.final(view.world)

    def uncovered(self, world: O) -> Uncovered:
        """Return the table and the map."""
        return Uncovered(self.final(world), dict.fromkeys(world.seats, ""), self.chart(world), tuple(world.winners))


def _seat(view: Any) -> str:
    """Return whose view it is: a field ``seat``, as every view of a ``TurnGame`` has it."""
    seat: str = view.seat
    return seat
