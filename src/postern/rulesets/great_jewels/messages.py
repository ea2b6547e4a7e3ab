"""Diplomatic messages on their way: from the orders of a turn to the printouts of those they are for (ruling 25)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from postern.game.events import Event
from postern.rulesets.great_jewels.orders.model import Issued, Message
from postern.rulesets.great_jewels.world import World

_ALLIANCE = re.compile(r"\b(?:all(?:y|ies|ied|iance)|pact|truce|non-?aggression|peace)\b", re.IGNORECASE)
_ENDED = re.compile(r"\b(?:no|not|never|ends?|ended|over|off|cannot|can't|won't|don't|broken?|war)\b", re.IGNORECASE)
EVERYBODY = "*"
ANONYMOUS = "ANONYMOUS"


def hear(world: World, letters: Iterable[Event]) -> None:
    """Notes who wrote to whom of an alliance, for computer players, who read nothing else and no nameless letters."""
    for player in world.players.values():
        player.overtures = {}
    for letter in letters:
        text = " ".join(letter.data["lines"])
        if letter.kind == "message" and letter.data["sender"] != ANONYMOUS and _ALLIANCE.search(text):
            kind = "end" if _ENDED.search(text) else "alliance"
            world.players[letter.data["to"]].overtures[letter.data["sender"]] = kind


def deliveries(world: World, orders: Iterable[Issued]) -> list[Event]:
    """The messages of a turn as events, one to those who receive it and one to its sender, who keeps a copy.

    ``world`` is that of the orders: ``D=*`` goes to the players met until then. Who was out by then gets no printout, and so no
    message. An anonymous message names its sender to nobody else.
    """
    events = []
    playing = {name for name, player in world.players.items() if not player.out}
    for issued in orders:
        if not isinstance(issued.order, Message):
            continue
        message = issued.order
        met = world.players[issued.seat].met
        goals = playing.intersection(met if message.to == EVERYBODY else [message.to]) - {issued.seat}
        to = ", ".join(name for name in world.players if name in goals)
        sender = ANONYMOUS if message.anonymous else issued.seat
        lines = list(message.lines)
        for name in sorted(goals):
            events.append(Event("message", "15b", frozenset({name}), {"sender": sender, "to": name, "lines": lines}))
        if goals:
            own = {"sender": issued.seat, "to": to, "lines": lines, "anonymous": message.anonymous}
            events.append(Event("message-sent", "15b", frozenset({issued.seat}), own))
    return events
