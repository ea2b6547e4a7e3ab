"""``./run bench soak [--letters N] [--minutes M] [--calm S]``: letters of every kind, with random faults, in balance at last.

The network, the database and the daemon fail. Postfix and Dovecot where they are installed, else the embedded server.

Letters are laid into the mailbox as a delivery does it; the desk's connections pass proxies that do harm. The exit code is 1
when the account does not balance: letters in = answered + held + ignored (by reason) + copies, none failed, none unsent,
each answer in its reader's mailbox.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import re
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from sqlmodel import select
from tests.e2e.house import DESK, MASTER, House
from tests.e2e.launcher import Launcher
from tests.e2e.servers import MailServer, serving
from tests.e2e.sitting import first_report, join, place_of
from tests.faults import proxy
from tests.letters import programs, special, webmail
from tests.letters.tongues import BOT
from tests.servers.mail import missing

from benchmarks.orders import NO_BRAKES, letters_of_orders
from postern.desk.settings.config import read_config, token_key
from postern.post.maildir import deliver
from postern.store.engine import open_engine
from postern.store.sealing import seal_with
from postern.store.tables import InboxLetter

_PLAYER = "ann@players.test"
_GAMES = {
    "QJ-1": ("great_jewels", "Europe/Berlin", 12, "TYPE=RILRIS"),
    "CF-1": ("cosmos", "America/New_York", 2, "NATION=Am"),
    "AC-1": ("alamaze_classic", "America/New_York", 2, "KINGDOM=Warlock"),
    "AK-1": ("adventurer_kings", "Europe/Berlin", 4, "KINGDOM=Elmet"),
}
"""The games of the one mailbox; the player sits in each."""
_GUESTS = [f"guest{number}@players.test" for number in range(40)]
_CORPUS = "joe@players.test"
_MOST_WAITING = 60
_KILL = "the daemon is killed"
_SETTLE = 300.0
_TELL_EVERY = 10_000
_NUMBER = re.compile(rb"^X-Soak: (\d+)\r?$", re.MULTILINE)


@dataclass(frozen=True)
class Behind:
    """A mail server as the daemon reaches it: through the proxies."""

    server: MailServer
    imap_port: int
    smtp_port: int

    def maildir(self, address: str) -> Path:
        """See MailServer."""
        return self.server.maildir(address)

    def letters(self, address: str) -> list[Path]:
        """See MailServer."""
        return self.server.letters(address)


@dataclass
class Proxies:
    """Both proxies, in an event loop of their own."""

    imap: proxy.Proxy
    smtp: proxy.Proxy
    loop: asyncio.AbstractEventLoop

    def do(self, work: Callable[[], object]) -> None:
        """Has something done in the loop of the proxies."""
        self.loop.call_soon_threadsafe(work)


@contextlib.contextmanager
def _proxies(server: MailServer) -> Iterator[Proxies]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    imap, smtp = proxy.Proxy(server.imap_port), proxy.Proxy(server.smtp_port)
    try:
        for one in (imap, smtp):
            asyncio.run_coroutine_threadsafe(one.__aenter__(), loop).result(10)
        yield Proxies(imap, smtp, loop)
    finally:
        for one in (imap, smtp):
            asyncio.run_coroutine_threadsafe(one.__aexit__(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


@dataclass
class Letters:
    """Writes letters by chance. ``kinds`` remembers what each number was; ``copies`` counts letters laid in twice."""

    chance: random.Random
    token: str
    orders: list[str]
    samples: list[bytes]
    kinds: dict[int, str] = field(default_factory=dict)
    copies: int = 0
    _earlier: list[bytes] = field(default_factory=list)

    def next(self) -> bytes:
        """One more letter; sometimes the same bytes once more."""
        if self._earlier and self.chance.random() < 0.02:
            self.copies += 1
            return self.chance.choice(self._earlier)
        kind = self.chance.choices(list(_KINDS), [weight for weight, _ in _KINDS.values()])[0]
        number = len(self.kinds)
        self.kinds[number] = kind
        raw = b"X-Soak: %d\r\n" % number + _KINDS[kind][1](self)
        self._earlier = [*self._earlier[-50:], raw] if kind != "oversize" else self._earlier
        return raw

    def write(self, body: str, sender: str = _PLAYER, to: str = "", subject: str = "orders", **headers: str) -> bytes:
        """A plain letter."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to or self.token, subject
        message["Message-ID"] = f"<{len(self.kinds)}.{time.time_ns()}@home.test>"
        for name, value in headers.items():
            message[name.replace("_", "-")] = value
        message.set_content(body)
        return message.as_bytes().replace(b"\n", b"\r\n")

    def several_games(self) -> bytes:
        """Orders for all the games, in any order, behind lines that name the game."""
        parts = [
            f"GAME CF-1\n3110:\nsearch {self.chance.randrange(1, 9)}\n",
            f"GAME AC-1\n480 {self.chance.choice(('OR', 'XX'))}\n",
            f"GAME AK-1\nCHAR 1\n1 PR {self.chance.choice(('TA', 'XX'))}\n",
            "GAME QJ-1\nSTATUS\n",
        ]
        self.chance.shuffle(parts)
        return self.write("".join(parts))

    def page(self) -> bytes:
        """Orders in HTML alone."""
        lines = "".join(f"<div>{line}</div>" for line in self.chance.choice(self.orders).splitlines())
        return self.write(lines).replace(b"text/plain", b"text/html")

    def sample(self) -> bytes:
        """One of the corpus, as a reply of the player's."""
        head, gap, body = self.chance.choice(self.samples).partition(b"\n\r\n")
        return head.replace(BOT.encode(), self.token.encode()) + gap + body

    def bounce(self) -> bytes:
        """A report that some letter could not be delivered."""
        raw = self.write("Your message could not be delivered.", "MAILER-DAEMON@players.test", DESK, "Undelivered Mail")
        return b"Return-Path: <>\r\nAuto-Submitted: auto-replied\r\n" + raw

    def vacation(self) -> bytes:
        """What a mail server answers for somebody who is away."""
        guest = self.chance.choice(_GUESTS)
        return self.write("I am away.", guest, DESK, "Out of office", Auto_Submitted="auto-replied")

    def noise(self) -> bytes:
        """Bytes without sense, behind an address."""
        return f"From: {_CORPUS}\r\nTo: {DESK}\r\n".encode() + self.chance.randbytes(self.chance.randrange(2000))


_KINDS: dict[str, tuple[float, Callable[[Letters], bytes]]] = {
    "orders": (30, lambda letters: letters.write(letters.chance.choice(letters.orders))),
    "bad orders": (8, lambda letters: letters.write("L99MZ99\nGB2BC999\nno order at all, dear Postern\n")),
    "commands": (14, lambda letters: letters.write(letters.chance.choice(("STATUS", "SHOW", "HELP combat", "ADD\n// x")))),
    "several games": (8, lambda letters: letters.several_games()),
    "HTML": (8, lambda letters: letters.page()),
    "programs and charsets": (14, lambda letters: letters.sample()),
    "strangers": (10, lambda letters: letters.write("GAMES", letters.chance.choice(_GUESTS), DESK)),
    "greetings": (3, lambda letters: letters.write("Good evening!", letters.chance.choice(_GUESTS), DESK, "hello")),
    "bounces": (3, lambda letters: letters.bounce()),
    "vacations": (3, lambda letters: letters.vacation()),
    "spam": (3, lambda letters: letters.write("Buy!", _CORPUS, DESK, "offer", Precedence="bulk", List_Id="<offers.test>")),
    "empty": (2, lambda letters: letters.write("")),
    "noise": (1.5, lambda letters: letters.noise()),
    "oversize": (0.2, lambda letters: letters.write("// long\n" * 300_000)),
}


def main(words: list[str]) -> int:
    """Runs the soak; 0 when the account balances."""
    parser = argparse.ArgumentParser(prog="bench soak")
    parser.add_argument("--letters", type=int, default=100_000, help="how many letters to lay in")
    parser.add_argument("--minutes", type=float, default=240, help="stop laying letters in after so long")
    parser.add_argument("--calm", type=float, default=1.25, help="seconds from one fault to the next, in the middle")
    parser.add_argument("--seed", default="soak", help="the same seed, the same letters and faults")
    told = parser.parse_args(words)
    console = Console()
    kind = "embedded" if missing() else "real"
    console.print(f"{told.letters} letters through the {kind} mail server, seed {told.seed!r}", style="dim")
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        Path(folder).chmod(0o755)
        with (
            serving(kind, Path(folder) / "mail", [DESK, MASTER, _PLAYER, _CORPUS, *_GUESTS]) as server,
            _proxies(server) as lines,
        ):
            behind = Behind(server, lines.imap.port, lines.smtp.port)
            house = House(behind, Path(folder) / "home", processes=0, more=NO_BRAKES)
            house.settings.write_text(
                house.settings.read_text().replace("longest_pause = 5", "longest_pause = 2\ntimeout = 5\nbatch = 20")
            )
            try:
                return _Soak(house, server, lines, console, told.letters, told.minutes * 60, told.calm, told.seed).run()
            finally:
                house.kill()


def _samples() -> list[bytes]:
    """The corpus of letters in the shapes of real programs."""
    return [sample.raw for family in (programs, webmail, special) for sample in family.samples()]


def _for_a_while(line: proxy.Proxy, loop: asyncio.AbstractEventLoop, harm: Callable[[], object], seconds: float = 1.0) -> None:
    def begin() -> None:
        harm()
        loop.call_later(seconds, line.well)

    loop.call_soon_threadsafe(begin)


def _locked(soak: _Soak) -> None:
    """Another program holds the database for a second."""
    with contextlib.closing(sqlite3.connect(soak.house.home / "var" / "postern.sqlite", timeout=10)) as line:
        line.isolation_level = None
        line.execute("BEGIN IMMEDIATE")
        time.sleep(1)
        line.execute("ROLLBACK")


def _refuse(line: proxy.Proxy) -> None:
    line.refusing = True
    line.cut()


def _on(pattern: bytes, action: proxy.Action, times: int) -> Callable[[proxy.Proxy], object]:
    return lambda line: line.on(pattern, action, times)


def _imap(harm: Callable[[proxy.Proxy], object]) -> Callable[[_Soak], None]:
    return lambda soak: _for_a_while(soak.lines.imap, soak.lines.loop, lambda: harm(soak.lines.imap))


def _smtp(harm: Callable[[proxy.Proxy], object]) -> Callable[[_Soak], None]:
    return lambda soak: _for_a_while(soak.lines.smtp, soak.lines.loop, lambda: harm(soak.lines.smtp))


_FAULTS: dict[str, Callable[[_Soak], None]] = {
    "the database is locked": _locked,
    "IMAP reset": _imap(proxy.Proxy.cut),
    "IMAP silent": _imap(lambda line: setattr(line, "stalled", True)),
    "IMAP refuses connections": _imap(_refuse),
    "moves refused": _imap(_on(rb"UID MOVE", proxy.refuse("NO [OVERQUOTA] full"), 3)),
    "moves without a reply": _imap(_on(rb"UID MOVE", proxy.lose_reply, 1)),
    "letters cut short": _imap(_on(rb"BODY.PEEK", proxy.truncate(500), 1)),
    "SMTP reset": _smtp(proxy.Proxy.cut),
    "SMTP silent": _smtp(lambda line: setattr(line, "stalled", True)),
    "SMTP refuses connections": _smtp(_refuse),
    "letters put off": _smtp(_on(rb"^RCPT", proxy.reply("451 4.7.1 later"), 5)),
    "the last reply is lost": _smtp(_on(proxy.DOT, proxy.lose_reply, 1)),
}


@dataclass
class _Soak:
    house: House
    server: MailServer
    lines: Proxies
    console: Console
    count: int
    seconds: float
    calm: float
    seed: str

    def run(self) -> int:
        chance = random.Random(self.seed)
        self.house.start()
        player = self.house.player(_PLAYER)
        for name, (ruleset, zone, seats, wishes) in _GAMES.items():
            self.house.write_game(name, ruleset=ruleset, timezone=zone, seats=seats, computers=seats - 1, documents=[])
            self.house.master("create", name)
            join(player, name, "ANNE", more=wishes)
        report, *_ = [first_report(player, name) for name in _GAMES]
        self.house.stop()
        before = len(self._kept("Handled"))
        token = parseaddr(str(report["Reply-To"]))[1]
        letters = Letters(chance, token, letters_of_orders(place_of(report), 40), _samples())
        began = time.monotonic()
        faults = self._feed(letters, chance, began)
        self._settle()
        account = self._account(letters, before)
        self._show(letters, account, faults, time.monotonic() - began)
        return 1 if account.wrong else 0

    def _feed(self, letters: Letters, chance: random.Random, began: float) -> Counter[str]:
        faults: Counter[str] = Counter()
        laid = 0
        with Launcher(self.house.settings, self.house.log) as launcher:
            launcher.start()
            next_fault = time.monotonic() + chance.uniform(0.4 * self.calm, 1.6 * self.calm)
            while (laid < self.count or self.server.letters(DESK)) and time.monotonic() - began < self.seconds:
                room = _MOST_WAITING - len(self.server.letters(DESK))
                for _ in range(min(max(room, 0), self.count - laid)):
                    self._lay(letters.next(), laid)
                    laid += 1
                    if laid % _TELL_EVERY == 0:
                        self.console.print(f"{laid} letters after {time.monotonic() - began:.0f} s", style="dim")
                if time.monotonic() >= next_fault:
                    name = _KILL if chance.random() < 0.2 else chance.choice(list(_FAULTS))
                    faults[name] += 1
                    if name == _KILL:
                        launcher.kill()
                        launcher.start()
                    else:
                        _FAULTS[name](self)
                    next_fault = time.monotonic() + chance.uniform(0.4 * self.calm, 1.6 * self.calm)
                time.sleep(0.05)
            self.lines.do(self.lines.imap.well)
            self.lines.do(self.lines.smtp.well)
            time.sleep(1)
            launcher.kill()
        return faults

    def _lay(self, raw: bytes, number: int) -> None:
        deliver(self.server.maildir(DESK), raw, f"{time.time_ns()}.S{number}.soak")

    def _settle(self) -> None:
        """A daemon that nothing disturbs finishes what is left. A letter whose reply was lost several times would wait for many
        minutes before its next try: these pauses are not sat out."""
        with contextlib.closing(sqlite3.connect(self._file, timeout=30)) as line, line:
            line.execute(
                "UPDATE outbox_letter SET next_try = (SELECT min(next_try) FROM outbox_letter) WHERE state = 'waiting'"
            )
        self.house.start()
        until = time.monotonic() + _SETTLE
        while time.monotonic() < until:
            with contextlib.closing(self._database()) as line:
                left = line.execute("SELECT count(*) FROM outbox_letter WHERE state IN ('draft', 'waiting')").fetchone()[0]
                left += line.execute("SELECT count(*) FROM inbox_letter WHERE state = 'new'").fetchone()[0]
            if not left and not self.server.letters(DESK):
                break
            time.sleep(0.5)
        time.sleep(2)
        self.house.stop()

    @property
    def _file(self) -> Path:
        return self.house.home / "var" / "postern.sqlite"

    def _database(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=30)

    def _kept(self, folder: str) -> list[Path]:
        place = self.server.maildir(DESK) / f".{folder}"
        return [path for part in ("new", "cur") for path in (place / part).glob("*")]

    def _account(self, letters: Letters, before: int) -> Account:
        account = Account()
        engine = open_engine(f"sqlite:///{self.house.home / 'var' / 'postern.sqlite'}")
        seal_with(engine, token_key(read_config(self.house.settings)))
        columns = select(InboxLetter.id, InboxLetter.raw, InboxLetter.state, InboxLetter.reason)
        answered = self._column("SELECT dedupe_key FROM outbox_letter")
        with engine.connect() as line:
            for row in line.execute(columns).yield_per(500):
                found = _NUMBER.search(row.raw[:200])
                if found is None:
                    continue
                account.seen[int(found[1])] += 1
                state = row.state
                if state == "handled" and f"answer/{row.id}" not in answered:
                    account.wrong.append(f"letter {row.id} ({letters.kinds[int(found[1])]}) was handled without an answer")
                account.states[(letters.kinds[int(found[1])], state)] += 1
                account.reasons[(state, re.sub(r"\d+", "N", row.reason) if state == "ignored" else "")] += 1
                if state in ("new", "failed"):
                    account.wrong.append(f"letter {row.id} ({letters.kinds[int(found[1])]}) is {state}: {row.reason}")
        engine.dispose()
        lost = [number for number in letters.kinds if account.seen[number] == 0]
        doubled = [number for number, times in account.seen.items() if times > 1]
        for what, numbers in (("never arrived", lost), ("were taken in twice", doubled)):
            if numbers:
                account.wrong.append(f"{len(numbers)} letters {what}: {numbers[:10]}")
        self._check_sent(account)
        left, handled = len(self.server.letters(DESK)), len(self._kept("Handled")) - before
        if left or handled != len(letters.kinds) + letters.copies:
            account.wrong.append(f"{left} letters are left in the inbox, {handled} lie in the folder of handled ones")
        return account

    def _check_sent(self, account: Account) -> None:
        """Each letter of the outbox was sent, and lies in its reader's mailbox."""
        states = Counter(self._column("SELECT state FROM outbox_letter", all_of_them=True))
        if set(states) - {"sent", "void"}:
            account.wrong.append(f"the outbox holds {dict(states)}")
        came: Counter[str] = Counter()
        for address in (_PLAYER, _CORPUS, MASTER, *_GUESTS):
            for path in self.server.letters(address):
                found = re.search(rb"^Message-ID:\s*(<\S+>)", path.read_bytes()[:4000], re.MULTILINE | re.IGNORECASE)
                came[found[1].decode() if found else path.name] += 1
        sent = self._column("SELECT message_id FROM outbox_letter WHERE state = 'sent'")
        account.twice = sum(times - 1 for times in came.values())
        account.sent = len(sent)
        missing_ones = [message_id for message_id in sent if not came[message_id]]
        if missing_ones:
            account.wrong.append(f"{len(missing_ones)} letters that were sent did not arrive: {missing_ones[:5]}")
        if strange := set(came) - sent:
            account.wrong.append(f"{len(strange)} letters arrived that are not in the outbox: {sorted(strange)[:5]}")

    def _column(self, question: str, all_of_them: bool = False) -> Any:
        with contextlib.closing(self._database()) as line:
            found = [row[0] for row in line.execute(question)]
        return found if all_of_them else set(found)

    def _show(self, letters: Letters, account: Account, faults: Counter[str], seconds: float) -> None:
        table = Table("letters", "in", "answered", "held", "ignored", "failed", box=None, pad_edge=False)
        kinds = Counter(letters.kinds.values())
        for kind in _KINDS:
            states = [account.states[(kind, state)] for state in ("handled", "held", "ignored", "failed")]
            table.add_row(kind, str(kinds[kind]), *map(str, states))
        totals = [sum(account.states[(kind, state)] for kind in kinds) for state in ("handled", "held", "ignored", "failed")]
        table.add_row("copies of others", str(letters.copies), "", "", str(letters.copies), "")
        whole = len(letters.kinds) + letters.copies
        table.add_row("all", str(whole), str(totals[0]), str(totals[1]), str(totals[2] + letters.copies), str(totals[3]))
        self.console.print(table)
        for (state, reason), times in account.reasons.most_common():
            if state == "ignored":
                self.console.print(f"  ignored {times}: {reason}")
        self.console.print(f"  sent {account.sent}, of these {account.twice} twice (the same letter, after a lost reply)")
        self.console.print(f"  faults: {', '.join(f'{name} {times}' for name, times in faults.most_common())}")
        self.console.print(f"  {whole / seconds:.0f} letters a second over {seconds:.0f} s")
        for line in account.wrong[:20]:
            self.console.print(line, style="red")
        self.console.print("does not balance" if account.wrong else "balances", style="bold")


@dataclass
class Account:
    """What became of the letters, and what is wrong with that."""

    seen: Counter[int] = field(default_factory=Counter)
    states: Counter[tuple[str, str]] = field(default_factory=Counter)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    sent: int = 0
    twice: int = 0
    wrong: list[str] = field(default_factory=list)
