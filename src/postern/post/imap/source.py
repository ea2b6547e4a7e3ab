"""Letters from an IMAP mailbox, for months: IDLE or polling, reconnecting for ever, nothing lost and nothing twice."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Iterable, Sequence
from datetime import datetime

from postern.post.condition import Link, unknown
from postern.post.imap.connection import CommandRefused, ImapConnection, ImapFault, LoginRefused
from postern.post.imap.mover import LOGIN, REACH, Mover
from postern.post.oauth import Tokens
from postern.post.settings import ImapSettings
from postern.post.source import Fetched, LetterKey, Looked, Outcome
from postern.post.troubles import Troubles

_log = logging.getLogger(__name__)
_FIRST_PAUSE = 0.5
_LOGIN_PAUSE = 5.0
_GOODBYE = 1.0
_STEADY = 30.0
_MOST_BYTES = 8_000_000
_TRIES = 3
_ASIDE = 3600.0
LETTER = "letter {uid} of the mailbox"
"""The trouble of one letter, by name."""


class ImapSource:
    """A `Source` over IMAP.

    One connection looks for letters, hands them out and waits; a `Mover` takes what is settled to its folder over another.
    A letter stays known until it has left the folder, also over a reconnect, so it is handed out once a run; when the
    server renumbers the folder (a new UIDVALIDITY) all that is left in it comes again under new keys. A letter at which
    the connection breaks again and again is left lying for an hour at a time, so that it holds up no other.
    """

    def __init__(self, settings: ImapSettings, tokens: Tokens | None = None, troubles: Troubles | None = None) -> None:
        """``tokens``: log in with these instead of a password."""
        self._settings = settings
        self._tokens = tokens
        self._troubles = troubles or Troubles()
        self._mailbox = f"imap:{settings.user}@{settings.host}:{settings.port}/{settings.folder}"
        self._validity: int | None = None
        self._known: set[int] = set()
        self._asked_for: Sequence[int] = ()
        self._suspects: dict[int, int] = {}
        """Letters that were being fetched when the connection broke, and how often."""
        self._aside: dict[int, float] = {}
        """Letters left lying, and until when (monotonic seconds)."""
        self._mover = Mover(settings, tokens, self._troubles)
        self._wake = asyncio.Event()
        self._apart = asyncio.Event()
        self._apart.set()
        self._closed = False
        self._connection: ImapConnection | None = None
        self._renewing = False
        """Whether the connection was dropped by us, to make another."""
        self.looked = Looked()
        self.condition = unknown()

    async def batches(self) -> AsyncGenerator[list[Fetched], None]:
        """See `Source.batches`: at most `batch` letters at a time."""
        self._known.clear()
        moving = asyncio.create_task(self._mover.run())
        try:
            async for letters in self._connections():
                yield letters
        finally:
            moving.cancel()

    def settle(self, keys: Iterable[LetterKey], outcome: Outcome) -> None:
        """See `Source.settle`. Keys of another mailbox or another UIDVALIDITY are passed over."""
        self._mover.settle([key for key in keys if key.mailbox == self._mailbox], outcome)

    def look_again(self, since: datetime) -> None:
        """See `Source.look_again`."""
        self.looked.clear(since)
        self._wake.set()
        if self._connection is not None:
            self._renewing = True
            self._connection.drop()

    async def settled(self) -> None:
        """See `Source.settled`."""
        await self._mover.settled()

    async def close(self) -> None:
        """See `Source.close`."""
        self._closed = True
        self._wake.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                await self._apart.wait()
        if self._connection is not None:
            self._connection.drop()
        self._mover.drop()

    async def _connections(self) -> AsyncGenerator[list[Fetched], None]:
        """One connection after the other, until closed."""
        pause, begun = _FIRST_PAUSE, 0.0
        while not self._closed:
            self._wake.clear()
            try:
                self._apart.clear()
                self._connection = connection = await ImapConnection.connect(self._settings, self._tokens)
                begun = time.monotonic()
                self._troubles.worked(LOGIN)
                async for letters in self._session(connection):
                    yield letters
                await connection.close()
            except LoginRefused as fault:
                begun = 0.0
                self.looked.clear()
                pause = min(max(pause, _LOGIN_PAUSE), self._settings.longest_pause)
                self.condition = self.condition.become(Link.REFUSED, str(fault))
                self._troubles.failed(LOGIN, str(fault), person=True)
                self._troubles.worked(REACH)
            except (ImapFault, CommandRefused, OSError) as fault:
                pause = _FIRST_PAUSE if begun and time.monotonic() - begun > _STEADY else pause
                begun = 0.0
                self.looked.clear()
                if self._renewing:
                    self._asked_for = ()
                else:
                    self._suspect()
                    self.condition = self.condition.become(Link.DOWN, str(fault))
                    if not self._closed:
                        self._troubles.failed(REACH, str(fault))
            finally:
                self._renewing = False
                if self._connection is not None:
                    self._connection.drop()
                    self._connection = None
                self._apart.set()
            if not self._closed:
                await self._rest(pause)
                pause = min(pause * 2, self._settings.longest_pause)

    async def _session(self, connection: ImapConnection) -> AsyncGenerator[list[Fetched], None]:
        """One connection's life. Ends when closed; raises ImapFault or CommandRefused when it can go on no more."""
        self._open(await connection.select(self._settings.folder))
        self.condition = self.condition.become(Link.UP)
        _log.info("Mailbox: connected%s.", ", waiting by IDLE" if self._may_idle(connection) else ", polling")
        while not self._closed:
            connection.news.clear()
            self._wake.clear()
            present = await connection.search()
            fresh = [uid for uid in present if self._is_fresh(uid)]
            for chunk in self._chunks(fresh):
                async for letters in self._fetch(connection, chunk):
                    yield letters
            # Handed out or gone: what has left the folder can be forgotten, its number is never used again.
            self._known.intersection_update(present)
            self._troubles.worked(REACH)
            if not fresh and not connection.news.is_set():
                self.looked.set()
                await self._wait(connection)

    def _open(self, validity: int) -> None:
        if self._validity is not None and validity != self._validity:
            _log.warning("Mailbox: the server has renumbered the folder; what is in it is looked at again.")
            for numbers in (self._known, self._suspects, self._aside):
                numbers.clear()
        self._validity = validity

    def _is_fresh(self, uid: int) -> bool:
        if uid in self._known or self._mover.has(self._key(uid)):
            return False
        return self._aside.get(uid, 0.0) <= time.monotonic()

    def _chunks(self, fresh: Sequence[int]) -> list[Sequence[int]]:
        """The letters to fetch together; those at which a connection broke come last, each by itself."""
        sound = [uid for uid in fresh if uid not in self._suspects]
        chunks: list[Sequence[int]] = [
            sound[start : start + self._settings.batch] for start in range(0, len(sound), self._settings.batch)
        ]
        return chunks + [[uid] for uid in fresh if uid in self._suspects]

    def _suspect(self) -> None:
        """The connection broke while these letters were on their way: one of them may be why."""
        for uid in self._asked_for:
            self._suspects[uid] = self._suspects.get(uid, 0) + 1
            if self._suspects[uid] >= _TRIES and len(self._asked_for) == 1:
                self._aside[uid] = time.monotonic() + _ASIDE
                self._troubles.failed(LETTER.format(uid=uid), "it cannot be fetched; it is left where it is", person=True)
        self._asked_for = ()

    async def _fetch(self, connection: ImapConnection, uids: Sequence[int]) -> AsyncGenerator[list[Fetched], None]:
        """Hand out these letters, in parts of bounded bytes; over-long ones with their header only."""
        sizes = await connection.sizes(uids)
        limit = self._settings.size_limit
        # Gone since the search; also what a server lists but cannot show, or it would be asked for without end.
        self._known.update(uid for uid in uids if uid not in sizes)
        large = [uid for uid in uids if sizes.get(uid, 0) > limit]
        for part in _parts([uid for uid in uids if uid in sizes and uid not in large], sizes):
            found = await self._bodies(connection, part)
            letters = [Fetched(self._key(uid), raw) for uid, raw in sorted(found.items()) if uid in sizes]
            if letters:
                yield letters
        if large:
            heads = await self._bodies(connection, large, header_only=True)
            letters = [Fetched(self._key(uid), raw, complete=False) for uid, raw in sorted(heads.items())]
            if letters:
                yield letters

    async def _bodies(self, connection: ImapConnection, uids: Sequence[int], *, header_only: bool = False) -> dict[int, bytes]:
        self._asked_for = uids
        found = await connection.bodies(uids, header_only=header_only)
        self._asked_for = ()
        self._known.update(uids)
        for uid in uids:
            if self._suspects.pop(uid, 0):
                self._aside.pop(uid, None)
                self._troubles.worked(LETTER.format(uid=uid))
        return found

    async def _wait(self, connection: ImapConnection) -> None:
        """Wait for letters, or for the time to look again."""
        if self._may_idle(connection):
            await connection.idle(self._wake, self._settings.idle_renewal)
        else:
            await self._rest(self._settings.poll_every)
            await connection.check()

    def _may_idle(self, connection: ImapConnection) -> bool:
        return self._settings.idle and connection.offers("IDLE")

    async def _rest(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()

    def _key(self, uid: int) -> LetterKey:
        assert self._validity is not None
        return LetterKey(self._mailbox, self._validity, str(uid))


def _parts(uids: Sequence[int], sizes: dict[int, int]) -> list[list[int]]:
    """The UIDs in runs of at most eight million bytes, one letter at least."""
    parts: list[list[int]] = []
    room = 0
    for uid in uids:
        if not parts or sizes[uid] > room:
            parts.append([])
            room = _MOST_BYTES
        parts[-1].append(uid)
        room -= sizes[uid]
    return parts
