"""The handler alone, in a process of its own: ``python benchmarks/handling.py GAME WHAT LETTERS`` prints seconds of processor.

It runs on whichever source the path names, this one or an older commit's (``./run bench handler`` alternates between them), so
that what moved since is looked for where it was.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from importlib import import_module
from pathlib import Path
from typing import Any

_LINES = 5
_PLAYER = "ann@players.test"
_SETTINGS = """
[post]
address = "orders@example.org"
[post.secret]
[post.mailbox]
kind = "maildir"
path = "mail"
[post.smtp]
host = "127.0.0.1"
port = 2525
security = "plain"
[desk]
game_masters = ["gm@example.org"]
data = "var"
[limits]
answers_per_hour = 10_000_000
exchanges_per_hour = 10_000_000
echoes = 10_000_000
"""
_GAME = """
name = "AA-1"
ruleset = "{game}"
seats = {seats}
computers = {computers}
deadline = "Fri 20:00"
timezone = "Europe/Berlin"
min_hours = 24
run_early = "never"
seed = "handling"
"""
_MOVED = {
    "master": ("postern.desk.gamemaster.master", "postern.desk.master"),
    "read_config": ("postern.desk.settings.config", "postern.desk.config"),
    "take_seat": ("postern.desk.games.seating", "postern.desk.seating"),
    "claim": ("postern.desk.games.turns", "postern.desk.turns"),
    "commit": ("postern.desk.games.turns", "postern.desk.turns"),
    "set_up": ("postern.desk.documents.work", "postern.desk.work"),
    "handle_some": ("postern.desk.letters.handling", "postern.desk.handling"),
    "ruleset": ("postern.desk.settings.rulesets", "postern.desk.rulesets", "postern.desk.config"),
    "make_token": ("postern.post.tokens", "postern.post.trust"),
    "plus_address": ("postern.post.tokens", "postern.post.trust"),
}


def moved(name: str) -> Any:
    """Return what has this name, from the first module that is there; a module itself by its last name."""
    for path in _MOVED[name]:
        try:
            module = import_module(path)
        except ModuleNotFoundError:
            continue
        return module if path.endswith(f".{name}") else getattr(module, name)
    raise ModuleNotFoundError(name)


class Handler:
    """A desk in a folder with one game, in which one person plays: turn 1 is awaited."""

    def __init__(self, folder: Path, game: str, seats: int = 6) -> None:
        from sqlmodel import delete

        from postern.desk.context import open_desk
        from postern.game.ruleset import Signup
        from postern.store import games, inbox
        from postern.store import seats as seats_of
        from postern.store.tables import OutboxLetter

        self._inbox = inbox
        (folder / "games").mkdir()
        (folder / "postern.toml").write_text(_SETTINGS)
        (folder / "games" / "aa-1.toml").write_text(_GAME.format(game=game, seats=seats, computers=seats - 1))
        config = moved("read_config")(folder / "postern.toml")
        config.data.mkdir()
        self.desk = desk = open_desk(config)
        asyncio.run(moved("master").create(desk, "AA-1"))
        write = desk.store.write_now

        def sit(session: Any) -> None:
            moved("take_seat")(session, desk, games.by_name(session, "AA-1"), _PLAYER, Signup("ANNE", {}), datetime.now(UTC))

        def look(session: Any) -> tuple[Any, Any, bytes]:
            found: Any = games.by_name(session, "AA-1")
            seat = next(one for one in seats_of.of_game(session, found.id) if not one.computer)
            return seat, found, games.world(session, found.id, found.turn)

        def begin(session: Any) -> Any:
            found: Any = games.by_name(session, "AA-1")
            return moved("claim")(session, desk, found.id, True)

        write(sit)
        claimed = write(begin)
        write(moved("commit"), desk, claimed, moved("set_up")(claimed.job))
        write(lambda session: session.exec(delete(OutboxLetter)))
        self.seat, self.game, world = write(look)
        self.rules = moved("ruleset")(game)
        self.view = self.rules.view(self.rules.load(world), "ANNE")
        token = moved("make_token")(desk.key, self.seat.id, self.seat.generation)
        self.address = moved("plus_address")(desk.address, token)

    def orders(self, count: int) -> list[str]:
        """Return so many order letters, no two alike: five lines of what a computer player would order."""
        from postern.game.chance import Chance

        plans = [self.rules.plan(self.view, Chance(f"letter {number}")).split("\n") for number in range(min(count, 12))]
        remark = "//" if self.rules.slug == "great_jewels" else ";"
        letters = []
        for number in range(count):
            lines = plans[number % len(plans)]
            first = number % max(1, len(lines) - _LINES)
            letters.append("\n".join([*lines[first : first + _LINES], "", f"{remark} letter {number}", "-- ", "Anne"]))
        return letters

    def take_in(self, bodies: Sequence[str], **headers: str) -> None:
        """Put letters with these bodies into the inbox."""
        now = self.desk.clock.now()
        arrivals = []
        for number, body in enumerate(bodies):
            message = EmailMessage()
            message["From"], message["To"], message["Subject"] = _PLAYER, self.address, "orders"
            message["Message-ID"] = f"<{time.time_ns()}.{number}@home.test>"
            message["Date"] = format_datetime(datetime.now(UTC))
            for name, value in headers.items():
                message[name.replace("_", "-")] = value
            message.set_content(body)
            arrivals.append(self._inbox.Arrival(f"bench|{time.time_ns()}|{number}", message.as_bytes(), "", now))
        self.desk.store.write_now(self._inbox.take_in, arrivals, now)

    def handle(self) -> int:
        """Handle all letters that wait, and return how many did."""
        done = 0
        while found := self.desk.store.write_now(moved("handle_some"), self.desk):
            done += len(found)
        return done


def main(game: str, what: str, count: int) -> None:
    """Print the seconds of processor (user and system, of all threads) that so many letters take."""
    import structlog

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        handler = Handler(Path(folder), game)
        handler.take_in(handler.orders(12) if what == "orders" else [what] * 12)
        handler.handle()
        handler.take_in(handler.orders(count) if what == "orders" else [what] * count)
        gc.collect()
        gc.freeze()  # as the daemon does
        began = time.process_time()
        done = handler.handle()
        busy = time.process_time() - began
        if done != count:
            raise RuntimeError(f"{done} letters were handled instead of {count}")
        print(busy)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
