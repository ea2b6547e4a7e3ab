"""The public report: what every player knows of the game, for those who only look on.

Every printout is private (QJ-31-31), and scores and the ending turn are secret until the end (QJ-02-19, ruling 17). So
until then it tells who plays, which all are told so that they can write to one another, and the land that all were sent.
When the game is over, its history (with the scores from turn to turn) is open to all.
"""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.events import Event
from postern.game.kit import reports
from postern.game.kit.telling import listed
from postern.game.report import Map, Report, Section, Text
from postern.rulesets.great_jewels.chart import land_chart
from postern.rulesets.great_jewels.report import final, occasion, variant_lines
from postern.rulesets.great_jewels.telling import TELLINGS
from postern.rulesets.great_jewels.view import View

_SECRET = (
    "What the players hold, their scores and the turn on which the game ends are secret until then; each player is told only "
    "what his own people see. The final table with every score comes here when the game is over."
)

_ANNOUNCED = ("jewels-won",)
"""What is told to everybody by the rules, not because all happened to see it."""


def public_report(view: View, events: Sequence[Event]) -> Report:
    """The public report of the turn just run, the same from every seat's view; with no turn run yet, of the beginning."""
    sections = [final(view, ""), reports.news_section(TELLINGS, events, _ANNOUNCED), _players(view)]
    if not view.finished:
        caption = "The map that every player was sent: terrain and roads as they were at the beginning."
        sections.append(Section("map", "The land", (Map(land_chart(view), caption=caption),)))
    begins = f"{len(view.players)} players set out to find the Great Jewels of Zorplia."
    goes_on = f"Turn {view.turn - 1} has run, and nobody has won yet."
    return reports.public_report(occasion(view, view.turn == 1), begins, goes_on, sections)


def _players(view: View) -> Section:
    names = Text(f"{listed(list(view.players))}.")
    terms = tuple(Text(line) for line in variant_lines(view))
    secret = (
        _SECRET.replace("their scores and the turn on which the game ends are", "and their scores are")
        if view.variant.turn_limit
        else _SECRET
    )
    return Section("players", "Who plays", (names, *terms) if view.finished else (names, *terms, Text(secret, "note")))
