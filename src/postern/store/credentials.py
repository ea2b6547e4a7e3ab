"""Passwords and keys of seats, and which signed letters were used."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session, col, delete

from postern.store.tables import Credential, Seat, UsedProof

PASSWORD, PGP = "password", "pgp"

_HOUR = timedelta(hours=1)
_KEEP_PROOFS = timedelta(days=30)


def of_seat(session: Session, seat: Seat, kind: str) -> Credential | None:
    """The seat's password or key; None where it has none, or one of an earlier secret or player."""
    found = session.get(Credential, (seat.id, kind))
    return found if found is not None and found.generation == seat.generation else None


def put(session: Session, seat: Seat, kind: str, data: str, now: datetime) -> None:
    """Gives the seat a password or key in place of the one it had."""
    drop(session, seat, kind)
    session.add(Credential(seat_id=seat.id, kind=kind, generation=seat.generation, data=data, created_at=now))
    session.flush()


def drop(session: Session, seat: Seat, kind: str) -> bool:
    """Takes the seat's password or key away. False when it had none that counts."""
    had = of_seat(session, seat, kind) is not None
    if (row := session.get(Credential, (seat.id, kind))) is not None:
        session.delete(row)
        session.flush()
    return had


def failures(credential: Credential, now: datetime) -> int:
    """How many wrong tries there were in the hour since the first of them."""
    # A moment ahead of now stems from a clock that was wrong.
    fresh = credential.failed_since is not None and timedelta() <= now - credential.failed_since < _HOUR
    return credential.failures if fresh else 0


def note_failure(session: Session, credential: Credential, now: datetime) -> None:
    """Counts one wrong try."""
    count = failures(credential, now)
    credential.failures = count + 1
    credential.failed_since = credential.failed_since if count else now
    session.add(credential)


def use_proof(session: Session, proof: str, inbox_id: int, now: datetime) -> bool:
    """Whether this proof is good for this letter: not used by another one. A yes is written down."""
    used = session.get(UsedProof, proof)
    if used is not None:
        return used.inbox_id == inbox_id
    session.exec(delete(UsedProof).where(col(UsedProof.used_at) < now - _KEEP_PROOFS))
    session.add(UsedProof(proof=proof, inbox_id=inbox_id, used_at=now))
    session.flush()
    return True
