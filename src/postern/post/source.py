"""Where letters come from: the one interface of every mailbox.

A daemon runs `async for batch in source.batches()`: it stores each letter durably, and only then says
`source.settle(...)`. A letter that was not settled comes again after a restart, so the store must know letters by their
key or content; nothing is lost. Settling is done by the source itself between its waits, in batches.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Protocol

from postern.post.condition import Condition
from postern.post.letter import now

_LOOKS = 200


class Outcome(Enum):
    """Which folder a letter goes to."""

    HANDLED = "handled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class LetterKey:
    """Where a letter lies: `mailbox` names server, user and folder; `validity` is the UIDVALIDITY (0 for a Maildir);
    `uid` is the UID, or the unique part of the file's name. The same key never names another letter."""

    mailbox: str
    validity: int
    uid: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """A letter as fetched. Above the size limit `complete` is False and `raw` holds the header only."""

    key: LetterKey
    raw: bytes
    complete: bool = True


class Looked(asyncio.Event):
    """Set while a mailbox is read; knows which looks into it have ended."""

    def __init__(self) -> None:
        super().__init__()
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)
        """By whose time the looks are noted."""
        self.unread_since = now()
        """While it is not set: since when."""
        self._looks: deque[tuple[datetime, datetime]] = deque(maxlen=_LOOKS)
        """When the last looks began and ended."""
        self._ended = asyncio.Event()

    def through(self, began: datetime) -> None:
        """A look that began then has ended: all that lay in the mailbox by then has been handed out."""
        ended = self.clock()
        # What lies ahead was noted before the clock was set back.
        self._looks = deque((look for look in self._looks if look[1] <= ended), _LOOKS)
        self._looks.append((began, ended))
        self.set()
        self._ended.set()
        self._ended = asyncio.Event()

    def read_through(self, moment: datetime) -> datetime | None:
        """When a look ended that began at this moment or later, so that all that had come by then is at hand; else None."""
        here = self.clock()
        return next((ended for began, ended in self._looks if moment <= began and ended <= here), None)

    async def wait_through(self, moment: datetime) -> None:
        """Wait until `read_through` of this moment."""
        while self.read_through(moment) is None:
            await self._ended.wait()

    def clear(self, since: datetime | None = None) -> None:
        """The mailbox can be read no more, from now on, or ``since`` then."""
        if self.is_set():
            self.unread_since = since or self.clock()
        super().clear()


class Source(Protocol):
    """A mailbox."""

    @property
    def condition(self) -> Condition:
        """How the connection to it stands."""
        ...

    looked: Looked
    """Set once the mailbox has been looked through to its end, until it can be read no more."""

    def batches(self) -> AsyncGenerator[list[Fetched], None]:
        """Letters as they come, for ever, each once a run; survives every fault of the server by trying again.

        Never yields an empty list. Ends only when cancelled or closed; begun again, it hands out anew what was not settled.
        """
        ...

    def settle(self, keys: Iterable[LetterKey], outcome: Outcome) -> None:
        """Have stored letters moved out of the inbox; returns at once, any key may be named any number of times."""
        ...

    def look(self) -> None:
        """Look into the mailbox soon, whatever is waited for at this moment; any number of times."""
        ...

    def look_again(self, since: datetime) -> None:
        """Nobody has looked since then, though nothing failed (the machine slept): look through the mailbox anew, over a new
        connection; `looked` is set when that is done."""
        ...

    async def settled(self) -> None:
        """Wait until all moves asked for so far are done; for an orderly stop, under a time-out of the caller's."""
        ...

    async def close(self) -> None:
        """Let go of the mailbox; `batches` ends."""
        ...
