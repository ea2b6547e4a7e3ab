"""IMAP servers that are odd, a row each: what they do, and what Postern must do all the same."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from postern.post.imap import ImapSource
from postern.post.imap.mover import LOGIN, MOVING, REACH
from postern.post.imap.source import LETTER
from postern.post.source import Outcome
from postern.post.troubles import Trouble, Troubles
from tests.post.odd_servers import Line, Odd, OddImap, as_it_should, serving
from tests.post.watching import Watcher, letter, until, watching

EXCHANGE = "NO [ALERT] User is authenticated but not connected."
HEAD = len("* 1 EXISTS\r\n")


def all_but(uid: int, what: str, *, times: int = 1_000_000) -> Odd:
    """The first so many times, a FETCH of this leaves the letter out and says OK."""
    left = [times]

    async def odd(line: Line, command: str, words: str) -> bool:
        named = line.server.named(words) if command == "UID FETCH" else []
        if what not in words or uid not in named or left[0] <= 0:
            return False
        left[0] -= 1
        for other in named:
            if other != uid:
                line.fetched(other, words)
        return line.done()

    return odd


def instead(command: str, what: str, *lines: str | bytes, ends: str = "OK done", times: int = 1_000_000) -> Odd:
    """Says these lines where a command asks for this, and nothing of what it asks for."""
    left = [times]

    async def odd(line: Line, asked: str, words: str) -> bool:
        if asked != command or what not in words or left[0] <= 0:
            return False
        left[0] -= 1
        line.say(*lines)
        return line.done(ends) if ends else True

    return odd


def before_each(*lines: str | Callable[[], str]) -> Odd:
    """Says these lines before it answers any command to an open folder."""

    async def odd(line: Line, command: str, words: str) -> bool:
        if command.startswith("UID") or command in ("IDLE", "NOOP"):
            line.say(*(one if isinstance(one, str) else one() for one in lines))
        return False

    return odd


def flood(what: bytes) -> Odd:
    """Sends this again and again instead of an answer to a FETCH of letter 6."""

    async def odd(line: Line, command: str, words: str) -> bool:
        if "BODY" not in words or 6 not in line.server.named(words):
            return False
        line.server.was_odd += 1
        with_room = 40
        while not line.writer.is_closing() and with_room:
            line.writer.write(what * (500_000 // len(what)))
            await line.writer.drain()
            with_room -= 1
        return True

    return odd


def swinging() -> Callable[[], str]:
    """Three letters, four, three, four."""
    told = [3]

    def next_one() -> str:
        told[0] = 7 - told[0]
        return f"* {told[0]} EXISTS"

    return next_one


def only_connection(words: str) -> Odd:
    """No login but the first is taken."""

    async def odd(line: Line, command: str, said: str) -> bool:
        return command == "LOGIN" and line.number > 1 and line.done(words)

    return odd


async def bye(line: Line, command: str, words: str) -> bool:
    """The first three connections are told at the greeting that there are too many."""
    if line.number > 3:
        return False
    line.say("* BYE Too many connections from your network")
    line.writer.close()
    return True


async def strange_order(line: Line, command: str, words: str) -> bool:
    """The body comes before the UID, after word of another letter's flags and with a letter that nobody asked for."""
    if command != "UID FETCH" or "PEEK[]" not in words:
        return False
    line.say("* 1 FETCH (FLAGS (\\Seen))")
    for number, uid in enumerate(line.server.named(words)):
        raw = line.server.letters[uid]
        line.say(f"* {number + 1} FETCH (FLAGS () BODY[] {{{len(raw)}}}", raw + b" UID %d)" % uid)
    line.say("* 9 FETCH (UID 99 BODY[] {5}", b"hello)")
    return line.done()


async def scattered(line: Line, command: str, words: str) -> bool:
    """A search is answered in three lines, out of order, one of them empty."""
    if command == "UID SEARCH":
        uids = [str(uid) for uid in sorted(line.server.letters, reverse=True)]
        line.say("* SEARCH", f"* SEARCH {' '.join(uids[:2])}", f"* SEARCH {' '.join(uids[2:])}".rstrip())
        return line.done()
    return False


async def comes_quietly(imap: OddImap, source: ImapSource) -> None:
    """A letter comes that the server does not announce; somebody asks for a look."""
    await source.looked.wait()
    imap.quiet = True
    imap.put(8, letter("8"))
    await asyncio.sleep(0.2)
    source.look()


async def swapped(imap: OddImap, source: ImapSource) -> None:
    """Another mail program takes a letter away while one comes: the folder has as many as before."""
    await source.looked.wait()
    await asyncio.sleep(0.2)
    imap.quiet = True
    imap.put(8, letter("8"))
    for line in imap.lines:
        line.say("* 3 EXPUNGE", f"* {len(imap.letters)} EXISTS")


@dataclass(frozen=True)
class Row:
    """What the server does and what Postern must do: which letters come, what is told (the name of a trouble and words of
    it; "" for nothing), how many commands are the most."""

    name: str
    odd: Odd
    comes: tuple[int, ...] = (5, 6, 7)
    told: tuple[str, str] = ("", "")
    most: dict[str, int] = field(default_factory=dict)
    meanwhile: Callable[[OddImap, ImapSource], Awaitable[None]] | None = None
    server: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    moves: bool = True


LEFT_OUT = (LETTER.format(uid=6), "the server lists it and does not bring it")
BROKEN = (LETTER.format(uid=6), "it cannot be fetched")
ROWS = [
    Row("a FETCH leaves a letter out, once", all_but(6, "PEEK[]", times=1)),
    Row("a FETCH leaves a letter out, twice", all_but(6, "PEEK[]", times=2)),
    Row("a FETCH leaves a letter out for ever", all_but(6, "PEEK[]"), (5, 7), LEFT_OUT, {"UID FETCH": 9}),
    Row("the size of a letter is left out for ever", all_but(6, "SIZE"), (5, 7), LEFT_OUT, {"UID FETCH": 7}),
    Row("the header of a long letter is left out", all_but(6, "HEADER", times=1), server={}, settings={"size_limit": 1000}),
    Row("a body is NIL, once", instead("UID FETCH", "PEEK[]", "* 1 FETCH (UID 6 BODY[] NIL)", times=1)),
    Row("a body is empty where the size is not", instead("UID FETCH", "PEEK[]", "* 1 FETCH (UID 6 BODY[] {0}", ")", times=1)),
    Row(
        "NO: some of the letters could not be fetched",
        instead("UID FETCH", "5:7 (UID BODY", ends="NO Some of the requested messages could not be fetched."),
    ),
    Row("EXISTS is repeated with every answer", before_each("* 3 EXISTS"), most={"UID SEARCH": 4, "IDLE": 2}, moves=False),
    Row("EXISTS swings to and fro", before_each(swinging()), most={"UID SEARCH": 9, "IDLE": 9}, moves=False),
    Row("a letter goes and one comes: EXISTS stays", as_it_should, (5, 6, 7, 8), meanwhile=swapped, moves=False),
    Row("IDLE stays silent", as_it_should, (5, 6, 7, 8), meanwhile=comes_quietly),
    Row("IDLE is not offered", as_it_should, server={"capabilities": "IMAP4rev1 MOVE"}),
    Row(
        "a literal of three gigabytes after a size of some bytes",
        flood(b"* 2 FETCH (UID 6 BODY[] {3000000000}\r\n"),
        (5, 7),
        BROKEN,
    ),
    Row(
        "a literal whose length has a thousand digits",
        flood(b"* 2 FETCH (UID 6 BODY[] {%b}\r\n" % (b"9" * 1000)),
        (5, 7),
        BROKEN,
    ),
    Row("a line that does not end", flood(b"* 2 FETCH (UID 6 X "), (5, 7), BROKEN),
    Row("lines that do not end", flood(b"* OK still here\r\n"), (5, 7), BROKEN),
    Row(
        "SEARCH names two million letters where three are",
        instead("UID SEARCH", "", "* SEARCH" + " 1234567" * 2_000_000, times=1),
    ),
    Row("SEARCH is answered in pieces", scattered),
    Row("FETCH answers in a strange order, and more than was asked", strange_order),
    Row(
        "too many connections (Gmail)",
        instead("LOGIN", "", ends="NO [ALERT] Too many simultaneous connections. (Failure)", times=3),
        told=(REACH, ""),
    ),
    Row(
        "too many connections (RFC 5530)",
        instead("LOGIN", "", ends="NO [LIMIT] Number of connections", times=3),
        told=(REACH, ""),
    ),
    Row("authenticated but not connected (Exchange)", instead("LOGIN", "", ends=EXCHANGE, times=3), told=(REACH, "")),
    Row("too many connections at the greeting", bye, told=(REACH, "")),
    Row(
        "no second connection is let in",
        only_connection("NO [ALERT] Too many simultaneous connections. (Failure)"),
        told=(MOVING.format(folder="Handled"), "the server lets nobody in now: "),
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_an_odd_server(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"_FIRST_PAUSE": 0.02, "_LOGIN_PAUSE": 0.05, "_ASK_AGAIN": (0.0, 0.1, 300.0)}.items():
        monkeypatch.setattr(f"postern.post.imap.source.{name}", value)
    troubles = Troubles(steady=0.0)
    told: dict[str, Trouble] = {}
    failed = troubles.failed

    def noted(name: str, detail: str, **more: Any) -> bool:
        said = failed(name, detail, **more)
        told[name] = next(trouble for trouble in troubles.lasting() if trouble.name == name)
        return said

    monkeypatch.setattr(troubles, "failed", noted)
    async with serving(row.odd, **row.server) as imap:
        for uid in (5, 6, 7):
            imap.put(uid, letter(str(uid), "x" * 2000 if uid == 6 else "GB2BC4"))
        source = ImapSource(imap.settings(**row.settings), troubles=troubles)
        async with watching(source, Outcome.HANDLED if row.moves else None) as watcher:
            if row.meanwhile is not None:
                await row.meanwhile(imap, source)
            name, words = row.told
            await until(lambda: sorted(came(watcher)) == list(row.comes) and (not name or name in told), 10)
            await until(source.looked.is_set, 10)
            if row.moves and name != MOVING.format(folder="Handled"):
                await until(lambda: sorted(imap.moved) == list(row.comes), 10)
            await asyncio.sleep(0.4)
            assert sorted(came(watcher)) == list(row.comes), "no letter came twice"
            assert words in (told[name].detail if name else ""), told
            assert LOGIN not in told
            assert imap.was_odd or row.odd is as_it_should
            if not name:
                assert set(told) <= {REACH}
            lasting = [trouble.name for trouble in troubles.lasting()]
            assert lasting == ([name] if name and name != REACH else []), "what heals by itself is well again"
            for command, most in row.most.items():
                assert imap.said[command] <= most, imap.asked


def came(watcher: Watcher) -> list[int]:
    """The UIDs of the letters that came."""
    return [int(one.key.uid) for one in watcher.letters]


def test_there_are_rows_enough() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS) >= 20


async def test_a_mailbox_is_not_read_through_while_a_letter_is_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the third time a letter that is left out keeps what is due waiting; then it is told and holds up nobody."""
    monkeypatch.setattr("postern.post.imap.source._ASK_AGAIN", (0.0, 0.5, 300.0))
    troubles = Troubles()
    async with serving(all_but(6, "PEEK[]")) as imap:
        for uid in (5, 6, 7):
            imap.put(uid, letter(str(uid)))
        source = ImapSource(imap.settings(), troubles=troubles)
        async with watching(source) as watcher:
            moment = datetime.now(UTC)
            await watcher.has(2)
            await asyncio.sleep(0.3)
            assert not source.looked.is_set()
            assert source.looked.read_through(moment) is None
            assert not troubles.lasting()
            await until(lambda: source.looked.read_through(moment), 5)
            (told,) = troubles.lasting()
            assert (told.name, told.person) == (LETTER.format(uid=6), True)
            bodies = [words.split()[2] for words in imap.asked if "BODY" in words]
            assert bodies == ["5:7", "6", "6"], "with the others, in the next look, alone"
            del imap.letters[6]
            source.look()
            await until(lambda: not troubles.lasting(), 5)


async def test_a_folder_of_two_million_is_looked_through_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first letters come while the rest is not even listed, and memory stays small."""

    async def odd(line: Line, command: str, words: str) -> bool:
        if command == "SELECT":
            line.say("* 2000000 EXISTS", "* OK [UIDVALIDITY 5] valid")
            return line.done()
        if command == "UID SEARCH":
            first, last = words.split(" ")[0].split(":")
            line.say("* SEARCH " + " ".join(map(str, range(int(first), int(last) + 1))))
            return line.done()
        if command == "UID FETCH":
            for uid in range(*map(int, words.split(" ")[0].split(":"))):
                if "SIZE" in words:
                    line.say(f"* {uid} FETCH (UID {uid} RFC822.SIZE 14)")
                else:
                    line.say(f"* {uid} FETCH (UID {uid} BODY[] {{14}}", b"Subject: x\r\n\r\n)")
            return line.done()
        return False

    async with serving(odd) as imap:
        tracemalloc.start()
        try:
            async with watching(ImapSource(imap.settings()), None) as watcher:
                await watcher.has(100)
                most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert imap.said["UID SEARCH"] == 1
    assert most < 20_000_000


async def test_a_long_folder_is_read_through_only_when_nothing_moved_up_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters that leave between two parts of a search move others into the part that was searched already."""
    monkeypatch.setattr("postern.post.imap.connection._SEARCHED", 4)
    gone: list[int] = []

    async def odd(line: Line, command: str, words: str) -> bool:
        if command == "UID SEARCH" and words.startswith("5:") and not gone:
            for uid in (1, 2):
                gone.append(uid)
                line.say("* 1 EXPUNGE")
                del line.server.letters[uid]
        return False

    async with serving(odd) as imap:
        for uid in range(1, 8):
            imap.put(uid, letter(str(uid)))
        source = ImapSource(imap.settings())
        async with watching(source, None) as watcher:
            await source.looked.wait()
            assert sorted(came(watcher)) == list(range(1, 8))
    assert [words for words in imap.asked if "SEARCH" in words][:2] == ["UID SEARCH 1:4 UNDELETED", "UID SEARCH 5:* UNDELETED"]


async def test_a_connection_asks_by_itself_whether_the_other_side_is_there() -> None:
    import socket

    async with serving() as imap:
        source = ImapSource(imap.settings())
        async with watching(source):
            await source.looked.wait()
            assert source._connection is not None
            line = source._connection._client.protocol.transport.get_extra_info("socket")
            assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) <= 120


def test_idle_is_renewed_within_eight_to_ten_minutes() -> None:
    assert 480 <= OddImap(as_it_should, port=1).settings().idle_renewal <= 600
