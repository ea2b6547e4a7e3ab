"""Talismans that came or went with the land they lay in, or by themselves: what no event of the steps tells the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from postern.game.events import Event
from postern.rulesets.great_jewels.account import Told
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.view import View

_NAMED = re.compile(r"\bT([0-9]{1,3})\b")


def unnamed_talismans(view: View, events: Sequence[Event], said: Iterable[Told]) -> list[Event]:
    """Events for talismans that are the reader's since this turn, or lie in land that he lost, and that ``said`` does not
    name: found in captured provinces, left behind in lost ones, come by themselves."""
    told = {int(number) for _, one in said for number in _NAMED.findall(one.text)}
    own = [event for event in events if view.seat in event.seen_by]
    won = {event.data["province"]: event.step for event in own if event.kind == "captured" and event.data["by"] == view.seat}
    lost = {event.data["province"]: event.step for event in own if event.kind in ("captured", "went-neutral")}
    reader, found = frozenset({view.seat}), []
    for place in sorted(won.keys() & view.provinces.keys(), key=hex_of):
        here = [one for one in view.held(place) if one.gained == view.turn - 1 and one.number not in told]
        if here:
            told |= {one.number for one in here}
            names = [f"T{one.number} ({one.name})" for one in here]
            found.append(Event("talismans found", won[place], reader, {"province": place, "talismans": names}))
    for place in sorted(lost.keys() - view.provinces.keys(), key=hex_of):
        entry = view.entries.get(place)
        left = [one for one in entry.talismans if one.number not in told] if entry and entry.turn == view.turn else []
        if left:
            names = [f"T{one.number} ({one.name})" for one in left]
            found.append(Event("talismans lost", lost[place], reader, {"province": place, "talismans": names}))
    for number, one in sorted(view.talismans.items()):
        if one.gained == view.turn - 1 > 0 and number not in told:
            data = {"talisman": number, "name": one.name, "holder": str(one.holder)}
            found.append(Event("talisman came", "14", reader, data))
    return found
