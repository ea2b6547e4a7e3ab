"""A way out for letters that stands where a mail server would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from postern.post.condition import unknown
from postern.post.smtp import Delivery, SendResult

SENT = SendResult(Delivery.SENT, 250)


@dataclass(frozen=True)
class Handed:
    """A letter as it was handed over: the envelope's addresses and the bytes."""

    sender: str
    recipient: str
    raw: bytes


class WayOut:
    """Keeps all that it is handed, and says of each letter what it was told to say; a whole ``Sender``."""

    def __init__(self, verdict: Callable[[Handed], SendResult] = lambda _: SENT, takes: int = 0) -> None:
        """``takes``: the largest letter, in bytes; 0: it does not say."""
        self.verdict = verdict
        self.takes = takes
        self.handed: list[Handed] = []
        self.condition = unknown()

    async def send(self, sender: str, recipient: str, raw: bytes) -> SendResult:
        """See ``Sender.send``."""
        letter = Handed(sender, recipient, raw)
        self.handed.append(letter)
        return self.verdict(letter)

    async def largest(self) -> int:
        """See ``Sender.largest``."""
        return self.takes

    async def close(self) -> None:
        """See ``Sender.close``."""
