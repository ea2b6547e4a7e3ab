"""A letter tried out: the steps of the turn run on the world as the player knows it (``imagined.py``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from postern.game.chance import Chance
from postern.game.kit.copying import copied
from postern.game.kit.trial import Trial
from postern.game.kit.turn import Sign, run, sparing
from postern.game.orders import OrderSheet
from postern.rulesets.alamaze.influence import order_limit
from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.turn import UNSURE, Issued, Turn
from postern.rulesets.alamaze.view import View


def try_out(sheet: OrderSheet, view: View) -> Trial[Turn, Issued]:
    """Runs the turn with these orders alone on what the player knows."""
    letter = Issued.of(view.seat, sheet, Command)
    return Trial(tuple(letter), _tried(letter, view, refused_at_once(letter, view)))


def refused_at_once(letter: Sequence[Issued], view: View) -> frozenset[int]:
    """The orders, by ``id``, that take no place in the limit of a letter which goes beyond it: those that cannot be carried out
    as far as the player knows, and are refused in the answer."""
    if len(letter) <= order_limit(view.world, view.kingdom):
        return frozenset()
    turn = _tried(letter, view, frozenset(map(id, letter)))
    return frozenset(id(one.issued) for one in turn.told_failures() if not one.note and one.code != UNSURE)


def _tried(letter: Sequence[Issued], view: View, uncounted: frozenset[int]) -> Turn:
    def play(spared: Mapping[Sign, str]) -> Turn:
        turn = Turn(copied(view.world), list(letter), Chance("expected").turn(view.world.turn), expected=True, spared=spared)
        turn.submitted, turn.uncounted = frozenset((view.seat,)), uncounted
        return run(SEQUENCE, turn)

    return sparing(play)
