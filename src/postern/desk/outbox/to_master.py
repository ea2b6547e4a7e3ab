"""Passes on what players, and former players, write to the game master."""

from __future__ import annotations

from datetime import timedelta

from postern.desk.documents.templates import Part
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import tell_masters
from postern.store import journal
from postern.store.tables import Game, OutboxLetter, Seat

_ASKED = "wrote to the game master"
_FROM_MASTER = ("moderator", "words", "ejected", "deadline_moved", "submitted", "patched", "rolled_back", "halted", "reseated")
"""The letters, by the first word of their reason, in which a game master speaks or has acted."""
_NO_MASTER = "This desk names no game master who could be written to; nothing was sent."


def is_from_master(letter: OutboxLetter | None) -> bool:
    """Whether a letter of ours tells what a game master has said or done."""
    return letter is not None and letter.dedupe_key.partition("/")[0] in _FROM_MASTER


def send(letter: LetterAtHand, game: Game, seat: Seat, text: str, line: int, former: str = "") -> str:
    """Passes a text on to the game masters of a game; returns what came of it, in a sentence. ``line`` is the line of the
    letter where it begins. ``former``: the address of a writer who no longer holds the seat."""
    session, desk, now = letter.session, letter.desk, letter.now
    if not text.strip():
        return "PRESS TO GM needs a message on the lines below it; nothing was sent."
    seat_name = seat.name.partition("/")[0]
    most = desk.config.limits.press_per_hour
    if journal.written_between(session, game.id, _ASKED, seat_name, now - timedelta(hours=1), now) >= most:
        return f"You have written {most} letters to the game master within the hour; please wait a while. Nothing was sent."
    part = Part("master_asked", {"game": game, "seat_name": seat_name, "former": former, "text": text})
    if not tell_masters(session, desk, part, f"asked/{letter.row.id}/{line}/{seat.id}", now, game):
        return _NO_MASTER
    journal.note(session, now, "desk", _ASKED, game.id, by=seat_name)
    session.flush()
    return "Your message went to the game master."
