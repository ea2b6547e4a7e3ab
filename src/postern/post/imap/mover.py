"""Settled letters leave the inbox over a connection of their own, so that a folder that is slow or full holds up nobody."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable

from postern.post.imap.connection import CommandRefused, ImapConnection, ImapFault, LoginRefused, NotNow
from postern.post.oauth import Tokens
from postern.post.settings import ImapSettings
from postern.post.source import LetterKey, Outcome
from postern.post.troubles import Troubles

_AT_ONCE = 100
_GATHER = 0.05
_LINGER = 60.0
_FIRST_PAUSE = 1.0
_BREAKS = 3
REACH, LOGIN, MOVING = "the mailbox", "the login to the mailbox", "moving letters to the folder {folder}"
"""The troubles that are told of, by name."""


class Mover:
    """Moves letters to the folders of the settings. A folder that cannot be used rests for a while; others go on."""

    def __init__(self, settings: ImapSettings, tokens: Tokens | None, troubles: Troubles) -> None:
        self._settings = settings
        self._tokens = tokens
        self._troubles = troubles
        self._folders = {Outcome.HANDLED: settings.handled_folder, Outcome.FAILED: settings.failed_folder}
        self._moves: dict[LetterKey, Outcome] = {}
        self._resting: dict[Outcome, tuple[float, float]] = {}
        """Until when (monotonic seconds) a folder rests, and for how long it was sent to rest."""
        self._broke: dict[Outcome, int] = {}
        """How often in a row moving to a folder failed."""
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._connection: ImapConnection | None = None
        self._validity = 0

    def settle(self, keys: Iterable[LetterKey], outcome: Outcome) -> None:
        """Have these letters moved; the last word about a letter holds."""
        self._moves.update(dict.fromkeys(keys, outcome))
        if self._moves:
            self._idle.clear()
            self._wake.set()

    def has(self, key: LetterKey) -> bool:
        """Whether this letter is still to be moved."""
        return key in self._moves

    async def settled(self) -> None:
        """Wait until everything is moved, but for letters whose folder rests."""
        await self._idle.wait()

    async def run(self) -> None:
        """Move letters until cancelled, through every fault of the server."""
        try:
            while True:
                await self._wait()
                self._wake.clear()
                for outcome in self._due():
                    await self._try(outcome)
                self._note_idle()
        finally:
            self.drop()

    def drop(self) -> None:
        """Close the connection without a word."""
        if self._connection is not None:
            self._connection.drop()
            self._connection = None

    async def _wait(self) -> None:
        """Until there is something to move, or a folder has rested; a connection that is not used is closed meanwhile."""
        if self._due():
            return
        now = time.monotonic()
        waiting = set(self._moves.values())
        ends = [until - now for outcome, (until, _) in self._resting.items() if outcome in waiting]
        if self._connection is not None:
            ends.append(_LINGER)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(min(ends), 0) if ends else None):
                await self._wake.wait()
                # Letters are often settled one after another: move them together.
                await asyncio.sleep(_GATHER)
                return
        if not self._due() and self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.close()

    def _due(self) -> list[Outcome]:
        """The folders for which letters wait and that do not rest, those that never failed first."""
        now = time.monotonic()
        waiting = dict.fromkeys(self._moves.values())
        due = [outcome for outcome in waiting if self._resting.get(outcome, (0.0, 0.0))[0] <= now]
        return sorted(due, key=lambda outcome: outcome in self._resting)

    async def _try(self, outcome: Outcome) -> None:
        folder = self._folders[outcome]
        trouble = MOVING.format(folder=folder)
        try:
            await self._open(renewed=False)
        except LoginRefused as fault:
            self._rest(outcome)
            self._troubles.failed(LOGIN, str(fault), person=True)
            return
        except NotNow as fault:
            # The one that looks for letters may well have its connection: this is about the second.
            self._rest(outcome)
            self._troubles.failed(trouble, str(fault))
            return
        except (CommandRefused, ImapFault, OSError) as fault:
            self._rest(outcome)
            self._troubles.failed(REACH, str(fault))
            return
        try:
            await self._move_all(outcome, folder)
        except (CommandRefused, ImapFault, OSError) as fault:
            lost = not isinstance(fault, CommandRefused) and (self._connection is None or self._connection.lost)
            if not isinstance(fault, CommandRefused):
                self.drop()
            self._rest(outcome)
            self._broke[outcome] = self._broke.get(outcome, 0) + 1
            if lost and self._broke[outcome] < _BREAKS:
                # The network, most likely; only when it happens again and again it is the folder's doing.
                self._troubles.failed(REACH, str(fault))
            else:
                self._troubles.failed(trouble, str(fault), person=True)
        else:
            self._resting.pop(outcome, None)
            self._broke.pop(outcome, None)
            self._troubles.worked(trouble)

    def _rest(self, outcome: Outcome) -> None:
        pause = self._resting.get(outcome, (0.0, _FIRST_PAUSE / 2))[1] * 2
        pause = min(pause, self._settings.longest_pause)
        self._resting[outcome] = (time.monotonic() + pause, pause)

    async def _move_all(self, outcome: Outcome, folder: str) -> None:
        if any(key.validity != self._validity for key in self._moves):
            # Renumbered since this connection was made, or said of a numbering that is gone: a new one knows.
            await self._open(renewed=True)
            self._moves = {key: other for key, other in self._moves.items() if key.validity == self._validity}
        connection = self._connection
        assert connection is not None
        while keys := [key for key, other in self._moves.items() if other is outcome][:_AT_ONCE]:
            await connection.move([int(key.uid) for key in keys], folder)
            for key in keys:
                # Settled again with another outcome while the move was under way: the later word holds.
                if self._moves.get(key) is outcome:
                    del self._moves[key]

    async def _open(self, *, renewed: bool) -> None:
        if self._connection is not None and not renewed:
            try:
                # Letters that came since are unknown to this connection until it looks (RFC 9051, 7): moves would miss them.
                await self._connection.check()
                return
            except ImapFault:
                pass
        self.drop()
        connection = await ImapConnection.connect(self._settings, self._tokens)
        try:
            self._validity = await connection.select(self._settings.folder)
        except BaseException:
            connection.drop()
            raise
        self._connection = connection

    def _note_idle(self) -> None:
        if not self._due():
            self._idle.set()
