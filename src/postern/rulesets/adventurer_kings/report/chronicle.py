"""The Action Report: the deeds of the King and what befell the kingdom, told by a clerk, a paragraph a season."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from postern.game.events import Event
from postern.game.report import Block, Text
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.report.letters import writers
from postern.rulesets.adventurer_kings.report.telling import SEASONS, Reading
from postern.rulesets.adventurer_kings.report.voice import facts
from postern.rulesets.adventurer_kings.report.voice.facts import Fact, once_numbered, prose_of
from postern.rulesets.adventurer_kings.report.voice.phrases import Prose, fields, told
from postern.rulesets.adventurer_kings.tables import TABLES


def action_report(view: View, events: Sequence[Event]) -> tuple[Block, ...]:
    """Return the year as the clerk tells it (AK-P1.4-01): all that no Hero writes of himself, each paragraph with its figures
    below it. Seasons in which nothing happened share a sentence."""
    reading = Reading(view, events)
    write = {one.id for one in writers(reading)}
    found = [one for one in facts.facts(reading) if one.alone or one.who not in write]
    if not found:
        return ()
    clerk = _Clerk(reading, prose_of(reading))
    for season in (*SEASONS, ""):
        clerk.season(season, facts.folded(one for one in found if one.season == season))
    return clerk.report()


_NAMES = ("S", "T", "name")


@dataclass
class _Clerk:
    """The clerk at work. ``last`` is whom his last sentence of the paragraph was about, ``met`` whom he has named."""

    reading: Reading
    prose: Prose
    blocks: list[Block] = field(default_factory=list)
    idle: list[str] = field(default_factory=list)
    last: int = 0
    met: set[int] = field(default_factory=set)

    def season(self, season: str, some: list[Fact]) -> None:
        """Write the paragraph of a season; what stands alone (a death) in one of its own."""
        common, deaths = [one for one in some if not one.alone], [one for one in some if one.alone]
        if not some and season:
            self.idle.append(season)
        if common:
            self.last = 0
            first = common[0].data | facts.at(self.reading, int(common[0].data.get("start") or 0))
            begin = {"season": season, "spot": first.get("spot"), "terrain": first.get("terrain"), "who": common[0].who}
            begin = {key: value for key, value in begin.items() if value} | {
                "year": self.reading.year,
                "king": bool(first.get("king")),
            }
            opening = self._opening("season" if season else "year's end", begin)
            self._paragraph([opening, *map(self._say, common)], common)
        for one in deaths:
            self.last = 0
            self._paragraph([self._say(one), self._after(one)], [one])

    def report(self) -> tuple[Block, ...]:
        """Return the report, with one sentence on the seasons in which nothing happened."""
        if self.idle:
            state = {
                "idle": self.idle,
                "many": len(self.idle) > 1,
                "whole": len(self.idle) == len(SEASONS),
                "year": self.reading.year,
                "King": self._king(),
            }
            state |= facts.at(self.reading, self.reading.king.province)
            self.blocks.append(Text(self.prose.say("idle", "clerk", state, "clerk")))
        return tuple(self.blocks)

    def _opening(self, kind: str, begin: dict[str, Any]) -> str:
        """Begin a paragraph; where the King is named in it, he is "he" from there on. An Heir without
        levels was not yet King."""
        king = self.reading.king
        begin["King"] = self._king() if king.id in self.met or not king.levelled else king.title
        one = self.prose.choose(kind, "clerk", begin, "clerk")
        if one is not None and "King" in fields(one.words):
            self.last = king.id
            self.met.add(king.id)
        return told(one.words, begin) if one else ""

    def _after(self, one: Fact) -> str:
        """Who may bring a dead character of the own back."""
        if one.data.get("kingdom") not in (self.reading.code, self.reading.kingdom.name):
            return ""
        raising = TABLES.spells["RE"]
        healers = [who.title for who in self.reading.view.own if who.skills.get(raising.school, 0) >= raising.level]
        return self.prose.say("after death", "clerk", one.data | {"healers": healers}, "clerk")

    def _king(self) -> str:
        return "the Queen" if self.reading.king.woman else "the King"

    def _paragraph(self, sentences: Sequence[str], some: Sequence[Fact]) -> None:
        self.blocks.append(Text(once_numbered(" ".join(one for one in sentences if one))))
        if figures := "; ".join(self._figures(some)):
            self.blocks.append(Text(f"({figures})", "note"))

    def _figures(self, some: Sequence[Fact]) -> Iterator[str]:
        """The figures of the facts; whose they are stands before those of others than the King."""
        for one in some:
            other = one.who and not one.data.get("king")
            for figure in facts.figures(one):
                yield f"{one.data['name']}: {figure}" if other and "name" in one.data else figure

    def _say(self, one: Fact) -> str:
        """A sentence; where it may not be clear of whom it tells it has to name him."""
        clear = not one.who or one.who == self.last or bool(one.data.get("king"))
        more = self._subject(one)
        return facts.sentence(self.prose, self.reading, one, "clerk", "clerk", more, () if clear else _NAMES)

    def _subject(self, one: Fact) -> dict[str, Any]:
        """How he is called of whom it is told: by name, as the King, or "he" where the sentence before told of him, too."""
        who, data = one.who, one.data
        if not who:
            self.last = 0
            return {}
        name = str(data.get("name", ""))
        called = name if who not in self.met or not data.get("king") else self._king()
        again = who == self.last
        facts = {"S": str(data["he"]) if again else called, "T": called, "again": again}
        self.met.add(who)
        self.last = who
        return facts
