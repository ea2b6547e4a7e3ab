"""Two processes at one database, doing the same at the same moment: each thing is done once, whoever does it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlmodel import col, select

from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.settings.config import read_config
from postern.store import inbox, outbox
from postern.store.inbox import Arrival
from postern.store.tables import LetterState, OutState, TurnRecord
from tests.desk.box import Box
from tests.desk.racer import ROUNDS

Race = Callable[[str], tuple[list[int], list[int]]]

PROJECT = Path(__file__).parents[3]


@pytest.fixture
def shared(home: Path, database: str) -> Iterator[Desk]:
    """A desk at a database that other processes open too."""
    settings = home / "postern.toml"
    settings.write_text(settings.read_text().replace("[work]", f'store = "{database}"\n[work]'))
    opened = open_desk(read_config(settings))
    yield opened
    opened.close()


@pytest.fixture
def race(shared: Desk) -> Iterator[Callable[[str], tuple[list[int], list[int]]]]:
    """Has two processes do a work at the same time; gives what each says it did."""
    words = [sys.executable, "-m", "tests.desk.racer", str(shared.config.file)]
    racers = [subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=PROJECT) for _ in range(2)]

    def run(what: str) -> tuple[list[int], list[int]]:
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write(f"{what}\n")
            racer.stdin.flush()
        one, two = (json.loads(said(racer)) for racer in racers)
        return one, two

    try:
        assert [said(racer) for racer in racers] == ["ready", "ready"]
        yield run
    finally:
        for racer in racers:
            racer.kill()
            racer.communicate()


def said(racer: subprocess.Popen[str]) -> str:
    assert racer.stdout is not None
    return racer.stdout.readline().strip()


def test_letters_are_stored_handled_answered_and_sent_once(shared: Desk, race: Race) -> None:
    box = Box(shared)
    for number in range(ROUNDS):
        box.put(box.letter(f"guest{number}@example.org", "GAMES\n"))
    one, two = race("handle")
    assert sorted(one + two) == list(range(1, ROUNDS + 1))
    assert one
    assert two
    assert sorted(row.recipient for row in box.rows()) == sorted(f"guest{number}@example.org" for number in range(ROUNDS))

    one, two = race("send")
    assert sorted(one + two) == [row.id for row in box.rows()]
    assert one
    assert two
    assert shared.store.read_now(outbox.counts) == {OutState.SENT: ROUNDS}

    one, two = race("write")
    assert sorted(one + two) == list(range(ROUNDS))
    assert len(box.rows()) == 2 * ROUNDS

    one, two = race("take_in")
    assert sum(one) + sum(two) == 3 * ROUNDS == shared.store.read_now(inbox.count_new)


async def test_a_seat_is_taken_and_a_turn_is_run_once(shared: Desk, race: Race) -> None:
    await master.create(shared, "TOY-1")
    box = Box(shared)
    asked = [
        box.send(f"guest{n}@example.org", f"JOIN TOY-1\nNAME={name}\n")[0] for n, name in enumerate(("ANN", "BOB", "CLEO"))
    ]
    for n, letter in enumerate(asked):
        box.put(box.letter(f"guest{n}@example.org", "yes", str(letter["Reply-To"])))
    one, two = race("handle")
    assert len(one + two) == 3
    line = await master.show(shared, "TOY-1")
    assert len([seat for seat in line.seats if seat.address]) == 2
    assert len([seat for seat in line.seats if seat.computer]) == 1

    one, two = race("turn")
    ran = shared.store.read_now(lambda session: session.exec(select(TurnRecord).order_by(col(TurnRecord.turn))).all())
    assert sum(one) + sum(two) == len(ran) > 8
    assert [(record.turn, record.attempt) for record in ran] == [(turn, 1) for turn in range(len(ran))]
    for record in ran[1:]:
        assert (await master.replay(shared, LocalWorkers(0), "TOY-1", record.turn)).same


async def test_letters_with_nul_bytes_are_stored_and_answered(shared: Desk) -> None:
    box = Box(shared)
    raw = box.letter("ann@example.org", "GAMES\n", subject="hello").replace(b"hello", b"hel\x00lo")
    arrival = Arrival("box/1", raw.replace(b"Message-ID: <", b"Message-ID: <\x00"), "<\x00m>", shared.clock.now())
    await shared.store.write(inbox.take_in, [arrival], shared.clock.now())
    handled = box.handle()
    assert handled is not None
    assert handled.state is LetterState.HANDLED
    assert len(box.news()) == 1
