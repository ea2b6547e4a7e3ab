"""The interface between the desk and every game.

A ruleset is pure: no mail, no clock, no database, no global state. Given the world, the order sheets and the chance of
the turn it returns the next world and what happened; the same inputs give the same bytes on every machine.

``World`` and ``View`` are the ruleset's own types; the desk only hands them back. A World crosses process and database
borders as JSON bytes (``dump`` and ``load``). A ``View`` is all that one seat may know: ``read``, ``check``,
``forecast``, ``report`` and ``plan`` never receive a World.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from postern.game.chance import Chance
from postern.game.chart import Chart, Symbol
from postern.game.events import Deed, Event
from postern.game.handbook import Handbook
from postern.game.orders import OrderSheet, Problem, Verdict
from postern.game.report import Report, Section

Level: TypeAlias = Literal["easy", "normal", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "normal", "hard")
"""How well a computer player plays, the least first."""

LinePart: TypeAlias = Literal["head", "opens", "closes", ""]
"""A line's part in the layout of an order letter: a head that says who is ordered, the begin or the end of a block, or none."""

W = TypeVar("W")
V = TypeVar("V")


@dataclass(frozen=True)
class Signup:
    """A seat's name in the game and its player's wishes (``{"type": "RILRIS", "end": "25"}``), in capitals."""

    name: str
    wishes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Standing:
    """One seat's place in the final table, or in the standings which a seat may see (rank counts from 1)."""

    seat: str
    score: int
    rank: int
    note: str = ""


@dataclass(frozen=True)
class BrokenOrder:
    """An order that failed because the program raised on it: whose it is, its line (0: of an earlier turn), what it says, and
    the trace, which the game master is sent."""

    seat: str
    line: int
    code: str
    trace: str


@dataclass(frozen=True)
class Outcome(Generic[W]):
    """What a turn brought: the next world, everything that happened, and whether the game is over.

    ``winners`` is empty until ``finished``; several names mean a shared victory. ``eliminated`` names the seats that
    fell out this turn: they get this report and then only the final one.
    """

    world: W
    events: tuple[Event, ...]
    finished: bool = False
    winners: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()
    eliminated: tuple[str, ...] = ()
    broken: tuple[BrokenOrder, ...] = ()


@dataclass(frozen=True)
class Uncovered:
    """A whole world with nothing hidden, for the history of a game that is over.

    ``standings`` has every seat, best first; ``sides`` what each plays ("Azoni", or ""), in the order of the chart's owners.
    ``starts`` says where each began, as the game names places (a league counts wins by it); without places it is empty.
    ``winners`` are those that the rules know of: none where players ended the game by vote. ``figures`` counts what each seat
    has ("zorans": 120), for records and without its score. ``words`` says what the game calls one area, several, and fighters.
    ``emblems`` are the seats' arms, where they have any.
    """

    standings: tuple[Standing, ...]
    sides: Mapping[str, str]
    chart: Chart
    winners: tuple[str, ...] = ()
    starts: Mapping[str, str] = field(default_factory=dict)
    figures: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    words: tuple[str, str, str] = ("area", "areas", "troops")
    emblems: Mapping[str, Symbol] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """What a line of a JOIN letter may choose: the word before ``=`` and what may stand behind it, from code to name.

    ``free``: the codes that nobody who joined earlier will get; None where several may choose the same. ``without``: what
    becomes of a seat that says nothing.
    """

    key: str
    values: Mapping[str, str]
    without: str
    free: tuple[str, ...] | None = None


class Ruleset(Protocol[W, V]):
    """One game. Every method is a pure function of its arguments."""

    slug: str
    title: str
    min_seats: int
    max_seats: int
    account: tuple[str, ...]
    """Keys of the sections of a turn report that tell what happened, without messages among players."""
    usable: tuple[str, ...]
    """Names of all that ``uses`` may find."""
    unused: Mapping[str, str]
    """Those of them that computer players never use, each with the reason."""
    excess: tuple[str, ...]
    """Names that ``uses`` may find besides: what computer players should do as little of as they can."""

    def terms(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        """What a player must know of a game with these options, a sentence each: how it departs from the rules as they are.

        Nothing for the plain game. Raises ValueError whose lines say which option is wrong and why.
        """
        ...

    def signup(
        self, text: str, taken: Sequence[str], options: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[Signup | None, list[Problem]]:
        """Reads the lines of a JOIN letter (``NAME=GREEDY``, ``TYPE=RILRIS``) given the seat names already taken and the game's
        options.

        Of several lines that say the same the last counts: it came later. Several sides in one wish are in the order of liking.
        A line ``NAME=`` names the seat in every game; the desk writes such lines itself.
        """
        ...

    def signup_choices(self, options: Mapping[str, Any], wishes: Sequence[Mapping[str, str]]) -> Sequence[Choice]:
        """Return what a JOIN letter may choose beside the name, given the wishes of those who joined, in their order."""
        ...

    def setup(self, options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> W:
        """A new world, ready for the orders of turn 1. Raises ValueError when options or seats do not fit the game."""
        ...

    def dump(self, world: W) -> bytes:
        """The world as canonical JSON: the same world gives the same bytes."""
        ...

    def load(self, data: bytes) -> W:
        """The world from JSON, checked. Raises ValueError whose text says where and what is wrong."""
        ...

    def schema(self) -> Mapping[str, Any]:
        """JSON Schema of ``dump``'s document."""
        ...

    def turn(self, world: W) -> int:
        """The turn whose orders are awaited, from 1."""
        ...

    def active(self, world: W) -> tuple[str, ...]:
        """The seats that still play, in seat order."""
        ...

    def view(self, world: W, seat: str) -> V:
        """All that this seat may know, and nothing else. Raises KeyError for an unknown seat."""
        ...

    def quoted(self, lines: Sequence[str]) -> frozenset[int]:
        """Indexes (from 0) of lines that are the body of a message order, with the line that ends it: free text, never a
        desk command."""
        ...

    def line_part(self, line: str) -> LinePart:
        """Return the line's part in the layout of an order letter, for lines as our own letters write them: what is typed
        below a quoted head belongs to that head. "" for every line in games whose orders say themselves who is ordered."""
        ...

    def begins_order(self, line: str) -> bool:
        """Return whether an order, or a part of a letter's layout, begins with this line, whoever writes it: no mail program
        broke the line above there. In doubt False."""
        ...

    def read(self, text: str, view: V) -> OrderSheet:
        """Lenient: every line becomes an order, nothing (blank, comment) or a Problem. Never raises for any text."""
        ...

    def merge(self, filed: str, new: str, view: V) -> str:
        """What is on file after a later letter: ``filed`` was until then, ``new`` are the letter's lines of orders.

        Where a letter holds all that a seat orders, it is ``new``; other games let what the letter does not speak of stand.
        Never raises for any texts. The lines of a letter that asks for it (ADD) are put below ``filed`` without this.
        """
        ...

    def check(self, sheet: OrderSheet, view: V) -> Verdict:
        """What can be known before the turn runs. Problems of ``read`` are included."""
        ...

    def forecast(self, sheet: OrderSheet, view: V) -> Report:
        """What would follow from these orders alone, in the world as the seat knows it. Sections that say what ``check`` says,
        too, have the keys ``report.ORDERS`` and ``report.PROBLEMS``."""
        ...

    def resolve(self, world: W, sheets: Mapping[str, OrderSheet], chance: Chance) -> Outcome[W]:
        """The turn.

        Seats without a sheet missed it (NMR). ``chance`` is that of the game; the ruleset takes the turn's.
        """
        ...

    def report(self, view: V, events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
        """The turn report as a document. ``events`` are those that this seat may be told, of the turn just run; ``unread``
        the lines of its letters of which no order came, which the report lists (in no section of ``account``). Its first
        ``Map`` is what MAP sends."""
        ...

    def dated(self, report: Report, due: datetime) -> Report:
        """The report with the next deadline, in the reader's zone, where the game's own documents have a place for it. A
        report is kept without dates: they are the desk's, and may move."""
        ...

    def public(self, view: V, events: Sequence[Event]) -> Report:
        """What everybody may know of the turn just run, for those who only look on. It comes out the same from every seat's
        view, so that it holds nothing but what all seats know; ``events`` are those that all of them may be told."""
        ...

    def plan(self, view: V, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
        """A computer player's orders, as the text which a person would send. ``standing_in``: for a player who missed the turn
        and will return, so that it does nothing which he could not take back. ``level``: how well it plays."""
        ...

    def standings(self, view: V) -> tuple[Standing, ...]:
        """What this seat may know of the standings now."""
        ...

    def end_after(self, world: W, turn: int) -> W:
        """The same world, to end after this turn. Raises ValueError, in words for players, where the game has no such end."""
        ...

    def uncovered(self, world: W) -> Uncovered:
        """The world with nothing hidden. For games that are over: nothing of it may reach a seat before."""
        ...

    def deeds(self, before: W, after: W, events: Sequence[Event]) -> tuple[Deed, ...]:
        """What of the turn between two worlds is worth telling when the game is over: battles, sieges, feats, falls. ``events``
        are all of the turn, whoever may be told. For games that are over, as ``uncovered``."""
        ...

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        """The orders of a sheet in the game's own form, for the log of a game that is over, which everybody may read.

        Without messages among players, and without lines that could not be read: those may be anything.
        """
        ...

    def uses(self, sheet: OrderSheet, view: V) -> tuple[str, ...]:
        """The kinds of orders on this sheet, and what else of the game it makes use of, each as often as it does: for the
        count of what computer players know. The names are those of ``usable`` and of ``excess``. In a game that is over, of an
        empty sheet: what there is at its end."""
        ...

    def holdings(self, view: V) -> Sequence[Section]:
        """Return the sections of a report that say what the seat has: units, places, figures, a row each."""
        ...

    def called(self, view: V) -> Mapping[str, str]:
        """Return the seats by other words, in capitals, that the game has for its players: a kingdom's code or number."""
        ...

    def handbook(self) -> Handbook:
        """The rules in our own words, by topic, for HELP and RULES."""
        ...
