"""A game's world as its game master may look at it, whole or as one seat sees it; and what a patch changes in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from postern import render
from postern.desk.context import Desk
from postern.desk.games.lookup import MasterError, found_game, found_seat
from postern.game.chart import Chart
from postern.game.report import Column, Map, Masthead, Report, Section, Table
from postern.store import games

_NOTHING = "nothing"
_LONGEST = 60


@dataclass(frozen=True)
class Look:
    """A game's world now: as a report with a map, and as JSON."""

    report: Report
    data: bytes

    @property
    def chart(self) -> Chart | None:
        """The report's map; None where it has none."""
        blocks = (block for section in self.report.sections for block in section.blocks)
        return next((block.chart for block in blocks if isinstance(block, Map)), None)


def look(session: Session, desk: Desk, name: str, seat_name: str = "") -> Look:
    """The world whose orders are awaited, with nothing hidden, or all that one seat may know of it."""
    game = found_game(session, name)
    if game.turn == 0:
        raise MasterError(f"{game.name} is {game.state}; it has no world yet")
    rules = desk.rules(game)
    kept = games.world(session, game.id, game.turn)
    world = rules.load(kept)
    if seat_name:
        report = rules.report(rules.view(world, found_seat(session, game, seat_name).name), ())
        return Look(report, render.to_json(report))
    stood = rules.uncovered(world)
    columns = (Column("Rank", number=True), Column("Name"), Column("Side"), Column("Score", number=True), Column("", wide=True))
    rows = tuple((str(one.rank), one.seat, stood.sides.get(one.seat, ""), str(one.score), one.note) for one in stood.standings)
    sections = (
        Section("standings", "Standings", (Table(columns, rows),)),
        Section("map", "The map, nothing hidden", (Map(stood.chart),)),
    )
    head = Masthead(rules.title, f"{game.name} as it awaits turn {game.turn}", game.turn, "", "For the game master alone.")
    return Look(Report(head, sections), json.dumps(json.loads(kept), indent=1, ensure_ascii=False).encode())


FORMS: Mapping[str, Callable[[Look], bytes]] = {
    "txt": lambda seen: render.to_text(seen.report).encode(),
    "html": lambda seen: render.to_html(seen.report).encode(),
    "pdf": lambda seen: render.to_pdf(seen.report),
    "json": lambda seen: seen.data,
    "png": lambda seen: render.chart_png(_chart(seen)),
    "svg": lambda seen: render.chart_svg(_chart(seen)).encode(),
}
"""The ending of a file's name → what stands in the file; png and svg are the map alone."""


def _chart(seen: Look) -> Chart:
    if seen.chart is None:
        raise MasterError("this game draws no map")
    return seen.chart


def changes(before: Any, after: Any, steps: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """What each step of a JSON Patch made of its place: ``/goal: 100 -> 99``."""
    places = dict.fromkeys(str(place) for step in steps for place in (step.get("from"), step.get("path")) if place)
    return tuple(f"{place}: {_at(before, place)} -> {_at(after, place)}" for place in places)


def _at(document: Any, place: str) -> str:
    from jsonpointer import JsonPointerException, resolve_pointer

    try:
        found = resolve_pointer(document, place)
    except (JsonPointerException, TypeError):
        return _NOTHING
    if not isinstance(found, (dict, list, str, int, float, bool, type(None))):
        return _NOTHING  # the place behind a list's end
    text = json.dumps(found, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
