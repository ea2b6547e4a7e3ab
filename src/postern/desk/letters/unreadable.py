"""Letters that cannot be read, are too large, cannot be answered, or were damaged in the database.

They are kept and shown to the game masters. Where an answer can be sent, it says what to do instead.
"""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import Session

from postern.desk.answers.answer import Sitter
from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.letters.receipt import TOO_LARGE
from postern.desk.letters.strangers import too_many
from postern.desk.outbox.holding import GUEST
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import About, NewLetter, put_answer, tell_masters
from postern.store import inbox
from postern.store.tables import InboxLetter, LetterState

_LINES_SHOWN = 12
_HOUR = timedelta(hours=1)


def keep(letter: LetterAtHand, sitter: Sitter | None) -> tuple[LetterState, str]:
    """Keeps a letter that could not be read, shows it to the game masters, and answers a player at their own address,
    others within their limit, programs never."""
    row, incoming = letter.row, letter.incoming
    row.seat_id = sitter.seat.id if sitter is not None else None
    address = sitter.address if sitter is not None else row.address
    reason = _silence(letter, sitter)
    kind, about = ("answer", About(sitter.game, sitter.seat, sitter.game.turn)) if sitter is not None else ("guest", About())
    part = Part("unreadable", {"subject": incoming.subject, "over": incoming.over, "game": about.game})
    answered = not reason and put_answer(letter, NewLetter(address, [part], kind=kind, about=about))
    if sitter is None and inbox.any_unread(letter.session, letter.now - _HOUR):
        # One of many, perhaps: the day's digest counts them, and LETTERS lists them.
        return LetterState.FAILED, "it could not be taken apart; it is kept as it came, and told in the day's digest"
    facts: dict[str, object] = {"letter_id": row.id, "writer": row.address, "subject": incoming.subject, "size": len(row.raw)}
    facts |= {"answered": answered, "reason": reason or "it names no address", "lines": incoming.lines[:_LINES_SHOWN]}
    tell_masters(letter.session, letter.desk, Part("master_letter_unreadable", facts), f"failed/{row.id}", letter.now)
    return LetterState.FAILED, "it could not be taken apart; it is kept as it came"


def too_large(letter: LetterAtHand, address: str, *, known: bool) -> tuple[LetterState, str]:
    """Answers who wrote to no seat's address that nothing of the letter was read: read as empty, it could have been a yes.
    ``known``: the reply address proves that the letter is from ``address``."""
    if not known and too_many(letter.session, letter.desk, address):
        return LetterState.IGNORED, "too many letters in an hour"
    part = Part("too_large", {"said": TOO_LARGE})
    put_answer(letter, NewLetter(address, [part], kind="answer" if known else GUEST))
    return LetterState.HANDLED, "larger than is read; its writer was told"


def unanswerable(letter: LetterAtHand) -> tuple[LetterState, str]:
    """Ignores a letter whose sender cannot be written to, and tells the game masters of the first such letter a day."""
    now = letter.now
    facts = {"letter_id": letter.row.id, "writer": letter.row.address}
    tell_masters(letter.session, letter.desk, Part("master_unanswerable", facts), f"unanswerable/{now.date()}", now)
    return LetterState.IGNORED, "no letter can be sent to its sender's address"


def damaged(session: Session, desk: Desk, row: InboxLetter) -> tuple[LetterState, str]:
    """Tells the game masters where a damaged letter can still be read; other letters are handled as usual."""
    tell_masters(session, desk, Part("master_letter_damaged", {"letter": row}), f"failed/{row.id}", desk.clock.now())
    return LetterState.FAILED, "it was changed in the database, or sealed with another secret"


def _silence(letter: LetterAtHand, sitter: Sitter | None) -> str:
    """Why the letter is not answered, or ""."""
    incoming = letter.incoming
    if not incoming.verdict.answerable:
        return incoming.verdict.reason
    if sitter is None and too_many(letter.session, letter.desk, incoming.sender.email.lower()):
        return "too many letters in an hour"
    return ""
