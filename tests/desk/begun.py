"""Games that are begun once and copied: most tests of the desk begin with the same few."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from email.message import EmailMessage
from itertools import count
from typing import TypeAlias

from postern.desk.runtime.counting import Counting
from postern.desk.runtime.loop_memory import LoopMemory
from tests.desk.box import Box

Letters: TypeAlias = dict[str, EmailMessage]


@dataclass(frozen=True)
class _Begun:
    """What there was when the game had begun: the database, the state of the box, what the desk keeps in mind."""

    database: sqlite3.Connection
    numbers: str
    read_up_to: int
    writers: frozenset[str]
    loops: LoopMemory
    letters: Letters


_KEPT: dict[tuple[object, ...], _Begun] = {}


def once(box: Box, begin: Callable[[], Letters], *what: object) -> Letters:
    """Begins a game by ``begin``. Where that was done before with ``what``, on the same database, files and clock, the desk and
    the box are put into the state that came of it. A desk that a test has made otherwise begins its game itself."""
    desk = box.desk
    if type(desk.counting) is not Counting or desk.keys is not box.keys or desk.store.engine.dialect.name != "sqlite":
        return begin()
    raw = desk.store.engine.raw_connection()
    try:
        connection = raw.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        state = (repr(box.numbers), box.read_up_to, frozenset(box.writers), desk.clock.now(), desk.clock.elapsed())
        digest = hashlib.sha256(connection.serialize()).digest()
        settings = repr(desk.config.model_copy(update={"home": None, "file": None}))
        key = (what, digest, desk.key, settings, repr(desk.files), state)
        found = _KEPT.get(key)
        if found is None:
            letters = begin()
            database = sqlite3.connect(":memory:", check_same_thread=False)
            connection.backup(database)
            writers, loops = frozenset(box.writers), deepcopy(desk.loops)
            _KEPT[key] = _Begun(database, repr(box.numbers), box.read_up_to, writers, loops, deepcopy(letters))
            return letters
        found.database.backup(connection)
    finally:
        raw.close()
    box.numbers = count(int(found.numbers.removeprefix("count(").rstrip(")")))
    box.read_up_to, box.writers, desk.loops = found.read_up_to, set(found.writers), deepcopy(found.loops)
    return deepcopy(found.letters)
