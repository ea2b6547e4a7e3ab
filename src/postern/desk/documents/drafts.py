"""A letter whose documents have not been made yet, packed as bytes: the outbox keeps it until a worker finishes it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from postern.desk.documents.document_request import DocumentRequest
from postern.post.letter import Address, Outgoing


def pack(letter: Outgoing, requests: Sequence[DocumentRequest]) -> bytes:
    """The letter without its documents, and the requests, as JSON. The letter must have no pictures or attachments yet."""
    if letter.images or letter.attachments:
        raise ValueError("a draft's documents come later")
    fields = asdict(letter) | {"date": letter.date.isoformat(), "headers": dict(letter.headers)}
    return json.dumps({"letter": fields, "wishes": [asdict(request) for request in requests]}).encode()


def unpack(draft: bytes) -> tuple[Outgoing, tuple[DocumentRequest, ...]]:
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
    return letter, tuple(_request(request) for request in data["wishes"])


def _request(fields: dict[str, object]) -> DocumentRequest:
    facts = fields.pop("facts")
    want = fields.pop("want")
    assert isinstance(facts, list)
    assert isinstance(want, list)
    return DocumentRequest(**fields, want=tuple(want), facts=tuple((label, value) for label, value in facts))  # type: ignore[arg-type]
