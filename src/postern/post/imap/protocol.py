"""aioimaplib made fit for a daemon that runs for months: seams where the library itself could lose a letter or hang.

- Untagged EXISTS outside IDLE is dropped by the library; here a new number sets `news`, so that no arrival goes unnoticed.
- A closed connection leaves the library's commands waiting; here it settles `lost`, which every wait watches.
- Replies are taken apart in a loop, not by recursion, which fails at about a thousand lines in one piece; and what has come
  of a FETCH is not looked through again from its beginning for each line.
- What a command may bring is bounded by what it asked for (`room`), a literal's length before a byte of it has come.
- A connection that has silently gone is noticed by TCP within two minutes.
- Nothing of a letter is ever written to a log.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import ssl
import time
from typing import cast

from aioimaplib import aioimaplib as lib

_log = logging.getLogger(__name__)
# It notes at level INFO each line that it has no use for.
logging.getLogger(lib.__name__).setLevel(logging.WARNING)
_CRLF = b"\r\n"
_NUMBER = re.compile(rb"^\* (\d{1,10}) (EXISTS|RECENT|EXPUNGE)\b", re.IGNORECASE)
ROOM = 1_000_000
"""Bytes that a command's answer may have besides the letters that it asks for; far more than any has."""
_KEEP_ALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}
"""Seconds of silence after which TCP asks whether the other side is there, between such questions, and how many; where the
system has the option."""
_DIGITS = 12
"""Of a literal's length; Python itself takes its time over thousands."""
_LITERAL = re.compile(rb"\{(\d+)\}$")


class _Fetch(lib.FetchCommand):  # type: ignore[misc]  # the library has no types
    """The library's FETCH, whose reply is done when the parentheses of its last message are closed."""

    def wait_data(self) -> bool:
        """Whether more of that message is to come. The library looks for it from the first line on."""
        own = []
        for line in reversed(self._resp_lines):
            if isinstance(line, bytes):  # not a literal, which is a bytearray
                own.append(line)
                if self.FETCH_MESSAGE_DATA_RE.match(line):
                    break
        return not lib.matched_parenthesis(b"".join(own))


class WatchfulProtocol(lib.IMAP4ClientProtocol):  # type: ignore[misc]  # the library has no types
    """The library's protocol with `news` (letters may have come, or the end) and `lost` (why the connection ended)."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self.incomplete_line: bytes = b""
        self.current_command: lib.Command | None = None
        self.news = asyncio.Event()
        self._answers: list[str] = []
        self.lost: asyncio.Future[str] = loop.create_future()
        self.heard = 0.0
        """When the server last sent something (monotonic seconds)."""
        self.room = ROOM
        """So many more bytes are taken from the server before the next command."""
        self.present = 0
        """How many letters the folder has, by what the server said last."""
        self.expunged = 0
        """How many letters the server said have left the folder; whatever is numbered behind them has moved up."""
        self._recent = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by asyncio when the connection stands."""
        super().connection_made(transport)
        line = cast("socket.socket | None", transport.get_extra_info("socket"))
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in _KEEP_ALIVE.items():
                if (option := getattr(socket, name, None)) is not None:
                    line.setsockopt(socket.IPPROTO_TCP, option, value)

    def fail(self, reason: str) -> None:
        """Give the connection up, for this reason unless there was one before."""
        if not self.lost.done():
            self.lost.set_result(reason)
        self.news.set()
        if self.transport is not None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by asyncio when the connection has ended."""
        self.fail(f"connection lost: {exc}" if exc else "the server closed the connection")

    def data_received(self, d: bytes) -> None:
        """Called by asyncio with what the server sent, in pieces of any length."""
        self.heard = time.monotonic()
        self.room -= len(d)
        if self.room < 0:
            self.fail("the server sent far more than it was asked for")
            return
        try:
            self._handle_responses(self.incomplete_line + d, self._handle_line, self.current_command)
            self.incomplete_line, self.current_command = b"", None
        except lib.IncompleteRead as rest:
            self.current_command, self.incomplete_line = rest.cmd, rest.data
        except Exception as fault:  # Whatever the library stumbles over, this connection is out of step.
            _log.warning("The IMAP server's reply could not be followed (%s); connecting anew.", type(fault).__name__)
            self.fail("a reply that could not be followed")

    def _handle_responses(self, data: bytes, line_handler, current_cmd=None) -> None:  # type: ignore[no-untyped-def]
        """The library's method as a loop."""
        while data:
            if current_cmd is not None and current_cmd.wait_literal_data():
                data = current_cmd.append_literal_data(data)
                if current_cmd.wait_literal_data():
                    raise lib.IncompleteRead(current_cmd)
            line, separator, tail = data.partition(_CRLF)
            if not separator:
                raise lib.IncompleteRead(current_cmd, data)
            command = line_handler(line, current_cmd)
            literal = _LITERAL.search(line)
            if literal:
                if len(literal[1]) > _DIGITS or (size := int(literal[1])) > self.room + len(tail):
                    self.fail("the server announced far more than it was asked for")
                    return
                command = lib.Command("NIL", "unused") if command is None else command
                command.begin_literal_data(size)
            current_cmd = command if literal or (command is not None and command.wait_data()) else None
            data = tail
        if self.pending_sync_command is not None:
            self.pending_sync_command.flush()
        if current_cmd is not None and current_cmd.wait_data():
            raise lib.IncompleteRead(current_cmd)

    async def fetch(self, message_set: str, message_parts: str, by_uid: bool = False, **_: object) -> lib.Response:
        """FETCH, without the library's time-out for each line: whoever asks bounds the whole (``ImapConnection``)."""
        prefix = "UID" if by_uid else ""
        return await self.execute(_Fetch(self.new_tag(), message_set, message_parts, prefix=prefix, loop=self.loop))

    def _untagged_response(self, line: bytes) -> lib.Command | None:
        if (found := _NUMBER.match(line)) is not None:
            self._count(int(found[1]), found[2].upper())
        return super()._untagged_response(line)

    def _count(self, number: int, what: bytes) -> None:
        """Keeps count of the folder's letters; what is said once more is no news."""
        if what == b"EXPUNGE":
            self.present, self.expunged = max(self.present - 1, 0), self.expunged + 1
        elif what == b"RECENT":
            if number != self._recent:
                self.news.set()
            self._recent = number
        else:
            if number != self.present:
                self.news.set()
            self.present = number

    def send(self, line: str, scrub: str | None = None) -> None:
        """Write one command line; nothing is logged, so `scrub` has no use."""
        if self.transport is None or self.transport.is_closing():
            raise lib.Abort("the connection is closed")
        self.transport.write(f"{line}\r\n".encode())

    async def authenticate(self, mechanism: str, first: str, last: str) -> lib.Response:
        """AUTHENTICATE (RFC 9051, 6.2.2) with one word from us, in base64; `last` answers what the server says to a refusal."""
        at_once = "SASL-IR" in {word.upper() for word in self.capabilities}
        self._answers = [last] if at_once else [first, last]
        words = (mechanism, first) if at_once else (mechanism,)
        response = await self.execute(lib.Command("AUTHENTICATE", self.new_tag(), *words, loop=self.loop))
        if response.result == "OK":
            self.state = lib.AUTH
        return response

    def _continuation(self, line: bytes) -> None:
        if self.pending_sync_command is not None and self.pending_sync_command.name == "AUTHENTICATE":
            self.send(self._answers.pop(0) if self._answers else "*")
        else:
            super()._continuation(line)

    async def welcome(self, command: bytes) -> None:
        """Take the greeting; a refusal ends the connection instead of an unheard exception."""
        try:
            await super().welcome(command)
        except lib.AioImapException as fault:
            self.fail(f"the server does not welcome us: {fault}")


class WatchfulClient(lib.IMAP4):  # type: ignore[misc]  # the library has no types
    """The library's client with a `WatchfulProtocol`."""

    protocol: WatchfulProtocol

    def create_client(
        self,
        host: str,
        port: int,
        loop: asyncio.AbstractEventLoop | None,
        conn_lost_cb: object = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """Called by the library's constructor: start to connect."""
        running = loop or asyncio.get_running_loop()
        self.protocol = WatchfulProtocol(running)
        self._client_task = running.create_task(running.create_connection(lambda: self.protocol, host, port, ssl=ssl_context))

    def drop(self) -> None:
        """Close at once and end every task that the library left waiting."""
        self._client_task.cancel()
        self.protocol.fail("closed by us")
        if self._idle_waiter is not None:
            self._idle_waiter.cancel()
        for task in [*self.tasks, *self.protocol.tasks]:
            task.cancel()
