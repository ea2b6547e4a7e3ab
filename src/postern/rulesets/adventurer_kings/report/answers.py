"""The answer to a letter: whom it leaves idle."""

from __future__ import annotations

from postern.game.orders import OrderSheet
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.types import Action
from postern.rulesets.adventurer_kings.turn import PHASES


def unmentioned(sheet: OrderSheet, view: View) -> tuple[str, ...]:
    """Return each own character with the phases in which he has no order and so Defends (AK-D3.0-06)."""
    given: dict[int, set[int]] = {}
    for one in sheet.orders:
        order = one.data.order
        if isinstance(order, Action):
            given.setdefault(int(one.data.head.name), set()).add(order.phase)
    found = []
    for who in view.own:
        idle = [phase for phase in range(1, PHASES + 1) if phase not in given.get(who.id, set())]
        if idle:
            whole = len(idle) > 2 and idle[-1] - idle[0] == len(idle) - 1
            told = f"{idle[0]} to {idle[-1]}" if whole else " and ".join(map(str, idle))
            phases = "all phases" if len(idle) == PHASES else f"phase {told}" if len(idle) == 1 else f"phases {told}"
            found.append(f"{who.title} ({who.id}) at {view.place(who.province)} Defends in {phases}")
    return tuple(found)
