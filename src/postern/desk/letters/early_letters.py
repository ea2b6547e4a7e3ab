"""Letters that their seat's game cannot handle here or now: it has moved to another server, or their turn is yet to come."""

from __future__ import annotations

from postern.desk.answers.answer import Sitter
from postern.desk.documents.templates import Part
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import About, NewLetter, put_answer, turn_of_thread
from postern.store import turns
from postern.store.tables import Game, GameState, LetterState


def keep_early(letter: LetterAtHand, sitter: Sitter) -> tuple[LetterState, str] | None:
    """How a letter is left whose game has moved to another server, or which is about a turn that this desk never awaited. None
    for any other letter.

    Letters about a turn that never was come after a restore, which set the desk back. Such a letter is handled after the
    next turn has run (``turns.commit``), so that orders for a later turn never replace those of this turn.
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
    """Answers with the game's new address. Nothing in the letter is carried out."""
    part, about = Part("moved", {"game": game, "to": game.reason}), About(elsewhere=game.reason)
    put_answer(letter, NewLetter(address, [part], kind=kind, about=about))
    return LetterState.HANDLED, f"{game.name} has moved"
