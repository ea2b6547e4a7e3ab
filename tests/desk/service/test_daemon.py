"""The daemon against the embedded mail server: letters in over SMTP, answers and reports out."""

from __future__ import annotations

import asyncio
import smtplib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import open_desk
from postern.desk.gamemaster import master
from postern.desk.service.daemon import Daemon
from postern.desk.settings.config import Config, read_config
from postern.post.embedded import EmbeddedMail
from postern.store import outbox
from tests.desk.box import parse, text_of

DESK, ANN, BOB, GM = "orders@example.org", "ann@example.org", "bob@example.org", "gm@example.org"
PATIENCE = 60.0


@dataclass
class House:
    mail: EmbeddedMail
    config: Config

    def daemon(self) -> Daemon:
        return Daemon(open_desk(self.config))

    async def send(self, sender: str, body: str, to: str = DESK, subject: str = "orders", references: str = "") -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Message-ID"] = f"<{time.time_ns()}@home.example>"
        message["References"] = references
        message.set_content(body)

        def hand_over() -> None:
            with smtplib.SMTP("127.0.0.1", self.mail.smtp_port) as line:
                line.send_message(message)

        await asyncio.to_thread(hand_over)

    async def letter(self, address: str, words: str) -> EmailMessage:
        """The first letter in this address's box whose subject holds these words."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for path in self.mail.letters(address):
                    message = parse(path.read_bytes())
                    if words in str(message["Subject"]):
                        return message
                await asyncio.sleep(0.05)


@pytest.fixture
async def house(home: Path) -> AsyncIterator[House]:
    accounts = dict.fromkeys((DESK, ANN, BOB, GM), "secret")
    async with EmbeddedMail(home / "server", accounts) as mail:
        settings = home / "postern.toml"
        # The day's digest comes or not by the hour at which the test runs.
        settings.write_text(settings.read_text().replace("[desk]", '[desk]\ndigest_at = "never"'))
        config = read_config(settings)
        post = config.post.model_copy(update={"mailbox": mail.imap_settings(DESK), "smtp": mail.smtp_settings()})
        yield House(mail, config.model_copy(update={"post": post}))


async def test_a_whole_turn_by_mail(house: House) -> None:
    game = house.config.games_folder / "toy-1.toml"
    game.write_text(game.read_text().replace('"30m"', '"0s"').replace("computers = 1", "computers = 2"))
    daemon = house.daemon()
    await master.create(daemon.desk, "TOY-1")
    running = asyncio.create_task(daemon.run())
    try:
        await house.send(ANN, "JOIN TOY-1\nNAME=ANN\n")
        asked = await house.letter(ANN, "Please confirm")
        await house.send(ANN, "yes", to=str(asked["Reply-To"]))
        report = await house.letter(ANN, "the game begins")
        assert "A new market opens." in text_of(report)
        assert "Order form" in text_of(report) or "ORDER FORM" in text_of(report)

        await house.send(ANN, "guess 3\nbuy 90\n", to=str(report["Reply-To"]))
        answer = await house.letter(ANN, "1 order on file, 1 to mend")
        assert "Possible now:  BUY 10" in text_of(answer)
        await house.send(ANN, "ADD buy 3\nREADY\n", to=str(answer["Reply-To"]))
        second = await house.letter(ANN, "turn 2] ANN: report of turn 1")
        assert "You bought 3 shares." in text_of(second)
        assert str(second["List-Id"]) == "<toy-1.example.org>"
        assert (await master.show(daemon.desk, "TOY-1")).turn == 2
        replay = await master.replay(daemon.desk, daemon.workers, "TOY-1", 1)
        assert replay.same
    finally:
        daemon.stop()
        async with asyncio.timeout(5):
            await running
        daemon.desk.close()


async def test_a_daemon_started_later_does_what_is_left_and_nothing_twice(house: House) -> None:
    first = house.daemon()
    await master.create(first.desk, "TOY-1")
    running = asyncio.create_task(first.run())
    await house.send(ANN, "GAMES")
    await house.letter(ANN, "Games to join")
    first.stop()
    await running
    first.desk.close()

    await house.send(BOB, "GAMES")
    second = house.daemon()
    running = asyncio.create_task(second.run())
    await house.letter(BOB, "Games to join")
    second.stop()
    await running
    assert await second.desk.store.read(outbox.counts) == {"sent": 2}
    assert len(house.mail.letters(ANN)) == 1
    second.desk.close()


async def test_a_games_file_that_is_gone_is_told_while_the_game_goes_on(house: House) -> None:
    daemon = house.daemon()
    game = house.config.games_folder / "toy-1.toml"
    (house.config.games_folder / "toy-2.toml").write_text(game.read_text().replace("TOY-1", "TOY-2"))
    daemon.desk.read_files()
    await master.create(daemon.desk, "TOY-1")
    running = asyncio.create_task(daemon.run())
    for path in house.config.games_folder.glob("*.toml"):
        path.unlink()
    daemon.reload()
    await daemon.tell_file_problems()
    text = " ".join(text_of(await house.letter(GM, "needs mending")).split())
    assert 'no file has name = "TOY-1" any more; the game goes on with the settings it had' in text
    assert "TOY-2" not in text, "it was never opened"
    assert (await master.show(daemon.desk, "TOY-1")).config.deadline == ("Fri 20:00",)
    daemon.stop()
    await running
    daemon.desk.close()


async def test_a_game_begins_when_an_edit_gives_the_free_seats_to_computers(house: House) -> None:
    daemon = house.daemon()
    await master.create(daemon.desk, "TOY-1")
    running = asyncio.create_task(daemon.run())
    await house.send(ANN, "JOIN TOY-1\nNAME=ANN\n")
    asked = await house.letter(ANN, "Please confirm")
    await house.send(ANN, "yes", to=str(asked["Reply-To"]))
    await house.letter(ANN, "You are ANN")
    game = house.config.games_folder / "toy-1.toml"
    game.write_text(game.read_text().replace("computers = 1", "computers = 2"))
    daemon.reload()
    await daemon.tell_file_problems()
    await house.letter(ANN, "the game begins")
    daemon.stop()
    await running
    daemon.desk.close()


async def test_a_bad_edit_is_told_once_and_the_game_goes_on(house: House) -> None:
    daemon = house.daemon()
    await master.create(daemon.desk, "TOY-1")
    running = asyncio.create_task(daemon.run())
    game = house.config.games_folder / "toy-1.toml"
    game.write_text(game.read_text().replace('deadline = "Fri 20:00"', 'deadline = "Fry 20:00"'))
    daemon.reload()
    await daemon.tell_file_problems()
    await daemon.tell_file_problems()
    told = await house.letter(GM, "needs mending")
    assert "toy-1.toml:6:deadline:" in "".join(text_of(told).split())
    assert len(house.mail.letters(GM)) == 1
    assert (await master.show(daemon.desk, "TOY-1")).config.deadline == ("Fri 20:00",)
    daemon.stop()
    await running
    daemon.desk.close()
