"""A letter tried out: the steps of the turn run on the world as the player knows it (``imagined.py``)."""

from __future__ import annotations

from collections.abc import Mapping

from postern.game.chance import Chance
from postern.game.kit.copying import copied
from postern.game.kit.trial import Trial
from postern.game.kit.turn import Sign, run, sparing
from postern.game.orders import OrderSheet
from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.turn import Issued, Turn
from postern.rulesets.alamaze.view import View


def try_out(sheet: OrderSheet, view: View) -> Trial[Turn, Issued]:
    """Runs the turn with these orders alone on what the player knows."""
    letter = Issued.of(view.seat, sheet, Command)

    def play(spared: Mapping[Sign, str]) -> Turn:
        turn = Turn(copied(view.world), letter, Chance("expected").turn(view.world.turn), expected=True, spared=spared)
        turn.submitted = frozenset((view.seat,))
        return run(SEQUENCE, turn)

    return Trial(tuple(letter), sparing(play))
