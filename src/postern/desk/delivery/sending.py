"""From the outbox to the mail server: workers make the documents, letters are sent, failures are tried again or told."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery import unsent
from postern.desk.delivery.bounces import refused
from postern.desk.delivery.rate_limit import RateLimit
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.drafts import unpack
from postern.desk.documents.exporting import export
from postern.desk.documents.finishing import LetterJob, finish_letter, plain_letter
from postern.desk.documents.templates import Part
from postern.desk.documents.workers import NoWorkers, Workers
from postern.desk.games.history import gather
from postern.desk.outbox.outgoing import tell_masters
from postern.desk.runtime.signals import Signals
from postern.post.reading.sent import opening, packed, texts_of
from postern.post.smtp import NO_WORD, Cause, Delivery, Sender, SendResult
from postern.post.troubles import Troubles
from postern.post.verp import verp_address
from postern.store import outbox, turns
from postern.store.engine import database_fault
from postern.store.sealing import DamagedLetter, whole
from postern.store.tables import OutboxLetter, OutState

LEASE = timedelta(hours=1)
"""How long a letter is one sender's; longer than a batch can take at the slowest server."""

BATCH = 32
"""How many letters are claimed together: while they are handed over, further answers are written."""
_NOTED_EVERY = 0.25
"""Seconds after which letters that were handed over stand in the database though their batch goes on: what a kill repeats."""
_LAST_WORDS = 1.5
"""Seconds that a desk which closes waits for the server's word on the letters that are just being handed over."""
_WITHOUT_WORKERS = 5.0
"""Seconds after which drafts for which there were no workers are tried again."""
_FIRST_PAUSE = timedelta(seconds=15)
LONGEST_PAUSE = timedelta(hours=1)
"""No letter waits longer than this for its next try."""
_FAIR_CHANCE = timedelta(hours=6)
"""How long a letter is tried, however old it is, once we are at work and the server is well: it may put off what is new."""
_FIRST_REST = 2.0
_LONGEST_REST = 120.0
"""Seconds for which nothing is sent after the server itself failed; then one letter is tried."""
_FIRST_WITHOUT_WORD = timedelta(minutes=1)
"""How long a letter waits that may have arrived; four times as long each time after, since each try may be a copy."""
_TOLD_WITHOUT_WORD = 3
WAY_OUT, LOGIN = "the way out", "the login to the way out"
REFUSALS, NO_ANSWER = "handing letters to the way out", "hearing whether a letter was taken"
"""The troubles that sending tells of, by name."""

_log = structlog.get_logger(__name__)
_Results = Sequence[tuple[OutboxLetter, SendResult | None]]


class Dispatch:
    """Sends what the outbox holds.

    While the server itself fails (unreachable, no login), it is left alone for a while and then tried with one letter. The
    other letters wait, no attempt of theirs is counted, and they are sent as soon as it works again.
    """

    def __init__(
        self, desk: Desk, sender: Sender, workers: Workers, signals: Signals, troubles: Troubles | None = None
    ) -> None:
        self._desk = desk
        self._sender = sender
        self._workers = workers
        self._signals = signals
        self._pacing = RateLimit(desk)
        self._troubles = troubles or Troubles()
        self._room = asyncio.Semaphore(desk.config.post.smtp.connections)
        self._unwritten: _Results = ()
        """What became of letters, until it stands in the database: they must not be sent again while that cannot be
        written."""
        self._handed: list[int] = []
        """Those of them that the server took and of which even that much may not stand in the database yet."""
        self._unfinished: list[int] = []
        """Drafts that are ours though nothing came of them, since the database failed: the next claim frees them."""
        self._rest = 0.0
        self._rest_ends = 0.0
        self._refused: dict[str, set[str]] = {}
        """Refusals that name neither recipient nor letter, and whom they met since a letter was taken last."""
        self._troubled: dict[str, set[int]] = {}
        """The letters at which troubles of single letters last, by the trouble's name."""
        self._given_up: list[int] = []
        self._well_again = True
        self._well_since = desk.clock.now()
        self._verp = desk.config.post.verp

    @property
    def held_back(self) -> str:
        """By which limit letters are held back at this moment; "" when they are not."""
        return self._pacing.held_back

    async def send(self) -> None:
        """Sends letters whenever some are due, for ever. When it is cancelled, what was handed over is written down first."""
        try:
            while True:
                self._signals.letters.clear()
                while await self._send_some():
                    pass
                await self._signals.letters.wait()
        except asyncio.CancelledError:
            await self._note()
            raise

    async def send_waiting(self) -> int:
        """Sends one batch of letters that are due. Returns how many were tried."""
        tried = await self._send_some()
        if tried:
            await self._desk.store.write(self._settle, self._unwritten)
            self._unwritten = ()
            self._handed.clear()
        return tried

    async def _send_some(self) -> int:
        """As ``send_waiting``, but what becomes of this batch is written together with the claim of the next: while
        letters are being handled, every transaction waits for its turn."""
        letters = await self._desk.store.write(self._settle_and_claim, self._unwritten)
        if any(result and result.delivery is Delivery.SENT for _, result in self._unwritten):
            self._well_again = False
        self._unwritten = ()
        self._handed.clear()
        if letters:
            self._unwritten = self._weigh(await self._hand_over_all(letters))
            self._judge([(letter, result) for letter, result in self._unwritten if result is not None])
        return len(letters)

    async def finish(self) -> None:
        """Makes the documents of drafts whenever there are some, for ever."""
        while True:
            self._signals.drafts.clear()
            try:
                while await self.finish_waiting():
                    pass
            except NoWorkers:
                await asyncio.sleep(_WITHOUT_WORKERS)
                continue
            await self._signals.drafts.wait()

    async def finish_waiting(self) -> int:
        """Finishes drafts until none waits, as many at the same time as there are workers. Returns how many were tried. Raises
        what the database raises, and NoWorkers; what was not finished because of it is free again with the next call."""
        tried = 0
        running: set[asyncio.Task[Exception | None]] = set()
        try:
            while True:
                drafts = await self._more_drafts(self._workers.width - len(running))
                tried += len(drafts)
                running |= {asyncio.create_task(self._finish(draft)) for draft in drafts}
                if not running:
                    return tried
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                faults = [fault for one in done if (fault := one.result()) is not None]
                if faults:
                    await asyncio.gather(*running)
                    raise faults[0]
        finally:
            for task in running:
                task.cancel()

    async def _more_drafts(self, room: int) -> Sequence[OutboxLetter]:
        if room <= 0:
            return ()
        drafts = await self._desk.store.write(self._claim_drafts, tuple(self._unfinished), room)
        self._unfinished.clear()
        return drafts

    def _claim_drafts(self, session: Session, unfinished: Sequence[int], room: int) -> list[OutboxLetter]:
        desk = self._desk
        found = [session.get(OutboxLetter, number) for number in unfinished]
        drafts = [draft.id for draft in found if draft is not None and draft.state == OutState.DRAFT]
        outbox.put_back(session, drafts, desk.owner)
        return outbox.claim(session, OutState.DRAFT, desk.owner, desk.clock.now(), LEASE, room)

    def _settle_and_claim(self, session: Session, done: _Results) -> list[OutboxLetter]:
        desk = self._desk
        self._settle(session, done)
        if time.monotonic() < self._rest_ends:
            return []
        most, probing = (1, True) if self._rest else (BATCH, False)
        return self._pacing.claim(session, desk.clock.now(), LEASE, most, least_tried_first=probing)

    async def _hand_over_all(self, letters: Sequence[OutboxLetter]) -> _Results:
        failed = asyncio.Event()

        async def hand_over(letter: OutboxLetter) -> SendResult | None:
            async with self._room:
                if failed.is_set():
                    return None
                try:
                    result = await self._hand_over(letter)
                except Exception as error:
                    _log.exception("a letter could not be handed over", letter=letter.id)
                    result = SendResult(Delivery.LATER, None, type(error).__name__)
                if result.cause is not Cause.LETTER:
                    failed.set()
                if result.delivery is Delivery.SENT:
                    self._handed.append(letter.id)
                return result

        handing = asyncio.gather(*(hand_over(letter) for letter in letters))
        try:
            while not (await asyncio.wait((handing,), timeout=_NOTED_EVERY))[0]:
                await self._note()
        except asyncio.CancelledError:
            failed.set()
            await asyncio.wait((handing,), timeout=_LAST_WORDS)
            handing.cancel()
            raise
        return list(zip(letters, handing.result(), strict=True))

    async def _note(self) -> None:
        """Writes down which letters were handed over. While that cannot be written, the end of their batch does it, too."""
        if not (noted := tuple(self._handed)):
            return
        try:
            await self._desk.store.write(outbox.mark_sent, noted, self._desk.owner, self._desk.clock.now())
        except Exception as error:
            if not database_fault(error):
                _log.exception("it could not be written down that letters were sent", letters=noted)
            return
        del self._handed[: len(noted)]

    def _weigh(self, results: _Results) -> _Results:
        """Finds what is about us though it was said to single letters: different recipients, refused in the same words that
        name neither them nor their letter, while no letter is taken."""
        if any(result and result.delivery is Delivery.SENT for _, result in results):
            self._refused.clear()
            return results
        unexplained = {letter.id: _alike(result, letter) for letter, result in results if result and result.unexplained}
        for letter, _ in results:
            if (words := unexplained.get(letter.id)) is not None:
                self._refused.setdefault(words, set()).add(letter.recipient.lower())
        return [
            (letter, replace(result, cause=Cause.US))
            if result and letter.id in unexplained and len(self._refused[unexplained[letter.id]]) > 1
            else (letter, result)
            for letter, result in results
        ]

    def _note_troubles(self, results: Sequence[tuple[OutboxLetter, SendResult]]) -> None:
        """What goes wrong with single letters again and again, and no longer does."""
        gone, self._given_up = set(self._given_up), []
        over = gone | {letter.id for letter, _ in results}
        for name, of_letters in self._troubled.items():
            if of_letters and not (of_letters := of_letters - over):
                self._troubles.worked(name)
            self._troubled[name] = of_letters
        for letter, result in results:
            often = letter.attempts + 1 >= _TOLD_WITHOUT_WORD
            for name, lasts in ((REFUSALS, result.unexplained), (NO_ANSWER, result.perhaps and often)):
                if lasts:
                    self._troubled.setdefault(name, set()).add(letter.id)
                    self._troubles.failed(name, result.said, person=True)

    def _judge(self, results: Sequence[tuple[OutboxLetter, SendResult]]) -> None:
        """Counts, and sees whether the server itself is at fault: then it is left alone for a while."""
        now = self._desk.clock.now()
        for letter, result in results:
            self._desk.counting.delivered(letter.kind, result.delivery.value, (now - letter.created_at).total_seconds())
        self._note_troubles(results)
        bad = [result for _, result in results if result.cause is not Cause.LETTER]
        if bad:
            self._rest = min(self._rest * 2, _LONGEST_REST) if self._rest else _FIRST_REST
            self._rest_ends = time.monotonic() + self._rest
            us = bad[0].cause is Cause.US
            if not bad[0].unexplained:
                self._troubles.failed(LOGIN if us else WAY_OUT, bad[0].said, person=us)
            asyncio.get_running_loop().call_later(self._rest, self._signals.letters.set)
        elif results:
            if self._rest:
                self._well_again, self._well_since = True, now
            self._rest = 0.0
            self._troubles.worked(WAY_OUT)
            self._troubles.worked(LOGIN)

    async def _hand_over(self, letter: OutboxLetter) -> SendResult:
        desk = self._desk
        try:
            raw = whole(letter.raw)
        except DamagedLetter as error:
            return SendResult(Delivery.REFUSED, None, str(error))
        if self._verp:
            result = await self._sender.send(verp_address(desk.key, desk.address, letter.id), letter.recipient, raw)
            if not result.about_sender:
                return result
            _log.warning("the server takes no envelope senders with a plus; the plain address is used", code=result.code)
            self._verp = False
        return await self._sender.send(desk.address, letter.recipient, raw)

    def _settle(self, session: Session, results: _Results) -> None:
        now, owner = self._desk.clock.now(), self._desk.owner
        sent = [letter.id for letter, result in results if result and result.delivery is Delivery.SENT]
        if sent:
            outbox.mark_sent(session, sent, owner, now)
            self._pacing.go_on(now)
        if any(result.slow for _, result in results if result is not None):
            self._pacing.slow_down(now)
        untried = [letter.id for letter, result in results if result is None]
        if untried:
            outbox.put_back(session, untried, owner)
        given_up = False
        put_off: Counter[str] = Counter()
        for letter, result in results:
            if result is None:
                continue
            if result.delivery is Delivery.SENT:
                _log.debug("a letter was sent", letter=letter.id, recipient=letter.recipient)
                continue
            if result.too_large and outbox.lighten(session, letter.id, result.said, now):
                _log.warning("a letter is too large and goes with fewer documents", letter=letter.id, error=result.said)
                self._signals.drafts.set()
                continue
            too_old = now - max(letter.created_at, self._well_since) >= min(self._desk.config.limits.send_for, _FAIR_CHANCE)
            too_old = too_old and now - letter.created_at >= self._desk.config.limits.send_for
            if result.delivery is Delivery.REFUSED or (too_old and result.cause is Cause.LETTER):
                self._given_up.append(letter.id)
                if outbox.give_up(session, letter.id, owner, result.said):
                    _log.error("a letter is given up", letter=letter.id, recipient=letter.recipient, error=result.said)
                    given_up = True
                if result.of_recipient:
                    refused(session, self._desk, letter, result.said)
                continue
            if result.perhaps:
                pause = pause_without_word(letter.attempts)
            else:
                pause = pause_after(letter.attempts) if result.cause is Cause.LETTER else timedelta(seconds=self._rest)
            outbox.postpone(session, letter.id, owner, result.said, now + pause)
            if result.cause is Cause.LETTER:
                put_off[result.said] += 1
        if given_up and unsent.tell(session, self._desk):
            self._signals.letters.set()
        for error, count in put_off.items():
            _log.warning("letters are tried again later", letters=count, error=error)
        if sent and self._well_again:
            outbox.hasten(session, now, unless=NO_WORD)

    async def _finish(self, draft: OutboxLetter) -> Exception | None:
        """Makes a letter of the draft. What cannot be made is put off and in the end given up, like what cannot be sent.

        Returns what the database raised, or NoWorkers: that counts as no attempt.
        """
        try:
            try:
                await self._make(draft)
            except NoWorkers:
                raise
            except Exception as error:
                if database_fault(error):
                    raise
                _log.exception("a letter could not be finished", letter=draft.id)
                result = SendResult(Delivery.LATER, None, f"{type(error).__name__}: {error}")
                await self._desk.store.write(self._settle, [(draft, result)])
        except Exception as fault:
            self._unfinished.append(draft.id)
            return fault
        return None

    async def _make(self, draft: OutboxLetter) -> None:
        desk = self._desk
        try:
            data, before = whole(draft.draft), whole(draft.raw)
        except DamagedLetter as error:
            await desk.store.write(self._settle, [(draft, SendResult(Delivery.REFUSED, None, str(error)))])
            return
        known = desk.config.post.limits.message_size, await self._sender.largest()
        largest = smallest_of(*known, max(len(before) - 1, 0))
        try:
            job = await desk.store.read(_letter_job, data, largest, draft.kind != "report", bool(before))
            raw = await finish_letter(self._workers, job)
        except NoWorkers:
            raise
        except Exception as error:
            if database_fault(error):
                raise
            _log.exception("the documents of a letter could not be made", letter=draft.id)
            raw = plain_letter(data)
            await desk.store.write(self._tell_undrawn, draft, f"{type(error).__name__}: {error}")
        if before and len(raw) >= len(before):
            await desk.store.write(self._settle, [(draft, SendResult(Delivery.REFUSED, None, draft.last_error))])
            return
        # Sealed before the transaction: what is large takes a while, and everybody who writes would wait.
        closed, bare, begins = await asyncio.to_thread(self._closed, raw)
        await desk.store.write(outbox.finish_draft, draft.id, desk.owner, closed, bare, begins)
        self._signals.letters.set()

    def _closed(self, raw: bytes) -> tuple[bytes, bytes, int]:
        """The letter, sealed, and its lines, for replies; how it begins."""
        seal, texts = self._desk.store.seal, texts_of(raw)
        return seal.close(raw), seal.close(packed(texts)), opening(texts)

    def _tell_undrawn(self, session: Session, draft: OutboxLetter, error: str) -> None:
        part = Part("master_letter_plain", {"letter": draft, "error": error})
        tell_masters(session, self._desk, part, f"plain/{draft.id}", self._desk.clock.now())


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts before this one: 15 s, doubling up to an hour."""
    doublings: int = 2 ** min(attempts, 10)
    return min(_FIRST_PAUSE * doublings, LONGEST_PAUSE)


def pause_without_word(attempts: int) -> timedelta:
    """How long to wait with a letter that may have arrived, after so many attempts before this one: a minute, then four times
    as long each time, up to an hour."""
    times: int = 4 ** min(attempts, 5)
    return min(_FIRST_WITHOUT_WORD * times, LONGEST_PAUSE)


def _alike(result: SendResult, letter: OutboxLetter) -> str:
    """The words of a refusal without what differs from letter to letter: the address, and whatever has digits."""
    words = result.detail.lower().replace(letter.recipient.lower(), "").split()
    return " ".join([str(result.code), *(word for word in words if not re.search("[0-9]", word))])


def smallest_of(*limits: int) -> int:
    """The smallest of these limits; 0 is none."""
    return min((limit for limit in limits if limit), default=0)


def _letter_job(session: Session, draft: bytes, largest: int, asked_for: bool, refused: bool = False) -> LetterJob:
    _, requests = unpack(draft)
    reports = tuple(_data(session, one) for one in requests)
    return LetterJob(draft, reports, largest, asked_for, refused)


def _data(session: Session, request: DocumentRequest) -> bytes | None:
    if request.kind == "export":
        return export(session, request.player_id)
    if request.kind == "history":
        return gather(session, request.game_id, full="log" in request.want)
    if not request.turn_id:
        return None
    return (
        turns.report(session, request.turn_id, request.seat_id)
        if request.seat_id
        else turns.public_report(session, request.turn_id)
    )
