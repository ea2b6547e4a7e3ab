"""Step 0+: the Chameleon (T116) changes its look (QJ-28.1-244 to QJ-28.1-246)."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.model import Issued, UseTalisman
from postern.rulesets.great_jewels.steps.powers_by_order import uses
from postern.rulesets.great_jewels.steps.spells import label
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Talisman

CHAMELEON = 116
DISGUISED = 1
"""Its counter while the guise named by its word holds."""


def change_guise(turn: Turn) -> None:
    """A guise put on earlier wears off with 50 percent each turn; an order puts on a new one."""
    talisman = turn.world.talismans[CHAMELEON]
    if talisman.counter == DISGUISED and not turn.expected:
        holds = turn.stream("chameleon").percent(decided("powers")["chameleon_holds"])
        talisman.counter = DISGUISED if holds else 0
    for issued, order, held in uses(turn, CHAMELEON):
        _put_on(turn, issued, order, held)


def _put_on(turn: Turn, issued: Issued, order: UseTalisman, talisman: Talisman) -> None:
    if talisman.used == turn.number:
        turn.fail(issued, "ALREADY HAS AN ORDER", f"{label(CHAMELEON)} takes the look of T{talisman.word} this turn.")
        return
    if order.number not in turn.world.talismans or order.number == CHAMELEON:
        turn.fail(issued, "TALISMAN NOT USABLE", f"{label(CHAMELEON)} can look like any other talisman, T1 to T152.")
        return
    if talisman.word == str(order.number) and talisman.used == turn.number - 1:
        turn.fail(
            issued,
            "TWO TURNS IN A ROW",
            f"{label(CHAMELEON)} was made to look like T{order.number} last turn and cannot be so two turns in a row.",
            "Name another talisman.",
        )
        return
    talisman.word, talisman.used, talisman.counter = str(order.number), turn.number, DISGUISED
    turn.carried_out(issued)
    turn.tell("guise put on", to=[issued.seat], talisman=order.number, name=turn.world.talismans[order.number].name)
