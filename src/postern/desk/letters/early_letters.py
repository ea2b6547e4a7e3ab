"""Letters to a seat whose game is not where they look for it: it has moved away, or its turn is yet to come."""

from __future__ import annotations

from postern.desk.answers.answer import Sitter
from postern.desk.documents.templates import Part
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import About, NewLetter, put_answer, turn_of_thread
from postern.store import turns
from postern.store.tables import Game, GameState, LetterState


def keep_early(letter: LetterAtHand, sitter: Sitter) -> tuple[LetterState, str] | None:
    """What becomes of a letter to a game that has moved, or about a turn that this desk has never awaited; None for others.

    Players write about a turn that never was after a restore, which set the desk back. Such a letter is handled as soon as
    the next turn has run (``turns.commit``), so that the orders of a later turn never take the place of this turn's.
    """
    game = sitter.game
    if game.state == GameState.MOVED:
        return tell_moved(letter, game, sitter.address, "answer")
    turn = turn_of_thread(game, letter.incoming)
    if turn is None or turn <= game.turn or game.state == GameState.FINISHED:
        return None
    if turns.ever_ran(letter.session, game.id, turn - 1):
        return None
    return LetterState.LATER, f"replies to a letter of turn {turn}; {game.name} awaits turn {game.turn}"


def tell_moved(letter: LetterAtHand, game: Game, address: str, kind: str) -> tuple[LetterState, str]:
    """Answers where the game has gone. Nothing of the letter is carried out."""
    part, about = Part("moved", {"game": game, "to": game.reason}), About(elsewhere=game.reason)
    put_answer(letter, NewLetter(address, [part], kind=kind, about=about))
    return LetterState.HANDLED, f"{game.name} has moved"
