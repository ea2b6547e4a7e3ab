"""The embedded server, read by IMAP and written to by SMTP, as in the demonstration."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from postern.post.embedded import EmbeddedMail
from postern.post.imap import ImapSource
from postern.post.letter import Address, Outgoing, compose, new_message_id, now
from postern.post.reading import read_letter
from postern.post.smtp import Delivery, SmtpSender
from postern.post.source import Outcome
from tests.post.watching import letter, until, watching

ORDERS, JOE = "orders@postern.test", "joe@players.test"


@pytest_asyncio.fixture
async def mail(tmp_path: Path) -> AsyncIterator[EmbeddedMail]:
    async with EmbeddedMail(tmp_path / "mail", {ORDERS: "secret", JOE: "other"}) as server:
        yield server


async def test_a_letter_comes_by_idle_is_answered_and_moved(mail: EmbeddedMail) -> None:
    source, sender = ImapSource(mail.imap_settings(ORDERS)), SmtpSender(mail.smtp_settings())
    async with watching(source) as watcher:
        await sender.send(JOE, "orders+abc@postern.test", letter("first"))
        await watcher.has(1)
        await sender.send(JOE, "ORDERS@postern.test", letter("second"))
        await watcher.has(2)
        found = read_letter(watcher.letters[0].raw)
        assert found.delivered_to == ("orders+abc@postern.test",)
        answer = Outgoing(Address(ORDERS), (found.sender,), "Re: first", "read", new_message_id(ORDERS), now())
        assert (await sender.send(ORDERS, found.sender.email, compose(answer))).delivery is Delivery.SENT
        await source.settled()
    await sender.close()
    assert watcher.subjects == ["first", "second"]
    assert mail.letters(ORDERS) == []
    assert len(list((mail.maildir(ORDERS) / "Handled").glob("*/*localhost*"))) == 2
    (received,) = mail.letters(JOE)
    assert read_letter(received.read_bytes()).subject == "Re: first"


async def test_idle_announces_faster_than_the_library_would(mail: EmbeddedMail) -> None:
    source, sender = ImapSource(mail.imap_settings(ORDERS)), SmtpSender(mail.smtp_settings())
    delays = []
    async with watching(source) as watcher:
        for number in range(1, 6):
            await asyncio.sleep(0.2)
            start = time.monotonic()
            await sender.send(JOE, ORDERS, letter(str(number)))
            await watcher.has(number)
            delays.append(time.monotonic() - start)
    await sender.close()
    # By itself the library takes between one and two seconds for each: no figure, only the order of magnitude.
    assert min(delays) < 0.9


async def test_unknown_recipients_and_wrong_passwords_are_refused(mail: EmbeddedMail) -> None:
    sender = SmtpSender(mail.smtp_settings())
    refused = await sender.send(JOE, "nobody@postern.test", letter("x"))
    assert (refused.delivery, refused.code) == (Delivery.REFUSED, 550)
    good = SmtpSender(mail.smtp_settings().model_copy(update={"user": JOE, "password": mail.imap_settings(JOE).password}))
    assert (await good.send(JOE, ORDERS, letter("y"))).delivery is Delivery.SENT
    wrong = SmtpSender(mail.smtp_settings().model_copy(update={"user": JOE, "password": mail.imap_settings(ORDERS).password}))
    said = await wrong.send(JOE, ORDERS, letter("z"))
    assert (said.delivery, said.code) == (Delivery.LATER, 535)
    for one in (sender, good, wrong):
        await one.close()


async def test_nothing_is_lost_when_the_server_is_killed_and_comes_back(mail: EmbeddedMail) -> None:
    source, sender = ImapSource(mail.imap_settings(ORDERS)), SmtpSender(mail.smtp_settings())
    async with watching(source) as watcher:
        await sender.send(JOE, ORDERS, letter("before"))
        await watcher.has(1)
        await mail.kill()
        lost = await sender.send(JOE, ORDERS, letter("during"))
        assert lost.delivery is Delivery.LATER
        await mail.start()
        assert (await sender.send(JOE, ORDERS, letter("after"))).delivery is Delivery.SENT
        await until(lambda: "after" in watcher.subjects)
        # The folder may have been left to rest while the server was away.
        await until(lambda: not mail.letters(ORDERS))
    await sender.close()


async def test_it_stops_cleanly_while_a_client_idles(tmp_path: Path) -> None:
    server = EmbeddedMail(tmp_path, {ORDERS: "secret"})
    await server.start()
    process = server._process
    assert process is not None
    async with watching(ImapSource(server.imap_settings(ORDERS)), Outcome.HANDLED):
        await server.stop()
    assert process.returncode == 0
    assert server.log.read_text() == ""
