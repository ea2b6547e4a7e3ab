"""A daemon in small, for tests: takes letters from a source, keeps them, settles them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from postern.post.source import Fetched, Outcome, Source


class Watcher:
    """What has come; `settle_as` None leaves letters where they are."""

    def __init__(self, source: Source, settle_as: Outcome | None) -> None:
        self.source = source
        self.settle_as = settle_as
        self.letters: list[Fetched] = []

    async def run(self) -> None:
        """Take letters until the source is closed."""
        async for batch in self.source.batches():
            assert batch
            self.letters += batch
            if self.settle_as is not None:
                self.source.settle([letter.key for letter in batch], self.settle_as)

    @property
    def subjects(self) -> list[str]:
        """The letters' subjects in the order they came."""
        return [letter.raw.partition(b"Subject: ")[2].split(b"\n")[0].strip().decode() for letter in self.letters]

    async def has(self, count: int) -> None:
        """Wait until that many letters have come."""
        await until(lambda: len(self.letters) >= count)


async def until(holds: Callable[[], object], seconds: float = 30) -> None:
    """Wait until something holds; fail after the seconds."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110  # what is waited for often lies in files
            await asyncio.sleep(0.01)


@asynccontextmanager
async def watching(source: Source, settle_as: Outcome | None = Outcome.HANDLED) -> AsyncIterator[Watcher]:
    """Run a watcher in the background; a fault in it fails the test."""
    watcher = Watcher(source, settle_as)
    task = asyncio.create_task(watcher.run())
    try:
        yield watcher
    finally:
        await source.close()
        async with asyncio.timeout(10):
            await task


def letter(subject: str, body: str = "GB2BC4", sender: str = "joe@players.test") -> bytes:
    """A small letter."""
    head = f"From: {sender}\r\nTo: orders@postern.test\r\nSubject: {subject}\r\nMessage-ID: <{subject}@players.test>"
    return f"{head}\r\n\r\n{body}\r\n".encode()
