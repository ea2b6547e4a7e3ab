"""Letters from before the turn began: READY in them never counts, and they replace newer orders only after asking."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from sqlmodel import Session

from postern.desk.answers.answer import Sitter
from postern.desk.answers.places import other_seat
from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.language.parse import CommandLine, OrderLines, Piece
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import About, NewLetter, confirm_token, put_answer, turn_of_thread
from postern.post.letter import Incoming
from postern.store import filed, people, seats
from postern.store.tables import Game, GameState, LetterState, SeatState

CLOCKS_DIFFER = timedelta(minutes=10)
"""A date this much later than the letter's arrival is a wrong clock's, and tells nothing."""
_CHANGES_ORDERS = ("ADD", "CANCEL", "UNDO", "REDO")


def other_turn(game: Game, letter: LetterAtHand) -> str:
    """Why a letter was not written for the turn that is awaited, as words after "because"; "" where it was.

    What it replies to counts for more than its date: nobody answers a letter before it is written, whatever their clock
    shows.
    """
    turn = replied_turn(game, letter.incoming)
    if turn is not None:
        return "" if turn == game.turn else f"you replied to a letter {about(game, turn)}"
    return f"by its date you wrote it before turn {game.turn} began" if written_before(game, letter) else ""


def replied_turn(game: Game, incoming: Incoming) -> int | None:
    """The turn of the letter that this one replies to. None where it replies to none; letters from before the game say
    nothing about its first turn."""
    turn = turn_of_thread(game, incoming)
    return None if turn == 0 and game.turn == 1 else turn


def about(game: Game, turn: int) -> str:
    """Of which turn a letter of ours was, as words that follow "a letter"."""
    if turn == 0:
        return "from before the game began"
    return f"about turn {turn}, which has run" if turn < game.turn else f"about turn {turn}"


def written_before(game: Game, letter: LetterAtHand) -> bool | None:
    """Whether a letter was written before the turn began, by its date and by when it came; None where neither can tell."""
    began = game.opened_at
    if began is None or letter.row.arrived_at < began:
        return began is not None
    date = letter.incoming.date
    if date is None or date > letter.row.arrived_at + CLOCKS_DIFFER:
        return None
    return date < began.replace(microsecond=0)  # a letter's date has whole seconds


def uncounted(game: Game, letter: LetterAtHand, rest: str) -> str:
    """Why READY or WAIT in this letter says nothing about the turn awaited, as words after "because"; "" where it does.

    ``rest``: what follows the word on its line, which may name the turn.
    """
    named = re.search(r"\d+", rest)
    if named is not None:
        return "" if int(named[0]) == game.turn else f"it names turn {int(named[0])}"
    return other_turn(game, letter)


def ask(letter: LetterAtHand, pieces: Sequence[Piece], sitter: Sitter) -> tuple[LetterState, str] | None:
    """Keeps a letter from before the turn began that would change newer orders, shows it, and asks for a reply.

    None for every other letter. The reply carries out the whole letter (``confirming``).
    """
    one = _changed(letter, pieces, sitter)
    if one is None:
        return None
    written = letter.incoming.date if written_before(one.game, letter) else None
    hold_back(letter, sitter, one, {"written": written, "later": None})
    return LetterState.HELD, f"from before turn {one.game.turn} of {one.game.name} began, which has newer orders"


def hold_back(letter: LetterAtHand, sitter: Sitter, one: Sitter, why: Mapping[str, object]) -> None:
    """Keep a letter of this player that newer words of the seat ``one`` stand against, show it, and ask for a reply.

    ``why``: when it was ``written``, and when the ``later`` letter was that came ahead of it, for the question.
    """
    held = people.hold(
        letter.session,
        "orders",
        sitter.address,
        sitter.game.id,
        {"seats": {str(sitter.seat.id): sitter.seat.generation}},
        letter.now,
        seat_id=sitter.seat.id,
        inbox_id=letter.row.id,
    )
    lines = [line for line in letter.incoming.lines if line.strip()]
    data = {"game": one.game, "seat": one.seat, "lines": lines, "zone": one.config.zone, **why}
    answer = NewLetter(
        sitter.address,
        [Part("confirm_outdated", data)],
        about=About(sitter.game, sitter.seat, sitter.game.turn),
        reply_token=confirm_token(letter.desk, held.id),
        prefs=sitter.prefs,
    )
    put_answer(letter, answer)


def _changed(letter: LetterAtHand, pieces: Sequence[Piece], sitter: Sitter) -> Sitter | None:
    """The first seat with newer orders that an older letter would change; lines below GAME are for another seat."""
    here: Sitter | None = sitter
    for piece in pieces:
        if isinstance(piece, CommandLine) and piece.name == "GAME":
            here = other_seat(letter.session, letter.desk, sitter, piece.rest.strip(" :."))
        elif here is not None and _would_change(letter, here, piece):
            return here
    return None


def _would_change(letter: LetterAtHand, sitter: Sitter, piece: Piece) -> bool:
    """Whether a piece of an older letter would change newer orders of this seat."""
    return (
        _is_outdated(sitter.game, letter)
        and _has_spoken(letter.session, sitter)
        and _changes(letter.session, letter.desk, sitter, piece)
    )


def _is_outdated(game: Game, letter: LetterAtHand) -> bool:
    turn = replied_turn(game, letter.incoming)
    before = written_before(game, letter)
    return turn != game.turn and (before or (before is None and turn is not None))


def _changes(session: Session, desk: Desk, sitter: Sitter, piece: Piece) -> bool:
    if isinstance(piece, OrderLines):
        return bool(desk.cache.sheet(session, sitter.game, sitter.seat.name, "\n".join(piece.lines)).orders)
    return piece.name in _CHANGES_ORDERS


def _has_spoken(session: Session, sitter: Sitter) -> bool:
    """Whether the seat takes orders, and has or had some for the turn awaited, or its player said READY without any."""
    game, seat = sitter.game, sitter.seat
    if game.state not in (GameState.RUNNING, GameState.PAUSED) or seat.state != SeatState.PLAYING:
        return False
    if 0 < game.turn == seat.ready_turn or seats.orders(session, seat.id, game.turn) is not None:
        return True
    return filed.had_orders(session, seat.id, game.turn)
