"""A TCP proxy on the loopback that does harm on demand: between Postern and its IMAP or SMTP server.

It reads what the client says line by line, so that a fault can be bound to a command::

    proxy.on(rb"UID MOVE", refuse("NO [OVERQUOTA] full"), times=3)
    proxy.on(DOT, lose_reply)
    proxy.slow = 0.01           # seconds for every eight bytes from the server
    proxy.cut()                 # reset every connection
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

DOT = rb"^\.\r\n$"
"""The line that ends a letter."""
_DATA = re.compile(rb"^DATA\r\n$", re.IGNORECASE)
_STARTTLS = re.compile(rb"STARTTLS\r\n$", re.IGNORECASE)


@dataclass
class Session:
    """One connection through the proxy."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    in_data: bool = False
    held: bool = False
    """The letter under way goes nowhere: the proxy itself took the word DATA."""
    lost_reply: bool = False
    cut_after: int | None = None
    """So many more bytes of the server's reach the client; then the connection is reset."""
    changes: list[tuple[bytes, bytes]] = field(default_factory=list)

    def answer(self, text: str) -> None:
        """Says something to the client in the server's place."""
        self.client.write(text.encode() + b"\r\n")

    def cut(self) -> None:
        """Resets both connections."""
        for writer in (self.client, self.server):
            reset(writer)


Action = Callable[[Session, bytes], Awaitable[bool]]
"""What to do at a line of the client's; True when the line is to be passed on."""


@dataclass
class Rule:
    """An action, at which lines, and how many times more; ``hits`` counts."""

    pattern: re.Pattern[bytes]
    action: Action
    times: int
    hits: int = 0


class Proxy:
    """Use as an asynchronous context manager; connect to ``port``."""

    def __init__(self, upstream: int) -> None:
        self.upstream = upstream
        self.port = 0
        self.rules: list[Rule] = []
        self.sessions: list[Session] = []
        self.connections = 0
        self.slow = 0.0
        self.stalled = False
        """Nothing passes in either direction; connections stay open."""
        self.refusing = False
        """New connections are reset at once."""
        self.changes: list[tuple[bytes, bytes]] = []
        """What the server says is changed so on its way."""
        self._serving: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Proxy:
        self._listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listener.close()
        self.stalled = False
        self.cut()
        while self._serving:
            await asyncio.wait(self._serving)

    def on(self, pattern: bytes, action: Action, times: int = 1_000_000) -> Rule:
        """Does this whenever the client says a line like that; the newest rule first."""
        rule = Rule(re.compile(pattern, re.IGNORECASE), action, times)
        self.rules.insert(0, rule)
        return rule

    def well(self) -> None:
        """No faults from now on."""
        self.rules.clear()
        self.changes.clear()
        self.slow, self.stalled, self.refusing = 0.0, False, False

    def cut(self) -> None:
        """Resets every connection."""
        for session in self.sessions:
            session.cut()
        self.sessions.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self.refusing:
            reset(writer)
            return
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        try:
            await self._join(reader, writer)
        finally:
            self._serving.discard(task)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up, server = await asyncio.open_connection("127.0.0.1", self.upstream)
        session = Session(writer, server)
        self.sessions.append(session)
        pumps = {asyncio.create_task(self._from_client(session, reader)), asyncio.create_task(self._from_server(session, up))}
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(0.01)
        finally:
            for task in pumps:
                task.cancel()
            for one in (writer, server):
                one.close()
            if session in self.sessions:
                self.sessions.remove(session)

    async def _from_client(self, session: Session, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                await self._while_stalled()
                if session.in_data and line == b".\r\n":
                    session.in_data = False
                elif session.in_data:
                    if not session.held:
                        session.server.write(line)
                    continue
                rule = next((rule for rule in self.rules if rule.hits < rule.times and rule.pattern.search(line)), None)
                if rule is not None:
                    rule.hits += 1
                pass_on = rule is None or await rule.action(session, line)
                if _DATA.match(line) and (pass_on or session.held):
                    session.in_data = True
                if pass_on:
                    session.server.write(line)
                    await session.server.drain()
                if _STARTTLS.search(line) and pass_on:
                    await self._raw(reader, session.server)
                    return

    async def _raw(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._while_stalled()
            writer.write(data)

    async def _from_server(self, session: Session, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                await self._while_stalled()
                if session.lost_reply:
                    session.cut()
                    return
                for old, new in (*self.changes, *session.changes):
                    data = data.replace(old, new)
                if session.cut_after is not None:
                    data = data[: session.cut_after]
                    session.cut_after -= len(data)
                if self.slow:
                    for start in range(0, len(data), 8):
                        if session.client.is_closing():
                            return
                        session.client.write(data[start : start + 8])
                        await asyncio.sleep(self.slow)
                else:
                    session.client.write(data)
                await session.client.drain()
                if session.cut_after == 0:
                    session.cut()
                    return

    async def _while_stalled(self) -> None:
        while self.stalled:  # noqa: ASYNC110  # a test ends it from outside
            await asyncio.sleep(0.01)


def reset(writer: asyncio.StreamWriter) -> None:
    """Ends a connection with RST, as a crash or a firewall does."""
    line = writer.get_extra_info("socket")
    if line is not None:
        with contextlib.suppress(OSError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def refuse(words: str) -> Action:
    """IMAP: answers the command with its tag and these words, e.g. ``NO [INUSE] locked``; the server never hears of it."""

    async def act(session: Session, line: bytes) -> bool:
        session.answer(f"{line.split()[0].decode()} {words}")
        return False

    return act


def reply(words: str) -> Action:
    """SMTP: answers the command so; the server never hears of it. At DOT the letter was heard by nobody: see ``hold``."""

    async def act(session: Session, line: bytes) -> bool:
        session.answer(words)
        session.held = False
        return False

    return act


async def hold(session: Session, line: bytes) -> bool:
    """SMTP, at DATA: takes the letter in the server's place, so that ``reply`` at DOT can refuse it."""
    session.held = True
    session.answer("354 go on")
    return False


async def stall(session: Session, line: bytes) -> bool:
    """The command is lost; the connection stays open and silent."""
    return False


async def drop(session: Session, line: bytes) -> bool:
    """The connection is reset instead."""
    session.cut()
    return False


async def lose_reply(session: Session, line: bytes) -> bool:
    """The server does what it is asked; its answer is lost with the connection."""
    session.lost_reply = True
    return True


def truncate(after: int) -> Action:
    """So many bytes of the answer arrive; then the connection is reset."""

    async def act(session: Session, line: bytes) -> bool:
        session.cut_after = after
        return True

    return act
