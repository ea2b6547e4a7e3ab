"""How the daemon's tasks wake each other: one event for each kind of work, so that no task has to poll."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Signals:
    """``handle``: letters wait to be handled; ``drafts``: documents must be made; ``letters``: letters must be sent;
    ``turns``: something may be due."""

    handle: asyncio.Event = field(default_factory=asyncio.Event)
    drafts: asyncio.Event = field(default_factory=asyncio.Event)
    letters: asyncio.Event = field(default_factory=asyncio.Event)
    turns: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self, names: Iterable[str]) -> None:
        """Sets the events with these names."""
        for name in names:
            getattr(self, name).set()

    def wake_all(self) -> None:
        """Sets every event: after a start, a reload, or work by another process."""
        self.wake(("handle", "drafts", "letters", "turns"))
