"""Brakes: what keeps this desk and a machine that answers its mail from writing to one another for ever.

A person reads an answer before writing the next letter; a machine answers at once and says the same again. So what counts
is not how many letters come but whether they follow upon our answers. Five hundred letters that waited through an outage
were there before the first answer, and forty on the last evening bring new orders: neither is held up. Three things put a
brake on:

- *echoes*: letters that each follow upon an answer of ours, say nearly the same as one before or hand our own words back,
  and change no orders. One within a minute of our answer counts in full, a later one a quarter.
- *exchanges*: more letters of one address within an hour, each taken in after our last answer to it was written, than
  anybody writes in person.
- *answers*: more of them from the whole server within an hour than the settings allow.

A letter that only may be a machine's (``Kind.SUSPECT``) is handled like any other; its answers are one an hour.

While a brake is on, letters are handled as ever; only answers are held back, a newer one in place of an older one of the
same seat. When it comes off, by itself or by the game master, what is held goes out. Counts live in memory, brakes in the
database: after a restart a machine may have a few more exchanges, but a brake that was on still is.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.holding import EVERYBODY, MACHINE, put_on
from postern.desk.outgoing import tell_masters
from postern.desk.stationery import Part
from postern.store import brakes as store
from postern.store import journal
from postern.store.tables import Brake, InboxLetter

_HOUR = timedelta(hours=1)
_log = structlog.get_logger(__name__)


def mind(session: Session, desk: Desk, row: InboxLetter) -> None:
    """After a letter was handled: counts the exchange, and puts a brake on where a machine seems to be at the other end."""
    limits = desk.config.limits

    def changed(since: datetime) -> bool:
        return row.seat_id is not None and store.changed_orders(session, row.seat_id, since)

    for address, kind, reason in desk.brakes.judge(row.stored_at, limits, changed):
        if address not in desk.brakes.on or desk.brakes.on[address] == MACHINE:
            _brake(session, desk, address, kind, reason)


def remember(session: Session, desk: Desk) -> None:
    """At a start: reads the brakes that are on, and what was answered within the last hour."""
    look(session, desk)
    desk.brakes.restore(store.answered_since(session, desk.clock.now() - _HOUR))


def look(session: Session, desk: Desk) -> bool:
    """Reads which brakes are on and which addresses are in trouble, as other processes may have changed it. True when a brake
    is to come off by itself."""
    found = store.brakes_on(session)
    desk.brakes.on = {brake.address: brake.kind for brake in found}
    troubles = store.troubles(session)
    desk.brakes.troubled = frozenset(trouble.address for trouble in troubles)
    desk.brakes.paused = frozenset(trouble.address for trouble in troubles if trouble.paused_at is not None)
    now = desk.clock.now()
    return any(brake.until <= now for brake in found)


def take_off_due(session: Session, desk: Desk) -> None:
    """Takes off every brake whose time is over."""
    now = desk.clock.now()
    for brake in store.brakes_on(session):
        if brake.until <= now:
            take_off(session, desk, brake, "desk")


def take_off(session: Session, desk: Desk, brake: Brake, actor: str) -> int:
    """Takes a brake off now; what was held back because of it goes out. Returns how many letters."""
    now = desk.clock.now()
    brake.on = False
    brake.until = min(brake.until, now)
    session.add(brake)
    session.flush()
    look(session, desk)
    desk.brakes.forget(brake.address)
    journal.note(session, now, actor, "brake off", None, address=brake.address)
    if EVERYBODY in desk.brakes.on:
        return 0
    return store.let_go(session, now, [*desk.brakes.on, *desk.brakes.paused])


def _brake(session: Session, desk: Desk, address: str, kind: str, reason: str) -> None:
    """Puts a brake on for as long as the settings say, twice as long each time within a day; tells the game masters."""
    now = desk.clock.now()
    brake = put_on(session, desk, address, kind, reason, now)
    _log.warning("a brake is on", kind=kind, times=brake.times, until=brake.until.isoformat())
    journal.note(session, now, "desk", "brake on", None, address=address, reason=reason)
    part = Part("master_brake", {"address": address, "reason": reason, "until": brake.until, "zone": ZoneInfo("UTC")})
    tell_masters(session, desk, [part], f"brake/{address}/{now.date()}", now)
