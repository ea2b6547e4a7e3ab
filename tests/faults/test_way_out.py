"""The way out fails in every way: each letter arrives, once but for a lost reply; what needs the master is told once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from pydantic import SecretStr

from postern.post.settings import Security
from postern.store import outbox
from postern.store.tables import OutState
from tests.desk.box import text_of
from tests.faults import proxy
from tests.faults.house import House, until
from tests.faults.test_mailbox import lines, said_once

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("faults")]
Harm = Callable[[proxy.Proxy], object]

HARMS: dict[str, Harm] = {
    "connections are refused": lambda line: setattr(line, "refusing", True),
    "nothing is heard": lambda line: setattr(line, "stalled", True),
    "the greeting is 421": lambda line: line.changes.append((b"220 ", b"421 ")),
    "MAIL 4xx": lambda line: line.on(rb"^MAIL", proxy.reply("452 4.3.1 Insufficient system storage")),
    "MAIL reset": lambda line: line.on(rb"^MAIL", proxy.drop),
    "RCPT stalls": lambda line: line.on(rb"^RCPT", proxy.stall),
    "RCPT reset": lambda line: line.on(rb"^RCPT", proxy.drop),
    "an answer is cut short": lambda line: line.on(rb"^(RCPT|MAIL)", proxy.truncate(2)),
    "EHLO is answered by silence": lambda line: line.on(rb"^(EHLO|HELO)", proxy.stall),
    "421 in the middle": lambda line: line.on(rb"^RCPT", proxy.reply("421 4.3.2 shutting down")),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
async def test_while_the_server_fails_letters_wait_and_then_go_at_once(
    house: House, harm: Harm, caplog: pytest.LogCaptureFixture
) -> None:
    await house.start()
    await house.ask()
    harm(house.smtp)
    house.smtp.cut()
    waiting = [await house.post(word) for word in ("GAMES", "HELP", "GAMES")]
    await until(lambda: house.troubled("the way out"), "the failure is noticed")
    await asyncio.sleep(0.4)
    house.smtp.well()
    house.smtp.cut()
    began = asyncio.get_running_loop().time()
    for message_id in waiting:
        await house.answer(message_id)
    assert asyncio.get_running_loop().time() - began < 10, "nobody waits for the pause of a single letter"
    await house.tidy()
    said_once(caplog, "the way out")
    assert not lines(caplog, "the login")
    assert not house.letters("gm")


@pytest.mark.parametrize(
    "words",
    ["450 4.2.0 greylisted", "452 4.2.2 The mailbox is full", "552 5.2.2 The mailbox is over its quota"],
)
async def test_a_letter_put_off_is_tried_again_and_holds_up_no_other(
    house: House, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("postern.desk.delivery.sending.pause_after", lambda attempts: timedelta(seconds=0.1))
    rule = house.smtp.on(rb"^RCPT TO:<ann", proxy.reply(words), times=3)
    await house.start()
    first = await house.post("GAMES")
    await house.ask(who="bob")
    await house.answer(first)
    await house.tidy()
    assert rule.hits == 3
    assert not house.letters("gm")


@pytest.mark.parametrize("words", ["451 4.3.0 queue file write error", "452 4.3.1 out of storage"])
async def test_a_letter_not_taken_at_its_end_is_sent_again_once(
    house: House, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("postern.desk.delivery.sending.pause_after", lambda attempts: timedelta(seconds=0.1))
    house.smtp.on(rb"^DATA", proxy.hold, times=2)
    house.smtp.on(proxy.DOT, proxy.reply(words), times=2)
    await house.start()
    await house.ask()
    await house.tidy()


@pytest.mark.parametrize("stage", ["RCPT", "DATA", "end"])
async def test_a_letter_refused_for_good_is_given_up_and_told_once(house: House, stage: str) -> None:
    no = proxy.reply("554 5.7.1 this letter looks like spam")
    if stage == "RCPT":
        house.smtp.on(rb"^RCPT TO:<ann", proxy.reply("550 5.1.1 no such user"), times=1)
    elif stage == "DATA":
        house.smtp.on(rb"^DATA", no, times=1)
    else:
        house.smtp.on(rb"^DATA", proxy.hold, times=1)
        house.smtp.on(proxy.DOT, no, times=1)
    await house.start()
    await house.post("GAMES")
    await house.letter("gm", "did not arrive")
    assert (await house.desk.store.read(outbox.counts))[OutState.GAVE_UP] == 1
    await house.ask()
    assert len(house.letters("gm")) == 1


async def test_the_connection_lost_after_the_last_dot_gives_the_same_letter_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("postern.desk.delivery.sending.pause_without_word", lambda attempts: timedelta(seconds=0.1))
    rule = house.smtp.on(proxy.DOT, proxy.lose_reply, times=1)
    await house.start()
    message_id = await house.post("GAMES")
    await until(lambda: len(house.letters("ann")) == 2, "the letter comes twice: nobody could know that it was taken")
    await house.answer(message_id)
    await house.ask()
    await house.tidy(copies=True)
    assert rule.hits == 1


LOGINS = {
    "the password is refused": lambda line: line.on(rb"^AUTH", proxy.reply("535 5.7.8 Username and Password not accepted")),
    "STARTTLS is stripped": lambda line: line.changes.append((b"STARTTLS", b"XSTARTLS")),
    "STARTTLS is refused": lambda line: line.on(rb"^STARTTLS", proxy.reply("554 5.7.3 TLS not available")),
    "our address is refused": lambda line: line.on(rb"^MAIL", proxy.reply("550 5.7.1 Sender not allowed")),
}


@pytest.mark.parametrize("kind", LOGINS)
async def test_a_server_that_will_not_have_us_is_told_once_as_soon_as_a_letter_can_go(
    house: House, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    if kind != "our address is refused":
        # With a user and over TLS, as with a provider.
        more = {"user": house.address("desk"), "password": SecretStr("secret"), "ca_file": house.mail.ca_file}
        security = Security.PLAIN if kind == "the password is refused" else Security.STARTTLS
        house.settings(smtp={"security": security, **more})
    secret = house.smtp.on(rb"^AUTH|^MAIL", proxy.drop) if kind == "STARTTLS is stripped" else None
    LOGINS[kind](house.smtp)
    await house.start()
    waiting = [await house.post("GAMES") for _ in range(3)]
    assert house.daemon is not None
    troubles = house.daemon.troubles
    await until(lambda: any(trouble.times > 4 for trouble in troubles.lasting()), "it goes on trying")
    if secret is not None:
        assert not secret.hits, "nothing goes over an open line"
    counts = await house.desk.store.read(outbox.counts)
    assert OutState.GAVE_UP not in counts
    house.smtp.well()
    for message_id in waiting:
        await house.answer(message_id)
    told = await house.letter("gm", "the login to the way out fails")
    assert "Look whether the password still holds" in " ".join(text_of(told).split())
    await house.tidy()
    assert len(house.letters("gm")) == 1
    said_once(caplog, "the login to the way out")


async def test_what_was_sent_is_not_sent_again_while_it_cannot_be_written_down(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("postern.store.engine._PATIENCE_MS", 200)
    await house.start()
    await house.ask()
    rule = house.smtp.on(proxy.DOT, house.lock_then_pass_on, times=1)
    message_id = await house.post("HELP")
    await house.answer(message_id)
    await asyncio.sleep(1.5)
    house.unlock_database()
    await house.ask()
    await house.tidy()
    assert rule.hits == 1
    said_once(caplog, "the database")
