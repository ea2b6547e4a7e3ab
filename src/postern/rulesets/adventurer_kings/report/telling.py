"""Words for what happened, and what a report is made from (``Reading``): a view and the events that its player may be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from postern.game.chart import Symbol
from postern.game.events import Event
from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.frames import Occasion
from postern.game.kit.report.telling import Forms, Said, Tellings, told_to
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.tables import CONTENT, TABLES
from postern.rulesets.adventurer_kings.world import Character, Kingdom, World

TITLE = "Adventurer Kings"
ACCENT = "#5b3a8c"
SEASONS = ("spring", "early summer", "late summer", "autumn", "early winter")
"""The seasons of the phases (AK-P1.3-01)."""
FAILED = ("order-failed", "order-note")
EMBLEMS: Mapping[str, Symbol] = {one.kind: one for one in CONTENT.symbols("emblems")}
"""The arms of a kingdom, by its number."""
_KINGDOMS = (
    *("kingdom", "owner", "before", "other", "of", "giver", "taker", "winner", "loser", "attacker", "defender", "foe", "ally"),
    *("sender", "receiver", "one", "victim", "raiser"),
)
"""Facts that name kingdoms by their codes."""


def emblem(kingdom: Kingdom) -> Symbol | None:
    """Return the arms of a kingdom, the same for the whole game."""
    return EMBLEMS.get(str((kingdom.number - 1) % len(EMBLEMS) + 1))


def season(step: str) -> str:
    """Return the season in which a step of the year happened ("3b": late summer), "" for what comes after the phases."""
    return SEASONS[int(step[0]) - 1] if len(step) > 1 and is_number(step[0]) and not is_number(step[1:]) else ""


def common(word: str) -> bool:
    """Return whether it is a common noun of the tables (a monster, a feature, an item), and no name."""
    return word in TABLES.monsters or word in TABLES.features


def article(word: str) -> str:
    """Return "an ogre", "a cave"; a name as it is."""
    return f"a{'n' * (word[:1] in 'AEIOUaeiou')} {word.lower()}" if common(word) else word


_FORMS: Forms = {
    "a": article,
    "kings": lambda relation: "Enemies" if relation == "Enemy" else relation,
    "percent": lambda value: f"{value} %",
    "type": lambda code: TABLES.armies[code].name if code in TABLES.armies else str(code),
    "item": lambda number: TABLES.items[number].name if number in TABLES.items else str(number),
    "spell": lambda code: TABLES.spells[code].name if code in TABLES.spells else str(code),
    "ability": lambda code: TABLES.abilities[code].name if code in TABLES.abilities else str(code),
    "office": lambda code: TABLES.offices[code].name if code in TABLES.offices else str(code),
    "invention": lambda number: TABLES.inventions[number].name if number in TABLES.inventions else str(number),
}
"""How facts are told that are codes of tables."""


@cache
def tellings() -> Tellings:
    """Return the words of all events. Raises ValueError when two files have a sentence for the same kind."""
    return Tellings(CONTENT.merged("tellings"), _FORMS)


@cache
def sections_of_events() -> Mapping[str, str]:
    """Return by event kind the section that tells it; what is not listed is told by chronicle and letters, ``-`` by tables
    alone."""
    return {row["kind"]: row["section"] for row in CONTENT.rows("report_events")}


def named(world: World, event: Event) -> Event:
    """Return the event with kingdoms by their names."""
    names = {code: one.name for code, one in world.kingdoms.items()}

    def told(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [told(one) for one in value]
        return names.get(value, value) if isinstance(value, str) else value

    return replace(event, data={key: told(value) if key in _KINGDOMS else value for key, value in event.data.items()})


@dataclass(frozen=True)
class Reading:
    """A view with the events of a year that its player may be told."""

    view: View
    events: Sequence[Event]

    @property
    def world(self) -> World:
        """The world as the player knows it."""
        return self.view.world

    @property
    def kingdom(self) -> Kingdom:
        """The player's kingdom."""
        return self.view.kingdom

    @property
    def code(self) -> str:
        """The code of the kingdom."""
        return self.view.code

    @property
    def king(self) -> Character:
        """The player's King."""
        return self.world.king(self.kingdom)

    @property
    def setup(self) -> bool:
        """Whether it is the letter before the first year."""
        return self.world.turn == 1 and not self.events

    @property
    def year(self) -> int:
        """The year that is told of: the one just run, 0 before the first."""
        return self.world.turn - 1

    def data(self, *kinds: str) -> list[Mapping[str, Any]]:
        """Return the facts of all events of these kinds, in order."""
        return [one.data for one in self.events if one.kind in kinds]

    def only(self, kind: str) -> Mapping[str, Any]:
        """Return the facts of an event that comes once a year; nothing where it did not come."""
        return next(iter(self.data(kind)), {})

    @cached_property
    def said(self) -> list[Said]:
        """The sentences on all events that have words, in order."""
        return told_to(tellings(), [named(self.world, one) for one in self.events], self.kingdom.name)

    def told(self, section: str) -> list[Said]:
        """Return the sentences that a section tells; "" is chronicle and letters."""
        where = sections_of_events()
        return [one for one in self.said if where.get(one.event.kind, "") == section]

    def lines(self, *kinds: str) -> list[str]:
        """Return the sentences on events of these kinds."""
        return [one.text for one in self.said if one.event.kind in kinds]

    def kingdom_name(self, code: str) -> str:
        """Return a kingdom by name, "nobody" for none."""
        return self.world.kingdoms[code].name if code in self.world.kingdoms else "nobody"


def occasion(world: World, begins: bool) -> Occasion:
    """Return which game a report of it is of, and when."""
    return Occasion(TITLE, ACCENT, world.turn, begins, world.finished, world.winners)
