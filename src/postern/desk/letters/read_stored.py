"""Reads a stored letter. Our own letters are looked up too, to find what was typed between the lines that it quotes."""

from __future__ import annotations

from collections.abc import Sequence
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from functools import partial

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.settings.rulesets import begins_order
from postern.post.letter import Incoming
from postern.post.proof.password import take_passwords
from postern.post.reading import read_letter
from postern.store import outbox
from postern.store.sealing import whole
from postern.store.tables import InboxLetter

_MOST_LETTERS = 3
_MOST_LATEST = 5
_TEXT_LIES_WITHIN = 600_000
"""Text and HTML come before the documents in every letter of ours."""


def read_stored(session: Session, desk: Desk, row: InboxLetter) -> Incoming:
    """What the letter says, without its passwords.

    Our own letters are looked up only where it may quote one. Raises DamagedLetter when the database no longer holds the
    letter as it came.
    """
    raw = whole(row.raw)
    sent = partial(_texts_sent, session, f".postern@{desk.domain}>", raw)
    limits = desk.config.limits.reading
    incoming = read_letter(
        raw, own_addresses=(desk.address,), complete=row.complete, sent=sent, limits=limits, alone=begins_order
    )
    return take_passwords(incoming)


def _texts_sent(session: Session, ending: str, raw: bytes, answered: tuple[str, ...]) -> Sequence[str]:
    """The texts of the letters of ours among those answered, plain text before HTML; none of what is kept no more.

    None, too, where the nearest is not ours: what is quoted then is the writer's own earlier letter, with orders of then.
    Some programs do not say what they answer: then the newest letters to the writer's address are meant.
    """
    if answered and not answered[0].endswith(ending):
        return ()
    ours = [message_id for message_id in answered if message_id.endswith(ending)][:_MOST_LETTERS]
    if not answered:
        ours = outbox.latest_to(session, read_letter(raw, complete=False).sender.email.lower(), _MOST_LATEST)
    if not ours:
        return ()
    found = outbox.bodies(session, ours)
    letters = [message_from_bytes(found[one][:_TEXT_LIES_WITHIN], policy=compat32) for one in ours if one in found]
    kinds = ("text/plain", "text/html")
    return [text for kind in kinds for letter in letters for text in _texts(letter, kind)]


def _texts(letter: Message, kind: str) -> list[str]:
    parts = [part for part in letter.walk() if part.get_content_type() == kind and not part.get_filename()]
    payloads = [part.get_payload(decode=True) for part in parts]
    return [payload.decode("utf-8", "replace") for payload in payloads if isinstance(payload, bytes)]
