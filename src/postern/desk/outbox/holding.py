"""Whether a letter may be sent now, or is held back: a brake is on (``loop_guard``), or letters to its address bounce."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.context import Desk
from postern.post.letter import Incoming, Kind
from postern.store import brakes as store
from postern.store.tables import Brake

MACHINE, EXCHANGE = "machine", "exchange"
GUEST = "guest"
"""The kind of answers to letters that nothing proves to be their writer's."""
MASSES = "answers to unknown addresses are used up for this hour"
"""Why a letter got none, in the masses of others that it came with."""
EVERYBODY = ""
"""The address of the brake on the whole server."""

_DAY = timedelta(days=1)


def holds_back(session: Session, desk: Desk, to: str, kind: str, answering: Incoming | None, now: datetime) -> bool:
    """Whether a letter of this kind to this address must wait; ``answering`` is the letter that it answers, if it does.

    A brake on an address holds the answers to letters that are proved to be its own; letters without proof (``GUEST``)
    neither put it on nor are held by it. How often letters that look automatic are answered is counted separately for both.
    """
    brakes = desk.loops
    if to in brakes.paused:
        return True
    if answering is None:
        return False
    brake, every = brakes.on.get(to, ""), desk.config.limits.machine_answers_every
    if EVERYBODY in brakes.on or (brake == EXCHANGE and kind != GUEST):
        return True
    if answering.verdict.kind is not Kind.SUSPECT:
        return False
    last = store.last_answer(session, to, kind, now)
    if last is None or now - last >= every:
        return False
    if not brake:
        put_on(session, desk, to, MACHINE, answering.verdict.reason, now, last + every)
    return True


def pause(session: Session, desk: Desk, address: str, kind: str, now: datetime) -> tuple[int, timedelta]:
    """Return how often a brake of this kind has come on within a day, counting the next one, and how long that one lasts."""
    known = store.brake(session, address)
    again = known is not None and known.kind == kind and now - known.until < _DAY
    times = known.times + 1 if known is not None and again else 1
    return times, min(desk.config.limits.brake_for * 2 ** min(times - 1, 10), _DAY)


def put_on(
    session: Session, desk: Desk, address: str, kind: str, reason: str, now: datetime, until: datetime | None = None
) -> Brake:
    """Puts a brake on until ``until``, or for as long as the settings say, doubled each time within a day."""
    times, span = pause(session, desk, address, kind, now)
    brake = Brake(address=address, kind=kind, reason=reason[:300], times=times, since=now, until=until or now + span)
    session.merge(brake)
    session.flush()
    desk.loops.on = {**desk.loops.on, address: kind}
    desk.loops.forget(address)
    return brake
