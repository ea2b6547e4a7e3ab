"""Computer players: the numbers that tune them, what they may spend, the ideas from which they choose, and their last look at
what they wrote.

An idea is a function of what the player surveys. It proposes orders, each with what it gains, what it takes (so that nobody is
sent twice) and what it costs; the table of ideas says in which order they are asked, at which levels, and whether all that can
be paid are given or the best first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from postern.game.orders import OrderSheet, Verdict

S = TypeVar("S", bound="Surveyed")
Pick = Literal["all", "best"]


class Numbers:
    """The numbers of a ``computer.toml`` by their dotted names: ``court.woo_gold``."""

    def __init__(self, toml: Mapping[str, Any]) -> None:
        self._values = dict(_flat(toml))

    def names(self) -> frozenset[str]:
        """Return the names of all numbers, for a test that nobody asks for another and that each is asked for."""
        return frozenset(self._values)

    def whole(self, name: str) -> int:
        """Return a whole number. Raises KeyError for a name that there is not, TypeError for another sort of value."""
        return int(self._of(name, int))

    def part(self, name: str) -> float:
        """Return a number with or without decimals. Raises KeyError and TypeError as ``whole`` does."""
        return float(self._of(name, (int, float)))

    def yes(self, name: str) -> bool:
        """Return a truth value. Raises KeyError and TypeError as ``whole`` does."""
        return bool(self._of(name, bool))

    def _of(self, name: str, sort: type | tuple[type, ...]) -> Any:
        value = self._values[name]
        if not isinstance(value, sort) or (isinstance(value, bool) and sort is not bool):
            raise TypeError(f"computer.toml: {name} is {value!r}")
        return value


def _flat(toml: Mapping[str, Any], head: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in toml.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{head}{name}.")
        else:
            yield f"{head}{name}", value


@dataclass
class Budget:
    """The letter so far, and what is left to spend. ``most`` is how many lines it may have, None for any number."""

    left: dict[str, int] = field(default_factory=dict)
    most: int | None = None
    lines: list[str] = field(default_factory=list)

    def holds(self, many: int) -> bool:
        """Return whether so many more lines may be added."""
        return self.most is None or len(self.lines) + many <= self.most

    def pays(self, **cost: int) -> bool:
        """Return whether this can be paid. Raises KeyError for a resource of which the budget knows nothing."""
        return all(amount <= max(self.left[name], 0) for name, amount in cost.items())

    def order(self, *words: object, **cost: int) -> bool:
        """Add an order with its price, and return True; False when there are too many, or when it cannot be paid for."""
        return self.orders([" ".join(map(str, words))], cost)

    def orders(self, lines: Sequence[str], cost: Mapping[str, int]) -> bool:
        """Add several orders with their price together, all or none; return whether they were added."""
        if not self.holds(len(lines)) or not self.pays(**cost):
            return False
        for name, amount in cost.items():
            self.left[name] -= amount
        self.lines += lines
        return True

    def text(self) -> str:
        """Return the letter."""
        return "".join(f"{line}\n" for line in self.lines)

    def strike_out(self, numbers: Collection[int]) -> None:
        """Take these lines (from 1) out of the letter; what they cost stays spent."""
        self.lines[:] = [line for number, line in enumerate(self.lines, 1) if number not in numbers]


class Written(Protocol):
    """A letter that can be read through: its text, and lines of it (from 1) that can be taken out."""

    def text(self) -> str: ...

    def strike_out(self, numbers: set[int], /) -> None: ...


def proofread(
    letter: Written,
    view: Any,
    read: Callable[[str, Any], OrderSheet],
    check: Callable[[OrderSheet, Any], Verdict] | None = None,
    times: int = 4,
) -> str:
    """Take out the orders that the game does not take, as a person mends what an answer tells him, and return the letter.

    What one line lacks another may have lacked it for: it is read through up to ``times`` times.
    """
    for _ in range(times):
        sheet = read(letter.text(), view)
        problems = (*sheet.problems, *(check(sheet, view).problems if check is not None else ()))
        if not (wrong := {one.line for one in problems if not one.note}):
            break
        letter.strike_out(wrong)
    return letter.text()


@dataclass(frozen=True)
class Proposal:
    """Orders that belong together: what they gain, whom and what they take, what they cost, and how likely they succeed (0 to
    1)."""

    orders: tuple[str, ...]
    gain: float = 1.0
    takes: frozenset[str] = frozenset()
    cost: Mapping[str, int] = field(default_factory=dict)
    odds: float = 1.0

    @property
    def worth(self) -> float:
        """What it brings on the average for what it costs."""
        return self.gain * self.odds / (1 + sum(self.cost.values()))


class Surveyed(Protocol):
    """What every idea is asked with: the player's level, whether it stands in for one who wrote nothing, what it may spend,
    and who and what has orders already."""

    @property
    def level(self) -> str: ...
    @property
    def standing_in(self) -> bool: ...
    @property
    def budget(self) -> Budget: ...
    @property
    def taken(self) -> set[str]: ...


@dataclass(frozen=True)
class Idea:
    """A row of the table of ideas. ``levels`` are those at which it is asked, ``standing_in`` whether it is also asked for a
    player who wrote nothing, ``pick`` whether all proposals are given or the best first, at most ``most`` of them (0: any
    number)."""

    name: str
    levels: tuple[str, ...] = ("easy", "normal", "hard")
    standing_in: bool = False
    pick: Pick = "all"
    most: int = 0


class Planner(Generic[S]):
    """The ideas of a game in the order in which they are asked."""

    def __init__(self, ideas: Mapping[str, Callable[[S], Iterable[Proposal]]], table: Iterable[Mapping[str, Any]]) -> None:
        """Join the table's rows to the functions. Raises ValueError for a row without a function and for a function without a
        row, TypeError for a field that a row does not have."""
        rows = [Idea(**{**row, "levels": tuple(row["levels"])} if "levels" in row else row) for row in table]
        named = [row.name for row in rows]
        faults = [f"computer.toml: there is no idea {name!r}" for name in named if name not in ideas]
        faults += [f"computer.toml: the idea {name!r} has no row" for name in ideas if name not in named]
        if faults:
            raise ValueError("\n".join(faults))
        self._ideas = tuple((row, ideas[row.name]) for row in rows)

    def fill(self, survey: S) -> None:
        """Ask one idea after the other, and give the orders that can be paid and whose people and goals are free."""
        for row, propose in self._ideas:
            if survey.level in row.levels and (row.standing_in or not survey.standing_in):
                self._give(row, propose(survey), survey)

    def _give(self, row: Idea, proposals: Iterable[Proposal], survey: S) -> None:
        if row.pick == "best":
            proposals = sorted(proposals, key=lambda one: (-one.worth, one.orders))
        given = 0
        for one in proposals:
            if row.most and given == row.most:
                break
            if not one.takes & survey.taken and survey.budget.orders(one.orders, one.cost):
                survey.taken.update(one.takes)
                given += 1
