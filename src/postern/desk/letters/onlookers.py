"""Letters to an observer's reply address: from a person who replies, or from a mail program asked to end them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.templates import Part
from postern.desk.games.observing import OFF, about_observer, end, found_by
from postern.desk.language.parse import CommandLine, Piece
from postern.desk.letters.reach import is_public
from postern.desk.letters.strangers import Process, too_many
from postern.desk.outbox.holding import GUEST
from postern.desk.outbox.outgoing import USUAL, About, put_answer
from postern.post.letter import Incoming, Kind
from postern.post.tokens import SeatToken, find_token
from postern.store.brakes import ANSWER
from postern.store.tables import InboxLetter, LetterState


def answer(
    session: Session,
    desk: Desk,
    row: InboxLetter,
    incoming: Incoming,
    pieces: Sequence[Piece],
    process: Process,
    token: SeatToken,
) -> tuple[LetterState, str]:
    """A letter to an observer's reply address: what anybody may command is done, in the observer's name; EXPORT goes to the
    observer's own address; anything else is answered with what such a letter can do."""
    found = found_by(session, token)
    address = found[1].address if found is not None else row.address
    commands = [piece for piece in pieces if isinstance(piece, CommandLine) and is_public(piece)]
    first = next((line.strip() for line in incoming.lines if line.strip()), "")
    if OFF.fullmatch(incoming.subject.strip()) or OFF.fullmatch(first):
        commands = [CommandLine("UNOBSERVE", 1, "")]
    if found is not None:
        row.player_id = found[1].id  # the token proves it, so that letters without proof count for nothing here
    elif too_many(session, desk, address):
        return LetterState.IGNORED, "too many letters in an hour"
    if commands:
        return process(session, desk, row, incoming, commands, None, address)
    game = found[2] if found is not None else None
    part, requests = Part("observer_note", {"game": game}), list[DocumentRequest]()
    if found is not None and any(isinstance(piece, CommandLine) and piece.name == "EXPORT" for piece in pieces):
        part = Part("export", {})
        requests = [DocumentRequest("export", ("json",), found[2].ruleset, player_id=found[1].id, name="postern-export")]
    about = about_observer(game, token.seat_id, game.turn) if game is not None else About()
    kind = ANSWER if found is not None else GUEST
    put_answer(session, desk, row, incoming, address, [part], kind=kind, about=about, requests=requests, priority=USUAL)
    return LetterState.HANDLED, ""


def left_by_program(session: Session, desk: Desk, incoming: Incoming) -> bool:
    """Whether a mail program, asked by its user, wrote to the address of List-Unsubscribe (RFC 2369) in a letter marked as
    automatic: then it is done, and nobody is answered (RFC 3834)."""
    if incoming.verdict.kind is not Kind.MACHINE or not OFF.fullmatch(incoming.subject.strip()):
        return False
    found = found_by(session, find_token(desk.key, incoming))
    if found is None:
        return False
    end(session, found[1].address, [found[2]], "observer", desk.clock.now())
    return True
