"""A desk with a game, its daemon, and the proxies between it and its servers."""

from __future__ import annotations

import asyncio
import contextlib
import smtplib
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from postern.desk.context import Desk, open_desk
from postern.desk.gamemaster import master
from postern.desk.service.daemon import Daemon
from postern.desk.settings.config import Config, read_config
from postern.desk.timing.clock import Clock
from postern.post.settings import ImapSettings, Security, SmtpSettings
from postern.store import inbox, outbox
from postern.store.tables import LetterState, OutState
from tests.desk.box import GAME, POSTERN, parse, text_of
from tests.faults.proxy import Proxy, Session
from tests.servers.mail import RealMail

PATIENCE = 40.0


@dataclass
class House:
    """``imap`` and ``smtp`` are the proxies. ``daemon`` runs once ``start`` was called."""

    mail: RealMail
    imap: Proxy
    smtp: Proxy
    home: Path
    number: int
    config: Config
    clock: Clock | None = None
    daemon: Daemon | None = None
    running: asyncio.Task[None] | None = None
    sent: list[str] = field(default_factory=list)
    lock: sqlite3.Connection | None = None

    @property
    def desk(self) -> Desk:
        """The open desk."""
        assert self.daemon is not None
        return self.daemon.desk

    def address(self, who: str) -> str:
        """The address of desk, ann, bob or gm in this test."""
        return f"{who}{self.number}@postern.test"

    def settings(self, *, mailbox: dict[str, Any] | None = None, smtp: dict[str, Any] | None = None) -> None:
        """Changes settings of the post, before ``start``."""
        post = self.config.post
        mailbox_settings = post.mailbox.model_copy(update=mailbox or {})
        smtp_settings = post.smtp.model_copy(update=smtp or {})
        changed = post.model_copy(update={"mailbox": mailbox_settings, "smtp": smtp_settings})
        self.config = self.config.model_copy(update={"post": changed})

    async def start(self, *, locked: bool = False) -> None:
        """Opens the desk and starts the daemon; ``locked``: somebody else holds the database by then."""
        self.daemon = Daemon(open_desk(self.config, self.clock))
        if locked:
            self.lock_database()
        self.running = asyncio.create_task(self.daemon.run())

    async def stop(self) -> None:
        """Stops the daemon and closes the desk."""
        if self.daemon is not None and self.running is not None:
            self.daemon.stop()
            async with asyncio.timeout(10):
                await self.running
            self.daemon.desk.close()
        self.daemon = self.running = None

    async def crash(self) -> None:
        """Ends the daemon as a kill does: nothing is put in order."""
        assert self.daemon is not None
        assert self.running is not None
        self.running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.running
        self.daemon.desk.close()
        self.daemon = self.running = None

    @property
    def database(self) -> Path:
        """The desk's SQLite file."""
        return self.config.data / "postern.sqlite"

    def lock_database(self) -> None:
        """Another program holds the database, until ``unlock_database``."""
        self.lock = sqlite3.connect(self.database, isolation_level=None)
        self.lock.execute("BEGIN IMMEDIATE")

    def unlock_database(self) -> None:
        """The other program lets go."""
        assert self.lock is not None
        self.lock.close()
        self.lock = None

    async def lock_then_pass_on(self, session: Session, line: bytes) -> bool:
        """As an action of a proxy: the database is locked before the server hears this."""
        self.lock_database()
        return True

    async def post(self, body: str, who: str = "ann", to: str = "", subject: str = "") -> str:
        """A letter to the desk, handed to Postfix past the proxy. Returns its Message-ID."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.address(who), to or self.address("desk"), subject
        message["Message-ID"] = f"<{time.time_ns()}.{self.number}@home.test>"
        message.set_content(body)

        def hand_over() -> None:
            with smtplib.SMTP("127.0.0.1", self.mail.smtp_port, local_hostname="localhost") as line:
                line.send_message(message)

        await asyncio.to_thread(hand_over)
        self.sent.append(str(message["Message-ID"]))
        return str(message["Message-ID"])

    def letters(self, who: str) -> list[EmailMessage]:
        """What lies in somebody's mailbox."""
        return [parse(path.read_bytes()) for path in self.mail.letters(self.address(who))]

    async def letter(self, who: str, words: str, times: int = 1) -> EmailMessage:
        """The newest letter with these words in its subject, once so many have come."""

        def found() -> list[EmailMessage]:
            return [letter for letter in self.letters(who) if words in " ".join(str(letter["Subject"]).split())]

        await until(lambda: len(found()) >= times, lambda: f"{times} x {words!r} for {who}; there: {self._subjects(who)}")
        return found()[-1]

    async def answer(self, message_id: str, who: str = "ann") -> EmailMessage:
        """The answer to a letter."""

        def found() -> list[EmailMessage]:
            return [letter for letter in self.letters(who) if letter["In-Reply-To"] == message_id]

        await until(found, lambda: f"an answer to {message_id}; there: {self._subjects(who)}")
        return found()[0]

    async def ask(self, body: str = "GAMES", who: str = "ann") -> EmailMessage:
        """A letter and its answer, once it is on file that it went: cut off before that, it would rightly go again."""
        answer = await self.answer(await self.post(body, who), who)

        def noted() -> bool:
            row = self.desk.store.read_now(outbox.by_message_id, str(answer["Message-ID"]))
            return row is not None and row.state == OutState.SENT

        await until(noted, "the answer is noted as sent")
        return answer

    async def seat(self) -> EmailMessage:
        """A running game in which Ann has a seat; her first report."""
        game = self.config.games_folder / "toy-1.toml"
        game.write_text(GAME.replace('"30m"', '"0s"').replace("computers = 1", "computers = 2"))
        self.desk.read_files()
        await master.create(self.desk, "TOY-1")
        await self.post("JOIN TOY-1\nNAME=ANN\n")
        asked = await self.letter("ann", "Please confirm")
        await self.post("yes", to=str(asked["Reply-To"]))
        return await self.letter("ann", "the game begins")

    def _subjects(self, who: str) -> list[str]:
        return [str(letter["Subject"]) for letter in self.letters(who)]

    def folder(self, name: str) -> int:
        """How many letters lie in a folder of the desk's mailbox."""
        place = self.mail.maildir(self.address("desk")) / f".{name}"
        return sum(1 for part in ("new", "cur") for _ in (place / part).glob("*"))

    def troubled(self, name: str) -> bool:
        """Whether the daemon says that this goes wrong at this moment."""
        return self.daemon is not None and any(trouble.name == name for trouble in self.daemon.troubles.lasting())

    async def tidy(self, copies: bool = False) -> None:
        """All is at rest: each letter handled once, answered once, and out of the inbox. Raises AssertionError if not.

        With ``copies``, an answer may lie in the mailbox twice, as the same letter.
        """
        await until(lambda: not self.mail.letters(self.address("desk")), "letters stay in the inbox")
        states = Counter(await self.desk.store.read(lambda session: [letter.state for letter in _all(session)]))
        assert states == {LetterState.HANDLED: len(self.sent)}, states
        assert self.folder("Handled") == len(self.sent)
        await until(lambda: set(self.desk.store.write_now(outbox.counts)) == {"sent"}, "letters are not sent")
        answers: Counter[str] = Counter()
        for who in ("ann", "bob"):
            by_id = {str(letter["Message-ID"]): letter for letter in self.letters(who)}
            assert copies or len(by_id) == len(self.letters(who)), "no letter came twice"
            for letter in self.letters(who):
                assert text_of(letter) == text_of(by_id[str(letter["Message-ID"])])
            answers.update(str(letter["In-Reply-To"]) for letter in by_id.values() if letter["In-Reply-To"] in self.sent)
        assert answers == dict.fromkeys(self.sent, 1)


def _all(session: Any) -> list[Any]:
    return [letter for state in LetterState for letter in inbox.in_state(session, state)]


@asynccontextmanager
async def opened(mail: RealMail, home: Path, number: int) -> AsyncIterator[House]:
    """A house on these servers with the mailboxes of this number."""
    (home / "games").mkdir()
    settings = POSTERN.replace("orders@example.org", f"desk{number}@postern.test")
    settings = settings.replace("gm@example.org", f"gm{number}@postern.test")
    settings += "[limits]\nguest_answers_per_hour = 1000\n"
    (home / "postern.toml").write_text(settings)
    config = read_config(home / "postern.toml")
    async with Proxy(mail.imap_port) as imap, Proxy(mail.smtp_port) as smtp:
        mailbox = ImapSettings(
            port=imap.port,
            security=Security.PLAIN,
            user=f"desk{number}@postern.test",
            password=SecretStr("secret"),
            timeout=1.5,
            longest_pause=0.4,
        )
        way_out = SmtpSettings(port=smtp.port, security=Security.PLAIN, timeout=1.5)
        post = config.post.model_copy(update={"mailbox": mailbox, "smtp": way_out})
        desk = config.desk.model_copy(update={"tell_after": timedelta(seconds=0.5)})
        house = House(mail, imap, smtp, home, number, config.model_copy(update={"post": post, "desk": desk}))
        try:
            yield house
        finally:
            imap.well()
            smtp.well()
            await house.stop()


async def until(holds: Callable[[], object], what: str | Callable[[], str], seconds: float = PATIENCE) -> None:
    """Waits until something holds; fails in words after the seconds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited {seconds:.0f} s in vain: {what if isinstance(what, str) else what()}"
        await asyncio.sleep(0.03)
