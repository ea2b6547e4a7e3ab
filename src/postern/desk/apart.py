"""Letters that are early: after a restore players reply to letters about turns that have still to be run again."""

from __future__ import annotations

from sqlmodel import Session

from postern.desk.answer import Sitter
from postern.desk.context import Desk
from postern.desk.outgoing import turn_of_thread
from postern.post.letter import Incoming
from postern.store import turns
from postern.store.tables import GameState, LetterState


def set_apart(session: Session, desk: Desk, incoming: Incoming, sitter: Sitter) -> tuple[LetterState, str] | None:
    """What becomes of a letter about a turn that this desk has never awaited; None for every other letter.

    It is handled as soon as the next turn has run (``turns.commit``), so that the orders of a later turn never take the
    place of this turn's.
    """
    game = sitter.game
    turn = turn_of_thread(desk, game, incoming)
    if turn is None or turn <= game.turn or game.state == GameState.FINISHED:
        return None
    if turns.ever_ran(session, game.id or 0, turn - 1):
        return None
    return LetterState.LATER, f"replies to a letter of turn {turn}; {game.name} awaits turn {game.turn}"
