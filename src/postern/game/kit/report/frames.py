"""What the reports of all games have in common: their heads, the final table, lines that nobody understood.

A game gives the sections; the frames here put them into a turn report, the report for those who look on, or a forecast.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from postern.game.events import Event
from postern.game.front import Front
from postern.game.kit.report.telling import Tellings, counted, listed, told_to
from postern.game.report import Block, Bullets, Column, Masthead, Report, Section, Table, Text
from postern.game.ruleset import Standing

_UNREAD = "No order came of these lines of your letters:"
_LONGEST_LINE = 160
Kind = Literal["setup", "turn", "final", "forecast"]


@dataclass(frozen=True)
class Occasion:
    """Which game a report is of, in its colour, and when.

    ``turn`` is the one whose orders are awaited; ``begins``: no turn has run yet. ``winners`` counts when ``finished``.
    """

    game: str
    accent: str
    turn: int
    begins: bool
    finished: bool
    winners: Sequence[str]

    @property
    def kind(self) -> Kind:
        """What kind of report it is."""
        return "setup" if self.begins else "final" if self.finished else "turn"


def when(turn: int) -> str:
    """The time of a map on which the orders of this turn are awaited: "at the start", "after turn 3"."""
    return "at the start" if turn == 1 else f"after turn {turn - 1}"


def won_by(winners: Iterable[str], reader: str = "", you: str = "you") -> str:
    """The winners in words, the reader as ``you``; "nobody" where there is none."""
    return listed([you if name == reader else name for name in winners]) or "nobody"


# --- frames ----------------------------------------------------------------------------------------------------------------


def turn_report(
    occasion: Occasion,
    seat: str,
    line: str,
    facts: tuple[tuple[str, str], ...],
    sections: Iterable[Section | None],
    front: Front | None = None,
) -> Report:
    """The report of a turn for one seat, or its set-up letter. ``line`` says how the turn went; None is no section. ``front``
    is its first page, if any."""
    last = occasion.turn - 1
    titles = {"setup": "The game begins", "final": f"Final report, turn {last}", "turn": f"Turn {last} report"}
    turn = occasion.turn if occasion.begins else last
    head = Masthead(occasion.game, titles[occasion.kind], turn, seat, line, facts)
    return _framed(occasion, head, sections, occasion.kind, front)


def public_report(occasion: Occasion, begins: str, goes_on: str, sections: Iterable[Section | None]) -> Report:
    """The report for those who look on. The line in its head is ``begins`` before turn 1, and ``goes_on`` until the game is
    over."""
    last = occasion.turn - 1
    title, line = {
        "setup": ("The game begins", begins),
        "final": (f"How the game ended, turn {last}", f"The game is over, won by {won_by(occasion.winners)}."),
        "turn": (f"Public report, turn {last}", goes_on),
    }[occasion.kind]
    return _framed(occasion, Masthead(occasion.game, title, last, "everybody", line), sections, occasion.kind)


def forecast_report(
    occasion: Occasion, seat: str, orders: int, without: str, fact: tuple[str, str], caution: str, sections: Iterable[Section]
) -> Report:
    """What so many orders would bring; ``without`` names what runs when there are none. ``fact`` is how the seat stands now,
    ``caution`` what a forecast cannot know."""
    asked = f"your {counted(orders, 'order')}" if orders else without
    line = f"What {asked} would bring if nobody else did anything."
    head = Masthead("", f"{occasion.game}: forecast", occasion.turn, seat, line, (fact,))
    return _framed(occasion, head, [Section("caution", "A forecast", (Text(caution, "note"),)), *sections], "forecast")


def _framed(
    occasion: Occasion, head: Masthead, sections: Iterable[Section | None], kind: Kind, front: Front | None = None
) -> Report:
    return Report(head, tuple(one for one in sections if one is not None), occasion.accent, kind=kind, front=front)


# --- sections --------------------------------------------------------------------------------------------------------------


def final_section(
    occasion: Occasion, reader: str, table: Iterable[Standing], score: str, note: str, more: str = ""
) -> Section | None:
    """The final table, None while the game goes on. ``score`` and ``note`` (or "") head its columns, ``reader`` is
    the seat that reads it, or ""; ``more`` is told behind the winners."""
    if not occasion.finished:
        return None
    text = f"**The game is over. It was won by {won_by(occasion.winners, reader, f'{reader} (you)')}.** {more}".strip()
    columns = (Column("Rank", number=True), Column("Player"), Column(score, number=True), Column(note, wide=True))
    standings = list(table)
    shown = columns if note or any(one.note for one in standings) else columns[:-1]
    rows = tuple((str(one.rank), one.seat, str(one.score), one.note)[: len(shown)] for one in standings)
    return Section("final", "How the game ended", (Text(text), Table(shown, rows, caption="Final table")))


def news_section(tellings: Tellings, events: Iterable[Event], announced: Collection[str]) -> Section | None:
    """What the rules announce to everybody: the events of these kinds; None when there was none."""
    news = tuple(one.text for one in told_to(tellings, [event for event in events if event.kind in announced], ""))
    return Section("news", "What everybody was told", (Bullets(news),)) if news else None


def unread_blocks(lines: Sequence[str]) -> list[Block]:
    """The lines of a seat's letters of which no order came, as it wrote them, cut where they are very long."""
    return [Text(_UNREAD, "bad"), Bullets(tuple(map(_as_written, lines)))] if lines else []


def _as_written(line: str) -> str:
    text = " ".join(line.split()).replace("`", "'")
    return f"`{text if len(text) <= _LONGEST_LINE else text[: _LONGEST_LINE - 1] + '…'}`"
