"""The IMAP source against servers that misbehave, and its seams to the library."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from aioimaplib import aioimaplib as lib
from hypothesis import given
from hypothesis import strategies as st

from postern.post.imap import ImapSource
from postern.post.imap.connection import ImapConnection, ImapFault, LoginRefused, _mailbox, _pieces, _uid_set
from postern.post.imap.protocol import WatchfulProtocol, _Fetch
from postern.post.settings import ImapSettings
from tests.post.watching import until, watching


@asynccontextmanager
async def bad_server(idle: str, *, capabilities: str = "IMAP4rev1 IDLE MOVE") -> AsyncIterator[tuple[int, list[str]]]:
    """A server good enough to log in, with an empty inbox; `idle` says what it does when asked to idle."""
    said: list[str] = []
    writers: list[asyncio.StreamWriter] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        writer.write(b"* OK hello\r\n")
        while line := (await reader.readline()).decode():
            tag, _, words = line.strip().partition(" ")
            said.append(words)
            command = words.upper()
            if command.startswith("CAPABILITY"):
                writer.write(f"* CAPABILITY {capabilities}\r\n".encode())
            elif command.startswith("SELECT"):
                writer.write(b"* 0 EXISTS\r\n* OK [UIDVALIDITY 5] valid\r\n")
            elif "SEARCH" in command:
                writer.write(b"* SEARCH\r\n")
            elif command.startswith("IDLE"):
                if idle == "close":
                    writer.close()
                    return
                if idle == "silence":
                    continue
                if idle == "garbage":
                    writer.write(b"ZZZ9 OK not your tag\r\n")
                    continue
                writer.write(f"{tag} {idle}\r\n".encode())
                continue
            writer.write(f"{tag} OK done\r\n".encode())

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], said
    finally:
        server.close()
        for writer in writers:
            writer.close()


@pytest.mark.parametrize("idle", ["close", "silence", "garbage", "NO not now", "BAD never heard"])
async def test_a_server_that_will_not_idle_is_left_and_tried_again(idle: str) -> None:
    async with bad_server(idle) as (port, said):
        values = {"port": port, "security": "plain", "user": "u", "password": "p", "timeout": 0.3, "longest_pause": 0.1}
        async with watching(ImapSource(ImapSettings.model_validate(values))):
            await until(lambda: sum(words.startswith("LOGIN") for words in said) >= 3)


async def test_a_server_is_left_in_peace_after_a_wish_to_look_again_while_connecting(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = ImapConnection.connect
    async with bad_server("", capabilities="IMAP4rev1") as (port, said):
        values = {"port": port, "security": "plain", "user": "u", "password": "p", "poll_every": 60, "longest_pause": 0.1}
        source = ImapSource(ImapSettings.model_validate(values))

        async def connecting(*given: Any) -> ImapConnection:
            source.look_again(datetime.now(UTC))  # as when the machine wakes and the old connection is found dead already
            return await connect(*given)

        monkeypatch.setattr(ImapConnection, "connect", connecting)
        async with watching(source):
            await source.looked.wait()
            await asyncio.sleep(0.5)
            assert sum("SEARCH" in words for words in said) == 1


async def test_starttls_is_never_left_out() -> None:
    async with bad_server("close") as (port, said):
        values = {"port": port, "security": "starttls", "user": "u", "password": "p", "timeout": 1}
        with pytest.raises(LoginRefused, match="STARTTLS"):
            await ImapConnection.connect(ImapSettings.model_validate(values))
        assert not any("LOGIN" in words for words in said)


async def test_nobody_listening_is_a_fault_in_words() -> None:
    with pytest.raises(ImapFault):
        await ImapConnection.connect(ImapSettings.model_validate({"port": 1, "security": "plain", "timeout": 1}))


async def test_thousands_of_lines_in_one_piece_are_taken() -> None:
    protocol = WatchfulProtocol(asyncio.get_running_loop())
    protocol.state = lib.SELECTED
    protocol.data_received(b"* 1 RECENT\r\n" * 20_000)
    assert protocol.news.is_set()
    assert not protocol.lost.done()


@pytest.mark.parametrize("step", [1, 7, 64, 10_000])
async def test_replies_in_any_pieces_are_put_together(step: int) -> None:
    protocol = WatchfulProtocol(asyncio.get_running_loop())
    protocol.state = lib.SELECTED
    command = lib.FetchCommand("A1", "1:2", "(UID BODY.PEEK[])", prefix="UID")
    protocol.pending_async_commands["FETCH"] = command
    body = b"Subject: x)\r\n\r\nA1 OK (\r\n* 3 EXISTS\r\n"
    reply = b"* 1 FETCH (UID 7 BODY[] {%d}\r\n%b)\r\n* 2 FETCH (BODY[] {0}\r\n UID 8)\r\n" % (len(body), body)
    reply += b'* 3 FETCH (UID 9 BODY[] "a \\"b\\"")\r\n* 4 FETCH (FLAGS (\\Seen))\r\nA1 OK done\r\n'
    for start in range(0, len(reply), step):
        protocol.data_received(reply[start : start + step])
    found = {piece.uid: piece.body for piece in _pieces(command.response.lines[:-1])}
    assert found == {7: body, 8: b"", 9: b'a "b"'}


def test_names_and_numbers_on_the_wire() -> None:
    assert _uid_set([3, 1, 2, 9]) == "1:3,9"
    assert _mailbox('Gr\u00f6\u00dfe & "more"') == '"Gr&APYA3w-e &- \\"more\\""'


_REPLY = st.sampled_from(
    [b"1 FETCH (UID 1 BODY[] {5}", b")", b"2 FETCH (FLAGS (\\Seen) UID 2)", b" UID 3 (", b"", bytearray(b"2 FETCH (")]
)


@given(st.lists(_REPLY))
async def test_a_fetch_waits_for_more_as_long_as_the_library_does(lines: list[bytes]) -> None:
    ours, theirs = _Fetch("A1"), lib.FetchCommand("A1")
    for line in lines:
        ours.append_to_resp(line)
        theirs.append_to_resp(line)
        assert ours.wait_data() == theirs.wait_data()


async def test_a_long_reply_is_not_looked_through_again_for_each_line(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0

    class Counting:
        def match(self, line: bytes) -> bool:
            nonlocal seen
            seen += 1
            return b" FETCH (" in line

    monkeypatch.setattr(_Fetch, "FETCH_MESSAGE_DATA_RE", Counting())
    command = _Fetch("A1")
    for number in range(500):
        for line in (b"%d FETCH (UID %d BODY[] {5}" % (number, number), bytearray(b"hello"), b")"):
            command.append_to_resp(line)
            command.wait_data()
    assert seen <= 4 * 500
