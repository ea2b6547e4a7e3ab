"""What the front page has told already, so that nothing is told a second time below it; and how much each loss weighs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from postern.game.events import Event
from postern.rulesets.great_jewels.fights import MOST
from postern.rulesets.great_jewels.hints import Danger, dangers
from postern.rulesets.great_jewels.stakes import ranked, stake, weighty
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.weighing import SCOUT, worth

SIEGES = ("besieged", "still-besieged")
_LEADER = 12
_OTHER = 15
"""What weighs by no rule below weighs so much."""


@dataclass(frozen=True, slots=True)
class InFront:
    """The dangers of the front page, and the battles that it tells or that have a page of their own."""

    dangers: tuple[Danger, ...]
    battles: tuple[Event, ...]

    def places(self, sort: str) -> frozenset[str]:
        """The provinces that dangers of this sort name."""
        return frozenset(place for one in self.dangers if one.sort == sort for place in one.places)

    def tells(self, event: Event) -> bool:
        """Whether the front page or a battle's page tells of this event."""
        data = event.data
        match event.kind:
            case "battle":
                return any(event is one for one in self.battles)
            case "besieged" | "still-besieged":
                return data["province"] in self.places("siege")
            case "was raided":
                return data["troops"] <= SCOUT and data["province"] in self.places("scouts")
        return False


def told_in_front(view: View, events: Sequence[Event]) -> InFront:
    """What stands in front of "Needs your attention" for the reader of this view."""
    return InFront(dangers(view, events), (*ranked(view, events)[:MOST], *weighty(view, events)))


def weight_of(event: Event, view: View) -> int:
    """How much the loss of which this event tells weighs, in troops."""
    data = event.data
    match event.kind:
        case "battle":
            return stake(event, view)
        case "captured" | "went-neutral":
            return worth(data["province"], view)
        case "besieged" | "still-besieged":
            return worth(data["province"], view) // 2
        case "waylaid":
            return int(data.get("dead", 0)) + _LEADER * bool(data["killed"])
        case "raided" | "was raided":
            return int(data["troops"])
        case "leader-died":
            return _LEADER
    return _OTHER
