"""Letters through a private Postfix and Dovecot: how soon an answer lies in the player's mailbox, and how many a second.

The daemon and the bare echo bot are measured in turns, in the same minutes, on the same servers.
"""

from __future__ import annotations

import contextlib
import random
import re
import smtplib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from tests.e2e.house import DESK, MASTER, House
from tests.e2e.servers import PASSWORD
from tests.e2e.sitting import Place, first_report, join, place_of
from tests.servers.mail import RealMail

from benchmarks.figures import Figure, percentile
from benchmarks.orders import NO_BRAKES, letters_of_orders

ECHO, PLAYER = "echo@postern.test", "ann@players.test"
_SAMPLES, _WARM_UP = 40, 3
_WAITING, _RUNS = 500, 5
_PATIENCE = 120.0
_LEAST_EACH = 0.001
"""Seconds that each answer takes at least: so long nothing needs to be looked at."""
_ROOT = Path(__file__).parents[1]


def latency() -> list[Figure]:
    """Letter handed to Postfix → answer lying in the player's Maildir, over Dovecot IDLE; and the same for the echo bot."""
    chance = random.Random("pauses")
    with _house() as house, _bare(house):
        player, token = _seated(house)
        orders = letters_of_orders(player.place, _SAMPLES + _WARM_UP)
        ours: list[float] = []
        bare: list[float] = []
        for body in orders:
            for taken, to in ((ours, token), (bare, ECHO)):
                time.sleep(chance.uniform(0.3, 0.9))
                taken.append(player.round_trip(to, body))
        ours, bare = ours[_WARM_UP:], bare[_WARM_UP:]
    middle, floor = statistics.median(ours), statistics.median(bare)
    return [
        Figure(
            "order letter → answer in the mailbox: the desk",
            f"{middle * 1000:.0f} ms (p95 {percentile(ours, 95) * 1000:.0f})",
            "",
            f"Postfix, Dovecot IDLE, {_SAMPLES} letters",
        ),
        Figure(
            "order letter → answer in the mailbox: bare echo bot",
            f"{floor * 1000:.0f} ms (p95 {percentile(bare, 95) * 1000:.0f})",
            "",
            "same servers, alternating",
        ),
        Figure("desk to echo bot, medians", f"{middle / floor:.2f}", "at most 1.3"),
    ]


def burst() -> list[Figure]:
    """500 letters that wait already: handled and answered per second, until the last answer lies in the mailbox."""
    ours, bare = [], []
    for _ in range(_RUNS):
        with _house() as house:
            player, token = _seated(house)
            house.stop()
            orders = letters_of_orders(player.place, _WAITING)
            player.fill(DESK, token, orders)
            house.start()
            ours.append(_WAITING / player.seconds_until_answered(_WAITING))
            house.stop()
            player.fill(ECHO, ECHO, orders)
            with _bare(house, str(_WAITING)):
                bare.append(_WAITING / player.seconds_until_answered(_WAITING))
    rate, floor = statistics.median(ours), statistics.median(bare)
    return [
        Figure(f"{_WAITING} waiting order letters: the desk", f"{rate:.0f} a second", "", f"median of {_RUNS} runs"),
        Figure(f"{_WAITING} waiting letters: bare fetch-and-send loop", f"{floor:.0f} a second", "", "one after another"),
        Figure("desk to bare loop", f"{rate / floor:.2f}", "at least 0.6"),
    ]


class Correspondent:
    """A player seated in a game, who sends fast and looks often. ``place``: where his orders begin."""

    def __init__(self, house: House, place: Place) -> None:
        self.place = place
        self._mail = house.mail
        self._new = house.mail.maildir(PLAYER) / "new"
        self._number = 0
        self._read = self._answers()

    def round_trip(self, to: str, body: str) -> float:
        """Seconds from Postfix's 250 to the answer's file in the Maildir."""
        with self._line() as line:
            line.sendmail(PLAYER, [to], self._letter(to, body))
            return self.seconds_until_answered(1, look_every=0.001)

    def seconds_until_answered(self, letters: int, look_every: float = 0.02) -> float:
        """Seconds from now until so many more answers have come than were counted before.

        Looking costs the processor that is being measured: while many are missing, it looks less often.
        """
        began = time.perf_counter()
        while (missing := self._read + letters - self._answers()) > 0:
            if time.perf_counter() - began > _PATIENCE:
                raise TimeoutError(f"{missing} answers of {letters} did not come within {_PATIENCE:.0f} s")
            time.sleep(max(look_every, missing * _LEAST_EACH))
        self._read += letters
        return time.perf_counter() - began

    def fill(self, mailbox: str, to: str, bodies: list[str]) -> None:
        """Sends many letters and waits until all of them lie in the mailbox that they are for."""
        with self._line() as line:
            for body in bodies:
                line.sendmail(PLAYER, [to], self._letter(to, body))
        until = time.monotonic() + _PATIENCE
        while len(self._mail.letters(mailbox)) < len(bodies):
            if time.monotonic() > until:
                raise TimeoutError(f"the letters for {mailbox} were not delivered")
            time.sleep(0.05)

    def _line(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self._mail.smtp_port, local_hostname="localhost", timeout=30)

    def _answers(self) -> int:
        return sum(1 for _ in self._new.iterdir()) if self._new.exists() else 0

    def _letter(self, to: str, body: str) -> bytes:
        self._number += 1
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = PLAYER, to, "orders"
        message["Message-ID"] = f"<{time.time_ns()}.{self._number}@home.test>"
        message.set_content(body)
        return message.as_bytes().replace(b"\n", b"\r\n")


@contextlib.contextmanager
def _house() -> Iterator[House]:
    """Servers, and a daemon with one game: eleven computer players, and a seat to be taken."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        Path(folder).chmod(0o755)
        with RealMail(Path(folder) / "mail", dict.fromkeys((DESK, MASTER, ECHO, PLAYER), PASSWORD)) as mail:
            house = House(mail, Path(folder) / "home", more=NO_BRAKES)
            house.write_game("QJ-1")
            house.master("create", "QJ-1")
            house.start()
            try:
                yield house
            finally:
                house.kill()


@contextlib.contextmanager
def _bare(house: House, *words: str) -> Iterator[None]:
    """The echo bot as a process; with a number, it answers so many letters that wait and ends."""
    command = [sys.executable, "-m", "benchmarks.echo", str(house.mail.imap_port), str(house.mail.smtp_port), ECHO, PASSWORD]
    process = subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True, cwd=_ROOT)
    try:
        assert process.stdout is not None
        if process.stdout.readline().strip() != "ready":
            raise RuntimeError("the echo bot did not start")
        yield
    finally:
        process.kill()
        process.wait()


def _seated(house: House) -> tuple[Correspondent, str]:
    """The player with a running game, and the address by which the desk knows him."""
    player = house.player(PLAYER)
    join(player, "QJ-1", "ANNE")
    report = first_report(player, "QJ-1")
    found = re.search(r"<(\S+)>", str(report["Reply-To"]))
    assert found is not None
    return Correspondent(house, place_of(report)), found[1]
