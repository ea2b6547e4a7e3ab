"""Hosts that share a PostgreSQL: how many letters of orders one daemon handles in a second, and how many two."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from tests.servers.postgres import RealPostgres

from benchmarks.desk import mail_house, open_games, open_house, raw_letter, reply_address
from benchmarks.figures import Figure
from benchmarks.orders import letters_of_orders
from postern.desk.context import Desk, open_desk
from postern.desk.letters.side_by_side import SideBySide
from postern.desk.settings.config import read_config
from postern.store import inbox
from postern.store.inbox import Arrival

_GAMES, _LETTERS = 24, 960
_AIM = 1.5


def letters() -> list[Figure]:
    """Letters of orders from 24 games, handled by one process and by two at one PostgreSQL, each bound to a core."""
    players = [f"player{number}@players.test" for number in range(_GAMES)]
    rates: dict[int, float] = {}
    with ExitStack() as stack:
        postgres, house = stack.enter_context(RealPostgres()), stack.enter_context(mail_house())
        url = postgres.new_database()
        house.settings.write_text(house.settings.read_text().replace("[work]", f'store = "{url}"\n[work]'))
        desk = stack.enter_context(open_house(house))
        open_games(desk, house, _GAMES, players)
        for hosts in (1, 2, 1, 2):
            _fill(desk, players)
            rates[hosts] = max(rates.get(hosts, 0.0), _LETTERS / _handled_by(house.settings, hosts))
            if left := desk.store.read_now(inbox.count_new):
                raise RuntimeError(f"{left} letters were not handled")
    how = f"handler alone, {_LETTERS} letters of {_GAMES} games, PostgreSQL on the same {os.cpu_count()} cores"
    return [
        Figure("letters of orders, one daemon at PostgreSQL", f"{rates[1]:.0f} a second", "", how),
        Figure("letters of orders, two daemons", f"{rates[2]:.0f} a second", "", how),
        Figure("… two against one", f"{rates[2] / rates[1]:.2f} ×", f"{_AIM} × or more", ""),
    ]


def _fill(desk: Desk, players: list[str]) -> None:
    now, each = desk.clock.now(), _LETTERS // _GAMES
    arrivals = []
    for number in range(each):
        for game, player in enumerate(players, 1):
            address, place = reply_address(desk, f"QJ-{game}")
            body = letters_of_orders(place, each)[number]
            arrivals.append(Arrival(f"hosts|{time.time_ns()}", raw_letter(player, address, body), "", now))
    desk.store.write_now(inbox.take_in, arrivals, now)


def _handled_by(settings: Path, hosts: int) -> float:
    """Seconds until so many processes have handled all letters that wait."""
    words = [sys.executable, "-m", "benchmarks.hosts", str(settings)]
    running = []
    for number in range(hosts):
        bound = ["taskset", "-c", str(number % (os.cpu_count() or 1))]
        running.append(subprocess.Popen([*bound, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    try:
        for process in running:
            if process.stdout is None or process.stdout.readline().strip() != "ready":
                raise RuntimeError("a host did not start")
        began = time.perf_counter()
        for process in running:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in running:
            assert process.stdout is not None
            process.stdout.readline()
        return time.perf_counter() - began
    finally:
        for process in running:
            process.kill()
            process.communicate()


def _host(settings: Path) -> None:
    answers, sys.stdout = sys.stdout, sys.stderr
    desk = open_desk(read_config(settings))
    side = SideBySide(desk)
    print("ready", file=answers, flush=True)
    sys.stdin.readline()
    while side.handle_some() or desk.store.read_now(inbox.count_new) > 0:
        pass
    print("done", file=answers, flush=True)


if __name__ == "__main__":
    import logging

    import structlog

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    _host(Path(sys.argv[1]))
