"""What a report is made from: view, events, their words, and how the map looks.

- Words for what happened: a sentence an event kind, from the files in ``data/tellings``.
- How the map looks: styles of terrain, symbols, emblems of the kingdoms.
- What a report is made from: a player's view and the events that he was told, with kingdoms and regions by their names,
  sorted into the sections of ``data/report_events.csv``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from postern.game.chart import Symbol
from postern.game.events import Event
from postern.game.kit.content import Content
from postern.game.kit.report.changes import Net, net
from postern.game.kit.report.frames import Occasion
from postern.game.kit.report.telling import Forms, Mood, Said, Tellings, once, told_to
from postern.rulesets.alamaze.knowledge import View
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.world.records import Group, Kingdom, World

CONTENT = Content("postern.rulesets.alamaze")
"""The data that all editions share."""


def _ballot(votes: Mapping[str, str]) -> str:
    """How each member of the council voted: ``Elven yea, Warlock abstained`` (AC-11-15)."""
    words = {"Y": "yea", "N": "nay", "A": "abstained"}
    return ", ".join(f"{member} {words[said]}" for member, said in votes.items())


_FORMS: Forms = {
    "thousands": lambda value: f"{value:,}",
    "points": lambda hundredths: f"{hundredths / 100:.2f}",
    "region": lambda region: region if isinstance(region, str) else f"region {region}",
    "ballot": _ballot,
}
"""How facts are told: 46,000; points from hundredths; regions by name or number; an open ballot."""


@cache
def tellings() -> Tellings:
    """The words of the game. Raises ValueError when two files have a sentence for the same kind."""
    return Tellings(CONTENT.merged("tellings"), _FORMS)


STYLES: Mapping[str, str] = {row["terrain"]: row["style"] for row in CONTENT.rows("chart_styles")}
"""How each terrain is drawn."""
TERRAIN_LETTERS: Mapping[str, str] = {row["terrain"]: row["letter"] for row in CONTENT.rows("chart_styles")}
"""How each terrain is written in the sketch."""
SYMBOLS: tuple[Symbol, ...] = CONTENT.symbols("symbols")
EMBLEMS: Mapping[str, Symbol] = {one.kind: one for one in CONTENT.symbols("emblems")}
"""The emblem of each kingdom, by its code."""


_KINGDOMS = ("kingdom", "kingdoms", "of", "owner", "other", "giver", "taker", "buyer", "seller", "before", "after", "winners")
"""Facts that name kingdoms by their codes. ``by`` is one where no eyes see something: there it is a group or an area."""
_EYES = ("center-passed", "center-seen", "group-seen", "site-seen", "recon", "searched")
FAILED = ("order-failed", "order-note")


@cache
def sections_of_events() -> Mapping[str, str]:
    """By event kind the key of the section that tells it; ``-`` for one that only tables and figures tell."""
    return {row["kind"]: row["section"] for row in CONTENT.rows("report_events")}


def named(tables: Edition, event: Event) -> Event:
    """The event with kingdoms and regions by name."""
    keys = _KINGDOMS if event.kind in _EYES else (*_KINGDOMS, "by")
    data = {key: _names(tables, value) if key in keys else value for key, value in event.data.items()}
    if isinstance(region := data.get("region"), int) and region in tables.regions:
        data["region"] = tables.regions[region].name
    if isinstance(votes := data.get("votes"), Mapping):
        data["votes"] = {_names(tables, code): vote for code, vote in votes.items()}
    return replace(event, data=data)


def _names(tables: Edition, value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_names(tables, one) for one in value]
    return tables.kingdoms[value].name if isinstance(value, str) and value in tables.kingdoms else value


@dataclass(frozen=True)
class Reading:
    """A view with the events of a turn that its player may be told. ``mood``: as what happened, or as what would."""

    view: View
    events: Sequence[Event]
    mood: Mood = field(default=Mood.HAPPENED)

    @property
    def world(self) -> World:
        return self.view.world

    @property
    def tables(self) -> Edition:
        return self.view.world.tables

    @property
    def kingdom(self) -> Kingdom:
        return self.view.kingdom

    @property
    def code(self) -> str:
        return self.view.code

    @property
    def name(self) -> str:
        """What the kingdom is called."""
        return self.tables.kingdoms[self.code].name

    @property
    def setup(self) -> bool:
        """True for the letter before the first turn."""
        return self.world.turn == 1 and not self.events

    @property
    def turn(self) -> int:
        """The turn that is told of: the one just run, 0 before the first."""
        return self.world.turn - 1

    def data(self, *kinds: str) -> list[Mapping[str, Any]]:
        """The facts of all events of these kinds, in order."""
        return [one.data for one in self.events if one.kind in kinds]

    def only(self, kind: str) -> Mapping[str, Any]:
        """The facts of an event that comes once a turn; nothing where it did not come."""
        return next(iter(self.data(kind)), {})

    @cached_property
    def said(self) -> list[Said]:
        """The sentences on all events that have words."""
        own = [named(self.tables, one) for one in self.events]
        return told_to(tellings(), own, self.name, self.mood)

    def told(self, section: str) -> list[str]:
        """The sentences of a section, each once."""
        where = sections_of_events()
        return once([one.text for one in self.said if where.get(one.event.kind, "political-events") == section])

    def lines(self, *kinds: str) -> list[str]:
        """The sentences on events of these kinds."""
        return [one.text for one in self.said if one.event.kind in kinds]

    def kingdom_name(self, code: str) -> str:
        """A kingdom by name, "nobody" for none."""
        return self.tables.kingdoms[code].name if code in self.tables.kingdoms else "nobody"

    def place(self, area: str) -> str:
        """An area with the name of its center, where one is known: ``Wenenmere KP``."""
        return self.view.place(area)

    def groups(self) -> list[Group]:
        """The kingdom's own groups by number."""
        return self.world.groups_of(self.code)


def centers_changed(reading: Reading) -> Net[str]:
    """Sum up which centers the reader's kingdom won and lost in the turn, by area."""
    own = {one.area for one in reading.world.centers_of(reading.code) if not one.destroyed}
    changes = [(one["area"], one["before"], one["after"]) for one in reading.data("center-owner")]
    return net(changes, lambda area: reading.code if area in own else None, reading.code)


ACCENT = "#5b2a86"


def occasion(world: World, begins: bool) -> Occasion:
    """Which game a report of it is of, and when."""
    return Occasion(world.tables.texts["title"], ACCENT, world.turn, begins, world.finished, world.winners)
