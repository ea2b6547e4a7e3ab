"""One line on how a turn went: what was gained, which enemies were destroyed, what was lost."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from postern.game.events import Event
from postern.game.kit.report.changes import Net
from postern.game.kit.telling import counted, listed
from postern.rulesets.great_jewels.fights import felled
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.weighing import balance, born, changed_hands, is_scout

Named = tuple[Collection[str], str, str]
"""What was gained or lost, the word for one of it, and the word for several ("" for an s behind it)."""


def how_it_went(events: Sequence[Event], view: View) -> str:
    """The line for the reader of this view, of the events that he may know. The mood goes by what gains and losses weigh."""
    seat = view.seat
    own = [event for event in events if seat in event.seen_by]
    hands = changed_hands(view, own)
    gained, destroyed, lost = _gained(own, hands, seat), _destroyed(own, seat, view.player.allies), _lost(own, hands, seat)
    passed: list[Named] = [(hands.passed, "province", "")]
    told = [
        f"{label}: {words}."
        for label, things in (
            ("Gained", gained),
            ("Won and lost again", passed),
            ("Enemies destroyed", destroyed),
            ("Lost", lost),
        )
        if (words := listed([counted(len(names), one, many) for names, one, many in things if names]))
    ]
    return " ".join([balance(view, own).word(), *told]) if told else "A quiet turn: nothing won and nothing lost."


def _gained(own: Sequence[Event], hands: Net[str], seat: str) -> list[Named]:
    bribed = {_leader(event) for event in own if _bribed(event) and event.data["by"] == seat}
    return [
        (hands.won, "province", ""),
        (born(own), "new leader", ""),
        (bribed, "leader bribed to your side", "leaders bribed to your side"),
    ]


def _destroyed(own: Sequence[Event], seat: str, allies: Collection[str]) -> list[Named]:
    """What fell by the reader's hand: beside a battle of others he has no part in it."""
    rows = [row for event in own if event.kind == "battle" for row in felled(event.data["forces"], seat, allies)]
    waylaid = {
        _leader(event)
        for event in own
        if event.kind == "waylaid" and event.data["killed"] and any(owner == seat for _, owner, _ in event.data["by"])
    }
    scouts = {row["force"] for row in rows if is_scout(row)}
    foes = {row["force"] for row in rows}
    return [
        ({name for name in foes if name[0] == "L"} - scouts | waylaid, "leader", ""),
        (scouts, "scout", ""),
        ({name for name in foes if name[0] == "G"}, "garrison", ""),
    ]


def _lost(own: Sequence[Event], hands: Net[str], seat: str) -> list[Named]:
    garrisons = {name for name, owner in _fallen(own) if owner == seat and name[0] == "G" and name[1:] not in hands.lost}
    deaths = [event for event in own if event.kind == "leader-died"]
    rows = [row for event in own if event.kind == "battle" for row in event.data["forces"] if row["owner"] == seat]
    scouts = {row["force"] for row in rows if is_scout(row)}
    dead = {_leader(event) for event in deaths if not event.data["refuge"]}
    risen = {_leader(event) for event in deaths if event.data["refuge"]}
    bribed = {_leader(event) for event in own if _bribed(event) and event.data["old"] == seat}
    return [
        (hands.lost, "province", ""),
        (garrisons, "garrison", ""),
        (dead - scouts, "leader", ""),
        (dead & scouts, "scout", ""),
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
