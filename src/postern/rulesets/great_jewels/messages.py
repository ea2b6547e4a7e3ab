"""Diplomatic messages on their way: from the orders of a turn to the printouts of those they are for (ruling 25)."""

from __future__ import annotations

from collections.abc import Iterable

from postern.game.events import Event
from postern.rulesets.great_jewels.orders.model import Issued, Message
from postern.rulesets.great_jewels.world import World

EVERYBODY = "*"
ANONYMOUS = "ANONYMOUS"


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
