"""Letters that a later one overtook on its way: older words of a player do not undo newer ones, but are asked about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.answers.answer import Sitter
from postern.desk.answers.places import other_seat
from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.games.outdated import CLOCKS_DIFFER, hold_back
from postern.desk.language.parse import CommandLine, OrderLines, Piece, split, within
from postern.desk.language.replied_to import replied_to
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.post.reading import date_of, read_letter
from postern.store import inbox
from postern.store.sealing import Damaged
from postern.store.tables import GameState, LetterState

_MAY_OVERTAKE = timedelta(days=1)
"""So long a letter may lie with a server on its way while a later one comes."""
_ABOUT = {
    **dict.fromkeys(("ADD", "CANCEL", "UNDO", "REDO", "READY", "WAIT"), "turn"),
    **dict.fromkeys(("MUTE", "BLOCK", "UNMUTE"), "press"),
    **dict.fromkeys(("VOTE", "ABSENCE"), ""),
}
"""What a command's words are about: newer words about the same stand against them. "" for a command that stands for itself."""


def ask(letter: LetterAtHand, pieces: Sequence[Piece], sitter: Sitter) -> tuple[LetterState, str] | None:
    """Keep a letter that was written before another of this seat which came ahead of it and speaks of the same, and ask.

    None for every other letter. Its date alone says so: where it replies to what we wrote after that other came, its clock is
    slow.
    """
    said = _subjects(letter.session, letter.desk, sitter, pieces)
    later = _overtook(letter, sitter, said) if said else None
    if later is None:
        return None
    hold_back(letter, sitter, sitter, {"written": letter.incoming.date, "later": later})
    return LetterState.HELD, "written before a letter of its seat that came ahead of it"


def _overtook(letter: LetterAtHand, sitter: Sitter, said: set[str]) -> datetime | None:
    """When the later letter was written that came ahead of this one and speaks of the same; None where there is none."""
    session, date, opened = letter.session, letter.incoming.date, sitter.game.opened_at
    if date is None:
        return None
    since = max(letter.row.stored_at - _MAY_OVERTAKE, opened or letter.row.stored_at - _MAY_OVERTAKE)
    before = [one for one in inbox.handled_before(session, sitter.seat.id, letter.row.id) if one[1] >= since]
    if not before or date >= before[0][1]:
        return None  # written after all the others were here
    later = [one for one in before if one[2] is None or date < one[2] <= one[1] + CLOCKS_DIFFER]
    raws = inbox.raws(session, [one[0] for one in later]) if later else {}
    for number, stored_at, noted in later:
        raw = raws[number]
        written = noted or (None if isinstance(raw, Damaged) else date_of(raw))
        if written is None or isinstance(raw, Damaged) or not date < written <= stored_at + CLOCKS_DIFFER:
            continue
        if said & _subjects(session, letter.desk, sitter, _pieces(letter.desk, sitter, raw)):
            ours = replied_to(session, letter.incoming, sitter.address)
            return written if ours is None or ours.created_at < stored_at else None
    return None


def _pieces(desk: Desk, sitter: Sitter, raw: bytes) -> Sequence[Piece]:
    incoming = read_letter(raw, own_addresses=(desk.address,), limits=desk.config.limits.reading)
    lines = within(incoming.lines, desk.config.limits.line_length, desk.config.limits.order_lines)
    return split(lines, registry.forms(), sitter.rules.quoted(lines))


def _subjects(session: Session, desk: Desk, sitter: Sitter, pieces: Sequence[Piece]) -> set[str]:
    """What the pieces for this seat are about, as far as they change something."""
    found: set[str] = set()
    here: Sitter | None = sitter
    for piece in pieces:
        if isinstance(piece, CommandLine) and piece.name == "GAME":
            here = other_seat(session, desk, sitter, piece.rest.strip(" :."))
        elif here is None or here.seat.id != sitter.seat.id:
            continue
        elif isinstance(piece, OrderLines):
            found |= {"turn"} if _has_orders(session, desk, sitter, piece) else set()
        elif piece.name in _ABOUT and (piece.rest.strip(" .!?") or piece.name != "ABSENCE"):
            found.add(_ABOUT[piece.name] or piece.name)
    return found


def _has_orders(session: Session, desk: Desk, sitter: Sitter, piece: OrderLines) -> bool:
    game = sitter.game
    if game.turn == 0 or game.state not in (GameState.RUNNING, GameState.PAUSED):
        return False
    return bool(desk.cache.sheet(session, game, sitter.seat.name, "\n".join(piece.lines)).orders)
