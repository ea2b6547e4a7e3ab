"""Whether a letter may go out now, or is held back: a brake is on, or letters to its address come back."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.context import Desk
from postern.post.letter import Incoming, Kind
from postern.store import brakes as store
from postern.store.tables import Brake

MACHINE, EXCHANGE = "machine", "exchange"
EVERYBODY = ""
"""The address of the brake on the whole server."""

_DAY = timedelta(days=1)


def holds_back(session: Session, desk: Desk, to: str, answering: Incoming | None, now: datetime) -> bool:
    """Whether a letter to this address must wait; ``answering`` is the letter that it answers, if it does."""
    brakes = desk.brakes
    if to in brakes.paused:
        return True
    if answering is None:
        return False
    kind = brakes.on.get(to, "")
    if EVERYBODY in brakes.on or kind == EXCHANGE:
        return True
    if answering.verdict.kind is not Kind.SUSPECT:
        return False
    if kind == MACHINE:
        return True
    last = store.last_answer(session, to)
    if last is None or now - last >= desk.config.limits.machine_answers_every:
        return False
    put_on(session, desk, to, MACHINE, answering.verdict.reason, now, last + desk.config.limits.machine_answers_every)
    return True


def put_on(
    session: Session, desk: Desk, address: str, kind: str, reason: str, now: datetime, until: datetime | None = None
) -> Brake:
    """Puts a brake on until then, or for as long as the settings say: twice as long each time within a day."""
    known = store.brake(session, address)
    again = known is not None and known.kind == kind and now - known.until < _DAY
    times = known.times + 1 if known is not None and again else 1
    span = min(desk.config.limits.brake_for * 2 ** min(times - 1, 10), _DAY)
    brake = Brake(address=address, kind=kind, reason=reason[:300], times=times, since=now, until=until or now + span)
    session.merge(brake)
    session.flush()
    desk.brakes.on = {**desk.brakes.on, address: kind}
    desk.brakes.forget(address)
    return brake
