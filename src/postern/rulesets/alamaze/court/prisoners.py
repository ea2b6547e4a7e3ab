"""Prisoners: their escapes (385) and their deaths (430) (AC-08-25, AC-04-26)."""

from __future__ import annotations

from collections.abc import Callable

from postern.rulesets.alamaze.court.acting import ruler
from postern.rulesets.alamaze.effects import Asked, chance, happens
from postern.rulesets.alamaze.figures import die, free
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Figure, Kingdom

_SORTS: dict[str, Callable[[Figure], bool]] = {
    "": lambda figure: True,
    "E": lambda figure: not figure.agent,
    "N": lambda figure: figure.agent,
}
"""Whom 430 puts to death: all, emissaries, or agents and fanatics."""


def escape(doing: Doing) -> bool:
    """385: a captive tries to get away, more likely with a bribe; as often in a turn as is paid for."""
    figure, tables = doing.kingdom.figures.get(doing.order.figure), doing.tables
    captives = " ".join(one.code for one in doing.kingdom.figures.values() if one.held_by) or "none"
    if figure is None or not figure.held_by:
        return doing.fail(f"{doing.order.figure} is no figure of ours that is a prisoner.", f"Prisoners: {captives}.")
    each, most, gold = tables.whole("escape.bribe_gold"), tables.whole("escape.bribes"), doing.order.quantity or 0
    sums = [each * times for times in range(most + 1)]
    if gold not in sums:
        return doing.fail("The bribe is one of " + ", ".join(f"{one:,}" for one in sums) + ".")
    if not doing.can_act(figure) or not pay(doing, gold):
        return False
    base = tables.value("escape.chance_pct") + tables.value("escape.bribe_pct") * (gold // each)
    percent = chance(Asked(doing.world, doing.code, figure=figure), "escape", base)
    if doing.turn.expected:
        return doing.done(f"{figure.name} tries to escape", gold)
    if not happens(doing.turn, percent, "escape", doing.code, figure.code, len(doing.turn.done)):
        return doing.done(f"{figure.name} did not get away", gold)
    holder = figure.held_by
    doing.tell("escaped", holder, figure=figure.name, rank=figure.rank, of=doing.code)
    free(doing.turn, doing.kingdom, figure)
    return doing.done(f"{figure.name} escaped", gold)


def execute(doing: Doing) -> bool:
    """430: one prisoner, all of a kingdom, all of a sort, or everybody."""
    order = doing.order
    if ruler(doing) is None:
        return False
    ours = [
        (kingdom, figure)
        for _, kingdom in sorted(doing.world.kingdoms.items())
        for figure in kingdom.figures.values()
        if figure.held_by == doing.code
    ]
    chosen = [(kingdom, figure) for kingdom, figure in ours if _is_meant(doing, kingdom, figure)]
    if order.figure and not order.kingdom:
        return doing.fail("A prisoner is named with his kingdom.", "Write the kingdom in column A.", f"430 EL {order.figure}")
    if not chosen:
        held = ", ".join(f"{figure.code} ({figure.name}, {figure.rank}) of {kingdom.code}" for kingdom, figure in ours)
        return doing.fail("We hold no such prisoner.", f"Ours: {held}." if held else "We hold none at all.")
    for kingdom, figure in chosen:
        die(doing.turn, kingdom, figure, "executed")
    return doing.done(f"put to death: {', '.join(figure.name for _, figure in chosen)}")


def _is_meant(doing: Doing, kingdom: Kingdom, figure: Figure) -> bool:
    order = doing.order
    return order.kingdom in ("", kingdom.code) and order.figure in ("", figure.code) and _SORTS[order.code](figure)


HANDLERS: Handlers = {385: escape, 430: execute}
