"""Letters from an IMAP mailbox, for months: IDLE or polling, reconnecting for ever, nothing lost and nothing twice."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Iterable, Sequence
from datetime import datetime
from math import inf

from postern.post.condition import Link, unknown
from postern.post.imap.connection import CommandRefused, ImapConnection, ImapFault, LoginRefused, NotNow
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
_ASK_AGAIN = (0.0, 15.0, 300.0)
"""Seconds after which a letter that the server left out is asked for again: in the next look, then alone, then told."""
_FLOOR, _HIGHEST_FLOOR = 0.1, 2.0
"""Seconds from a look that brought nothing to the next, when the server says that there is news; they double each time."""
_MOST_HEADER = 400_000
LETTER = "letter {uid} of the mailbox"
"""The trouble of one letter, by name."""


class ImapSource:
    """A `Source` over IMAP.

    One connection looks for letters, hands them out and waits; a `Mover` takes what is settled to its folder over another.
    A letter stays known until it has left the folder, also over a reconnect, so it is handed out once a run; when the
    server renumbers the folder (a new UIDVALIDITY) all that is left in it comes again under new keys. A letter at which
    the connection breaks again and again is left lying for an hour at a time, so that it holds up no other. Only bytes in
    hand make a letter known: one that the server lists and does not bring is asked for again.
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
        self._left_out: dict[int, int] = {}
        """Letters that the server lists and did not bring, and how often."""
        self._aside: dict[int, float] = {}
        """Letters left lying, and until when (monotonic seconds)."""
        self._floor = _FLOOR
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

    def look(self) -> None:
        """See `Source.look`. While there is no connection, the next one begins with a look, and not the sooner for it."""
        if self._connection is not None:
            self._wake.set()

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
            except NotNow as fault:
                begun = 0.0
                self.looked.clear()
                pause = min(max(pause, _LOGIN_PAUSE), self._settings.longest_pause)
                self.condition = self.condition.become(Link.DOWN, str(fault))
                self._troubles.failed(REACH, str(fault))
                self._troubles.worked(LOGIN)
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
            began, expunged = self.looked.clock(), connection.expunged
            found, parts, seen = False, 0, set[int]()
            async for present in connection.searched():
                parts += 1
                fresh = [uid for uid in present if self._is_fresh(uid)]
                found = found or bool(fresh)
                for chunk in self._chunks(fresh):
                    async for letters in self._fetch(connection, chunk):
                        yield letters
                seen.update(uid for uid in present if uid in self._known or uid in self._left_out)
            # Handed out or gone: what has left the folder can be forgotten, its number is never used again.
            self._known &= seen
            for uid in [uid for uid in self._left_out if uid not in seen]:
                self._brought(uid)
            self._troubles.worked(REACH)
            # What moved up into a part that was looked through already has not been seen.
            moved = parts > 1 and expunged != connection.expunged
            if self._owed():
                self.looked.clear()
            elif not moved:
                self.looked.through(began)
            if found:
                self._floor = _FLOOR
            else:
                await self._wait(connection, 0.0 if moved else self._until_next(connection))

    def _open(self, validity: int) -> None:
        if self._validity is not None and validity != self._validity:
            _log.warning("Mailbox: the server has renumbered the folder; what is in it is looked at again.")
            for uid in list(self._left_out):
                self._brought(uid)
            for numbers in (self._known, self._suspects, self._aside):
                numbers.clear()
        self._validity = validity

    def _is_fresh(self, uid: int) -> bool:
        if uid in self._known or self._mover.has(self._key(uid)):
            return False
        return self._aside.get(uid, 0.0) <= time.monotonic()

    def _chunks(self, fresh: Sequence[int]) -> list[Sequence[int]]:
        """The letters to fetch together; those at which a connection broke, or that were left out twice, come last, each by
        itself."""
        sound = [uid for uid in fresh if uid not in self._suspects and self._left_out.get(uid, 0) < 2]
        chunks: list[Sequence[int]] = [
            sound[start : start + self._settings.batch] for start in range(0, len(sound), self._settings.batch)
        ]
        return chunks + [[uid] for uid in fresh if uid not in sound]

    def _suspect(self) -> None:
        """The connection broke while these letters were on their way: one of them may be why."""
        for uid in self._asked_for:
            self._suspects[uid] = self._suspects.get(uid, 0) + 1
            if self._suspects[uid] >= _TRIES and len(self._asked_for) == 1:
                self._aside[uid] = time.monotonic() + _ASIDE
                self._troubles.failed(LETTER.format(uid=uid), "it cannot be fetched; it is left where it is", person=True)
        self._asked_for = ()

    def _leave_out(self, uids: Iterable[int]) -> None:
        """The server lists these and did not bring them: gone at this moment, or held back. The next look knows."""
        for uid in uids:
            times = self._left_out[uid] = self._left_out.get(uid, 0) + 1
            self._aside[uid] = time.monotonic() + _ASK_AGAIN[min(times, len(_ASK_AGAIN)) - 1]
            if times >= len(_ASK_AGAIN):
                self._troubles.failed(LETTER.format(uid=uid), "the server lists it and does not bring it", person=True)

    def _brought(self, uid: int) -> None:
        """This letter is here, or has left the folder."""
        if self._suspects.pop(uid, 0) + self._left_out.pop(uid, 0):
            self._aside.pop(uid, None)
            self._troubles.worked(LETTER.format(uid=uid))

    def _owed(self) -> bool:
        """Whether a letter that is listed may still come: it was not asked for as often as it takes to tell of it."""
        return any(times < len(_ASK_AGAIN) for times in self._left_out.values())

    async def _fetch(self, connection: ImapConnection, uids: Sequence[int]) -> AsyncGenerator[list[Fetched], None]:
        """Hand out these letters, in parts of bounded bytes; over-long ones with their header only."""
        self._asked_for = uids
        sizes = await connection.sizes(uids)
        self._asked_for = ()
        limit = self._settings.size_limit
        self._leave_out(uid for uid in uids if uid not in sizes)
        large = [uid for uid in uids if sizes.get(uid, 0) > limit]
        for part in _parts([uid for uid in uids if uid in sizes and uid not in large], sizes):
            if letters := await self._bodies(connection, part, sizes):
                yield letters
        if large and (letters := await self._bodies(connection, large, sizes, header_only=True)):
            yield letters

    async def _bodies(
        self, connection: ImapConnection, uids: Sequence[int], sizes: dict[int, int], *, header_only: bool = False
    ) -> list[Fetched]:
        self._asked_for = uids
        most = _MOST_HEADER if header_only else self._settings.size_limit
        size = sum(min(sizes[uid], most) for uid in uids)
        found = await connection.bodies(uids, size, header_only=header_only)
        self._asked_for = ()
        # Nothing at all is no letter, where the server said that there is one.
        bodies = {uid: found[uid] for uid in sorted(uids) if uid in found and (found[uid] or not sizes[uid])}
        letters = [Fetched(self._key(uid), raw, not header_only) for uid, raw in bodies.items()]
        self._known.update(bodies)
        self._leave_out(uid for uid in uids if uid not in bodies)
        for uid in bodies:
            self._brought(uid)
        return letters

    def _until_next(self, connection: ImapConnection) -> float:
        """Seconds until the next look, when nothing happens."""
        seconds = self._settings.idle_renewal if self._may_idle(connection) else self._settings.poll_every
        soonest = min((self._aside.get(uid, 0.0) for uid in self._left_out), default=inf)
        return min(seconds, max(soonest - time.monotonic(), 0.0))

    async def _wait(self, connection: ImapConnection, seconds: float) -> None:
        """Wait for letters, or for the time to look again; looks that bring nothing follow one another more and more slowly,
        however often the server says that there is news."""
        began = time.monotonic()
        if seconds and not connection.news.is_set():
            if self._may_idle(connection):
                await connection.idle(self._wake, seconds)
            else:
                await self._rest(seconds)
                await connection.check()
        waited = time.monotonic() - began
        if waited >= min(seconds, _HIGHEST_FLOOR) > 0:
            self._floor = _FLOOR
        elif not self._wake.is_set():
            await self._rest(self._floor - waited)
            self._floor = min(self._floor * 2, _HIGHEST_FLOOR)

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
