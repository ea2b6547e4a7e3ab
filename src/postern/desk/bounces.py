"""Delivery reports about our own letters."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, select

from postern.desk.context import Desk
from postern.desk.outgoing import tell_masters
from postern.desk.stationery import Part
from postern.post.letter import Bounce
from postern.store.tables import OutboxLetter


def note_bounce(session: Session, desk: Desk, bounce: Bounce, now: datetime) -> None:
    """Writes the report beside the letter that came back; one that never will arrive is told to the game masters."""
    letter = session.exec(select(OutboxLetter).where(OutboxLetter.message_id == bounce.original_message_id)).first()
    if letter is None:
        return
    letter.last_error = f"came back: {bounce.status} {', '.join(bounce.recipients)}".strip()[:500]
    session.add(letter)
    if bounce.permanent and letter.kind != "master":
        tell_masters(
            session,
            desk,
            [Part("master_letter_unsent", {"letter": letter, "error": letter.last_error})],
            f"bounced/{letter.recipient}/{now.date()}",
            now,
        )
