"""The whole house as a game master runs it: a mail server, a settings folder, the daemon and the command line as processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.e2e import commands
from tests.e2e.player import Player
from tests.e2e.servers import PASSWORD, MailServer

DESK = "orders@postern.test"
MASTER = "gm@postern.test"

_SETTINGS = """\
[post]
address = "{desk}"
[post.secret]
[post.mailbox]
kind = "imap"
host = "127.0.0.1"
port = {imap_port}
security = "plain"
user = "{desk}"
password = "{password}"
longest_pause = 5
[post.smtp]
host = "127.0.0.1"
port = {smtp_port}
security = "plain"
[desk]
game_masters = ["{master}"]
data = "var"
[work]
workers = {processes}
[limits]
guest_answers_per_hour = 1000
{more}
"""


@dataclass
class House:
    """A mail server and a folder with settings; the daemon once ``start`` was called."""

    mail: MailServer
    home: Path
    processes: int = 2
    more: str = ""
    """More lines for the table ``[limits]``, or further tables."""
    daemon: subprocess.Popen[bytes] | None = None
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        (self.home / "games").mkdir(parents=True, exist_ok=True)
        self.settings.write_text(
            _SETTINGS.format(
                desk=DESK,
                master=MASTER,
                password=PASSWORD,
                imap_port=self.mail.imap_port,
                smtp_port=self.mail.smtp_port,
                processes=self.processes,
                more=self.more,
            )
        )

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.home / "postern.toml"

    @property
    def log(self) -> Path:
        """What the daemon said, over all its starts."""
        return self.home / "daemon.log"

    def game_file(self, name: str) -> Path:
        """The file of the game with this name."""
        return self.home / "games" / f"{name.lower()}.toml"

    def write_game(self, name: str, **settings: object) -> None:
        """Writes a game's file. Twelve seats, eleven of them computers', a far deadline, run early at once."""
        values: dict[str, object] = {
            "name": name,
            "ruleset": "great_jewels",
            "seats": 12,
            "computers": 11,
            "deadline": "Fri 20:00",
            "timezone": "Europe/Berlin",
            "min_hours": 24,
            "early_delay": "0s",
            "reminders": [],
            "seed": f"end to end {name}",
        } | settings
        self.game_file(name).write_text("".join(f"{key} = {_toml(value)}\n" for key, value in values.items()))

    def player(self, address: str) -> Player:
        """Somebody with this address."""
        return Player(address, self.mail, DESK)

    def start(self, patience: float = 60.0) -> None:
        """Starts the daemon and waits until it says that it is open."""
        assert self.daemon is None
        before = self.log.stat().st_size if self.log.exists() else 0
        self.spawn()
        until = time.monotonic() + patience
        while b"the desk is open" not in self.log.read_bytes()[before:]:
            assert self.daemon is not None
            assert self.daemon.poll() is None, self.log.read_text(errors="replace")[-3000:]
            assert time.monotonic() < until, "the daemon did not open its desk in time"
            time.sleep(0.02)

    def spawn(self) -> None:
        """Starts the daemon's process without waiting for it."""
        with self.log.open("ab") as log:
            self.daemon = subprocess.Popen(
                self._words("serve"),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment(),
                start_new_session=True,
            )

    def stop(self, patience: float = 30.0) -> tuple[int, float]:
        """Stops the daemon as the system does (SIGTERM). Returns its exit code and the seconds that it took."""
        assert self.daemon is not None
        began = time.monotonic()
        self.daemon.send_signal(signal.SIGTERM)
        try:
            code = self.daemon.wait(patience)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self.daemon = None
        return code, time.monotonic() - began

    def kill(self) -> None:
        """Kills the daemon as a power cut would (SIGKILL)."""
        if self.daemon is not None:
            self.daemon.kill()
            self.daemon.wait(30)
            self.daemon = None

    def reload(self) -> None:
        """Has the daemon read its settings again (SIGHUP)."""
        assert self.daemon is not None
        self.daemon.send_signal(signal.SIGHUP)

    def master(self, *words: str, expect: int = 0) -> str:
        """Runs ``postern game ...`` as the game master; returns what it printed. Fails on any other exit code."""
        code, said = commands.run(("game", *words, "--config", str(self.settings)), self._environment())
        assert code == expect, f"postern game {' '.join(words)} ended with {code}: {said}"
        return said

    def _words(self, *words: str) -> Sequence[str]:
        return (str(Path(sys.executable).with_name("postern")), *words, "--config", str(self.settings))

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "COLUMNS": "160", **self.environment}


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return str(value) if isinstance(value, int | float) else f'"{value}"'
