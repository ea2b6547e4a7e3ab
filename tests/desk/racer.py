"""One of two processes that do the same work on the same database at the same time, and say what each got done.

``python -m tests.desk.racer SETTINGS``: says ``ready``, then for each line that names a work of ``WORK`` does it until
nothing is left, and prints what it did as a line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.games.turns import advance
from postern.desk.letters.handling import handle_some
from postern.desk.letters.side_by_side import SideBySide
from postern.desk.settings.config import read_config
from postern.store import games, inbox, outbox
from postern.store.inbox import Arrival
from postern.store.tables import OutState

ROUNDS = 60
BREATH = 0.005
"""Seconds between two transactions of one process, so that the other gets at the database."""


PATIENCE = 20.0


def meet(desk: Desk, work: str) -> None:
    """Says that this process has done a piece of the work, and waits until the other has, too: nothing keeps a process whose
    turn never comes from finding all of it done."""
    (desk.config.data / f"{work}.{os.getpid()}").touch()
    until = time.monotonic() + PATIENCE
    while len(list(desk.config.data.glob(f"{work}.*"))) < 2 and time.monotonic() < until:
        time.sleep(BREATH)


def handle(desk: Desk) -> list[int]:
    """Handles letters as they are; the numbers of those it handled."""
    done: list[int] = []
    while batch := desk.store.write_now(handle_some, desk, most=1):
        done += [handled.letter_id for handled in batch]
        meet(desk, "handle")
        time.sleep(BREATH)
    return done


def handle_beside(desk: Desk) -> list[int]:
    """Handles letters as a daemon at a shared database does, each game's and player's beside those of others; the numbers of
    those it handled."""
    done: list[int] = []
    side = SideBySide(desk)
    while (batch := side.handle_some()) or desk.store.read_now(inbox.count_new) > 0:
        done += [handled.letter_id for handled in batch if not handled.for_all]
        if done:
            meet(desk, "handle_beside")
    return done


def take_in(desk: Desk) -> list[int]:
    """Stores the same letters as the other; how many of each batch were new to it."""
    now = desk.clock.now()
    batches = [[Arrival(f"{desk.owner}/{n}/{k}", b"%d.%d" % (n, k), "", now) for k in range(3)] for n in range(ROUNDS)]
    return [desk.store.write_now(inbox.take_in, batch, now) for batch in batches]


def send(desk: Desk) -> list[int]:
    """Claims letters to be sent, a few at a time, and sends them; the numbers of those it sent."""
    done: list[int] = []
    while letters := desk.store.write_now(
        outbox.claim, OutState.WAITING, desk.owner, desk.clock.now(), timedelta(minutes=2), 3
    ):
        ids = [letter.id for letter in letters]
        desk.store.write_now(outbox.mark_sent, ids, desk.owner, desk.clock.now())
        done += ids
        meet(desk, "send")
        time.sleep(BREATH)
    return done


def write(desk: Desk) -> list[int]:
    """Writes letters for the same reasons as the other; those that it wrote."""
    now = desk.clock.now()

    def letter(number: int) -> outbox.NewOutboxLetter:
        return outbox.NewOutboxLetter(
            message_id=f"<{number}.{desk.owner}@x>",
            dedupe_key=f"reason {number}",
            kind="answer",
            recipient="ann@example.org",
            subject="s",
            raw=b"r",
            next_try=now,
            created_at=now,
        )

    return [number for number in range(ROUNDS) if desk.store.write_now(outbox.write, letter(number))]


def turn(desk: Desk) -> list[int]:
    """Runs the turns of the game whenever it can have it; a 1 for each that it ran."""
    game = desk.store.read_now(games.by_name, "TOY-1")
    assert game is not None

    async def run() -> list[int]:
        done = []
        while (await master.show(desk, "TOY-1")).turn <= 8:
            if await advance(desk, LocalWorkers(0), game.id, force=True):
                done.append(1)
        return done

    return asyncio.run(run())


WORK: dict[str, Callable[[Desk], list[int]]] = {
    "handle": handle,
    "handle_beside": handle_beside,
    "take_in": take_in,
    "send": send,
    "write": write,
    "turn": turn,
}


if __name__ == "__main__":
    answers, sys.stdout = sys.stdout, sys.stderr  # what is logged goes another way than what is answered
    opened = open_desk(read_config(Path(sys.argv[1])))
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(WORK[line.strip()](opened)), file=answers, flush=True)
    opened.close()
