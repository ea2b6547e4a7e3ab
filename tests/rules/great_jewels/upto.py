"""Runs a turn up to a step, so that a test of that step sees nothing of what follows it."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.chance import Chance
from postern.game.kit.turn import run
from postern.rulesets.great_jewels.sequence import SEQUENCE, in_order
from postern.rulesets.great_jewels.turn.orders import Issued, QJOrder
from postern.rulesets.great_jewels.turn.state import Failure, Turn
from postern.rulesets.great_jewels.world.records import World, copy_world


def upto(world: World, step: str, seed: str = "seed", expected: bool = False, **orders: Sequence[QJOrder]) -> Turn:
    """The turn after the step with this label ("7a"); ``expected`` as when a seat's orders are checked."""
    sheets = {
        seat: [Issued(seat, order, line, repr(order)) for line, order in enumerate(given, start=1)]
        for seat, given in orders.items()
    }
    turn = Turn(copy_world(world), in_order(sheets, world), Chance(seed).turn(world.turn), expected=expected)
    return run(SEQUENCE, turn, until=step)


def failure(turn: Turn, code: str) -> Failure:
    """The one failure or note with this code."""
    found = [one for one in turn.failures if one.code == code]
    assert len(found) == 1, [(one.code, one.why) for one in turn.failures]
    return found[0]


def clean(turn: Turn) -> bool:
    """True when nothing failed and nothing was noted."""
    assert not turn.failures, [(one.code, one.why) for one in turn.failures]
    return True
