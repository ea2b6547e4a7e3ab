"""Sending by SMTP: verdicts, kept connections, faults of the server; against Postfix and a scripted server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from postern.post.settings import SmtpSettings
from postern.post.smtp import Cause, Delivery, SmtpSender
from tests.post.conftest import JOE, ORDERS
from tests.post.watching import letter, until
from tests.servers.mail import RealMail


class Script:
    """What a scripted server answers to each command word, and what it has seen."""

    def __init__(self, replies: dict[str, str]) -> None:
        self.replies = replies
        self.connections = 0
        self.letters: list[bytes] = []
        self.writers: list[asyncio.StreamWriter] = []
        self.port = 0

    def hang_up(self) -> None:
        """Close all connections without a word."""
        for writer in self.writers:
            writer.close()
        self.writers.clear()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.connections += 1
        self.writers.append(writer)
        writer.write(self.replies.get("hello", "220 hello").encode() + b"\r\n")
        while line := await reader.readline():
            word = line.split()[0].decode().upper() if line.split() else ""
            if word == "DATA" and "DATA" not in self.replies:
                writer.write(b"354 go on\r\n")
                self.letters.append(await reader.readuntil(b"\r\n.\r\n"))
                word = "END"
            reply = self.replies.get(word, "250 fine")
            if reply == "close":
                writer.close()
                return
            if reply != "silence":
                writer.write(reply.encode() + b"\r\n")
            if word == "QUIT":
                writer.close()
                return


@asynccontextmanager
async def scripted(**replies: str) -> AsyncIterator[Script]:
    script = Script(replies)
    server = await asyncio.start_server(script.talk, "127.0.0.1", 0)
    script.port = server.sockets[0].getsockname()[1]
    try:
        yield script
    finally:
        script.hang_up()
        server.close()


@asynccontextmanager
async def sending(port: int, **more: object) -> AsyncIterator[SmtpSender]:
    values = {"port": port, "security": "plain", "timeout": 5, **more}
    sender = SmtpSender(SmtpSettings.model_validate(values))
    try:
        yield sender
    finally:
        await sender.close()


@pytest.mark.parametrize(
    ("replies", "delivery", "code"),
    [
        ({}, Delivery.SENT, 250),
        ({"RCPT": "550 5.1.1 no such user"}, Delivery.REFUSED, 550),
        ({"RCPT": "450 4.2.0 greylisted"}, Delivery.LATER, 450),
        ({"RCPT": "554 5.7.1 relay access denied"}, Delivery.LATER, 554),
        ({"RCPT": "503 5.5.1 odd"}, Delivery.LATER, 503),
        ({"END": "552 5.3.4 too big"}, Delivery.REFUSED, 552),
        ({"END": "554 5.7.1 looks like spam"}, Delivery.REFUSED, 554),
        ({"END": "451 4.3.0 try later"}, Delivery.LATER, 451),
        ({"DATA": "421 4.3.0 going down"}, Delivery.LATER, 421),
        ({"MAIL": "530 5.7.0 log in first"}, Delivery.LATER, 530),
        ({"hello": "554 not you"}, Delivery.LATER, 554),
        ({"RCPT": "close"}, Delivery.LATER, None),
        ({"END": "close"}, Delivery.LATER, None),
    ],
)
async def test_each_reply_has_its_verdict(replies: dict[str, str], delivery: Delivery, code: int | None) -> None:
    async with scripted(**replies) as script, sending(script.port) as sender:
        result = await sender.send(ORDERS, JOE, letter("one"))
    assert (result.delivery, result.code) == (delivery, code)


@pytest.mark.parametrize(
    ("replies", "cause"),
    [
        ({"RCPT": "550 5.1.1 no such user"}, Cause.LETTER),
        ({"RCPT": "421 4.3.2 shutting down"}, Cause.SERVER),
        ({"DATA": "421 4.3.0 going down"}, Cause.SERVER),
        ({"END": "451 4.3.0 try later"}, Cause.LETTER),
        ({"MAIL": "451 4.3.0 try later"}, Cause.SERVER),
        ({"MAIL": "550 5.7.1 not from you"}, Cause.US),
        ({"MAIL": "530 5.7.0 log in first"}, Cause.US),
        ({"RCPT": "530 5.7.0 log in first"}, Cause.US),
        ({"hello": "554 not you"}, Cause.US),
        ({"RCPT": "close"}, Cause.SERVER),
        ({"END": "close"}, Cause.LETTER),
    ],
)
async def test_what_keeps_a_letter_is_itself_the_server_or_our_own_settings(replies: dict[str, str], cause: Cause) -> None:
    async with scripted(**replies) as script, sending(script.port) as sender:
        assert (await sender.send(ORDERS, JOE, letter("one"))).cause is cause


@pytest.mark.parametrize(
    ("replies", "too_large"),
    [
        ({"END": "552 5.3.4 Message size exceeds fixed limit"}, True),
        ({"DATA": "552 too big"}, True),
        ({"END": "550 5.2.3 RESOLVER.RST.RecipSizeLimit"}, True),
        ({"END": "552 5.2.2 mailbox full"}, False),
        ({"RCPT": "552 Mailbox quota exceeded"}, False),
        ({"END": "554 5.7.1 looks like spam"}, False),
    ],
)
async def test_a_letter_that_is_too_large_is_told_from_one_that_is_unwanted(replies: dict[str, str], too_large: bool) -> None:
    async with scripted(**replies) as script, sending(script.port) as sender:
        assert (await sender.send(ORDERS, JOE, letter("one"))).too_large is too_large


async def test_a_server_that_says_nothing_is_given_up_after_the_time_out() -> None:
    async with scripted(RCPT="silence") as script, sending(script.port, timeout=0.2) as sender:
        assert (await sender.send(ORDERS, JOE, letter("one"))).delivery is Delivery.LATER


async def test_nobody_listening_means_later() -> None:
    async with sending(1) as sender:
        assert (await sender.send(ORDERS, JOE, letter("one"))).delivery is Delivery.LATER


async def test_an_address_that_could_break_the_envelope_is_never_sent() -> None:
    async with scripted() as script, sending(script.port) as sender:
        for address in ("joe@players.test>\r\nRCPT TO:<x@y.test", "joe", ""):
            assert (await sender.send(ORDERS, address, letter("one"))).delivery is Delivery.REFUSED
        assert script.connections == 0


async def test_connections_are_kept_within_their_number() -> None:
    async with scripted() as script, sending(script.port, connections=2) as sender:
        results = await asyncio.gather(*(sender.send(ORDERS, JOE, letter(str(n))) for n in range(20)))
        await sender.send(ORDERS, JOE, letter("later"))
    assert {result.delivery for result in results} == {Delivery.SENT}
    assert len(script.letters) == 21
    assert script.connections <= 2


async def test_a_refused_letter_does_not_cost_the_connection() -> None:
    async with scripted(RCPT="550 no") as script, sending(script.port) as sender:
        await sender.send(ORDERS, JOE, letter("one"))
        script.replies.clear()
        assert (await sender.send(ORDERS, JOE, letter("two"))).delivery is Delivery.SENT
        assert script.connections == 1


async def test_a_connection_found_dead_is_replaced_without_a_word() -> None:
    async with scripted() as script, sending(script.port) as sender:
        await sender.send(ORDERS, JOE, letter("one"))
        script.hang_up()
        assert (await sender.send(ORDERS, JOE, letter("two"))).delivery is Delivery.SENT
        script.replies["MAIL"] = "421 timed out waiting"
        assert (await sender.send(ORDERS, JOE, letter("three"))).delivery is Delivery.LATER
    assert len(script.letters) == 2


async def test_idle_connections_are_closed() -> None:
    async with scripted() as script, sending(script.port, idle_close=0.05) as sender:
        await sender.send(ORDERS, JOE, letter("one"))
        await until(lambda: all(writer.is_closing() for writer in script.writers))
        assert (await sender.send(ORDERS, JOE, letter("two"))).delivery is Delivery.SENT
        assert script.connections == 2


async def test_lines_of_dots_and_bare_line_ends_arrive_whole() -> None:
    async with scripted() as script, sending(script.port) as sender:
        await sender.send(ORDERS, JOE, b"Subject: x\n\n.\n..two\nend")
    assert script.letters == [b"Subject: x\r\n\r\n..\r\n...two\r\nend\r\n.\r\n"]


@pytest.mark.servers
async def test_postfix_takes_letters_by_starttls_and_login(real_mail: RealMail) -> None:
    more = {"security": "starttls", "ca_file": real_mail.ca_file, "user": ORDERS, "password": "secret"}
    async with sending(real_mail.smtp_port, **more) as sender:
        assert (await sender.send(ORDERS, JOE, letter("one"))).delivery is Delivery.SENT
        assert (await sender.send("", JOE, letter("two"))).delivery is Delivery.SENT
        assert (await sender.send(ORDERS, "nobody@players.test", letter("three"))).delivery is Delivery.REFUSED
        await until(lambda: len(real_mail.letters(JOE)) == 2)


@pytest.mark.servers
async def test_a_wrong_password_or_certificate_is_not_the_letters_fault(real_mail: RealMail) -> None:
    wrong = {"user": ORDERS, "password": "wrong"}
    async with sending(real_mail.smtp_port, **wrong) as sender:
        result = await sender.send(ORDERS, JOE, letter("one"))
        assert (result.delivery, result.code) == (Delivery.LATER, 535)
    async with sending(real_mail.smtp_port, security="starttls") as sender:
        result = await sender.send(ORDERS, JOE, letter("one"))
        assert result.delivery is Delivery.LATER
        assert "certificate" in result.detail.lower()


async def test_the_largest_letter_is_asked_for_once_and_zero_when_nobody_answers() -> None:
    async with scripted(EHLO="250-here\r\n250 SIZE 1234567") as script, sending(script.port) as sender:
        assert [await sender.largest() for _ in range(3)] == [1_234_567] * 3
        assert script.connections == 1
        assert (await sender.send("a@x.example", "b@y.example", b"x\r\n")).delivery is Delivery.SENT
        assert script.connections == 1, "the connection is used again"
    async with scripted() as script, sending(script.port) as sender:
        assert await sender.largest() == 0
    async with sending(1) as sender:
        assert await sender.largest() == 0


@pytest.mark.parametrize(
    ("replies", "slow", "delivery"),
    [
        ({"MAIL": "421 4.7.0 Try again later, closing connection"}, True, Delivery.LATER),
        ({"DATA": "550 5.4.5 Daily user sending limit exceeded"}, True, Delivery.LATER),
        ({"MAIL": "432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded"}, True, Delivery.LATER),
        ({"RCPT": "450 4.7.1 Error: too much mail from 192.0.2.1"}, True, Delivery.LATER),
        (
            {"RCPT": "450 4.2.1 The user is receiving mail at a rate that exceeds"},
            False,
            Delivery.LATER,
        ),
        ({"RCPT": "451 4.7.1 Greylisting in action, please come back later"}, False, Delivery.LATER),
        ({"DATA": "552 5.3.4 Message size exceeds fixed limit"}, False, Delivery.REFUSED),
        ({"RCPT": "552 5.2.2 Mailbox quota exceeded"}, False, Delivery.LATER),
    ],
)
async def test_a_server_that_says_we_send_too_much_is_told_from_one_that_refuses_a_letter(
    replies: dict[str, str], slow: bool, delivery: Delivery
) -> None:
    async with scripted(**replies) as script, sending(script.port) as sender:
        result = await sender.send("a@x.example", "b@y.example", b"Subject: x\r\n\r\nx\r\n")
    assert (result.slow, result.delivery) == (slow, delivery)
