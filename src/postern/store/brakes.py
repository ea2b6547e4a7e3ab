"""Brakes on answers, addresses in trouble, and the letters of the outbox that are held back because of them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlmodel import Session, case, col, func, select, update

from postern.store.tables import Brake, OutboxLetter, OutState, SeatOrders, Trouble

ANSWER = "answer"
"""The kind of letters that answer one which was proved to be its writer's."""


def brake(session: Session, address: str) -> Brake | None:
    """The brake of this address ("" for the whole server), on or off."""
    return session.get(Brake, address)


def brakes_on(session: Session) -> list[Brake]:
    """All brakes that are on, oldest first."""
    return list(session.exec(select(Brake).where(col(Brake.on)).order_by(col(Brake.since))))


def trouble(session: Session, address: str) -> Trouble | None:
    """What is known of letters to this address that came back."""
    return session.get(Trouble, address)


def troubles(session: Session) -> list[Trouble]:
    """All addresses from which letters came back, longest first."""
    return list(session.exec(select(Trouble).order_by(col(Trouble.first_at))))


def changed_orders(session: Session, seat_id: int, since: datetime) -> bool:
    """Whether the orders of this seat were changed at that moment or later."""
    found = select(SeatOrders.turn).where(SeatOrders.seat_id == seat_id, col(SeatOrders.updated_at) >= since).limit(1)
    return session.exec(found).first() is not None


def last_answer(session: Session, recipient: str, kind: str, now: datetime) -> datetime | None:
    """When the newest answer of this kind to this address was written, up to ``now``; held-back ones do not count."""
    return session.exec(
        select(OutboxLetter.created_at)
        .where(
            OutboxLetter.recipient == recipient,
            OutboxLetter.kind == kind,
            col(OutboxLetter.created_at) <= now,
            col(OutboxLetter.state).not_in((OutState.HELD, OutState.VOID)),
        )
        .order_by(col(OutboxLetter.created_at).desc())
        .limit(1)
    ).first()


def answered_between(session: Session, since: datetime, now: datetime) -> list[datetime]:
    """When the answers to letters with proof were written, from then to now, oldest first."""
    # As in ``outbox.written_between``: only what is newer than the last letter before then is looked at.
    before = select(OutboxLetter.id).where(col(OutboxLetter.created_at) < since).order_by(col(OutboxLetter.id).desc()).limit(1)
    query = select(OutboxLetter.created_at).where(
        col(OutboxLetter.id) > func.coalesce(before.scalar_subquery(), 0),
        OutboxLetter.kind == ANSWER,
        col(OutboxLetter.created_at).between(since, now),
    )
    return sorted(session.exec(query))


def withdraw_held_answers(session: Session, recipient: str, kind: str, seat_id: int | None) -> int:
    """A newer answer takes the place of those of its kind held back for the same seat. Returns how many there were."""
    return session.exec(
        update(OutboxLetter)
        .where(
            col(OutboxLetter.recipient) == recipient,
            col(OutboxLetter.seat_id) == seat_id if seat_id is not None else col(OutboxLetter.seat_id).is_(None),
            col(OutboxLetter.kind) == kind,
            col(OutboxLetter.state) == OutState.HELD,
        )
        .values(state=OutState.VOID)
    ).rowcount


def let_go(session: Session, now: datetime, but: Collection[str]) -> int:
    """Held letters go out after all, to all addresses but these. Returns how many."""
    return session.exec(
        update(OutboxLetter)
        .where(col(OutboxLetter.state) == OutState.HELD, col(OutboxLetter.recipient).not_in(list(but)))
        .values(state=case((col(OutboxLetter.raw).is_(None), OutState.DRAFT), else_=OutState.WAITING), next_try=now)
    ).rowcount


def hold_unsent(session: Session, recipient: str) -> int:
    """What waits to be sent to this address, and is in nobody's hands, is held back. Returns how many letters."""
    return session.exec(
        update(OutboxLetter)
        .where(
            col(OutboxLetter.recipient) == recipient,
            col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING)),
            col(OutboxLetter.owner) == "",
        )
        .values(state=OutState.HELD)
    ).rowcount


def held_counts(session: Session) -> dict[str, int]:
    """For each address with letters held back: how many."""
    query = select(OutboxLetter.recipient, func.count()).where(OutboxLetter.state == OutState.HELD)
    return dict(session.exec(query.group_by(OutboxLetter.recipient)).all())


def missed(session: Session, recipient: str, since: datetime) -> list[OutboxLetter]:
    """Letters to this address that were held back, or written since then and never arrived; oldest first."""
    return list(
        session.exec(
            select(OutboxLetter)
            .where(
                OutboxLetter.recipient == recipient,
                (col(OutboxLetter.state) == OutState.HELD)
                | (col(OutboxLetter.state).in_((OutState.BOUNCED, OutState.GAVE_UP)) & (col(OutboxLetter.created_at) >= since)),
            )
            .order_by(col(OutboxLetter.id))
        )
    )
