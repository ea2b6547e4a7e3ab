"""The IMAP source against Dovecot."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import smtplib
import subprocess
from pathlib import Path

import pytest

from postern.post.imap import ImapSource
from postern.post.imap.connection import ImapConnection, ImapFault, LoginRefused
from postern.post.settings import ImapSettings
from postern.post.source import LetterKey, Outcome
from postern.post.troubles import Troubles
from tests.post.conftest import JOE, ORDERS
from tests.post.watching import letter, until, watching
from tests.servers.mail import RealMail


def settings(mail: RealMail, **more: object) -> ImapSettings:
    values: dict[str, object] = {"port": mail.imap_port, "security": "plain", "user": ORDERS, "password": "secret"}
    return ImapSettings.model_validate({**values, "timeout": 10, "longest_pause": 1, **more})


def put(mail: RealMail, *letters: bytes) -> None:
    """Lay letters into the mailbox without waiting for Postfix."""
    for one in letters:
        subprocess.run(
            ["doveadm", "-c", str(mail.dir / "dovecot.conf"), "save", "-u", ORDERS, "-m", "INBOX"], input=one, check=True
        )


def count(mail: RealMail, folder: str) -> int:
    """How many letters lie in a folder."""
    with contextlib.suppress(RuntimeError):
        said = mail.doveadm("mailbox", "status", "-u", ORDERS, "messages", folder)
        return int(said.rpartition("messages=")[2])
    return 0


pytestmark = pytest.mark.servers


async def test_a_letter_through_postfix_arrives_by_idle_and_is_moved(real_mail: RealMail) -> None:
    source = ImapSource(settings(real_mail))
    async with watching(source) as watcher:
        with smtplib.SMTP("127.0.0.1", real_mail.smtp_port) as smtp:
            smtp.sendmail(JOE, ["orders+abc@postern.test"], letter("one"))
        await watcher.has(1)
        await source.settled()
        with smtplib.SMTP("127.0.0.1", real_mail.smtp_port) as smtp:
            smtp.sendmail(JOE, [ORDERS], letter("two"))
        await watcher.has(2)
        await source.settled()
    assert watcher.subjects == ["one", "two"]
    assert b"Delivered-To: orders+abc@postern.test" in watcher.letters[0].raw
    assert (count(real_mail, "INBOX"), count(real_mail, "Handled")) == (0, 2)


async def test_a_mailbox_without_idle_is_polled(real_mail: RealMail) -> None:
    source = ImapSource(settings(real_mail, idle=False, poll_every=0.05))
    async with watching(source) as watcher:
        await asyncio.sleep(0.3)
        put(real_mail, letter("one"))
        await watcher.has(1)
        await source.settled()
    assert count(real_mail, "INBOX") == 0


async def test_idle_is_renewed_and_still_hears_letters(real_mail: RealMail) -> None:
    async with watching(ImapSource(settings(real_mail, idle_renewal=0.1))) as watcher:
        await asyncio.sleep(0.5)
        put(real_mail, letter("one"))
        await watcher.has(1)


async def test_failed_letters_go_to_a_folder_of_any_name(real_mail: RealMail) -> None:
    source = ImapSource(settings(real_mail, failed_folder="Nicht lesbar & schön"))
    put(real_mail, letter("one"))
    async with watching(source, Outcome.FAILED) as watcher:
        await watcher.has(1)
        await source.settled()
    assert count(real_mail, "Nicht lesbar & schön") == 1


async def test_many_waiting_letters_come_in_order_and_once(real_mail: RealMail) -> None:
    bodies = ["x (" * 400, "{5}\r\nA1 OK done\r\n* 1 EXISTS", ""]
    put(real_mail, *(letter(str(number), bodies[number % 3]) for number in range(40)))
    source = ImapSource(settings(real_mail, batch=7))
    async with watching(source) as watcher:
        await watcher.has(40)
        await source.settled()
    assert watcher.subjects == [str(number) for number in range(40)]
    assert all(one.raw == letter(str(number), bodies[number % 3]) for number, one in enumerate(watcher.letters))
    assert (count(real_mail, "INBOX"), count(real_mail, "Handled")) == (0, 40)


async def test_above_the_size_limit_only_the_header_comes(real_mail: RealMail) -> None:
    put(real_mail, letter("large", "x" * 5000), letter("small"))
    async with watching(ImapSource(settings(real_mail, size_limit=2000))) as watcher:
        await watcher.has(2)
    large = next(one for one in watcher.letters if not one.complete)
    assert b"Subject: large" in large.raw
    assert b"xxx" not in large.raw


async def test_letters_not_settled_stay_and_come_again_to_the_next_run(real_mail: RealMail) -> None:
    put(real_mail, letter("one"))
    async with watching(ImapSource(settings(real_mail, idle_renewal=0.1)), None) as first:
        await first.has(1)
        await asyncio.sleep(0.4)
    assert first.subjects == ["one"]
    async with watching(ImapSource(settings(real_mail))) as second:
        await second.has(1)
        await second.source.settled()
    assert second.letters == first.letters
    assert count(real_mail, "INBOX") == 0


async def test_settling_long_after_fetching_interrupts_idle(real_mail: RealMail) -> None:
    put(real_mail, letter("one"), letter("two"))
    source = ImapSource(settings(real_mail))
    async with watching(source, None) as watcher:
        await watcher.has(2)
        await asyncio.sleep(0.3)
        source.settle([watcher.letters[0].key], Outcome.HANDLED)
        source.settle([watcher.letters[1].key, LetterKey("elsewhere", 1, "1")], Outcome.FAILED)
        async with asyncio.timeout(5):
            await source.settled()
    assert (count(real_mail, "Handled"), count(real_mail, "Failed"), count(real_mail, "INBOX")) == (1, 1, 0)


async def test_settling_before_the_first_connection_heeds_the_numbering(real_mail: RealMail) -> None:
    put(real_mail, letter("one"), letter("two"))
    async with watching(ImapSource(settings(real_mail)), None) as first:
        await first.has(2)
    one, two = (found.key for found in first.letters)
    source = ImapSource(settings(real_mail))
    source.settle([one, LetterKey(two.mailbox, two.validity + 1, two.uid)], Outcome.HANDLED)
    async with watching(source, None) as second:
        await second.has(1)
        await source.settled()
    assert second.subjects == ["two"]
    assert (count(real_mail, "INBOX"), count(real_mail, "Handled")) == (1, 1)


async def test_expunged_letters_are_passed_over(real_mail: RealMail) -> None:
    put(real_mail, letter("one"), letter("two"))
    source = ImapSource(settings(real_mail))
    async with watching(source, None) as watcher:
        await watcher.has(2)
        real_mail.doveadm("expunge", "-u", ORDERS, "mailbox", "INBOX", "all")
        source.settle([one.key for one in watcher.letters], Outcome.HANDLED)
        await source.settled()
        put(real_mail, letter("three"))
        await watcher.has(3)
    assert watcher.subjects == ["one", "two", "three"]


async def test_a_fetch_names_only_letters_that_are_there(real_mail: RealMail) -> None:
    put(real_mail, letter("one"), letter("two"))
    connection = await ImapConnection.connect(settings(real_mail))
    await connection.select("INBOX")
    first, second = await connection.search()
    real_mail.doveadm("expunge", "-u", ORDERS, "mailbox", "INBOX", "subject", "one")
    await connection.check()
    assert list(await connection.sizes([first, second, second + 50])) == [second]
    assert list(await connection.bodies([first, second], 1000)) == [second]
    await connection.move([first, second], "Handled")
    await connection.close()
    assert count(real_mail, "Handled") == 1


async def test_two_daemons_on_one_mailbox_lose_nothing_and_fail_on_nothing(
    real_mail: RealMail, caplog: pytest.LogCaptureFixture
) -> None:
    put(real_mail, *(letter(str(number)) for number in range(15)))
    first, second = ImapSource(settings(real_mail, batch=4)), ImapSource(settings(real_mail, batch=3))
    with caplog.at_level(logging.WARNING, logger="postern"):
        async with watching(first) as one, watching(second) as two:
            await until(lambda: count(real_mail, "INBOX") == 0)
            await first.settled()
            await second.settled()
    assert {*one.subjects, *two.subjects} == {str(number) for number in range(15)}
    assert len(set(one.letters)) == len(one.letters)
    assert not caplog.records


async def test_the_source_comes_back_after_the_server_was_killed(real_mail: RealMail) -> None:
    put(real_mail, letter("before"))
    source = ImapSource(settings(real_mail))
    async with watching(source, None) as watcher:
        await watcher.has(1)
        await asyncio.to_thread(lambda: real_mail.stop_imap(hard=True))
        source.settle([watcher.letters[0].key], Outcome.HANDLED)
        await asyncio.sleep(1)
        await asyncio.to_thread(real_mail.start_imap)
        await source.settled()
        await asyncio.to_thread(put, real_mail, letter("after"))
        await watcher.has(2)
        # The folder may have been left to rest while the server was away.
        await until(lambda: count(real_mail, "Handled") == 1)
    assert watcher.subjects == ["before", "after"]


async def test_a_renumbered_mailbox_is_looked_at_again(real_mail: RealMail, caplog: pytest.LogCaptureFixture) -> None:
    put(real_mail, letter("one"))
    source = ImapSource(settings(real_mail))
    async with watching(source, None) as watcher:
        await watcher.has(1)
        await asyncio.to_thread(lambda: real_mail.stop_imap(hard=True))
        for file in real_mail.maildir(ORDERS).glob("dovecot*"):
            file.unlink()
        await asyncio.sleep(1.1)
        await asyncio.to_thread(real_mail.start_imap)
        await watcher.has(2)
        source.settle([watcher.letters[0].key], Outcome.FAILED)
        source.settle([watcher.letters[1].key], Outcome.HANDLED)
        await source.settled()
    first, again = watcher.letters
    assert first.raw == again.raw
    assert first.key.validity != again.key.validity
    assert (count(real_mail, "Handled"), count(real_mail, "Failed")) == (1, 0)
    assert "renumbered" in caplog.text


@pytest.mark.parametrize("security", ["starttls", "tls"])
async def test_tls_with_a_trusted_certificate(real_mail: RealMail, security: str) -> None:
    port = real_mail.imaps_port if security == "tls" else real_mail.imap_port
    source = ImapSource(settings(real_mail, security=security, port=port, ca_file=real_mail.ca_file))
    put(real_mail, letter("one"))
    async with watching(source) as watcher:
        await watcher.has(1)
        await source.settled()
    assert count(real_mail, "Handled") == 1


@pytest.mark.parametrize("security", ["starttls", "tls"])
async def test_an_unknown_certificate_is_refused_unless_told(real_mail: RealMail, security: str) -> None:
    port = real_mail.imaps_port if security == "tls" else real_mail.imap_port
    with pytest.raises(ImapFault, match="certificate"):
        await ImapConnection.connect(settings(real_mail, security=security, port=port))
    connection = await ImapConnection.connect(settings(real_mail, security=security, port=port, verify=False))
    await connection.close()


async def test_a_refused_login_is_said_in_one_line_and_tried_again(
    real_mail: RealMail, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(LoginRefused):
        await ImapConnection.connect(settings(real_mail, password='wr"ong \\'))
    troubles = Troubles()
    source = ImapSource(settings(real_mail, password="wrong", longest_pause=0.1), troubles=troubles)
    async with watching(source):
        await until(lambda: any(trouble.times >= 3 for trouble in troubles.lasting()))
    (record,) = caplog.records
    assert "refuses user and password" in record.getMessage()
    assert "wrong" not in caplog.text
    assert ORDERS not in caplog.text


async def test_a_missing_password_file_does_not_stop_the_daemon(real_mail: RealMail, tmp_path: Path) -> None:
    values = settings(real_mail).model_dump() | {"password": None, "password_file": tmp_path / "secret"}
    source = ImapSource(ImapSettings.model_validate(values | {"longest_pause": 0.1}))
    put(real_mail, letter("one"))
    async with watching(source) as watcher:
        await asyncio.sleep(0.3)
        (tmp_path / "secret").write_text("secret\n")
        await watcher.has(1)
