"""Words for orders that failed and for messages. The report shows both apart; these are their short forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postern.rulesets.great_jewels.telling import Said, told

Data = Mapping[str, Any]


@told("order-failed")
def _order_failed(data: Data, reader: str) -> Said:
    return Said(f"{data['text']}: {data['why']} {data['remedy']}".rstrip(), "attention", "bad")


@told("order-note")
def _order_note(data: Data, reader: str) -> Said:
    return Said(f"{data['text']}: {data['why']} {data['remedy']}".rstrip())


@told("message")
def _message(data: Data, reader: str) -> Said:
    return Said(f"A message came from {data['sender']}.", "detail")


@told("message-sent")
def _message_sent(data: Data, reader: str) -> Said:
    secretly = " without your name" if data["anonymous"] else ""
    return Said(f"Your message went{secretly} to {data['to']}.", "detail")


@told("chance")
def _chance(data: Data, reader: str) -> None:
    """The fingerprint of the turn's chance stands in the small print only."""
    return
