"""Reads the newest letters that came in, from a database that is only read."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine, create_engine, make_url
from sqlmodel import Session, col, select

from postern.desk.doctor.finding import Case
from postern.desk.settings.config import Config, kept_key
from postern.post.stamps import head_of
from postern.store.sealing import seal_with
from postern.store.tables import InboxLetter

_NEWEST = 100


def reading(config: Config) -> Engine | None:
    """An engine that cannot write; None when the database is a file that is not there yet."""
    url = make_url(config.store_url)
    if url.get_backend_name() != "sqlite":
        return create_engine(url)
    path = Path(url.database or "").absolute()
    if not path.exists():
        return None
    # Without a log beside it nobody writes: then SQLite need not make one to read.
    asleep = "" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1"
    return create_engine(f"sqlite:///file:{path}?mode=ro{asleep}&uri=true")


def newest_letters(case: Case) -> list[tuple[datetime, bytes]]:
    """When each of the newest letters was stored, and its header. [] without a database. Raises SQLAlchemyError."""
    engine = reading(case.config)
    if engine is None:
        return []
    seal_with(engine, kept_key(case.config))
    try:
        with Session(engine) as session:
            query = select(InboxLetter.stored_at, InboxLetter.raw).order_by(col(InboxLetter.id).desc()).limit(_NEWEST)
            return [(moment, head_of(raw)) for moment, raw in session.exec(query) if raw]
    finally:
        engine.dispose()
