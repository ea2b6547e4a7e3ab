"""What a game master sees and does about mail that is held back: brakes (``loop_guard``), and addresses that bounce."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery.bounces import resume
from postern.desk.delivery.loop_guard import take_off
from postern.desk.outbox.holding import EVERYBODY
from postern.store import brakes as store


@dataclass(frozen=True)
class Stop:
    """An address whose letters are held back ("" for the whole server). ``until``: None if until a letter comes from there."""

    address: str
    reason: str
    since: datetime
    until: datetime | None
    held: int


def stops(session: Session) -> list[Stop]:
    """Everything that holds letters back, and the addresses that have bounced."""
    held = store.held_counts(session)
    braked = [
        Stop(
            brake.address,
            brake.reason,
            brake.since,
            brake.until,
            held.get(brake.address, 0) if brake.address else sum(held.values()),
        )
        for brake in store.brakes_on(session)
    ]
    return braked + [
        Stop(trouble.address, trouble.last_error, trouble.paused_at or trouble.first_at, None, held.get(trouble.address, 0))
        for trouble in store.troubles(session)
    ]


def release(session: Session, desk: Desk, address: str, actor: str = "master") -> bool:
    """Sends letters to this address again ("": answers of the whole server). False when nothing held them back."""
    brake = store.brake(session, address)
    braked = brake is not None and brake.on
    if brake is not None and braked:
        take_off(session, desk, brake, actor)
    troubled = address != EVERYBODY and store.trouble(session, address) is not None
    if troubled:
        resume(session, desk, address, actor)
    return braked or troubled
