"""Which letter of ours a letter replies to."""

from __future__ import annotations

import re

from sqlmodel import Session

from postern.game.kit.orders.digits import is_number
from postern.post.letter import Incoming
from postern.store import outbox
from postern.store.tables import OutboxLetter, Proposal

_RE = re.compile(r"\s*[^\W\d_]{1,6}(?:\[\d{1,3}\])?\s?[:\uff1a]\s*")
"""How a mail program begins the subject of a reply."""
_ASK_FOR_A_VOTE = ("proposal", "vote-waits")


def replied_to(session: Session, incoming: Incoming, address: str) -> OutboxLetter | None:
    """Our letter to this address that this one replies to: by the ids that mail programs write into a reply, or, where they
    are lost, by a subject that only one of our letters has had. None where it is no reply to a letter of ours."""
    for message_id in (*incoming.in_reply_to, *incoming.references[::-1]):
        found = outbox.by_message_id(session, message_id)
        if found is not None:
            return found if found.recipient.lower() == address.lower() else None
    subject = without_re(incoming.subject)
    return outbox.only_with_subject(session, address, subject) if subject else None


def without_re(subject: str) -> str:
    """Return the subject that a reply's answers; "" where it is no reply's."""
    bare = _RE.sub("", subject, count=1).strip()
    return bare if bare != subject.strip() else ""


def proposal_of(session: Session, letter: OutboxLetter | None) -> Proposal | None:
    """The proposal that this letter of ours asks its reader to vote on; None for other letters."""
    kind, _, rest = letter.dedupe_key.partition("/") if letter is not None else ("", "", "")
    number = rest.partition("/")[0]
    return session.get(Proposal, int(number)) if kind in _ASK_FOR_A_VOTE and is_number(number) else None
