"""Machines that answer each other over a real mail server: the exchange ends after a handful of letters."""

from __future__ import annotations

import asyncio
import smtplib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.delivery import loop_guard
from postern.desk.gamemaster import master
from postern.desk.service.daemon import Daemon
from postern.desk.settings.config import Config, read_config
from postern.post.embedded import EmbeddedMail
from postern.post.letter import END_MARK
from postern.post.smtp import SendResult, SmtpSender
from tests.desk.box import GAME, POSTERN, parse, text_of

ONE, TWO, GM = "orders@example.org", "desk@other.example", "gm@example.org"
ROBOT = "robot@helpdesk.example"
QUIET = 4.0
"""Seconds without a letter after which an exchange has ended: several times what an answer takes."""
PATIENCE = 60.0
_OF_MACHINES = ("Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop", "List-Id", "Precedence", "References", "In-Reply-To")


class Stripping(SmtpSender):
    """A way out through a relay that takes every header off by which machines know one another."""

    async def send(self, sender: str, recipient: str, raw: bytes) -> SendResult:
        message = parse(raw)
        for name in _OF_MACHINES:
            del message[name]
        return await super().send(sender, recipient, message.as_bytes(policy=SMTP))


def settings(home: Path, address: str, mail: EmbeddedMail) -> Config:
    home.mkdir()
    (home / "games").mkdir()
    # The day's digest comes or not by the hour at which the test runs.
    (home / "postern.toml").write_text(POSTERN.replace("[desk]", '[desk]\ndigest_at = "never"'))
    (home / "games" / "toy-1.toml").write_text(GAME.replace("computers = 1", "computers = 2").replace('"30m"', '"0s"'))
    config = read_config(home / "postern.toml")
    post = config.post.model_copy(
        update={"address": address, "mailbox": mail.imap_settings(address), "smtp": mail.smtp_settings()}
    )
    return config.model_copy(update={"post": post})


@asynccontextmanager
async def serving(config: Config, stripping: bool = False) -> AsyncIterator[Desk]:
    desk = open_desk(config)
    daemon = Daemon(desk, sender=(Stripping if stripping else SmtpSender)(config.post.smtp))
    running = asyncio.create_task(daemon.run())
    try:
        yield desk
    finally:
        daemon.stop()
        await running
        desk.close()


@pytest.fixture
async def mail(tmp_path: Path) -> AsyncIterator[EmbeddedMail]:
    async with EmbeddedMail(tmp_path / "server", dict.fromkeys((ONE, TWO, GM, ROBOT), "secret")) as mail:
        yield mail


async def hand_over(mail: EmbeddedMail, sender: str, to: str, subject: str, body: str) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Message-ID"] = f"<{time.time_ns()}@{sender.partition('@')[2]}>"
    message.set_content(body)

    def send() -> None:
        with smtplib.SMTP("127.0.0.1", mail.smtp_port, local_hostname="localhost") as line:
            line.sendmail(sender, [to], message.as_bytes(policy=SMTP))

    await asyncio.to_thread(send)


def letters_in_all(mail: EmbeddedMail) -> int:
    """How many letters the server has delivered; those that a desk has handled lie in its folders."""
    return sum(1 for path in (mail.root / "mail").rglob("*") if path.parent.name in ("new", "cur") and path.is_file())


async def until_quiet(mail: EmbeddedMail) -> int:
    """Waits until no letter has come for a while; returns how many there are."""
    loop = asyncio.get_running_loop()
    seen, since, began = -1, loop.time(), loop.time()
    while loop.time() - since < QUIET:
        assert loop.time() - began < PATIENCE, "the exchange goes on and on"
        if (now := letters_in_all(mail)) != seen:
            seen, since = now, loop.time()
        await asyncio.sleep(0.05)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("stripping", [False, True], ids=["headers kept", "headers stripped"])
async def test_two_desks_do_not_write_to_one_another(tmp_path: Path, mail: EmbeddedMail, stripping: bool) -> None:
    first, second = settings(tmp_path / "one", ONE, mail), settings(tmp_path / "two", TWO, mail)
    async with serving(first, stripping) as one, serving(second, stripping) as two:
        for desk in (one, two):
            await master.create(desk, "TOY-1")
        # Somebody sends the one a letter in the name of the other, and asks for a seat besides.
        await hand_over(mail, TWO, ONE, "hello", "JOIN TOY-1\nNAME=DESK\n")
        await hand_over(mail, TWO, ONE, "hello", "HELP\n")
        await hand_over(mail, ONE, TWO, "hello", "GAMES\n")
        # On either side letters with proof and letters without are counted apart, and end apart.
        assert await until_quiet(mail) <= 32


async def titled(mail: EmbeddedMail, words: str) -> EmailMessage:
    """The robot's first letter with these words in its subject."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for path in mail.letters(ROBOT):
                if words in str((letter := parse(path.read_bytes()))["Subject"]):
                    return letter
            await asyncio.sleep(0.05)


@asynccontextmanager
async def robot(mail: EmbeddedMail, words: Callable[[EmailMessage], str]) -> AsyncIterator[list[str]]:
    """Answers every letter at once, to where replies go, without a word of what it is. Gives what it answered."""
    answered: list[str] = []

    async def work() -> None:
        while True:
            for path in mail.letters(ROBOT):
                if path.name not in answered:
                    answered.append(path.name)
                    letter = parse(path.read_bytes())
                    to = str(letter["Reply-To"] or letter["From"]).rpartition("<")[2].rstrip(">")
                    await hand_over(mail, ROBOT, to, f"Re: {letter['Subject']}", words(letter))
            await asyncio.sleep(0.02)

    task = asyncio.create_task(work())
    try:
        yield answered
        assert not task.done(), "the robot fell silent by itself"
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [lambda letter: text_of(letter).replace(END_MARK, ""), lambda letter: "Thank you for your request. A ticket was opened."],
    ids=["echo", "thanks"],
)
async def test_a_robot_in_a_seat_is_stopped(tmp_path: Path, mail: EmbeddedMail, words: Callable[[EmailMessage], str]) -> None:
    config = settings(tmp_path / "one", ONE, mail)
    async with serving(config) as desk:
        await master.create(desk, "TOY-1")
        await hand_over(mail, ROBOT, ONE, "JOIN", "JOIN TOY-1\nNAME=ROBOT\n")
        asked = await titled(mail, "Please confirm")
        await hand_over(mail, ROBOT, str(asked["Reply-To"]).rpartition("<")[2].rstrip(">"), "Re:", "yes")
        await titled(mail, "the game begins")
        async with robot(mail, words) as answered:
            await until_quiet(mail)
            assert 4 <= len(answered) <= 16
            assert list(desk.loops.on) == [ROBOT]
    notices = [parse(path.read_bytes())["Subject"] for path in mail.letters(GM)]
    assert notices == [f"[Postern] Answers to {ROBOT} are held back"]
    # A restart does not begin it anew.
    async with serving(config) as desk, robot(mail, words) as answered:
        desk.store.write_now(loop_guard.look, desk)
        assert list(desk.loops.on) == [ROBOT]
        before = len(mail.letters(ROBOT))
        await hand_over(mail, ROBOT, ONE, "again", "Thank you for your request.")
        await until_quiet(mail)
        assert len(answered) >= before
        # What was written before the brake came on may still have had to leave; the letter without proof is answered once.
        assert len(mail.letters(ROBOT)) <= before + 2
