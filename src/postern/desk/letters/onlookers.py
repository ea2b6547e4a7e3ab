"""Letters to an observer's reply address: from the observer, or from a mail program's unsubscribe button."""

from __future__ import annotations

from collections.abc import Sequence

from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.templates import Part
from postern.desk.games.observing import OFF, about_observer, end, found_by
from postern.desk.language.parse import CommandLine, Piece
from postern.desk.letters.processing import Writer, process
from postern.desk.letters.reach import is_public
from postern.desk.letters.strangers import too_many
from postern.desk.outbox.holding import GUEST
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import OBSERVER_GENERATION, USUAL, About, NewLetter, put_answer
from postern.post.letter import Kind
from postern.post.tokens import SeatToken, find_token
from postern.store.brakes import ANSWER
from postern.store.tables import LetterState


def answer(letter: LetterAtHand, pieces: Sequence[Piece], token: SeatToken) -> tuple[LetterState, str]:
    """Handles a letter to an observer's reply address. Public commands are run in the observer's name, EXPORT is sent to
    the observer's own address; anything else is answered with what such a letter can do."""
    found = found_by(letter.session, token)
    address = found[1].address if found is not None else letter.row.address
    commands = [piece for piece in pieces if isinstance(piece, CommandLine) and is_public(piece)]
    if OFF.fullmatch(letter.incoming.subject.strip()) or OFF.fullmatch(letter.first_line):
        commands = [CommandLine("UNOBSERVE", 1, "")]
    if found is not None:
        letter.row.player_id = found[1].id  # the token proves it, so that letters without proof count for nothing here
    elif too_many(letter.session, letter.desk, address):
        return LetterState.IGNORED, "too many letters in an hour"
    if commands:
        return process(letter, commands, Writer(None, address))
    game = found[2] if found is not None else None
    part, requests = Part("observer_note", {"game": game}), list[DocumentRequest]()
    if found is not None and any(isinstance(piece, CommandLine) and piece.name == "EXPORT" for piece in pieces):
        part = Part("export", {})
        requests = [DocumentRequest("export", ("json",), found[2].ruleset, player_id=found[1].id, name="postern-export")]
    about = about_observer(game, token.seat_id, game.turn) if game is not None else About()
    kind = ANSWER if found is not None else GUEST
    put_answer(letter, NewLetter(address, [part], kind=kind, about=about, requests=requests, priority=USUAL))
    return LetterState.HANDLED, ""


def asks_to_leave(letter: LetterAtHand, token: SeatToken | None) -> bool:
    """Whether this is what a mail program's unsubscribe button writes to an observer's reply address."""
    incoming, observer = letter.incoming, token is not None and token.generation == OBSERVER_GENERATION
    return observer and incoming.verdict.kind is Kind.MACHINE and OFF.fullmatch(incoming.subject.strip()) is not None


def left_by_program(letter: LetterAtHand) -> bool:
    """Ends the letters to an observer whose mail program wrote to the address of List-Unsubscribe (RFC 2369) in a letter
    marked as automatic. True when it did; such a letter is not answered (RFC 3834)."""
    token = find_token(letter.desk.key, letter.incoming)
    found = found_by(letter.session, token) if asks_to_leave(letter, token) else None
    if found is None:
        return False
    end(letter.session, found[1].address, [found[2]], "observer", letter.now)
    return True
