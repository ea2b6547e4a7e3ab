"""The daemon is killed at random moments; afterwards every letter was answered once and every report came once."""

from __future__ import annotations

import asyncio
import contextlib
import random
import smtplib
import sys
from collections import defaultdict
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import open_desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.settings.config import Config, read_config
from postern.post.embedded import EmbeddedMail
from tests.desk.box import parse

DESK, ANN, GM = "orders@example.org", "ann@example.org", "gm@example.org"
KILLS = 12
PATIENCE = 90.0

PROGRAM = """
import asyncio, sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from postern.desk.settings.config import read_config
from postern.desk.context import open_desk
from postern.desk.service.daemon import Daemon
asyncio.run(Daemon(open_desk(read_config(Path(sys.argv[1])))).serve())
"""


def write_settings(home: Path, mail: EmbeddedMail) -> Config:
    settings = home / "postern.toml"
    text = settings.read_text().replace(
        'kind = "maildir"\npath = "mail"',
        f"""kind = "imap"
host = "127.0.0.1"
port = {mail.imap_port}
security = "plain"
user = "{DESK}"
password = "secret"
longest_pause = 1""",
    )
    settings.write_text(text.replace("port = 2525", f"port = {mail.smtp_port}"))
    game = home / "games" / "toy-1.toml"
    game.write_text(game.read_text().replace('"30m"', '"0s"').replace("computers = 1", "computers = 2"))
    return read_config(settings)


async def send(mail: EmbeddedMail, number: int, body: str, to: str) -> str:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = ANN, to, "orders"
    message["Message-ID"] = f"<letter-{number}@home.example>"
    message.set_content(body)

    def hand_over() -> None:
        with smtplib.SMTP("127.0.0.1", mail.smtp_port) as line:
            line.send_message(message)

    await asyncio.to_thread(hand_over)
    return str(message["Message-ID"])


def box(mail: EmbeddedMail) -> list[EmailMessage]:
    return [parse(path.read_bytes()) for path in mail.letters(ANN)]


async def until(mail: EmbeddedMail, words: str) -> EmailMessage:
    async with asyncio.timeout(PATIENCE):
        while True:
            for message in box(mail):
                if words in str(message["Subject"]):
                    return message
            await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_killed_again_and_again_it_loses_nothing_and_does_nothing_twice(home: Path) -> None:
    dice = random.Random(7)
    project = str(Path(__file__).parents[3])
    async with EmbeddedMail(home / "server", {DESK: "secret", ANN: "secret", GM: "secret"}) as mail:
        config = write_settings(home, mail)

        async def start() -> asyncio.subprocess.Process:
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", PROGRAM, str(home / "postern.toml"), project),
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )

        desk = open_desk(config)
        await master.create(desk, "TOY-1")
        daemon = await start()
        await send(mail, 0, "JOIN TOY-1\nNAME=ANN", DESK)
        asked = await until(mail, "Please confirm")
        await send(mail, 1, "yes", str(asked["Reply-To"]))
        first = await until(mail, "the game begins")
        letters = {}
        for kill in range(KILLS):
            for number in range(3):
                name = 100 * (kill + 1) + number
                body = f"guess {name % 9 + 1}\n" + ("READY\n" if number == 2 else "")
                letters[await send(mail, name, body, str(first["Reply-To"]))] = body
            await asyncio.sleep(dice.uniform(0.2, 2.0))
            with contextlib.suppress(ProcessLookupError):
                daemon.kill()
            await daemon.wait()
            daemon = await start()
        await settled(lambda: set(letters) <= {str(message["In-Reply-To"]) for message in box(mail)})
        turn = -1
        while turn != (turn := (await master.show(desk, "TOY-1")).turn):
            await settled(lambda: reported(mail, turn))
            await asyncio.sleep(1)
        daemon.terminate()
        async with asyncio.timeout(10):
            assert await daemon.wait() == 0

        ids = defaultdict(set)
        for message in box(mail):
            subject = str(message["Subject"])
            key = subject if "orders due" in subject else str(message["In-Reply-To"])
            ids[key].add(str(message["Message-ID"]))
        assert {key: found for key, found in ids.items() if len(found) != 1} == {}
        line = await master.show(desk, "TOY-1")
        assert line.turn > 1
        for played in range(1, line.turn):
            assert (await master.replay(desk, LocalWorkers(0), "TOY-1", played)).same
        desk.close()


async def settled(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not done():  # noqa: ASYNC110  (another process does it)
            await asyncio.sleep(0.2)


def reported(mail: EmbeddedMail, turn: int) -> bool:
    """Whether the reports of all turns before this one have come."""
    subjects = {str(message["Subject"]) for message in box(mail)}
    return all(any(f"ANN: report of turn {number}," in subject for subject in subjects) for number in range(1, turn))
