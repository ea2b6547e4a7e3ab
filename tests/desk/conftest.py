"""A desk in a temporary folder, and a clock that stands still."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import LocalWorkers, Workers
from postern.desk.settings.config import read_config
from postern.desk.timing.clock import ManualClock
from tests.desk.box import GAME, NOON, POSTERN, Box, is_sound, words_of
from tests.desk.playing import ANN, BOB, begin


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    (tmp_path / "postern.toml").write_text(POSTERN)
    (tmp_path / "games" / "toy-1.toml").write_text(GAME)
    return tmp_path


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture(scope="session")
def secret() -> str:
    """What the desks of one run sign and seal with, so that a game can be copied from one to another."""
    return secrets.token_hex(32)


@pytest.fixture
def desk(home: Path, clock: ManualClock, tables: Path, secret: str) -> Iterator[Desk]:
    config = read_config(home / "postern.toml")
    config.data.mkdir()
    (config.data / "token.key").write_text(secret)
    (config.data / "token.key").chmod(0o600)
    shutil.copy(tables, config.data)
    opened = open_desk(config, clock)
    yield opened
    opened.close()


@pytest.fixture
def workers() -> Workers:
    return LocalWorkers(0)


@pytest.fixture
def box(desk: Desk, request: pytest.FixtureRequest) -> Iterator[Box]:
    """A letter box; when the test is over, every letter in it is sound, and shows nobody the address of another who wrote.

    The marker ``shown`` names addresses whose holders may be shown one another's: they are one person, or wrote them.
    """
    box = Box(desk)
    yield box
    marker = request.node.get_closest_marker("shown")
    same = frozenset(marker.args) if marker is not None else frozenset()
    for reader, letter in box.letters_to_players():
        assert is_sound(letter) == "", letter["Subject"]
        for address in box.writers - {reader}:
            if not {address, reader} <= same:
                shown = re.search(rf"(?<![\w.+-]){re.escape(address)}(?!\.?\w)", words_of(letter))
                assert shown is None, f"{reader} is shown {address}: {letter['Subject']}"


@pytest.fixture
def report(box: Box, workers: Workers) -> EmailMessage:
    """TOY-1 with ANN and BOB and a computer player, turn 1 awaited: ANN's first report."""
    return begin(box, workers, ann=ANN, bob=BOB)["ann"]
