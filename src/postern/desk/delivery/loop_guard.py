"""Brakes: what keeps this desk and a machine that answers its mail from writing to one another for ever.

A person reads an answer before writing the next letter; a machine answers at once and says the same again. So what counts
is not how many letters come but whether they follow upon our answers. Five hundred letters that waited through an outage
were there before the first answer, and forty on the last evening bring new orders: neither is held up. Three things put a
brake on answers to letters that were proved to be their writer's (by a reply address of ours, a signature, a password):

- *echoes*: letters that each follow upon an answer of ours, say nearly the same as one before or hand our own words back,
  and change no orders. One within a minute of our answer counts in full, a later one a quarter.
- *exchanges*: more letters of one address within an hour, each taken in after our last answer to it was written, than
  anybody writes in person.
- *answers*: more of them from the whole server within an hour than the settings allow.

Letters without proof count against nobody, since anybody can write them under anybody's address: they put no brake on and feel
none. They have limits of their own (``strangers.too_many``), and those that only say again what was answered get no answer.

A letter that only may be a machine's (``Kind.SUSPECT``) is handled like any other; its answers are one an hour.

While a brake is on, letters are handled as ever; only answers are held back, a newer one in place of an older one of the
same seat. When it comes off, by itself or by a game master (who may reply to the letter that tells of it), what is held goes
out. Counts live in memory, brakes in the database: after a restart a machine may have a few more exchanges, but a brake that
was on still is.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.outbox.holding import EVERYBODY, MACHINE, put_on
from postern.desk.outbox.outgoing import tell_masters
from postern.store import brakes as store
from postern.store import journal, outbox
from postern.store.tables import Brake, InboxLetter

_HOUR = timedelta(hours=1)
_TOLD = "brake/"
_TOLD_EVERY = timedelta(minutes=15)
"""The game masters get no more letters about brakes than one in this time."""
_log = structlog.get_logger(__name__)


def mind(session: Session, desk: Desk, row: InboxLetter) -> None:
    """After a letter was handled: counts the exchange, and puts a brake on where a machine seems to be at the other end."""
    limits = desk.config.limits

    def changed(since: datetime) -> bool:
        return row.seat_id is not None and store.changed_orders(session, row.seat_id, since)

    for address, kind, reason in desk.loops.judge(row.stored_at, limits, changed):
        if address not in desk.loops.on or desk.loops.on[address] == MACHINE:
            put_on_and_tell(session, desk, address, kind, reason)


def remember(session: Session, desk: Desk) -> None:
    """At a start: reads the brakes that are on, and what was answered within the last hour."""
    look(session, desk)
    now = desk.clock.now()
    desk.loops.restore(store.answered_between(session, now - _HOUR, now))


def look(session: Session, desk: Desk) -> bool:
    """Reads which brakes are on and which addresses are in trouble, as other processes may have changed it. True when a brake
    is to come off by itself."""
    found = store.brakes_on(session)
    desk.loops.on = {brake.address: brake.kind for brake in found}
    troubles = store.troubles(session)
    desk.loops.troubled = frozenset(trouble.address for trouble in troubles)
    desk.loops.paused = frozenset(trouble.address for trouble in troubles if trouble.paused_at is not None)
    now = desk.clock.now()
    return any(is_over(brake, now) for brake in found)


def take_off_due(session: Session, desk: Desk) -> None:
    """Takes off every brake whose time is over."""
    now = desk.clock.now()
    for brake in store.brakes_on(session):
        if is_over(brake, now):
            take_off(session, desk, brake, "desk")


def is_over(brake: Brake, now: datetime) -> bool:
    """Whether a brake's time is over; one that was put on in the future stems from a clock that was wrong."""
    return brake.until <= now or brake.since > now


def tell(session: Session, desk: Desk) -> None:
    """Tells the game masters of brakes that were put on: of the first at once, of more together in one letter a while later.

    Of one that comes on again within a day they know already.
    """
    now = desk.clock.now()
    last = outbox.last_written_for(session, _TOLD, now)
    if last is not None and now - last < _TOLD_EVERY:
        return
    fresh = [brake for brake in store.brakes_on(session) if brake.kind != MACHINE and brake.times == 1]
    fresh = [brake for brake in fresh if last is None or brake.since > last]
    if fresh:
        part = Part("master_brake", {"brakes": fresh, "zone": ZoneInfo("UTC")})
        tell_masters(session, desk, part, f"{_TOLD}{now.isoformat()}", now)


def take_off(session: Session, desk: Desk, brake: Brake, actor: str) -> int:
    """Takes a brake off now; what was held back because of it goes out. Returns how many letters."""
    now = desk.clock.now()
    brake.on = False
    brake.until = min(brake.until, now)
    session.add(brake)
    session.flush()
    look(session, desk)
    desk.loops.forget(brake.address)
    journal.note(session, now, actor, "brake off", None, address=brake.address)
    if EVERYBODY in desk.loops.on:
        return 0
    return store.let_go(session, now, [*desk.loops.on, *desk.loops.paused])


def put_on_and_tell(session: Session, desk: Desk, address: str, kind: str, reason: str) -> None:
    """Puts a brake on for as long as the settings say, twice as long each time within a day; tells the game masters."""
    now = desk.clock.now()
    brake = put_on(session, desk, address, kind, reason, now)
    _log.warning("a brake is on", kind=kind, times=brake.times, until=brake.until.isoformat())
    journal.note(session, now, "desk", "brake on", None, address=address, reason=reason)
    tell(session, desk)
