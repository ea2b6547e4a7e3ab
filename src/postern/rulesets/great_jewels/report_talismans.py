"""Talismans that came or went with the land they lay in, or by themselves: what no event of the steps tells the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from postern.game.events import Event
from postern.rulesets.great_jewels.account import Told
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.view import View

_GONE = "talisman gone"
_NAMED = re.compile(r"\bT([0-9]{1,3})\b")


def without_echoes(said: Sequence[Told]) -> list[Told]:
    """Leaves out that a talisman is gone where another sentence names it."""
    named = _named(pair for pair in said if pair[0].kind != _GONE)
    return [(event, one) for event, one in said if event.kind != _GONE or event.data["talisman"] not in named]


def _named(said: Iterable[Told]) -> set[int]:
    return {int(number) for _, one in said for number in _NAMED.findall(one.text)}


def unnamed_talismans(view: View, events: Sequence[Event], said: Iterable[Told]) -> list[Event]:
    """Events for talismans that are the reader's since this turn, and that ``said`` does not name: found in captured provinces,
    or come by themselves."""
    told = _named(said)
    own = [event for event in events if view.seat in event.seen_by]
    won = {event.data["province"]: event.step for event in own if event.kind == "captured" and event.data["by"] == view.seat}
    reader, found = frozenset({view.seat}), []
    for place in sorted(won.keys() & view.provinces.keys(), key=hex_of):
        here = [one for one in view.held(place) if one.gained == view.turn - 1 and one.number not in told]
        if here:
            told |= {one.number for one in here}
            names = [f"T{one.number} ({one.name})" for one in here]
            found.append(Event("talismans found", won[place], reader, {"province": place, "talismans": names}))
    for number, one in sorted(view.talismans.items()):
        if one.gained == view.turn - 1 > 0 and number not in told:
            data = {"talisman": number, "name": one.name, "holder": str(one.holder)}
            found.append(Event("talisman came", "14", reader, data))
    return found
