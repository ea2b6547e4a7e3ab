"""Letters that could not be sent and are given up: the game masters are told of the first at once, of later ones together."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.outbox.outgoing import tell_masters
from postern.store import outbox

EVERY = timedelta(minutes=10)
"""How long after one such letter the next is written, whatever was given up meanwhile."""
_SHOWN = 40
_REASON = "unsent"


def tell(session: Session, desk: Desk) -> bool:
    """Tells the game masters of letters that were given up and not told yet, unless the last such letter is too recent.
    Returns whether it did."""
    now = desk.clock.now()
    lost = outbox.untold(session)
    if not lost or outbox.written_for(session, f"{_REASON}/", now - EVERY):
        return False
    facts = {"letters": [(letter, letter.last_error) for letter in lost[:_SHOWN]], "more": max(len(lost) - _SHOWN, 0)}
    tell_masters(session, desk, Part("master_letter_unsent", facts), f"{_REASON}/{lost[0].id}", now)
    for letter in lost:
        letter.told = True
        session.add(letter)
    return True
