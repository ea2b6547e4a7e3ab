"""A letter whose documents are still to be made, as bytes: what the outbox keeps until a worker finishes it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from postern.desk.wish import Wish
from postern.post.letter import Address, Outgoing


def pack(letter: Outgoing, wishes: Sequence[Wish]) -> bytes:
    """The letter without its documents, and the wishes, as JSON. The letter must have no pictures or attachments yet."""
    if letter.images or letter.attachments:
        raise ValueError("a draft's documents come later")
    fields = asdict(letter) | {"date": letter.date.isoformat(), "headers": dict(letter.headers)}
    return json.dumps({"letter": fields, "wishes": [asdict(wish) for wish in wishes]}).encode()


def unpack(draft: bytes) -> tuple[Outgoing, tuple[Wish, ...]]:
    """What ``pack`` packed."""
    data = json.loads(draft)
    fields = data["letter"]
    reply = fields.pop("reply_to")
    letter = Outgoing(
        **fields
        | {
            "sender": Address(**fields["sender"]),
            "to": tuple(Address(**address) for address in fields["to"]),
            "date": datetime.fromisoformat(fields["date"]),
            "reply_to": Address(**reply) if reply else None,
            "references": tuple(fields["references"]),
            "images": (),
            "attachments": (),
        }
    )
    return letter, tuple(_wish(wish) for wish in data["wishes"])


def _wish(fields: dict[str, object]) -> Wish:
    facts = fields.pop("facts")
    want = fields.pop("want")
    assert isinstance(facts, list)
    assert isinstance(want, list)
    return Wish(**fields, want=tuple(want), facts=tuple((label, value) for label, value in facts))  # type: ignore[arg-type]
