"""Out of the outbox: documents are made by workers, letters handed to the server, failures tried again or told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog
from sqlmodel import Session

from postern.desk.answer import Wish
from postern.desk.context import Desk
from postern.desk.drafts import unpack
from postern.desk.exporting import export
from postern.desk.outgoing import tell_masters
from postern.desk.pacing import Pacing
from postern.desk.signals import Signals
from postern.desk.stationery import Part
from postern.desk.work import LetterJob, finish_letter, plain_letter
from postern.desk.workers import Workers
from postern.post.smtp import Delivery, Sender, SendResult
from postern.store import outbox, turns
from postern.store.tables import OutboxLetter, OutState

LEASE = timedelta(minutes=10)
"""How long a letter is one sender's; longer than any attempt can take."""

_BATCH = 32
_FIRST_PAUSE = timedelta(seconds=15)
_LONGEST_PAUSE = timedelta(hours=1)

_log = structlog.get_logger(__name__)


class Dispatch:
    """Sends what the outbox holds."""

    def __init__(self, desk: Desk, sender: Sender, workers: Workers, signals: Signals) -> None:
        self._desk = desk
        self._sender = sender
        self._workers = workers
        self._signals = signals
        self._pacing = Pacing(desk)

    @property
    def held_back(self) -> str:
        """By which limit letters are held back at this moment; "" when they are not."""
        return self._pacing.held_back

    async def send(self) -> None:
        """Sends letters whenever some are due, for ever."""
        while True:
            self._signals.letters.clear()
            done: list[tuple[OutboxLetter, SendResult]] = []
            # What became of one batch is written together with the claim of the next: while letters are being
            # handled, every transaction waits for its turn.
            while letters := await self._desk.store.write(self._settle_and_claim, done):
                done = await self._hand_over_all(letters)
            await self._signals.letters.wait()

    async def send_waiting(self) -> int:
        """Sends one batch of letters that are due. Returns how many were tried."""
        letters = await self._desk.store.write(self._settle_and_claim, [])
        if letters:
            await self._desk.store.write(self._settle, await self._hand_over_all(letters))
        return len(letters)

    async def finish(self) -> None:
        """Makes the documents of drafts whenever there are some, for ever."""
        while True:
            self._signals.drafts.clear()
            while await self.finish_waiting():
                pass
            await self._signals.drafts.wait()

    async def finish_waiting(self) -> int:
        """Finishes as many drafts as there are workers. Returns how many were finished."""
        desk = self._desk
        drafts = await desk.store.write(outbox.claim, OutState.DRAFT, desk.owner, desk.clock.now(), LEASE, self._workers.width)
        if drafts:
            await asyncio.gather(*(self._finish(draft) for draft in drafts))
        return len(drafts)

    def _settle_and_claim(self, session: Session, done: Sequence[tuple[OutboxLetter, SendResult]]) -> list[OutboxLetter]:
        desk = self._desk
        self._settle(session, done)
        return self._pacing.claim(session, desk.clock.now(), LEASE, _BATCH)

    async def _hand_over_all(self, letters: Sequence[OutboxLetter]) -> list[tuple[OutboxLetter, SendResult]]:
        results = await asyncio.gather(*(self._hand_over(letter) for letter in letters))
        return list(zip(letters, results, strict=True))

    async def _hand_over(self, letter: OutboxLetter) -> SendResult:
        return await self._sender.send(self._desk.address, letter.recipient, letter.raw or b"")

    def _settle(self, session: Session, results: Sequence[tuple[OutboxLetter, SendResult]]) -> None:
        now, owner = self._desk.clock.now(), self._desk.owner
        sent = [letter.id or 0 for letter, result in results if result.delivery is Delivery.SENT]
        if sent:
            outbox.mark_sent(session, sent, owner, now)
            self._pacing.go_on(now)
        if any(result.slow for _, result in results):
            self._pacing.slow_down(now)
        for letter, result in results:
            self._desk.counting.delivered(letter.kind, result.delivery.value, (now - letter.created_at).total_seconds())
            if result.delivery is Delivery.SENT:
                _log.debug("a letter was sent", letter=letter.id, recipient=letter.recipient)
                continue
            error = f"{result.code or ''} {result.detail}".strip()
            too_old = now - letter.created_at >= self._desk.config.limits.send_for
            if result.delivery is Delivery.LATER and not too_old:
                outbox.postpone(session, letter.id or 0, owner, error, now + pause_after(letter.attempts))
                _log.warning("a letter is tried again later", letter=letter.id, attempts=letter.attempts + 1, error=error)
            else:
                self._give_up(session, letter, error, now)

    def _give_up(self, session: Session, letter: OutboxLetter, error: str, now: datetime) -> None:
        if not outbox.give_up(session, letter.id or 0, self._desk.owner, error):
            return
        _log.error("a letter is given up", letter=letter.id, recipient=letter.recipient, error=error)
        if letter.kind != "master":
            part = Part("master_letter_unsent", {"letter": letter, "error": error})
            tell_masters(session, self._desk, [part], f"unsent/{letter.id}", now)
            self._signals.letters.set()

    async def _finish(self, draft: OutboxLetter) -> None:
        desk = self._desk
        data = draft.draft or b""
        largest = smallest_of(desk.config.post.limits.message_size, await self._sender.largest())
        job = await desk.store.read(_letter_job, data, largest, draft.kind != "report")
        try:
            raw = await self._workers.run(finish_letter, job)
        except Exception as error:
            _log.exception("the documents of a letter could not be made", letter=draft.id)
            raw = plain_letter(data)
            await desk.store.write(self._tell_undrawn, draft, f"{type(error).__name__}: {error}")
        await desk.store.write(outbox.finish_draft, draft.id or 0, desk.owner, raw)
        self._signals.letters.set()

    def _tell_undrawn(self, session: Session, draft: OutboxLetter, error: str) -> None:
        part = Part("master_letter_plain", {"letter": draft, "error": error})
        tell_masters(session, self._desk, [part], f"plain/{draft.id}", self._desk.clock.now())


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts before this one: 15 s, doubling up to an hour."""
    doublings: int = 2 ** min(attempts, 10)
    return min(_FIRST_PAUSE * doublings, _LONGEST_PAUSE)


def smallest_of(*limits: int) -> int:
    """The smallest of these limits; 0 is none."""
    return min((limit for limit in limits if limit), default=0)


def _letter_job(session: Session, draft: bytes, largest: int, asked_for: bool) -> LetterJob:
    _, wishes = unpack(draft)
    reports = tuple(_data(session, wish) for wish in wishes)
    return LetterJob(draft, reports, largest, asked_for)


def _data(session: Session, wish: Wish) -> bytes | None:
    if wish.kind == "export":
        return export(session, wish.player_id)
    return turns.report(session, wish.turn_id, wish.seat_id) if wish.turn_id else None
