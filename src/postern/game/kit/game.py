"""What a game is for the server, with a default for all that most games have alike.

A game gives its name, how many may play, its documents (``worlds``), ``setup``, ``view``, ``active``, ``read``, ``check``,
``forecast``, ``report``, ``public``, ``standings``, ``uncovered`` and ``handbook``, and for its turns ``resolve``, or as a
``TurnGame`` the table of its steps and ``begin``. Where it departs from a default it says so by a method of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar, cast

from postern.game.chance import Chance
from postern.game.events import Deed, Event
from postern.game.kit.copying import copied
from postern.game.kit.documents import WorldDocuments
from postern.game.kit.turn import Phases, Sign, Step, TurnAtWork, run, sparing
from postern.game.orders import OrderSheet
from postern.game.report import Report
from postern.game.ruleset import Choice, Level, LinePart, Outcome, Standing

W = TypeVar("W")
V = TypeVar("V")
T = TypeVar("T", bound=TurnAtWork[Any, Any])


class Game(ABC, Generic[W, V]):
    """A ruleset with defaults."""

    worlds: WorldDocuments[W]
    account: tuple[str, ...] = ("account",)
    usable: tuple[str, ...] = ()
    unused: Mapping[str, str] = {}
    excess: tuple[str, ...] = ()

    @abstractmethod
    def active(self, world: W) -> tuple[str, ...]:
        """Return the seats that still play, in seat order."""

    def terms(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        """Return how a game with these options departs from the usual one: nothing."""
        return ()

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
        """Return "": each order says itself who is ordered."""
        return ""

    def begins_order(self, line: str) -> bool:
        """Return False: a mail program may have broken the line above any line."""
        return False

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

    @abstractmethod
    def begin(self, world: W, given: Mapping[str, OrderSheet], chance: Chance, spared: Mapping[Sign, str]) -> T:
        """Return the turn before its first step: on ``world``, which is its own, with the sheets of the seats that sent one."""

    @abstractmethod
    def final(self, world: W) -> tuple[Standing, ...]:
        """Return the final table of a game that is over."""

    def shown_chance(self, there: Sequence[str], turn: T) -> Collection[str]:
        """Return the seats that may know the turn's fingerprint of chance: those that still play."""
        return there

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
            run(self.sequence, begun)
            return begun

        turn = sparing(play)
        after: Any = turn.world
        seen_by = frozenset(self.shown_chance(there, turn))
        prints = Event("chance", self.last_step, seen_by, {"fingerprint": of_turn.fingerprint})
        events = (*self.told(world, turn, given), prints)
        out = tuple(sorted(set(there).difference(self.active(after))))
        table = self.final(after) if after.finished else ()
        return Outcome(after, events, after.finished, tuple(after.winners), table, out, turn.broken())
