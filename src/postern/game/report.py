"""The report document: what a ruleset wants to say, without a word on how it looks.

Renderers turn the same document into plain text (72 columns), HTML, PDF and JSON, where ``block`` tells the kinds of blocks
apart. Texts may hold light marks: ``**strong**`` and ``code`` in backquotes; nothing else is interpreted, and every renderer
escapes the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Discriminator

from postern.game.battle import BattlePage
from postern.game.chart import Chart, Symbol
from postern.game.front import Figure, Front, carried
from postern.game.front import Steps as Steps


@dataclass(frozen=True)
class Text:
    """A paragraph.

    ``role`` says how it wants to be read: body, lead, good, bad, note, code (book's codes, monospaced).
    """

    block: Literal["text"] = field(default="text", init=False, repr=False)
    text: str
    role: Literal["body", "lead", "good", "bad", "note", "code"] = "body"


@dataclass(frozen=True)
class Bullets:
    """A list of short sentences."""

    block: Literal["bullets"] = field(default="bullets", init=False, repr=False)
    items: tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """A table column: heading, and whether its cells are numbers (right-aligned, tabular figures)."""

    title: str
    number: bool = False
    wide: bool = False


@dataclass(frozen=True)
class Table:
    """A table that a person scans.

    Every row has one cell a column. ``anchors`` is empty or has an id for each row ("province-B4", or "" for none): in a
    PDF, the words of the row's first cell ("B4"), wherever the report uses them, then lead to the row. ``wide`` columns
    take the room that is left; a wide last column is best for remarks.
    """

    block: Literal["table"] = field(default="table", init=False, repr=False)
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Battle:
    """A boxed account of one battle: where, who fought with what, what it cost, what was taken.

    A small one, whose table has no columns, is told in two lines. Weighty ones have a ``BattlePage``.
    """

    block: Literal["battle"] = field(default="battle", init=False, repr=False)
    title: str
    place: str
    forces: Table
    losses: tuple[str, ...]
    outcome: str
    spoils: tuple[str, ...] = ()

    @property
    def small(self) -> bool:
        """Whether it is told in two lines."""
        return not self.forces.columns


@dataclass(frozen=True)
class Map:
    """The chart, on its own page in a PDF; ``sketch`` is the neighbourhood as monospaced text for the plain letter."""

    block: Literal["map"] = field(default="map", init=False, repr=False)
    chart: Chart
    sketch: str = ""
    caption: str = ""


@dataclass(frozen=True)
class Maps:
    """Charts of the same land at several times, small and side by side in a PDF: who held what."""

    block: Literal["maps"] = field(default="maps", init=False, repr=False)
    charts: tuple[Chart, ...]
    caption: str = ""


@dataclass(frozen=True)
class Course:
    """How one number went: a value for each turn of its graph. ``number`` is that of the side at set-up, for its colour."""

    name: str
    values: tuple[int, ...]
    number: int = 0


@dataclass(frozen=True)
class Graph:
    """Numbers that go on from turn to turn: lines in a PDF, elsewhere a table of some of the turns.

    Colours go by the numbers of the courses, as those of a chart go by the numbers of its owners.
    """

    block: Literal["graph"] = field(default="graph", init=False, repr=False)
    turns: tuple[int, ...]
    courses: tuple[Course, ...]
    caption: str = ""


@dataclass(frozen=True)
class Victor:
    """One of the best of a finished game; ``number`` is that of the side at set-up, for its colour."""

    name: str
    rank: int
    score: int
    side: str = ""
    number: int = 0
    won: bool = False
    emblem: Symbol | None = None


@dataclass(frozen=True)
class Podium:
    """The victory as a picture: what is said of it, the best three, the best first, and the game in numbers (six at most)."""

    block: Literal["podium"] = field(default="podium", init=False, repr=False)
    headline: str
    line: str
    places: tuple[Victor, ...]
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True)
class Span:
    """What a force did from one phase to another, both counted in."""

    first: int
    last: int
    text: str


@dataclass(frozen=True)
class Lane:
    """A force's row in a time line; ``number`` is that of its side at set-up, for its colour, ``note`` says how it stood."""

    name: str
    spans: tuple[Span, ...]
    note: str = ""
    number: int = 0
    own: bool = False


@dataclass(frozen=True)
class Meeting:
    """A battle in a phase, of the lanes with these places (from 0); the list is in the order of time, as on the map.

    There may be no lane of it: a crowded turn has more battles than rows.
    """

    phase: int
    lanes: tuple[int, ...]


@dataclass(frozen=True)
class Timeline:
    """A turn phase by phase, from 1 on: a row for each force, and battles where rows meet. Elsewhere than in a PDF a table."""

    block: Literal["timeline"] = field(default="timeline", init=False, repr=False)
    phases: int
    lanes: tuple[Lane, ...]
    meetings: tuple[Meeting, ...] = ()
    caption: str = ""


@dataclass(frozen=True)
class Letter:
    """A message received in the game, as it was written."""

    block: Literal["letter"] = field(default="letter", init=False, repr=False)
    sender: str
    text: str
    to: str = ""


@dataclass(frozen=True)
class OrderForm:
    """A prefilled order form, ready to edit and send back whole: lines of orders and of comments."""

    block: Literal["orderform"] = field(default="orderform", init=False, repr=False)
    lines: tuple[str, ...]


Block = Annotated[
    Text | Bullets | Table | Battle | BattlePage | Map | Maps | Graph | Podium | Timeline | Steps | Letter | OrderForm,
    Discriminator("block"),
]


@dataclass(frozen=True)
class Section:
    """A headed part of a report. ``key`` is stable across turns and games' versions (bookmark, anchor, JSON)."""

    key: str
    title: str
    blocks: tuple[Block, ...]


ORDERS, PROBLEMS = "orders", "problems"
"""Keys of the sections of a forecast that say once more what the verdict says: the orders read back, and what is wrong with
them. Whoever has told the verdict leaves them out."""


@dataclass(frozen=True)
class Masthead:
    """The head of a report: who, when, how it stands. ``facts`` are label and value pairs (score, rank, next deadline).

    The ruleset fills what it knows; the desk adds dates and deadlines, for a ruleset sees no clock.
    """

    game: str
    title: str
    turn: int
    seat: str
    line: str
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Report:
    """One seat's report of one turn (or a forecast, or a set-up letter), as a document; ``front`` is its first page, if any."""

    masthead: Masthead
    sections: tuple[Section, ...]
    accent: str = "#7a1f3d"
    language: str = "en"
    kind: Literal["turn", "setup", "forecast", "final", "handbook"] = "turn"
    footer: str = ""
    front: Front | None = None


def following(report: Report, before: Front | None) -> Report:
    """The report with what the front page of the turn before lets its own tell: changes of figures, the race so far, and how
    the turn went when points and place are weighed too."""
    if report.front is None:
        return report
    front, head = carried(report.front, before), report.masthead
    return replace(report, front=front, masthead=replace(head, line=_weighed(head.line, front)))


_TOLD = 0.5
"""So far above or below the usual, the points of a turn are told in its line."""


def _weighed(line: str, front: Front) -> str:
    """The line on the turn with the word that points and place give it, and with what is unusual about them."""
    balance, race = front.balance, front.race
    if balance is None or race is None:
        return line
    begun = balance.word()
    told = [balance.word(race) + line[len(begun) :] if line.startswith(begun) else line]
    if abs(race.surplus) >= _TOLD:
        told.append(f"Points: {race.gains[-1]:,}, usually {race.usual:,.0f}.")
    if race.climbed and race.places[-1] is not None:
        place, met = race.places[-1]
        told.append(f"Rank among those met: {place} of {met}, was {place + race.climbed}.")
    return " ".join(told)
