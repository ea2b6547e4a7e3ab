"""Talismans that came or went with the land they lay in, or by themselves: what no event of the steps tells the reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from postern.game.events import Event
from postern.game.kit.telling import Said
from postern.rulesets.great_jewels.deduplicate import named_talismans
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.view import View


def unnamed_talismans(view: View, events: Sequence[Event], said: Iterable[Said]) -> list[Event]:
    """Events for talismans that are the reader's since this turn, and that ``said`` does not name: found in captured provinces,
    or come by themselves."""
    named = named_talismans(said)
    own = [event for event in events if view.seat in event.seen_by]
    won = {event.data["province"]: event.step for event in own if event.kind == "captured" and event.data["by"] == view.seat}
    reader, found = frozenset({view.seat}), []
    for place in sorted(won.keys() & view.provinces.keys(), key=hex_of):
        here = [one for one in view.held(place) if one.gained == view.turn - 1 and one.number not in named]
        if here:
            named |= {one.number for one in here}
            names = [f"T{one.number} ({one.name})" for one in here]
            found.append(Event("talismans found", won[place], reader, {"province": place, "talismans": names}))
    for number, one in sorted(view.talismans.items()):
        if one.gained == view.turn - 1 > 0 and number not in named:
            data = {"talisman": number, "name": one.name, "holder": str(one.holder)}
            found.append(Event("talisman came", "14", reader, data))
    return found
