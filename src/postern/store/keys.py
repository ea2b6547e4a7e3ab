"""Which secret a database is sealed with."""

from __future__ import annotations

from sqlalchemy import inspect
from sqlmodel import Session, select

from postern.store.sealing import Seal
from postern.store.tables import SealedBy


class NotOurs(Exception):
    """The database cannot be used with this secret; the text says why and what to do."""


def fits(session: Session, seal: Seal) -> bool | None:
    """Whether the letters are sealed with this secret; None where none has been used yet."""
    known = session.exec(select(SealedBy.fingerprint)).first()
    return None if known is None else known == seal.fingerprint


def take(session: Session, seal: Seal) -> None:
    """Makes sure that the letters are sealed with this secret: those of a new database are from now on. Raises NotOurs."""
    if not inspect(session.connection()).has_table(SealedBy.__tablename__):
        raise NotOurs("it was made before letters were sealed in it; begin with a new one, and import its games there")
    match fits(session, seal):
        case None:
            session.add(SealedBy(fingerprint=seal.fingerprint))
        case False:
            raise NotOurs(
                "its letters are sealed with another secret; put that one back (every backup holds it, as signing.key), or "
                "name the database that belongs to this secret"
            )
