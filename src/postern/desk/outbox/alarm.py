"""Tells the game masters what does not mend itself, one letter for each trouble; and notices when the clock is set.

The letter goes through the outbox like any other. When the database itself fails, it is handed straight to the mail server.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from datetime import datetime, timedelta

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part, factual
from postern.desk.outbox.outgoing import tell_masters
from postern.desk.runtime.signals import Signals
from postern.post.letter import Address, Outgoing, new_message_id
from postern.post.plain import compose_plain
from postern.post.smtp import Delivery, Sender
from postern.post.troubles import Trouble, Troubles
from postern.store import outbox
from postern.store.engine import database_fault

_EVERY = 1.0
_AGAIN = timedelta(days=1)
"""A trouble that comes and goes, or outlasts restarts, is told no more often."""
_PATIENT = 12
"""What may heal by itself is told after so many times the wait of what does not."""
_DIRECT_EVERY = 60.0
_JUMP = 30.0

_log = structlog.get_logger(__name__)


class Alarm:
    """Looks for troubles every second."""

    def __init__(self, desk: Desk, troubles: Troubles, sender: Sender, signals: Signals) -> None:
        self._desk = desk
        self._troubles = troubles
        self._sender = sender
        self._signals = signals
        self._direct_at = 0.0
        self._direct_told: dict[tuple[str, str], float] = {}
        """Trouble and master → when (monotonic seconds) the letter past the outbox went."""
        self._ahead = self._clock_ahead()

    async def run(self) -> None:
        """Looks again and again; never returns."""
        while True:
            await self.look()
            await asyncio.sleep(_EVERY)

    async def look(self) -> None:
        """Looks once: forgets troubles that are over, tells of those that last, notices when the clock was set."""
        self._troubles.sweep()
        wait = self._desk.config.desk.tell_after.total_seconds()
        for trouble in self._troubles.lasting():
            lasts = time.monotonic() - trouble.since
            if not trouble.told and lasts >= wait * (1 if trouble.person else _PATIENT):
                trouble.told = await self._tell(trouble)
        await self._watch_clock()

    async def _tell(self, trouble: Trouble) -> bool:
        now = self._desk.clock.now()
        part = Part(
            "master_trouble",
            {
                "name": trouble.name,
                "detail": trouble.detail,
                "times": trouble.times,
                "since": now - timedelta(seconds=time.monotonic() - trouble.since),
                "now": now,
            },
        )
        try:
            await self._desk.store.write(_write, self._desk, trouble.name, part, now)
        except Exception as error:
            if not database_fault(error):
                raise
            return await self._tell_directly(trouble.name, part, now)
        self._signals.letters.set()
        return True

    async def _tell_directly(self, name: str, part: Part, now: datetime) -> bool:
        """Past the outbox. False when some master could not be reached: then it is tried again a minute later."""
        if time.monotonic() < self._direct_at:
            return False
        self._direct_at = time.monotonic() + _DIRECT_EVERY
        desk, page = self._desk, self._desk.templates.page([factual(part)])
        for address in desk.config.desk.game_masters:
            told = self._direct_told.get((name, address))
            if told is not None and time.monotonic() - told < _AGAIN.total_seconds():
                continue
            letter = Outgoing(
                sender=Address(desk.address, desk.config.post.name),
                to=(Address(address),),
                subject=page.subject,
                text=page.text,
                html=page.html,
                message_id=new_message_id(desk.domain),
                date=now.replace(microsecond=0),
                auto_submitted="auto-generated",
            )
            result = await self._sender.send(desk.address, address, compose_plain(letter))
            if result.delivery is not Delivery.SENT:
                return False
            self._direct_told[name, address] = time.monotonic()
        return True

    async def _watch_clock(self) -> None:
        """Work that waits for a moment looks anew when the clock was set; letters are not kept waiting by an hour twice."""
        ahead = self._clock_ahead()
        jump, self._ahead = ahead - self._ahead, ahead
        if abs(jump) < _JUMP:
            return
        _log.warning("the clock was set", seconds=round(jump))
        if jump < 0:
            await self._desk.store.write(outbox.hasten, self._desk.clock.now(), untried=True)
        self._signals.wake_all()

    def _clock_ahead(self) -> float:
        return self._desk.clock.now().timestamp() - time.monotonic()


def _write(session: Session, desk: Desk, name: str, part: Part, now: datetime) -> None:
    reason = f"trouble/{hashlib.sha256(name.encode()).hexdigest()[:16]}/"
    if not outbox.written_for(session, reason, now - _AGAIN):
        tell_masters(session, desk, part, f"{reason}{now.isoformat()}", now)
