"""Checks the database: whole, of this version, and its letters sealed with our secret key."""

from __future__ import annotations

from collections.abc import AsyncIterator

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.doctor.letters import reading
from postern.desk.settings.config import kept_key, key_place
from postern.store.keys import fits
from postern.store.migrate import revisions
from postern.store.sealing import Seal

_AREA = "database"


async def check(case: Case) -> AsyncIterator[Finding]:
    """Checks the database without writing to it."""
    engine = reading(case.config)
    if engine is None:
        yield Finding(Level.OK, _AREA, "there is none yet; the first start makes it")
        return
    try:
        if engine.dialect.name == "sqlite":
            with engine.connect() as connection:
                problems = [row[0] for row in connection.execute(text("PRAGMA integrity_check"))]
                orphans = len(connection.execute(text("PRAGMA foreign_key_check")).all())
            if problems != ["ok"]:
                said = f"it is damaged: {'; '.join(problems[:3])}"
                yield Finding(Level.FAIL, _AREA, said, "stop the daemon and restore the newest backup")
                return
            if orphans:
                remedy = "stop the daemon, keep a copy, and report this"
                yield Finding(Level.FAIL, _AREA, f"{orphans} rows speak of others that are gone", remedy)
        current, newest, known = revisions(engine)
        with Session(engine) as session:
            sealed = current != newest or fits(session, Seal(kept_key(case.config)))
        if sealed is False:
            said = f"its letters are sealed with another secret than the one in {key_place(case.config)}"
            yield Finding(Level.FAIL, _AREA, said, "put that one back; every backup holds it, as signing.key")
        elif current == newest:
            yield Finding(Level.OK, _AREA, f"whole, and of this version ({newest})")
        elif current is None or current in known:
            said = f"of an earlier version ({current})" if current else "it is empty"
            yield Finding(Level.OK, _AREA, f"{said}; the next start brings it up to date")
        else:
            remedy = "install the newer Postern again, or restore a backup of this version"
            yield Finding(Level.FAIL, _AREA, f"of a newer version ({current}) than this Postern ({newest})", remedy)
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", None) or error).splitlines()[0]
        yield Finding(Level.FAIL, _AREA, f"cannot be read: {said}", "check store in [desk]; if it is damaged, restore a backup")
    finally:
        engine.dispose()
