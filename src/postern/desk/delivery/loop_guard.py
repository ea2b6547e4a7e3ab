"""Keeps this desk and a program that answers mail (an autoresponder) from writing to each other for ever.

A person reads an answer before writing the next letter; a program answers at once and says the same again. So the number of
letters does not count, only whether they follow upon our answers. Five hundred letters that waited through an outage were
there before the first answer, and forty letters on the last evening bring new orders: neither is held up. A *brake* on an
address holds back the answers to it. Three things put one on, counted over letters that are proved to be their writer's (by a
reply address of ours, a signature, a password):

- *echoes*: letters that each follow upon an answer of ours, repeat an earlier letter or our own words, and change no orders.
  One within a minute of our answer counts in full, a later one a quarter.
- *exchanges*: more letters from one address within an hour, each received after our last answer to it was written, than
  anybody writes in person.
- *answers*: more answers of the whole server within an hour than the settings allow.

Letters without proof never count against an address, since anybody can write them in anybody's name: they put no brake on,
and the brake of an address does not hold their answers. They have rate limits of their own (``strangers.too_many``), and
letters that only repeat what was answered get no answer.

A letter that may be automatic (``Kind.SUSPECT``) is handled like any other; such letters get one answer an hour.

While a brake is on, letters are handled as always; only the answers are held, and a newer answer replaces an older one for
the same seat. When the brake comes off, by time or by a game master (who may reply to the letter that tells of it), the held
answers are sent. The counts are kept in memory, the brakes in the database: after a restart a program may get a few more
answers, but a brake that was on is still on.
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
    """Counts the exchange after a letter was handled, and puts a brake on where the other end seems to be a program."""
    limits = desk.config.limits

    def changed(since: datetime) -> bool:
        return row.seat_id is not None and store.changed_orders(session, row.seat_id, since)

    for address, kind, reason in desk.loops.judge(row.stored_at, limits, changed):
        if address not in desk.loops.on or desk.loops.on[address] == MACHINE:
            put_on_and_tell(session, desk, address, kind, reason)


def remember(session: Session, desk: Desk) -> None:
    """Reads, at the start, which brakes are on and what was answered within the last hour."""
    look(session, desk)
    now = desk.clock.now()
    desk.loops.restore(store.answered_between(session, now - _HOUR, now))


def look(session: Session, desk: Desk) -> bool:
    """Reads which brakes are on and which addresses bounce, since other processes may have changed it. True when a brake's
    time is over."""
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
    """Whether a brake's time is over. A brake from the future was put on while the clock was wrong: it is over, too."""
    return brake.until <= now or brake.since > now


def tell(session: Session, desk: Desk) -> None:
    """Tells the game masters of new brakes: of the first at once, of later ones together after a while. A brake that comes
    on again within a day is not told again."""
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
    """Takes a brake off; the letters that it held are sent. Returns how many."""
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
