"""Which secret a database is sealed with."""

from __future__ import annotations

from sqlalchemy import LargeBinary, inspect, type_coerce
from sqlmodel import Session, SQLModel, delete, select

from postern.store.sealing import Damaged, Seal
from postern.store.tables import SealedBy
from postern.store.types import Sealed

_AT_ONCE = 200


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
                "name the database that belongs to this secret; to change the secret: postern gm reseal"
            )


def reseal(session: Session, was: Seal | None, seal: Seal) -> tuple[int, int]:
    """Seals every letter with another secret than it was sealed with; ``seal`` is that of the session's engine.

    ``was`` None: the secret is lost, and so is every letter. Returns how many were sealed anew, and how many stay closed.
    """
    anew: set[tuple[str, int]] = set()
    closed: set[tuple[str, int]] = set()
    connection = session.connection()
    for table in SQLModel.metadata.sorted_tables:
        for column in (column for column in table.c if isinstance(column.type, Sealed)):
            numbers = connection.execute(select(table.c.id).where(column.is_not(None)).order_by(table.c.id)).scalars().all()
            for first in range(0, len(numbers), _AT_ONCE):
                wanted = table.c.id.in_(numbers[first : first + _AT_ONCE])
                rows = connection.execute(select(table.c.id, type_coerce(column, LargeBinary)).where(wanted)).all()
                for number, data in rows:
                    letter = was.open(bytes(data)) if was is not None else Damaged()
                    if isinstance(letter, Damaged):
                        closed.add((table.name, number))
                        continue
                    connection.execute(table.update().where(table.c.id == number).values({column.name: letter}))
                    anew.add((table.name, number))
    session.exec(delete(SealedBy))
    session.add(SealedBy(fingerprint=seal.fingerprint))
    return len(anew - closed), len(closed)
