"""What the demonstration does, step by step, and what it tells of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator
from email.message import EmailMessage
from pathlib import Path

from rich.console import Console

from postern.cli.demo.games import DemoGame
from postern.cli.demo.mailbox import Mailbox, text_of
from postern.post.embedded import EmbeddedMail

BOT, PLAYER, MASTER = "orders@postern.example", "you@postern.example", "gm@postern.example"
PASSWORD = "demo"
_MARK = ".postern-demo"
"""A file that says of a folder that a demonstration made it and may empty it."""

_SETTINGS = f"""\
[post]
address = "{BOT}"
name = "Postern"

[post.mailbox]
kind = "imap"
host = "127.0.0.1"
port = {{imap}}
security = "plain"
user = "{BOT}"
password = "{PASSWORD}"

[post.smtp]
host = "127.0.0.1"
port = {{smtp}}
security = "plain"

[desk]
game_masters = ["{MASTER}"]
data = "var"
games = "games"
"""
_GAME = """\
name = "{name}"
ruleset = "{ruleset}"
seats = {seats}
computers = {computers}
deadline = "Fri 20:00"
timezone = "Europe/Berlin"
run_early = "all-ready"
early_delay = "1s"
press = "named"
documents = ["html", "pdf", "png", "json"]
"""


class Demo:
    """One demonstration of a game in one folder. ``console`` gets the narration."""

    def __init__(self, game: DemoGame, folder: Path, console: Console) -> None:
        self.game, self.folder, self.console = game, folder.absolute(), console
        self._steps = 0
        self._saved = 0

    @contextlib.contextmanager
    def step(self, words: str) -> Iterator[None]:
        """Narrates one step and how long it took."""
        self._steps += 1
        head = f"{self._steps:2}  {words}"
        start = time.monotonic()
        if self.console.is_terminal:
            with self.console.status(head):
                yield
        else:
            yield
        self.console.print(f"{head} [dim]({time.monotonic() - start:.1f} s)[/dim]", highlight=False, soft_wrap=True)

    def remark(self, words: str) -> None:
        """A line of detail below a step."""
        self.console.print(
            f"      {words}", highlight=False, style="dim" if self.console.is_terminal else "", markup=False, soft_wrap=True
        )

    def save(self, letter: EmailMessage, name: str) -> None:
        """Writes a letter, its text and its attachments into the folder."""
        self._saved += 1
        stem = f"{self._saved:02}-{name}"
        (self.folder / f"{stem}.eml").write_bytes(letter.as_bytes())
        (self.folder / f"{stem}.txt").write_text(text_of(letter), encoding="utf-8")
        for part in letter.walk():
            kind = part.get_content_type()
            suffix = {"application/pdf": "pdf", "image/png": "png", "application/json": "json"}.get(kind)
            content = part.get_payload(decode=True) if suffix else None
            near = "-neighbourhood" if str(part.get_filename()).endswith("-neighbourhood.png") else ""
            if isinstance(content, bytes):
                (self.folder / f"{stem}{near}.{suffix}").write_bytes(content)

    def empty(self) -> None:
        """Makes the folder, empty. Raises FileExistsError when it holds what no demonstration has put there."""
        if self.folder.exists():
            if any(self.folder.iterdir()) and not (self.folder / _MARK).exists():
                raise FileExistsError(
                    f"{self.folder} is not empty, and no demonstration marked it as its own; name another folder or remove it"
                )
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True)
        (self.folder / _MARK).touch()

    async def run(self, stay: bool) -> None:
        """The whole demonstration. Raises TimeoutError when a letter does not come, RuntimeError when a process fails."""
        (self.folder / "games").mkdir(parents=True)
        accounts = dict.fromkeys((BOT, PLAYER, MASTER), PASSWORD)
        async with contextlib.AsyncExitStack() as stack:
            with self.step("A mail server of our own starts (SMTP and IMAP on loopback ports)."):
                mail = await stack.enter_async_context(EmbeddedMail(self.folder / "mail", accounts))
            with self.step(
                f"The game master writes two config files and opens game {self.game.name}, all seats but one for computers."
            ):
                self._configure(mail)
                await self._command("game", "create", self.game.name)
            with self.step("The daemon starts and watches the mailbox."):
                await stack.enter_async_context(self._daemon())
            player = Mailbox(PLAYER, PASSWORD, mail.imap_port, mail.smtp_port)
            await player.open()
            stack.push_async_callback(player.close)
            await self._play(player)
            if stay:
                await self._stay(mail)
        self.console.print(f"\nLetters, PDF and map are in [bold]{self.folder}[/bold].", highlight=False, soft_wrap=True)

    def _configure(self, mail: EmbeddedMail) -> None:
        settings = _SETTINGS.format(imap=mail.imap_port, smtp=mail.smtp_port)
        (self.folder / "postern.toml").write_text(settings, encoding="utf-8")
        game = self.game
        text = _GAME.format(name=game.name, ruleset=game.ruleset, seats=game.seats, computers=game.seats - 1)
        (self.folder / "games" / f"{game.name.lower()}.toml").write_text(text, encoding="utf-8")

    async def _command(self, *words: str) -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "postern.cli", *words, "--config", str(self.folder / "postern.toml")),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        if process.returncode:
            raise RuntimeError(f"postern {' '.join(words)} failed:\n{said.decode(errors='replace')}")

    @contextlib.asynccontextmanager
    async def _daemon(self) -> AsyncIterator[None]:
        log = self.folder / "daemon.log"
        with log.open("wb") as sink:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "postern.cli", "serve", "--config", str(self.folder / "postern.toml")),
                stderr=sink,
                stdout=sink,
            )
        try:
            async with asyncio.timeout(30):
                while b"the desk is open" not in log.read_bytes():
                    if process.returncode is not None:
                        raise RuntimeError(f"the daemon stopped:\n{log.read_text(errors='replace')}")
                    await asyncio.sleep(0.05)
            yield
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
                await process.wait()

    async def _play(self, player: Mailbox) -> None:
        game = self.game
        with self.step(f"You write to {BOT}: JOIN {game.name}, {', '.join(game.wishes)}."):
            await player.send(BOT, "Hello", "\n".join([f"JOIN {game.name}", *game.wishes, ""]))
            confirm = await player.next_letter(20)
            self.save(confirm, "confirm")
        self.remark(f"Answer: {confirm['Subject']}")
        with self.step("You reply, so that nobody else can sign you up; the seats are full and the game begins."):
            await player.reply(confirm, "Yes, that was me.")
            setup = await self._letter_with_pdf(player, "joined")
            self.save(setup, "set-up")
        self.remark(f"Set-up letter: {setup['Subject']}")
        wrong, right = game.orders(_form(setup))
        with self.step("You reply with orders for turn 1, two of them wrong."):
            await player.reply(setup, wrong)
            answer = await player.next_letter(20)
            self.save(answer, "two-to-mend")
        for line in _to_mend(text_of(answer)):
            self.remark(line)
        with self.step("You mend them and add READY; you are the last, so the turn runs."):
            await player.reply(answer, right + "\nREADY\n")
            accepted = await player.next_letter(20)
            self.save(accepted, "on-file")
        self.remark(f"Answer: {accepted['Subject']}")
        with self.step("The report of turn 1 arrives, with PDF and map."):
            report = await self._letter_with_pdf(player, "also")
            self.save(report, "report")
        self.remark(f"Report: {report['Subject']}")

    async def _letter_with_pdf(self, player: Mailbox, other: str) -> EmailMessage:
        """The next letter with a PDF; letters before it are saved too, as ``other``."""
        while True:
            letter = await player.next_letter(40)
            if any(part.get_content_type() == "application/pdf" for part in letter.walk()):
                return letter
            self.save(letter, other)

    async def _stay(self, mail: EmbeddedMail) -> None:
        self.console.print(
            "\nEverything keeps running until you press Ctrl-C. For your mail program (no encryption, this machine only):\n"
            f"  IMAP  127.0.0.1 port {mail.imap_port}, user {PLAYER}, password {PASSWORD}\n"
            f"  SMTP  127.0.0.1 port {mail.smtp_port}, no login\n"
            f"Write to {BOT}, or reply to the report. The game master is {MASTER}, with the same password.\n"
            f"For the commands: ./run game show {self.game.name} --config {self.folder / 'postern.toml'}",
            highlight=False,
            markup=False,
            soft_wrap=True,
        )
        done = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, done.set)
        await done.wait()


def _form(setup: EmailMessage) -> list[str]:
    """The lines of the order form in the set-up letter's report.json."""
    for part in setup.walk():
        content = part.get_payload(decode=True) if part.get_content_type() == "application/json" else None
        if isinstance(content, bytes):
            return _strings(json.loads(content))
    raise RuntimeError("the set-up letter carries no report.json")


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for item in items for text in _strings(item)]


def _to_mend(text: str) -> list[str]:
    """The first part of the answer: what needs mending."""
    lines = text.splitlines()
    start = next((at for at, line in enumerate(lines) if line.startswith("TO MEND")), 0)
    end = next((at for at, line in enumerate(lines) if at > start and line.startswith("ON FILE")), len(lines))
    return [line for line in lines[start:end] if line.strip()]
