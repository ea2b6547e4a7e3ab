"""From the mailbox into the database, and back: a letter is stored first, and moved to another folder once it is handled."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from datetime import datetime
from functools import partial

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.letters.handling import Handled
from postern.desk.letters.side_by_side import SideBySide
from postern.desk.runtime.signals import Signals
from postern.post.source import Fetched, LetterKey, Outcome, Source
from postern.post.stamps import head_of, server_stamp
from postern.store import inbox
from postern.store.inbox import Arrival
from postern.store.sameness import fingerprints
from postern.store.tables import LetterState

_log = structlog.get_logger(__name__)


class Intake:
    """Takes letters from the mailbox into the database, has them handled, and moves them in the mailbox afterwards."""

    def __init__(self, desk: Desk, source: Source, signals: Signals) -> None:
        self._desk = desk
        self._source = source
        self._signals = signals
        self._places: dict[str, LetterKey] = {}
        self._busy = asyncio.Lock()
        self._side_by_side = SideBySide(desk)
        self._asking: dict[asyncio.Task[None], frozenset[str]] = {}
        self.last_arrival: datetime | None = None

    async def watch(self) -> None:
        """Stores letters as they come; never returns."""
        async with contextlib.aclosing(self._source.batches()) as batches:
            async for batch in batches:
                await self.store(batch)

    async def store(self, batch: Sequence[Fetched]) -> int:
        """Stores a batch in one transaction; letters that are known already are moved at once. Returns how many were new."""
        now = self._desk.clock.now()
        self.last_arrival = now
        arrivals = [
            Arrival(key_text(letter.key), letter.raw, _message_id(letter.raw), now, letter.complete) for letter in batch
        ]
        for letter in batch:
            if (stamp := server_stamp(head_of(letter.raw))) is not None:
                self._desk.clock_watch.heard(stamp)
        fresh, states = await self._desk.store.write(_store, arrivals, now)
        for letter, arrival in zip(batch, arrivals, strict=True):
            self._places[arrival.source_key] = letter.key
            state = states.get(arrival.source_key)
            if state is None:
                self._settle(arrival.source_key, Outcome.HANDLED)
            elif state is not LetterState.NEW:
                self._settle(arrival.source_key, _outcome(state))
        if fresh:
            self._signals.handle.set()
        return fresh

    async def handle(self) -> None:
        """Handles letters whenever some wait; never returns."""
        while True:
            self._signals.handle.clear()
            await self.handle_waiting()
            await self._signals.handle.wait()

    async def handle_waiting(self) -> int:
        """Handles every letter that waits and that no other host is at. Returns how many were handled."""
        done = 0
        deferred: list[int] = []
        async with self._busy:
            while batch := await self._desk.store.as_writer(partial(self._side_by_side.handle_some, tuple(deferred))):
                for handled in batch:
                    if handled.deferred:
                        deferred.append(handled.letter_id)
                        self._ask_for(handled.wanted)
                    elif not handled.for_all:
                        done += 1
                        self._finish(handled)
                await asyncio.sleep(0)  # whoever sends what was answered comes before further letters
        return done

    def _ask_for(self, names: Sequence[str]) -> None:
        """Asks for keys while other letters are handled; then the letter that needs them is looked at again."""
        fresh = frozenset(names).difference(*self._asking.values())
        if not fresh:
            return

        async def ask() -> None:
            await self._desk.keys.fetch(sorted(fresh))
            self._signals.handle.set()

        task = asyncio.get_running_loop().create_task(ask())
        self._asking[task] = fresh
        task.add_done_callback(self._asking.pop)

    def _finish(self, handled: Handled) -> None:
        self._signals.wake(handled.woke)
        self._desk.counting.handled(handled.state, handled.waited)
        self._settle(handled.source_key, _outcome(handled.state))
        if handled.state is LetterState.FAILED:
            _log.error("a letter could not be handled", letter=handled.letter_id)

    def _settle(self, source_key: str, outcome: Outcome) -> None:
        place = self._places.pop(source_key, None)
        if place is not None:
            self._source.settle([place], outcome)


def key_text(key: LetterKey) -> str:
    """A letter's place in the mailbox, as the database stores it."""
    return f"{key.mailbox}|{key.validity}|{key.uid}"


def _store(session: Session, arrivals: Sequence[Arrival], now: datetime) -> tuple[int, dict[str, LetterState]]:
    """Stores the letters; then the state of each whose place is on record (a copy of another letter has none)."""
    fresh = inbox.take_in(session, arrivals, now)
    states = inbox.known_states(session, [arrival.source_key for arrival in arrivals])
    missing = [arrival for arrival in arrivals if arrival.source_key not in states]
    prints = {arrival.source_key: fingerprints(arrival.raw) for arrival in missing}
    known = inbox.states_by_print(session, list(prints.values()))
    for source_key, both in prints.items():
        state = known.get(both)
        if state is not None and state is not LetterState.NEW:
            states[source_key] = state
    return fresh, states


def _outcome(state: LetterState) -> Outcome:
    return Outcome.FAILED if state is LetterState.FAILED else Outcome.HANDLED


def _message_id(raw: bytes) -> str:
    """The Message-ID as written, for the log alone; "" when it is not found near the top."""
    for line in raw[:16_384].split(b"\n"):
        if line[:11].lower() == b"message-id:":
            return line[11:].strip().decode("ascii", "replace")[:300]
        if not line.strip():
            break
    return ""
