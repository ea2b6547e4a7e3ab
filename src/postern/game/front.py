"""The front page of a report: what a reader wants to know at a glance, and would pin to the wall.

A ruleset that makes none gets the plain first page. Texts may hold the light marks of ``postern.game.report``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from postern.game.chart import Symbol

Tone = Literal["good", "bad", "body"]


@dataclass(frozen=True)
class Figure:
    """A number in large type with its change since the turn before, or with a ``note`` in place of the change.

    ``ordinal`` numbers are places ("1." of those met). A change of None is filled in from the page before (``carried``).
    """

    label: str
    value: int
    change: int | None = None
    note: str = ""
    tone: Tone = "body"
    ordinal: bool = False

    @property
    def written(self) -> str:
        """The number as people read it: 14,110, or 1. for a place."""
        return f"{self.value}." if self.ordinal else f"{self.value:,}"

    @property
    def below(self) -> str:
        """What stands below the number: the note, or the change with its sign; "" where neither is known."""
        return self.note or ("" if self.change is None else f"{self.change:+,}" if self.change else "as before")

    @property
    def mood(self) -> Tone:
        """Whether what stands below is good or bad news."""
        return self.tone if self.note or not self.change else "good" if self.change > 0 else "bad"


@dataclass(frozen=True)
class Hint:
    """A danger or a chance in one sentence; ``paste`` is a line of orders, or several, that could be
    sent as they stand, or ""."""

    text: str
    paste: str = ""


@dataclass(frozen=True)
class Force:
    """All that one side had in a fight, and what of it fell; None where the reader did not see it.

    ``number`` is that of the side at set-up, for its colour; 0 for those who play no side.
    """

    name: str
    troops: int | None
    lost: int | None = None
    own: bool = False
    number: int = 0


@dataclass(frozen=True)
class Fight:
    """A battle in two lines: its number on the map (0: none), a word of judgement, what came of it, and the sides."""

    number: int
    place: str
    verdict: str
    text: str
    forces: tuple[Force, ...]


@dataclass(frozen=True)
class Race:
    """Scores after each of these turns: the reader's, and the best of those whom he had met (None: nobody).

    ``places`` are the reader's places among those met and how many these are, himself among them: (2, 5). Those of the first
    turns may be missing. In a ``secret`` race nobody learns the scores of others: it is the course of the reader's own.
    ``alone`` is what the game says where no other score is known.
    """

    turns: tuple[int, ...]
    own: tuple[int, ...]
    best: tuple[int | None, ...]
    places: tuple[tuple[int, int] | None, ...] = ()
    secret: bool = False
    alone: str = ""

    @property
    def title(self) -> str:
        """What stands above the race."""
        return "Your points" if self.secret else "The race"

    @property
    def tells(self) -> bool:
        """Whether there is anything to show: somebody met, or points that the reader made since the first turn known."""
        return any(score is not None for score in self.best) or (len(self.turns) > 1 and any(self.own))

    @property
    def climbed(self) -> int:
        """How many places the reader gained in the last turn (below 0: lost), where those met are as many as before it."""
        before, now = (None, None, *self.places)[-2:]
        return before[0] - now[0] if before is not None and now is not None and before[1] == now[1] else 0

    @property
    def gains(self) -> tuple[int, ...]:
        """The reader's points of each turn that the race knows."""
        return tuple(after - before for before, after in pairwise(self.own))

    @property
    def usual(self) -> float:
        """The points of a usual turn, the mean of the three before the last; 0 where none are known."""
        before = self.gains[-4:-1]
        return sum(before) / len(before) if before else 0.0

    @property
    def surplus(self) -> float:
        """How far the last turn's points are above or below both the usual ones and those of the turn before: 1 is twice as
        many, -1 is none. Between the two, or where nothing is known, it is 0."""
        if self.usual <= 0:
            return 0.0
        last, before = self.gains[-1], self.gains[-2]
        near = max(min(self.usual, before), min(last, max(self.usual, before)))
        return max(-1.0, min(1.0, (last - near) / near)) if near > 0 else 0.0


@dataclass(frozen=True)
class Steps:
    """How a store went from what was there, by what was added and taken away, to what is there now: steps in a PDF.

    ``changes`` are labels with amounts, below 0 where something was taken. Elsewhere than in a PDF it is a table.
    """

    block: Literal["steps"] = field(default="steps", init=False, repr=False)
    name: str
    had: int
    changes: tuple[tuple[str, int], ...]

    @property
    def now(self) -> int:
        """What is left in the end."""
        return self.had + sum(amount for _, amount in self.changes)


@dataclass(frozen=True)
class Scale:
    """How somebody takes the reader, on a scale of ``of`` steps from bad to good, in a ``word`` too.

    ``held`` says what the reader has there, ``own`` marks where he has anything. ``change`` is above 0 where it got better this
    turn, below where worse.
    """

    name: str
    step: int
    of: int
    word: str
    held: str = ""
    own: bool = False
    change: int = 0


@dataclass(frozen=True)
class Balance:
    """What a turn brought and what it cost, on one scale of the ruleset's, and the words for a good, an even and a bad turn.

    A difference of a fifth of the larger one, or of ``least``, is none. ``points`` is what twice the usual points of a turn
    weigh, and ``place`` what a place gained or lost among those met does.
    """

    gained: int
    lost: int
    words: tuple[str, str, str]
    least: int = 0
    points: int = 0
    place: int = 0

    def word(self, race: Race | None = None) -> str:
        """The word for the turn; a race that knows the turns before lets points and place weigh too."""
        weights = [round(self.points * race.surplus), self.place * race.climbed] if race is not None else []
        gained = self.gained + sum(weight for weight in weights if weight > 0)
        lost = self.lost - sum(weight for weight in weights if weight < 0)
        good, even, bad = self.words
        if abs(gained - lost) <= max(max(gained, lost) / 5, self.least):
            return even
        return good if gained > lost else bad


@dataclass(frozen=True)
class Front:
    """The page. Game, turn and seat stand in the masthead; the inset of the own front is taken from the report's map. ``line``
    stands below the name: who rules, from where.

    ``scales``, under ``scales_title``, and ``stores`` are drawn in a PDF; elsewhere the sections tell them.
    ``fights`` are the weightiest, ``more`` tells how many others there were. ``dangers`` and ``chances`` begin with the
    weightiest.
    """

    block: Literal["front"] = field(default="front", init=False, repr=False)
    name: str
    headline: str
    tale: str = ""
    emblem: Symbol | None = None
    figures: tuple[Figure, ...] = ()
    dangers: tuple[Hint, ...] = ()
    chances: tuple[Hint, ...] = ()
    fights: tuple[Fight, ...] = ()
    more: int = 0
    race: Race | None = None
    balance: Balance | None = None
    line: str = ""
    scales_title: str = ""
    scales: tuple[Scale, ...] = ()
    stores: tuple[Steps, ...] = ()


def carried(front: Front, before: Front | None) -> Front:
    """The page with what only the page before it knows: changes of figures, and the race up to now.

    A page that is not of the turn before, or None, adds nothing.
    """
    if before is None or front.race is None or before.race is None or before.race.turns[-1:] != (front.race.turns[0] - 1,):
        return front
    values = {one.label: one.value for one in before.figures}
    figures = tuple(
        replace(one, change=one.value - values[one.label])
        if one.change is None and not one.note and not one.ordinal and one.label in values
        else one
        for one in front.figures
    )
    race = Race(
        before.race.turns + front.race.turns,
        before.race.own + front.race.own,
        before.race.best + front.race.best,
        before.race.places + front.race.places,
        front.race.secret,
        front.race.alone,
    )
    return replace(front, figures=figures, race=race)
