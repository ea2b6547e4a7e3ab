"""Those who write without being known yet, and what waits for their confirmation."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, func, select, update

from postern.store.tables import Greeting, Held


def may_greet(session: Session, address: str, now: datetime, interval: timedelta) -> bool:
    """Whether an unknown address may be answered: at most once in ``interval``. A yes is written down as given."""
    known = session.get(Greeting, address)
    if known is not None and timedelta() <= now - known.last_at < interval:
        return False
    session.merge(Greeting(address=address, last_at=now))
    return True


def hold(
    session: Session,
    kind: str,
    address: str,
    game_id: int | None,
    data: dict[str, Any],
    now: datetime,
    *,
    seat_id: int | None = None,
    inbox_id: int | None = None,
    replaces: bool = False,
) -> Held:
    """Keeps something until it is confirmed; with ``replaces``, in place of what waits of this kind and game."""
    if replaces:
        session.exec(
            update(Held)
            .where(
                col(Held.kind) == kind,
                col(Held.address) == address,
                col(Held.game_id) == game_id,
                col(Held.state) == "waiting",
            )
            .values(state="replaced")
        )
    held = Held(kind=kind, address=address, game_id=game_id, seat_id=seat_id, inbox_id=inbox_id, data=data, created_at=now)
    session.add(held)
    session.flush()
    return held


def held(session: Session, held_id: int) -> Held | None:
    """What is held under this number."""
    return session.get(Held, held_id)


def waiting(session: Session, kind: str, address: str, since: datetime) -> list[Held]:
    """What waits of this kind for this address since then, oldest first."""
    query = select(Held).where(Held.kind == kind, Held.address == address, Held.state == "waiting")
    return list(session.exec(query.where(col(Held.created_at) >= since).order_by(col(Held.id))))


def unconfirmed(session: Session, kind: str, address: str, since: datetime) -> list[Held]:
    """Return what was held of this kind for this address since then and has not been confirmed, oldest first."""
    query = select(Held).where(Held.kind == kind, Held.address == address, Held.state != "confirmed")
    return list(session.exec(query.where(col(Held.created_at) >= since).order_by(col(Held.id))))


def asked_since(session: Session, address: str, kind: str, since: datetime) -> int:
    """How often this address has asked for something of this kind since then, whatever came of it."""
    query = select(func.count()).select_from(Held).where(Held.address == address, Held.kind == kind)
    return session.exec(query.where(col(Held.created_at) >= since)).one()


def offered(session: Session, seat_id: int, generation: int) -> set[str]:
    """The addresses to which this seat was offered since its holder of this generation; who replied too late, because that one
    had come back, may be asked again."""
    rows = session.exec(select(Held).where(Held.kind == "offer", Held.seat_id == seat_id))
    return {held.address for held in rows if held.data.get("generation") == generation and held.state != "gone"}
