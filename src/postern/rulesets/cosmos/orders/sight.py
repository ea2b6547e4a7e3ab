"""Searching and hiding: search, find, hide, unhide (CF-18.1, CF-18.2). Sneaking is movement."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.turn import CosmosOrder, Doing


def _search(doing: Doing, wanted: int) -> None:
    """Adds one phase of search at the present spot to every unit of the force (CF-18.1-02)."""
    for unit in doing.force:
        if unit.search_spot != unit.position or unit.wanted != wanted:
            unit.search_spot, unit.searched, unit.wanted = unit.position, 0, wanted
        unit.searched += 1


@dataclass(frozen=True)
class Search(CosmosOrder):
    """The force searches its position, a phase at a time (CF-18.1-01, CF-4.1-07)."""

    phases: int | None = None
    name = "search"

    def begin(self, doing: Doing) -> int | None:
        if (self.phases or 1) > 1:
            doing.first_part("search 1", f"search {(self.phases or 1) - 1}")
        return 1

    def effect(self, doing: Doing) -> bool:
        _search(doing, 0)
        return True


@dataclass(frozen=True)
class Find(CosmosOrder):
    """The force looks for one thing, until it sees it or so many phases are over (CF-18.1-04)."""

    thing: str
    phases: int | None = None
    name = "find"

    def begin(self, doing: Doing) -> int | None:
        if not doing.number(self.thing):
            doing.fail(f"{self.thing} stands for nothing.")
            return None
        return 0 if self._seen(doing) else 1

    def effect(self, doing: Doing) -> bool:
        number = doing.number(self.thing)
        if self._seen(doing):
            doing.turn.tell_owner(doing.unit, "found", thing=number)
            return True
        _search(doing, number)
        if self.phases is None or self.phases > 1:
            rest = "" if self.phases is None else f" {self.phases - 1}"
            doing.first_part(f"find {self.thing}{rest}", f"find {self.thing}{rest}")
        return True

    def _seen(self, doing: Doing) -> bool:
        number = doing.number(self.thing)
        return number in doing.turn.sees.get(doing.actor.owner, set())


@dataclass(frozen=True)
class Hide(CosmosOrder):
    """All units of the force become hidden (CF-18.2-07)."""

    name = "hide"

    def effect(self, doing: Doing) -> bool:
        for unit in doing.force:
            unit.hidden = True
        return True


@dataclass(frozen=True)
class Unhide(CosmosOrder):
    """All units of the force become unhidden (CF-18.2-08)."""

    name = "unhide"

    def effect(self, doing: Doing) -> bool:
        for unit in doing.force:
            unit.hidden = False
        return True


SIGHT = family("sight", {"search": Search, "find": Find, "hide": Hide, "unhide": Unhide})
