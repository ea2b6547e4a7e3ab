"""A small IMAP server that is odd on demand: each row of the tests' table gives it one behaviour.

It speaks as much of RFC 9051 as Postern uses. ``odd`` sees each command first and may answer it in the server's place::

    async def odd(line: Line, command: str, words: str) -> bool:
        if command == "UID FETCH": ...
        return False        # True: this was all that is said to the command
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from postern.post.settings import ImapSettings


@dataclass
class Line:
    """One connection, the server's ``number``-th. ``tag`` is that of the command under way."""

    server: OddImap
    writer: asyncio.StreamWriter
    number: int
    tag: str = ""
    spoken: int = 0

    def say(self, *lines: str | bytes) -> None:
        """Says lines, as they are."""
        self.spoken += len(lines)
        for line in lines:
            self.writer.write((line if isinstance(line, bytes) else line.encode()) + b"\r\n")

    def done(self, words: str = "OK done") -> bool:
        """Ends the command with its tag and these words; returns True."""
        self.say(f"{self.tag} {words}")
        return True

    def fetched(self, uid: int, words: str) -> None:
        """Brings what is asked for of one letter."""
        raw, number = self.server.letters[uid], list(self.server.letters).index(uid) + 1
        if "RFC822.SIZE" in words:
            self.say(f"* {number} FETCH (UID {uid} RFC822.SIZE {len(raw)})")
        else:
            name, body = ("BODY[HEADER]", raw.partition(b"\r\n\r\n")[0]) if "HEADER" in words else ("BODY[]", raw)
            self.say(f"* {number} FETCH (UID {uid} {name} {{{len(body)}}}", body + b")")


Odd = Callable[[Line, str, str], Awaitable[bool]]


@dataclass
class OddImap:
    """``letters`` by UID; ``said`` counts the commands; ``moved`` are the UIDs that were moved away, in order."""

    odd: Odd
    letters: dict[int, bytes] = field(default_factory=dict)
    said: Counter[str] = field(default_factory=Counter)
    asked: list[str] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    capabilities: str = "IMAP4rev1 IDLE MOVE UIDPLUS"
    greeting: str = "* OK hello"
    port: int = 0
    lines: list[Line] = field(default_factory=list)
    quiet: bool = False
    """Letters that come are not announced."""
    was_odd: int = 0
    """To how many commands it said something odd."""
    serving: list[asyncio.Task[None]] = field(default_factory=list)

    def put(self, uid: int, raw: bytes) -> None:
        """A letter comes."""
        self.letters[uid] = raw
        for line in self.lines:
            if not self.quiet and not line.writer.is_closing():
                line.say(f"* {len(self.letters)} EXISTS")

    def settings(self, **more: object) -> ImapSettings:
        """What a host would write for this server."""
        values = {"port": self.port, "security": "plain", "user": "u", "password": "p", "timeout": 2, "longest_pause": 0.2}
        return ImapSettings.model_validate(values | more)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one connection."""
        if (task := asyncio.current_task()) is not None:
            self.serving.append(task)
        line = Line(self, writer, len(self.lines) + 1)
        self.lines.append(line)
        line.say(self.greeting)
        try:
            while text := (await reader.readline()).decode().rstrip("\r\n"):
                if text == "DONE":
                    line.done()
                    continue
                line.tag, _, rest = text.partition(" ")
                parts = rest.split(" ", 2)
                both = parts[0].upper() == "UID"
                command = " ".join(parts[: 1 + both]).upper()
                words = rest[len(command) :].strip()
                self.said[command] += 1
                self.asked.append(f"{command} {words}".strip())
                before = line.spoken
                answered = await self.odd(line, command, words)
                self.was_odd += answered or line.spoken > before
                if not answered:
                    self.answer(line, command, words)
                if command == "LOGOUT" or writer.is_closing():
                    break
        except ConnectionError:
            pass
        writer.close()

    def answer(self, line: Line, command: str, words: str) -> None:
        """The right answer."""
        if command == "CAPABILITY":
            line.say(f"* CAPABILITY {self.capabilities}")
        elif command == "SELECT":
            line.say(f"* {len(self.letters)} EXISTS", "* OK [UIDVALIDITY 5] valid")
        elif command == "UID SEARCH":
            line.say(f"* SEARCH {' '.join(map(str, self.found(words)))}".rstrip())
        elif command == "UID FETCH":
            for uid in self.named(words):
                line.fetched(uid, words)
        elif command == "UID MOVE":
            for uid in self.named(words):
                line.say(f"* {list(self.letters).index(uid) + 1} EXPUNGE")
                del self.letters[uid]
                self.moved.append(uid)
        elif command == "IDLE":
            line.say("+ idling")
            return
        elif command == "LOGOUT":
            line.say("* BYE")
        line.done()

    def found(self, words: str) -> list[int]:
        """What a search finds: all, or those of these numbers in the folder."""
        part = re.match(r"(\d+):(\d+|\*) ", words)
        uids = sorted(self.letters)
        return uids if part is None else uids[int(part[1]) - 1 : None if part[2] == "*" else int(part[2])]

    def named(self, words: str) -> list[int]:
        """The letters there are among the UIDs that a command names."""
        return [uid for uid in _uids(words.split(" ")[0]) if uid in self.letters]


def _uids(words: str) -> Iterator[int]:
    for part in words.split(","):
        first, _, last = part.partition(":")
        yield from range(int(first), int(last or first) + 1)


async def as_it_should(line: Line, command: str, words: str) -> bool:
    """Nothing is odd."""
    return False


@asynccontextmanager
async def serving(odd: Odd = as_it_should, **more: object) -> AsyncIterator[OddImap]:
    """Runs such a server with these fields."""
    imap = OddImap(odd, **more)  # type: ignore[arg-type]  # a table's row names any of them
    server = await asyncio.start_server(imap.talk, "127.0.0.1", 0)
    imap.port = server.sockets[0].getsockname()[1]
    try:
        yield imap
    finally:
        server.close()
        for line in imap.lines:
            line.writer.close()
        await asyncio.gather(*imap.serving, return_exceptions=True)
