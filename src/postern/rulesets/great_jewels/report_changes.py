"""Losses and finds that no single step tells of: siege equipment that an army lost with the men who manned it, talismans that
are their owner's no more, and those that came or went with the land they lay in, or by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from postern.game.events import Event
from postern.game.kit.telling import Said
from postern.rulesets.great_jewels.deduplicate import named_talismans
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import World


def untold_losses(before: World, turn: Turn) -> list[Event]:
    """Events for the owners alone, of what was theirs before the turn."""
    return _crews_lost(before, turn) + _talismans_gone(before, turn)


def _talismans_gone(before: World, turn: Turn) -> list[Event]:
    """One event a talisman; ``province``: the land lost with it, or "". The report leaves out what another line names."""
    found = []
    for number, was in before.talismans.items():
        owner = before.owner_of(was.holder)
        if owner in turn.world.players and turn.owner_of(turn.world.talismans[number].holder) != owner:
            land = was.province if was.province and turn.province(was.province).owner != owner else ""
            data = {"talisman": number, "name": was.name, "province": land}
            found.append(Event("talisman gone", _lost_in(turn, land), frozenset({owner}), data))
    return found


def _lost_in(turn: Turn, land: str) -> str:
    """The step in which this province was lost last."""
    ways = ("captured", "went-neutral")
    return next((one.step for one in reversed(turn.events) if one.kind in ways and one.data["province"] == land), "14")


def _crews_lost(before: World, turn: Turn) -> list[Event]:
    """An event for the owner of each leader who lives on with less siege equipment than all that was told leaves him."""
    found = []
    for number, was in before.leaders.items():
        now = turn.world.leaders.get(number)
        events = [event for event in turn.events if was.owner in event.seen_by]
        if now is None or turn.player(was.owner) is None or now.owner != was.owner or _told_in_full(events, number):
            continue
        rams, towers = (
            max(0, getattr(was, what) + sum(_change(event, number, what) for event in events) - getattr(now, what))
            for what in ("rams", "towers")
        )
        if rams or towers:
            lost = {"leader": number, "province": now.province, "rams": rams, "towers": towers}
            found.append(Event("crew lost", "14", frozenset({was.owner}), lost))
    return found


def _told_in_full(events: Sequence[Event], number: int) -> bool:
    """True when another line has said that all his equipment is gone."""
    for event in events:
        match event.kind:
            case "leader-died" if event.data["leader"] == number:
                return True
            case "flew" if event.data["leader"] == number and event.data["left_behind"]:
                return True
            case "liquidated" if event.data["force"] == f"L{number}":
                return True
    return False


def _change(event: Event, number: int, what: str) -> int:
    """By how many the event tells that the leader's rams or towers changed."""
    data, name = event.data, f"L{number}"
    about = str(data.get("goods", data.get("what", ""))).removeprefix("siege ") == what
    match event.kind:
        case "transferred" if about:
            return int(data["quantity"] * ((data["receiver"] == name) - (data["giver"] == name)))
        case "built" if about and data["leader"] == number:
            return int(data["quantity"])
        case "destroyed" if about and data["force"] == name:
            return -int(data["quantity"])
        case "crew short" | "engines-broken" if data["leader"] == number:
            return -int(data[what])
        case "catapults" if data["leader"] == number and what == "rams":
            return -int(data["rams"])
    return 0


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
