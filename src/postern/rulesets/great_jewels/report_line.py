"""One line on how a turn went: what was gained, which enemies were destroyed, what was lost."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from postern.game.events import Event
from postern.game.kit.telling import counted, listed

Named = tuple[Collection[str], str, str]
"""What was gained or lost, the word for one of it, and the word for several ("" for an s behind it)."""

_BORN = "new leader"
"""Comes by itself nearly every turn, and so makes none a good one."""
_BIRTHS = ("new-leader", "birthstone", "head hunted")


def how_it_went(events: Sequence[Event], seat: str, allies: Collection[str]) -> str:
    """The line for this seat, of the events that it may know. What befell the forces of ``allies`` is no success of it."""
    own = [event for event in events if seat in event.seen_by]
    gained, destroyed, lost = _gained(own, seat), _destroyed(own, seat, allies), _lost(own, seat)
    merits = sum(len(names) for names, what, _ in (*gained, *destroyed) if what != _BORN)
    losses = sum(len(names) for names, _, _ in lost)
    mood = "A good turn." if merits > losses else "A hard turn." if losses > merits else "A steady turn."
    told = [
        f"{label}: {words}."
        for label, things in (("Gained", gained), ("Enemies destroyed", destroyed), ("Lost", lost))
        if (words := listed([counted(len(names), one, many) for names, one, many in things if names]))
    ]
    return " ".join([mood, *told]) if told else "A quiet turn: nothing won and nothing lost."


def _gained(own: Sequence[Event], seat: str) -> list[Named]:
    provinces = {event.data["province"] for event in own if event.kind == "captured" and event.data["by"] == seat}
    born = {_leader(event) for event in own if event.kind in _BIRTHS and event.data["leader"]}
    bribed = {_leader(event) for event in own if _bribed(event) and event.data["by"] == seat}
    return [
        (provinces, "province", ""),
        (born, _BORN, ""),
        (bribed, "leader bribed to your side", "leaders bribed to your side"),
    ]


def _destroyed(own: Sequence[Event], seat: str, allies: Collection[str]) -> list[Named]:
    waylaid = [event for event in own if event.kind == "waylaid" and event.data["killed"]]
    fallen = [*_fallen(own), *((_leader(event), event.data["owner"]) for event in waylaid)]
    foes = {name for name, owner in fallen if owner != seat and owner not in allies}
    return [
        ({name for name in foes if name[0] == "L"}, "leader", ""),
        ({name for name in foes if name[0] == "G"}, "garrison", ""),
    ]


def _lost(own: Sequence[Event], seat: str) -> list[Named]:
    provinces = {
        event.data["province"]
        for event in own
        if event.kind == "went-neutral" or (event.kind == "captured" and event.data["by"] != seat)
    }
    garrisons = {name for name, owner in _fallen(own) if owner == seat and name[0] == "G" and name[1:] not in provinces}
    deaths = [event for event in own if event.kind == "leader-died"]
    dead = {_leader(event) for event in deaths if not event.data["refuge"]}
    risen = {_leader(event) for event in deaths if event.data["refuge"]}
    bribed = {_leader(event) for event in own if _bribed(event) and event.data["old"] == seat}
    return [
        (provinces, "province", ""),
        (garrisons, "garrison", ""),
        (dead, "leader", ""),
        (bribed, "leader bribed away", "leaders bribed away"),
        (risen, "army, whose leader lives again", "armies, whose leaders live again"),
    ]


def _fallen(own: Sequence[Event]) -> list[tuple[str, str]]:
    """Forces that battles destroyed, each with its owner."""
    rows = [row for event in own if event.kind == "battle" for row in event.data["forces"]]
    return [(row["force"], row["owner"]) for row in rows if row["destroyed"]]


def _bribed(event: Event) -> bool:
    return event.kind == "bribery" and event.data["paid"] >= event.data["price"]


def _leader(event: Event) -> str:
    return f"L{event.data['leader']}"
