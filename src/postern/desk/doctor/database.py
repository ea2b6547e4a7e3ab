"""The database: whole, and of this version."""

from __future__ import annotations

from collections.abc import AsyncIterator

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.doctor.letters import reading
from postern.store.migrate import revisions

_AREA = "database"


async def check(case: Case) -> AsyncIterator[Finding]:
    """Read only."""
    engine = reading(case.config)
    if engine is None:
        yield Finding(Level.WARN, _AREA, "there is none yet", "nothing, the first start makes it")
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
        if current == newest:
            yield Finding(Level.OK, _AREA, f"whole, and of this version ({newest})")
        elif current is None or current in known:
            yield Finding(
                Level.WARN, _AREA, f"of an earlier version ({current})", "nothing, the next start brings it up to date"
            )
        else:
            remedy = "install the newer Postern again, or restore a backup of this version"
            yield Finding(Level.FAIL, _AREA, f"of a newer version ({current}) than this Postern ({newest})", remedy)
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", None) or error).splitlines()[0]
        yield Finding(Level.FAIL, _AREA, f"cannot be read: {said}", "check store in [desk]; if it is damaged, restore a backup")
    finally:
        engine.dispose()
