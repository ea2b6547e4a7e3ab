"""What a battle weighs: what was at stake in it, in troops, and not how many forces took part (``decided.toml``, battles)."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.events import Event
from postern.rulesets.great_jewels.fights import Row, battles_of
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.weighing import army, worth
from postern.rulesets.great_jewels.world import LOTU

_NUMBERS = decided("battles")
PAGE_FROM = int(_NUMBERS["page_from"])
MOST_PAGES = int(_NUMBERS["most_pages"])


def stake(event: Event, view: View) -> int:
    """What this battle weighs for the reader of this view: forces and troops that fell, with as much of the province's worth
    as its garrison lost, and the guardians of a Forbidden City."""
    place, rows = event.data["place"], event.data["forces"]
    guardians = int(_NUMBERS["guardians"]) * any(row["owner"] == LOTU for row in rows)
    return guardians + sum(_fallen(row) + _land(row, place, view) for row in rows)


def ranked(view: View, events: Sequence[Event]) -> list[Event]:
    """The reader's battles, the weightiest first; those of equal weight stay in the order of time."""
    return sorted(battles_of(events, view.seat), key=lambda one: -stake(one, view))


def weighty(view: View, events: Sequence[Event]) -> list[Event]:
    """The battles that have a page of their own, the weightiest first."""
    return [one for one in ranked(view, events) if stake(one, view) >= PAGE_FROM][:MOST_PAGES]


def _fallen(row: Row) -> int:
    if not row["destroyed"]:
        return int(row.get("lost", 0))
    return army([row]) if "troops" in row else int(_NUMBERS["unseen"])


def _land(row: Row, place: str, view: View) -> int:
    if row["force"] != f"G{place}":
        return 0
    whole = worth(place, view) * (int(_NUMBERS["home"]) if place == view.player.home else 1)
    return whole if row["destroyed"] else whole * int(row.get("lost", 0)) // max(1, int(row.get("troops", 0)))
