"""Letters from an IMAP mailbox, for months: IDLE or polling, reconnecting for ever, nothing lost and nothing twice."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Iterable, Sequence

from postern.post.condition import Link, unknown
from postern.post.imap.connection import CommandRefused, ImapConnection, ImapFault, LoginRefused
from postern.post.oauth import Tokens
from postern.post.settings import ImapSettings
from postern.post.source import Fetched, LetterKey, Outcome

_log = logging.getLogger(__name__)
_FIRST_PAUSE = 0.5
_LOGIN_PAUSE = 5.0
_GOODBYE = 1.0
_STEADY = 30.0
_MOST_BYTES = 8_000_000
_MOVES_AT_ONCE = 100
_GATHER = 0.05


class ImapSource:
    """A `Source` over IMAP.

    One connection does everything in turn: move what is settled, look for letters, hand them out, wait. A letter stays
    known until it has left the folder, also over a reconnect, so it is handed out once a run; when the server renumbers
    the folder (a new UIDVALIDITY) all that is left in it comes again under new keys.
    """

    def __init__(self, settings: ImapSettings, tokens: Tokens | None = None) -> None:
        """``tokens``: log in with these instead of a password."""
        self._settings = settings
        self._tokens = tokens
        self._mailbox = f"imap:{settings.user}@{settings.host}:{settings.port}/{settings.folder}"
        self._folders = {Outcome.HANDLED: settings.handled_folder, Outcome.FAILED: settings.failed_folder}
        self._validity: int | None = None
        self._known: set[int] = set()
        self._moves: dict[int, Outcome] = {}
        self._stuck: dict[int, Outcome] = {}
        self._early: dict[LetterKey, Outcome] = {}
        self._wake = asyncio.Event()
        self._all_moved = asyncio.Event()
        self._all_moved.set()
        self._apart = asyncio.Event()
        self._apart.set()
        self._closed = False
        self._connection: ImapConnection | None = None
        self.condition = unknown()

    async def batches(self) -> AsyncIterator[list[Fetched]]:
        """See `Source.batches`: at most `batch` letters at a time."""
        pause, begun = _FIRST_PAUSE, 0.0
        self._known.clear()
        while not self._closed:
            try:
                self._apart.clear()
                self._connection = connection = await ImapConnection.connect(self._settings, self._tokens)
                begun = time.monotonic()
                async for letters in self._session(connection):
                    yield letters
                await connection.close()
            except LoginRefused as fault:
                begun = 0.0
                pause = min(max(pause, _LOGIN_PAUSE), self._settings.longest_pause)
                self.condition = self.condition.become(Link.REFUSED, str(fault))
                _log.error("Mailbox: %s. Trying again in %.0f s.", fault, pause)
            except (ImapFault, OSError) as fault:
                pause = _FIRST_PAUSE if begun and time.monotonic() - begun > _STEADY else pause
                begun = 0.0
                self.condition = self.condition.become(Link.DOWN, str(fault))
                if not self._closed:
                    _log.warning("Mailbox: %s. Connecting again in %.1f s.", fault, pause)
            finally:
                if self._connection is not None:
                    self._connection.drop()
                    self._connection = None
                self._apart.set()
            if not self._closed:
                await self._rest(pause)
                pause = min(pause * 2, self._settings.longest_pause)

    def settle(self, keys: Iterable[LetterKey], outcome: Outcome) -> None:
        """See `Source.settle`. Keys of another mailbox or another UIDVALIDITY are passed over."""
        for key in keys:
            if key.mailbox == self._mailbox and self._validity is None:
                self._early[key] = outcome
            elif key.mailbox == self._mailbox and key.validity == self._validity:
                self._moves[int(key.uid)] = outcome
        if self._moves or self._early:
            self._all_moved.clear()
            self._wake.set()

    async def settled(self) -> None:
        """See `Source.settled`."""
        await self._all_moved.wait()

    async def close(self) -> None:
        """See `Source.close`."""
        self._closed = True
        self._wake.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                await self._apart.wait()
        if self._connection is not None:
            self._connection.drop()

    async def _session(self, connection: ImapConnection) -> AsyncIterator[list[Fetched]]:
        """One connection's life. Ends when closed; raises ImapFault when the connection does."""
        self._open(await connection.select(self._settings.folder))
        self.condition = self.condition.become(Link.UP)
        _log.info("Mailbox: connected%s.", ", waiting by IDLE" if self._may_idle(connection) else ", polling")
        while not self._closed:
            await self._move_settled(connection)
            connection.news.clear()
            present = await connection.search()
            fresh = [uid for uid in present if uid not in self._known]
            for start in range(0, len(fresh), self._settings.batch):
                chunk = fresh[start : start + self._settings.batch]
                async for letters in self._fetch(connection, chunk):
                    yield letters
                await self._move_settled(connection)
            # Handed out or gone: what has left the folder can be forgotten, its number is never used again.
            self._known.intersection_update(present)
            if not fresh and not self._moves and not connection.news.is_set():
                await self._wait(connection)

    def _open(self, validity: int) -> None:
        if self._validity is not None and validity != self._validity:
            _log.warning("Mailbox: the server has renumbered the folder; what is in it is looked at again.")
            self._known.clear()
            self._moves.clear()
            self._stuck.clear()
        self._validity = validity
        self._moves.update({int(key.uid): outcome for key, outcome in self._early.items() if key.validity == validity})
        self._early.clear()
        # Another connection may be allowed to do what the last one was refused.
        self._moves = {**self._stuck, **self._moves}
        self._stuck.clear()
        self._note_moves()

    async def _fetch(self, connection: ImapConnection, uids: Sequence[int]) -> AsyncIterator[list[Fetched]]:
        """Hand out these letters, in parts of bounded bytes; over-long ones with their header only."""
        sizes = await connection.sizes(uids)
        limit = self._settings.size_limit
        # Gone since the search; also what a server lists but cannot show, or it would be asked for without end.
        self._known.update(uid for uid in uids if uid not in sizes)
        large = [uid for uid in uids if sizes.get(uid, 0) > limit]
        for part in _parts([uid for uid in uids if uid in sizes and uid not in large], sizes):
            found = await connection.bodies(part)
            self._known.update(part)
            letters = [Fetched(self._key(uid), raw, sizes[uid]) for uid, raw in sorted(found.items()) if uid in sizes]
            if letters:
                yield letters
        if large:
            heads = await connection.bodies(large, header_only=True)
            self._known.update(large)
            letters = [Fetched(self._key(uid), raw, sizes[uid], complete=False) for uid, raw in sorted(heads.items())]
            if letters:
                yield letters

    async def _move_settled(self, connection: ImapConnection) -> None:
        """Move what is settled, in batches; a refusal is logged and tried again on the next connection."""
        self._wake.clear()
        while self._moves:
            outcome = next(iter(self._moves.values()))
            uids = [uid for uid, other in self._moves.items() if other is outcome][:_MOVES_AT_ONCE]
            try:
                await connection.move(uids, self._folders[outcome])
            except CommandRefused as fault:
                _log.error("Mailbox: letters cannot be moved to %s: %s", self._folders[outcome], fault)
                self._stuck.update(dict.fromkeys(uids, outcome))
                self._known.update(uids)
            for uid in uids:
                # Settled again with another outcome while the move was under way: the later word holds.
                if self._moves.get(uid) is outcome:
                    del self._moves[uid]
        self._note_moves()

    def _note_moves(self) -> None:
        if not self._moves:
            self._all_moved.set()

    async def _wait(self, connection: ImapConnection) -> None:
        """Wait for letters, for something to move, or for the time to look again."""
        if self._may_idle(connection):
            await connection.idle(self._wake, self._settings.idle_renewal)
        else:
            await self._rest(self._settings.poll_every)
            await connection.check()
        if self._wake.is_set() and not connection.news.is_set() and not self._closed:
            # Letters are often settled one after another: move them together.
            await asyncio.sleep(_GATHER)

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
